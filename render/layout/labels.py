"""A place for every name: around its city, off tracks, cities, plates, other names and the edge."""

import math
from itertools import combinations
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from render.layout.choice import HIT, Costs, choose
from render.layout.shapes import discs, houses, ink, letters
from render.tickets.base import layout_of
from render.tickets.drawn_map import DrawnMap
from render.tickets.land import port_name
from render.tickets.outline import CitySpot, Label, Outline, Plate, Port

Boxes: TypeAlias = NDArray[np.float64]
"""Left, top, right and bottom of many boxes."""
GAPS = (3.0, 6.0, 10.0, 15.0, 21.0, 28.0, 36.0, 46.0, 58.0, 72.0)
"""How far a name may stand from the rim of its city."""
STEP = 5.0
KEEP = 260
"""Candidates of a name that are looked at together with other names."""
MARGIN = 3.0
"""Names that come nearer than this to something are harder to read."""
FAR, NEAR_OTHER, ACROSS, SIDEWAYS = 0.5, 0.6, 12.0, 1.5


class Placeable(msgspec.Struct):
    """What looks for a place: a city's name, a port's name, or a plate with passengers."""

    key: str
    boxes: Boxes
    costs: Costs


class Obstacle(msgspec.Struct, frozen=True):
    """A turned box: its middle, half its length and width, and its angle in degrees."""

    x: float
    y: float
    half: tuple[float, float]
    angle: float = 0.0


def placed_labels(drawn_map: DrawnMap, pixels: float | None = None) -> Outline:
    """The outline with every name placed anew. `pixels` is the size of cities' names on the finished board; without
    it names keep their sizes. Plates with passengers look for new places too, those of countries stay."""
    things = [*city_names(drawn_map, pixels), *port_names(drawn_map, pixels), *city_plates(drawn_map)]
    solid, own = obstacles(drawn_map), rims(drawn_map)
    for thing in things:
        weigh(drawn_map, thing, solid, own)
    chosen = choose([thing.costs for thing in things], clashes(things))
    found = {thing.key: thing.boxes[place] for thing, place in zip(things, chosen, strict=True)}
    return moved(drawn_map, found, pixels)


def size_of(drawn_map: DrawnMap, label: Label | None, pixels: float | None) -> float:
    """The size of a name in units of the map."""
    if pixels is None:
        return label.size if label else 26.0
    usual = max((place.label.size for place in drawn_map.outline.cities.values() if place.label), default=None)
    part = label.size / usual if label and usual else 1.0
    return round(pixels / layout_of(drawn_map).scale * part, 1)


def city_names(drawn_map: DrawnMap, pixels: float | None) -> list[Placeable]:
    found = []
    own = rims(drawn_map)
    for city, place in drawn_map.outline.cities.items():
        if place.badge is None and not drawn_map.cities[city].is_waypoint:
            size = size_of(drawn_map, place.label, pixels)
            left, top, right, bottom = ink(drawn_map.name(city), size, "mm")
            thing = Placeable(city, *around(place, own[city], right - left, bottom - top))
            if place.label and place.label.size == size:
                add_present(drawn_map, thing, letters(place.label, drawn_map.name(city)).box)
            found.append(thing)
    return found


def port_names(drawn_map: DrawnMap, pixels: float | None) -> list[Placeable]:
    """Beside the edge, above or below the arrow."""
    found = []
    for port in drawn_map.outline.ports:
        left, top, right, bottom = ink(port_name(drawn_map, port), size_of(drawn_map, port.label, pixels), "mm")
        w, h = right - left, bottom - top
        inset, away = (
            grid.ravel() for grid in np.meshgrid([10.0, 16.0, 24.0, 40.0, 60.0], np.arange(-90.0, 91.0, 3.0))
        )
        x = inset if port.side == "west" else drawn_map.outline.size[0] - inset - w
        y = port.y + away - h / 2
        costs = np.abs(away) * 0.3 + inset * 0.2 + np.where(np.abs(away) < h / 2 + 10, HIT, 0)
        found.append(Placeable(f"port {port.city} {port.to}", np.stack([x, y, x + w, y + h], axis=1), costs))
    return found


def city_plates(drawn_map: DrawnMap) -> list[Placeable]:
    found = []
    own = rims(drawn_map)
    for place, plate in drawn_map.outline.plates.items():
        if plate.badge is None:
            thing = Placeable(f"plate {place}", *around(drawn_map.outline.cities[place], own[place], plate.w, plate.h))
            add_present(drawn_map, thing, (plate.x, plate.y, plate.x + plate.w, plate.y + plate.h))
            found.append(thing)
    return found


def add_present(drawn_map: DrawnMap, thing: Placeable, box: tuple[float, float, float, float]) -> None:
    """Where it stands now is a place as well: somebody may have found it by hand."""
    home = home_of(drawn_map, thing)
    assert home
    thing.boxes = np.vstack([thing.boxes, box])
    thing.costs = np.append(thing.costs, FAR * distance(thing.boxes[-1:], home))


def rims(drawn_map: DrawnMap) -> dict[str, tuple[float, float]]:
    """By city half the width and height of what is drawn there: its disc, a badge, or a harbour that may be built."""
    reach = {
        city: (shape.box[2] - shape.box[0], shape.box[3] - shape.box[1]) for city, shape in discs(drawn_map).items()
    }
    reach |= {city: (s.box[2] - s.box[0] + 3, s.box[3] - s.box[1] + 3) for city, s in houses(drawn_map).items()}
    return {city: (w / 2, h / 2) for city, (w, h) in reach.items()}


def around(city: CitySpot, rim: tuple[float, float], w: float, h: float) -> tuple[Boxes, Costs]:
    """Boxes of that size all around a city, at several distances; beside it is best, above and below are good."""
    points, costs = [], []
    for gap in GAPS:
        a, b = w / 2 + rim[0] + gap, h / 2 + rim[1] + gap
        for x in np.linspace(-w / 2 - rim[0], w / 2 + rim[0], max(3, round(w / STEP) | 1)):
            points += [(x, -b), (x, b)]
            costs += [gap * FAR + SIDEWAYS + abs(x) / w] * 2
        for y in np.linspace(-h / 2 - rim[1] / 2, h / 2 + rim[1] / 2, max(3, round(h / STEP) | 1)):
            points += [(-a, y), (a, y)]
            costs += [gap * FAR + 2 * abs(y) / h + 0.4, gap * FAR + 2 * abs(y) / h]
        for turn in (30, 45, 60):
            x, y = a - rim[0] * (1 - math.cos(math.radians(turn))), b - rim[1] * (1 - math.sin(math.radians(turn)))
            points += [(x, y), (-x, y), (x, -y), (-x, -y)]
            costs += [gap * FAR + SIDEWAYS + 1] * 4
    middle, half = np.add(points, (city.x, city.y)), np.array((w / 2, h / 2))
    return np.concatenate([middle - half, middle + half], axis=1), np.array(costs)


def obstacles(drawn_map: DrawnMap) -> list[Obstacle]:
    length, width = drawn_map.outline.space
    lines = drawn_map.outline.tracks.values()
    found = [Obstacle(s.x, s.y, (length / 2, width / 2), s.angle) for line in lines for s in line.spaces]
    signs = [plate for plate in drawn_map.outline.plates.values() if plate.badge]
    found += [Obstacle(p.x + p.w / 2, p.y + p.h / 2, (p.w / 2, p.h / 2)) for p in signs]
    for city, rim in rims(drawn_map).items():
        place = drawn_map.outline.cities[city]
        found.append(Obstacle(place.x, place.y, rim))
    return found


def depth(boxes: Boxes, obstacle: Obstacle, more: float = 0.0) -> Costs:
    """How deep each box reaches into an obstacle that is made larger by `more`; 0 where it doesn't."""
    half, middle = (boxes[:, 2:] - boxes[:, :2]) / 2, (boxes[:, 2:] + boxes[:, :2]) / 2
    away = middle - (obstacle.x, obstacle.y)
    cos, sin = math.cos(math.radians(obstacle.angle)), math.sin(math.radians(obstacle.angle))
    long, wide = obstacle.half[0] + more, obstacle.half[1] + more
    across = [
        half[:, 0] + abs(cos) * long + abs(sin) * wide - np.abs(away[:, 0]),
        half[:, 1] + abs(sin) * long + abs(cos) * wide - np.abs(away[:, 1]),
        long + half[:, 0] * abs(cos) + half[:, 1] * abs(sin) - np.abs(away[:, 0] * cos + away[:, 1] * sin),
        wide + half[:, 0] * abs(sin) + half[:, 1] * abs(cos) - np.abs(away[:, 1] * cos - away[:, 0] * sin),
    ]
    least: Costs = np.minimum.reduce(across)
    return np.maximum(least, 0)


def weigh(drawn_map: DrawnMap, thing: Placeable, solid: list[Obstacle], own: dict[str, tuple[float, float]]) -> None:
    """Add to each place's cost what it would hide, and keep the best places."""
    width, height = drawn_map.outline.size
    boxes = thing.boxes
    outside = np.maximum(0, MARGIN - boxes[:, :2]).sum(axis=1)
    outside += np.maximum(0, boxes[:, 2:] - (width - MARGIN, height - MARGIN)).sum(axis=1)
    thing.costs = thing.costs + np.where(outside > 0, 2 * HIT + 20 * outside, 0)
    lines = threads(drawn_map, thing)
    reach = (boxes[:, 0].min() - 9, boxes[:, 1].min() - 9, boxes[:, 2].max() + 9, boxes[:, 3].max() + 9)
    for obstacle in solid:
        size = math.hypot(*obstacle.half)
        x, y = obstacle.x, obstacle.y
        if not (reach[0] - size < x < reach[2] + size and reach[1] - size < y < reach[3] + size):
            continue
        deep, near = depth(boxes, obstacle), depth(boxes, obstacle, MARGIN)
        thing.costs += np.where(deep > 0, HIT + 10 * deep, 0) + 2 * near
        if lines is not None and obstacle.half not in own.values():
            thing.costs += np.where(sum(depth(line, obstacle) for line in lines) > 0, ACROSS, 0)
    add_strangers(drawn_map, thing)
    best = np.argsort(thing.costs, kind="stable")[:KEEP]
    thing.boxes, thing.costs = boxes[best], thing.costs[best]


def home_of(drawn_map: DrawnMap, thing: Placeable) -> CitySpot | None:
    """The city that a name or plate belongs to; None for a port."""
    return drawn_map.outline.cities.get(thing.key.removeprefix("plate "))


def threads(drawn_map: DrawnMap, thing: Placeable) -> list[Boxes] | None:
    """Points between the city and each of its boxes: a track that runs there parts a name from its city."""
    home = home_of(drawn_map, thing)
    if home is None:
        return None
    at = np.array((home.x, home.y))
    nearest = np.clip(at, thing.boxes[:, :2], thing.boxes[:, 2:])
    points = [at + (nearest - at) * part for part in (0.55, 0.75, 0.95)]
    return [np.concatenate([point, point], axis=1) for point in points]


def add_strangers(drawn_map: DrawnMap, thing: Placeable) -> None:
    """A name must not stand nearer to another city than to its own."""
    home = home_of(drawn_map, thing)
    if home is None:
        return
    own = distance(thing.boxes, home)
    for city in drawn_map.outline.cities.values():
        if city is not home and abs(city.x - home.x) + abs(city.y - home.y) < 600:
            thing.costs += NEAR_OTHER * np.maximum(0, own + 14 - distance(thing.boxes, city))


def distance(boxes: Boxes, city: CitySpot) -> Costs:
    at = np.array((city.x, city.y))
    far: Costs = np.hypot(*(np.clip(at, boxes[:, :2], boxes[:, 2:]) - at).T)
    return far


def clashes(things: list[Placeable]) -> dict[tuple[int, int], Costs]:
    found = {}
    for (i, one), (j, other) in combinations(enumerate(things), 2):
        a, b = one.boxes[:, None, :], other.boxes[None, :, :]
        overlap = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])
        near = (overlap > -MARGIN).all(axis=2)
        if near.any():
            deep = np.minimum(overlap[..., 0], overlap[..., 1])
            found[i, j] = np.where(near, np.where(deep > 0, HIT + 10 * deep, 6.0), 0.0)
    return found


def moved(drawn_map: DrawnMap, found: dict[str, Boxes], pixels: float | None) -> Outline:
    cities = {}
    for city, place in drawn_map.outline.cities.items():
        if city in found:
            label = label_at(found[city], drawn_map.name(city), size_of(drawn_map, place.label, pixels))
            place = msgspec.structs.replace(place, label=label)
        cities[city] = place
    ports = [moved_port(drawn_map, port, found, pixels) for port in drawn_map.outline.ports]
    plates = {name: moved_plate(plate, found.get(f"plate {name}")) for name, plate in drawn_map.outline.plates.items()}
    return msgspec.structs.replace(drawn_map.outline, cities=cities, ports=tuple(ports), plates=plates)


def moved_port(drawn_map: DrawnMap, port: Port, found: dict[str, Boxes], pixels: float | None) -> Port:
    box = found[f"port {port.city} {port.to}"]
    label = label_at(box, port_name(drawn_map, port), size_of(drawn_map, port.label, pixels))
    return msgspec.structs.replace(port, label=label)


def moved_plate(plate: Plate, box: Boxes | None) -> Plate:
    return plate if box is None else msgspec.structs.replace(plate, x=round(box[0], 1), y=round(box[1], 1))


def label_at(box: Boxes, name: str, size: float) -> Label:
    left, top, _, _ = ink(name, size, "mm")
    return Label(x=round(float(box[0]) - left, 1), y=round(float(box[1]) - top, 1), anchor="mm", size=size)
