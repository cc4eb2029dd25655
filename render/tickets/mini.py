"""A small map of one's own network and the ends of tickets, as it stands on hands and score sheets."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec
from PIL import Image

from render.kit.canvas import Canvas, Point
from render.kit.theme import AMBER, NIGHT, PLAYERS, WHITE, Colour, ink_on, mixed, theme_named
from render.tickets import land
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from render.tickets.scene import Scene
from rules.game import PlayerId

Area = tuple[float, float, float, float]


class Aim(msgspec.Struct, frozen=True):
    """A ticket on the small map: its letter, its places in order, its colour, and whether dashes join them."""

    letter: str
    places: tuple[str, ...]
    colour: Colour
    is_joined: bool


@lru_cache(8)
def ground(title: str, theme_name: str, width: int, height: int, finer: int) -> Image.Image:
    """Land and faint tracks, drawn once."""
    drawn_map, theme = drawn_map_of(title), theme_named(theme_name)
    scale = width / drawn_map.outline.size[0]
    canvas = Canvas((0, 0, width, height), theme.sea, scale, (0, 0), finer)
    plain = msgspec.structs.replace(theme, river=None, state=None, shelf=theme.sea, coast_width=1.2 / scale)
    land.geography(canvas, drawn_map, plain)
    faint = mixed(theme.land_name, theme.home, 0.35)
    for track in drawn_map.tracks:
        for path in paths(drawn_map, track):
            canvas.line(path, 2.0 / scale, faint)
    for city in drawn_map.outline.cities.values():
        canvas.disc(city.x, city.y, 3.4 / scale, theme.ink)
        canvas.disc(city.x, city.y, 2.0 / scale, theme.halo)
    return canvas.image


def paths(drawn_map: DrawnMap, track: str) -> list[list[Point]]:
    return [
        [start, *((space.x, space.y) for space in spaces), end] for spaces, start, end in drawn_map.stretches(track)
    ]


def small_map(canvas: Canvas, scene: Scene, x: int, y: int, width: int, player: PlayerId, aims: Sequence[Aim]) -> int:
    """The map with its upper left corner at (x, y); returns its height."""
    drawn_map = scene.drawn_map
    on_map, scale, height = laid(canvas, scene, x, y, width)
    networks(on_map, scene, player, scale)
    for aim in aims:
        if aim.is_joined:
            join(on_map, drawn_map, aim, scale)
    ends = Counter(place for aim in aims for place in aim.places)
    taken = [discs(drawn_map.spot(place), count, scale) for place, count in ends.items()]
    for place, count in ends.items():
        taken.append(end_name(on_map, scene, place, count, scale, taken))
    shared: dict[str, int] = {}
    for aim in aims:
        for place in aim.places:
            end_disc(on_map, drawn_map, aim, place, scale, shared)
    return height


def laid(canvas: Canvas, scene: Scene, x: int, y: int, width: int) -> tuple[Canvas, float, int]:
    """The small map's ground on the canvas; the canvas in its units, its scale and its height."""
    scale = width / scene.drawn_map.outline.size[0]
    height = round(scene.drawn_map.outline.size[1] * scale)
    canvas.rect(x - 3, y - 3, x + width + 3, y + height + 3, scene.theme.panel)
    finer = canvas.finer
    canvas.image.paste(ground(scene.view.game, scene.theme.name, width, height, finer), (x * finer, y * finer))
    return canvas.moved(scale, (x, y)), scale, height


def all_networks(canvas: Canvas, scene: Scene, x: int, y: int, width: int) -> tuple[Canvas, float]:
    """Everybody's tracks in pale colours; returns the canvas in units of the small map, and its scale."""
    on_map, scale, _ = laid(canvas, scene, x, y, width)
    for track, owner in scene.view.owners.items():
        pale = mixed(scene.colour(owner).fill, scene.theme.home, 0.55)
        for path in paths(scene.drawn_map, track):
            on_map.line(path, 4 / scale, pale)
    return on_map, scale


def networks(canvas: Canvas, scene: Scene, player: PlayerId, scale: float) -> None:
    """Others' tracks grey, one's own in colour."""
    drawn_map, theme = scene.drawn_map, scene.theme
    other = mixed(theme.ink, theme.home, 0.55)
    own = [track for track, owner in scene.view.owners.items() if owner == player]
    for track, owner in scene.view.owners.items():
        if owner != player:
            for path in paths(drawn_map, track):
                canvas.line(path, 3.4 / scale, other)
    for width, colour in ((9.0, NIGHT), (7.0, WHITE), (5.0, PLAYERS[scene.seats[player].colour].fill)):
        for track in own:
            for path in paths(drawn_map, track):
                canvas.line(path, width / scale, colour)


def trace(canvas: Canvas, drawn_map: DrawnMap, tracks: Iterable[str], colour: Colour, scale: float) -> None:
    """A route laid over the map as one line, on amber."""
    found = [path for track in tracks for path in paths(drawn_map, track)]
    for width, fill in ((14.0, NIGHT), (12.0, AMBER), (6.4, NIGHT), (4.8, colour)):
        for path in found:
            canvas.line(path, width / scale, fill)


def join(canvas: Canvas, drawn_map: DrawnMap, aim: Aim, scale: float) -> None:
    for a, b in pairwise(aim.places):
        canvas.dashes(drawn_map.spot(a), drawn_map.spot(b), 4.6 / scale, WHITE, 11 / scale, 5 / scale)
        canvas.dashes(drawn_map.spot(a), drawn_map.spot(b), 2.6 / scale, aim.colour, 11 / scale, 5 / scale)


def discs(spot: Point, count: int, scale: float) -> Area:
    """What so many letters side by side cover."""
    x, y = spot
    return x - 13 / scale, y - 13 / scale, x + (13 + 17 * (count - 1)) / scale, y + 13 / scale


def end_name(canvas: Canvas, scene: Scene, place: str, count: int, scale: float, taken: Sequence[Area]) -> Area:
    """The name below, above or beside its end, where it hides least; returns the place it takes."""
    x, y = scene.drawn_map.spot(place)
    more = 17 * (count - 1)
    name = scene.drawn_map.name(place)
    width, height = (len(name) * 8.6 + 4) / scale, 19 / scale
    side = width / 2 + 16 / scale
    whole = scene.drawn_map.outline.size
    best: tuple[float, Area] | None = None
    far = side * scale
    for dx, dy in ((0, 24), (0, -24), (far + more, 0), (-far, 0), (far, 16), (-far, 16)):
        left = min(max(x + dx / scale - width / 2, 2), whole[0] - width - 2)
        area = (left, y + dy / scale - height / 2, left + width, y + dy / scale + height / 2)
        outside = max(0.0, -area[1]) + max(0.0, area[3] - whole[1])
        cost = sum(overlap(area, other) for other in taken) + outside * width * 2
        if best is None or cost < best[0] - 1:
            best = (cost, area)
    assert best
    area = best[1]
    middle = ((area[0] + area[2]) / 2, (area[1] + area[3]) / 2)
    canvas.label(*middle, name, 17 / scale, "mm", scene.theme.ink, scene.theme.halo)
    return area


def overlap(one: Area, other: Area) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, width) * max(0.0, height)


def end_disc(canvas: Canvas, drawn_map: DrawnMap, aim: Aim, place: str, scale: float, shared: dict[str, int]) -> None:
    """The ticket's letter on its end; several tickets stand side by side."""
    x, y = drawn_map.spot(place)
    x += shared.get(place, 0) * 17 / scale
    shared[place] = shared.get(place, 0) + 1
    canvas.disc(x, y, 12.5 / scale, NIGHT)
    canvas.disc(x, y, 11.5 / scale, WHITE)
    canvas.disc(x, y, 10 / scale, aim.colour)
    canvas.text(x, y, aim.letter, 16 / scale, ink_on(aim.colour), anchor="m")
