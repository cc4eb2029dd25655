"""The board: squares, stations, spaces of the central station, and the tables that make tracing quick.

Squares are A1 to H8, columns from the left and rows from the top; inside, a square is its index row by row. Trains keep
right, so on each side of a square there is one entry and one exit. Entry and exit share the number 4 × square + side
(sides north, east, south, west). Behind the last of them come the 40 places where lines begin and end: the 32 stations
clockwise from the top left, then the eight spaces of the central station, C1 to C8, clockwise likewise.
"""

from collections.abc import Iterator, Sequence

import msgspec

from rules.metro.tiles import CODES, SIDES, leaving_sides

SIZE = 8
NORTH, EAST, SOUTH, WEST = range(4)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))

SQUARES = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "ABCDEFGH")
SQUARE = {name: index for index, name in enumerate(SQUARES)}
CENTRE = tuple(SQUARE[name] for name in ("D4", "E4", "D5", "E5"))

ENDS = 4 * len(SQUARES)
"""Entries and exits are numbered below this, stations and spaces from here on."""
STATIONS = 32
SPACES = tuple(f"C{number}" for number in range(1, 9))
PLACES = STATIONS + len(SPACES)
NOWHERE = 255


def beside(square: int, side: int) -> int | None:
    row, column = divmod(square, SIZE)
    row, column = row + STEPS[side][0], column + STEPS[side][1]
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else None


def _edge() -> Iterator[tuple[int, int]]:
    along = range(SIZE)
    yield from ((column, NORTH) for column in along)
    yield from ((row * SIZE + SIZE - 1, EAST) for row in along)
    yield from (((SIZE - 1) * SIZE + column, SOUTH) for column in reversed(along))
    yield from ((row * SIZE, WEST) for row in reversed(along))


def _around_the_centre() -> Iterator[tuple[int, int]]:
    """The squares around the centre, with the side on which each touches it."""
    for square, facing in zip(("D3", "E3", "F4", "F5", "E6", "D6", "C5", "C4"), "SSWWNNEE", strict=True):
        yield SQUARE[square], SIDES.index(facing)


PLACE_AT = (*_edge(), *_around_the_centre())
"""For each station and space: the square its tracks lead into, and on which side."""
STATION_AT = {f"{SQUARES[square]} {SIDES[side]}": place for place, (square, side) in enumerate(PLACE_AT[:STATIONS])}


WAYS = tuple(tuple(enumerate(leaving_sides(code))) for code in CODES)
"""For each pattern, the side on which each track enters and the one where it leaves."""


class Wiring(msgspec.Struct, frozen=True):
    """What is joined to what outside the tiles, in tables by number."""

    across: tuple[int, ...]
    """For each entry the exit that leads into it, and for each exit the entry it leads into: ENDS + the place at a
    station or space."""
    place: bytes
    """For each entry the place that departs into it, and for each exit the place it arrives at, or NOWHERE."""
    joins: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    """For each square and pattern: what comes before and after each of the four links."""


def _wire(places: Sequence[tuple[int, int]]) -> Wiring:
    across = [_across(end) for end in range(ENDS)]
    place_of = bytearray([NOWHERE] * ENDS)
    for place, (square, side) in enumerate(places):
        across[4 * square + side] = ENDS + place
        place_of[4 * square + side] = place
    joins = tuple(_joins(across[4 * square : 4 * square + 4]) for square in range(len(SQUARES)))
    return Wiring(tuple(across), bytes(place_of), joins)


def _joins(across: list[int]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """What each pattern joins on a square, given what lies across its sides; equal pairs are one, to save memory."""
    pairs = {(side, out): (across[side], across[out]) for side in range(4) for out in range(4)}
    return tuple(tuple(pairs[way] for way in ways) for ways in WAYS)


def _across(end: int) -> int:
    """The end that meets this one on the other side of the border; an entry meets an exit."""
    square, side = divmod(end, 4)
    neighbour = beside(square, side)
    return ENDS if neighbour is None else 4 * neighbour + (side + 2) % 4


CENTRAL_STATION = _wire(PLACE_AT)
CENTRAL_TRACKS = _wire(PLACE_AT[:STATIONS])
"""Module 3: lines run through the centre."""


def mask_of(squares: Sequence[int]) -> int:
    return sum(1 << square for square in squares)


def squares_in(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


TILE_SQUARES = mask_of([square for square in range(len(SQUARES)) if square not in CENTRE])
EDGE_SQUARES = mask_of(sorted({square for square, _ in PLACE_AT[:STATIONS]}))
NEIGHBOURS = tuple(
    mask_of([n for side in range(4) if (n := beside(square, side)) is not None]) & TILE_SQUARES
    for square in range(len(SQUARES))
)
