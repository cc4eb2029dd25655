"""How the points grew, round by round or tile by tile: one line for each player or company."""

from collections.abc import Sequence

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.chart import ChartLine, ChartWords, by_round, draw_chart
from render.kit.theme import ink_on
from render.metro.look import train_of
from render.metro.scene import Scene
from render.metro.tracks import symbol
from rules.metro.view import MetroView

TILES = 60
NAMES = 470


def growth(view: MetroView) -> dict[str, list[int]]:
    """For each colour: its points from lines after 0, 1, … 60 tiles. A line counts from the tile that completed it; a
    train that was put into the centre later still counts from there."""
    order = {tile.square: at + 1 for at, tile in enumerate(view.laid)}
    owners = view.colours or tuple(company.colour for company in view.companies)
    steps = {colour: [0] * (TILES + 1) for colour in owners}
    for line in view.lines:
        if line.owner in steps and line.is_finished:
            when = max(order.get(one.square, 0) for one in line.passes)
            for at in range(when, TILES + 1):
                steps[line.owner][at] += line.points
    return steps


def draw_growth(canvas: Canvas, scene: Scene, history: Sequence[Sequence[int]], box: Box) -> None:
    """`history` holds every player's points after each turn; without it, and where companies score, the chart goes by
    tiles. What was counted only at the end is the last segment."""
    view, language = scene.view, scene.language
    is_by_round = len(history) > 1 and bool(view.colours)
    key = "rounds" if is_by_round else "chart"
    words = ChartWords(
        text(f"render.metro.score.{key}", language),
        text("render.score.round" if is_by_round else "render.metro.score.tile", language),
        text("render.score.end", language),
    )
    steps = growth(view)
    courses = []
    for player, (colour, points) in enumerate(steps.items()):
        grown = by_round(history, player, view.seats) if is_by_round else points
        final = scene.points[player] if view.colours else points[-1]
        name = scene.name(player) if view.colours else text(f"word.card.{colour}", language)
        courses.append(course(scene, colour, name, grown, final))
    draw_chart(canvas, box, courses, scene.theme, words, NAMES)


def course(scene: Scene, colour: str, name: str, points: Sequence[int], final: int) -> ChartLine:
    owner = train_of(colour, scene.look.name)

    def mark(canvas: Canvas, x: float, y: float) -> None:
        canvas.disc(x, y, 21, owner.rim)
        canvas.disc(x, y, 19, owner.fill)
        symbol(canvas.at(x, y, 0, 11.5), colour, scene.look.name)

    return ChartLine(name, points, final, owner.fill, ink_on(scene.theme.sheet), mark)
