"""What may become of the lines under way, if tiles came as they are in the box and fell anywhere.

A line that stands before an empty square is a wanderer: the next tile there sends it to one of four sides, each with a
chance that depends on the tiles of the box; from there it follows what lies already, to an arrival or to the next
empty square. So for each entry of an empty square one small system of equations says what a line there may expect
(`Prospect`), and the same system turned around which lines may come there at all (`Traffic`). Together they tell what a
tile is worth, to lines that it touches and to those that may come by later. Both are solved by going over the board a
few times, from a good first guess.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from rules.metro.board import ENDS, PLACES, SQUARES, STATIONS, beside, squares_in
from rules.metro.placement import ONE_TILE_AT_EDGE
from rules.metro.robots.grid import Grid, grid_of
from rules.metro.tiles import CODES, PATTERNS, leaving_sides
from rules.metro.tracing import Laid

NODES = ENDS + PLACES
LEAVING = tuple(leaving_sides(code) for code in CODES)
"""For each pattern and each side where a track enters: the side where it leaves."""
SETTLED = 40
"""Times to go over an empty board until nothing changes."""

Odds: TypeAlias = tuple[float, ...]
"""For each side of a square and each side to leave it on, in rows: the chance of that link."""
Pay: TypeAlias = tuple[float, ...]
"""For each place where a line may arrive: what it is paid there for each of its passes."""
Row: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, Odds]
"""Of an empty square: its first entry; for each side to leave on, the entry or arrival that follows and the passes on
the way there; and the odds."""

ONCE: Pay = (1.0,) * PLACES
DOUBLED_AT_THE_CENTRE: Pay = (1.0,) * STATIONS + (2.0,) * (PLACES - STATIONS)


class Prospect(NamedTuple):
    """For each entry of an empty square, and for ENDS + each place to arrive at."""

    each: list[float]
    """What a line there may expect for each pass that it has made,"""
    more: list[float]
    """and for all passes that are still to come."""


class Traffic(NamedTuple):
    """For each entry of an empty square."""

    lines: list[float]
    """How many lines will come by, by weight,"""
    passes: list[float]
    """and how many passes they will have made."""


class Outlook:
    """A board as it lies."""

    __slots__ = ("grid", "rows")

    def __init__(self, grid: Grid, odds: Sequence[Odds]) -> None:
        """`odds` are those of `odds_of`."""
        across, ends, lengths = grid.wiring.across, grid.ends, grid.lengths
        self.grid = grid
        self.rows: list[Row] = []
        for square in squares_in(grid.free):
            entry = 4 * square
            north, east, south, west = across[entry : entry + 4]
            self.rows.append(
                (
                    entry,
                    across[ends[north]],
                    lengths[north],
                    across[ends[east]],
                    lengths[east],
                    across[ends[south]],
                    lengths[south],
                    across[ends[west]],
                    lengths[west],
                    odds[KIND[square]],
                )
            )

    def prospect(self, pay: Pay, rounds: int, guess: Prospect | None = None) -> Prospect:
        each = guess.each[:] if guess else [1.0] * ENDS + list(pay)
        more = guess.more[:] if guess else [4.0] * ENDS + [0.0] * PLACES
        rows = self.rows
        for number in range(rounds):
            for e, n, ln, o, lo, s, ls, w, lw, odds in reversed(rows) if number % 2 else rows:
                a, b, c, d = each[n], each[o], each[s], each[w]
                f, g, h, i = (
                    (1 + ln) * a + more[n],
                    (1 + lo) * b + more[o],
                    (1 + ls) * c + more[s],
                    (1 + lw) * d + more[w],
                )
                nn, ne, ns, nw, en, ee, es, ew, sn, se, ss, sw, wn, we, ws, ww = odds
                each[e] = nn * a + ne * b + ns * c + nw * d
                more[e] = nn * f + ne * g + ns * h + nw * i
                each[e + 1] = en * a + ee * b + es * c + ew * d
                more[e + 1] = en * f + ee * g + es * h + ew * i
                each[e + 2] = sn * a + se * b + ss * c + sw * d
                more[e + 2] = sn * f + se * g + ss * h + sw * i
                each[e + 3] = wn * a + we * b + ws * c + ww * d
                more[e + 3] = wn * f + we * g + ws * h + ww * i
        return Prospect(each, more)

    def traffic(self, weights: Iterable[tuple[int, float]], rounds: int) -> Traffic:
        """`weights` names places where lines start, with what each line weighs."""
        first_lines, first_passes = [0.0] * NODES, [0.0] * NODES
        for place, weight in weights:
            entry, passes = self.grid.head(place)
            first_lines[entry] += weight
            first_passes[entry] += weight * passes
        lines, passed = first_lines, first_passes
        for _ in range(rounds):
            lines_before, passed_before = lines, passed
            lines, passed = first_lines[:], first_passes[:]
            for e, n, ln, o, lo, s, ls, w, lw, odds in self.rows:
                a, b, c, d = lines_before[e : e + 4]
                if a == b == c == d == 0:
                    continue
                f, g, h, i = passed_before[e : e + 4]
                f, g, h, i = f + a, g + b, h + c, i + d
                nn, ne, ns, nw, en, ee, es, ew, sn, se, ss, sw, wn, we, ws, ww = odds
                out = nn * a + en * b + sn * c + wn * d
                lines[n] += out
                passed[n] += nn * f + en * g + sn * h + wn * i + ln * out
                out = ne * a + ee * b + se * c + we * d
                lines[o] += out
                passed[o] += ne * f + ee * g + se * h + we * i + lo * out
                out = ns * a + es * b + ss * c + ws * d
                lines[s] += out
                passed[s] += ns * f + es * g + ss * h + ws * i + ls * out
                out = nw * a + ew * b + sw * c + ww * d
                lines[w] += out
                passed[w] += nw * f + ew * g + sw * h + ww * i + lw * out
        return Traffic(lines, passed)

    def links(self, prospect: Prospect, traffic: Traffic) -> dict[int, list[float]]:
        """For each empty square: what each link there would change for all lines together, in rows like `Odds`."""
        each, more = prospect
        found = {}
        for e, n, ln, o, lo, s, ls, w, lw, _ in self.rows:
            a, b, c, d = each[n], each[o], each[s], each[w]
            f, g, h, i = (1 + ln) * a + more[n], (1 + lo) * b + more[o], (1 + ls) * c + more[s], (1 + lw) * d + more[w]
            worths: list[float] = []
            for entry in range(e, e + 4):
                lines, passed = traffic.lines[entry], traffic.passes[entry]
                now = passed * each[entry] + lines * more[entry]
                worths += (
                    passed * a + lines * f - now,
                    passed * b + lines * g - now,
                    passed * c + lines * h - now,
                    passed * d + lines * i - now,
                )
            found[e >> 2] = worths
        return found


def _kind(square: int) -> tuple[bool, ...]:
    """Squares at the same edges have the same odds: no tile may make a line of one tile there."""
    return tuple(beside(square, side) is None for side in range(4))


KINDS = sorted({_kind(square) for square in range(len(SQUARES))})
KIND = tuple(KINDS.index(_kind(square)) for square in range(len(SQUARES)))


@cache
def odds_of(tiles: tuple[tuple[str, int], ...], is_free: bool) -> tuple[Odds, ...]:
    """For each kind of square: the odds of each link, if any of these tiles might come; in free direction if told."""
    counts: dict[int, float] = {}
    for code, count in tiles:
        for pattern in PATTERNS[code] if is_free else PATTERNS[code][:1]:
            counts[pattern] = counts.get(pattern, 0.0) + count
    return tuple(_odds_on(KIND.index(kind), counts) for kind in range(len(KINDS)))


def _odds_on(square: int, counts: Mapping[int, float]) -> Odds:
    links = [0.0] * 16
    fitting = {pattern: count for pattern, count in counts.items() if not ONE_TILE_AT_EDGE[pattern] >> square & 1}
    for pattern, count in fitting.items():
        for side, out in enumerate(LEAVING[pattern]):
            links[4 * side + out] += count
    total = sum(fitting.values())
    return tuple(link / total for link in links)


@lru_cache(maxsize=64)
def first_guess(central: tuple[Laid, ...], odds: tuple[Odds, ...], pay: Pay) -> Prospect:
    """What lines may expect on the empty board."""
    return Outlook(grid_of((), central), odds).prospect(pay, SETTLED)
