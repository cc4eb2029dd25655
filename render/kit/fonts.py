"""The open fonts, in the order in which they are asked for a letter, and which letters each of them has.

Source Sans Pro writes nearly everything. A part of DejaVu Sans has Hebrew, Arabic, Armenian, Georgian, signs and faces;
a part of Noto Sans CJK has Chinese, Japanese and Korean; FiraGO has Thai and Devanagari; Noto Sans Symbols 2 has more
pictures. Each is an OFL font or as free; licences and hashes lie beside the files.
"""

import struct
from functools import cache, lru_cache

from PIL import ImageFont

import data

FOLDER = data.FOLDER / "fonts"
FILES = {
    "regular": "SourceSansPro-Regular.ttf",
    "semibold": "SourceSansPro-Semibold.ttf",
    "bold": "SourceSansPro-Bold.ttf",
    "black": "SourceSansPro-Black.ttf",
    "italic": "SourceSansPro-It.ttf",
    "dejavu": "DejaVuSans-Bold-part.ttf",
    "cjk": "NotoSansCJKjp-Bold-part.otf",
    "firago": "FiraGO-Bold.ttf",
    "symbols": "NotoSansSymbols2-Regular.otf",
}
SIZES = {"dejavu": 0.9, "cjk": 0.92, "firago": 0.92, "symbols": 0.92}
"""Fonts for what Source Sans lacks, with the size at which they look as large."""


@lru_cache(256)
def font(name: str, size: float) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels. Basic layout, so that pictures are alike on every machine."""
    path = FOLDER / FILES[name]
    return ImageFont.truetype(path, size * SIZES.get(name, 1.0), layout_engine=ImageFont.Layout.BASIC)


@cache
def letters(name: str) -> frozenset[int]:
    """The code points that a font has a glyph for, read from its `cmap` table."""
    raw = (FOLDER / FILES[name]).read_bytes()
    (tables,) = struct.unpack(">H", raw[4:6])
    for i in range(tables):
        tag, _, offset, _ = struct.unpack(">4sIII", raw[12 + 16 * i : 28 + 16 * i])
        if tag == b"cmap":
            return frozenset(code for part in subtables(raw, offset) for code in part)
    return frozenset()


def subtables(raw: bytes, start: int) -> list[list[int]]:
    (count,) = struct.unpack(">H", raw[start + 2 : start + 4])
    found = []
    for i in range(count):
        _, _, offset = struct.unpack(">HHI", raw[start + 4 + 8 * i : start + 12 + 8 * i])
        (form,) = struct.unpack(">H", raw[start + offset : start + offset + 2])
        if form == 4:
            found.append(segments(raw, start + offset))
        elif form == 12:
            found.append(groups(raw, start + offset))
    return found


def segments(raw: bytes, at: int) -> list[int]:
    """Format 4: ranges within the first 65,536 code points."""
    (twice,) = struct.unpack(">H", raw[at + 6 : at + 8])
    ends = struct.unpack(f">{twice // 2}H", raw[at + 14 : at + 14 + twice])
    starts = struct.unpack(f">{twice // 2}H", raw[at + 16 + twice : at + 16 + 2 * twice])
    return [code for first, last in zip(starts, ends, strict=True) for code in range(first, last + 1) if code < 0xFFFF]


def groups(raw: bytes, at: int) -> list[int]:
    """Format 12: ranges within all code points."""
    (count,) = struct.unpack(">I", raw[at + 12 : at + 16])
    found: list[int] = []
    for i in range(count):
        first, last, _ = struct.unpack(">III", raw[at + 16 + 12 * i : at + 28 + 12 * i])
        found.extend(range(first, last + 1))
    return found


@lru_cache(8192)
def font_for(letter: str, weight: str) -> str | None:
    """The first font that has this letter."""
    return next((name for name in (weight, *SIZES) if ord(letter) in letters(name)), None)
