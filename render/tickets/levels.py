"""The map at a few fixed scales, packed in tiles: close-ups are cut from them, and nothing of the map is drawn again.

A level is made band by band, each when it is first needed, and kept on disk beside the base, whose palette it has.
"""

import hashlib
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray

from render.kit import disk
from render.kit.canvas import Box, Pixels, Point
from render.kit.palette import CLEAR
from render.kit.sheet import FREE, NAME
from render.kit.theme import theme_named
from render.tickets.base import base_of, draw_map
from render.tickets.drawn_map import drawn_map_of

SCALES = (1.0, 1.4, 2.0)
TILE, BAND = 256, 512
"""Pixels: the side of a tile, and how much of a level is drawn in one go."""
PACKED = 2
PIXELS, ZONES, BARE = 0, 1, 2
"""The layers of a band."""
BESIDE = 5
"""Pixels to either side of a line's middle that may belong to it."""
DIGEST = 16


class Band(msgspec.Struct, frozen=True, array_like=True):
    """A strip of a level from its left to its right: tiles, row by row."""

    pixels: tuple[bytes, ...]
    zones: tuple[bytes, ...]
    bare: tuple[bytes, ...]
    """What is seen without the names and the lines to them, CLEAR where that is the same."""


class HiddenName(NamedTuple):
    """A name that isn't to be seen, in pixels of a level."""

    box: Box
    line: tuple[Point, Point] | None
    """From its city, where it stands apart."""


class Level(msgspec.Struct, frozen=True):
    """A map in one theme at one scale."""

    title: str
    theme: str
    scale: float

    @property
    def key(self) -> str:
        """Names all that is drawn on it."""
        return f"{base_of(self.title, self.theme).key}@{self.scale}"

    @property
    def size(self) -> tuple[int, int]:
        width, height = drawn_map_of(self.title).outline.size
        return int(width * self.scale), int(height * self.scale)

    @property
    def is_round(self) -> bool:
        """Whether it goes on at the other side where it ends."""
        return bool(drawn_map_of(self.title).outline.ports)

    def cut(self, box: Box, hidden: Sequence[HiddenName] = ()) -> tuple[Pixels, Pixels]:
        """Pixels and zones of a box, which lies within the level; on a round one it may lie beyond left and right."""
        pixels, zones = self._cut(box, PIXELS), self._cut(box, ZONES)
        for name in hidden:
            if inner := common(box, name.box):
                self._uncover(pixels, box, inner)
                under = zones[within(box, inner)]
                under[under == NAME] = FREE
            if name.line and (inner := common(box, around_line(name.line))):
                self._uncover(pixels, box, inner, near_line(name.line, inner))
        return pixels, zones

    def _uncover(self, pixels: Pixels, box: Box, inner: Box, where: NDArray[np.bool_] | bool = True) -> None:
        """Of the pixels of a box, those of an inner one as they are without names."""
        bare = self._cut(inner, BARE)
        np.copyto(pixels[within(box, inner)], bare, where=(bare != CLEAR) & where)

    def _cut(self, box: Box, layer: int) -> Pixels:
        left, top, right, bottom = box
        found = np.empty((bottom - top, right - left), dtype=np.uint8)
        width = self.size[0]
        for start in range(left // width * width, right, width):
            a, b = max(left, start), min(right, start + width)
            self._copy((a - start, top, b - start, bottom), layer, found[:, a - left : b - left])
        return found

    def _copy(self, box: Box, layer: int, target: Pixels) -> None:
        left, top, right, bottom = box
        columns = range(left // TILE, -(-right // TILE))
        for row in range(top // TILE, -(-bottom // TILE)):
            for column in columns:
                y, x = row * TILE, column * TILE
                shape = (min(TILE, self.size[1] - y), min(TILE, self.size[0] - x))
                y0, y1 = max(top, y), min(bottom, y + shape[0])
                x0, x1 = max(left, x), min(right, x + shape[1])
                part = np.s_[y0 - y : y1 - y, x0 - x : x1 - x]
                target[y0 - top : y1 - top, x0 - left : x1 - left] = tile_of(self, layer, row, column)[part]


def common(one: Box, other: Box) -> Box | None:
    left, top, right, bottom = (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )
    return (left, top, right, bottom) if left < right and top < bottom else None


def within(box: Box, inner: Box) -> tuple[slice, slice]:
    """Where an inner box lies among the pixels of a box."""
    left, top = box[:2]
    return slice(inner[1] - top, inner[3] - top), slice(inner[0] - left, inner[2] - left)


def around_line(line: tuple[Point, Point]) -> Box:
    (a, b), (c, d) = line
    return int(min(a, c)) - BESIDE, int(min(b, d)) - BESIDE, int(max(a, c)) + BESIDE, int(max(b, d)) + BESIDE


def near_line(line: tuple[Point, Point], box: Box) -> NDArray[np.bool_]:
    """Which pixels of a box lie on a line, or beside it."""
    (a, b), (c, d) = line
    x, y = np.arange(box[0], box[2])[None, :] - a, np.arange(box[1], box[3])[:, None] - b
    length = math.dist(*line) or 1.0
    near: NDArray[np.bool_] = abs(x * (d - b) - y * (c - a)) <= BESIDE * length
    return near


def level_for(title: str, theme: str, area: float, most: int) -> Level:
    """The closest at which an area in the map's own units has no more than so many pixels."""
    fitting = [scale for scale in SCALES if scale * scale * area <= most]
    return Level(title, theme, max(fitting, default=SCALES[0]))


@lru_cache(128)
def tile_of(level: Level, layer: int, row: int, column: int) -> Pixels:
    """Neighbours are often wanted one after the other."""
    band = band_of(level, row * TILE // BAND)
    width, height = level.size
    shape = (min(TILE, height - row * TILE), min(TILE, width - column * TILE))
    number = row % (BAND // TILE) * -(-width // TILE) + column
    packed = (band.pixels, band.zones, band.bare)[layer][number]
    return np.frombuffer(isal_zlib.decompress(packed), dtype=np.uint8).reshape(shape)


@lru_cache(96)
def band_of(level: Level, number: int) -> Band:
    """From memory, from disk, or drawn now."""
    name = band_file(level, number)
    kept = read_band(name)
    if kept is None:
        kept = drawn_band(level, number)
        raw = msgspec.msgpack.encode(kept)
        disk.write(name, digest(raw) + raw)
    return kept


def band_file(level: Level, number: int) -> str:
    return f"{level.key}-{number}.tiles"


def read_band(name: str) -> Band | None:
    """None where it is missing or spoilt."""
    raw = disk.read(name)
    if raw is None or digest(raw[DIGEST:]) != raw[:DIGEST]:
        return None
    return msgspec.msgpack.decode(raw[DIGEST:], type=Band)


def digest(raw: bytes) -> bytes:
    return hashlib.blake2b(raw, digest_size=DIGEST).digest()


def drawn_band(level: Level, number: int) -> Band:
    width, height = level.size
    box = (0, number * BAND, width, min((number + 1) * BAND, height))
    drawn_map, theme = drawn_map_of(level.title), theme_named(level.theme)
    drawn = draw_map(drawn_map, theme, box, level.scale, (0, 0))
    palette = base_of(level.title, level.theme).palette
    bare, differs = np.full(drawn.zones.shape, CLEAR, dtype=np.uint8), (drawn.pixels != drawn.bare).any(axis=2)
    bare[differs] = palette.mapped(drawn.bare[differs])
    return Band(tiles_of(palette.mapped(drawn.pixels)), tiles_of(drawn.zones), tiles_of(bare))


def tiles_of(pixels: Pixels) -> tuple[bytes, ...]:
    height, width = pixels.shape
    return tuple(
        isal_zlib.compress(np.ascontiguousarray(pixels[y : y + TILE, x : x + TILE]).data, PACKED)
        for y in range(0, height, TILE)
        for x in range(0, width, TILE)
    )


def every_band(title: str, theme: str) -> list[tuple[Level, int]]:
    levels = [Level(title, theme, scale) for scale in SCALES]
    return [(level, number) for level in levels for number in range(-(-level.size[1] // BAND))]
