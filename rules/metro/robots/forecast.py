"""What each player may expect to have in the end, as a position stands."""

from math import exp
from typing import NamedTuple

from rules.metro.board import ENDS, STATIONS
from rules.metro.box import NOBODY
from rules.metro.robots.outlook import DOUBLED_AT_THE_CENTRE, ONCE, Outlook
from rules.metro.robots.position import Position

LOOKS_AHEAD = 2
"""Times to go over the board, from what was expected at the root; more foretell the result no better."""
LOOKS_AROUND = 4
"""The same for which lines arrive where."""
FAR = 30.0
"""Beyond this many spreads everything is settled."""


class Chances(NamedTuple):
    """Certain at the end; before, the further ahead and the fewer squares are left, the surer."""

    win: float
    ahead: float
    """Of one of the others, on average."""


def chances(position: Position, player: int) -> Chances:
    if not position.grid.free:
        totals = position.results()
        own, most = totals[player], max(totals)
        behind = sum(other < own for other in totals) + (totals.count(own) - 1) / 2
        return Chances(1 / totals.count(most) if own == most else 0.0, behind / (len(totals) - 1))
    totals_to_be = expected_totals(position)
    weights = position.table.weights
    scale = weights["win_late"] + weights["win_early"] * room_of(position) ** 0.5
    mine = totals_to_be[player]
    odds = [exp(max(-FAR, min(FAR, (other - mine) / scale))) for other in totals_to_be]
    behind_me = sum(1 / (1 + each) for each in odds) - 0.5
    return Chances(1 / sum(odds), behind_me / (len(odds) - 1))


def room_of(position: Position) -> float:
    return position.grid.free.bit_count() / 60


def expected_totals(position: Position) -> list[float]:
    outlook = Outlook(position.grid, position.table.root.odds)
    points = expected_points(position, outlook)
    if position.held:
        weights = position.table.weights
        spread = weights["spread_late"] + weights["spread"] * room_of(position)
        values = [1 + sum(chance_ahead(one - other, spread) for other in points) - 0.5 for one in points]
        return position.share_totals(values, [made / position.box.shares.bonus_divisor for made in points])
    if position.numbers:
        arriving = outlook.traffic(position.table.root.lines, LOOKS_AROUND).passes
        for player, places in enumerate(position.numbers):
            points[player] += sum(arriving[ENDS + place] for place in places)
    return points


def chance_ahead(by: float, spread: float) -> float:
    return 1 / (1 + exp(-max(-FAR, min(FAR, by / spread))))


def expected_points(position: Position, outlook: Outlook) -> list[float]:
    """For each owner of lines."""
    root, grid = position.table.root, position.grid
    stations = outlook.prospect(DOUBLED_AT_THE_CENTRE, LOOKS_AHEAD, root.stations)
    spaces = outlook.prospect(ONCE, LOOKS_AHEAD, root.spaces) if position.train_squares else stations
    points = [float(made) for made in position.points]
    for place, owner in enumerate(position.trains):
        if owner != NOBODY:
            entry, passes = grid.head(place)
            if entry < ENDS:
                each, more = stations if place < STATIONS else spaces
                points[owner] += passes * each[entry] + more[entry]
    return points
