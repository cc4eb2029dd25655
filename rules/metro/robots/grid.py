"""The tracks on the board, to try things on: the tables of `tracing.Tracks`, changed in place."""

from collections.abc import Iterable
from typing import Self

from rules.metro.board import NEIGHBOURS, NOWHERE, PLACE_AT, SQUARE, Wiring
from rules.metro.tracing import Laid, empty_tracks, pattern_of


class Grid:
    """What lies on the board. A tile only joins the stretches that meet on its square."""

    __slots__ = ("ends", "free", "lengths", "reachable", "starts", "wiring")

    def __init__(
        self, wiring: Wiring, free: int, reachable: int, starts: bytearray, ends: bytearray, lengths: bytearray
    ) -> None:
        self.wiring = wiring
        self.free = free
        self.reachable = reachable
        self.starts = starts
        self.ends = ends
        self.lengths = lengths

    def copy(self) -> Self:
        return type(self)(self.wiring, self.free, self.reachable, self.starts[:], self.ends[:], self.lengths[:])

    def lay(self, square: int, pattern: int) -> list[tuple[int, int, int]]:
        """Puts a tile down; the start, the end and the passes of each line that it completes."""
        starts, ends, lengths, place = self.starts, self.ends, self.lengths, self.wiring.place
        finished = []
        for before, after in self.wiring.joins[square][pattern]:
            start = starts[before]
            if start == after:
                continue  # a loop without a station
            end = ends[after]
            starts[end] = start
            ends[start] = end
            lengths[start] += lengths[after] + 1
            if place[end] != NOWHERE and place[start] != NOWHERE:
                finished.append((place[start], place[end], lengths[start]))
        self.free &= ~(1 << square)
        self.reachable = (self.reachable | NEIGHBOURS[square]) & self.free
        return finished

    def head(self, place: int) -> tuple[int, int]:
        """The entry that the line from a place leads into next (ENDS + the place where it has arrived), and its
        passes so far."""
        square, side = PLACE_AT[place]
        entry = 4 * square + side
        if self.free >> square & 1:
            return entry, 0
        return self.wiring.across[self.ends[entry]], self.lengths[entry]


def grid_of(laid: Iterable[Laid], central: tuple[Laid, ...] = ()) -> Grid:
    """The board as a view shows it."""
    empty = empty_tracks(central)
    tables = bytearray(empty.starts), bytearray(empty.ends), bytearray(empty.lengths)
    grid = Grid(empty.wiring, empty.free, empty.reachable, *tables)
    for tile in laid:
        grid.lay(SQUARE[tile.square], pattern_of(tile))
    return grid
