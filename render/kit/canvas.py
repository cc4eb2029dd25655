"""The only place that knows pixels: shapes in picture units, drawn enlarged and shrunk.

A `Canvas` covers a rectangle of the picture. Without a ground it is transparent: its pixels are then premultiplied, in
four plain channels that Pillow calls CMYK, so that drawing on it and shrinking it are exact.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from render.kit import text as texts
from render.kit.theme import Colour

Point: TypeAlias = tuple[float, float]
Pixels: TypeAlias = NDArray[np.uint8]
Box: TypeAlias = tuple[int, int, int, int]

STRIP = 64
"""Pixels: so much of a canvas is looked at in one go."""
CORNER = tuple((math.cos(math.radians(a)), math.sin(math.radians(a))) for a in range(0, 91, 15))


class Canvas:
    """`box` is in pixels of the picture; the units of what is drawn are scaled by `scale` and moved by `origin`."""

    def __init__(
        self,
        box: Box,
        ground: Colour | None,
        scale: float = 1.0,
        origin: Point = (0, 0),
        finer: int = 3,
        *,
        is_mask: bool = False,
    ) -> None:
        """`is_mask`: whatever is drawn is of one colour, and only how much of it there is in each pixel is kept."""
        self.box = box
        self.ground = ground
        self.finer = finer
        self.scale = scale * finer
        self.dx = (origin[0] - box[0]) * finer
        self.dy = (origin[1] - box[1]) * finer
        size = ((box[2] - box[0]) * finer, (box[3] - box[1]) * finer)
        self.is_mask = is_mask
        if is_mask:
            self.image = Image.new("L", size, 0)
        else:
            self.image = Image.new("CMYK", size, (0, 0, 0, 0)) if ground is None else Image.new("RGB", size, ground)
        self.draw = ImageDraw.Draw(self.image)

    def moved(self, scale: float, origin: Point) -> "Canvas":
        """The same canvas with other units."""
        other: Canvas = object.__new__(Canvas)
        other.__dict__.update(self.__dict__)
        other.scale = scale * self.finer
        other.dx = (origin[0] - self.box[0]) * self.finer
        other.dy = (origin[1] - self.box[1]) * self.finer
        return other

    def shrunk(self) -> Image.Image:
        """RGB, or RGBA where there was no ground."""
        small = self.image.reduce(self.finer)
        if self.ground is not None:
            return small
        return Image.frombytes("RGBa", small.size, small.tobytes()).convert("RGBA")

    def cut_out(self) -> tuple[Image.Image, Box]:
        """What was drawn on a canvas without a ground, in RGBA, no larger than it is, and its place on the canvas: to
        shrink the rest as well would take most of the time."""
        finer, drawn = self.finer, self.image.getbbox()
        assert drawn is not None
        left, top, right, bottom = drawn[0] // finer, drawn[1] // finer, -(-drawn[2] // finer), -(-drawn[3] // finer)
        small = self.image.reduce(finer, (left * finer, top * finer, right * finer, bottom * finer))
        picture = Image.frombytes("RGBa", small.size, small.tobytes()).convert("RGBA")
        return picture, (left, top, right, bottom)

    def averaged(self) -> Pixels:
        """The shrunk pixels: three channels, or four premultiplied ones where there was no ground; one of a mask."""
        return np.asarray(self.image.reduce(self.finer))

    def parts(self) -> Iterator[tuple[Box, Pixels]]:
        """The same strip by strip, each no wider than what is drawn there, with its place on the canvas: of the box
        around a line most is empty."""
        finer, (width, height) = self.finer, self.image.size
        for top in range(0, height, STRIP * finer):
            bottom = min(top + STRIP * finer, height)
            drawn = self.image.crop((0, top, width, bottom)).getbbox()
            if drawn is None:
                continue
            left, right = drawn[0] // finer, -(-drawn[2] // finer)
            box = (left, top // finer, right, bottom // finer)
            yield box, np.asarray(self.image.reduce(finer, (left * finer, top, right * finer, bottom)))

    def _ink(self, fill: Colour) -> tuple[int, ...] | int:
        if self.is_mask:
            return 255
        return fill if self.ground is not None else (*fill, 255)

    def at(self, x: float, y: float, angle: float = 0, size: float = 1) -> "Placement":
        """A place of its own, turned clockwise by `angle` degrees, for shapes around (0, 0)."""
        return Placement(self, x, y, angle, size)

    def _points(self, points: Iterable[Point]) -> list[Point]:
        k, dx, dy = self.scale, self.dx, self.dy
        return [(x * k + dx, y * k + dy) for x, y in points]

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        self.draw.polygon(self._points(points), fill=self._ink(fill))

    def line(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """A line with round joints and flat ends."""
        self.draw.line(
            self._points(points), fill=self._ink(fill), width=max(1, round(width * self.scale)), joint="curve"
        )

    def dashes(self, a: Point, b: Point, width: float, fill: Colour, dash: float, gap: float) -> None:
        length = math.dist(a, b)
        steps = max(1, round((length + gap) / (dash + gap)))
        stretch = (length + gap) / (steps * (dash + gap))
        for step in range(steps):
            start, end = step * (dash + gap) * stretch / length, (step * (dash + gap) + dash) * stretch / length
            self.line([between(a, b, start), between(a, b, min(1, end))], width, fill)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        cx, cy, r = x * self.scale + self.dx, y * self.scale + self.dy, radius * self.scale
        self.draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=self._ink(fill))

    def ring(self, x: float, y: float, radius: float, width: float, fill: Colour) -> None:
        """What lies between two circles; `width` is measured inwards."""
        cx, cy, r = x * self.scale + self.dx, y * self.scale + self.dy, radius * self.scale
        self.draw.ellipse((cx - r, cy - r, cx + r, cy + r), outline=self._ink(fill), width=round(width * self.scale))

    def rect(self, x0: float, y0: float, x1: float, y1: float, fill: Colour) -> None:
        (ax, ay), (bx, by) = self._points([(x0, y0), (x1, y1)])
        self.draw.rectangle((round(ax), round(ay), round(bx) - 1, round(by) - 1), fill=self._ink(fill))

    def rounded(
        self, x0: float, y0: float, x1: float, y1: float, radius: float, fill: Colour, corners: str = "1111"
    ) -> None:
        """`corners` says which of them are round: top left, top right, bottom right, bottom left."""
        (ax, ay), (bx, by) = self._points([(x0, y0), (x1, y1)])
        which = (corners[0] == "1", corners[1] == "1", corners[2] == "1", corners[3] == "1")
        box = (round(ax), round(ay), round(bx) - 1, round(by) - 1)
        self.draw.rounded_rectangle(box, radius * self.scale, fill=self._ink(fill), corners=which)

    def chip(self, box: Box, radius: float, fill: Colour) -> None:
        self.rounded(box[0], box[1], box[2], box[3], radius, fill)

    def text(
        self,
        x: float,
        y: float,
        string: str,
        size: float,
        fill: Colour,
        weight: str = "bold",
        anchor: str = "l",
        width: float | None = None,
    ) -> float:
        """Text in any script; `y` is the middle of its capitals. Shortened to `width`. Returns its width."""
        line = texts.shaped(string, weight, size * self.scale, None if width is None else width * self.scale)
        left = x * self.scale + self.dx - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * line.width
        baseline = y * self.scale + self.dy + texts.CAPITALS * size * self.scale / 2
        for run in line.runs:
            self.draw.text((left + run.x, baseline), run.text, font=run.font, fill=self._ink(fill), anchor="ls")
        return line.width / self.scale

    def label(
        self,
        x: float,
        y: float,
        string: str,
        size: float,
        anchor: str,
        fill: Colour,
        halo: Colour,
        width: float = 2.6,
    ) -> None:
        """A name on the map with a halo; `anchor` is Pillow's, as the outlines were laid out with it. It begins at a
        whole pixel, so that a letter looks the same wherever it stands, and is smooth by being shrunk alone: both
        make files smaller."""
        font = texts.font("bold", size * self.scale)
        left, top = x * self.scale + self.dx, y * self.scale + self.dy
        at = (round(left / self.finer) * self.finer, round(top / self.finer) * self.finer)
        self.draw.fontmode = "1"
        self.draw.text(
            at, string, font=font, fill=fill, anchor=anchor, stroke_width=width * self.scale, stroke_fill=halo
        )
        self.draw.fontmode = "L"

    def spaced(self, x: float, y: float, string: str, size: float, tracking: float, fill: Colour) -> None:
        """Letters set apart around (x, y), as countries and seas are written on maps."""
        font = texts.font("italic", size * self.scale)
        widths = [font.getlength(letter) + tracking * self.scale for letter in string]
        left = x * self.scale + self.dx - (sum(widths) - tracking * self.scale) / 2
        for letter, width in zip(string, widths, strict=True):
            self.draw.text((left, y * self.scale + self.dy), letter, font=font, fill=self._ink(fill), anchor="lm")
            left += width


class Placement:
    """A turned and scaled place on a canvas."""

    def __init__(self, canvas: Canvas, x: float, y: float, angle: float, size: float) -> None:
        self.canvas = canvas
        self.x, self.y, self.size, self.angle = x, y, size, angle
        self.cos, self.sin = math.cos(math.radians(angle)) * size, math.sin(math.radians(angle)) * size

    def point(self, u: float, v: float) -> Point:
        return self.x + u * self.cos - v * self.sin, self.y + u * self.sin + v * self.cos

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        self.canvas.polygon([self.point(u, v) for u, v in points], fill)

    def line(self, points: Iterable[Point], width: float, fill: Colour) -> None:
        self.canvas.line([self.point(u, v) for u, v in points], width * self.size, fill)

    def disc(self, u: float, v: float, radius: float, fill: Colour) -> None:
        self.canvas.disc(*self.point(u, v), radius * self.size, fill)

    def rect(self, u0: float, v0: float, u1: float, v1: float, fill: Colour) -> None:
        self.polygon([(u0, v0), (u1, v0), (u1, v1), (u0, v1)], fill)

    def slab(self, length: float, width: float, radius: float, fill: Colour) -> None:
        """A rectangle around the middle with round corners; a capsule when `radius` is half the width."""
        radius = max(0.0, min(radius, width / 2, length / 2))
        a, b = length / 2 - radius, width / 2 - radius
        outline = [(a + c * radius, b + s * radius) for c, s in CORNER]
        outline += [(-a - s * radius, b + c * radius) for c, s in CORNER]
        outline += [(-a - c * radius, -b - s * radius) for c, s in CORNER]
        outline += [(a + s * radius, -b - c * radius) for c, s in CORNER]
        self.polygon(outline, fill)


def between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
