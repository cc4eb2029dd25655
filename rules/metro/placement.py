"""Where a tile may go: reachable squares, and no line of one tile unless this tile fits nowhere else."""

from rules.metro.board import CENTRAL_STATION, ENDS, PLACE_AT, SQUARES, STATIONS
from rules.metro.tiles import CODES, PATTERNS, TURNS


def one_tile_lines(square: int, pattern: int) -> tuple[int, ...]:
    """The stations and spaces whose line would be complete with this tile alone."""
    return tuple(
        before - ENDS for before, after in CENTRAL_STATION.joins[square][pattern] if before >= ENDS and after >= ENDS
    )


def _squares_with(pattern: int, central: bool) -> int:
    return sum(
        1 << square
        for square in range(len(SQUARES))
        if any((place >= STATIONS) == central for place in one_tile_lines(square, pattern))
    )


ONE_TILE_AT_EDGE = tuple(_squares_with(pattern, False) for pattern in range(len(CODES)))
"""For each pattern: the squares where it joins a station to a station. It does not matter who owns them."""
ONE_TILE_AT_CENTRE = tuple(_squares_with(pattern, True) for pattern in range(len(CODES)))
"""For each pattern: the squares where it turns back into the centre; that counts where a train stands."""

ARROW_UP = (0,)


def train_squares(spaces: tuple[int, ...]) -> int:
    """The squares that the trains in the central station lead into."""
    return sum(1 << PLACE_AT[space][0] for space in spaces)


def squares_for(reachable: int, trains: int, tile: str) -> int:
    """The squares, as a bit mask, where a tile may go with its arrow up."""
    pattern = PATTERNS[tile][0]
    bad = ONE_TILE_AT_EDGE[pattern] | (ONE_TILE_AT_CENTRE[pattern] & trains)
    return reachable & ~bad or reachable


def squares_by_turn(reachable: int, trains: int, tile: str) -> tuple[int, ...]:
    """The same in free direction, a mask for each turn. Every square and turn has to fail before a one-tile line."""
    good = tuple(
        reachable & ~(ONE_TILE_AT_EDGE[pattern] | (ONE_TILE_AT_CENTRE[pattern] & trains)) for pattern in PATTERNS[tile]
    )
    return good if any(good) else (reachable,) * len(TURNS)
