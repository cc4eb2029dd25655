"""How a finished game went, for everybody who held a seat: points, place, share of the seat's moves, time."""

from collections.abc import Sequence

from bot.store.rows import ActionRow, ResultRow, SeatingRow
from bot.tables.records import CachedGame
from bot.tables.since import stretches
from rules.game import PlayerId


def results_of(cached: CachedGame, log: Sequence[ActionRow], history: Sequence[SeatingRow]) -> list[ResultRow]:
    """`log` are the actions that stand, `history` who sat where. Whoever held a seat without moving has no result."""
    points, places, waits = points_of(cached), places_of(cached), waits_in(log)
    found = []
    for seat in range(len(cached.seats)):
        moves = [row for row in log if row.player == seat]
        for part, (holder, after, until) in enumerate(stretches([row for row in history if row.seat == seat])):
            own = [row.seq for row in moves if after < row.seq <= until]
            begun = [waits[seq] for seq in own if seq in waits]
            result = ResultRow(
                seat=seat,
                part=part,
                user=holder.user,
                robot=holder.robot,
                points=points[seat],
                place=places[seat],
                share=len(own) / max(1, len(moves)),
                turns=len(begun),
                seconds=sum(begun),
                at=log[-1].at,
            )
            found += [result] if own else []
    return found


def points_of(cached: CachedGame) -> dict[PlayerId, int]:
    points = dict.fromkeys(range(len(cached.seats)), 0)
    for score in cached.game.scores(cached.state):
        points[score.player] += score.points
    return points


def places_of(cached: CachedGame) -> dict[PlayerId, int]:
    places, next_place = {}, 1
    for group in cached.game.ranking(cached.state):
        places.update(dict.fromkeys(group, next_place))
        next_place += len(group)
    return places


def waits_in(log: Sequence[ActionRow]) -> dict[int, float]:
    """For the first action of each turn, the seconds since the turn before it was over."""
    found: dict[int, float] = {}
    turn, before = 0, 0.0
    for row in log:
        if row.turn > turn:
            found[row.seq] = max(0.0, row.at - before) if before else 0.0
            turn = row.turn
        before = row.at
    return found
