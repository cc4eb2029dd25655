"""A part of the map, really drawn larger: around a city, one's own network, the last move; and what a plan does."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np

from data.texts import signed, text
from render.kit.canvas import Canvas
from render.kit.sheet import NAME, PANEL, Base, Sheet
from render.kit.symbols import ICONS
from render.kit.theme import theme_named
from render.tickets import panel
from render.tickets.atlas import Atlas, atlas_of
from render.tickets.base import base_of, drawn_map
from render.tickets.map_layers import MAP_LAYERS, around_point, pin, track_boxes
from render.tickets.pieces import HOUSE, ghost_harbour
from render.tickets.scene import Scene, Seat, scene_of
from render.tickets.tracks import ghost
from rules.game import Event
from rules.tickets.view import TicketView

TITLE = 72
PIXELS = 1_550_000
"""About so many pixels has a zoomed map, whatever its shape."""
SHAPES = (0.75, 1.6)
CLOSEST = (480.0, 360.0)
"""The least of the map that is shown, in its own units."""
REGIONS = {
    "nw": (0.0, 0.0),
    "n": (0.5, 0.0),
    "ne": (1.0, 0.0),
    "w": (0.0, 0.5),
    "centre": (0.5, 0.5),
    "e": (1.0, 0.5),
    "sw": (0.0, 1.0),
    "s": (0.5, 1.0),
    "se": (1.0, 1.0),
}
PART = 0.56
"""How much of the map's width and height a region shows."""

Window = tuple[float, float, float, float]


class Plan(msgspec.Struct, frozen=True):
    """A claim or a harbour that is being thought about."""

    track: str | None = None
    city: str | None = None


def zooms(game: str) -> tuple[str, ...]:
    """Every name that `zoom` takes."""
    atlas = atlas_of(game)
    cities = tuple(city.id for city in atlas.map.cities if city.id in atlas.outline.cities)
    return ("whole", "mine", "last", *REGIONS, *cities)


def draw_zoom(
    view: TicketView,
    seats: Sequence[Seat],
    zoom: str,
    *,
    events: Sequence[Event] = (),
    plan: Plan | None = None,
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """A part of the board, enlarged; with `plan`, the planned piece as a ghost and what it does. Raises `KeyError` for
    a zoom that `zooms` doesn't list. "mine" and "last" fall back to the whole map when there is nothing to show."""
    scene = scene_of(view, seats, events, theme, language, table)
    window = fitted_window(scene.atlas, wanted_window(scene, zoom, plan))
    sheet = Sheet(zoomed_base(view.game, theme, window))
    for layer in MAP_LAYERS:
        layer(sheet, scene)
    if plan:
        ghosts(sheet, scene, plan)
    title(sheet, scene, plan)
    return sheet.png()


def draw_preview(
    view: TicketView, seats: Sequence[Seat], plan: Plan, *, theme: str = "light", language: str = "en", table: str = ""
) -> bytes:
    """A planned claim or harbour on the map around it, with its points and the pieces left after it."""
    return draw_zoom(view, seats, "plan", plan=plan, theme=theme, language=language, table=table)


@lru_cache(6)
def zoomed_base(game: str, theme_name: str, window: Window) -> Base:
    atlas, theme, whole = atlas_of(game), theme_named(theme_name), base_of(game, theme_name)
    shape = (window[2] - window[0]) / (window[3] - window[1])
    height = round((PIXELS / shape) ** 0.5)
    width = round(height * shape)
    scale = width / (window[2] - window[0])
    origin = (-window[0] * scale, TITLE - window[1] * scale)
    pixels = np.empty((TITLE + height, width, 3), dtype=np.uint8)
    pixels[:] = theme.panel
    zones = np.full(pixels.shape[:2], PANEL, dtype=np.uint8)
    pixels[TITLE:], zones[TITLE:] = drawn_map(atlas, theme, (0, TITLE, width, TITLE + height), scale, origin)
    indexes = whole.palette.mapped(pixels)
    return Base(f"{whole.key}@{window}", whole.paper, indexes, zones, whole.palette, scale, origin)


def wanted_window(scene: Scene, zoom: str, plan: Plan | None) -> Window | None:
    """The part of the map to show in its own units, or None for all of it."""
    atlas = scene.atlas
    match zoom:
        case "plan":
            assert plan
            return around_places(places_of(atlas, [plan.track] if plan.track else [], plan.city), 190)
        case "whole":
            return None
        case "mine":
            own = [track for track, owner in scene.view.owners.items() if owner == scene.view.reader]
            return around_places(places_of(atlas, own, None), 120)
        case "last":
            last = scene.last
            tracks = [last.track] if last and last.track else []
            return around_places(places_of(atlas, tracks, last.city if last else None), 190)
    if zoom in REGIONS:
        width, height = atlas.outline.size
        x, y = REGIONS[zoom]
        left, top = x * width * (1 - PART), y * height * (1 - PART)
        return left, top, left + width * PART, top + height * PART
    return around_places([atlas.spot(zoom)], 260)


def places_of(atlas: Atlas, tracks: Sequence[str], city: str | None) -> list[tuple[float, float]]:
    found = [(space.x, space.y) for track in tracks for space in atlas.outline.tracks[track].spaces]
    for track in tracks:
        found += [atlas.spot(atlas.tracks[track].a), atlas.spot(atlas.tracks[track].b)]
    return found + ([atlas.spot(city)] if city else [])


def around_places(places: Sequence[tuple[float, float]], margin: float) -> Window | None:
    if not places:
        return None
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def fitted_window(atlas: Atlas, wanted: Window | None) -> Window:
    """A window that holds what is wanted, within the map, neither too close nor too slim."""
    map_width, map_height = atlas.outline.size
    left, top, right, bottom = wanted or (0, 0, map_width, map_height)
    width, height = max(right - left, CLOSEST[0]), max(bottom - top, CLOSEST[1])
    width, height = max(width, height * SHAPES[0]), max(height, width / SHAPES[1])
    width, height = min(width, map_width), min(height, map_height)
    x = inside((left + right) / 2 - width / 2, width, map_width)
    y = inside((top + bottom) / 2 - height / 2, height, map_height)
    return round(x, 1), round(y, 1), round(x + width, 1), round(y + height, 1)


def inside(start: float, length: float, whole: float) -> float:
    return min(max(start, 0), whole - length)


def ghosts(sheet: Sheet, scene: Scene, plan: Plan) -> None:
    player = scene.view.reader
    assert player is not None
    colour = scene.seats[player].colour
    if plan.track:
        track = plan.track

        def draw_track(canvas: Canvas) -> None:
            ghost(sheet.on_map(canvas), scene.atlas, scene.atlas.tracks[track], colour)

        for box in track_boxes(sheet, scene, track, 10, to_cities=True):
            sheet.stamp(("ghost", track, colour), box, draw_track, below=NAME)
        pin(sheet, scene, track, signed(scene.atlas.map.points[scene.atlas.tracks[track].length]))
    if plan.city:
        spot = scene.atlas.outline.cities[plan.city]

        def draw_house(canvas: Canvas) -> None:
            ghost_harbour(sheet.on_map(canvas), spot.x, spot.y, colour)

        sheet.stamp(
            ("ghost", plan.city, colour), around_point(sheet, spot.x, spot.y, HOUSE * 1.4 + 6), draw_house, below=PANEL
        )


def title(sheet: Sheet, scene: Scene, plan: Plan | None) -> None:
    middle = TITLE // 2
    x = panel.head(sheet, scene, 18, middle)
    if plan is None:
        right = panel.pill(sheet, scene, (x + 6, 8, x + 520, 64), most=520)
        panel.last_move(sheet, scene, (right + 24, 8, sheet.width - 18, 64))
        return
    right = sheet.width - 18
    icon, left_after, points = effect(scene, plan)
    if points:
        right = panel.points_chip(sheet, scene, points, right, middle) - 20
    theme = scene.theme
    right -= int(sheet.text(right, middle, str(left_after), 34, theme.text, theme.panel, "bold", "r")) + 26

    def draw(canvas: Canvas) -> None:
        ICONS[icon](canvas.at(right, middle, 0, 16), theme.dim, theme.panel)

    sheet.stamp(("left", icon), (right - 20, middle - 20, right + 21, middle + 21), draw, theme.panel)
    if plan.track:
        name = scene.atlas.track_name(plan.track)
    else:
        name = text("render.move.harbour", scene.language, city=scene.atlas.name(plan.city or ""))
    label = text("render.plan", scene.language, what=name)
    sheet.text(x + 14, middle, label, 32, theme.text, theme.panel, "semibold", "l", right - x - 60)


def effect(scene: Scene, plan: Plan) -> tuple[str, int, int]:
    """Icon and number of the pieces left after the plan, and its points."""
    assert scene.view.reader is not None
    wagons, ships = scene.view.own_pieces or (0, 0)
    if plan.track is None:
        return "anchor", scene.player(scene.view.reader).harbours_left - 1, 0
    track = scene.atlas.tracks[plan.track]
    points = scene.atlas.map.points[track.length]
    return ("ship", ships - track.length, points) if track.kind == "sea" else ("wagon", wagons - track.length, points)
