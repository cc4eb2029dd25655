"""The map itself: sea, land, lakes, rivers, borders, faint names; then spaces; then cities and their names."""

from collections.abc import Iterator
from itertools import pairwise

from render.kit.canvas import Canvas, Point
from render.kit.symbols import anchor
from render.kit.theme import PAPER, Colour, Theme, mixed, rgb
from render.tickets.drawn_map import DrawnMap
from render.tickets.names import LEADER_WIDTH, draw_name, leader
from render.tickets.outline import CitySpot, Label, Port, points, port_groups
from render.tickets.tracks import open_track

CITY_RED: Colour = rgb("#a8322a")
HARBOUR_BLUE: Colour = rgb("#1f5f86")
BADGE, LETTERS = (30.0, 22.5), 37.0
"""Half the size of a country's sign, and the size of its letters."""


def geography(canvas: Canvas, drawn_map: DrawnMap, theme: Theme) -> None:
    land = drawn_map.outline.land
    lakes = [rings for rings in land.lakes if area(points(rings[0])) >= theme.least_lake]
    shores = [points(rings[0]) for rings in (*land.foreign, *land.home)]
    if theme.shelf != theme.sea and drawn_map.outline.has_shelf:
        for shore in shores:
            canvas.line([*shore, shore[0], shore[1]], 26, theme.shelf)
    for shore in shores:
        canvas.line([*shore, shore[0], shore[1]], 2 * theme.coast_width, theme.coast)
    for polygons, fill in ((land.foreign, theme.foreign), (land.home, theme.home)):
        for rings in polygons:
            canvas.polygon(points(rings[0]), fill)
            for hole in rings[1:]:
                canvas.polygon(points(hole), theme.foreign if polygons is land.home and land.foreign else theme.sea)
    for rings in lakes:
        canvas.polygon(points(rings[0]), theme.sea)
        for island in rings[1:]:
            canvas.polygon(points(island), theme.home)
    for lines, colour, width in (
        (land.rivers, theme.river, 1.5),
        (land.states, theme.state, 1.4),
        (land.borders, theme.border, 1.9),
    ):
        if colour:
            for line in lines:
                canvas.line(points(line), width, colour)
    for rings in lakes:
        shore = points(rings[0])
        canvas.line([*shore, shore[0]], theme.coast_width, theme.coast)


def area(ring: list[Point]) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]))) / 2


def faint_names(canvas: Canvas, drawn_map: DrawnMap, theme: Theme) -> None:
    for name in drawn_map.outline.decor:
        colour = theme.sea_name if name.is_sea else theme.land_name
        canvas.spaced(name.x, name.y, name.text, name.size, name.tracking, colour)


def ports(canvas: Canvas, drawn_map: DrawnMap, theme: Theme) -> None:
    """Where tracks leave the map: a thin line to the edge and an arrow; a bracket where one name stands for several."""
    ink = mixed(theme.ink, theme.sea, 0.25)
    for group in port_groups(drawn_map.outline):
        x = drawn_map.edge_of(group[0].side)
        canvas.line([(x, group[0].y), (x, group[-1].y)], 7, ink)
        for port in group:
            for line in stubs(drawn_map, port):
                canvas.line(line, 2.2, ink)
            canvas.polygon(arrow(drawn_map, port), ink)


def stubs(drawn_map: DrawnMap, port: Port) -> list[tuple[Point, Point]]:
    """From the last space before the edge to the arrow, for every track."""
    inward = 1 if port.side == "west" else -1
    end = (drawn_map.edge_of(port.side) + inward * 8, port.y)
    found = []
    for track in port.tracks:
        line = drawn_map.outline.tracks[track]
        at = line.split or 0
        near = line.spaces[at - 1] if port.city == drawn_map.tracks[track].a else line.spaces[at]
        found.append(((near.x, near.y), end))
    return found


def arrow(drawn_map: DrawnMap, port: Port) -> list[Point]:
    inward = 1 if port.side == "west" else -1
    tip = drawn_map.edge_of(port.side) + inward * 3
    return [(tip, port.y), (tip + inward * 13, port.y - 8.5), (tip + inward * 13, port.y + 8.5)]


def spaces(canvas: Canvas, drawn_map: DrawnMap, theme: Theme) -> None:
    for track in drawn_map.file.tracks:
        open_track(canvas, drawn_map, track, theme)


def leaders(canvas: Canvas, drawn_map: DrawnMap, theme: Theme) -> None:
    """From cities to names that stand apart; below the tracks, so that none is cut in two."""
    for city, place in drawn_map.outline.cities.items():
        line = leader(place, drawn_map.outline.city_radius, drawn_map.name(city))
        if line:
            canvas.line(line, LEADER_WIDTH, theme.ink)


def names(canvas: Canvas, drawn_map: DrawnMap, theme: Theme) -> None:
    for label, name in labels(drawn_map):
        draw_name(canvas, label, name, theme)


def labels(drawn_map: DrawnMap) -> Iterator[tuple[Label, str]]:
    """Of cities, and of ports with where they lead."""
    for city, place in drawn_map.outline.cities.items():
        if place.label:
            yield place.label, drawn_map.name(city)
    for port in drawn_map.outline.ports:
        if port.label:
            yield port.label, port_name(drawn_map, port)


def port_name(drawn_map: DrawnMap, port: Port) -> str:
    return f"← {drawn_map.name(port.to)}" if port.side == "west" else f"{drawn_map.name(port.to)} →"


def cities(canvas: Canvas, drawn_map: DrawnMap, theme: Theme) -> None:
    for city, place in drawn_map.outline.cities.items():
        if place.badge:
            badge(canvas, place, theme)
        elif drawn_map.cities[city].is_waypoint:
            waypoint(canvas, place, theme)
        else:
            disc(canvas, place, drawn_map.outline.city_radius, theme, drawn_map.cities[city].harbour)


def disc(canvas: Canvas, place: CitySpot, radius: float, theme: Theme, is_harbour: bool) -> None:
    dark = theme.neck_rim
    canvas.disc(place.x, place.y, radius, dark)
    canvas.disc(place.x, place.y, radius - 1.8, PAPER)
    if is_harbour:
        canvas.disc(place.x, place.y, radius - 3.0, HARBOUR_BLUE)
        anchor(canvas.at(place.x, place.y, 0, radius * 0.58), PAPER, HARBOUR_BLUE)
    else:
        canvas.disc(place.x, place.y, radius - 4.6, dark)
        canvas.disc(place.x, place.y, radius - 5.4, CITY_RED)


def waypoint(canvas: Canvas, place: CitySpot, theme: Theme) -> None:
    """A junction that is no city: a small compass rose."""
    for angle in (0, 45):
        frame = canvas.at(place.x, place.y, angle)
        long, thin = (13.0, 3.4) if angle == 0 else (9.0, 2.8)
        frame.polygon([(0, -long), (thin, 0), (0, long), (-thin, 0)], theme.ink)
        frame.polygon([(-long, 0), (0, -thin), (long, 0), (0, thin)], theme.ink)
    canvas.disc(place.x, place.y, 3.2, theme.halo)


def badge(canvas: Canvas, place: CitySpot, theme: Theme) -> None:
    """A dead end abroad: the country's sign."""
    for less, fill in ((0.0, theme.neck_rim), (1.4, PAPER), (3.0, theme.badge)):
        w, h = BADGE[0] - less, BADGE[1] - less
        canvas.rounded(place.x - w, place.y - h, place.x + w, place.y + h, 7 - less, fill)
    canvas.text(place.x, place.y, place.badge or "", LETTERS, PAPER, anchor="m")
