"""The maps' pictures, measured: nothing lies on anything else, spaces are alike, names are large enough to read."""

import math
from itertools import combinations

import pytest

from render.layout.checks import leader_problems
from render.layout.labels import decor_width
from render.layout.shapes import discs, houses, labels, plates, rectangle, space_shape, spaces, stub_shapes
from render.tickets.base import FLOOR, layout_of
from render.tickets.drawn_map import drawn_map_of
from render.tickets.outline import port_groups
from rules.catalog import TICKET_TITLES

CROSSINGS: frozenset[frozenset[str]] = frozenset()
"""Pairs of tracks that are meant to cross; there are none."""
every_game = pytest.mark.parametrize("game", TICKET_TITLES)


@every_game
def test_every_track_and_city_has_its_place(game: str) -> None:
    drawn_map = drawn_map_of(game)
    assert set(drawn_map.outline.tracks) == set(drawn_map.tracks)
    assert set(drawn_map.outline.cities) == set(drawn_map.cities)
    for track, line in drawn_map.outline.tracks.items():
        assert len(line.spaces) == drawn_map.tracks[track].length, track
        assert (line.split is not None) == drawn_map.tracks[track].wraps, track


@every_game
def test_spaces_of_different_tracks_keep_apart(game: str) -> None:
    found = spaces(drawn_map_of(game))
    hits = {frozenset((one, other)) for (one, a), (other, b) in combinations(found, 2) if one != other and a.hits(b)}
    assert hits <= CROSSINGS


@every_game
def test_spaces_of_one_track_keep_apart_and_stand_evenly(game: str) -> None:
    drawn_map = drawn_map_of(game)
    for track, line in drawn_map.outline.tracks.items():
        shapes = [space_shape(drawn_map.outline.space, space) for space in line.spaces]
        assert not any(a.hits(b) for a, b in combinations(shapes, 2)), track


@every_game
def test_all_spaces_are_drawn_alike_within_15_percent(game: str) -> None:
    drawn_map = drawn_map_of(game)
    sizes = []
    for _, shape in spaces(drawn_map):
        a, b, c, _ = shape.points
        sizes.append((math.dist(a, b), math.dist(b, c)))
    for side in (0, 1):
        assert max(size[side] for size in sizes) <= 1.15 * min(size[side] for size in sizes)


@every_game
def test_spaces_keep_off_cities(game: str) -> None:
    drawn_map = drawn_map_of(game)
    found = discs(drawn_map)
    assert not [(track, city) for track, space in spaces(drawn_map) for city, disc in found.items() if space.hits(disc)]


@every_game
def test_names_keep_off_spaces_cities_each_other_and_the_edge(game: str) -> None:
    drawn_map = drawn_map_of(game)
    names, found = labels(drawn_map), discs(drawn_map)
    width, height = drawn_map.outline.size
    hits = [(name, track) for name, label in names.items() for track, space in spaces(drawn_map) if label.hits(space)]
    hits += [(name, city) for name, label in names.items() for city, disc in found.items() if label.hits(disc)]
    hits += [(one, other) for (one, a), (other, b) in combinations(names.items(), 2) if a.hits(b)]
    hits += [
        (name, "edge")
        for name, label in names.items()
        if label.box[0] < 0 or label.box[1] < 0 or label.box[2] > width or label.box[3] > height
    ]
    assert not hits


@every_game
def test_every_name_is_large_enough_to_be_read_in_a_channel(game: str) -> None:
    drawn_map = drawn_map_of(game)
    layout = layout_of(drawn_map)
    sizes = [place.label.size for place in drawn_map.outline.cities.values() if place.label]
    sizes += [port.label.size for port in drawn_map.outline.ports if port.label]
    assert min(sizes) * layout.scale >= FLOOR * layout.size[0]


@every_game
def test_every_city_and_every_way_over_the_edge_has_its_name(game: str) -> None:
    drawn_map = drawn_map_of(game)
    for city, place in drawn_map.outline.cities.items():
        assert place.label or place.badge, city
    for group in port_groups(drawn_map.outline):
        assert [port.to for port in group if port.label] == [group[0].to]


@every_game
def test_names_keep_off_the_lines_that_lead_over_the_edge(game: str) -> None:
    drawn_map = drawn_map_of(game)
    shapes = [shape for shapes in stub_shapes(drawn_map).values() for shape in shapes]
    assert not [name for name, label in labels(drawn_map).items() for shape in shapes if label.hits(shape)]


@every_game
def test_no_line_to_a_name_or_plate_crosses_anything(game: str) -> None:
    assert sorted(leader_problems(drawn_map_of(game))) == []


@every_game
def test_faint_names_lie_on_nothing_that_matters(game: str) -> None:
    drawn_map = drawn_map_of(game)
    everything = [*spaces(drawn_map), *labels(drawn_map).items(), *discs(drawn_map).items(), *plates(drawn_map).items()]
    for name in drawn_map.outline.decor:
        half = decor_width(name) / 2
        area = rectangle(name.x - half, name.y - name.size * 0.35, name.x + half, name.y + name.size * 0.35)
        assert not [other for other, shape in everything if area.hits(shape)], name.text


def test_harbours_hide_no_name() -> None:
    drawn_map = drawn_map_of("world")
    built, names = houses(drawn_map), labels(drawn_map)
    assert built.keys() == {city.id for city in drawn_map.file.cities if city.harbour}
    assert not [(city, name) for city, house in built.items() for name, label in names.items() if label.hits(house)]


def test_waiting_passengers_hide_no_space_name_or_city() -> None:
    drawn_map = drawn_map_of("germany")
    everything = [*spaces(drawn_map), *labels(drawn_map).items(), *discs(drawn_map).items()]
    for place, plate in plates(drawn_map).items():
        assert not [name for name, other in everything if plate.hits(other)], place


def test_each_place_with_passengers_has_a_plate() -> None:
    drawn_map = drawn_map_of("germany")
    waiting = {place.id for place in (*drawn_map.file.cities, *drawn_map.file.countries) if place.passengers}
    assert set(drawn_map.outline.plates) == waiting
