"""The maps' pictures, measured: nothing lies on anything else, spaces are alike, names are large enough to read."""

import math
from itertools import combinations, pairwise

import pytest

from render.atlas import Atlas, atlas_of
from render.base import plan_of
from render.canvas import Frame, Point
from render.land import port_name
from render.outline import Label, Space
from render.pieces import HOUSE
from render.text import font
from render.tracks import NOWHERE

GAMES = ("usa", "nordic", "germany", "world")
CROSSINGS: frozenset[frozenset[str]] = frozenset()
"""Pairs of tracks that are meant to cross; there are none."""
FINE = 4
"""Letters are measured at this size and scaled down, as pictures draw them."""

every_game = pytest.mark.parametrize("game", GAMES)


class Shape:
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

    def hits(self, other: "Shape") -> bool:
        """Whether they share any area (separating axes)."""
        a, b = self.box, other.box
        if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
            return False
        for axis in (*self.axes(), *other.axes()):
            (low, high), (other_low, other_high) = self.span(axis), other.span(axis)
            if high <= other_low or other_high <= low:
                return False
        return True


def rectangle(left: float, top: float, right: float, bottom: float) -> Shape:
    return Shape([(left, top), (right, top), (right, bottom), (left, bottom)])


def space_shape(atlas: Atlas, space: Space) -> Shape:
    length, width = atlas.outline.space
    frame = Frame(NOWHERE, space.x, space.y, space.angle, 1)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return Shape([frame.point(u * length / 2, v * width / 2) for u, v in corners])


def spaces(atlas: Atlas) -> list[tuple[str, Shape]]:
    return [(track, space_shape(atlas, space)) for track, line in atlas.outline.tracks.items() for space in line.spaces]


def letters(label: Label, name: str) -> Shape:
    """The ink of a name on the map."""
    left, top, right, bottom = font("bold", label.size * FINE).getbbox(name, anchor=label.anchor)
    return rectangle(label.x + left / FINE, label.y + top / FINE, label.x + right / FINE, label.y + bottom / FINE)


def labels(atlas: Atlas) -> dict[str, Shape]:
    found = {
        city: letters(place.label, atlas.name(city)) for city, place in atlas.outline.cities.items() if place.label
    }
    for port in atlas.outline.ports:
        found[f"port {port.city} {port.to}"] = letters(port.label, port_name(atlas, port))
    return found


def circle(x: float, y: float, radius: float) -> Shape:
    return Shape([(x + radius * math.cos(a * math.pi / 8), y + radius * math.sin(a * math.pi / 8)) for a in range(16)])


def discs(atlas: Atlas) -> dict[str, Shape]:
    found = {}
    for city, place in atlas.outline.cities.items():
        if place.badge:
            found[city] = rectangle(place.x - 17, place.y - 14, place.x + 17, place.y + 14)
        else:
            found[city] = circle(place.x, place.y, atlas.outline.city_radius)
    return found


@every_game
def test_every_track_and_city_has_its_place(game: str) -> None:
    atlas = atlas_of(game)
    assert set(atlas.outline.tracks) == set(atlas.tracks)
    assert set(atlas.outline.cities) == set(atlas.cities)
    for track, line in atlas.outline.tracks.items():
        assert len(line.spaces) == atlas.tracks[track].length, track
        assert (line.split is not None) == atlas.tracks[track].wraps, track


@every_game
def test_spaces_of_different_tracks_keep_apart(game: str) -> None:
    found = spaces(atlas_of(game))
    hits = {frozenset((one, other)) for (one, a), (other, b) in combinations(found, 2) if one != other and a.hits(b)}
    assert hits <= CROSSINGS


@every_game
def test_spaces_of_one_track_keep_apart_and_stand_evenly(game: str) -> None:
    atlas = atlas_of(game)
    for track, line in atlas.outline.tracks.items():
        shapes = [space_shape(atlas, space) for space in line.spaces]
        assert not any(a.hits(b) for a, b in combinations(shapes, 2)), track


@every_game
def test_all_spaces_are_drawn_alike_within_15_percent(game: str) -> None:
    atlas = atlas_of(game)
    sizes = []
    for _, shape in spaces(atlas):
        a, b, c, _ = shape.points
        sizes.append((math.dist(a, b), math.dist(b, c)))
    for side in (0, 1):
        assert max(size[side] for size in sizes) <= 1.15 * min(size[side] for size in sizes)


@every_game
def test_spaces_keep_off_cities(game: str) -> None:
    atlas = atlas_of(game)
    found = discs(atlas)
    assert not [(track, city) for track, space in spaces(atlas) for city, disc in found.items() if space.hits(disc)]


@every_game
def test_names_keep_off_spaces_cities_each_other_and_the_edge(game: str) -> None:
    atlas = atlas_of(game)
    names, found = labels(atlas), discs(atlas)
    width, height = atlas.outline.size
    hits = [(name, track) for name, label in names.items() for track, space in spaces(atlas) if label.hits(space)]
    hits += [(name, city) for name, label in names.items() for city, disc in found.items() if label.hits(disc)]
    hits += [(one, other) for (one, a), (other, b) in combinations(names.items(), 2) if a.hits(b)]
    hits += [
        (name, "edge")
        for name, label in names.items()
        if label.box[0] < 0 or label.box[1] < 0 or label.box[2] > width or label.box[3] > height
    ]
    assert not hits


@every_game
def test_the_smallest_name_is_18_pixels_or_more(game: str) -> None:
    atlas = atlas_of(game)
    sizes = [place.label.size for place in atlas.outline.cities.values() if place.label]
    sizes += [port.label.size for port in atlas.outline.ports]
    assert min(sizes) * plan_of(atlas).scale >= 18


def test_harbours_hide_no_name() -> None:
    atlas = atlas_of("world")
    names = labels(atlas)
    for city, place in atlas.outline.cities.items():
        if atlas.cities[city].harbour:
            house = rectangle(
                place.x - HOUSE * 0.86 - 3.4, place.y - HOUSE - 5.1, place.x + HOUSE * 0.86 + 3.4, place.y + HOUSE + 3.4
            )
            assert not [name for name, label in names.items() if label.hits(house)], city


def test_waiting_passengers_hide_no_space_name_or_city() -> None:
    atlas = atlas_of("germany")
    everything = [*spaces(atlas), *labels(atlas).items(), *discs(atlas).items()]
    for place, plate in atlas.outline.plates.items():
        shape = rectangle(plate.x, plate.y, plate.x + plate.w, plate.y + plate.h)
        assert not [name for name, other in everything if shape.hits(other)], place


def test_each_place_with_passengers_has_a_plate() -> None:
    atlas = atlas_of("germany")
    waiting = {place.id for place in (*atlas.map.cities, *atlas.map.countries) if place.passengers}
    assert set(atlas.outline.plates) == waiting
