"""Where the points come from, on the score sheet: the companies and their shares, every line, the number cards."""

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, NIGHT, WHITE
from render.metro.look import train_of
from render.metro.scene import Scene
from render.metro.score_page import INNER, LETTER, MARGIN, WIDTH, card, heading
from render.metro.stations import train
from render.metro.tracks import Style, symbol
from rules.game import PlayerId
from rules.metro.view import Company, Line, NumberCard


class Companies:
    """Module 1: points and value of each company, and what every player's shares in it brought."""

    ROW, HEAD = 66, 124

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.companies = sorted(scene.view.companies, key=lambda company: -company.points)
        self.height = self.HEAD + self.ROW * len(self.companies) + 12 if self.companies else 0

    def draw(self, canvas: Canvas, y: int) -> None:
        scene = self.scene
        theme = scene.theme
        card(canvas, scene, y, self.height)
        heading(canvas, scene, "render.metro.score.companies", y + 38)
        for x, key in ((MARGIN + 216, "render.metro.score.points"), (MARGIN + 370, "render.metro.value")):
            canvas.text(x, y + 92, text(key, scene.language), LETTER, theme.page_dim, "semibold", "r")
        left = MARGIN + 400
        wide = (WIDTH - MARGIN - left) / scene.view.seats
        for player in range(scene.view.seats):
            name = scene.name(player)
            size = fitted(name, "bold", (40.0, LETTER), wide - 16)
            canvas.text(left + wide * (player + 0.5), y + 92, name, size, theme.page_ink, "bold", "m", wide - 16)
        for i, company in enumerate(self.companies):
            self.row(canvas, company, y + self.HEAD - 4 + i * self.ROW, left, wide)

    def row(self, canvas: Canvas, company: Company, top: float, left: float, wide: float) -> None:
        scene = self.scene
        theme = scene.theme
        middle = top + self.ROW / 2
        canvas.rect(MARGIN, top, WIDTH - MARGIN, top + 1.5, theme.faded)
        train(canvas.at(MARGIN + 48, middle), Style(company.colour), scene.look, 1.1)
        canvas.text(MARGIN + 216, middle, str(company.points), 44, theme.page_ink, "black", "r")
        canvas.rounded(MARGIN + 320, middle - 24, MARGIN + 370, middle + 24, 8, scene.look.badge)
        canvas.text(MARGIN + 345, middle, str(company.value), 38, WHITE, "bold", "m")
        held = [percent_of(scene, player, company.colour) for player in range(scene.view.seats)]
        for player, percent in enumerate(held):
            x = left + wide * (player + 0.5)
            if not percent:
                canvas.text(x, middle, "–", LETTER, theme.page_dim, "semibold", "m")
                continue
            bonus = company.points // 10 if percent == max(held) else 0
            self.cell(canvas, x, middle, percent, company.value * percent // 10, bonus)

    def cell(self, canvas: Canvas, x: float, y: float, percent: int, points: int, bonus: int) -> None:
        """The percentage held, what it brought, and the bonus for the largest holding."""
        theme = self.scene.theme
        parts = [(f"{percent}%", LETTER, theme.page_dim, "semibold"), (str(points), 40, theme.page_ink, "black")]
        widths = [shaped(label, weight, height).width for label, height, _, weight in parts]
        more = f"+{bonus}" if bonus else ""
        extra = shaped(more, "black", LETTER).width + 14 if more else 0
        at = x - (sum(widths) + 8 + (extra + 6 if more else 0)) / 2
        for (label, height, ink, weight), width in zip(parts, widths, strict=True):
            canvas.text(at, y, label, height, ink, weight)
            at += width + 8
        if more:
            canvas.rounded(at - 2, y - 21, at + extra - 2, y + 21, 7, AMBER)
            canvas.text(at + extra / 2 - 2, y, more, LETTER, NIGHT, "black", "m")


def percent_of(scene: Scene, player: PlayerId, company: str) -> int:
    return sum(share.percent for share in scene.view.holdings[player].shares if share.company == company)


class Lines:
    """Every line in the column of its player or company: from where to where, over how many tiles, for how much."""

    ROW = 48

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
        self.height = 144 + rows * self.ROW + 14

    def draw(self, canvas: Canvas, y: int) -> None:
        scene = self.scene
        card(canvas, scene, y, self.height)
        heading(canvas, scene, "render.metro.score.all_lines", y + 38)
        wide = INNER / len(self.columns)
        for i, (colour, lines) in enumerate(self.columns):
            left = MARGIN + i * wide
            self.column(canvas, colour, lines, (int(left), y + 70, int(left + wide) - 14, 0))

    def column(self, canvas: Canvas, colour: str, lines: list[Line], box: Box) -> None:
        scene = self.scene
        owner = train_of(colour, scene.look.name)
        left, top, right, _ = box
        canvas.rounded(left, top, right, top + 58, 9, owner.rim if colour != "black" else scene.look.black_line)
        canvas.rounded(left + 2, top + 2, right - 2, top + 56, 7, owner.fill)
        symbol(canvas.at(left + 30, top + 29, 0, 15), colour, scene.look.name)
        total = str(sum(line.points for line in lines))
        wide = canvas.text(right - 14, top + 29, total, 42, owner.ink, "black", "r")
        name = self.title(colour)
        room = right - left - 84 - wide
        canvas.text(left + 58, top + 29, name, fitted(name, "bold", (40.0, LETTER), room), owner.ink, "bold", "l", room)
        part = (right - left) / self.across
        rows = -(-len(lines) // self.across)
        for i, line in enumerate(lines):
            x = left + i // rows * part
            self.line(canvas, line, x, x + part - (16 if self.across > 1 else 0), top + 66 + i % rows * self.ROW)

    def title(self, colour: str) -> str:
        view = self.scene.view
        if view.colours:
            return self.scene.name(view.colours.index(colour))
        return "" if len(self.columns) > 6 else text(f"word.card.{colour}", self.scene.language)

    def line(self, canvas: Canvas, line: Line, left: float, right: float, top: float) -> None:
        theme = self.scene.theme
        middle = top + self.ROW / 2
        wide = right - left
        is_double = line.points != len(line.passes)
        canvas.text(left + 8, middle, f"{line.start}→{line.end}", LETTER, theme.page_ink, "semibold")
        if wide > 270:
            sum_ = f"{len(line.passes)}×2" if is_double else ""
            canvas.text(right - 64, middle, sum_, LETTER, theme.page_dim, "semibold", "r")
        elif is_double:
            canvas.disc(right - 62, middle, 6, self.scene.look.disc)
        canvas.text(right - 8, middle, str(line.points), 40, theme.page_ink, "black", "r")


def best_first(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (-line.points, len(line.start), line.start))


class Numbers:
    """Module 4: every player's number cards and what they brought."""

    ROW, ACROSS, STEP = 58, 10, 124

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.rows = [max(1, -(-len(holding.numbers) // self.ACROSS)) for holding in scene.view.holdings]
        has_cards = any(holding.numbers for holding in scene.view.holdings)
        self.height = 76 + self.ROW * sum(self.rows) + 10 if has_cards else 0

    def draw(self, canvas: Canvas, y: int) -> None:
        scene = self.scene
        theme, look = scene.theme, scene.look
        card(canvas, scene, y, self.height)
        heading(canvas, scene, "render.metro.score.numbers_title", y + 38)
        top = y + 76
        for player, holding in enumerate(scene.view.holdings):
            middle = top + self.ROW / 2
            colour = scene.colour(player)
            if colour is not None:
                train(canvas.at(MARGIN + 44, middle), Style(colour), look, 1.0)
            name = scene.name(player)
            canvas.text(MARGIN + 92, middle, name, LETTER, theme.page_ink, "bold", "l", 240)
            for i, number in enumerate(holding.numbers):
                row, column = divmod(i, self.ACROSS)
                self.number(canvas, number, MARGIN + 346 + column * self.STEP, middle + row * self.ROW)
            total = sum(number.points for number in holding.numbers)
            canvas.text(WIDTH - MARGIN - 6, middle, str(total), 44, theme.page_ink, "black", "r")
            top += self.ROW * self.rows[player]

    def number(self, canvas: Canvas, number: NumberCard, x: float, y: float) -> None:
        theme, look = self.scene.theme, self.scene.look
        half = (self.STEP - 8) / 2
        canvas.rounded(x, y - 24, x + 2 * half, y + 24, 8, look.badge)
        canvas.rounded(x + half, y - 22, x + 2 * half - 2, y + 22, 6, theme.faded, "0110")
        canvas.text(x + half / 2, y, str(number.number), LETTER, look.badge_ink, "bold", "m")
        canvas.text(x + half * 1.5 - 1, y, str(number.points), LETTER, theme.page_ink, "black", "m")
