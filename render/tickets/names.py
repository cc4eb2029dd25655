"""Names on the map: in one line or two, and joined to their city where they stand away from it."""

import math

from render.kit.canvas import Canvas, Point
from render.kit.fonts import font
from render.kit.theme import Theme
from render.tickets.outline import CitySpot, Label

FINE = 4
"""Letters are measured at this size and scaled down, as pictures draw them."""
PITCH = 0.92
"""From one line to the next, as a part of the size."""
LEADER, LEADER_WIDTH = 17.0, 2.4
"""A name that is farther than the first from the rim of its city gets a line to it, as wide as the second."""
Area = tuple[float, float, float, float]


def lines_of(name: str, split: int) -> list[str]:
    """The first line has `split` words; 0: there is only one line."""
    words = name.split(" ")
    return [" ".join(words[:split]), " ".join(words[split:])] if split else [name]


def shifts(count: int, size: float) -> list[float]:
    """How far each line stands below the middle of all."""
    return [(i - (count - 1) / 2) * PITCH * size for i in range(count)]


def ink(name: str, size: float, anchor: str, split: int = 0) -> Area:
    """The box of a name's letters around the point that it is anchored to."""
    lines = lines_of(name, split)
    boxes = [font("bold", size * FINE).getbbox(line, anchor=anchor) for line in lines]
    moved = [
        (left / FINE, top / FINE + down, right / FINE, bottom / FINE + down)
        for (left, top, right, bottom), down in zip(boxes, shifts(len(lines), size), strict=True)
    ]
    lefts, tops, rights, bottoms = zip(*moved, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def area_of(label: Label, name: str) -> Area:
    """The ink of a name on the map."""
    left, top, right, bottom = ink(name, label.size, label.anchor, label.split)
    return label.x + left, label.y + top, label.x + right, label.y + bottom


def nearest(area: Area, x: float, y: float) -> Point:
    return min(max(x, area[0]), area[2]), min(max(y, area[1]), area[3])


def draw_name(canvas: Canvas, label: Label, name: str, theme: Theme) -> None:
    """The letters, on a plate of their own where the theme wants them to stand out from whatever is behind them."""
    lines = lines_of(name, label.split)
    for line, down in zip(lines, shifts(len(lines), label.size), strict=True):
        x, y = label.x, label.y + down
        if theme.plate_margin:
            left, top, right, bottom = ink(line, label.size, label.anchor)
            more = theme.plate_margin
            canvas.rounded(x + left - more, y + top - more, x + right + more, y + bottom + more, 6, theme.halo)
        canvas.label(x, y, line, label.size, label.anchor, theme.ink, theme.halo, width=0)


def leader(city: CitySpot, radius: float, name: str) -> tuple[Point, Point] | None:
    """The line from a city to its name, where there is a gap between them."""
    if city.label is None:
        return None
    close = nearest(area_of(city.label, name), city.x, city.y)
    gap = math.dist(close, (city.x, city.y)) - radius
    return ((city.x, city.y), city.label.end or close) if gap > LEADER else None
