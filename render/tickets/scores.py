"""The score sheet at the end: who won, category by category, ticket by ticket, and how it came about."""

from collections.abc import Sequence

from data.texts import signed, text
from render.kit.canvas import Canvas
from render.kit.palette import png
from render.kit.seat import Seat
from render.kit.symbols import ICONS, passenger, sample, semaphore
from render.kit.text import fitted, width_of
from render.kit.theme import AMBER, NIGHT, WHITE, Colour, ink_on, mixed
from render.tickets.base import base_of
from render.tickets.chart import chart
from render.tickets.mini import all_networks, trace
from render.tickets.scene import Scene, scene_of
from render.tickets.ticket_rows import splits
from render.tickets.tiles import PASSENGERS
from rules.game import PlayerId
from rules.tickets.view import TicketStanding, TicketView

WIDTH, HEAD, LEFT, MARGIN, GAP = 1800, 92, 320, 24, 10
ROW, LINE, TOTAL_ROW, CHART = 62, 42, 88, 540
NAMES = 112
"""The head of a column: place and wagon, the name below."""
LETTER = 36
"""The smallest."""
CAPTION = 70
"""Below the small map."""
CATEGORY = LEFT - MARGIN - 22
"""The room for what a row is about."""
TICKET_HEAD = 74
TAB, WORTH = 26, 62
"""Of a ticket's row: the coloured end with its sign, and what the points take."""
CATEGORIES = (
    "routes",
    "tickets",
    "longest_route",
    "globetrotter",
    "passengers",
    "harbours",
    "unbuilt_harbours",
    "exchanges",
)
FIRST, SECOND = AMBER, (140, 140, 140)


def draw_scores(
    view: TicketView,
    seats: Sequence[Seat],
    *,
    history: Sequence[Sequence[int]] = (),
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """The whole result. `history` holds every player's points on the board after each turn, for the chart."""
    assert view.is_over
    page = ScoreSheet(scene_of(view, seats, (), theme, language, table))
    page.draw(history)
    palette = base_of(view.game, theme).palette
    return png(palette.mapped(page.canvas.averaged()), palette)


class ScoreSheet:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        view = scene.view
        self.order: list[PlayerId] = [player for group in view.ranking for player in group]
        self.points = {(line.player, line.category): line.points for line in view.scores}
        known = [category for category in CATEGORIES if any(c == category for _, c in self.points)]
        others = sorted({category for _, category in self.points} - set(CATEGORIES))
        self.categories = known + others
        self.tickets = {final.player: final.tickets for final in view.final}
        self.total = {player: sum(p for (who, _), p in self.points.items() if who == player) for player in self.order}
        self.column = (WIDTH - LEFT - MARGIN - GAP * (len(self.order) - 1)) // len(self.order)
        self.has_map = "longest_route" in self.categories
        self.canvas = Canvas((0, 0, WIDTH, self.height()), scene.theme.page, finer=2)

    def height(self) -> int:
        extra = 2 * ROW if self.has_pawns else 0
        extra += self.harbour_height()
        table = HEAD + 20 + NAMES + sum(map(self.row_height, self.categories)) + extra + TOTAL_ROW
        return table + 20 + self.ticket_height() + 20 + CHART + MARGIN

    def harbour_height(self) -> int:
        most = max(len(names) for names in self.built().values()) if "harbours" in self.categories else 0
        return most * LINE + 14 if most else 0

    @property
    def has_pawns(self) -> bool:
        return "passengers" in self.categories and self.scene.drawn_map.has_passengers

    def built(self) -> dict[PlayerId, list[str]]:
        harbours = self.scene.view.harbours
        return {
            player: [self.scene.drawn_map.name(harbour.city) for harbour in harbours if harbour.player == player]
            for player in self.order
        }

    def ticket_height(self) -> int:
        tallest = max(sum(self.ticket_row(each) for each in self.tickets.get(player, ())) for player in self.order)
        return TICKET_HEAD + tallest

    def ticket_row(self, standing: TicketStanding) -> int:
        return len(self.ticket_lines(standing)) * LINE + 18

    def ticket_lines(self, standing: TicketStanding) -> list[str]:
        """On as few lines as it takes, so that nothing is cut; where columns are narrow, a line for each city."""
        ticket = self.scene.drawn_map.tickets[standing.ticket]
        cities = [self.scene.drawn_map.name(city) for city in ticket.cities]
        for count in range(1, len(cities)):
            fitting = [lines for lines in splits(cities, count) if max(map(wide, lines)) <= self.ticket_room - 8]
            if fitting:
                return list(min(fitting, key=lambda lines: max(map(wide, lines))))
        return cities

    @property
    def ticket_column(self) -> int:
        """Tickets have the whole width: there are no words beside them."""
        return (WIDTH - 2 * MARGIN - GAP * (len(self.order) - 1)) // len(self.order)

    @property
    def ticket_room(self) -> int:
        return self.ticket_column - TAB - 8 - WORTH - 8

    def x(self, place: int) -> int:
        return LEFT + place * (self.column + GAP)

    def draw(self, history: Sequence[Sequence[int]]) -> None:
        self.title()
        y = HEAD + 20
        self.heads(y)
        y = self.rows(y + NAMES)
        y = self.total_row(y) + 20
        self.ticket_lists(y)
        self.foot(y + self.ticket_height() + 20, history)

    def title(self) -> None:
        canvas, scene, theme = self.canvas, self.scene, self.scene.theme
        canvas.rect(0, 0, WIDTH, HEAD, theme.panel)
        semaphore(canvas.at(46, 41, 0, 34), theme.text, AMBER)
        x = 88 + canvas.text(88, 42, text(f"word.game.{scene.view.game}", scene.language), 44, theme.text) + 18
        turns = text("word.count.turns", scene.language, n=scene.view.turn)
        canvas.text(x, 46, turns, LETTER, theme.dim, "semibold")
        winners = scene.view.ranking[0]
        names = ", ".join(scene.name(player) for player in winners)
        fill, ink = (theme.lit, theme.lit_ink)
        if len(winners) == 1:
            fill, ink = scene.colour(winners[0]).fill, scene.colour(winners[0]).ink
        room = 700.0
        size = fitted(names, "bold", (40.0, 38.0, LETTER), room)
        points = str(self.total[winners[0]])
        width = (
            canvas.text(0, -200, names, size, ink, width=room) + canvas.text(0, -200, points, 44, ink, "black") + 150
        )
        left = WIDTH - MARGIN - width
        canvas.rounded(left, 9, WIDTH - MARGIN, 75, 33, WHITE)
        canvas.rounded(left + 3, 12, WIDTH - MARGIN - 3, 72, 30, fill)
        ICONS["crown"](canvas.at(left + 46, 42, 0, 24), ink, fill)
        canvas.text(left + 84, 42, names, size, ink, width=room)
        canvas.text(WIDTH - MARGIN - 26, 42, points, 44, ink, "black", "r")

    def heads(self, y: int) -> None:
        for place, player in enumerate(self.order):
            colour, seat = self.scene.colour(player), self.scene.seats[player]
            x = self.x(place)
            self.canvas.rounded(x, y, x + self.column, y + NAMES, 12, colour.fill, "1100")
            self.canvas.disc(x + 36, y + 32, 26, WHITE)
            self.canvas.text(x + 36, y + 32, str(self.scene.place(player)), 38, NIGHT, "black", "m")
            sample(self.canvas.at(x + 120, y + 32), seat.colour, 84, 38)
            room = self.column - 24.0
            size = fitted(seat.name, "bold", (40.0, 38.0, LETTER), room)
            self.canvas.text(x + 12, y + 84, seat.name, size, colour.ink, width=room)

    def stripe(self, y: int, height: int, number: int) -> None:
        theme = self.scene.theme
        ground = theme.sheet if number % 2 == 0 else mixed(theme.sheet, theme.page, 0.7)
        self.canvas.rect(MARGIN, y, WIDTH - MARGIN, y + height, ground)

    def rows(self, y: int) -> int:
        most = max(1, *(abs(points) for points in self.points.values()))
        for number, category in enumerate(self.categories):
            height = self.row_height(category)
            self.stripe(y, height, number)
            self.category(category, y + height / 2)
            for place, player in enumerate(self.order):
                self.cell(self.x(place), y + height / 2, self.points.get((player, category)), player, most)
            y += height
            if category == "passengers" and self.has_pawns:
                self.pawns(y)
                y += 2 * ROW
            if category == "harbours" and self.harbour_height():
                self.harbour_names(y)
                y += self.harbour_height()
        return y

    def row_height(self, category: str) -> int:
        return ROW if len(self.category_lines(category)) == 1 else 2 * LINE + 10

    def category_lines(self, category: str) -> list[str]:
        """Two where it is long."""
        label = text(f"render.score.{category}", self.scene.language)
        return [label] if wide(label) <= CATEGORY else label.rsplit(" ", 1)

    def category(self, category: str, middle: float) -> None:
        lines = self.category_lines(category)
        for i, line in enumerate(lines):
            at = middle + (i - (len(lines) - 1) / 2) * LINE
            self.canvas.text(MARGIN + 14, at, line, LETTER, self.scene.theme.page_ink, "semibold", width=CATEGORY)

    def cell(self, x: int, middle: float, points: int | None, player: PlayerId, most: int) -> None:
        canvas, theme = self.canvas, self.scene.theme
        if not points:
            canvas.text(x + 112, middle, "–", LETTER, theme.page_dim, anchor="r")
            return
        ink = theme.blocked if points < 0 else theme.page_ink
        canvas.text(x + 112, middle, str(points).replace("-", "−"), 40, ink, "bold", "r")
        width = max(8.0, (self.column - 150) * abs(points) / most)
        colour = self.scene.colour(player)
        canvas.rounded(x + 128, middle - 11, x + 128 + width, middle + 11, 5, ink)
        inner = theme.sheet if points < 0 else colour.fill
        if width > 6:
            canvas.rounded(x + 131, middle - 8, x + 125 + width, middle + 8, 4, inner)

    def pawns(self, y: int) -> None:
        """Passengers by colour, in two rows; whoever has most or second most of a colour is underlined."""
        self.stripe(y, 2 * ROW, 0)
        canvas, theme = self.canvas, self.scene.theme
        taken = {player: self.scene.player(player).passengers for player in self.order}
        half = -(-len(PASSENGERS) // 2)
        step = (self.column - 16) / half
        for number, (label, colour) in enumerate((("20", FIRST), ("10", SECOND))):
            middle = y + ROW * (number + 0.5)
            canvas.text(MARGIN + 14, middle, label, LETTER, theme.page_dim)
            canvas.rounded(MARGIN + 66, middle - 4, MARGIN + 120, middle + 4, 3, colour)
        for i, colour_name in enumerate(PASSENGERS):
            counts = {player: taken[player].get(colour_name, 0) for player in self.order}
            top = y + i // half * ROW
            for place, player in enumerate(self.order):
                x = self.x(place) + 12 + i % half * step
                passenger(canvas.at(x + 15, top + ROW / 2 - 3, 0, 19), colour_name)
                count = str(counts[player]) if counts[player] else "–"
                canvas.text(x + 38, top + ROW / 2, count, LETTER, theme.page_ink)
                if counts[player] and (line := place_of(counts, player)):
                    canvas.rounded(x, top + ROW - 9, x + step - 14, top + ROW - 3, 3, FIRST if line == 1 else SECOND)

    def harbour_names(self, y: int) -> None:
        self.stripe(y, self.harbour_height(), 0)
        theme = self.scene.theme
        for place, player in enumerate(self.order):
            for i, name in enumerate(self.built()[player]):
                at, middle, room = self.x(place) + 12, y + 7 + (i + 0.5) * LINE, self.column - 24
                self.canvas.text(at, middle, name, LETTER, theme.page_dim, "semibold", width=room)

    def total_row(self, y: int) -> int:
        canvas, theme = self.canvas, self.scene.theme
        canvas.rect(MARGIN, y, WIDTH - MARGIN, y + TOTAL_ROW, theme.panel)
        middle = y + TOTAL_ROW / 2
        canvas.text(MARGIN + 18, middle, text("render.score.total", self.scene.language), 42, theme.text)
        best = self.total[self.order[0]]
        for place, player in enumerate(self.order):
            won = player in self.scene.view.ranking[0]
            ink: Colour = AMBER if won else theme.text
            x = self.x(place) + 112
            canvas.text(x, middle, str(self.total[player]).replace("-", "−"), 54, ink, "black", "r")
            if not won and best != self.total[player]:
                canvas.text(x + 24, middle + 4, signed(self.total[player] - best), LETTER, theme.dim, "semibold")
        return y + TOTAL_ROW

    def ticket_lists(self, y: int) -> None:
        canvas, theme, language = self.canvas, self.scene.theme, self.scene.language
        standings = [standing for tickets in self.tickets.values() for standing in tickets]
        done = sum(standing.is_done for standing in standings)
        wide = canvas.text(MARGIN + 14, y + 24, text("render.score.ticket_list", language), 40, theme.page_ink)
        summary = text("render.score.done_failed", language, done=done, failed=len(standings) - done)
        canvas.text(MARGIN + 34 + wide, y + 25, summary, LETTER, theme.page_dim, "semibold")
        for place, player in enumerate(self.order):
            x, top = MARGIN + place * (self.ticket_column + GAP), y + TICKET_HEAD
            colour = self.scene.colour(player)
            canvas.rect(x, top - 12, x + self.ticket_column, top - 4, colour.fill)
            for standing in sorted(self.tickets.get(player, ()), key=lambda standing: -standing.points):
                self.ticket(x, top, standing)
                top += self.ticket_row(standing)

    def ticket(self, x: int, y: int, standing: TicketStanding) -> None:
        canvas, theme = self.canvas, self.scene.theme
        colour = theme.done if standing.is_done else theme.blocked
        width, h = self.ticket_column, self.ticket_row(standing) - 6
        canvas.rounded(x, y, x + width, y + h, 7, theme.sheet)
        canvas.rounded(x, y, x + TAB, y + h, 7, colour, "1001")
        sign = ICONS["check" if standing.is_done else "cross"]
        sign(canvas.at(x + TAB / 2, y + h / 2, 0, 11), ink_on(colour), colour)
        canvas.text(x + width - 8, y + h / 2, signed(standing.points), LETTER, colour, "bold", "r")
        ink = theme.page_ink if standing.is_done else theme.page_dim
        lines = self.ticket_lines(standing)
        for i, line in enumerate(lines):
            middle = y + h / 2 + (i - (len(lines) - 1) / 2) * LINE
            canvas.text(x + TAB + 8, middle, line, LETTER, ink, "semibold", width=self.ticket_room)

    def foot(self, y: int, history: Sequence[Sequence[int]]) -> None:
        """The chart, and the longest route on a small map where it counts."""
        width, height = self.scene.drawn_map.outline.size
        right = WIDTH - MARGIN
        if self.has_map:
            across = min(round((CHART - CAPTION) * width / height), 620)
            self.longest(right - across, y, across)
            right -= across + 16
        if len(history) > 1:
            final = [self.total[player] for player in range(len(self.scene.seats))]
            box = (MARGIN, y, right, y + CHART)
            chart(self.canvas, box, self.scene.seats, history, final, self.scene.theme, self.scene.language)

    def longest(self, x: int, y: int, across: int) -> None:
        """The longest route, traced in amber over everybody's network."""
        scene = self.scene
        on_map, scale, height = all_networks(self.canvas, scene, x, y, across)
        best = max((final.longest_length for final in scene.view.final), default=0)
        for final in scene.view.final:
            if best and final.longest_length == best:
                trace(on_map, scene.drawn_map, final.longest, scene.colour(final.player).fill, scale)
        label = text("render.score.longest", scene.language, n=best)
        self.canvas.text(x + across / 2, y + height + CAPTION / 2 + 3, label, LETTER, scene.theme.page_ink, anchor="m")


def wide(words: str) -> float:
    return width_of(words, "semibold", LETTER)


def place_of(counts: dict[PlayerId, int], player: PlayerId) -> int | None:
    """1 for most of a colour, 2 for second most; with a tie for most there is no second."""
    ordered = sorted(set(counts.values()) - {0}, reverse=True)
    if counts[player] == ordered[0]:
        return 1
    leaders = sum(count == ordered[0] for count in counts.values())
    return 2 if leaders == 1 and len(ordered) > 1 and counts[player] == ordered[1] else None
