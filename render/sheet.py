"""A picture put together from stamps: small patches that are drawn once, kept, and pasted as palette pixels.

Drawing a whole board anew takes a hundred times longer than pasting what a game has drawn before.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple

import numpy as np
from PIL import Image

from render import text as texts
from render.canvas import Box, Canvas, Pixels, Point
from render.palette import Palette, png
from render.theme import Colour

FREE, SPACE, NAME, PANEL = 0, 1, 2, 3
"""What a pixel of a base shows, from back to front; a stamp may keep off what lies before it."""


class Base(NamedTuple):
    """What never changes while a game goes on: the map with open tracks, and the ground of the panels."""

    key: str
    picture: Image.Image
    zones: Pixels
    palette: Palette
    scale: float
    origin: Point


class Stamp(NamedTuple):
    picture: Image.Image
    mask: Image.Image | None
    at: tuple[int, int]


class Stamps:
    """The stamps of all pictures, those used last; several threads may draw at once."""

    def __init__(self, most_pixels: int) -> None:
        self._kept: OrderedDict[Hashable, Stamp] = OrderedDict()
        self._lock = threading.Lock()
        self._most = most_pixels
        self._pixels = 0

    def get(self, key: Hashable) -> Stamp | None:
        with self._lock:
            stamp = self._kept.get(key)
            if stamp is not None:
                self._kept.move_to_end(key)
            return stamp

    def put(self, key: Hashable, stamp: Stamp) -> None:
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = stamp
            self._pixels += area(stamp)
            while self._pixels > self._most:
                _, old = self._kept.popitem(last=False)
                self._pixels -= area(old)


def area(stamp: Stamp) -> int:
    return stamp.picture.width * stamp.picture.height


STAMPS = Stamps(most_pixels=24_000_000)


class Sheet:
    def __init__(self, base: Base) -> None:
        self.base = base
        self.picture = base.picture.copy()

    def png(self) -> bytes:
        return png(self.picture)

    def stamp(
        self,
        key: Hashable,
        box: Box,
        draw: Callable[[Canvas], object],
        ground: Colour | None = None,
        below: int = PANEL + 1,
    ) -> None:
        """Paste what `draw` draws into `box`, on a flat `ground` or on the base, and only where the base's zone is
        less than `below`. `key` names all that the patch depends on."""
        if box[2] <= 0 or box[3] <= 0 or box[0] >= self.picture.width or box[1] >= self.picture.height:
            return
        whole = (self.base.key, key, box, ground, below)
        stamp = STAMPS.get(whole)
        if stamp is None:
            stamp = self._made(clipped(box, self.picture.size), draw, ground, below)
            STAMPS.put(whole, stamp)
        self.picture.paste(stamp.picture, stamp.at, stamp.mask)

    def _made(self, box: Box, draw: Callable[[Canvas], object], ground: Colour | None, below: int) -> Stamp:
        canvas = Canvas(box, ground)
        draw(canvas)
        drawn = canvas.shrunk()
        if ground is None:
            under = self.base.picture.crop(box).convert("RGB")
            under.paste(drawn, mask=drawn)
            zones = self.base.zones[box[1] : box[3], box[0] : box[2]]
            pixels, shown = np.asarray(under), (np.asarray(drawn)[..., 3] > 6) & (zones < below)
        else:
            pixels = np.asarray(drawn)
            shown = (pixels != np.array(ground, dtype=np.uint8)).any(axis=2)
        picture = self.base.palette.image(self.base.palette.mapped(pixels))
        return Stamp(picture, Image.fromarray(shown), box[:2])

    def on_map(self, canvas: Canvas) -> Canvas:
        """The same canvas in units of the map."""
        return canvas.moved(self.base.scale, self.base.origin)

    def box_of(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A box in units of the map as one in pixels."""
        k, (x, y) = self.base.scale, self.base.origin
        return int(left * k + x) - 1, int(top * k + y) - 1, int(right * k + x) + 2, int(bottom * k + y) + 2

    def fill(self, box: Box, colour: Colour) -> None:
        self.picture.paste(self.base.palette.index(colour), box)

    def text(
        self,
        x: float,
        y: float,
        string: str,
        size: float,
        fill: Colour,
        ground: Colour,
        weight: str = "bold",
        anchor: str = "l",
        width: float | None = None,
    ) -> float:
        """Text on a flat ground; `y` is the middle of the capitals. Returns its width."""
        wide = texts.shaped(string, weight, size * 3, None if width is None else width * 3).width / 3
        left = x - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * wide
        box = (int(left) - 2, int(y - size * 0.75), int(left + wide) + 4, int(y + size * 0.75) + 1)
        key = ("text", string, size, fill, weight, round(left, 1), round(y, 1), width)
        self.stamp(key, box, lambda canvas: canvas.text(left, y, string, size, fill, weight, "l", width), ground)
        return wide


def clipped(box: Box, size: tuple[int, int]) -> Box:
    left, top = max(0, min(box[0], size[0] - 1)), max(0, min(box[1], size[1] - 1))
    return left, top, max(left + 1, min(box[2], size[0])), max(top + 1, min(box[3], size[1]))
