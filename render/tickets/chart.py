"""Points on the board round by round, one line a player."""

from collections.abc import Sequence

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.chart import ChartLine, ChartWords, by_round, draw_chart
from render.kit.seat import Seat
from render.kit.symbols import sample
from render.kit.theme import PLAYERS, Colour, Theme, ink_on

NAMES = 470
"""How wide names and points at the ends of the lines may be."""


def chart(
    canvas: Canvas,
    box: Box,
    seats: Sequence[Seat],
    history: Sequence[Sequence[int]],
    final: Sequence[int],
    theme: Theme,
    language: str,
) -> None:
    """`history` holds every player's points after each turn; what was counted only at the end is the last segment."""
    words = ChartWords(*(text(f"render.score.{key}", language) for key in ("chart", "round", "end")))
    rim = ink_on(theme.sheet)
    courses = [
        course(seat, by_round(history, player, len(seats)), final[player], rim) for player, seat in enumerate(seats)
    ]
    draw_chart(canvas, box, courses, theme, words, NAMES)


def course(seat: Seat, points: Sequence[int], final: int, rim: Colour) -> ChartLine:
    def mark(canvas: Canvas, x: float, y: float) -> None:
        sample(canvas.at(x, y), seat.colour, 56, 28)

    return ChartLine(seat.name, points, final, PLAYERS[seat.colour].fill, rim, mark)
