"""Metro's pictures in words: alt texts of at most 1024 characters, and the whole board as text."""

from collections.abc import Sequence

from data.texts import signed, text
from render.kit.seat import Seat
from render.kit.words import shortened, table_name
from render.metro.moves import move_label, progress, short_label, turn_label
from render.metro.panel import subtitle
from render.metro.plans import TilePlan, best_places, planned
from render.metro.scene import Scene, is_space, next_entry, scene_of, scene_since
from rules.game import Event, PlayerId
from rules.metro.board import CENTRE, SQUARE, SQUARES
from rules.metro.tiles import leaving_sides, turned_code
from rules.metro.view import Line, MetroView

SIDE_WORDS = ("top", "right", "bottom", "left")


def alt_board(
    view: MetroView, seats: Sequence[Seat], *, events: Sequence[Event] = (), language: str = "en", table: str = ""
) -> str:
    """Whose turn, the last move, everybody's score and lines, the companies, the pile."""
    scene = scene_of(view, seats, events, "light", language, table)
    parts = [heading(scene), turn_sentence(scene), move_sentence(scene)]
    if scene.has_companies:
        parts += [companies_sentence(scene), shares_sentence(scene)]
        if view.is_over:
            parts += [f"{scene.name(player)}: {points(scene, player)}." for player in range(view.seats)]
    else:
        parts += [player_sentence(scene, player) for player in range(view.seats)]
    if not view.is_over:
        parts.append(text("render.metro.pile_of", language, n=view.pile) + ".")
    return shortened(parts)


def alt_since(
    view: MetroView, seats: Sequence[Seat], *, events: Sequence[Event] = (), language: str = "en", table: str = ""
) -> str:
    """The new tiles by their number, before all that the board tells."""
    scene = scene_since(view, seats, events, "light", language, table)
    news = [f"{number} {short_label(move)} ({scene.name(move.player)})" for number, move in enumerate(scene.moves, 1)]
    told = [text("render.alt.news", language, news="; ".join(news))] if news else []
    return shortened([*told, alt_board(view, seats, events=events, language=language, table=table)])


def alt_hand(view: MetroView, seats: Sequence[Seat], *, language: str = "en", table: str = "") -> str:
    """The own tiles, shares and number cards."""
    scene = scene_of(view, seats, (), "light", language, table)
    parts = [heading(scene)]
    if view.drawn:
        parts.append(text("render.metro.alt.drawn", language, tile=tile_words(view.drawn, language)))
    for number, code in enumerate(view.hand, start=1):
        parts.append(text("render.metro.alt.tile", language, n=number, tile=tile_words(code, language)))
    if view.shares:
        held = [f"{share.percent}% {text(f'word.colour.{share.company}', language)}" for share in view.shares]
        parts.append(f"{text('render.metro.shares', language)}: {', '.join(held)}.")
    if view.numbers:
        cards = [f"{card.number} ({card.points})" for card in view.numbers]
        parts.append(f"{text('render.metro.numbers', language)}: {', '.join(cards)}.")
    if not view.is_over and (gains := best_places(view)):
        squares = [f"{gain.square} {signed(gain.own)} {signed(gain.others)}" for gain in gains]
        parts.append(text("render.metro.alt.best", language, squares=", ".join(squares)))
    return shortened(parts)


def alt_scores(view: MetroView, seats: Sequence[Seat], *, language: str = "en", table: str = "") -> str:
    """The final places, and each player's points by category."""
    scene = scene_of(view, seats, (), "light", language, table)
    parts = [heading(scene)]
    place = 1
    for group in view.ranking:
        for player in group:
            lines = [score for score in view.scores if score.player == player]
            detail = ", ".join(f"{text(f'render.metro.score.{s.category}', language)} {s.points}" for s in lines)
            parts.append(f"{place}. {scene.name(player)}: {points(scene, player)} ({detail}).")
        place += len(group)
    return shortened(parts)


def alt_preview(
    view: MetroView, seats: Sequence[Seat], plan: TilePlan, *, language: str = "en", table: str = ""
) -> str:
    """A planned tile or train, and what it does to every line."""
    scene = scene_of(view, seats, (), "light", language, table)
    after = planned(view, plan)
    where = plan.square or plan.space
    if where is None:
        return text("render.metro.squares_free", language, n=after.legal.bit_count())
    parts = [text("render.plan", language, what=where) + "."]
    for effect in after.effects:
        line = Line(effect.start, effect.owner, effect.player, (), effect.end, effect.points)
        change = f"{effect.before} → {effect.after}"
        told = f"{line_name(scene, line)}: {change}"
        if effect.end:
            told += ", " + text("render.metro.arrives", language, place=effect.end) + f", {signed(effect.points)}"
        parts.append(told + ".")
    return shortened(parts)


def heading(scene: Scene) -> str:
    return f"{table_name('metro', scene.table, scene.language)}, {subtitle(scene)}."


def turn_sentence(scene: Scene) -> str:
    label, note = turn_label(scene)[0], progress(scene)
    if scene.view.has_drawn:
        note += ", " + text("render.metro.must_place", scene.language)
    key = "render.metro.alt.over" if scene.view.is_over else "render.metro.alt.turn"
    said = text(key, scene.language, name=label, note=note)
    return said[:1].upper() + said[1:] if scene.view.is_over else said


def move_sentence(scene: Scene) -> str:
    move = scene.last
    if move is None:
        return ""
    facts = [move_label(scene, move)]
    for line in move.scored:
        found = Line(line.start, line.owner, line.player, (), line.end, line.points)
        facts.append(f"{line_name(scene, found)} → {line.end}: {signed(line.points)}")
    return text("render.metro.alt.move", scene.language, name=scene.name(move.player), move=", ".join(facts))


def line_name(scene: Scene, line: Line) -> str:
    """A line by its station and owner."""
    return text("render.metro.alt.line", scene.language, start=line.start, owner=owner_words(scene, line))


def owner_words(scene: Scene, line: Line) -> str:
    if line.player is not None:
        return scene.name(line.player)
    if line.owner is not None:
        return text(f"metro.company.{line.owner}", scene.language)
    return text("render.metro.alt.nobody", scene.language)


def points(scene: Scene, player: PlayerId) -> str:
    return text("word.count.points", scene.language, n=scene.points[player])


def player_sentence(scene: Scene, player: PlayerId) -> str:
    language = scene.language
    lines = scene.lines_of(player)
    done = sum(line.is_finished for line in lines)
    colour = text(f"word.colour.{scene.colour(player)}", language)
    facts = [points(scene, player), text("render.metro.open", language, n=len(lines) - done)]
    facts.append(text("render.metro.done", language, n=done))
    return f"{scene.name(player)} ({colour}): {', '.join(facts)}."


def companies_sentence(scene: Scene) -> str:
    """The companies with points and value, best first."""
    language = scene.language
    order = sorted(scene.view.companies, key=lambda company: -company.points)
    told = [f"{text(f'word.card.{c.colour}', language)} {c.points} ({c.value})" for c in order]
    return text("render.metro.alt.companies", language, companies=", ".join(told))


def shares_sentence(scene: Scene) -> str:
    if scene.view.is_over:
        return ""
    language = scene.language
    told = [f"{share.percent}% {text(f'word.colour.{share.company}', language)}" for share in scene.view.open_shares]
    return text("render.metro.alt.open_shares", language, shares=", ".join(told))


def tile_words(code: str, language: str) -> str:
    """A tile's four tracks: from which side to which, with the arrow up."""
    out = leaving_sides(code)
    words = [text(f"render.metro.side.{side}", language) for side in SIDE_WORDS]
    return ", ".join(f"{words[side]} → {words[out[side]]}" for side in range(4))


def text_board(view: MetroView, seats: Sequence[Seat], *, language: str = "en") -> str:
    """Every line with its length or points, then every square: a tile with what runs over it, or empty."""
    scene = scene_of(view, seats, (), "light", language, "")
    found = [text("render.metro.alt.lines", language)]
    lines = sorted(view.lines, key=lambda line: (is_space(line.start), len(line.start), line.start))
    found += [f"- {line_words(scene, line)}" for line in lines if line.owner is not None]
    found.append(text("render.metro.alt.squares", language))
    found += [f"- {row_words(scene, row)}" for row in range(8)]
    return "\n".join(found)


def line_words(scene: Scene, line: Line) -> str:
    language = scene.language
    name = line_name(scene, line)
    tiles = text("render.metro.alt.passes", language, n=len(line.passes))
    if not line.is_finished:
        square = next_entry(line, scene.place(line.start))[0]
        return f"{name}: {tiles}, {text('render.metro.alt.next', language, square=square)}"
    doubled = " × 2" if line.points != len(line.passes) else ""
    return f"{name} → {line.end}: {tiles}{doubled}, {text('word.count.points', language, n=line.points)}"


def row_words(scene: Scene, row: int) -> str:
    return "; ".join(square_words(scene, square) for square in range(8 * row, 8 * row + 8))


def square_words(scene: Scene, square: int) -> str:
    view, language = scene.view, scene.language
    name = SQUARES[square]
    laid = next((tile for tile in (*view.laid, *view.central_tiles) if SQUARE[tile.square] == square), None)
    if laid is None:
        if square in CENTRE:
            return f"{name} {text('render.metro.alt.centre', language)}"
        is_open = scene.tracks.reachable >> square & 1
        return f"{name} {text('render.metro.alt.free' if is_open else 'render.metro.alt.far', language)}"
    starts = {line.start for line in view.lines if line.owner for one in line.passes if one.square == name}
    lines = ", ".join(sorted(starts, key=lambda start: (len(start), start)))
    code = turned_code(laid.tile, laid.turn)
    return f"{name} {code}" + (f" ({lines})" if lines else "")
