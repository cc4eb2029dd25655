"""What never changes on Metro's board, and the palette that all its pictures share; kept in memory and on disk."""

from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
from PIL import Image

from render.kit import disk
from render.kit.canvas import Canvas, Pixels
from render.kit.palette import Palette, palette_in, palette_of, png
from render.kit.sheet import Base
from render.kit.theme import AMBER, NIGHT, WHITE, Colour, mixed, theme_named
from render.metro.look import look_named, train_of
from render.metro.stations import DEPTH
from render.metro.swatches import COLOURS, swatches
from render.metro.tracks import FADED, SIDE

SOURCES = Path(__file__).parent
TITLE = 112
"""Two lines: whose turn it is, and what was done last."""
BAND = 40
"""Where the squares' letters and numbers stand."""
RING = DEPTH + BAND
BOARD = 8 * SIDE + 2 * RING
PANEL = 440
SIZE = (BOARD + PANEL, TITLE + BOARD)
LETTER = 36
"""What has to be read in a channel is no smaller, in a picture 1800 wide; there it may be shown 390 wide."""


def key_of(theme: str) -> str:
    return disk.key_of("metro", theme, SOURCES, "maps/metro.json")


@lru_cache(8)
def base_of(theme: str) -> Base:
    """From memory, from disk, or drawn now."""
    key = key_of(theme)
    kept = read_base(key)
    pixels, palette = kept or drawn_base(theme)
    if kept is None:
        disk.write(f"{key}.png", png(pixels, palette))
    return Base(key, key, pixels, no_zones(SIZE), palette, 1.0, (RING, TITLE + RING))


def prepared(title: str, theme: str) -> Base:
    assert title == "metro"
    return base_of(theme)


def warm(title: str, theme: str) -> None:
    assert title == "metro"
    if disk.has(f"{key_of(theme)}.png"):
        base_of(theme)


def no_zones(size: tuple[int, int]) -> Pixels:
    """Nothing on Metro's board keeps other things off: every patch has its own place."""
    return np.broadcast_to(np.zeros((1, 1), dtype=np.uint8), size[::-1])


def read_base(key: str) -> tuple[Pixels, Palette] | None:
    picture = disk.read_picture(f"{key}.png", SIZE)
    return None if picture is None else (np.asarray(picture), palette_in(picture))


def drawn_base(theme: str) -> tuple[Pixels, Palette]:
    pixels = np.asarray(frame(theme))
    palette = palette_of([pixels, *swatches(theme)], always(theme))
    return palette.mapped(pixels), palette


def always(theme: str) -> list[Colour]:
    """The flat colours, which stay exactly as they are."""
    look, panel = look_named(theme), theme_named(theme)
    trains = [train_of(colour, theme) for colour in COLOURS]
    flat = [value for part in (look, panel) for value in msgspec.structs.astuple(part) if is_colour(value)]
    full = [colour for train in trains for colour in (train.fill, train.core)]
    pale = [mixed(colour, look.ground, FADED) for colour in [*full, look.rim, look.rail, look.sleeper]]
    pale += [mixed(train.fill, ground, FADED) for train in trains for ground in (look.plate, look.open)]
    return [AMBER, NIGHT, WHITE, *flat, *full, *pale]


def is_colour(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and all(isinstance(part, int) for part in value)


def frame(theme: str) -> Image.Image:
    """The ground of board and panel, with the letters of the columns and the numbers of the rows."""
    look = look_named(theme)
    canvas = Canvas((0, 0, *SIZE), theme_named(theme).panel, finer=2)
    canvas.rect(0, TITLE, BOARD, TITLE + BOARD, look.frame)
    low, high = RING - 5, BOARD - RING + 5
    canvas.rect(low, TITLE + low, high, TITLE + high, look.edge)
    for i in range(8):
        at = RING + SIDE * (i + 0.5)
        for near in (BAND / 2, BOARD - BAND / 2):
            canvas.text(at, TITLE + near, "ABCDEFGH"[i], LETTER, look.coordinate, anchor="m")
            canvas.text(near, TITLE + at, str(i + 1), LETTER, look.coordinate, anchor="m")
    return canvas.shrunk()


@lru_cache(32)
def based_on(theme: str, size: tuple[int, int], colour: Colour) -> Base:
    """An empty picture of another size with the same palette."""
    board = base_of(theme)
    ground = board.palette.index(colour)
    pixels = np.full(size[::-1], ground, dtype=np.uint8)
    return Base(f"{board.key}/{size}/{colour}", board.paper, pixels, no_zones(size), board.palette, 1.0, (0, 0))
