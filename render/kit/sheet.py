"""A picture put together from stamps: small patches that are drawn once, kept, and pasted as palette pixels.

Drawing a whole board anew takes a hundred times longer than pasting what a game has drawn before.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from copy import copy
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from render.kit import text as texts
from render.kit.canvas import Box, Canvas, Pixels, Point
from render.kit.palette import CLEAR, Palette, png_of_rows
from render.kit.theme import Colour

FREE, SPACE, NAME, PANEL = 0, 1, 2, 3
"""What a pixel of a base shows, from back to front; a stamp may keep off what lies before it."""


FAINT = 6
"""What covers no more of a pixel, of 255, is left out."""
MAP_FINER, PANEL_FINER = 2, 3
"""Stamps on the map are drawn as fine as the map itself, those on panels finer: they are mostly letters."""


class Under(NamedTuple):
    """What a stamp is laid on."""

    box: Box
    """The part of the stamp's own that there is something under."""
    pixels: Pixels
    zones: Pixels


class Base(NamedTuple):
    """What never changes while a game goes on: the ground of board and panels."""

    key: str
    paper: str
    """Names the palette: what is drawn on a flat ground depends on nothing else."""
    pixels: Pixels
    zones: Pixels
    palette: Palette
    scale: float
    origin: Point
    around: Callable[[Box], Under] | None = None
    """For a part of something larger: what lies under a box, which may reach out of the picture. A stamp on its edge is
    then the same as anywhere."""
    top: int = 0
    """Where the map begins; what is stamped on the base stays below."""
    hidden: tuple[Box, ...] = ()
    """Where names are left out that another part of the same map shows."""


class Stamp(NamedTuple):
    box: Box
    """From the corner of the box that it was drawn for."""
    pixels: Pixels
    """CLEAR where what lies under it is seen."""


class Stamps:
    """Stamps of one kind of picture, those used last. Each kind has its own, so that none drives out another's; several
    threads may draw at once."""

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
    return stamp.pixels.size


BOARDS, CLOSE_UPS, FLAT = Stamps(18_000_000), Stamps(18_000_000), Stamps(12_000_000)
"""Of ticket games: what stands on boards and small maps, on enlarged ones, and on panels and pages whatever the map.
Fifty tables of all titles would use a third more of the first two, and be drawn in a twentieth less time. A pixel takes
a byte."""
SIGNS = Stamps(1_000_000)
"""What may stand anywhere on a map, before it is laid there. A pixel takes four bytes."""


class Sheet:
    on_base, close_up, flat = BOARDS, CLOSE_UPS, FLAT
    finer = PANEL_FINER
    """How much finer than the picture a stamp on a flat ground is drawn."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.height, self.width = base.pixels.shape
        self._rows = np.empty((self.height, self.width + 1), dtype=np.uint8)
        self._rows[:, 0] = 0
        self.pixels = self._rows[:, 1:]
        self.pixels[:] = base.pixels

    def png(self, *, closely: bool = False) -> bytes:
        """A file; `closely` packed it is a little smaller and takes longer."""
        return png_of_rows(self._rows, self.base.palette, closely=closely)

    def stamp(
        self,
        key: Hashable,
        box: Box,
        draw: Callable[[Canvas], object],
        ground: Colour | None = None,
        below: int = PANEL + 1,
        finer: int | None = None,
        ink: Colour | None = None,
    ) -> None:
        """Paste what `draw` draws into `box`, on a flat `ground` or on the base, and only where the base's zone is
        less than `below`. `key` names all that the patch depends on; on a flat ground it looks alike wherever it is.
        What has one colour alone, `ink`, is drawn more quickly."""
        top = self.base.top if ground is None else 0
        if box[2] <= 0 or box[3] <= top or box[0] >= self.width or box[1] >= self.height:
            return
        if ground is None:
            # What may lie under names alone looks different where one is left out; nothing else reaches so far.
            hidden = self._hidden(box) if below <= SPACE else ()
            whole: Hashable = (self.base.key, key, self._on_base(box), below, hidden)
        else:
            whole = (self.base.paper, key, box[2] - box[0], box[3] - box[1], ground)
        stamps = self.flat if ground is not None else self.on_base if self.base.around is None else self.close_up
        stamp = stamps.get(whole)
        if stamp is None:
            if ground is None:
                stamp = self._laid(box, draw, below)
            elif ink is not None:
                stamp = self._mixed(box, draw, ground, ink, finer or self.finer)
            else:
                stamp = self._made(box, draw, ground, finer or self.finer)
            stamps.put(whole, stamp)
        self._paste(stamp, box[0], box[1], top)

    def sign(self, key: Hashable, at: Point, half: tuple[int, int], draw: Callable[[Canvas], object]) -> None:
        """Paste what `draw` draws around (0, 0) so far to each side, in pixels, on the base at the whole pixel that is
        nearest to a point of the map. It is drawn once, wherever it stands; `key` names all that it depends on."""
        (x, y), (w, h) = self.nearest_to(at), half
        box = (x - w, y - h, x + w, y + h)
        whole = (self.base.key, "sign", key, self._on_base(box))
        stamp = self.on_base.get(whole)
        if stamp is None:
            stamp = self._laid_sign(key, half, draw, box)
            self.on_base.put(whole, stamp)
        self._paste(stamp, box[0], box[1], self.base.top)

    def nearest_to(self, at: Point) -> tuple[int, int]:
        """The whole pixel for a point of the map."""
        (x, y), scale = self.base.origin, self.base.scale
        return round(at[0] * scale + x), round(at[1] * scale + y)

    def _laid_sign(self, key: Hashable, half: tuple[int, int], draw: Callable[[Canvas], object], box: Box) -> Stamp:
        sign = SIGNS.get((key, half))
        if sign is None:
            canvas = Canvas((-half[0], -half[1], half[0], half[1]), None, finer=MAP_FINER)
            draw(canvas)
            sign = Stamp(canvas.box, canvas.averaged())
            SIGNS.put((key, half), sign)
        under = self._under(box)
        left, top = under.box[0] - box[0], under.box[1] - box[1]
        tall, wide = under.pixels.shape
        pixels = np.full(under.pixels.shape, CLEAR, dtype=np.uint8)
        self._lay(sign.pixels[top : top + tall, left : left + wide], under.pixels, under.zones <= PANEL, pixels)
        return tight(left, top, pixels)

    def _on_base(self, box: Box) -> Hashable:
        """Where a box lies on what the base shows, wherever that begins; and where the picture cuts it off."""
        x, y = round(self.base.origin[0]), round(self.base.origin[1])
        is_whole = box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height
        inner = box if is_whole or self.base.around is not None else clipped(box, (self.width, self.height))
        cut = None if inner == box else (inner[0] - x, inner[1] - y, inner[2] - x, inner[3] - y)
        return box[0] - x, box[1] - y, box[2] - x, box[3] - y, cut

    def _hidden(self, box: Box) -> Hashable:
        """The names that are left out under a box."""
        x, y = round(self.base.origin[0]), round(self.base.origin[1])
        return tuple((name[0] - x, name[1] - y) for name in self.base.hidden if overlap(box, name))

    def _paste(self, stamp: Stamp, x: int, y: int, least: int) -> None:
        """The stamp at its place, cut off at the picture's edges, and above the row `least`."""
        left, top, right, bottom = stamp.box
        left, top, right, bottom = left + x, top + y, right + x, bottom + y
        if left >= 0 and top >= least and right <= self.width and bottom <= self.height:
            np.copyto(self.pixels[top:bottom, left:right], stamp.pixels, where=stamp.pixels != CLEAR)
            return
        if not stamp.pixels.size or right <= 0 or bottom <= least:
            return
        a, b = max(0, -left), max(0, least - top)
        place = self.pixels[top + b : bottom, left + a : right]
        h, w = place.shape
        seen = stamp.pixels[b : b + h, a : a + w]
        np.copyto(place, seen, where=seen != CLEAR)

    def _laid(self, box: Box, draw: Callable[[Canvas], object], below: int) -> Stamp:
        """On the base."""
        under = self._under(box)
        canvas = Canvas(under.box, None, finer=MAP_FINER)
        draw(canvas)
        pixels = np.full(under.pixels.shape, CLEAR, dtype=np.uint8)
        for (left, top, right, bottom), drawn in canvas.parts():
            part = np.s_[top:bottom, left:right]
            self._lay(drawn, under.pixels[part], under.zones[part] < below, pixels[part])
        return tight(under.box[0] - box[0], under.box[1] - box[1], pixels)

    def _lay(self, drawn: Pixels, under: Pixels, is_free: NDArray[np.bool_], target: Pixels) -> None:
        seen = (drawn[..., 3] > FAINT) & is_free
        colours = drawn[seen]
        edges = np.flatnonzero(colours[:, 3] < 255)
        colours[edges, :3] = self._over(under[seen][edges], colours[edges])
        target[seen] = self.base.palette.mapped(colours)

    def _mixed(self, box: Box, draw: Callable[[Canvas], object], ground: Colour, ink: Colour, finer: int) -> Stamp:
        """In one colour on another."""
        canvas = Canvas(box, ground, finer=finer, is_mask=True)
        draw(canvas)
        parts = canvas.averaged()
        return tight(0, 0, np.where(parts, self.base.palette.shades(ground, ink)[parts], CLEAR))

    def _made(self, box: Box, draw: Callable[[Canvas], object], ground: Colour, finer: int) -> Stamp:
        """In any colours on a flat ground."""
        canvas = Canvas(box, ground, finer=finer)
        draw(canvas)
        drawn = canvas.averaged()
        red, green, blue = ground
        shown = (drawn[..., 0] != red) | (drawn[..., 1] != green) | (drawn[..., 2] != blue)
        pixels = np.full(shown.shape, CLEAR, dtype=np.uint8)
        pixels[shown] = self.base.palette.mapped(drawn[shown])
        return tight(0, 0, pixels)

    def _under(self, box: Box) -> Under:
        if self.base.around is not None:
            return self.base.around(box)
        left, top, right, bottom = inner = clipped(box, (self.width, self.height))
        return Under(inner, self.base.pixels[top:bottom, left:right], self.base.zones[top:bottom, left:right])

    def _over(self, base: Pixels, drawn: Pixels) -> Pixels:
        """Premultiplied colours laid over pixels of the base."""
        rest = self.base.palette.colours[base].astype(np.uint16)
        rest *= 255 - drawn[:, 3:]
        # divided by 255 and rounded
        rest += 128
        rest += rest >> 8
        rest >>= 8
        rest += drawn[:, :3]
        return np.minimum(rest, 255).astype(np.uint8)

    def shifted(self, across: int) -> Self:
        """The same picture, on which all that is stamped in units of the map lies further to the right."""
        other = copy(self)
        x, y = self.base.origin
        other.base = self.base._replace(origin=(x + across, y))
        return other

    def on_map(self, canvas: Canvas) -> Canvas:
        """The same canvas in units of the map."""
        return canvas.moved(self.base.scale, self.base.origin)

    def box_of(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A box in units of the map as one in pixels."""
        return box_in(self.base.scale, self.base.origin, left, top, right, bottom)

    def fill(self, box: Box, colour: Colour) -> None:
        self.pixels[box[1] : box[3], box[0] : box[2]] = self.base.palette.index(colour)

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
        line = texts.shaped(string, weight, size * PANEL_FINER, None if width is None else width * PANEL_FINER)
        wide = line.width / PANEL_FINER
        left, middle = round(x - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * wide), round(y)
        half = int(size * 0.75)
        box = (left - 2, middle - half, left + int(wide) + 5, middle + half + 1)

        def draw(canvas: Canvas) -> None:
            canvas.text(left, middle, string, size, fill, weight, "l", width)

        finer = self.finer_for(string, weight, size, width)
        self.stamp(("text", string, size, fill, weight, width), box, draw, ground, finer=finer, ink=fill)
        return wide

    def finer_for(self, string: str, weight: str, size: float, width: float | None) -> int:
        """How finely a text is drawn."""
        return self.finer


def box_in(scale: float, origin: Point, left: float, top: float, right: float, bottom: float) -> Box:
    x, y = origin
    return (
        int(left * scale + x) - 1,
        int(top * scale + y) - 1,
        int(right * scale + x) + 2,
        int(bottom * scale + y) + 2,
    )


def tight(x: int, y: int, pixels: Pixels) -> Stamp:
    """A stamp no larger than what it shows; (x, y) is where its pixels begin."""
    shown = pixels != CLEAR
    rows, columns = np.flatnonzero(shown.any(axis=1)), np.flatnonzero(shown.any(axis=0))
    if not len(rows):
        return Stamp((0, 0, 0, 0), pixels[:0, :0])
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    box = (x + left, y + top, x + right, y + bottom)
    return Stamp(box, pixels[top:bottom, left:right].copy())


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def clipped(box: Box, size: tuple[int, int]) -> Box:
    left, top = max(0, min(box[0], size[0] - 1)), max(0, min(box[1], size[1] - 1))
    return left, top, max(left + 1, min(box[2], size[0])), max(top + 1, min(box[3], size[1]))
