"""Where the points come from, on the score sheet: the companies and their shares, every line, the number cards."""

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, NIGHT, WHITE
from render.metro.look import train_of
from render.metro.scene import Scene
from render.metro.score_page import INNER, MARGIN, WIDTH, card, heading
from render.metro.stations import train
from render.metro.tracks import Style, symbol
from rules.game import PlayerId
from rules.metro.view import Company, Line


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
