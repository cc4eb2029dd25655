"""The map at a few fixed scales, packed in tiles: close-ups are cut from them, and nothing of the map is drawn again.

A level is made band by band, each when it is first needed, and kept on disk beside the base, whose palette it has.
"""

import hashlib
from functools import lru_cache

import msgspec
import numpy as np
from isal import isal_zlib

from render.kit import disk
from render.kit.canvas import Box, Pixels
from render.kit.theme import theme_named
from render.tickets.base import base_of, draw_map
from render.tickets.drawn_map import drawn_map_of

SCALES = (1.0, 1.4, 2.0)
TILE, BAND = 256, 512
"""Pixels: the side of a tile, and how much of a level is drawn in one go."""
PACKED = 2
DIGEST = 16


class Band(msgspec.Struct, frozen=True, array_like=True):
    """A strip of a level from its left to its right; tiles of pixels and of zones, row by row."""

    pixels: tuple[bytes, ...]
    zones: tuple[bytes, ...]


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

    def cut(self, box: Box) -> tuple[Pixels, Pixels]:
        """Pixels and zones of a box, which lies within the level; on a round one it may lie beyond left and right."""
        left, top, right, bottom = box
        found = np.empty((2, bottom - top, right - left), dtype=np.uint8)
        width = self.size[0]
        for start in range(left // width * width, right, width):
            a, b = max(left, start), min(right, start + width)
            self._copy((a - start, top, b - start, bottom), found[:, :, a - left : b - left])
        return found[0], found[1]

    def _copy(self, box: Box, target: Pixels) -> None:
        left, top, right, bottom = box
        columns = range(left // TILE, -(-right // TILE))
        for row in range(top // TILE, -(-bottom // TILE)):
            for column in columns:
                y, x = row * TILE, column * TILE
                shape = (min(TILE, self.size[1] - y), min(TILE, self.size[0] - x))
                y0, y1 = max(top, y), min(bottom, y + shape[0])
                x0, x1 = max(left, x), min(right, x + shape[1])
                part = np.s_[y0 - y : y1 - y, x0 - x : x1 - x]
                for layer, tile in enumerate(tile_of(self, row, column)):
                    target[layer, y0 - top : y1 - top, x0 - left : x1 - left] = tile[part]


def level_for(title: str, theme: str, area: float, most: int) -> Level:
    """The closest at which an area in the map's own units has no more than so many pixels."""
    fitting = [scale for scale in SCALES if scale * scale * area <= most]
    return Level(title, theme, max(fitting, default=SCALES[0]))


@lru_cache(64)
def tile_of(level: Level, row: int, column: int) -> tuple[Pixels, Pixels]:
    """Pixels and zones; neighbours are often wanted one after the other."""
    band = band_of(level, row * TILE // BAND)
    width, height = level.size
    shape = (min(TILE, height - row * TILE), min(TILE, width - column * TILE))
    number = row % (BAND // TILE) * -(-width // TILE) + column
    packed = (band.pixels[number], band.zones[number])
    pixels, zones = (np.frombuffer(isal_zlib.decompress(raw), dtype=np.uint8).reshape(shape) for raw in packed)
    return pixels, zones


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
    pixels, zones = draw_map(drawn_map, theme, box, level.scale, (0, 0))
    indexes = base_of(level.title, level.theme).palette.mapped(pixels)
    return Band(tiles_of(indexes), tiles_of(zones))


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
