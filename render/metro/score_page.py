"""The score sheet's page: how wide it is, and the ground and heading of each part of it."""

from data.texts import text
from render.kit.canvas import Canvas
from render.metro.scene import Scene

WIDTH = 1800
LETTER = 36
"""The smallest."""
MARGIN = 36
INNER = WIDTH - 2 * MARGIN


def card(canvas: Canvas, scene: Scene, y: float, height: float) -> None:
    """The ground of a section."""
    theme = scene.theme
    canvas.rounded(MARGIN - 14, y, WIDTH - MARGIN + 14, y + height, 14, theme.page_dim if theme.edge else theme.faded)
    canvas.rounded(MARGIN - 12, y + 2, WIDTH - MARGIN + 12, y + height - 2, 12, theme.sheet)


def heading(canvas: Canvas, scene: Scene, key: str, y: float) -> None:
    canvas.text(MARGIN, y, text(key, scene.language), 40, scene.theme.page_ink)
