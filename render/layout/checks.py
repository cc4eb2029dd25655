"""What is wrong with a map's picture: things without a place, and things that lie on each other."""

from collections.abc import Iterator
from itertools import combinations

from render.layout.shapes import Footprint, discs, houses, joins, labels, leaders, plates, spaces, stub_shapes
from render.tickets.drawn_map import DrawnMap
from rules.tickets.map_checks import Problem, problem


def layout_problems(drawn_map: DrawnMap) -> list[Problem]:
    missing = list(without_place(drawn_map))
    return missing or [*track_problems(drawn_map), *label_problems(drawn_map)]


def without_place(drawn_map: DrawnMap) -> Iterator[Problem]:
    for city in drawn_map.cities.keys() ^ drawn_map.outline.cities.keys():
        yield problem("no_place", thing=city)
    for track in sorted(drawn_map.tracks.keys() | drawn_map.outline.tracks.keys()):
        line, rule = drawn_map.outline.tracks.get(track), drawn_map.tracks.get(track)
        if line is None or rule is None or len(line.spaces) != rule.length:
            yield problem("no_place", thing=track)


def track_problems(drawn_map: DrawnMap) -> Iterator[Problem]:
    found = spaces(drawn_map)
    hits = {(one, other) for (one, a), (other, b) in combinations(found, 2) if a.hits(b)}
    hits |= {(track, city) for track, space in found for city, disc in discs(drawn_map).items() if space.hits(disc)}
    yield from (problem("overlap", one=one, other=other) for one, other in sorted(hits))
    for track in sorted({track for track, space in found if not space.is_within(drawn_map.outline.size)}):
        yield problem("over_the_edge", thing=track)


def label_problems(drawn_map: DrawnMap) -> Iterator[Problem]:
    """Names and plates that hide or touch something."""
    names = [*labels(drawn_map).items(), *plates(drawn_map).items()]
    others: list[tuple[str, Footprint]] = [*spaces(drawn_map), *discs(drawn_map).items(), *houses(drawn_map).items()]
    hits = {(name, other) for name, label in names for other, shape in others if label.hits(shape)}
    hits |= {(one, other) for (one, a), (other, b) in combinations(names, 2) if a.hits(b)}
    hits |= set(leader_problems(drawn_map))
    yield from (problem("label", one=one, other=other) for one, other in sorted(hits))
    for name, label in names:
        if not label.is_within(drawn_map.outline.size):
            yield problem("over_the_edge", thing=name)


def leader_problems(drawn_map: DrawnMap) -> Iterator[tuple[str, str]]:
    """Names and plates whose lines cross something, and what: a track, a city, another name, plate or line."""
    lines, plated = leaders(drawn_map), {f"plate {city}": shape for city, shape in plates(drawn_map).items()}
    between = joins(drawn_map)
    edges = [(port, shape) for port, shapes in stub_shapes(drawn_map).items() for shape in shapes]
    cities = [*discs(drawn_map).items(), *houses(drawn_map).items()]
    others = [*spaces(drawn_map), *labels(drawn_map).items(), *plated.items(), *edges]
    for thing, shapes in lines.items():
        home = thing.removeprefix("plate ")
        strange = [(city, shape) for city, shape in cities if city != home]
        strange += [(track, shape) for track, city, shape in between if city != home]
        found = [other for other, shape in [*others, *strange] if other != thing and hits_any(shape, shapes)]
        yield from ((thing, other) for other in dict.fromkeys(found))
    for (one, shapes), (other, more) in combinations(lines.items(), 2):
        if any(hits_any(shape, shapes) for shape in more):
            yield one, f"line {other}"


def hits_any(shape: Footprint, others: list[Footprint]) -> bool:
    return any(shape.hits(other) for other in others)
