"""What is wrong with a map's picture: things without a place, and things that lie on each other."""

from collections.abc import Iterator
from itertools import combinations

from render.layout.shapes import Shape, discs, houses, labels, plates, spaces
from render.tickets.atlas import Atlas
from rules.tickets.map_checks import Problem, problem


def layout_problems(atlas: Atlas) -> list[Problem]:
    missing = list(without_place(atlas))
    return missing or [*track_problems(atlas), *label_problems(atlas)]


def without_place(atlas: Atlas) -> Iterator[Problem]:
    for city in atlas.cities.keys() ^ atlas.outline.cities.keys():
        yield problem("no_place", thing=city)
    for track in sorted(atlas.tracks.keys() | atlas.outline.tracks.keys()):
        line, rule = atlas.outline.tracks.get(track), atlas.tracks.get(track)
        if line is None or rule is None or len(line.spaces) != rule.length:
            yield problem("no_place", thing=track)


def track_problems(atlas: Atlas) -> Iterator[Problem]:
    found = spaces(atlas)
    hits = {(one, other) for (one, a), (other, b) in combinations(found, 2) if a.hits(b)}
    hits |= {(track, city) for track, space in found for city, disc in discs(atlas).items() if space.hits(disc)}
    yield from (problem("overlap", one=one, other=other) for one, other in sorted(hits))
    for track in sorted({track for track, space in found if not space.is_within(atlas.outline.size)}):
        yield problem("over_the_edge", thing=track)


def label_problems(atlas: Atlas) -> Iterator[Problem]:
    """Names and plates that hide or touch something."""
    names = [*labels(atlas).items(), *plates(atlas).items()]
    others: list[tuple[str, Shape]] = [*spaces(atlas), *discs(atlas).items(), *houses(atlas).items()]
    hits = {(name, other) for name, label in names for other, shape in others if label.hits(shape)}
    hits |= {(one, other) for (one, a), (other, b) in combinations(names, 2) if a.hits(b)}
    yield from (problem("label", one=one, other=other) for one, other in sorted(hits))
    for name, label in names:
        if not label.is_within(atlas.outline.size):
            yield problem("over_the_edge", thing=name)
