"""Everybody's chance to win after each turn of a finished game, as a picture. For any title."""

from collections.abc import Sequence

from data.texts import text
from render.kit.canvas import Box, Canvas, Point
from render.kit.chart import spread
from render.kit.palette import palette_of, png
from render.kit.seat import Seat
from render.kit.symbols import semaphore
from render.kit.theme import AMBER, NIGHT, PLAYERS, WHITE, Colour, Theme, ink_on, rgb, theme_named
from render.stats import HEAD, MARGIN, SMALLEST, WIDTH, grid_colour, panel, round_step

HEIGHT = 1200
LEGEND = 74
SIGN = 25
"""Half the size of a player's number, in the legend and at the end of the line."""
PIN, APART, BELOW = 30, 70.0, 72
"""The pins of turning points stand in a row above the chart: how large, how far from each other and from it."""
OTHERS = {
    "yellow": rgb("#f2c80f"),
    "blue": rgb("#2b6cd4"),
    "red": rgb("#d8322a"),
    "green": rgb("#2f9e44"),
    "orange": rgb("#ef7d16"),
    "purple": rgb("#8a4fbf"),
    "black": rgb("#33373d"),
    "white": rgb("#e9ecef"),
}
"""Of seats in a game that gives colours of its own."""


def draw_review(
    turns: Sequence[int],
    chances: Sequence[Sequence[float]],
    marks: Sequence[int],
    seats: Sequence[Seat],
    *,
    table: str,
    theme: str = "light",
    language: str = "en",
) -> bytes:
    """`marks` are the turning points, as places in `turns`; they are numbered in this order."""
    look = theme_named(theme)
    canvas = Canvas((0, 0, WIDTH, HEIGHT), look.page, finer=2)
    canvas.rect(0, 0, WIDTH, HEAD, look.panel)
    semaphore(canvas.at(62, HEAD / 2, 0, 42), look.text, AMBER)
    canvas.text(118, HEAD / 2, table, 60, look.text, width=WIDTH - MARGIN - 118)
    colours = [colour_of(seat, look) for seat in seats]
    legend = HEAD + MARGIN + LEGEND * -(-len(seats) // 3)
    draw_legend(canvas, look, seats, colours)
    box = (MARGIN, legend + 10, WIDTH - MARGIN, HEIGHT - MARGIN)
    draw_chances(canvas, look, turns, chances, marks, colours, box, language)
    pixels = canvas.averaged()
    palette = palette_of([pixels], [look.page, look.sheet, look.panel, *colours])
    return png(palette.mapped(pixels), palette)


def colour_of(seat: Seat, look: Theme) -> Colour:
    return PLAYERS[seat.colour].fill if seat.colour in PLAYERS else OTHERS.get(seat.colour, look.open)


def draw_legend(canvas: Canvas, look: Theme, seats: Sequence[Seat], colours: Sequence[Colour]) -> None:
    """Who has which line: three names a row."""
    wide = (WIDTH - 2 * MARGIN) / min(3, len(seats))
    for number, (seat, colour) in enumerate(zip(seats, colours, strict=True)):
        x, y = MARGIN + number % 3 * wide, HEAD + MARGIN + number // 3 * LEGEND + LEGEND / 2 - 6
        numbered(canvas, x + 28, y, number, colour)
        canvas.text(x + 66, y, seat.name, 44, look.page_ink, "semibold", width=wide - 94)


def draw_chances(
    canvas: Canvas,
    look: Theme,
    turns: Sequence[int],
    chances: Sequence[Sequence[float]],
    marks: Sequence[int],
    colours: Sequence[Colour],
    box: Box,
    language: str,
) -> None:
    left, row, right, bottom = panel(canvas, look, box, text("render.review.title", language))
    top = row + BELOW
    last = max(1, len(turns) - 1)

    def at(place: float, chance: float) -> Point:
        return left + (right - left) * place / last, bottom - (bottom - top) * chance

    for percent in range(0, 101, 25):
        y = at(0, percent / 100)[1]
        canvas.rect(left, y - 1, right, y + 1, grid_colour(look))
        canvas.text(left - 18, y, f"{percent}%", SMALLEST, look.page_dim, "semibold", "r")
    for place in range(0, len(turns), round_step(last, 10)):
        canvas.text(at(place, 0)[0], bottom + 40, str(turns[place]), SMALLEST, look.page_dim, "semibold", "m")
    for place in marks:
        x = at(place, 0)[0]
        canvas.rect(x - 2, top, x + 2, bottom, look.page_dim)
    for seat, colour in enumerate(colours):
        path = [at(place, each[seat]) for place, each in enumerate(chances)]
        for width, fill in ((13.0, NIGHT), (11.0, WHITE), (8.0, colour)):
            canvas.line(path, width, fill)
    draw_ends(canvas, look, [at(last, chance) for chance in chances[-1]], colours, (top, bottom))
    draw_pins(canvas, look, [at(place, 1) for place in marks], row, (left, right + PIN))


def draw_ends(
    canvas: Canvas, look: Theme, ends: Sequence[Point], colours: Sequence[Colour], room: tuple[float, float]
) -> None:
    """Whose line it is, by the number of the legend; moved apart where they would touch."""
    order = sorted(range(len(ends)), key=lambda seat: -ends[seat][1])
    for seat, y in zip(order, spread([ends[seat][1] for seat in order], 2 * SIGN + 4, *room), strict=True):
        x = ends[seat][0] + SIGN + 8
        canvas.line([ends[seat], (x, y)], 4, look.page_dim)
        numbered(canvas, x, y, seat, colours[seat])


def numbered(canvas: Canvas, x: float, y: float, seat: int, colour: Colour) -> None:
    for radius, fill in ((SIGN, NIGHT), (SIGN - 1, WHITE), (SIGN - 3, colour)):
        canvas.disc(x, y, radius, fill)
    canvas.text(x, y, str(seat + 1), 36, ink_on(colour), "bold", "m")


def draw_pins(canvas: Canvas, look: Theme, tips: Sequence[Point], row: float, room: Point) -> None:
    """Numbered in this order, each above its tip or as near to that as the others let it be."""
    order = sorted(range(len(tips)), key=lambda number: -tips[number][0])
    if not tips:
        return
    for number, x in zip(order, spread([tips[number][0] for number in order], APART, *room), strict=True):
        canvas.line([(x, row), tips[number]], 4, look.page_dim)
        canvas.disc(x, row, PIN, look.page_ink)
        canvas.text(x, row, str(number + 1), 40, look.sheet, "bold", "m")


def alt_review(
    turns: Sequence[int],
    chances: Sequence[Sequence[float]],
    marks: Sequence[int],
    seats: Sequence[Seat],
    *,
    table: str,
    language: str = "en",
) -> str:
    """The same in words: where everybody stood at the start, in the middle and before the end."""
    places = sorted({0, len(turns) // 2, max(0, len(turns) - 2)})
    found = [
        text(
            "render.review.alt_at",
            language,
            turn=turns[place],
            chances=", ".join(f"{seat.name} {round(100 * chances[place][n])}%" for n, seat in enumerate(seats)),
        )
        for place in places
    ]
    marked = ", ".join(str(turns[place]) for place in marks) or "–"
    return text("render.review.alt", language, table=table, course=" ".join(found), turns=marked)
