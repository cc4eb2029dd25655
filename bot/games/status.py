"""Where a game stands: the own hand and tickets, whose turn it is, points and pieces, the result."""

from bot.games.metro.status import metro_own_lines, metro_status_lines
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import card_names, hand_text
from bot.text.labels import standing_label
from bot.text.names import Names, listed_names, name_of, names_of
from data.texts import text, typeset
from rules.game import PlayerId, View
from rules.metro.view import MetroView
from rules.tickets.view import PlayerView, TicketView


def own_lines(view: View, language: str, *, has_ways: bool = True) -> list[str]:
    """What the reader holds, a line each; `has_ways`: with how far it still is to each ticket."""
    if isinstance(view, MetroView):
        return metro_own_lines(view, language)
    if not isinstance(view, TicketView) or view.hand is None:
        return []
    lines = [text("own.hand", language, cards=hand_text(view.hand, language))]
    if view.tickets:
        tickets = " · ".join(standing_label(view, standing, language, has_ways) for standing in view.tickets)
        lines.append(text("own.tickets", language, tickets=tickets))
    if view.own_pieces and view.phase != "opening":
        lines.append(text("own.pieces", language, pieces=pieces_text(view, *view.own_pieces, language)))
    return lines


def pieces_text(view: TicketView, wagons: int | None, ships: int | None, language: str) -> str:
    """31 wagons; in World also the ships"""
    if wagons is None or ships is None:
        return text("status.secret", language)
    parts = [text("word.count.wagons", language, n=wagons)]
    if "ships" in atlas(view.game).file.pieces:
        parts.append(text("word.count.ships", language, n=ships))
    return ", ".join(parts)


def waiting_line(view: View, names: Names, language: str) -> str:
    """Whom the table waits for."""
    if view.is_over:
        return result_line(view, names, language)
    if len(view.to_act) == 1:
        return text("status.turn", language, player=name_of(names, view.to_act[0]))
    return text("status.choosing", language, n=len(view.to_act), names=names_of(names, view.to_act))


def status_lines(view: View, names: Names, language: str) -> list[str]:
    """What everybody may know, a line for the table and one for each player."""
    if isinstance(view, MetroView) and not view.is_over:
        return [waiting_line(view, names, language), *metro_status_lines(view, names, language)]
    if not isinstance(view, TicketView):
        return [waiting_line(view, names, language), *score_lines(view, names, language)]
    lines = [waiting_line(view, names, language)]
    if view.turns_left is not None and not view.is_over:
        lines.append(text("status.last_round", language, n=view.turns_left))
    lines.append(row_line(view, language))
    lines += [player_line(view, player, names, language) for player in view.players]
    return lines


def row_line(view: TicketView, language: str) -> str:
    """The face-up cards and what is left in the decks."""
    row = card_names([card for card in view.row if card is not None], language)
    decks = " · ".join(f"{text(f'word.deck.{deck}', language)}: {left}" for deck, left in view.decks.items())
    tickets = sum(view.piles.values())
    return text("status.row", language, row=row or text("card.none", language), decks=decks, n=tickets)


def player_line(view: TicketView, player: PlayerView, names: Names, language: str) -> str:
    parts = [
        text("word.count.points", language, n=player.points),
        pieces_text(view, player.wagons, player.ships, language),
        text("word.count.cards", language, n=player.cards),
        text("word.count.tickets", language, n=player.tickets),
    ]
    if player.passengers:
        parts.append(text("word.count.passengers", language, n=sum(player.passengers.values())))
    if player.harbours_left:
        parts.append(text("status.harbours", language, n=player.harbours_left))
    return f"**{name_of(names, player.player)}** " + " · ".join(parts)


def totals(view: View) -> dict[PlayerId, int]:
    points = dict.fromkeys(range(view.seats), 0)
    for score in view.scores:
        points[score.player] += score.points
    return points


def score_lines(view: View, names: Names, language: str) -> list[str]:
    """Cyd 118 = routes 71 + tickets 37 + longest 10, best first"""
    points = totals(view)
    order = [player for place in view.ranking for player in place] or sorted(points, key=lambda p: -points[p])
    return [_score_line(view, player, points[player], names, language) for player in order]


def final_line(view: View, names: Names, language: str) -> str:
    """Cyd 118 = routes 71 + tickets 37 + longest route 10 · Ada 104 · Bo 88"""
    points = totals(view)
    first, *others = view.ranking
    best = [_score_line(view, player, points[player], names, language) for player in first]
    rest = [f"**{name_of(names, player)}** {typeset(points[player])}" for place in others for player in place]
    return " · ".join([*best, *rest])


def _score_line(view: View, player: PlayerId, total: int, names: Names, language: str) -> str:
    scores = [score for score in view.scores if score.player == player and score.points]
    name = f"**{name_of(names, player)}** {typeset(total)}"
    if len(scores) < 2:
        return name
    first, *others = [(score.points, text(f"score.{score.category}", language)) for score in scores]
    sum_of = [f"{first[1]} {typeset(first[0])}"]
    sum_of += [f"{'+' if points > 0 else '−'} {category} {abs(points)}" for points, category in others]
    return f"{name} = {' '.join(sum_of)}"


def result_line(view: View, names: Names, language: str) -> str:
    """Who has won, and with how much."""
    if not view.ranking:
        return text("status.over", language)
    winners = view.ranking[0]
    best = totals(view)[winners[0]]
    if len(winners) == 1:
        return text("result.wins", language, player=name_of(names, winners[0]), n=best, points=typeset(best))
    shared = listed_names(names, winners, language)
    return text("result.shared", language, names=shared, n=best, points=typeset(best))


def turn_heading(player: str, table: str, turn: int, language: str) -> str:
    """The first line of a turn's post; `player` is a mention or a name made safe."""
    return text("status.heading", language, player=player, table=table, n=turn)
