"""Small pictures that stand among words: seen at 22 pixels, on dark grounds and on light ones."""

import io
from collections.abc import Callable

from render.kit.canvas import Canvas
from render.kit.theme import NIGHT, WHITE, Colour

SIZE = 128
"""Discord's own."""
MIDDLE = SIZE / 2
CORNER = 22.0


def emoji(draw: Callable[[Canvas], None]) -> bytes:
    """The PNG of what `draw` puts on a transparent square of `SIZE`."""
    canvas = Canvas((0, 0, SIZE, SIZE), None, finer=4)
    draw(canvas)
    written = io.BytesIO()
    canvas.shrunk().save(written, "PNG", optimize=True)
    return written.getvalue()


def tile(canvas: Canvas, fill: Colour) -> None:
    """A square with round corners and two rims: one of them shows on any ground."""
    rims(canvas, 2, 2, SIZE - 2, SIZE - 2, CORNER)
    canvas.rounded(12, 12, SIZE - 12, SIZE - 12, CORNER - 8, fill)


def rims(canvas: Canvas, left: float, top: float, right: float, bottom: float, radius: float) -> None:
    canvas.rounded(left, top, right, bottom, radius, NIGHT)
    canvas.rounded(left + 4, top + 4, right - 4, bottom - 4, radius - 3, WHITE)
