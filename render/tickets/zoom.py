"""A part of the map, enlarged: around a city, one's own network, the last move. Cut from the map at fixed scales."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec
import numpy as np

from render.kit.canvas import Box, Point
from render.kit.regions import REGIONS
from render.kit.seat import Seat
from render.kit.sheet import PANEL, Base, Sheet, Under, box_in, clipped
from render.kit.theme import theme_named
from render.tickets import panel
from render.tickets.base import TITLE, base_of
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from render.tickets.land import labels
from render.tickets.levels import HiddenName, Level, around_line, level_for
from render.tickets.map_layers import MAP_LAYERS
from render.tickets.moves import last_move
from render.tickets.names import Area, area_of, leader
from render.tickets.pins import pins
from render.tickets.scene import Scene, scene_of
from rules.game import Event
from rules.tickets.maps import Track
from rules.tickets.view import TicketView

PIXELS = 1_650_000
"""At most so many pixels has a zoomed map, whatever its shape."""
SHAPES = (0.75, 1.6)
CLOSEST = (480.0, 360.0)
"""The least of the map that is shown, in its own units."""
MOST = 0.8
"""Of a larger part than this, the rest is shown too."""
PART = 0.56
"""How much of the map's width and height a region shows."""
AROUND = {"city": 260.0, "last": 190.0, "mine": 60.0}
"""How much of the map is shown beyond what is looked at."""
BESIDE_NAME = 12.0
"""And beyond the names of its cities."""
NEAR = 70.0
"""A name that sticks out no farther is made whole; others are left out."""
RIM = 1.0
"""Beyond the letters of a name or its plate."""

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
    if zoom == "mine":
        scene = msgspec.structs.replace(scene, stands_out=own_places(scene))
    sheet = enlarged(scene, wanted_window(scene, zoom))[0]
    title(sheet, scene)
    return sheet.png()


def own_places(scene: Scene) -> frozenset[str] | None:
    """The reader's tracks, and the cities of the reader's harbours; None where there are none yet."""
    me = scene.view.reader
    tracks = [track for track, owner in scene.view.owners.items() if owner == me]
    return frozenset([*tracks, *(built.city for built in scene.view.harbours if built.player == me)]) or None


def enlarged(scene: Scene, window: Window | None) -> list[Sheet]:
    """The map with all that stands on it, around a window in its own units; None is all of it. The first sheet is the
    picture. Where a round map goes on beyond its right edge, the second is the same one with the map over there."""
    left, top, right, bottom = with_near_names(scene.drawn_map, fitted_window(scene.drawn_map, window))
    level = level_for(scene.view.game, scene.theme.name, (right - left) * (bottom - top), PIXELS)
    box = (int(left * level.scale), int(top * level.scale), int(right * level.scale), int(bottom * level.scale))
    sheet = Sheet(cut_base(level, box, cut_names(level, box)))
    found = [sheet] if box[2] <= level.size[0] else [sheet, sheet.shifted(level.size[0])]
    for layer in MAP_LAYERS:
        for part in found[:1] if layer is pins else found:
            layer(part, scene)
    return found


def cut_names(level: Level, box: Box) -> list[HiddenName]:
    """The names that a box of a level would cut in two, with the rim around their letters."""
    more, scale = RIM + theme_named(level.theme).plate_margin, level.scale
    found = []
    for across in (0, level.size[0]) if level.is_round else (0,):
        for (a, b, c, d), line in name_areas(level.title):
            left, top, right, bottom = a * scale + across, b * scale, c * scale + across, d * scale
            is_seen = left < box[2] and box[0] < right and top < box[3] and box[1] < bottom
            is_whole = box[0] <= left and box[1] <= top and right <= box[2] and bottom <= box[3]
            if is_whole or not (is_seen or line):
                continue
            around = box_in(scale, (across, 0), a - more, b - more, c + more, d + more)
            found.append(HiddenName(around, line and scaled(line, scale, across)))
    return found


def scaled(line: tuple[Point, Point], scale: float, across: float) -> tuple[Point, Point]:
    (a, b), (c, d) = line
    return (a * scale + across, b * scale), (c * scale + across, d * scale)


@lru_cache(16)
def name_areas(title: str) -> list[tuple[Area, tuple[Point, Point] | None]]:
    """Of every name, with the line that leads to it."""
    drawn_map = drawn_map_of(title)
    lines = {
        spot.label: leader(spot, drawn_map.outline.city_radius, drawn_map.name(city))
        for city, spot in drawn_map.outline.cities.items()
    }
    return [(area_of(label, name), lines.get(label)) for label, name in labels(drawn_map)]


@lru_cache(16)
def cities_with_areas(drawn_map: DrawnMap) -> list[tuple[Point, Area]]:
    """Where each city that has a name lies, and the room that the name is to have."""
    found, more = [], BESIDE_NAME / 2
    for city, spot in drawn_map.outline.cities.items():
        if spot.label:
            a, b, c, d = area_of(spot.label, drawn_map.name(city))
            found.append(((spot.x, spot.y), (a - more, b - more, c + more, d + more)))
    return found


def cut_base(level: Level, box: Box, hidden: Sequence[HiddenName]) -> Base:
    """A part of a level below a title, without the hidden names."""
    whole = base_of(level.title, level.theme)
    left, top, right, bottom = box
    panel_colour = whole.palette.index(theme_named(level.theme).panel)
    pixels = np.full((TITLE + bottom - top, right - left), panel_colour, dtype=np.uint8)
    zones = np.full(pixels.shape, PANEL, dtype=np.uint8)
    pixels[TITLE:], zones[TITLE:] = level.cut(box, hidden)
    dx, dy = -left, TITLE - top

    def around(wanted: Box) -> Under:
        x0, y0, x1, y1 = wanted
        if x0 >= 0 and y0 >= TITLE and x1 <= pixels.shape[1] and y1 <= pixels.shape[0]:
            return Under(wanted, pixels[y0:y1, x0:x1], zones[y0:y1, x0:x1])
        on_map = (x0 - dx, y0 - dy, x1 - dx, y1 - dy)
        inner = clipped(on_map, level.size)
        if level.is_round:
            inner = (on_map[0], inner[1], on_map[2], inner[3])
        return Under((inner[0] + dx, inner[1] + dy, inner[2] + dx, inner[3] + dy), *level.cut(inner, hidden))

    boxes = [box for name in hidden for box in (name.box, name.line and around_line(name.line)) if box]
    there = tuple((a + dx, b + dy, c + dx, d + dy) for a, b, c, d in boxes)
    return Base(level.key, whole.paper, pixels, zones, whole.palette, level.scale, (dx, dy), around, TITLE, there)


def wanted_window(scene: Scene, zoom: str) -> Window | None:
    """The part of the map to show in its own units, or None for all of it."""
    drawn_map = scene.drawn_map
    match zoom:
        case "whole":
            return None
        case "mine":
            own = sorted(own_places(scene) or ())
            tracks = [place for place in own if place in drawn_map.tracks]
            cities = [drawn_map.spot(place) for place in own if place not in drawn_map.tracks]
            window = around_places(drawn_map, [*places_of(drawn_map, tracks, None), *cities], AROUND["mine"])
            return with_names(drawn_map, window, own)
        case "last":
            last = scene.last
            return around_plan(drawn_map, last.track if last else None, last.city if last else None)
    if zoom in REGIONS:
        width, height = drawn_map.outline.size
        x, y = REGIONS[zoom]
        left, top = x * width * (1 - PART), y * height * (1 - PART)
        return left, top, left + width * PART, top + height * PART
    return with_names(drawn_map, around_places(drawn_map, [drawn_map.spot(zoom)], AROUND["city"]), [zoom])


def around_plan(drawn_map: DrawnMap, track: str | None, city: str | None) -> Window | None:
    """Around one track or city, with its names."""
    places = [place for place in (track, city) if place]
    window = around_places(drawn_map, places_of(drawn_map, [track] if track else [], city), AROUND["last"])
    return with_names(drawn_map, window, places)


def with_names(drawn_map: DrawnMap, window: Window | None, places: Sequence[str]) -> Window | None:
    """The window, so large that the names of these cities, and of those at the ends of these tracks, are whole."""
    if window is None:
        return None
    left, top, right, bottom = window
    tracks = drawn_map.tracks
    for city in {end for place in places for end in (ends_of(tracks[place]) if place in tracks else (place,))}:
        spot = drawn_map.outline.cities[city]
        if spot.label is None:
            continue
        area = area_of(spot.label, drawn_map.name(city))
        across = drawn_map.outline.size[0] if spot.x < window[0] else 0
        left, right = min(left, area[0] + across - BESIDE_NAME), max(right, area[2] + across + BESIDE_NAME)
        top, bottom = min(top, area[1] - BESIDE_NAME), max(bottom, area[3] + BESIDE_NAME)
    return left, top, right, bottom


def with_near_names(drawn_map: DrawnMap, window: Window) -> Window:
    """The window, a little larger where that makes the name of a city whole that is in it."""
    left, top, right, bottom = window
    width, height = drawn_map.outline.size
    for (x, y), (a, b, c, d) in cities_with_areas(drawn_map):
        across = width if drawn_map.outline.ports and x < window[0] else 0
        if not (window[0] < x + across < window[2] and window[1] < y < window[3]):
            continue
        a, c = a + across, c + across
        if max(window[0] - a, window[1] - b, c - window[2], d - window[3]) <= NEAR + BESIDE_NAME / 2:
            left, top, right, bottom = min(left, a), min(top, b), max(right, c), max(bottom, d)
    if not drawn_map.outline.ports:
        left, right = max(left, 0), min(right, width)
    elif left < 0:
        left, right = left + width, right + width
    return left, max(top, 0), min(right, left + width), min(bottom, height)


def ends_of(track: Track) -> tuple[str, str]:
    return track.a, track.b


def places_of(drawn_map: DrawnMap, tracks: Sequence[str], city: str | None) -> list[Point]:
    found = [(space.x, space.y) for track in tracks for space in drawn_map.outline.tracks[track].spaces]
    for track in tracks:
        found += [drawn_map.spot(drawn_map.tracks[track].a), drawn_map.spot(drawn_map.tracks[track].b)]
    return found + ([drawn_map.spot(city)] if city else [])


def around_places(drawn_map: DrawnMap, places: Sequence[Point], margin: float) -> Window | None:
    """The least that holds them all; on a round map it may reach beyond the right edge."""
    if not places:
        return None
    xs, ys = [x for x, _ in places], [y for _, y in places]
    left, right = min(xs), max(xs)
    if drawn_map.outline.ports:
        left, right = shortest_stretch(xs, drawn_map.outline.size[0])
    return left - margin, min(ys) - margin, right + margin, max(ys) + margin


def shortest_stretch(xs: Sequence[float], whole: float) -> tuple[float, float]:
    """Of a ring of the length `whole`, where all the places begin and end that lie closest together."""
    ring = sorted(set(xs))
    gaps = [(b - a, b, a + whole) for a, b in pairwise(ring)]
    gaps.append((ring[0] + whole - ring[-1], ring[0], ring[-1]))
    _, start, end = max(gaps, key=lambda gap: gap[0])
    return start, end


def fitted_window(drawn_map: DrawnMap, wanted: Window | None) -> Window:
    """A window that holds what is wanted, within the map, neither too close nor too slim."""
    map_width, map_height = drawn_map.outline.size
    left, top, right, bottom = wanted or (0, 0, map_width, map_height)
    width, height = max(right - left, CLOSEST[0]), max(bottom - top, CLOSEST[1])
    width, height = max(width, height * SHAPES[0]), max(height, width / SHAPES[1])
    width, height = min(width, map_width), min(height, map_height)
    if width * height > MOST * map_width * map_height:
        return 0, 0, map_width, map_height
    x = (left + right) / 2 - width / 2
    if width < map_width and drawn_map.outline.ports:
        x %= map_width
    else:
        x = inside(x, width, map_width)
    y = inside((top + bottom) / 2 - height / 2, height, map_height)
    return round(x, 1), round(y, 1), round(x + width, 1), round(y + height, 1)


def inside(start: float, length: float, whole: float) -> float:
    return min(max(start, 0), whole - length)


def title(sheet: Sheet, scene: Scene) -> None:
    """Two lines, as on the board: whose turn it is, and what was done last."""
    x = panel.head(sheet, scene, 12, 35)
    panel.pill(sheet, scene, (x + 6, 6, sheet.width - 18, 64), most=sheet.width - 18)
    last_move(sheet, scene, (18, 66, sheet.width - 18, TITLE))
