"""What the pictures say, in words: alt texts for those who can't see them, and the whole board as text."""

from collections.abc import Sequence

from data.texts import signed, text
from render.kit.seat import Seat
from render.kit.words import shortened, table_name
from render.tickets.panel import turn_label
from render.tickets.preview import ClaimPlan, finished_by
from render.tickets.scene import LastMove, Scene, scene_of
from render.tickets.ticket_rows import state_of, ticket_name
from rules.game import Event, PlayerId
from rules.tickets.maps import Track
from rules.tickets.view import TicketView


def alt_board(
    view: TicketView, seats: Sequence[Seat], *, events: Sequence[Event] = (), language: str = "en", table: str = ""
) -> str:
    """Whose turn, the last move, everybody's score and pieces, the row and the decks."""
    scene = scene_of(view, seats, events, "light", language, table)
    told = news_sentence(scene) if scene.has_several else move_sentence(scene)
    parts = [heading(scene), turn_sentence(scene), told, row_sentence(scene)]
    parts += [player_sentence(scene, player) for player in range(view.seats)]
    parts.append(deck_sentence(scene))
    return shortened(parts)


def alt_since(
    view: TicketView, seats: Sequence[Seat], *, events: Sequence[Event] = (), language: str = "en", table: str = ""
) -> str:
    """What is new on the board, by its number, and where that leaves everybody."""
    scene = scene_of(view, seats, events, "light", language, table, is_since=True)
    told = news_sentence(scene) if scene.has_several else move_sentence(scene)
    parts = [heading(scene), turn_sentence(scene), told, row_sentence(scene)]
    parts += [player_sentence(scene, player) for player in range(view.seats)]
    return shortened([*parts, deck_sentence(scene)])


def news_sentence(scene: Scene) -> str:
    """Every turn by the number that its pin has."""
    news = [
        f"{number} {scene.name(move.player)}: {move_text(scene, move)}"
        for number, move in enumerate(scene.moves, start=1)
    ]
    return text("render.alt.news", scene.language, news="; ".join(news))


def alt_hand(view: TicketView, seats: Sequence[Seat], *, language: str = "en", table: str = "") -> str:
    """One's own cards and tickets."""
    scene = scene_of(view, seats, (), "light", language, table)
    hand = {kind: n for kind, n in (view.hand or {}).items() if n}
    cards = ", ".join(f"{n}\u00a0× {text(f'word.card.{kind}', language)}" for kind, n in hand.items())
    parts = [heading(scene), text("render.alt.hand", language, cards=cards or "–")]
    for i, ticket in enumerate(view.offer):
        name = ticket_name(scene, scene.drawn_map.tickets[ticket])
        points = scene.drawn_map.tickets[ticket].points
        parts.append(text("render.alt.offer", language, letter=chr(65 + i), ticket=name, n=points))
    for standing in view.tickets or ():
        name = ticket_name(scene, scene.drawn_map.tickets[standing.ticket])
        state = text(f"render.hand.{state_of(standing)}", language)
        parts.append(text("render.alt.ticket", language, ticket=name, state=state, points=signed(standing.points)))
    return shortened(parts)


def alt_scores(view: TicketView, seats: Sequence[Seat], *, language: str = "en", table: str = "") -> str:
    """The final places, and each player's points by category."""
    scene = scene_of(view, seats, (), "light", language, table)
    parts = [heading(scene)]
    for group in view.ranking:
        for player in group:
            lines = [line for line in view.scores if line.player == player]
            detail = ", ".join(
                f"{text(f'render.score.{line.category}', language)} {signed(line.points).lstrip('+')}" for line in lines
            )
            total = sum(line.points for line in lines)
            place = scene.place(player)
            parts.append(f"{place}. {scene.name(player)}: {signed(total).lstrip('+')} ({detail}).")
    return shortened(parts)


def alt_preview(
    view: TicketView, seats: Sequence[Seat], plan: ClaimPlan, *, language: str = "en", table: str = ""
) -> str:
    """A planned claim, its points and the tickets that it finishes; with a harbour, the board that it is planned on."""
    if plan.track is None:
        return alt_board(view, seats, language=language, table=table)
    scene = scene_of(view, seats, (), "light", language, table)
    track = scene.drawn_map.tracks[plan.track]
    claim = text(
        "render.alt.plan",
        language,
        track=scene.drawn_map.track_name(plan.track),
        what=track_kind(track, language),
        n=scene.drawn_map.file.points[track.length],
    )
    done = [
        text("render.alt.finishes", language, ticket=line.name, points=signed(points))
        for line, points in finished_by(scene, plan)
    ]
    return shortened([claim, *done])


def heading(scene: Scene) -> str:
    name = table_name(scene.view.game, scene.table, scene.language)
    if not scene.view.turn:
        return name + "."
    return name + f", {text('render.turn', scene.language, n=scene.view.turn)}."


def turn_sentence(scene: Scene) -> str:
    label, note, _, _ = turn_label(scene)
    language, view = scene.language, scene.view
    if view.is_over:
        return text("render.alt.over", language, names=label)
    if view.current is None:
        names = ", ".join(scene.name(player) for player in view.to_act)
        return f"{label}: {names}."
    turn = text("render.alt.turn", language, name=label) + (f" ({note})" if note else "") + "."
    if view.turns_left is not None:
        turn += " " + text("render.alt.last_round", language, n=view.turns_left)
    return turn


def move_sentence(scene: Scene) -> str:
    move = scene.last
    if move is None:
        return ""
    return text("render.alt.move", scene.language, name=scene.name(move.player), move=move_text(scene, move))


def move_text(scene: Scene, move: LastMove) -> str:
    language, drawn_map = scene.language, scene.drawn_map
    match move.kind:
        case "claim":
            return f"{drawn_map.track_name(move.track or '')}, {signed(move.points)}"
        case "tunnel":
            return text("render.move.tunnel", language, n=move.count, track=drawn_map.track_name(move.track or ""))
        case "gave_up":
            return text("render.move.gave_up", language, track=drawn_map.track_name(move.track or ""))
        case "harbour":
            return text("render.move.harbour", language, city=drawn_map.name(move.city or ""))
        case "tickets":
            return text("word.count.tickets", language, n=move.count)
        case "exchange":
            return text("render.move.exchange", language, n=move.count)
        case "pass":
            return text("render.move.pass", language)
    hidden = text("render.alt.blind", language)
    return ", ".join(text(f"word.card.{card}", language) if card else hidden for card in move.cards)


def row_sentence(scene: Scene) -> str:
    if scene.view.is_over:
        return ""
    empty = text("render.alt.empty", scene.language)
    cards = [text(f"word.card.{kind}", scene.language) if kind else empty for kind in scene.view.row]
    listed = "; ".join(f"{i} {card}" for i, card in enumerate(cards, start=1))
    return text("render.alt.row", scene.language, cards=listed)


def player_sentence(scene: Scene, player: PlayerId) -> str:
    seen, language = scene.player(player), scene.language
    colour = text(f"word.player.{scene.seats[player].colour}", language)
    facts = [text("word.count.points", language, n=scene.points(player))]
    if seen.wagons is not None:
        facts.append(text("word.count.wagons", language, n=seen.wagons))
    if seen.ships:
        facts.append(text("word.count.ships", language, n=seen.ships))
    facts.append(text("word.count.cards", language, n=seen.cards))
    facts.append(text("word.count.tickets", language, n=seen.tickets))
    if scene.drawn_map.has_passengers:
        facts.append(text("word.count.passengers", language, n=sum(seen.passengers.values())))
    return f"{scene.name(player)} ({colour}): {', '.join(facts)}."


def deck_sentence(scene: Scene) -> str:
    view, language = scene.view, scene.language
    decks = [f"{text(f'word.deck.{deck}', language)} {n}" for deck, n in view.decks.items()]
    return text("render.alt.decks", language, decks=", ".join(decks), n=sum(view.piles.values()))


def text_board(view: TicketView, seats: Sequence[Seat], *, language: str = "en") -> str:
    """All tracks city by city: to where, how long, which colour and kind, free or whose."""
    scene = scene_of(view, seats, (), "light", language, "")
    drawn_map = scene.drawn_map
    found: list[str] = []
    for city in sorted(drawn_map.cities.values(), key=lambda city: city.name):
        tracks = [track for track in drawn_map.tracks.values() if city.id in (track.a, track.b)]
        if tracks and city.country not in drawn_map.countries:
            found.append(city_heading(scene, city.id))
            found += [f"- {track_line(scene, track, city.id)}" for track in tracks]
    return "\n".join(found)


def city_heading(scene: Scene, city: str) -> str:
    """The city, who waits there and whose harbour it is."""
    notes = [text(f"word.colour.{colour}", scene.language) for colour in scene.view.passengers.get(city, ())]
    owner = next((built.player for built in scene.view.harbours if built.city == city), None)
    line = scene.drawn_map.name(city)
    if notes:
        line += " · " + text("render.alt.waiting", scene.language, names=", ".join(notes))
    if owner is not None:
        line += " · " + text("render.alt.harbour", scene.language, name=scene.name(owner))
    return line


def track_line(scene: Scene, track: Track, city: str) -> str:
    other = track.b if track.a == city else track.a
    return f"{scene.drawn_map.name(other)}: {track_kind(track, scene.language)}; {owner_text(scene, track.id)}"


def track_kind(track: Track, language: str) -> str:
    parts = [
        text("word.count.spaces", language, n=track.length),
        text(f"word.route.{track.colour or 'gray'}", language),
    ]
    if track.kind != "rail":
        parts.append(text(f"word.kind.{track.kind}", language))
    if track.locomotives:
        parts.append(text("render.alt.locomotives", language, n=track.locomotives))
    if track.pairs:
        parts.append(text("word.kind.pairs", language))
    return ", ".join(parts)


def owner_text(scene: Scene, track: str) -> str:
    owner = scene.view.owners.get(track)
    if owner is not None:
        return scene.name(owner)
    return text("render.alt.closed" if track in scene.view.closed else "render.alt.free", scene.language)
