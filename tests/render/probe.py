"""Watches what is written while a picture is drawn: every text with its place, size and colours."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple
from unittest.mock import patch

from render.kit.canvas import Canvas, Point
from render.kit.sheet import Sheet, Stamps
from render.kit.text import CAPITALS, shaped
from render.kit.theme import Colour, contrast
from render.metro.patches import MetroSheet
from render.metro.squares import tile_picture


class Written(NamedTuple):
    string: str
    size: float
    box: tuple[float, float, float, float]
    """Of the capitals, in pixels of the picture."""
    ink: Colour
    ground: Colour
    """What most of the pixels below it had been."""
    is_cut: bool
    letters: int
    """How many of its signs can be seen."""

    @property
    def contrast(self) -> float:
        return contrast(self.ink, self.ground)


@contextmanager
def watched() -> Iterator[list[Written]]:
    """Nothing is taken from what was drawn before, so that everything is written anew."""
    found: list[Written] = []
    offset = [(0, 0)]
    plain_text, plain_patch, plain_sign = Canvas.text, MetroSheet.patch, Sheet.sign

    def text(
        self: Canvas,
        x: float,
        y: float,
        string: str,
        size: float,
        fill: Colour,
        weight: str = "bold",
        anchor: str = "l",
        width: float | None = None,
    ) -> float:
        line = shaped(string, weight, size * self.scale, None if width is None else width * self.scale)
        left = x * self.scale + self.dx - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * line.width
        half = CAPITALS * size * self.scale / 2
        middle = y * self.scale + self.dy
        area = (left, middle - half, left + line.width, middle + half)
        whole = shaped(string, weight, size * self.scale).width
        if line.runs and area[3] > 0:
            dx, dy = self.box[0] + offset[-1][0], self.box[1] + offset[-1][1]
            a, b, c, d = (part / self.finer for part in area)
            box = (a + dx, b + dy, c + dx, d + dy)
            is_cut = width is not None and whole > width * self.scale
            letters = sum(len(run.text) for run in line.runs) - is_cut
            height = size * self.scale / self.finer
            found.append(Written(string, height, box, fill, ground_of(self, area), is_cut, letters))
        return plain_text(self, x, y, string, size, fill, weight, anchor, width)

    def moved(self: MetroSheet, at: tuple[int, int], draw: Any, *rest: Any) -> None:
        if draw is tile_picture:  # nothing is written on tiles, and they take longest
            return
        offset.append(at)
        plain_patch(self, at, draw, *rest)
        offset.pop()

    def placed(self: Sheet, key: Hashable, at: Point, *rest: Any) -> None:
        offset.append(self.nearest_to(at))
        plain_sign(self, key, at, *rest)
        offset.pop()

    with (
        patch.object(Canvas, "text", text),
        patch.object(Sheet, "sign", placed),
        patch.object(MetroSheet, "patch", moved),
        patch.object(Stamps, "get", return_value=None),
    ):
        yield found


def ground_of(canvas: Canvas, area: tuple[float, float, float, float]) -> Colour:
    if canvas.is_mask:
        assert canvas.ground is not None
        return canvas.ground
    picture = canvas.image
    left, top, right, bottom = (round(part) for part in area)
    part = picture.crop((max(0, left), max(0, top), min(picture.width, right), min(picture.height, bottom)))
    _, colour = max(part.getcolors(part.width * part.height) or [])
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]


def written_in(draw: Callable[[], bytes]) -> list[Written]:
    with watched() as found:
        draw()
    return found


def overlaps(found: list[Written]) -> list[tuple[str, str]]:
    """Texts of which one lies on the other."""
    return [
        (one.string, other.string)
        for one, other in combinations(found, 2)
        if one.box[0] < other.box[2]
        and other.box[0] < one.box[2]
        and one.box[1] < other.box[3]
        and other.box[1] < one.box[3]
    ]


def outside(found: list[Written], size: tuple[int, int]) -> list[str]:
    return [
        one.string for one in found if one.box[0] < 0 or one.box[1] < 0 or one.box[2] > size[0] or one.box[3] > size[1]
    ]
