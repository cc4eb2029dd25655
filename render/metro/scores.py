"""The score sheet at the end: players by category, the companies, every line, the number cards, and a chart."""

from collections.abc import Sequence

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.palette import png
from render.kit.seat import Seat
from render.kit.symbols import ICONS, semaphore
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, NIGHT, WHITE
from render.metro.base import base_of
from render.metro.chart import draw_chart, growth
from render.metro.look import train_of
from render.metro.scene import Scene, scene_of
from render.metro.stations import train
from render.metro.tracks import Style, symbol
from rules.game import PlayerId
from rules.metro.options import modules_as_text
from rules.metro.view import Company, Line, MetroView

WIDTH = 1500
MARGIN = 36
HEAD = 108
INNER = WIDTH - 2 * MARGIN
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
    canvas.rect(0, 0, WIDTH, 88, theme.panel)
    semaphore(canvas.at(MARGIN + 24, 45, 0, 34), theme.text, AMBER)
    parts = [text("word.game.metro", language), text("render.metro.score.title", language)]
    wide = canvas.text(MARGIN + 70, 45, " · ".join(parts), 46, theme.text)
    modules = scene.view.options.modules
    key = "render.metro.module" if len(modules) == 1 else "render.metro.modules"
    note = [scene.table, text(key, language, modules=modules_as_text(modules)) if modules else ""]
    label = " · ".join(part for part in note if part)
    canvas.text(WIDTH - MARGIN, 47, label, 30, theme.dim, "semibold", "r", INNER - wide - 90)


def card(canvas: Canvas, scene: Scene, y: float, height: float) -> None:
    """The ground of a section."""
    theme = scene.theme
    canvas.rounded(MARGIN - 14, y, WIDTH - MARGIN + 14, y + height, 14, theme.page_dim if theme.edge else theme.faded)
    canvas.rounded(MARGIN - 12, y + 2, WIDTH - MARGIN + 12, y + height - 2, 12, theme.sheet)


def heading(canvas: Canvas, scene: Scene, key: str, y: float) -> None:
    canvas.text(MARGIN, y, text(key, scene.language), 31, scene.theme.page_ink)


class Ranking:
    """Every player by place, with the points of each category."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.categories = [name for name in CATEGORIES if any(score.category == name for score in scene.view.scores)]
        self.row = 72
        self.height = 52 + self.row * scene.view.seats + 12

    def draw(self, canvas: Canvas, y: int) -> None:
        scene = self.scene
        theme = scene.theme
        card(canvas, scene, y, self.height)
        columns = [WIDTH - MARGIN - 20 - 150 - 150 * (len(self.categories) - i) for i in range(len(self.categories))]
        columns = [x + 150 for x in columns]
        for x, category in zip(columns, self.categories, strict=True):
            canvas.text(
                x, y + 30, text(f"render.metro.score.{category}", scene.language), 26, theme.page_dim, "semibold", "r"
            )
        label = text("render.metro.score.total", scene.language)
        canvas.text(WIDTH - MARGIN - 20, y + 30, label, 26, theme.page_dim, "semibold", "r")
        place = 0
        top = y + 52
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
            canvas.text(x + 16, middle, str(place), 36, ink, "bold", "m")
        x += 56
        colour = scene.colour(player)
        if colour is not None:
            train(canvas.at(x + 40, middle), Style(colour), None, scene.look, 1.1)
            x += 96
        name = scene.name(player)
        room = columns[0] - 110 - x
        canvas.text(x, middle, name, fitted(name, "bold", (38.0, 34.0, 30.0), room), ink, "bold", "l", room)
        for at, category in zip(columns, self.categories, strict=True):
            points = sum(s.points for s in scene.view.scores if s.player == player and s.category == category)
            canvas.text(at, middle, str(points), 36, ink, "semibold", "r")
        canvas.text(WIDTH - MARGIN - 20, middle, str(scene.points[player]), 54, ink, "black", "r")


class Companies:
    """Module 1: points and value of each company, and what every player's shares in it brought."""

    ROW = 58

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.companies = sorted(scene.view.companies, key=lambda company: -company.points)
        self.height = 108 + self.ROW * len(self.companies) + 12 if self.companies else 0

    def draw(self, canvas: Canvas, y: int) -> None:
        scene = self.scene
        theme = scene.theme
        card(canvas, scene, y, self.height)
        heading(canvas, scene, "render.metro.score.companies", y + 34)
        for x, key in ((MARGIN + 190, "render.metro.score.points"), (MARGIN + 300, "render.metro.value")):
            canvas.text(x, y + 82, text(key, scene.language), 24, theme.page_dim, "semibold", "r", 104)
        left = MARGIN + 350
        wide = (WIDTH - MARGIN - left) / scene.view.seats
        for player in range(scene.view.seats):
            name = scene.name(player)
            size = fitted(name, "bold", (28.0, 25.0, 22.0), wide - 16)
            canvas.text(left + wide * (player + 0.5), y + 82, name, size, theme.page_ink, "bold", "m", wide - 16)
        for i, company in enumerate(self.companies):
            self.row(canvas, company, y + 104 + i * self.ROW, left, wide)

    def row(self, canvas: Canvas, company: Company, top: float, left: float, wide: float) -> None:
        scene = self.scene
        theme = scene.theme
        middle = top + self.ROW / 2
        canvas.rect(MARGIN, top, WIDTH - MARGIN, top + 1.5, theme.faded)
        train(canvas.at(MARGIN + 44, middle), Style(company.colour), None, scene.look, 0.96)
        canvas.text(MARGIN + 190, middle, str(company.points), 36, theme.page_ink, "black", "r")
        canvas.rounded(MARGIN + 258, middle - 20, MARGIN + 302, middle + 20, 8, scene.look.badge)
        canvas.text(MARGIN + 280, middle, str(company.value), 32, WHITE, "bold", "m")
        held = [percent_of(scene, player, company.colour) for player in range(scene.view.seats)]
        for player, percent in enumerate(held):
            x = left + wide * (player + 0.5)
            if not percent:
                canvas.text(x, middle, "–", 28, theme.page_dim, "semibold", "m")
                continue
            bonus = company.points // 10 if percent == max(held) else 0
            self.cell(canvas, x, middle, percent, company.value * percent // 10, bonus, wide)

    def cell(self, canvas: Canvas, x: float, y: float, percent: int, points: int, bonus: int, wide: float) -> None:
        """The percentage held, what it brought, and the bonus for the largest holding."""
        theme = self.scene.theme
        size = 32 if wide > 200 else 27
        parts = [(f"{percent}%", size * 0.8, theme.page_dim, "semibold"), (str(points), size, theme.page_ink, "black")]
        widths = [shaped(label, weight, height).width for label, height, _, weight in parts]
        more = f"+{bonus}" if bonus else ""
        extra = shaped(more, "black", size * 0.8).width + 18 if more else 0
        at = x - (sum(widths) + 10 + (extra + 8 if more else 0)) / 2
        for (label, height, ink, weight), width in zip(parts, widths, strict=True):
            canvas.text(at, y, label, height, ink, weight)
            at += width + 10
        if more:
            canvas.rounded(at - 2, y - size * 0.55, at + extra - 2, y + size * 0.55, 7, AMBER)
            canvas.text(at + extra / 2 - 2, y, more, size * 0.8, NIGHT, "black", "m")


def percent_of(scene: Scene, player: PlayerId, company: str) -> int:
    return sum(share.percent for share in scene.view.holdings[player].shares if share.company == company)


class Lines:
    """Every line in the column of its player or company: from where to where, over how many tiles, for how much."""

    ROW = 42

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        view = scene.view
        owners = view.colours or tuple(company.colour for company in view.companies)
        self.columns = [
            (colour, best_first([line for line in view.lines if line.owner == colour])) for colour in owners
        ]
        self.across = 2 if len(self.columns) == 2 else 1
        """With two players each has so many lines that they take two columns."""
        rows = max(-(-len(lines) // self.across) for _, lines in self.columns)
        self.height = 124 + rows * self.ROW + 14

    def draw(self, canvas: Canvas, y: int) -> None:
        scene = self.scene
        card(canvas, scene, y, self.height)
        heading(canvas, scene, "render.metro.score.all_lines", y + 34)
        wide = INNER / len(self.columns)
        for i, (colour, lines) in enumerate(self.columns):
            left = MARGIN + i * wide
            self.column(canvas, colour, lines, (int(left), y + 62, int(left + wide) - 14, 0))

    def column(self, canvas: Canvas, colour: str, lines: list[Line], box: Box) -> None:
        scene = self.scene
        owner = train_of(colour, scene.look.name)
        left, top, right, _ = box
        canvas.rounded(left, top, right, top + 50, 9, owner.rim if colour != "black" else scene.look.black_line)
        canvas.rounded(left + 2, top + 2, right - 2, top + 48, 7, owner.fill)
        symbol(canvas.at(left + 28, top + 25, 0, 13), colour, scene.look.name)
        total = str(sum(line.points for line in lines))
        wide = canvas.text(right - 14, top + 25, total, 32, owner.ink, "black", "r")
        name = self.title(colour)
        room = right - left - 76 - wide
        canvas.text(
            left + 54, top + 25, name, fitted(name, "bold", (28.0, 25.0, 22.0), room), owner.ink, "bold", "l", room
        )
        part = (right - left) / self.across
        rows = -(-len(lines) // self.across)
        for i, line in enumerate(lines):
            x = left + i // rows * part
            self.line(canvas, line, x, x + part - (16 if self.across > 1 else 0), top + 58 + i % rows * self.ROW)

    def title(self, colour: str) -> str:
        view = self.scene.view
        if view.colours:
            return self.scene.name(view.colours.index(colour))
        return "" if len(self.columns) > 6 else text(f"word.card.{colour}", self.scene.language)

    def line(self, canvas: Canvas, line: Line, left: float, right: float, top: float) -> None:
        theme = self.scene.theme
        middle = top + self.ROW / 2
        wide = right - left
        size = 28 if wide > 190 else 25
        is_double = line.points != len(line.passes)
        canvas.text(left + 8, middle, f"{line.start}→{line.end}", size, theme.page_ink, "semibold")
        if wide > 240:
            sum_ = f"{len(line.passes)}×2" if is_double else ""
            canvas.text(right - 70, middle, sum_, 25, theme.page_dim, "semibold", "r")
        elif is_double:
            canvas.disc(right - 50, middle, 5, self.scene.look.disc)
        canvas.text(right - 8, middle, str(line.points), size + 3, theme.page_ink, "black", "r")


def best_first(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (-line.points, len(line.start), line.start))


class Numbers:
    """Module 4: every player's number cards and what they brought."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        has_cards = any(holding.numbers for holding in scene.view.holdings)
        self.height = 62 + 62 * scene.view.seats + 10 if has_cards else 0

    def draw(self, canvas: Canvas, y: int) -> None:
        scene = self.scene
        theme, look = scene.theme, scene.look
        card(canvas, scene, y, self.height)
        heading(canvas, scene, "render.metro.score.numbers_title", y + 34)
        most = max(len(holding.numbers) for holding in scene.view.holdings)
        step = min(104, (INNER - 330) / most)
        for player, holding in enumerate(scene.view.holdings):
            middle = y + 62 + 62 * player + 31
            colour = scene.colour(player)
            if colour is not None:
                train(canvas.at(MARGIN + 38, middle), Style(colour), None, look, 0.9)
            canvas.text(MARGIN + 84, middle, scene.name(player), 28, theme.page_ink, "bold", "l", 150)
            for i, number in enumerate(holding.numbers):
                x = MARGIN + 250 + i * step
                half = (step - 8) / 2
                canvas.rounded(x, middle - 22, x + step - 8, middle + 22, 8, look.badge)
                canvas.rounded(x + half, middle - 20, x + step - 10, middle + 20, 6, theme.faded, "0110")
                size = min(27, half * 0.62)
                canvas.text(x + half / 2, middle, str(number.number), size, WHITE, "bold", "m")
                canvas.text(x + half * 1.5 - 1, middle, str(number.points), size, theme.page_ink, "black", "m")
            total = sum(number.points for number in holding.numbers)
            canvas.text(WIDTH - MARGIN - 6, middle, str(total), 36, theme.page_ink, "black", "r")


class Chart:
    height = 470

    def __init__(self, scene: Scene, history: Sequence[Sequence[int]]) -> None:
        self.scene = scene
        by_turn = len(history) > 1 and bool(scene.view.colours)
        self.key = "render.metro.score.turns" if by_turn else "render.metro.score.chart"
        self.steps = by_colour(scene.view.colours, history) if by_turn else growth(scene.view)

    def draw(self, canvas: Canvas, y: int) -> None:
        card(canvas, self.scene, y, self.height)
        heading(canvas, self.scene, self.key, y + 34)
        draw_chart(canvas, self.scene, self.steps, (MARGIN + 60, y + 70, WIDTH - MARGIN - 110, y + self.height - 56))


def by_colour(colours: tuple[str, ...], history: Sequence[Sequence[int]]) -> dict[str, list[int]]:
    return {colour: [points[player] for points in history] for player, colour in enumerate(colours)}
