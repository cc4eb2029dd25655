"""The score sheet at the end: players by category, the companies, every line, the number cards, and a chart."""

from collections.abc import Sequence

from data.texts import text
from render.kit.canvas import Canvas
from render.kit.palette import png
from render.kit.seat import Seat
from render.kit.symbols import ICONS, semaphore
from render.kit.text import fitted
from render.kit.theme import AMBER, NIGHT
from render.metro.base import base_of
from render.metro.chart import draw_growth
from render.metro.scene import Scene, scene_of
from render.metro.score_lists import Companies, Lines, Numbers
from render.metro.score_page import INNER, LETTER, MARGIN, WIDTH, card
from render.metro.stations import train
from render.metro.tracks import Style
from rules.game import PlayerId
from rules.metro.options import modules_as_text
from rules.metro.view import MetroView

HEAD = 118
COLUMN = 200
CATEGORIES = ("lines", "shares", "bonus", "numbers")


def draw_scores(
    view: MetroView,
    seats: Sequence[Seat],
    *,
    history: Sequence[Sequence[int]] = (),
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """The whole result of a finished game. `history` holds every player's points after each turn; without it, and where
    companies score, the chart goes by tiles."""
    assert view.is_over
    scene = scene_of(view, seats, (), theme, language, table)
    parts = [
        part
        for part in (Ranking(scene), Companies(scene), Lines(scene), Numbers(scene), Chart(scene, history))
        if part.height
    ]
    height = HEAD + sum(part.height + 30 for part in parts) + 10
    canvas = Canvas((0, 0, WIDTH, height), scene.theme.page, finer=2)
    head(canvas, scene)
    y = HEAD
    for part in parts:
        part.draw(canvas, y)
        y += part.height + 30
    palette = base_of(theme).palette
    return png(palette.mapped(canvas.averaged()), palette)


def head(canvas: Canvas, scene: Scene) -> None:
    theme, language = scene.theme, scene.language
    canvas.rect(0, 0, WIDTH, 98, theme.panel)
    semaphore(canvas.at(MARGIN + 24, 50, 0, 36), theme.text, AMBER)
    parts = [text("word.game.metro", language), text("render.metro.score.title", language)]
    wide = canvas.text(MARGIN + 70, 50, " · ".join(parts), 50, theme.text)
    modules = scene.view.options.modules
    key = "render.metro.module" if len(modules) == 1 else "render.metro.modules"
    note = [scene.table, text(key, language, modules=modules_as_text(modules)) if modules else ""]
    label = " · ".join(part for part in note if part)
    canvas.text(WIDTH - MARGIN, 51, label, LETTER, theme.dim, "semibold", "r", INNER - wide - 90)


class Ranking:
    """Every player by place, with the points of each category."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.categories = [name for name in CATEGORIES if any(score.category == name for score in scene.view.scores)]
        self.row = 80
        self.height = 64 + self.row * scene.view.seats + 12

    def draw(self, canvas: Canvas, y: int) -> None:
        scene = self.scene
        theme = scene.theme
        card(canvas, scene, y, self.height)
        columns = [WIDTH - MARGIN - 20 - COLUMN * (len(self.categories) - i) for i in range(len(self.categories))]
        for x, category in zip(columns, self.categories, strict=True):
            canvas.text(
                x,
                y + 36,
                text(f"render.metro.score.{category}", scene.language),
                LETTER,
                theme.page_dim,
                "semibold",
                "r",
            )
        label = text("render.metro.score.total", scene.language)
        canvas.text(WIDTH - MARGIN - 20, y + 36, label, LETTER, theme.page_dim, "semibold", "r")
        place = 0
        top = y + 64
        for group in scene.view.ranking:
            for player in group:
                self.player(canvas, player, place + 1, top, columns)
                top += self.row
            place += len(group)

    def player(self, canvas: Canvas, player: PlayerId, place: int, top: float, columns: list[int]) -> None:
        scene = self.scene
        theme = scene.theme
        middle = top + self.row / 2
        if place == 1:
            canvas.rounded(MARGIN - 4, top + 3, WIDTH - MARGIN + 4, top + self.row - 3, 10, AMBER)
        ink = NIGHT if place == 1 else theme.page_ink
        ground = AMBER if place == 1 else theme.sheet
        x = MARGIN + 16.0
        if place == 1:
            ICONS["crown"](canvas.at(x + 16, middle, 0, 18), ink, ground)
        else:
            canvas.text(x + 16, middle, str(place), 44, ink, "bold", "m")
        x += 56
        colour = scene.colour(player)
        if colour is not None:
            train(canvas.at(x + 44, middle), Style(colour), scene.look, 1.2)
            x += 106
        name = scene.name(player)
        room = columns[0] - 120 - x
        canvas.text(x, middle, name, fitted(name, "bold", (46.0, 42.0, 38.0, LETTER), room), ink, "bold", "l", room)
        for at, category in zip(columns, self.categories, strict=True):
            points = sum(s.points for s in scene.view.scores if s.player == player and s.category == category)
            canvas.text(at, middle, str(points), 44, ink, "semibold", "r")
        canvas.text(WIDTH - MARGIN - 20, middle, str(scene.points[player]), 62, ink, "black", "r")


class Chart:
    height = 560

    def __init__(self, scene: Scene, history: Sequence[Sequence[int]]) -> None:
        self.scene, self.history = scene, history

    def draw(self, canvas: Canvas, y: int) -> None:
        box = (MARGIN - 14, y, WIDTH - MARGIN + 14, y + self.height)
        draw_growth(canvas, self.scene, self.history, box)
