"""A place for every name: around its city, off tracks, cities, plates, other names and the edge.

Every place within reach is weighed, in one line or in two; where a name has to stand away from its city, a thin line
joins them. Which of the best places are taken is the search of `choice`.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from render.kit.fonts import font
from render.layout.choice import HIT, Costs, choose
from render.layout.leaders import Boxes, LeaderLines, home_of, keep_leaders_free, lines_to, nearest, other_ends
from render.layout.shapes import Footprint, discs, houses, joins, labels, plates, spaces, stub_shapes
from render.tickets.base import layout_of
from render.tickets.drawn_map import DrawnMap
from render.tickets.land import port_name
from render.tickets.names import LEADER, Area, area_of, ink, leader
from render.tickets.outline import CitySpot, Label, Name, Outline, Plate, Port, port_groups

Sums: TypeAlias = NDArray[np.int32]
REACH = 130.0
"""How far a name may stand from the rim of its city."""
STEP, CELL = 3.0, 9.0
"""Places are this far apart; of those in one cell the best is kept."""
KEEP = 320
"""Candidates of a name that are looked at together with other names."""
MARGIN = 3
"""Names that come nearer than this to something are harder to read."""
LINE_MARGIN, OWN_RIM = 2, 14.0
"""What is kept free beside a line to a name, and how far from the rim of its own city a harbour there may reach."""
BEYOND = 420
"""How far over the edge places are weighed."""
TRACK, OTHER = 1, 2
"""What may lie in a line's way."""
FAR, NEAR_OTHER, ACROSS, SIDEWAYS, SECOND_LINE, AWAY = 0.5, 0.6, 400.0, 1.5, 4.0, 8.0
CROWDED, NEIGHBOUR, NEAR_NAME = 0.15, 6.0, 6.0
LINE, STACKED = 30.0, 200.0
"""Names that are nearer to each other than the first look like one in two lines."""
DRIFT, AROUND = 90.0, 8.0
"""How far a faint name may move, and what is kept free around it."""
INSETS = (6.0, 10.0, 16.0, 24.0, 40.0, 60.0, 90.0, 120.0, 150.0)
"""How far a port's name may stand from the edge."""


class Placeable(msgspec.Struct):
    """What looks for a place: a city's name, a port's name, or a plate with passengers."""

    key: str
    boxes: Boxes
    costs: Costs
    splits: NDArray[np.int64]
    """For each box how many words stand in the first of two lines; 0: all in one."""
    ends: Boxes
    """For each box where a line from its city ends."""


class Found(msgspec.Struct):
    """The place that was chosen."""

    box: Boxes
    split: int
    end: tuple[float, float]


class TakenGround:
    """What may not be hidden, as sums over rectangles: how much of it any box covers is four look-ups."""

    def __init__(self, drawn_map: DrawnMap, more: Sequence[Footprint] = ()) -> None:
        width, height = drawn_map.outline.size
        self.size = (width, height)
        fixed = [shape for place, shape in plates(drawn_map).items() if drawn_map.outline.plates[place].badge]
        tracks = [shape for _, shape in spaces(drawn_map)]
        edges = [shape for shapes in stub_shapes(drawn_map).values() for shape in shapes]
        solid = [*tracks, *discs(drawn_map).values(), *houses(drawn_map).values(), *fixed, *edges, *more]
        self.hard = sums(filled((width, height), solid, 1))
        self.soft = sums(filled((width, height), solid, MARGIN))
        between = joins(drawn_map)
        tracks += [shape for _, city, shape in between if not city]
        in_all_ways = np.asarray(filled((width, height), tracks, LINE_MARGIN))
        necks = [shape for _, city, shape in between if city]
        others = [*necks, *discs(drawn_map).values(), *houses(drawn_map).values(), *fixed, *edges]
        self.in_ways = in_all_ways * TRACK | np.asarray(filled((width, height), others, LINE_MARGIN)) * OTHER

    def hidden(self, boxes: Boxes) -> Costs:
        return covered(self.hard, boxes)

    def crowded(self, boxes: Boxes) -> Costs:
        return covered(self.soft, boxes)

    def crosses(self, lines: LeaderLines, rim: float) -> NDArray[np.bool_]:
        """Whether a track lies in a line's way, or anything else from `rim` on, where its own city has ended."""
        length = np.hypot(*(lines.ends - lines.starts).T)
        (x, y), width = np.ascontiguousarray(lines.starts.T), self.in_ways.shape[1]
        dx, dy = np.ascontiguousarray(((lines.ends - lines.starts) / np.maximum(length, 1e-6)[:, None]).T)
        found = np.zeros(len(length), dtype=bool)
        left = np.arange(len(length))
        for far in np.arange(0.0, float(length.max(initial=0.0)) + 1.5, 1.5):
            along = np.minimum(far, length)
            row, column = np.rint(y + dy * along + BEYOND), np.rint(x + dx * along + BEYOND)
            met = self.in_ways.take((row * width + column).astype(np.intp))
            hit = met & (TRACK | OTHER if far > rim else TRACK) > 0
            found[left[hit]] = True
            goes_on = ~hit & ((far < length) | (far <= rim))
            if not goes_on.all():
                left, length, x, y, dx, dy = (part[goes_on] for part in (left, length, x, y, dx, dy))
        return found


def filled(size: tuple[int, int], shapes: Sequence[Footprint], more: int) -> Image.Image:
    """1 where something lies or where it is nearer than `more`, and beyond the edge; else 0."""
    image = Image.new("L", (size[0] + 2 * BEYOND, size[1] + 2 * BEYOND), 1)
    draw = ImageDraw.Draw(image)
    draw.rectangle((BEYOND, BEYOND, BEYOND + size[0] - 1, BEYOND + size[1] - 1), fill=0)
    for shape in shapes:
        points = [(x + BEYOND, y + BEYOND) for x, y in shape.points]
        draw.polygon(points, fill=1)
        if more:
            draw.line([*points, points[0]], fill=1, width=2 * more + 1, joint="curve")
    return image


def sums(image: Image.Image) -> Sums:
    whole = np.zeros((image.height + 1, image.width + 1), dtype=np.int32)
    np.asarray(image).cumsum(axis=0, dtype=np.int32).cumsum(axis=1, out=whole[1:, 1:])
    return whole


def covered(whole: Sums, boxes: Boxes) -> Costs:
    left, top = (np.floor(boxes[:, side] + BEYOND).astype(int) for side in (0, 1))
    right, bottom = (np.ceil(boxes[:, side] + BEYOND).astype(int) for side in (2, 3))
    found = whole[bottom, right] - whole[top, right] - whole[bottom, left] + whole[top, left]
    covering: Costs = found.astype(np.float64)
    return covering


def placed_labels(drawn_map: DrawnMap, pixels: float | None = None) -> Outline:
    """The outline with every name placed anew. `pixels` is the size of cities' names on the finished board; without
    it names keep their sizes. Plates with passengers look for new places too, those of countries stay."""
    ground = TakenGround(drawn_map)
    things = [
        *city_names(drawn_map, pixels, ground),
        *port_names(drawn_map, pixels, ground),
        *city_plates(drawn_map, ground),
    ]
    both = clashes(things)
    keep_leaders_free(drawn_map, [(thing.key, thing.boxes, thing.ends) for thing in things], both)
    chosen = choose([thing.costs for thing in things], both)
    found = {thing.key: found_place(thing, place) for thing, place in zip(things, chosen, strict=True)}
    outline = moved(drawn_map, found, pixels)
    return msgspec.structs.replace(outline, decor=placed_decor(DrawnMap(drawn_map.file, outline)))


def found_place(thing: Placeable, place: int) -> Found:
    x, y = thing.ends[place]
    return Found(thing.boxes[place], int(thing.splits[place]), (round(float(x), 1), round(float(y), 1)))


def placed_decor(drawn_map: DrawnMap) -> tuple[Name, ...]:
    """Faint names of countries and seas go to where nothing else is, not far from where they were; or they are left
    out: nobody plays by them."""
    ground = TakenGround(drawn_map, [*labels(drawn_map).values(), *plates(drawn_map).values()])
    things = []
    for name in drawn_map.outline.decor:
        w, h = decor_width(name) + 2 * AROUND, name.size + AROUND
        x, y = (grid.ravel() for grid in np.meshgrid(*(np.arange(-DRIFT, DRIFT + 1, 6.0),) * 2))
        left, top = name.x + x - w / 2, name.y + y - h / 2
        boxes = np.stack([left, top, left + w, top + h], axis=1)
        costs = np.hypot(x, y) + HIT * (ground.hidden(boxes) > 0)
        best = np.argsort(costs, kind="stable")[:KEEP]
        things.append(places_at(name.text, boxes[best], costs[best], 0))
    chosen = choose([thing.costs for thing in things], clashes(things))
    found = zip(drawn_map.outline.decor, things, chosen, strict=True)
    return tuple(decor_at(name, thing.boxes[place]) for name, thing, place in found if thing.costs[place] < HIT)


def decor_at(name: Name, box: Boxes) -> Name:
    x, y = (box[:2] + box[2:]) / 2
    return msgspec.structs.replace(name, x=round(float(x), 1), y=round(float(y), 1))


def decor_width(name: Name) -> float:
    return float(font("italic", name.size).getlength(name.text)) + name.tracking * (len(name.text) - 1)


def size_of(drawn_map: DrawnMap, label: Label | None, pixels: float | None) -> float:
    """The size of a name in units of the map."""
    if pixels is None:
        return label.size if label else 26.0
    return round(pixels / layout_of(drawn_map).scale, 1)


def city_names(drawn_map: DrawnMap, pixels: float | None, ground: TakenGround) -> list[Placeable]:
    found = []
    for city, place in drawn_map.outline.cities.items():
        if place.badge is None:
            size, name = size_of(drawn_map, place.label, pixels), drawn_map.name(city)
            shapes = [(split, *extent(ink(name, size, "mm", split))) for split in splits_of(name)]
            places = [around(drawn_map, city, w, h, split) for split, w, h in shapes]
            if place.label and place.label.size == size:
                places.append(present(drawn_map, city, area_of(place.label, name), place.label.split))
            found.append(weighed(drawn_map, joined(city, places), ground))
    return found


def splits_of(name: str) -> range:
    """One line, or two that are divided after any of the words."""
    return range(name.count(" ") + 1)


def extent(area: Area) -> tuple[float, float]:
    return area[2] - area[0], area[3] - area[1]


def port_names(drawn_map: DrawnMap, pixels: float | None, ground: TakenGround) -> list[Placeable]:
    """Beside the edge, above or below the arrow, or between two that lead to the same city."""
    found = []
    for group in port_groups(drawn_map.outline):
        port, middle = group[0], (group[0].y + group[-1].y) / 2
        name, size = port_name(drawn_map, port), size_of(drawn_map, port.label, pixels)
        reach = (group[-1].y - group[0].y) / 2 + (150 if len(group) == 1 else 0)
        places = []
        for split in port_splits(port, name):
            w, h = extent(ink(name, size, "mm", split))
            inset, away = (grid.ravel() for grid in np.meshgrid(INSETS, np.arange(-reach, reach + 1, STEP)))
            x = inset if port.side == "west" else drawn_map.outline.size[0] - inset - w
            y = middle + away - h / 2
            costs = np.abs(away) * (0.3 if len(group) == 1 else 0.05) + inset * 0.2 + (SECOND_LINE if split else 0)
            places.append(places_at(name, np.stack([x, y, x + w, y + h], axis=1), costs, split))
        found.append(weighed(drawn_map, joined(port_key(port), places), ground))
    return found


def port_key(port: Port) -> str:
    return f"port {port.city} {port.to}"


def port_splits(port: Port, name: str) -> tuple[int, ...]:
    """The arrow keeps company with the word beside it."""
    words = name.count(" ") + 1
    return (0, *(range(2, words) if port.side == "west" else range(1, words - 1)))


def city_plates(drawn_map: DrawnMap, ground: TakenGround) -> list[Placeable]:
    found = []
    for place, plate in drawn_map.outline.plates.items():
        if plate.badge is None:
            box = (plate.x, plate.y, plate.x + plate.w, plate.y + plate.h)
            places = [around(drawn_map, place, plate.w, plate.h, 0), present(drawn_map, place, box, 0)]
            found.append(weighed(drawn_map, joined(f"plate {place}", places), ground))
    return found


def places_at(key: str, boxes: Boxes, costs: Costs, split: int) -> Placeable:
    return Placeable(key, boxes, costs, np.full(len(boxes), split), boxes[:, :2])


def joined(key: str, parts: list[Placeable]) -> Placeable:
    fields = zip(*((part.boxes, part.costs, part.splits, part.ends) for part in parts), strict=True)
    return Placeable(key, *(np.concatenate(field) for field in fields))


def present(drawn_map: DrawnMap, city: str, box: Area, split: int) -> Placeable:
    """Where it stands now is a place as well: somebody may have found it by hand."""
    boxes = np.array([box])
    return places_at(city, boxes, taste(drawn_map, city, boxes), split)


@lru_cache(4)
def rims(drawn_map: DrawnMap) -> dict[str, tuple[float, float]]:
    """By city half the width and height of what is drawn there: its disc, a badge, or a harbour that may be built."""
    reach = {city: extent(shape.box) for city, shape in (discs(drawn_map) | houses(drawn_map)).items()}
    return {city: (w / 2, h / 2) for city, (w, h) in reach.items()}


def around(drawn_map: DrawnMap, city: str, w: float, h: float, split: int) -> Placeable:
    """Boxes of that size everywhere around a city."""
    spot, rim = drawn_map.outline.cities[city], rims(drawn_map)[city]
    a, b = w / 2 + rim[0] + REACH, h / 2 + rim[1] + REACH
    x, y = (grid.ravel() for grid in np.meshgrid(np.arange(-a, a + 1, STEP), np.arange(-b, b + 1, STEP)))
    middle, half = np.stack([spot.x + x, spot.y + y], axis=1), np.array((w / 2, h / 2))
    boxes = np.concatenate([middle - half, middle + half], axis=1)
    return places_at(city, boxes, taste(drawn_map, city, boxes) + (SECOND_LINE if split else 0), split)


def taste(drawn_map: DrawnMap, city: str, boxes: Boxes) -> Costs:
    """Near is better than far, and the right side than the left, above, below and the corners."""
    spot, rim = drawn_map.outline.cities[city], rims(drawn_map)[city]
    right, left = boxes[:, 0] - spot.x - rim[0], spot.x - rim[0] - boxes[:, 2]
    below, above = boxes[:, 1] - spot.y - rim[1], spot.y - rim[1] - boxes[:, 3]
    aside, over = np.maximum(0, np.maximum(right, left)), np.maximum(0, np.maximum(below, above))
    gap = np.hypot(aside, over)
    middle, size = (boxes[:, :2] + boxes[:, 2:]) / 2 - (spot.x, spot.y), boxes[:, 2:] - boxes[:, :2]
    beside = 2 * np.abs(middle[:, 1]) / size[:, 1] + np.where(left > 0, 0.4, 0)
    costs: Costs = np.where(over > 0, SIDEWAYS + np.abs(middle[:, 0]) / size[:, 0] + (aside > 0), beside)
    return costs + FAR * gap + np.where(gap > LEADER, AWAY, 0)


def weighed(drawn_map: DrawnMap, thing: Placeable, ground: TakenGround) -> Placeable:
    """Each place with what it would hide added to its cost; only the best of each cell are kept."""
    width, height = drawn_map.outline.size
    outside = np.maximum(0, MARGIN - thing.boxes[:, :2]).sum(axis=1)
    outside += np.maximum(0, thing.boxes[:, 2:] - (width - MARGIN, height - MARGIN)).sum(axis=1)
    hidden = ground.hidden(thing.boxes)
    costs = thing.costs + np.where(outside > 0, 2 * HIT + 20 * outside, 0)
    costs += np.where(hidden > 0, HIT + hidden, 0) + CROWDED * ground.crowded(thing.boxes)
    home = home_of(drawn_map, thing.key)
    if home:
        ends = free_ends(drawn_map, thing, home, ground)
        for lines in lines_to(drawn_map, thing.key, thing.boxes, ends):
            blocked = ground.crosses(lines, OWN_RIM)
            costs += np.where(blocked, np.where(lines.is_drawn, HIT, ACROSS), 0)
        costs += FAR * np.hypot(*(ends - nearest(home, thing.boxes)).T) / 4
        thing.ends = ends
        costs += strangers(drawn_map, home, thing.boxes)
    best = best_of_cells(thing, costs)
    return Placeable(thing.key, thing.boxes[best], costs[best], thing.splits[best], thing.ends[best])


def free_ends(drawn_map: DrawnMap, thing: Placeable, home: CitySpot, ground: TakenGround) -> Boxes:
    """The nearest point of each name, or another that a line can reach where that one is behind something."""
    ends = nearest(home, thing.boxes)
    if thing.key.startswith("plate "):
        return ends
    (lines,) = lines_to(drawn_map, thing.key, thing.boxes, ends)
    blocked = np.flatnonzero(lines.is_drawn & ground.crosses(lines, OWN_RIM))
    for others in other_ends(home, thing.boxes):
        (lines,) = lines_to(drawn_map, thing.key, thing.boxes[blocked], others[blocked])
        free = ~ground.crosses(lines, OWN_RIM)
        ends[blocked[free]] = others[blocked[free]]
        blocked = blocked[~free]
    return ends


def best_of_cells(thing: Placeable, costs: Costs) -> NDArray[np.int64]:
    order = np.argsort(costs, kind="stable")
    cells = np.column_stack([np.floor(thing.boxes[order, :2] / CELL).astype(np.int64), thing.splits[order]])
    _, first = np.unique(cells, axis=0, return_index=True)
    best: NDArray[np.int64] = order[np.sort(first)][:KEEP]
    return best


def strangers(drawn_map: DrawnMap, home: CitySpot, boxes: Boxes) -> Costs:
    """A name must not stand nearer to another city than to its own."""
    own, costs = distance(boxes, home), np.zeros(len(boxes))
    for city in drawn_map.outline.cities.values():
        if city is not home and abs(city.x - home.x) + abs(city.y - home.y) < 600:
            costs += NEAR_OTHER * np.maximum(0, own + 14 - distance(boxes, city))
    return costs


def distance(boxes: Boxes, city: CitySpot) -> Costs:
    at = np.array((city.x, city.y))
    far: Costs = np.hypot(*(np.clip(at, boxes[:, :2], boxes[:, 2:]) - at).T)
    return far


def clashes(things: list[Placeable]) -> dict[tuple[int, int], Costs]:
    found = {}
    for (i, one), (j, other) in combinations(enumerate(things), 2):
        if are_far(one.boxes, other.boxes):
            continue
        across, down = overlap(one.boxes, other.boxes, 0), overlap(one.boxes, other.boxes, 1)
        near = (across > -NEIGHBOUR) & (down > -LINE)
        if near.any():
            deep = np.minimum(across, down)
            found[i, j] = np.where(near, np.where(deep > 0, HIT + 10 * deep, stacked(across, down)), 0.0)
    return found


def stacked(across: Costs, down: Costs) -> Costs:
    """Two names one above the other, nearer than two lines of one name, would be read as one."""
    costs: Costs = np.where(across > 0, STACKED * (1 + np.minimum(down, 0) / LINE), NEAR_NAME)
    return costs


def overlap(one: Boxes, other: Boxes, side: int) -> Costs:
    """How far each of some boxes and each of others overlap, from left to right or from top to bottom."""
    ends = np.minimum(one[:, None, side + 2], other[None, :, side + 2])
    overlapping: Costs = ends - np.maximum(one[:, None, side], other[None, :, side])
    return overlapping


def are_far(one: Boxes, other: Boxes) -> bool:
    low, high = (
        np.maximum(one[:, :2].min(axis=0), other[:, :2].min(axis=0)),
        np.minimum(one[:, 2:].max(axis=0), other[:, 2:].max(axis=0)),
    )
    return bool((low > high + LINE).any())


def moved(drawn_map: DrawnMap, found: dict[str, Found], pixels: float | None) -> Outline:
    cities = {}
    for city, place in drawn_map.outline.cities.items():
        if city in found:
            label = label_at(found[city], drawn_map.name(city), size_of(drawn_map, place.label, pixels))
            place = with_line(drawn_map, city, msgspec.structs.replace(place, label=label), found[city].end)
        cities[city] = place
    ports = [moved_port(drawn_map, port, found, pixels) for port in drawn_map.outline.ports]
    plates = {name: moved_plate(plate, found.get(f"plate {name}")) for name, plate in drawn_map.outline.plates.items()}
    return msgspec.structs.replace(drawn_map.outline, cities=cities, ports=tuple(ports), plates=plates)


def moved_port(drawn_map: DrawnMap, port: Port, found: dict[str, Found], pixels: float | None) -> Port:
    place = found.get(port_key(port))
    size = size_of(drawn_map, port.label, pixels)
    label = label_at(place, port_name(drawn_map, port), size) if place else None
    return msgspec.structs.replace(port, label=label)


def with_line(drawn_map: DrawnMap, city: str, place: CitySpot, end: tuple[float, float]) -> CitySpot:
    """The name remembers where its line ends, if there is one that doesn't go the nearest way."""
    line = leader(place, drawn_map.outline.city_radius, drawn_map.name(city))
    if place.label is None or line is None or math.dist(line[1], end) < 1:
        return place
    return msgspec.structs.replace(place, label=msgspec.structs.replace(place.label, end=end))


def moved_plate(plate: Plate, found: Found | None) -> Plate:
    if found is None:
        return plate
    return msgspec.structs.replace(plate, x=round(float(found.box[0]), 1), y=round(float(found.box[1]), 1))


def label_at(found: Found, name: str, size: float) -> Label:
    left, top, _, _ = ink(name, size, "mm", found.split)
    x, y = round(float(found.box[0]) - left, 1), round(float(found.box[1]) - top, 1)
    return Label(x=x, y=y, anchor="mm", size=size, split=found.split)
