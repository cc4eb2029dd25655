"""A part of the map, really drawn larger: around a city, one's own network, the last move."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from render.kit.regions import REGIONS
from render.kit.seat import Seat
from render.kit.sheet import PANEL, Base, Sheet
from render.kit.theme import theme_named
from render.tickets import panel
from render.tickets.base import base_of, draw_map
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from render.tickets.map_layers import MAP_LAYERS
from render.tickets.moves import last_move
from render.tickets.scene import Scene, scene_of
from rules.game import Event
from rules.tickets.view import TicketView

TITLE = 72
PIXELS = 1_550_000
"""About so many pixels has a zoomed map, whatever its shape."""
SHAPES = (0.75, 1.6)
CLOSEST = (480.0, 360.0)
"""The least of the map that is shown, in its own units."""
PART = 0.56
"""How much of the map's width and height a region shows."""

Window = tuple[float, float, float, float]


def zooms(title: str) -> tuple[str, ...]:
    """Every name that `zoom` takes."""
    drawn_map = drawn_map_of(title)
    cities = tuple(city.id for city in drawn_map.file.cities if city.id in drawn_map.outline.cities)
    return ("whole", "mine", "last", *REGIONS, *cities)


def draw_zoom(
    view: TicketView,
    seats: Sequence[Seat],
    zoom: str,
    *,
    events: Sequence[Event] = (),
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """A part of the board, enlarged. Raises `KeyError` for a zoom that `zooms` doesn't list. "mine" and "last" fall
    back to the whole map when there is nothing to show."""
    scene = scene_of(view, seats, events, theme, language, table)
    sheet = enlarged(scene, wanted_window(scene, zoom))
    title(sheet, scene)
    return sheet.png()


def enlarged(scene: Scene, window: Window | None) -> Sheet:
    """The map with all that stands on it, around a window in its own units; None is all of it."""
    sheet = Sheet(zoomed_base(scene.view.game, scene.theme.name, fitted_window(scene.drawn_map, window)))
    for layer in MAP_LAYERS:
        layer(sheet, scene)
    return sheet


@lru_cache(6)
def zoomed_base(title: str, theme_name: str, window: Window) -> Base:
    drawn_map, theme, whole = drawn_map_of(title), theme_named(theme_name), base_of(title, theme_name)
    shape = (window[2] - window[0]) / (window[3] - window[1])
    height = round((PIXELS / shape) ** 0.5)
    width = round(height * shape)
    scale = width / (window[2] - window[0])
    origin = (-window[0] * scale, TITLE - window[1] * scale)
    pixels = np.empty((TITLE + height, width, 3), dtype=np.uint8)
    pixels[:] = theme.panel
    zones = np.full(pixels.shape[:2], PANEL, dtype=np.uint8)
    pixels[TITLE:], zones[TITLE:] = draw_map(drawn_map, theme, (0, TITLE, width, TITLE + height), scale, origin)
    indexes = whole.palette.mapped(pixels)
    return Base(f"{whole.key}@{window}", whole.paper, indexes, zones, whole.palette, scale, origin)


def wanted_window(scene: Scene, zoom: str) -> Window | None:
    """The part of the map to show in its own units, or None for all of it."""
    drawn_map = scene.drawn_map
    match zoom:
        case "whole":
            return None
        case "mine":
            own = [track for track, owner in scene.view.owners.items() if owner == scene.view.reader]
            return around_places(places_of(drawn_map, own, None), 120)
        case "last":
            last = scene.last
            tracks = [last.track] if last and last.track else []
            return around_places(places_of(drawn_map, tracks, last.city if last else None), 190)
    if zoom in REGIONS:
        width, height = drawn_map.outline.size
        x, y = REGIONS[zoom]
        left, top = x * width * (1 - PART), y * height * (1 - PART)
        return left, top, left + width * PART, top + height * PART
    return around_places([drawn_map.spot(zoom)], 260)


def places_of(drawn_map: DrawnMap, tracks: Sequence[str], city: str | None) -> list[tuple[float, float]]:
    found = [(space.x, space.y) for track in tracks for space in drawn_map.outline.tracks[track].spaces]
    for track in tracks:
        found += [drawn_map.spot(drawn_map.tracks[track].a), drawn_map.spot(drawn_map.tracks[track].b)]
    return found + ([drawn_map.spot(city)] if city else [])


def around_places(places: Sequence[tuple[float, float]], margin: float) -> Window | None:
    if not places:
        return None
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def fitted_window(drawn_map: DrawnMap, wanted: Window | None) -> Window:
    """A window that holds what is wanted, within the map, neither too close nor too slim."""
    map_width, map_height = drawn_map.outline.size
    left, top, right, bottom = wanted or (0, 0, map_width, map_height)
    width, height = max(right - left, CLOSEST[0]), max(bottom - top, CLOSEST[1])
    width, height = max(width, height * SHAPES[0]), max(height, width / SHAPES[1])
    width, height = min(width, map_width), min(height, map_height)
    x = inside((left + right) / 2 - width / 2, width, map_width)
    y = inside((top + bottom) / 2 - height / 2, height, map_height)
    return round(x, 1), round(y, 1), round(x + width, 1), round(y + height, 1)


def inside(start: float, length: float, whole: float) -> float:
    return min(max(start, 0), whole - length)


def title(sheet: Sheet, scene: Scene) -> None:
    x = panel.head(sheet, scene, 18, TITLE // 2)
    right = panel.pill(sheet, scene, (x + 6, 8, x + 520, 64), most=520)
    last_move(sheet, scene, (right + 24, 8, sheet.width - 18, 64))
