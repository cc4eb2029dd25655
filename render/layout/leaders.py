"""The lines that join names and plates to their cities while places are weighed: what they would run into."""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from render.layout.choice import HIT, Costs
from render.tickets.drawn_map import DrawnMap
from render.tickets.names import LEADER, LEADER_WIDTH
from render.tickets.outline import CitySpot
from render.tickets.pieces import PLATE_LEADER, plate_width

Boxes: TypeAlias = NDArray[np.float64]
"""Left, top, right and bottom of many boxes."""
Points: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = NDArray[np.bool_]
"""A row for each place of one thing, a column for each place of another."""
APART = LEADER_WIDTH / 2 + 1
"""How far the middle of a line keeps from what it passes."""


class LeaderLines(msgspec.Struct):
    """One line for each place of a name or plate, from the rim of its city to its end."""

    starts: Points
    ends: Points
    is_drawn: NDArray[np.bool_]
    """Where it stands near enough to its city, it needs none."""


def home_of(drawn_map: DrawnMap, key: str) -> CitySpot | None:
    """The city that a name or plate belongs to; None for a port."""
    return drawn_map.outline.cities.get(key.removeprefix("plate "))


def lines_to(drawn_map: DrawnMap, key: str, boxes: Boxes, ends: Points) -> list[LeaderLines]:
    """For a plate there are several, as it gets shorter with each of its passengers that leaves."""
    home = home_of(drawn_map, key)
    if home is None:
        return []
    if not key.startswith("plate "):
        return [lines_between(drawn_map, home, boxes, LEADER, ends)]
    city = key.removeprefix("plate ")
    found = []
    for waiting in range(1, drawn_map.cities[city].passengers + 1):
        short = boxes.copy()
        short[:, 2] = boxes[:, 0] + plate_width(drawn_map.outline.plates[city], waiting)
        found.append(lines_between(drawn_map, home, short, PLATE_LEADER, nearest(home, short)))
    return found


def lines_between(drawn_map: DrawnMap, home: CitySpot, boxes: Boxes, gap: float, ends: Points) -> LeaderLines:
    at, radius = np.array((home.x, home.y)), drawn_map.outline.city_radius
    length = np.maximum(np.hypot(*(ends - at).T), 1e-6)
    starts = at + (ends - at) * np.minimum(1.0, radius / length)[:, None]
    return LeaderLines(starts, ends, np.hypot(*(nearest(home, boxes) - at).T) - radius > gap)


def nearest(home: CitySpot, boxes: Boxes) -> Points:
    """The point of each box that is nearest to a city."""
    found: Points = np.clip(np.array((home.x, home.y)), boxes[:, :2], boxes[:, 2:])
    return found


def other_ends(home: CitySpot, boxes: Boxes) -> Iterator[Points]:
    """Other points on the sides of a name that face its city, to which a line may go where the nearest way is
    blocked."""
    close, size = nearest(home, boxes), boxes[:, 2:] - boxes[:, :2]
    is_beside, is_over = (close[:, side] != at for side, at in ((0, home.x), (1, home.y)))
    for part in (0.5, 0.3, 0.7, 0.1, 0.9):
        along = boxes[:, :2] + part * size
        yield np.column_stack([np.where(is_over, along[:, 0], close[:, 0]), close[:, 1]])
        yield np.column_stack([close[:, 0], np.where(is_beside, along[:, 1], close[:, 1])])


def keep_leaders_free(
    drawn_map: DrawnMap, things: list[tuple[str, Boxes, Points]], found: dict[tuple[int, int], Costs]
) -> None:
    """No line may run through another name or plate, or cross another line. Things are their keys, places and where
    lines to these would end."""
    lines = [lines_to(drawn_map, key, boxes, ends) for key, boxes, ends in things]
    reaches = [reach(boxes, own) for (_, boxes, _), own in zip(things, lines, strict=True)]
    for i, j in combinations(range(len(things)), 2):
        if not meet(reaches[i], reaches[j]):
            continue
        hit = np.zeros((len(things[i][1]), len(things[j][1])), dtype=bool)
        for one in lines[i]:
            hit |= through(one, things[j][1])
        for other in lines[j]:
            hit |= through(other, things[i][1]).T
        for one, other in pairs(lines[i], lines[j]):
            hit |= crossing(one, other)
        if hit.any():
            found[i, j] = found.get((i, j), np.zeros(hit.shape)) + np.where(hit, HIT, 0.0)


def pairs(ones: list[LeaderLines], others: list[LeaderLines]) -> Iterator[tuple[LeaderLines, LeaderLines]]:
    for one in ones:
        for other in others:
            yield one, other


def reach(boxes: Boxes, lines: list[LeaderLines]) -> Boxes:
    """The box around all places of a thing and all lines to them."""
    lows = [boxes[:, :2].min(axis=0), *(line.starts.min(axis=0) for line in lines)]
    highs = [boxes[:, 2:].max(axis=0), *(line.starts.max(axis=0) for line in lines)]
    return np.concatenate([np.min(lows, axis=0), np.max(highs, axis=0)])


def meet(one: Boxes, other: Boxes) -> bool:
    return bool((one[:2] < other[2:]).all() and (other[:2] < one[2:]).all())


def through(lines: LeaderLines, boxes: Boxes) -> Matrix:
    """Which lines run through which boxes, or too near to them: where a line is between left and right while it is
    between top and bottom."""
    step = lines.ends - lines.starts
    step = np.where(np.abs(step) < 1e-9, 1e-9, step)[:, None, :]
    first = (boxes[None, :, :2] - APART - lines.starts[:, None, :]) / step
    second = (boxes[None, :, 2:] + APART - lines.starts[:, None, :]) / step
    enters = np.maximum(np.minimum(first, second).max(axis=2), 0.0)
    leaves = np.minimum(np.maximum(first, second).min(axis=2), 1.0)
    hit: Matrix = (enters < leaves) & lines.is_drawn[:, None]
    return hit


def crossing(one: LeaderLines, other: LeaderLines) -> Matrix:
    """Which lines cross each other or come too near."""
    a, b, c, d = one.starts[:, None], one.ends[:, None], other.starts[None], other.ends[None]
    crosses = (side(a, b, c) != side(a, b, d)) & (side(c, d, a) != side(c, d, b))
    near = [distance(c, a, b), distance(d, a, b), distance(a, c, d), distance(b, c, d)]
    hit: Matrix = crosses | (np.min(near, axis=0) < 2 * APART)
    return hit & one.is_drawn[:, None] & other.is_drawn[None]


def side(a: Points, b: Points, point: Points) -> Matrix:
    """On which side of a line a point lies."""
    left: Matrix = (b - a)[..., 0] * (point - a)[..., 1] > (b - a)[..., 1] * (point - a)[..., 0]
    return left


def distance(point: Points, a: Points, b: Points) -> Costs:
    """From points to lines that end."""
    along = ((point - a) * (b - a)).sum(axis=-1) / np.maximum(((b - a) ** 2).sum(axis=-1), 1e-9)
    foot = a + (b - a) * np.clip(along, 0, 1)[..., None]
    far: Costs = np.hypot(*np.moveaxis(point - foot, -1, 0))
    return far
