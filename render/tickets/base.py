"""The part of a board's picture that stays: made once for a map and a theme, then kept in memory and on disk."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from PIL import ImageFilter

from render.kit import disk
from render.kit.canvas import Box, Canvas, Pixels, Point
from render.kit.palette import Palette, palette_in, palette_of, png
from render.kit.sheet import NAME, PANEL, SPACE, Base
from render.kit.theme import Theme, theme_named
from render.tickets import land
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from render.tickets.swatches import flat_colours, swatches

SOURCES = Path(__file__).parent
TITLE, STRIP = 114, 214
WIDE, TALL, SIDE = 1800, 1476, 460
NARROW, FEW = 384, 3
"""The side panel for so many players: what then isn't beside each other stands below, and the map is larger."""
FLOOR = 0.02
"""The least size of what has to be read in a channel, as a part of the picture's width: 36 of 1800 pixels."""


COLOURS = 80
"""So many are enough for flat fills and their edges, and files are a tenth smaller than with 256."""
KEPT_FREE = 2
"""Pixels around letters on which nothing is drawn that comes later."""


class BoardLayout(msgspec.Struct, frozen=True):
    """Where map and panels lie: a wide map between title and strip, a tall one beside a side panel."""

    size: tuple[int, int]
    origin: Point
    scale: float
    map_box: Box
    is_tall: bool


@lru_cache(64)
def layout_of(drawn_map: DrawnMap, seats: int | None = None) -> BoardLayout:
    """For so many players; without a number, of the base that all boards of the map are cut from."""
    width, height = drawn_map.outline.size
    if width > height:
        scale = WIDE / width
        bottom = TITLE + round(height * scale)
        return BoardLayout((WIDE, bottom + STRIP), (0, TITLE), scale, (0, TITLE, WIDE, bottom), False)
    scale = TALL / height
    right = round(width * scale)
    side = NARROW if seats is not None and seats <= FEW else SIDE
    return BoardLayout((right + side, TALL), (0, 0), scale, (0, 0, right, TALL), True)


@lru_cache(16)
def base_of(title: str, theme_name: str) -> Base:
    """From memory, from disk, or drawn now."""
    drawn_map, theme = drawn_map_of(title), theme_named(theme_name)
    layout = layout_of(drawn_map)
    key = key_of(title, theme_name)
    kept = read_base(key, layout.size)
    pixels, zones, palette = kept or drawn_base(drawn_map, theme, layout)
    if kept is None:
        picture, of_zones = files_of(key)
        disk.write(picture, png(pixels, palette))
        disk.write(of_zones, png(zones, Palette(np.zeros((PANEL + 1, 3), np.uint8))))
    return Base(key, key, pixels, zones, palette, layout.scale, layout.origin)


def board_base(title: str, theme_name: str, seats: int) -> Base:
    """What a board for so many players stands on: the base as far as their panel reaches."""
    base, (width, _) = base_of(title, theme_name), layout_of(drawn_map_of(title), seats).size
    return base._replace(pixels=base.pixels[:, :width], zones=base.zones[:, :width])


def files_of(key: str) -> tuple[str, str]:
    """Picture and zones."""
    return f"{key}.png", f"{key}-zones.png"


def key_of(title: str, theme: str) -> str:
    return disk.key_of(title, theme, SOURCES, f"maps/{title}.json", f"outlines/{title}.json")


def read_base(key: str, size: tuple[int, int]) -> tuple[Pixels, Pixels, Palette] | None:
    picture, zones = (disk.read_picture(name, size) for name in files_of(key))
    if picture is None or zones is None:
        return None
    return np.asarray(picture), np.asarray(zones), palette_in(picture)


def drawn_base(drawn_map: DrawnMap, theme: Theme, layout: BoardLayout) -> tuple[Pixels, Pixels, Palette]:
    pixels = np.empty((layout.size[1], layout.size[0], 3), dtype=np.uint8)
    pixels[:] = theme.panel
    zones = np.full(layout.size[::-1], PANEL, dtype=np.uint8)
    left, top, right, bottom = layout.map_box
    # Borders of states are too faint for a channel, yet they would make the file a tenth larger; close-ups have them.
    calm = msgspec.structs.replace(theme, state=None)
    drawn = draw_map(drawn_map, calm, layout.map_box, layout.scale, layout.origin)
    pixels[top:bottom, left:right], zones[top:bottom, left:right] = drawn.pixels, drawn.zones
    palette = palette_of([pixels, *swatches(theme)], flat_colours(theme), COLOURS)
    return palette.mapped(pixels), zones, palette


class MapPart(NamedTuple):
    pixels: Pixels
    zones: Pixels
    bare: Pixels
    """The same without names and the lines to them."""


def draw_map(drawn_map: DrawnMap, theme: Theme, box: Box, scale: float, origin: Point) -> MapPart:
    """Any part of the map at any scale, with all tracks open; and the zone of each pixel."""
    ground = Canvas(box, theme.sea, scale, origin, finer=2)
    for layer in (land.geography, land.faint_names, land.ports):
        layer(ground, drawn_map, theme)
    bare = ground.shrunk()
    land.leaders(ground, drawn_map, theme)
    picture = ground.shrunk()
    zones = np.zeros((picture.height, picture.width), dtype=np.uint8)
    for layer, zone, more in ((land.spaces, SPACE, 0), (land.names, NAME, KEPT_FREE), (land.cities, NAME, 0)):
        over = Canvas(box, None, scale, origin, finer=2)
        layer(over, drawn_map, theme)
        drawn = over.shrunk()
        for target in (picture,) if layer is land.names else (picture, bare):
            target.paste(drawn, mask=drawn)
        shown = drawn.getchannel("A").filter(ImageFilter.MaxFilter(2 * more + 1))
        zones[np.asarray(shown) > 90] = zone
    return MapPart(np.asarray(picture), zones, np.asarray(bare))
