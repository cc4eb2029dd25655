"""The score sheet at the end: who won, category by category, ticket by ticket, and how it came about."""

from collections.abc import Sequence

from data.texts import signed, text
from render.kit.canvas import Canvas
from render.kit.palette import png
from render.kit.seat import Seat
from render.kit.symbols import ICONS, passenger, sample, semaphore
from render.kit.text import fitted
from render.kit.theme import AMBER, NIGHT, WHITE, Colour, ink_on, mixed
from render.tickets.base import base_of
from render.tickets.chart import ChartWords, chart
from render.tickets.mini import all_networks, trace
from render.tickets.scene import Scene, scene_of
from render.tickets.ticket_rows import ticket_name
from render.tickets.tiles import PASSENGERS
from rules.game import PlayerId
from rules.tickets.view import TicketStanding, TicketView

WIDTH, HEAD, LEFT, MARGIN, GAP = 1800, 84, 276, 24, 10
ROW, TICKET_ROW, TOTAL_ROW, CHART = 58, 47, 84, 430
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
        self.is_narrow = self.column < 320
        self.has_map = "longest_route" in self.categories
        self.canvas = Canvas((0, 0, WIDTH, self.height()), scene.theme.page, finer=2)

    def height(self) -> int:
        extra = ROW if self.scene.drawn_map.has_passengers or self.scene.view.harbours else 0
        most = max((len(tickets) for tickets in self.tickets.values()), default=0)
        table = HEAD + 20 + 74 + ROW * len(self.categories) + extra + TOTAL_ROW
        return table + 20 + most * TICKET_ROW + 20 + CHART + MARGIN

    def x(self, place: int) -> int:
        return LEFT + place * (self.column + GAP)

    def draw(self, history: Sequence[Sequence[int]]) -> None:
        self.title()
        y = HEAD + 20
        self.heads(y)
        y = self.rows(y + 74)
        y = self.total_row(y) + 20
        most = max((len(tickets) for tickets in self.tickets.values()), default=0)
        self.ticket_lists(y)
        self.foot(y + most * TICKET_ROW + 20, history)

    def title(self) -> None:
        canvas, scene, theme = self.canvas, self.scene, self.scene.theme
        canvas.rect(0, 0, WIDTH, HEAD, theme.panel)
        semaphore(canvas.at(46, 41, 0, 34), theme.text, AMBER)
        x = 88 + canvas.text(88, 42, text(f"word.game.{scene.view.game}", scene.language), 44, theme.text) + 18
        turns = text("word.count.turns", scene.language, n=scene.view.turn)
        canvas.text(x, 46, " · ".join(part for part in (scene.table, turns) if part), 25, theme.dim, "semibold")
        winners = scene.view.ranking[0]
        names = ", ".join(scene.name(player) for player in winners)
        fill, ink = (theme.lit, theme.lit_ink)
        if len(winners) == 1:
            fill, ink = scene.colour(winners[0]).fill, scene.colour(winners[0]).ink
        room = 700.0
        size = fitted(names, "bold", (40.0, 36.0, 32.0), room)
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
            self.canvas.rounded(x, y, x + self.column, y + 74, 12, colour.fill, "1100")
            self.canvas.disc(x + 36, y + 37, 26, WHITE)
            self.canvas.text(x + 36, y + 37, str(self.scene.place(player)), 34, NIGHT, "black", "m")
            sample(self.canvas.at(x + 100, y + 37), seat.colour, 58, 28)
            room = self.column - 150.0
            size = fitted(seat.name, "bold", (32.0, 28.0, 25.0, 22.0), room)
            self.canvas.text(x + 140, y + 37, seat.name, size, colour.ink, width=room)

    def stripe(self, y: int, height: int, number: int) -> None:
        theme = self.scene.theme
        ground = theme.sheet if number % 2 == 0 else mixed(theme.sheet, theme.page, 0.7)
        self.canvas.rect(MARGIN, y, WIDTH - MARGIN, y + height, ground)

    def rows(self, y: int) -> int:
        canvas, theme = self.canvas, self.scene.theme
        most = max(1, *(abs(points) for points in self.points.values()))
        for number, category in enumerate(self.categories):
            self.stripe(y, ROW, number)
            label = text(f"render.score.{category}", self.scene.language)
            room = LEFT - MARGIN - 30
            size = fitted(label, "semibold", (31.0, 28.0, 25.0, 22.0), room)
            canvas.text(MARGIN + 18, y + ROW / 2, label, size, theme.page_ink, "semibold", width=room)
            for place, player in enumerate(self.order):
                self.cell(self.x(place), y, self.points.get((player, category)), player, most)
            y += ROW
            if category == "passengers" and self.scene.drawn_map.has_passengers:
                self.pawns(y)
                y += ROW
            if category == "harbours" and self.scene.view.harbours:
                self.harbour_names(y)
                y += ROW
        return y

    def cell(self, x: int, y: int, points: int | None, player: PlayerId, most: int) -> None:
        canvas, theme = self.canvas, self.scene.theme
        middle = y + ROW / 2
        if not points:
            canvas.text(x + 112, middle, "–", 30, theme.page_dim, anchor="r")
            return
        ink = theme.blocked if points < 0 else theme.page_ink
        canvas.text(x + 112, middle, str(points).replace("-", "−"), 36, ink, "bold", "r")
        width = max(8.0, (self.column - 150) * abs(points) / most)
        colour = self.scene.colour(player)
        canvas.rounded(x + 128, middle - 11, x + 128 + width, middle + 11, 5, ink if points < 0 else NIGHT)
        inner = theme.sheet if points < 0 else colour.fill
        if width > 5:
            canvas.rounded(x + 130, middle - 9, x + 126 + width, middle + 9, 4, inner)

    def pawns(self, y: int) -> None:
        """Passengers by colour; whoever has most or second most of a colour is underlined."""
        self.stripe(y, ROW, 0)
        canvas, theme = self.canvas, self.scene.theme
        taken = {player: self.scene.player(player).passengers for player in self.order}
        step = (self.column - 16) / len(PASSENGERS)
        for left, label, colour in ((MARGIN + 18, "20", FIRST), (MARGIN + 84, "10", SECOND)):
            canvas.text(left + 20, y + 24, label, 22, theme.page_dim, anchor="m")
            canvas.rounded(left, y + 38, left + 40, y + 43, 2, colour)
        for i, colour_name in enumerate(PASSENGERS):
            counts = {player: taken[player].get(colour_name, 0) for player in self.order}
            for place, player in enumerate(self.order):
                x = self.x(place) + 10 + i * step
                if not counts[player]:
                    canvas.text(x + step / 2 - 6, y + ROW / 2, "–", 24, theme.page_dim, anchor="m")
                    continue
                reach = 14 if self.is_narrow else 17
                passenger(canvas.at(x + reach - 3, y + ROW / 2 - 3, 0, reach), colour_name)
                canvas.text(x + reach * 1.7, y + ROW / 2, str(counts[player]), reach * 1.65, theme.page_ink)
                line = place_of(counts, player)
                if line:
                    canvas.rounded(x, y + ROW - 10, x + step - 10, y + ROW - 5, 2, FIRST if line == 1 else SECOND)

    def harbour_names(self, y: int) -> None:
        self.stripe(y, ROW, 0)
        theme = self.scene.theme
        for place, player in enumerate(self.order):
            built = [self.scene.drawn_map.name(h.city) for h in self.scene.view.harbours if h.player == player]
            label = ", ".join(built) or "–"
            size = fitted(label, "semibold", (24.0, 21.0, 18.0), self.column - 30)
            self.canvas.text(
                self.x(place) + 16, y + ROW / 2, label, size, theme.page_dim, "semibold", width=self.column - 30
            )

    def total_row(self, y: int) -> int:
        canvas, theme = self.canvas, self.scene.theme
        canvas.rect(MARGIN, y, WIDTH - MARGIN, y + TOTAL_ROW, theme.panel)
        middle = y + TOTAL_ROW / 2
        canvas.text(MARGIN + 18, middle, text("render.score.total", self.scene.language), 40, theme.text)
        best = self.total[self.order[0]]
        for place, player in enumerate(self.order):
            won = player in self.scene.view.ranking[0]
            ink: Colour = AMBER if won else theme.text
            x = self.x(place) + 112
            canvas.text(x, middle, str(self.total[player]).replace("-", "−"), 54, ink, "black", "r")
            if not won and best != self.total[player]:
                canvas.text(x + 24, middle + 4, signed(self.total[player] - best), 27, theme.dim, "semibold")
        return y + TOTAL_ROW

    def ticket_lists(self, y: int) -> None:
        canvas, theme, language = self.canvas, self.scene.theme, self.scene.language
        standings = [standing for tickets in self.tickets.values() for standing in tickets]
        done = sum(standing.is_done for standing in standings)
        canvas.text(MARGIN + 18, y + 20, text("render.score.ticket_list", language), 34, theme.page_ink)
        summary = text("render.score.done_failed", language, done=done, failed=len(standings) - done)
        canvas.text(MARGIN + 18, y + 58, summary, 23, theme.page_dim, "semibold", width=LEFT - MARGIN - 30)
        for place, player in enumerate(self.order):
            ordered = sorted(self.tickets.get(player, ()), key=lambda standing: -standing.points)
            for i, standing in enumerate(ordered):
                self.ticket(self.x(place), y + i * TICKET_ROW, standing)

    def ticket(self, x: int, y: int, standing: TicketStanding) -> None:
        canvas, theme = self.canvas, self.scene.theme
        colour = theme.done if standing.is_done else theme.blocked
        width, h = self.column, TICKET_ROW - 6
        canvas.rounded(x, y, x + width, y + h, 7, theme.sheet)
        canvas.rounded(x, y, x + 38, y + h, 7, colour, "1001")
        ICONS["check" if standing.is_done else "cross"](canvas.at(x + 19, y + h / 2, 0, 10), ink_on(colour), colour)
        wide = canvas.text(x + width - 12, y + h / 2, signed(standing.points), 28, colour, "bold", "r")
        name = ticket_name(self.scene, self.scene.drawn_map.tickets[standing.ticket])
        room = width - 50 - wide - 26
        sizes = (21.0, 19.0, 17.5, 16.0) if self.is_narrow else (26.0, 24.0, 22.0, 20.0, 18.0, 16.5)
        size = fitted(name, "semibold", sizes, room)
        ink = theme.page_ink if standing.is_done else theme.page_dim
        canvas.text(x + 50, y + h / 2, name, size, ink, "semibold", width=room)

    def foot(self, y: int, history: Sequence[Sequence[int]]) -> None:
        """The chart, and the longest route on a small map where it counts."""
        width, height = self.scene.drawn_map.outline.size
        right = WIDTH - MARGIN
        if self.has_map:
            across = round(CHART * width / height)
            self.longest(right - across, y, across)
            right -= across + 16
        if len(history) > 1:
            title, turn, end = (text(f"render.score.{key}", self.scene.language) for key in ("chart", "turn", "end"))
            final = [self.total[player] for player in range(len(self.scene.seats))]
            box, words = (MARGIN, y, right, y + CHART), ChartWords(title, turn, end)
            chart(self.canvas, box, self.scene.seats, history, final, self.scene.theme, words)

    def longest(self, x: int, y: int, across: int) -> None:
        """The longest route, traced in amber over everybody's network."""
        scene = self.scene
        on_map, scale = all_networks(self.canvas, scene, x, y, across)
        best = max((final.longest_length for final in scene.view.final), default=0)
        for final in scene.view.final:
            if best and final.longest_length == best:
                trace(on_map, scene.drawn_map, final.longest, scene.colour(final.player).fill, scale)
        label = text("render.score.longest", scene.language, n=best)
        self.canvas.label(x + across / 2, y + CHART - 24, label, 24, "mm", scene.theme.ink, scene.theme.halo)


def place_of(counts: dict[PlayerId, int], player: PlayerId) -> int | None:
    """1 for most of a colour, 2 for second most; with a tie for most there is no second."""
    ordered = sorted(set(counts.values()) - {0}, reverse=True)
    if counts[player] == ordered[0]:
        return 1
    leaders = sum(count == ordered[0] for count in counts.values())
    return 2 if leaders == 1 and len(ordered) > 1 and counts[player] == ordered[1] else None
