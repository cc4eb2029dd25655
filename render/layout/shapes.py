"""What lies on a map as convex shapes, to measure whether one hides another."""

import math
from itertools import pairwise

from render.kit.canvas import Placement, Point, between
from render.tickets.drawn_map import DrawnMap
from render.tickets.land import BADGE, arrow, port_name, stubs
from render.tickets.names import LEADER_WIDTH, area_of, leader
from render.tickets.outline import Label, Space
from render.tickets.pieces import HOUSE, plate_line
from render.tickets.tracks import NECK, NOWHERE


class Footprint:
    """A convex outline with its bounding box."""

    def __init__(self, points: list[Point]) -> None:
        self.points = points
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.box = (min(xs), min(ys), max(xs), max(ys))

    def axes(self) -> list[Point]:
        found = []
        for (ax, ay), (bx, by) in pairwise([*self.points, self.points[0]]):
            length = math.hypot(bx - ax, by - ay)
            found.append(((ay - by) / length, (bx - ax) / length))
        return found

    def span(self, axis: Point) -> tuple[float, float]:
        along = [x * axis[0] + y * axis[1] for x, y in self.points]
        return min(along), max(along)

    def hits(self, other: "Footprint") -> bool:
        """Whether they share any area (separating axes)."""
        a, b = self.box, other.box
        if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
            return False
        for axis in (*self.axes(), *other.axes()):
            (low, high), (other_low, other_high) = self.span(axis), other.span(axis)
            if high <= other_low or other_high <= low:
                return False
        return True

    def is_within(self, size: tuple[int, int]) -> bool:
        left, top, right, bottom = self.box
        return left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]


def rectangle(left: float, top: float, right: float, bottom: float) -> Footprint:
    return Footprint([(left, top), (right, top), (right, bottom), (left, bottom)])


def circle(x: float, y: float, radius: float) -> Footprint:
    return Footprint(
        [(x + radius * math.cos(a * math.pi / 8), y + radius * math.sin(a * math.pi / 8)) for a in range(16)]
    )


def space_shape(size: tuple[float, float], space: Space) -> Footprint:
    frame = Placement(NOWHERE, space.x, space.y, space.angle, 1)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return Footprint([frame.point(u * size[0] / 2, v * size[1] / 2) for u, v in corners])


def spaces(drawn_map: DrawnMap) -> list[tuple[str, Footprint]]:
    lines = drawn_map.outline.tracks.items()
    return [(track, space_shape(drawn_map.outline.space, space)) for track, line in lines for space in line.spaces]


def joins(drawn_map: DrawnMap) -> list[tuple[str, str, Footprint]]:
    """What a claimed track covers between its spaces, and from the last of them to its cities: track, city or "",
    shape."""
    found = []
    for track, rule in drawn_map.tracks.items():
        for stretch, start, end in drawn_map.stretches(track):
            points = [(space.x, space.y) for space in stretch]
            found += [(track, "", strip(a, b, drawn_map.outline.space[1])) for a, b in pairwise(points)]
            ends = [(rule.a, start, points[0]), (rule.b, end, points[-1])]
            found += [(track, city, strip(a, b, NECK)) for city, a, b in ends]
    return found


def letters(label: Label, name: str) -> Footprint:
    """The ink of a name on the map."""
    return rectangle(*area_of(label, name))


def labels(drawn_map: DrawnMap) -> dict[str, Footprint]:
    cities = drawn_map.outline.cities.items()
    found = {city: letters(place.label, drawn_map.name(city)) for city, place in cities if place.label}
    for port in drawn_map.outline.ports:
        if port.label:
            found[f"port {port.city} {port.to}"] = letters(port.label, port_name(drawn_map, port))
    return found


def stub_shapes(drawn_map: DrawnMap) -> dict[str, list[Footprint]]:
    """By port the lines and the arrow that lead over the edge."""
    found: dict[str, list[Footprint]] = {}
    for port in drawn_map.outline.ports:
        shapes = [strip(a, b, 2.2) for a, b in stubs(drawn_map, port)]
        found[f"edge {port.city} {port.to}"] = [*shapes, Footprint(arrow(drawn_map, port))]
    return found


def leaders(drawn_map: DrawnMap) -> dict[str, list[Footprint]]:
    """By name and plate the lines that join it to its city; a plate has several, as it gets shorter with each of its
    passengers that leaves. They are seen from the rim of the city on."""
    found: dict[str, list[Footprint]] = {}
    radius = drawn_map.outline.city_radius
    for city, place in drawn_map.outline.cities.items():
        lines = [leader(place, radius, drawn_map.name(city))]
        found[city] = [outside(line, radius) for line in lines if line]
        if city in drawn_map.outline.plates:
            lines = [plate_line(drawn_map, city, n + 1) for n in range(drawn_map.cities[city].passengers)]
            found[f"plate {city}"] = [outside(line, radius) for line in lines if line]
    return found


def outside(line: tuple[Point, Point], radius: float) -> Footprint:
    """What is seen of a line that begins in the middle of a disc."""
    start, end = line
    return strip(between(start, end, radius / math.dist(start, end)), end, LEADER_WIDTH)


def strip(a: Point, b: Point, width: float) -> Footprint:
    """A line as a slim rectangle."""
    length = math.dist(a, b) or 1.0
    x, y = (b[1] - a[1]) / length * width / 2, (a[0] - b[0]) / length * width / 2
    return Footprint([(a[0] + x, a[1] + y), (b[0] + x, b[1] + y), (b[0] - x, b[1] - y), (a[0] - x, a[1] - y)])


def discs(drawn_map: DrawnMap) -> dict[str, Footprint]:
    found = {}
    for city, place in drawn_map.outline.cities.items():
        if place.badge:
            w, h = BADGE
            found[city] = rectangle(place.x - w, place.y - h, place.x + w, place.y + h)
        else:
            found[city] = circle(place.x, place.y, drawn_map.outline.city_radius)
    return found


def houses(drawn_map: DrawnMap) -> dict[str, Footprint]:
    """Where harbours may be built."""
    found = {}
    for city, place in drawn_map.outline.cities.items():
        if drawn_map.cities[city].harbour:
            half = HOUSE * 0.86 + 3.4
            found[city] = rectangle(place.x - half, place.y - HOUSE - 5.1, place.x + half, place.y + HOUSE + 3.4)
    return found


def plates(drawn_map: DrawnMap) -> dict[str, Footprint]:
    """Where passengers wait."""
    spots = drawn_map.outline.plates.items()
    return {place: rectangle(spot.x, spot.y, spot.x + spot.w, spot.y + spot.h) for place, spot in spots}
