"""The spaces of every track: straight where there is room, bent where there isn't, twins side by side."""

import math
from itertools import combinations, pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from render.layout.choice import HIT, Costs, choose
from render.tickets.outline import CitySpot, Outline, Space, TrackLine
from rules.tickets.maps import MapFile, Track

Points = NDArray[np.float64]
BENDS = tuple(step / 40 for step in range(-16, 17))
"""How far the middle of a track may lie beside the straight line, as a part of its length."""
GAP = 3.0
"""Between twins, between spaces, and between the last space and the city."""
FINE = 60


class Bundle(msgspec.Struct):
    """All tracks between the same two cities, and the bends that they may have together."""

    tracks: list[Track]
    shapes: list[list[tuple[Space, ...]]]
    """For each bend the spaces of each track."""
    costs: Costs


def placed_tracks(file: MapFile, outline: Outline) -> dict[str, TrackLine]:
    """Every track's spaces between the cities of an outline. Tracks that leave the map keep the spaces they have."""
    together: dict[tuple[str, ...], list[Track]] = {}
    for track in file.tracks:
        if not track.wraps:
            together.setdefault(tuple(sorted((track.a, track.b))), []).append(track)
    bundles = [bundle_of(tracks, outline) for tracks in together.values()]
    chosen = choose([bundle.costs for bundle in bundles], clashes(bundles, outline))
    lines = {track: line for track, line in outline.tracks.items() if line.split is not None}
    for bundle, bend in zip(bundles, chosen, strict=True):
        for track, spaces in zip(bundle.tracks, bundle.shapes[bend], strict=True):
            lines[track.id] = TrackLine(spaces)
    return {track.id: lines[track.id] for track in file.tracks}


def bundle_of(tracks: list[Track], outline: Outline) -> Bundle:
    shapes, costs = [], []
    ends = (outline.cities[tracks[0].a], outline.cities[tracks[0].b])
    for bend in BENDS:
        sides = [index - (len(tracks) - 1) / 2 for index in range(len(tracks))]
        shape = [bent(track, ends, bend, side, outline) for track, side in zip(tracks, sides, strict=True)]
        shapes.append(shape)
        costs.append(abs(bend) * 200 + sum(own_cost(spaces, tracks[0], outline) for spaces in shape))
    return Bundle(tracks, shapes, np.array(costs))


def bent(
    track: Track, ends: tuple[CitySpot, CitySpot], bend: float, side: float, outline: Outline
) -> tuple[Space, ...]:
    """The spaces at even steps along an arc, moved aside for a twin; a twin drawn from the other end stays aside."""
    first, last = (np.array((city.x, city.y)) for city in ends)
    along = last - first
    aside = np.array((-along[1], along[0])) / (np.hypot(*along) or 1.0)
    part = np.linspace(0, 1, FINE)[:, None]
    arc = first + along * part + aside * np.hypot(*along) * bend * 4 * part * (1 - part)
    steps = np.hypot(*np.diff(arc, axis=0).T)
    walked = np.concatenate([[0], np.cumsum(steps)])
    length, width = outline.space
    rim = outline.city_radius + GAP
    pitch = (walked[-1] - 2 * rim) / track.length
    spaces = []
    for index in range(track.length):
        middle = rim + pitch * (index + 0.5)
        ahead, behind = on_arc(arc, walked, middle + length / 2), on_arc(arc, walked, middle - length / 2)
        at, way = on_arc(arc, walked, middle), ahead - behind
        normal = np.array((-way[1], way[0])) / (np.hypot(*way) or 1.0)
        at = at + normal * side * (width + GAP)
        angle = math.degrees(math.atan2(way[1], way[0]))
        spaces.append(Space(round(float(at[0]), 1), round(float(at[1]), 1), round(angle, 1)))
    is_turned = (ends[0].x, ends[0].y) != (outline.cities[track.a].x, outline.cities[track.a].y)
    return tuple(reversed(spaces)) if is_turned else tuple(spaces)


def on_arc(arc: Points, walked: Points, far: float) -> Points:
    return np.array([np.interp(far, walked, arc[:, axis]) for axis in (0, 1)])


def own_cost(spaces: tuple[Space, ...], track: Track, outline: Outline) -> float:
    """Spaces on each other, on cities, or over the edge."""
    length, width = outline.space
    at = np.array([(space.x, space.y) for space in spaces])
    cost = sum(HIT + max(0.0, length + 1 - math.dist(a, b)) for a, b in pairwise(at) if math.dist(a, b) < length + 1)
    body = points_of(spaces, outline)
    for city, place in outline.cities.items():
        is_end = city in (track.a, track.b)
        near = float(np.hypot(body[:, 0] - place.x, body[:, 1] - place.y).min())
        least = outline.city_radius + (0 if is_end else width / 2 + 4)
        cost += HIT + least - near if near < least else 0.0
    edge = length / 2
    outside = (at < edge).any() or (at > np.array(outline.size) - edge).any()
    return cost + (HIT if outside else 0.0)


def points_of(spaces: tuple[Space, ...], outline: Outline) -> Points:
    """Points along the middle line of every space, near enough to stand for it."""
    length = outline.space[0]
    found: list[tuple[float, float]] = []
    for space in spaces:
        cos, sin = math.cos(math.radians(space.angle)), math.sin(math.radians(space.angle))
        parts = [length * step / 6 for step in range(-3, 4)]
        found += [(space.x + cos * part, space.y + sin * part) for part in parts]
    return np.array(found)


def clashes(bundles: list[Bundle], outline: Outline) -> dict[tuple[int, int], Costs]:
    """What two bundles cost each other by their bends: spaces on each other, and less where they come near."""
    width = outline.space[1]
    bodies = [
        [np.concatenate([points_of(spaces, outline) for spaces in shape]) for shape in bundle.shapes]
        for bundle in bundles
    ]
    found = {}
    for one, other in combinations(range(len(bundles)), 2):
        if boxes_are_far(bodies[one], bodies[other], 2 * width):
            continue
        near = np.array([[nearest(a, b) for b in bodies[other]] for a in bodies[one]])
        hits = near < width * 1.12
        if (near < 2 * width).any():
            found[one, other] = np.where(hits, HIT + width * 1.12 - near, np.maximum(0, 2 * width - near) * 0.3)
    return found


def boxes_are_far(one: list[Points], other: list[Points], least: float) -> bool:
    a, b = np.concatenate(one), np.concatenate(other)
    gap = np.maximum(a.min(axis=0) - b.max(axis=0), b.min(axis=0) - a.max(axis=0))
    return bool((gap > least).any())


def nearest(a: Points, b: Points) -> float:
    return float(np.hypot(*(a[:, None, :] - b[None, :, :]).transpose(2, 0, 1)).min())
