"""How somebody's games went, as a picture: the rating after each of them, and which scores came how often. For any
title."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from data.texts import text
from render.kit.canvas import Box, Canvas, Point
from render.kit.palette import palette_of, png
from render.kit.symbols import semaphore
from render.kit.theme import AMBER, Colour, Theme, mixed, theme_named

WIDTH, HEIGHT, HEAD, MARGIN = 1800, 1330, 120, 30
SMALLEST = 38.0
"""Letters are read at 550 pixels, where they are less than a third of this."""
LEAST_BINS, LEAST_STEP = 5, 5
MOST_DOTS = 41
"""Beyond that they would touch each other, and some alone would mean something."""
ROUND_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)


class Rated(NamedTuple):
    points: float
    doubt: float
    """Drawn as a band, so far above and below."""


class Bin(NamedTuple):
    """Scores from `low` on, up to where the next bin begins."""

    low: int
    games: int


def draw_stats(
    name: str,
    ratings: Sequence[Rated],
    scores: Sequence[int],
    title: str,
    *,
    theme: str = "light",
    language: str = "en",
) -> bytes:
    """`ratings` are those before the first game and after each; `scores` are of one `title`, in any order, and may be
    none."""
    look = theme_named(theme)
    canvas = Canvas((0, 0, WIDTH, HEIGHT), look.page, finer=2)
    draw_head(canvas, look, name, text("stats.rating", language, **told(ratings[-1])))
    middle = HEAD + MARGIN + (HEIGHT - HEAD) * 55 // 100
    draw_ratings(canvas, look, ratings, (MARGIN, HEAD + MARGIN, WIDTH - MARGIN, middle), language)
    draw_scores(canvas, look, scores, title, (MARGIN, middle + MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN), language)
    pixels = canvas.averaged()
    palette = palette_of([pixels], [look.page, look.sheet, look.panel, line_colour(look), band_colour(look)])
    return png(palette.mapped(pixels), palette)


def alt_stats(name: str, ratings: Sequence[Rated], scores: Sequence[int], title: str, *, language: str = "en") -> str:
    """The same in words."""
    first, last = ratings[0], ratings[-1]
    course = text("render.stats.alt_rating", language, name=name, first=round(first.points), **told(last))
    highest = text("render.stats.alt_highest", language, points=round(max(rated.points for rated in ratings)))
    if not scores:
        return f"{course} {text('render.stats.no_scores', language)}"
    found = [each for each in bins(scores) if each.games]
    most = max(found, key=lambda each: each.games)
    step = step_of(scores)
    often = text(
        "render.stats.alt_scores",
        language,
        n=len(scores),
        least=min(scores),
        best=max(scores),
        low=most.low,
        high=most.low + step - 1,
        count=most.games,
    )
    return f"{course} {highest} {title}: {often}"


def told(rated: Rated) -> dict[str, int]:
    return {"points": round(rated.points), "doubt": round(rated.doubt)}


def line_colour(look: Theme) -> Colour:
    return look.open


def band_colour(look: Theme) -> Colour:
    return mixed(look.open, look.sheet, 0.78)


def grid_colour(look: Theme) -> Colour:
    return mixed(look.page_dim, look.sheet, 0.7)


def draw_head(canvas: Canvas, look: Theme, name: str, rating: str) -> None:
    canvas.rect(0, 0, WIDTH, HEAD, look.panel)
    semaphore(canvas.at(62, HEAD / 2, 0, 42), look.text, AMBER)
    wide = canvas.text(WIDTH - MARGIN, HEAD / 2, rating, 52, look.text, "bold", "r")
    canvas.text(118, HEAD / 2, name, 60, look.text, width=WIDTH - MARGIN - wide - 118 - 40)


def draw_ratings(canvas: Canvas, look: Theme, ratings: Sequence[Rated], box: Box, language: str) -> None:
    """A line through the ratings, and a band for how sure they are."""
    left, top, right, bottom = panel(canvas, look, box, text("render.stats.rating", language))
    least = min(rated.points - rated.doubt for rated in ratings)
    most = max(rated.points + rated.doubt for rated in ratings)
    step = round_step(most - least, 5)
    low, high = int(least // step * step), int(-(-most // step) * step)
    games = max(1, len(ratings) - 1)

    def at(game: float, points: float) -> Point:
        return left + (right - left) * game / games, bottom - (bottom - top) * (points - low) / (high - low)

    # Before the first game it is a flat stretch: a line needs two ends.
    shown = list(ratings) if len(ratings) > 1 else [*ratings, *ratings]
    upper = [at(game, rated.points + rated.doubt) for game, rated in enumerate(shown)]
    lower = [at(game, rated.points - rated.doubt) for game, rated in enumerate(shown)]
    canvas.polygon([*upper, *reversed(lower)], band_colour(look))
    for points in range(low, high + 1, step):
        y = at(0, points)[1]
        canvas.rect(left, y - 1, right, y + 1, grid_colour(look))
        canvas.text(left - 18, y, plain(points), SMALLEST, look.page_dim, "semibold", "r")
    for game in range(0, len(ratings), round_step(games, 10)):
        canvas.text(at(game, low)[0], bottom + 40, str(game), SMALLEST, look.page_dim, "semibold", "m")
    path = [at(game, rated.points) for game, rated in enumerate(shown)]
    canvas.line(path, 8, line_colour(look))
    for x, y in path if len(path) <= MOST_DOTS else ():
        canvas.disc(x, y, 9, line_colour(look))
    canvas.disc(*path[-1], 17, look.sheet)
    canvas.disc(*path[-1], 13, line_colour(look))


def draw_scores(canvas: Canvas, look: Theme, scores: Sequence[int], title: str, box: Box, language: str) -> None:
    """A bar for each stretch of scores, with how many games ended there."""
    left, top, right, bottom = panel(canvas, look, box, f"{title} · {text('render.stats.scores', language)}")
    canvas.rect(left, bottom, right, bottom + 3, look.page_dim)
    if not scores:
        middle = (left + right) / 2, (top + bottom) / 2
        canvas.text(*middle, text("render.stats.no_scores", language), 44, look.page_dim, "semibold", "m")
        return
    found, step = bins(scores), step_of(scores)
    wide, most = (right - left) / len(found), max(each.games for each in found)
    for number, each in enumerate(found):
        x = left + number * wide
        canvas.text(x, bottom + 40, plain(each.low), SMALLEST, look.page_dim, "semibold", "m")
        if each.games:
            y = bottom - (bottom - top - 50) * each.games / most
            canvas.rect(x + 8, y, x + wide - 8, bottom, line_colour(look))
            canvas.text(x + wide / 2, y - 30, str(each.games), SMALLEST + 4, look.page_ink, "bold", "m")
    canvas.text(right, bottom + 40, plain(found[-1].low + step), SMALLEST, look.page_dim, "semibold", "m")


def panel(canvas: Canvas, look: Theme, box: Box, title: str) -> Box:
    """A sheet with its heading; what is left of it for the chart, with room for numbers to the left and below."""
    left, top, right, bottom = box
    canvas.rounded(left, top, right, bottom, 18, look.sheet)
    canvas.text(left + 36, top + 50, title, 44, look.page_ink, "semibold", width=right - left - 72)
    return left + 140, top + 116, right - 60, bottom - 84


def bins(scores: Sequence[int]) -> list[Bin]:
    """All stretches from the least score to the best, empty ones too, and some more around them where they are few."""
    step = step_of(scores)
    first, last = min(scores) // step, max(scores) // step
    missing = max(0, LEAST_BINS - (last - first + 1))
    before = missing // 2 if first < 0 else min(first, missing // 2)
    counts = Counter(score // step for score in scores)
    numbers = range(first - before, last + missing - before + 1)
    return [Bin(number * step, counts[number]) for number in numbers]


def step_of(scores: Sequence[int]) -> int:
    return max(LEAST_STEP, round_step(max(scores) - min(scores), 9))


def round_step(span: float, most: int) -> int:
    """A round distance, so that at most so many of them cover it."""
    return next((step for step in ROUND_STEPS if span <= step * most), ROUND_STEPS[-1])


def plain(number: int) -> str:
    return str(number).replace("-", "−")
