"""Points over the turns, one line a player."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from render.kit.canvas import Canvas, Point
from render.kit.seat import Seat
from render.kit.symbols import sample
from render.kit.theme import NIGHT, PLAYERS, WHITE, Theme, mixed

LEGEND = 390
END = 0.15
"""How long the last segment is, in parts of all turns."""


class ChartWords(NamedTuple):
    title: str
    turn: str
    end: str


Spot: TypeAlias = Callable[[float, float], Point]
"""Where so many points after so many turns lie on the canvas."""


def chart(
    canvas: Canvas,
    box: tuple[int, int, int, int],
    seats: Sequence[Seat],
    history: Sequence[Sequence[int]],
    final: Sequence[int],
    theme: Theme,
    words: ChartWords,
) -> None:
    """`history` holds every player's points after each turn. A last segment leads to the `final` ones, where something
    was counted only then; the lines end beside the players' names."""
    left, top, right, bottom = box
    canvas.rounded(left, top, right, bottom, 14, theme.sheet)
    canvas.text(left + 30, top + 34, words.title, 27, theme.page_dim, "semibold")
    x0, x1, y0, y1 = left + 84, right - LEGEND, bottom - 54, top + 74
    low = min(0, *final, *(min(points) for points in history))
    high = max(10, *final, *(max(points) for points in history))
    step = grid_step(high - low)
    low, high = low // step * step, -(-high // step) * step
    turns = max(1, len(history) - 1)
    end = turns + (turns * END if list(final) != list(history[-1]) else 0)

    def at(number: float, points: float) -> Point:
        return x0 + (x1 - x0) * number / end, y0 + (y1 - y0) * (points - low) / (high - low)

    if end > turns:
        canvas.rect(at(turns, low)[0], y1, x1, y0, mixed(theme.page_dim, theme.sheet, 0.85))
        canvas.text(at((turns + end) / 2, low)[0], y0 + 28, words.end, 22, theme.page_dim, "semibold", "m")
    for points in range(low, high + 1, step):
        y = at(0, points)[1]
        canvas.rect(x0, y - 1, x1, y + 1, mixed(theme.page_dim, theme.sheet, 0.7))
        canvas.text(x0 - 14, y, str(points).replace("-", "−"), 23, theme.page_dim, "semibold", "r")
    for number in range(0, turns + 1, grid_step(turns)):
        canvas.text(at(number, low)[0], y0 + 28, str(number), 22, theme.page_dim, "semibold", "m")
    canvas.text(x1 + 30, y0 + 28, words.turn, 22, theme.page_dim, "semibold")
    lines(canvas, seats, history, final, at, end)
    legend(canvas, seats, final, x1 + 24, right - 24, y1, y0, theme)


def grid_step(span: int) -> int:
    """A round distance between lines, about six of them."""
    return next((step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200) if span <= step * 7), 500)


def lines(
    canvas: Canvas, seats: Sequence[Seat], history: Sequence[Sequence[int]], final: Sequence[int], at: Spot, end: float
) -> None:
    last = len(history) - 1
    order = sorted(range(len(seats)), key=lambda player: final[player])
    for player in order:
        path = [at(number, points[player]) for number, points in enumerate(history)]
        path += [at(end, final[player])] if end > last else []
        if len(path) > 1:
            for width, fill in ((8.0, NIGHT), (6.0, WHITE), (4.4, PLAYERS[seats[player].colour].fill)):
                canvas.line(path, width, fill)
    for player in order:
        shift = player / (len(seats) + 1)
        for part in (0.2, 0.4, 0.6, 0.8):
            number = min(last, round(last * (part + (shift - 0.4) * 0.16)))
            sample(canvas.at(*at(number, history[number][player])), seats[player].colour, 38, 19)


def legend(
    canvas: Canvas,
    seats: Sequence[Seat],
    final: Sequence[int],
    left: float,
    right: float,
    top: float,
    bottom: float,
    theme: Theme,
) -> None:
    pitch = min(48.0, (bottom - top) / len(seats))
    for place, player in enumerate(sorted(range(len(seats)), key=lambda player: -final[player])):
        y = top + 18 + place * pitch
        sample(canvas.at(left + 26, y), seats[player].colour, 52, 26)
        canvas.text(left + 108, y, str(final[player]).replace("-", "−"), 27, theme.page_ink, "bold", "r")
        canvas.text(left + 122, y, seats[player].name, 24, theme.page_ink, "semibold", width=right - left - 122)
