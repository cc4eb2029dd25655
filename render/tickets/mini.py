"""A small map: land and faint tracks, for hands and score sheets; on the latter, everybody's network."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from PIL import Image

from render.kit.canvas import Canvas, Point
from render.kit.theme import AMBER, NIGHT, Colour, mixed, theme_named
from render.tickets import land
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from render.tickets.scene import Scene

Area = tuple[float, float, float, float]


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


def laid(canvas: Canvas, scene: Scene, x: int, y: int, width: int) -> tuple[Canvas, float, int]:
    """The small map's ground on the canvas; the canvas in its units, its scale and its height."""
    scale = width / scene.drawn_map.outline.size[0]
    height = round(scene.drawn_map.outline.size[1] * scale)
    canvas.rect(x - 3, y - 3, x + width + 3, y + height + 3, scene.theme.panel)
    finer = canvas.finer
    canvas.image.paste(ground(scene.view.game, scene.theme.name, width, height, finer), (x * finer, y * finer))
    return canvas.moved(scale, (x, y)), scale, height


def all_networks(canvas: Canvas, scene: Scene, x: int, y: int, width: int) -> tuple[Canvas, float, int]:
    """Everybody's tracks in pale colours; returns the canvas in units of the small map, its scale and its height."""
    on_map, scale, height = laid(canvas, scene, x, y, width)
    for track, owner in scene.view.owners.items():
        pale = mixed(scene.colour(owner).fill, scene.theme.home, 0.55)
        for path in paths(scene.drawn_map, track):
            on_map.line(path, 4 / scale, pale)
    return on_map, scale, height


def trace(canvas: Canvas, drawn_map: DrawnMap, tracks: Iterable[str], colour: Colour, scale: float) -> None:
    """A route laid over the map as one line, amber between rims in the player's colour; the dark between them keeps
    amber and, say, teal from being green on a phone."""
    found = [path for track in tracks for path in paths(drawn_map, track)]
    for width, fill in ((25.0, NIGHT), (22.0, colour), (16.0, NIGHT), (12.0, AMBER)):
        for path in found:
            canvas.line(path, width / scale, fill)
