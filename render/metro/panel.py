"""Beside the board: every player with score and lines, or the companies; the pile and what is played."""

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.text import fitted
from render.kit.theme import WHITE
from render.metro.base import BOARD, LETTER, SIZE, TITLE
from render.metro.companies import draw_companies
from render.metro.patches import MetroSheet
from render.metro.players import player_tiles
from render.metro.scene import Scene
from rules.metro.options import modules_as_text

LEFT, RIGHT = BOARD + 12, SIZE[0] - 12
TOP, BOTTOM = TITLE + 12, SIZE[1] - 12
FOOT = 96


def draw_panel(sheet: MetroSheet, scene: Scene) -> None:
    low = BOTTOM - FOOT - 12
    if scene.has_companies:
        draw_companies(sheet, scene, (LEFT, TOP, RIGHT, low))
    else:
        player_tiles(sheet, scene, (LEFT, TOP, RIGHT, low))
    foot(sheet, scene, (LEFT, BOTTOM - FOOT, RIGHT, BOTTOM))


def played(scene: Scene) -> list[str]:
    """Modules and direction, where they are not the usual ones."""
    options, language = scene.view.options, scene.language
    parts = []
    if options.modules:
        key = "render.metro.module" if len(options.modules) == 1 else "render.metro.modules"
        parts.append(text(key, language, modules=modules_as_text(options.modules)))
    if options.direction == "free":
        parts.append(text("render.metro.free", language))
    return parts


def subtitle(scene: Scene) -> str:
    return " · ".join([text("render.metro.round", scene.language, n=scene.round), *played(scene)])


def foot(sheet: MetroSheet, scene: Scene, box: Box) -> None:
    """The pile, and what is played; at the end only that."""
    theme = scene.theme
    left, top, right, bottom = box

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 12, theme.edge or theme.tile)
        canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 10, theme.tile)

    sheet.stamp("foot", box, draw, theme.panel)
    x, lines = left + 20, played(scene) or [text("render.metro.round", scene.language, n=scene.round)]
    if not scene.view.is_over:
        pile(sheet, scene, left + 14, top)
        x, lines = left + 116, [text("render.metro.pile", scene.language), *played(scene)][-2:]
    room = right - 12 - x
    for i, line in enumerate(lines):
        y = (top + bottom) / 2 + (i - (len(lines) - 1) / 2) * 42
        size = fitted(line, "semibold", (LETTER + 2, LETTER), room)
        sheet.text(x, y, line, size, theme.dim, theme.tile, "semibold", "l", room)


def pile(sheet: MetroSheet, scene: Scene, x: int, top: int) -> None:
    theme, look = scene.theme, scene.look

    def draw(canvas: Canvas) -> None:
        for i in (2, 1, 0):
            a, b = x + i * 5, top + 18 - i * 5
            canvas.rounded(a - 2, b - 2, a + 70, b + 66, 8, theme.tile)
            canvas.rounded(a, b, a + 68, b + 64, 7, WHITE)
            canvas.rounded(a + 2.4, b + 2.4, a + 65.6, b + 61.6, 5, look.badge if i == 0 else theme.deck)

    sheet.stamp("pile", (x - 3, top + 4, x + 82, top + 86), draw, theme.tile)
    sheet.text(x + 34, top + 50, str(scene.view.pile), 42, WHITE, look.badge, "black", "m")
