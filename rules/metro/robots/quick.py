"""A quick player, for rollouts: what links do to lines is looked up, and worked out anew only where a tile has come."""

from collections.abc import Sequence

from rules.metro.board import NOWHERE, STATIONS
from rules.metro.box import NOBODY
from rules.metro.placement import ONE_TILE_AT_CENTRE, ONE_TILE_AT_EDGE
from rules.metro.robots.outlook import LEAVING
from rules.metro.robots.position import Links, Position

NOTHING = (0.0, 0.0, 0.0, 0.0)
WORST = -1e9


def act(position: Position) -> None:
    """The best place for a tile at hand; if none is good, for one from the pile; or a train on a long track."""
    hand, pile = position.hands[position.player], position.pile
    if position.drawn is not None:
        hand = [position.drawn]
    worth, kind, square, pattern = best_place(position, hand)
    if position.drawn is None:
        if position.table.has_trains and _put_train(position, worth):
            return
        if pile and worth < position.table.draws_below[position.player]:
            position.drawn = pile.pop()
            worth, kind, square, pattern = best_place(position, [position.drawn])
    position.place(kind, square, pattern)


def best_place(position: Position, kinds: Sequence[int]) -> tuple[float, int, int, int]:
    """What the best place is worth, for which tile, the square, and the pattern that it shows there."""
    bad = [
        (kind, pattern, ONE_TILE_AT_EDGE[pattern] | (ONE_TILE_AT_CENTRE[pattern] & position.train_squares))
        for kind in kinds
        for pattern in position.table.patterns[kind]
    ]
    found = _best_of(position, bad)
    return found if found[0] > WORST else _best_of(position, [(kind, pattern, 0) for kind, pattern, _ in bad])


def _best_of(position: Position, tiles: Sequence[tuple[int, int, int]]) -> tuple[float, int, int, int]:
    """Among (tile, pattern, squares to avoid)."""
    table, player, known = position.table, position.player, position.links
    concern, passing = table.concern[player], table.passing[player]
    reachable = position.grid.reachable
    best, found = WORST, (WORST, 0, 0, 0)
    for kind, pattern, bad in tiles:
        a, b, c, d = LEAVING[pattern]
        mask = reachable & ~bad
        while mask:
            lowest = mask & -mask
            mask ^= lowest
            square = lowest.bit_length() - 1
            links = known[square]
            if links is None:
                links = known[square] = links_on(position, square)
            north, to_north, east, to_east, south, to_south, west, to_west = links
            later = passing.get(square) or table.passing_by(player, square)
            worth = (
                concern[north] * to_north[a]
                + concern[east] * to_east[b]
                + concern[south] * to_south[c]
                + concern[west] * to_west[d]
                + later[a]
                + later[4 + b]
                + later[8 + c]
                + later[12 + d]
            )
            if worth > best:
                best, found = worth, (worth, kind, square, pattern)
    return found


def links_on(position: Position, square: int) -> Links:
    """Nobody's lines, and tracks that no line has reached, count for nothing."""
    root, grid, trains = position.table.root, position.grid, position.trains
    across, place = grid.wiring.across, grid.wiring.place
    starts, ends, lengths = grid.starts, grid.ends, grid.lengths
    first = 4 * square
    n, e, s, w = across[first : first + 4]
    to_n, to_e, to_s, to_w = across[ends[n]], across[ends[e]], across[ends[s]], across[ends[w]]
    by_n, by_e, by_s, by_w = 1 + lengths[n], 1 + lengths[e], 1 + lengths[s], 1 + lengths[w]
    found: list[int | Sequence[float]] = []
    entry = first
    for before in (n, e, s, w):
        start = starts[before]
        at = place[start]
        owner = NOBODY if at == NOWHERE else trains[at]
        if owner == NOBODY:
            found += (NOBODY, NOTHING)
        else:
            each, more = root.stations if at < STATIONS else root.spaces
            passes = lengths[start]
            now = passes * each[entry] + more[entry]
            changes = (
                (passes + by_n) * each[to_n] + more[to_n] - now,
                (passes + by_e) * each[to_e] + more[to_e] - now,
                (passes + by_s) * each[to_s] + more[to_s] - now,
                (passes + by_w) * each[to_w] + more[to_w] - now,
            )
            found += (owner, changes)
        entry += 1
    return tuple(found)  # type: ignore[return-value]


def _put_train(position: Position, instead: float) -> bool:
    """Puts a train where that is better than the best tile, which is worth `instead`; or where there is no tile."""
    player, table, grid = position.player, position.table, position.grid
    trains = position.trains_of(player)
    spaces = position.open_spaces() if trains else []
    if not spaces:
        return False
    each, more = table.root.spaces
    heads = [(place, *grid.head(place)) for place in spaces]
    expected = [(passes * each[entry] + more[entry], place) for place, entry, passes in heads]
    patience = table.weights["train_late"] + table.weights["train_early"] * grid.free.bit_count() / 60
    has_tile = bool(position.hands[player] or position.pile)
    best, found = (instead if has_tile else 2 * WORST), None
    for owner, which in trains:
        weight = table.concern[player][owner]
        worth, place = max((weight * points, place) for points, place in expected)
        worth -= abs(weight) * patience
        if worth > best:
            best, found = worth, (place, which)
    if found is not None:
        position.put_train(*found)
    return found is not None
