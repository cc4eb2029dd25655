"""Pictures with 255 colours: flat fills stay exactly as they are, the rest goes to the nearest colour, no dither."""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray
from PIL import Image

from render.kit.canvas import Pixels
from render.kit.theme import Colour

SIZE, CLEAR = 255, 255
"""The most colours, and the number that is none of them."""
EXACT = 150
"""So many of the commonest colours are kept as they are; the others share what is left of the palette."""
BINS = 1 << 18
RAW = -15
"""For streams without head and checksum."""
ZLIB_HEAD, ZLIB_END = b"\x78\x01", b"\x03\x00"
"""The end is a last block with nothing in it."""


class Palette:
    def __init__(self, colours: Pixels) -> None:
        self.colours = colours
        self._wide = colours.astype(np.int32)
        self._index: dict[Colour, int] = {}
        self._shades: dict[tuple[Colour, Colour], Pixels] = {}
        self._table = np.full(BINS, CLEAR, dtype=np.uint8)
        """The index for each bin that has been asked for."""
        self._table[binned(colours)[::-1]] = np.arange(len(colours), dtype=np.uint8)[::-1]

    def index(self, colour: Colour) -> int:
        if colour not in self._index:
            self._index[colour] = int(self.nearest(np.array([colour], dtype=np.int32))[0])
        return self._index[colour]

    def shades(self, ground: Colour, ink: Colour) -> Pixels:
        """The index of each mixture, from none of the ink to 255 parts of it."""
        found = self._shades.get((ground, ink))
        if found is None:
            part = np.arange(256)[:, None]
            mixtures = (np.array(ground) * (255 - part) + np.array(ink) * part + 127) // 255
            found = self._shades[ground, ink] = self.mapped(mixtures.astype(np.uint8))
        return found

    def nearest(self, colours: NDArray[np.int32]) -> Pixels:
        """The palette's index for each colour; green weighs most, as in the eye."""
        found = np.empty(len(colours), dtype=np.uint8)
        for start in range(0, len(colours), 2048):
            part = colours[start : start + 2048, None, :] - self._wide[None, :, :]
            distance = 2 * part[..., 0] ** 2 + 4 * part[..., 1] ** 2 + 3 * part[..., 2] ** 2
            found[start : start + 2048] = np.argmin(distance, axis=1)
        return found

    def mapped(self, pixels: Pixels) -> Pixels:
        """The index of each colour. Colours that differ only in their two lowest bits are taken for one."""
        return self._found(binned(pixels))

    def mapped_picture(self, picture: Image.Image) -> Pixels:
        """The same for a picture in RGB, more quickly: it has four bytes a pixel, which go into one number."""
        packed = np.frombuffer(picture.tobytes("raw", "RGBX"), dtype="<i4").reshape(picture.height, picture.width)
        return self._found((packed & 0xFC) << 10 | (packed & 0xFC00) >> 4 | (packed & 0xFC0000) >> 18)

    def _found(self, bins: NDArray[np.int32]) -> Pixels:
        found = self._table.take(bins)
        is_new = found == CLEAR
        if is_new.any():
            fresh = np.unique(bins[is_new])
            self._table[fresh] = self.nearest(middles(fresh))
            found = self._table.take(bins)
        return found


def palette_in(picture: Image.Image) -> Palette:
    return Palette(np.array(picture.getpalette(), dtype=np.uint8).reshape(-1, 3)[:SIZE])


def unpack(keys: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.stack([keys >> 16, (keys >> 8) & 255, keys & 255], axis=-1)


def binned(pixels: Pixels) -> NDArray[np.int32]:
    """Six bits of each channel in one number."""
    wide = (pixels >> 2).astype(np.int32)
    bins: NDArray[np.int32] = (wide[..., 0] << 12) | (wide[..., 1] << 6) | wide[..., 2]
    return bins


def middles(bins: NDArray[np.int32]) -> NDArray[np.int32]:
    parts = np.stack([bins >> 12, (bins >> 6) & 63, bins & 63], axis=-1).astype(np.int32)
    return parts * 4 + 2


def palette_of(pictures: list[Pixels], always: list[Colour], size: int = SIZE) -> Palette:
    """A palette of `size` colours for these pictures, with those of `always` in it as they are."""
    keys, counts = histogram(pictures)
    order = np.argsort(-counts, kind="stable")
    keys, counts = keys[order], counts[order]
    fixed = [(r << 16) | (g << 8) | b for r, g, b in dict.fromkeys(always)]
    most = max(EXACT * size // SIZE, len(fixed))
    exact = np.array(list(dict.fromkeys([*fixed, *keys[:most].tolist()]))[:most], dtype=np.int32)
    others = ~np.isin(keys, exact)
    colours = unpack(exact).astype(np.uint8)
    if others.any():
        colours = np.concatenate([colours, shared(keys[others], counts[others], size - len(exact))])
    return Palette(colours[:size])


def histogram(pictures: list[Pixels]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The colours of all pictures, packed, and how often each comes."""
    found: Counter[int] = Counter()
    for picture in pictures:
        height, width = picture.shape[:2]
        for count, colour in Image.fromarray(picture).getcolors(height * width) or []:
            assert isinstance(colour, tuple)
            found[(colour[0] << 16) | (colour[1] << 8) | colour[2]] += count
    return np.array(list(found), dtype=np.int32), np.array(list(found.values()), dtype=np.int32)


def shared(keys: NDArray[np.int32], counts: NDArray[np.int32], size: int) -> Pixels:
    """`size` colours for many, by median cut; rarer colours count for a little more than their number."""
    repeated = np.repeat(keys, np.minimum(40, np.ceil(np.sqrt(counts))).astype(np.int64))
    strip = Image.fromarray(unpack(repeated).astype(np.uint8)[None, :, :], "RGB")
    cut = strip.quantize(size, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    values = cut.getpalette() or []
    return np.array(values, dtype=np.uint8).reshape(-1, 3)[:size]


def png(indexes: Pixels, palette: Palette) -> bytes:
    """Palette pixels as a file."""
    rows = np.zeros((indexes.shape[0], indexes.shape[1] + 1), dtype=np.uint8)
    rows[:, 1:] = indexes
    return png_of_rows(rows, palette)


def png_of_rows(rows: Pixels, palette: Palette, *, closely: bool = False) -> bytes:
    """A file from rows that begin with a 0 for "no filter"; igzip packs flat rows in a tenth of the time of zlib."""
    height, width = rows.shape
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width - 1, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.colours.tobytes()),
        (b"IDAT", packed_closely(rows) if closely else isal_zlib.compress(rows.data, 2)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, body) for kind, body in parts)


def packed_closely(rows: Pixels) -> bytes:
    """Smaller by a thirtieth, for a few milliseconds more: zlib, which finds more than igzip, packs an eighth of the
    rows, where maps are full, and each part of the others has a code of its own. One stream after the other is one."""
    first, last = len(rows) // 4, len(rows) * 3 // 8
    finer = zlib.compressobj(5, wbits=RAW, zdict=rows[max(0, first - 20) : first].tobytes())
    parts = [
        ZLIB_HEAD,
        *packed_parts(rows[:first]),
        finer.compress(rows[first:last].data),
        finer.flush(zlib.Z_SYNC_FLUSH),
        *packed_parts(rows[last:]),
        ZLIB_END,
        struct.pack(">I", isal_zlib.adler32(rows.data)),
    ]
    return b"".join(parts)


def packed_parts(rows: Pixels) -> Iterator[bytes]:
    packer = isal_zlib.compressobj(2, wbits=RAW)
    for start in range(0, len(rows), 128):
        yield packer.compress(rows[start : start + 128])
        yield packer.flush(isal_zlib.Z_SYNC_FLUSH)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", isal_zlib.crc32(kind + body))
