"""How the points grew, turn by turn or tile by tile: one line for each player or company, with its mark at the end."""

from itertools import pairwise

from render.kit.canvas import Box, Canvas
from render.kit.theme import Colour
from render.metro.look import train_of
from render.metro.scene import Scene
from render.metro.tracks import symbol
from rules.metro.view import MetroView

TILES = 60


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


def draw_chart(canvas: Canvas, scene: Scene, steps: dict[str, list[int]], box: Box) -> None:
    """`steps` are each colour's points after every turn or tile, from 0 on."""
    left, top, right, bottom = box
    whole = max(1, max(len(points) for points in steps.values()) - 1)
    most = max(10, *(points[-1] for points in steps.values()))
    step = next((step for step in (5, 10, 20, 25, 50, 100) if most / step <= 6), 200)
    most = -(-most // step) * step
    axes(canvas, scene, box, most, step, whole)
    for colour, points in sorted(steps.items(), key=lambda item: item[1][-1]):
        line = [(left + (right - left) * at / whole, bottom - (bottom - top) * n / most) for at, n in enumerate(points)]
        stairs = [line[0]]
        for (_, before), (x, y) in pairwise(line):
            stairs += [(x, before), (x, y)] if y != before else [(x, y)]
        owner = train_of(colour, scene.look.name)
        canvas.line(stairs, 9.0, scene.theme.sheet)
        canvas.line(stairs, 7.0, owner.rim)
        canvas.line(stairs, 4.2, owner.fill)
    ends(canvas, scene, steps, box, most)


def axes(canvas: Canvas, scene: Scene, box: Box, most: int, step: int, whole: int) -> None:
    theme = scene.theme
    left, top, right, bottom = box
    for points in range(0, most + 1, step):
        y = bottom - (bottom - top) * points / most
        canvas.rect(left, y - 1, right, y + 1, theme.page_dim if not points else theme.faded)
        canvas.text(left - 12, y, str(points), 25, theme.page_dim, "semibold", "r")
    for tile in range(0, whole + 1, 10):
        x = left + (right - left) * tile / whole
        canvas.rect(x - 1, bottom, x + 1, bottom + 8, theme.page_dim)
        canvas.text(x, bottom + 26, str(tile), 25, theme.page_dim, "semibold", "m")


def ends(canvas: Canvas, scene: Scene, steps: dict[str, list[int]], box: Box, most: int) -> None:
    """Marks and totals at the right, moved apart where they would touch."""
    _, top, right, bottom = box
    apart = min(42.0, (bottom - top + 30) / len(steps))
    order = sorted(steps, key=lambda colour: steps[colour][-1])
    spots: list[float] = []
    for colour in order:
        y = bottom - (bottom - top) * steps[colour][-1] / most
        spots.append(min(y, spots[-1] - apart) if spots else min(y, bottom - 4))
    over = max(0.0, top - 16 - spots[-1])
    for i in range(len(spots) - 1, -1, -1):
        spots[i] = max(spots[i], top - 16 + apart * (len(spots) - 1 - i)) if over else spots[i]
    ink: Colour = scene.theme.page_ink
    for colour, y in zip(order, spots, strict=True):
        owner = train_of(colour, scene.look.name)
        canvas.disc(right + 24, y, 17, owner.rim)
        canvas.disc(right + 24, y, 15, owner.fill)
        symbol(canvas.at(right + 24, y, 0, 9), colour, scene.look.name)
        canvas.text(right + 50, y, str(steps[colour][-1]), 30, ink, "bold")
