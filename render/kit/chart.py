"""Points over the rounds, one line for each player or company; names and points stand at the ends of the lines."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from render.kit.canvas import Box, Canvas, Point
from render.kit.text import fitted, width_of
from render.kit.theme import Colour, Theme, mixed

LETTER = 36
"""The smallest, in a picture 1800 wide."""
MARK, POINTS = 92, 40
"""Where whose line it is has ended, beyond the last round; and the size of the points that follow."""
END = 0.18
"""How long the last segment is, in parts of all rounds."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200)


class ChartLine(NamedTuple):
    name: str
    points: Sequence[int]
    """After each round, from before the first on."""
    final: int
    fill: Colour
    rim: Colour
    mark: Callable[[Canvas, float, float], object]
    """Draws whose line it is around a point, no wider than 60."""


class ChartWords(NamedTuple):
    title: str
    round: str
    end: str


def by_round(history: Sequence[Sequence[int]], player: int, seats: int) -> list[int]:
    """Somebody's points after each round, of those after each turn; the last round may have been cut short."""
    last = len(history) - 1
    return [history[min(turn, last)][player] for turn in range(0, last + seats, seats)]


def draw_chart(
    canvas: Canvas, box: Box, courses: Sequence[ChartLine], theme: Theme, words: ChartWords, names: int
) -> None:
    """A last segment leads to the final points where something was counted only then; `names` is the room for names and
    points at the right."""
    left, top, right, bottom = box
    canvas.rounded(left, top, right, bottom, 14, theme.sheet)
    canvas.text(left + 30, top + 38, words.title, LETTER, theme.page_ink, "semibold", width=right - left - 60)
    area = (left + 96, top + 92, right - names - 30, bottom - 66)
    rounds = max(1, max(len(course.points) for course in courses) - 1)
    has_end = any(course.points[-1] != course.final for course in courses)
    whole = rounds * (1 + END) if has_end else rounds
    low = min(0, *(min(course.final, *course.points) for course in courses))
    high = max(10, *(max(course.final, *course.points) for course in courses))
    step = grid_step(high - low, 6)
    low, high = low // step * step, -(-high // step) * step

    def at(number: float, points: float) -> Point:
        x0, y0, x1, y1 = area
        return x0 + (x1 - x0) * number / whole, y1 - (y1 - y0) * (points - low) / (high - low)

    if has_end:
        stretch = at(rounds, low)[0]
        canvas.rect(stretch, area[1], area[2], area[3], mixed(theme.page_dim, theme.sheet, 0.85))
        middle = (stretch + area[2]) / 2
        canvas.text(middle, area[3] + 36, words.end, LETTER, theme.page_dim, "semibold", "m")
    for points in range(low, high + 1, step):
        y = at(0, points)[1]
        canvas.rect(area[0], y - 1, area[2], y + 1, mixed(theme.page_dim, theme.sheet, 0.7))
        canvas.text(area[0] - 14, y, str(points).replace("-", "−"), LETTER, theme.page_dim, "semibold", "r")
    free = at(rounds, low)[0] - 40 if has_end else area[2]
    numbers(canvas, area, rounds, free, theme, words, at)
    order = sorted(courses, key=lambda course: course.final)
    for course in order:
        path = [at(number, points) for number, points in enumerate(course.points)]
        path += [at(whole, course.final)] if has_end else []
        if len(path) > 1:
            canvas.line(path, 11, theme.sheet)
            canvas.line(path, 9, course.rim)
            canvas.line(path, 6, course.fill)
    ends(canvas, order, area, right - 24, theme, lambda points: at(whole, points)[1])


def grid_step(span: int, most: int) -> int:
    """A round distance between lines, so that there are at most so many."""
    return next((step for step in STEPS if span <= step * most), 500)


def numbers(
    canvas: Canvas,
    area: Box,
    rounds: int,
    right: float,
    theme: Theme,
    words: ChartWords,
    at: Callable[[float, float], Point],
) -> None:
    """The rounds below, up to `right`, where the word for the end may stand."""
    y = area[3] + 36
    wide = canvas.text(area[0] - 80, y, words.round, LETTER, theme.page_dim, "semibold")
    for number in range(0, rounds + 1, grid_step(rounds, 6)):
        x = at(number, 0)[0]
        if area[0] - 50 + wide < x <= right:
            canvas.text(x, y, str(number), LETTER, theme.page_dim, "semibold", "m")


def ends(
    canvas: Canvas, order: Sequence[ChartLine], area: Box, right: int, theme: Theme, height: Callable[[int], float]
) -> None:
    """Mark, points and name of each, moved apart where they would touch, with a thin line to where theirs ends."""
    _, top, x, bottom = area
    apart = min(52.0, (bottom - top + 60) / len(order))
    spots = spread([height(course.final) for course in order], apart, top - 20, bottom + 20)
    finals = [str(course.final).replace("-", "−") for course in order]
    end = x + MARK + max(78.0, *(width_of(points, "black", POINTS) for points in finals))
    for course, points, y in zip(order, finals, spots, strict=True):
        canvas.line([(x, height(course.final)), (x + 26, y)], 2.4, theme.page_dim)
        course.mark(canvas, x + 58, y)
        canvas.text(end, y, points, POINTS, theme.page_ink, "black", "r")
        room = right - end - 16
        size = fitted(course.name, "semibold", (LETTER + 2, LETTER), room)
        canvas.text(end + 16, y, course.name, size, theme.page_ink, "semibold", width=room)


def spread(wanted: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Heights as near as can be to those wanted, which fall from the bottom up, none closer than `apart`."""
    found: list[float] = []
    for y in wanted:
        found.append(min(y, found[-1] - apart) if found else min(y, bottom))
    over = top - found[-1]
    if over > 0:
        found[-1] = top
        for at in range(len(found) - 2, -1, -1):
            found[at] = max(found[at], found[at + 1] + apart)
    assert all(above <= below for below, above in pairwise(found))
    return found
