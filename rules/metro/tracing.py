"""Following the lines: what lies on the board, how long each line is, and what one more tile would do to them.

Kept up tile by tile. A stretch is a run of track over tiles, as long as it goes; for each we know where it starts,
where it ends and how many passes it has, so that a tile only joins the stretches that meet on its square.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from rules.metro.board import (
    CENTRAL_STATION,
    CENTRAL_TRACKS,
    EDGE_SQUARES,
    ENDS,
    NEIGHBOURS,
    NOWHERE,
    PLACE_AT,
    PLACES,
    SQUARE,
    SQUARES,
    STATIONS,
    TILE_SQUARES,
    Wiring,
)
from rules.metro.tiles import CODES, PATTERNS, leaving_sides

WIRINGS = (CENTRAL_STATION, CENTRAL_TRACKS)


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A tile on the board; `turn` is in degrees clockwise."""

    square: str
    tile: str
    turn: int = 0


class TilePass(msgspec.Struct, frozen=True, gc=False):
    """One pass of a line over a tile, with the square's ends numbered 0 to 7 clockwise from the top left."""

    square: str
    entry: int
    exit: int


class Finish(msgspec.Struct, frozen=True, gc=False):
    """A line that has just become complete, from place to place (stations, then spaces, as in `board`)."""

    start: int
    end: int
    passes: int


class Reached(NamedTuple):
    """How far a line has come: its first entry, the place it departs from, and the end that it has reached."""

    entry: int
    start: int
    end: int


class Effect(msgspec.Struct, frozen=True, gc=False):
    """What one tile does to one line: its passes before and after, and the place where it then ends, if it does."""

    start: int
    before: int
    after: int
    end: int | None

    @property
    def points(self) -> int:
        """What the line's owner gets for it now."""
        return 0 if self.end is None else points_of(self.start, self.end, self.after)


def points_of(start: int, end: int, passes: int) -> int:
    """A line that ends at the central station counts double, unless it started there."""
    return 2 * passes if end >= STATIONS > start else passes


class Tracks(msgspec.Struct, frozen=True, gc=False):
    """All that lies on the board. Public knowledge, and enough to trace every line."""

    laid: tuple[Laid, ...]
    """In the order in which they were laid; central tiles are not among them."""
    central: tuple[Laid, ...]
    free: int
    """The empty squares, as a bit mask."""
    reachable: int
    """Those of them that touch the edge or a tile."""
    starts: bytes
    """For each exit, and for ENDS + each place to depart from: the entry where the stretch that ends here starts."""
    ends: bytes
    """For each entry, and for ENDS + each place to arrive at: the exit where the stretch that starts here ends."""
    lengths: bytes
    """For each entry where a stretch starts: its passes."""

    @property
    def wiring(self) -> Wiring:
        return WIRINGS[bool(self.central)]

    def lay(self, square: int, tile: Laid, pattern: int) -> tuple["Tracks", list[Finish]]:
        """The board with one tile more, and the lines that it completes."""
        starts, ends, lengths, finished = self._joined(square, pattern)
        free = self.free & ~(1 << square)
        reachable = (self.reachable | NEIGHBOURS[square]) & free
        laid = self.laid
        laid += (tile,)
        tracks = Tracks(laid, self.central, free, reachable, bytes(starts), bytes(ends), bytes(lengths))
        return tracks, finished

    def _joined(self, square: int, pattern: int) -> tuple[bytearray, bytearray, bytearray, list[Finish]]:
        wiring = WIRINGS[bool(self.central)]
        place = wiring.place
        starts, ends, lengths = bytearray(self.starts), bytearray(self.ends), bytearray(self.lengths)
        finished = []
        for before, after in wiring.joins[square][pattern]:
            start = starts[before]
            if start == after:
                continue  # a loop without a station, which means nothing
            end = ends[after]
            starts[end] = start
            ends[start] = end
            lengths[start] += lengths[after] + 1
            if place[end] != NOWHERE and place[start] != NOWHERE:
                finished.append(Finish(place[start], place[end], lengths[start]))
        return starts, ends, lengths, finished

    def effects(self, square: int, pattern: int) -> tuple[Effect, ...]:
        """What a tile would do to each line that runs into its square or starts there."""
        return tuple([self.effect(line, square, pattern) for line in self.lines_into(square)])

    def lines_into(self, square: int) -> list[Reached]:
        """The lines that run into an empty square or start there; into any other none can be led."""
        if not self.free >> square & 1:
            return []
        wiring, starts = WIRINGS[bool(self.central)], self.starts
        found = [
            Reached(starts[end], wiring.place[starts[end]], end) for end in wiring.across[4 * square : 4 * square + 4]
        ]
        return sorted([line for line in found if line.start != NOWHERE])

    def effect(self, line: Reached, square: int, pattern: int) -> Effect:
        """What a tile would do to one of `lines_into` its square."""
        wiring, ends, lengths = WIRINGS[bool(self.central)], self.ends, self.lengths
        entry, start, last = line
        onward, passes = dict(wiring.joins[square][pattern]), lengths[entry]
        while last in onward:
            after = onward[last]
            passes += lengths[after] + 1
            last = ends[after]
        end = wiring.place[last]
        return Effect(start, lengths[entry], passes, None if end == NOWHERE else end)

    def line(self, start: int) -> tuple[int, int | None]:
        """The passes so far of the line that departs from a place, and the place where it ends, once it does."""
        square, side = PLACE_AT[start]
        entry = 4 * square + side
        if not self.lengths[entry]:
            return 0, None
        end = self.wiring.place[self.ends[entry]]
        return self.lengths[entry], None if end == NOWHERE else end

    def arriving(self, end: int) -> tuple[int, int | None]:
        """The passes so far of the track that leads to a place, and the place where it starts, once that is known."""
        square, side = PLACE_AT[end]
        if self.free >> square & 1:
            return 0, None
        entry = self.starts[4 * square + side]
        start = self.wiring.place[entry]
        return self.lengths[entry], None if start == NOWHERE else start

    def paths(self, starts: Iterable[int]) -> tuple[tuple[TilePass, ...], ...]:
        """Every pass so far of the lines that depart from these places."""
        sides = {SQUARE[tile.square]: leaving_sides(CODES[pattern_of(tile)]) for tile in self.central + self.laid}
        return tuple(self._path(start, sides) for start in starts)

    def _path(self, start: int, leaving: dict[int, tuple[int, ...]]) -> tuple[TilePass, ...]:
        square, side = PLACE_AT[start]
        passes = []
        while square in leaving:
            out = leaving[square][side]
            passes.append(TilePass(SQUARES[square], 2 * side, 2 * out + 1))
            across = self.wiring.across[4 * square + out]
            if across >= ENDS:
                break
            square, side = divmod(across, 4)
        return tuple(passes)


def pattern_of(tile: Laid) -> int:
    return PATTERNS[tile.tile][tile.turn // 90]


@lru_cache(maxsize=32)
def empty_tracks(central: tuple[Laid, ...] = ()) -> Tracks:
    """The board before the first tile, with the four central tiles where module 3 is played."""
    wiring = WIRINGS[bool(central)]
    near = [end if end < ENDS else 0 for end in wiring.across]
    places = [4 * square + side for square, side in PLACE_AT]
    table = bytes(near + places)
    tracks = Tracks((), central, TILE_SQUARES, EDGE_SQUARES, table, table, bytes(ENDS + PLACES))
    for tile in central:
        starts, ends, lengths, _ = tracks._joined(SQUARE[tile.square], pattern_of(tile))
        tracks = msgspec.structs.replace(tracks, starts=bytes(starts), ends=bytes(ends), lengths=bytes(lengths))
    return tracks


def tracks_with(laid: Iterable[Laid], central: tuple[Laid, ...] = ()) -> Tracks:
    """A board as anybody can see it: what a view shows is enough."""
    tracks = empty_tracks(central)
    for tile in laid:
        tracks, _ = tracks.lay(SQUARE[tile.square], tile, pattern_of(tile))
    return tracks
