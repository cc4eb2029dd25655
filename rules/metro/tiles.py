"""The tiles: 24 patterns of four links, and what turning a tile makes of it.

A code has one letter for each side in the order north, east, south, west, for the track that enters there: `a` leaves
on the opposite side, `b` on the next side clockwise, `c` on the next side counter-clockwise, `d` on the same side.
"""

from itertools import permutations

SIDES = "NESW"
LETTERS = "dbac"
"""By how many sides further clockwise a track leaves: none, one, two, three."""
TURNS = (0, 90, 180, 270)
"""Degrees clockwise from the arrow pointing up."""


def turned_code(code: str, turn: int) -> str:
    """What lies there when a tile is turned by `turn` degrees clockwise, named as if it had not been turned."""
    steps = turn // 90
    return code[-steps:] + code[:-steps] if steps else code


def leaving_sides(code: str) -> tuple[int, ...]:
    """For the track entering on each side, north first: the side where it leaves."""
    return tuple((side + LETTERS.index(letter)) % 4 for side, letter in enumerate(code))


def links(code: str) -> tuple[tuple[int, int], ...]:
    """The four tracks as (entry end, leaving end), with a square's eight ends numbered clockwise from the top left."""
    return tuple((2 * side, 2 * out + 1) for side, out in enumerate(leaving_sides(code)))


def _code(sides: tuple[int, ...]) -> str:
    return "".join(LETTERS[(out - side) % 4] for side, out in enumerate(sides))


CODES = tuple(sorted(_code(sides) for sides in permutations(range(4))))
"""All 24 ways to join four entries to four exits; a pattern is an index into this."""

PATTERNS = {code: tuple(CODES.index(turned_code(code, turn)) for turn in TURNS) for code in CODES}
"""The pattern that a tile shows in each of the four turns."""
