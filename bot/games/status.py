"""Where any game stands: whose turn it is, points, the result."""

from bot.text.names import Names, listed_names, name_of, names_of
from data.texts import text, typeset
from rules.game import PlayerId, View


def waiting_line(view: View, names: Names, language: str) -> str:
    """Whom the table waits for."""
    if view.is_over:
        return result_line(view, names, language)
    if len(view.to_act) == 1:
        return text("status.turn", language, player=name_of(names, view.to_act[0]))
    return text("status.choosing", language, n=len(view.to_act), names=names_of(names, view.to_act))


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


def turn_heading(player: str, table: str, turn: int, language: str, *, is_called: bool = True) -> str:
    """The first line of a turn's post; `player` is a mention or a name made safe. `is_called`: it speaks to them."""
    return text("status.heading" if is_called else "status.heading.other", language, player=player, table=table, n=turn)
