"""Land around cities and tracks, with a coast that looks as if the sea had made it; the same for the same map."""

import math
import zlib

import numpy as np
from numpy.typing import NDArray

from render.tickets.outline import TENTHS, Land, Outline
from rules.tickets.maps import MapFile

Field = NDArray[np.float64]
Ring = list[tuple[float, float]]
STEP = 8
BEYOND = 160
"""How far over the edge of the picture the land is made, so that a coast may leave it."""
WAVES = ((420.0, 30.0), (210.0, 17.0), (95.0, 9.0), (48.0, 4.0))
"""Bays and headlands: length and height of each kind."""
SMALLEST = 3000.0
"""Islets and ponds of fewer square units are left out."""


def made_land(file: MapFile, outline: Outline) -> Land:
    """Land under every city and every track that isn't at sea."""
    height = shore_field(file, outline)
    rings = [ring for ring in contours(height) if abs(area(ring)) >= SMALLEST]
    home = tuple((flat(ring),) for ring in rings if area(ring) > 0)
    lakes = tuple((flat(ring),) for ring in rings if area(ring) < 0)
    return Land(foreign=(), home=home, lakes=lakes, borders=(), states=(), rivers=())


def shore_field(file: MapFile, outline: Outline) -> Field:
    """On a grid, how far inland a point lies; below zero is sea."""
    xs = np.arange(-BEYOND, outline.size[0] + BEYOND + 1, STEP, dtype=np.float64)
    ys = np.arange(-BEYOND, outline.size[1] + BEYOND + 1, STEP, dtype=np.float64)
    grid_x, grid_y = np.meshgrid(xs, ys)
    inland = np.full(grid_x.shape, -1e9)
    reach = outline.space[0]
    for x, y, far in dry_points(file, outline, reach):
        inland = np.maximum(inland, far - np.hypot(grid_x - x, grid_y - y))
    random = np.random.default_rng(zlib.crc32(file.id.encode()))
    for length, height in WAVES:
        for _ in range(5):
            turn, start = random.uniform(0, 2 * math.pi, 2)
            inland += (
                height / 2 * np.sin((grid_x * math.cos(turn) + grid_y * math.sin(turn)) * 2 * math.pi / length + start)
            )
    inland[[0, -1], :] = inland[:, [0, -1]] = -1
    return inland


def dry_points(file: MapFile, outline: Outline, reach: float) -> list[tuple[float, float, float]]:
    kinds = {track.id: track.kind for track in file.tracks}
    found = [(city.x, city.y, 1.5 * reach) for city in outline.cities.values()]
    for track, line in outline.tracks.items():
        if kinds[track] not in ("ferry", "sea"):
            found += [(space.x, space.y, 1.15 * reach) for space in line.spaces]
    return found


def contours(field: Field) -> list[Ring]:
    """Closed lines at height zero, land to the right of the way (marching squares); in units of the map."""
    next_of: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    is_land = field > 0
    for row, column in np.argwhere(is_land[:-1, :-1] | is_land[1:, :-1] | is_land[:-1, 1:] | is_land[1:, 1:]).tolist():
        corners = (
            bool(is_land[row, column]),
            bool(is_land[row, column + 1]),
            bool(is_land[row + 1, column + 1]),
            bool(is_land[row + 1, column]),
        )
        sides = ((row, column, 0), (row, column + 1, 1), (row + 1, column, 0), (row, column, 1))
        leave = [side for i, side in enumerate(sides) if corners[i] and not corners[(i + 1) % 4]]
        enter = [side for i, side in enumerate(sides) if not corners[i] and corners[(i + 1) % 4]]
        next_of.update(zip(leave, enter if len(enter) == 1 else enter[::-1], strict=True))
    rings = []
    while next_of:
        start, *_ = at, *_ = next_of
        ring = []
        while at in next_of:
            ring.append(crossing(field, at))
            at = next_of.pop(at)
        if at == start:
            rings.append(ring)
    return rings


def crossing(field: Field, side: tuple[int, int, int]) -> tuple[float, float]:
    """Where a side of the grid crosses height zero: `side` is a corner, and 0 for the side to the right, 1 down."""
    row, column, down = side
    here, there = field[row, column], field[row + down, column + 1 - down]
    part = float(here / (here - there))
    return (column + (1 - down) * part) * STEP - BEYOND, (row + down * part) * STEP - BEYOND


def area(ring: Ring) -> float:
    """Above zero for land, below for a hole in it."""
    points = np.array(ring)
    x, y = points[:, 0], points[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def flat(ring: Ring) -> tuple[int, ...]:
    """Every second point is enough, in tenths."""
    return tuple(round(value * TENTHS) for point in ring[::2] for value in point)
