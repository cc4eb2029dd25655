"""What stands on the map, layer by layer from back to front; each layer pastes stamps on a sheet."""

import math
from functools import lru_cache

from render.kit.canvas import Box, Canvas, Point
from render.kit.sheet import NAME, PANEL, SPACE, Sheet, box_in
from render.kit.theme import AMBER, Colour
from render.tickets import pieces, tracks
from render.tickets.drawn_map import drawn_map_of
from render.tickets.pins import pins
from render.tickets.scene import Scene
from render.tickets.tracks import Fade
from rules.game import PlayerId


def closed(sheet: Sheet, scene: Scene) -> None:
    for track in scene.view.closed:
        closed_track(sheet, scene, track)


def closed_track(sheet: Sheet, scene: Scene, track: str) -> None:
    def draw(canvas: Canvas) -> None:
        tracks.closed_track(sheet.on_map(canvas), scene.drawn_map, scene.drawn_map.tracks[track], scene.theme)

    for box in track_boxes(sheet, scene, track, 6):
        sheet.stamp(("closed", track), box, draw, below=NAME)


def highlights(sheet: Sheet, scene: Scene) -> None:
    """What was claimed in the last turn, or tried in a tunnel; at the end the longest route. What several turns have
    brought is told by pins."""
    for track in highlighted(scene):
        halo(sheet, scene, track)


def highlighted(scene: Scene) -> tuple[str, ...]:
    last = scene.last
    trying = (last.track,) if last and last.track and not scene.has_several else ()
    return scene.longest or trying


def halo(sheet: Sheet, scene: Scene, track: str) -> None:
    def draw(canvas: Canvas) -> None:
        tracks.halo(sheet.on_map(canvas), scene.drawn_map, track)

    for box in track_boxes(sheet, scene, track, 24, to_cities=True):
        sheet.stamp(("halo", track), box, draw, below=SPACE)


def necks(sheet: Sheet, scene: Scene) -> None:
    for track, player in scene.view.owners.items():
        neck(sheet, scene, track, player)


def neck(sheet: Sheet, scene: Scene, track: str, player: PlayerId) -> None:
    colour, fade = scene.seats[player].colour, fading(scene, track)

    def draw(canvas: Canvas) -> None:
        tracks.neck(sheet.on_map(canvas), scene.drawn_map, scene.drawn_map.tracks[track], colour, scene.theme, fade)

    for box in neck_boxes(scene.view.game, sheet.base.scale, sheet.base.origin, track):
        sheet.stamp(("neck", track, colour, fade), box, draw, below=SPACE)


@lru_cache(8192)
def neck_boxes(title: str, scale: float, origin: Point, track: str) -> tuple[Box, ...]:
    """One for each end of each stretch: between them a neck shows nothing."""
    drawn_map = drawn_map_of(title)
    found = []
    for a, b in tracks.necks(drawn_map, track):
        (left, right), (top, bottom) = sorted((a[0], b[0])), sorted((a[1], b[1]))
        found.append(box_in(scale, origin, left - 8, top - 8, right + 8, bottom + 8))
    return tuple(found)


def ribbons(sheet: Sheet, scene: Scene) -> None:
    lit = highlighted(scene)
    for track, player in scene.view.owners.items():
        ribbon(sheet, scene, track, player, AMBER if track in lit else scene.theme.sea)


def ribbon(sheet: Sheet, scene: Scene, track: str, player: PlayerId, ground: Colour) -> None:
    colour, fade = scene.seats[player].colour, fading(scene, track)

    def draw(canvas: Canvas) -> None:
        tracks.ribbon(sheet.on_map(canvas), scene.drawn_map, scene.drawn_map.tracks[track], colour, ground, fade)

    for box in track_boxes(sheet, scene, track, 8):
        sheet.stamp(("ribbon", track, colour, ground, fade), box, draw, below=NAME)


def fading(scene: Scene, place: str) -> Fade:
    """What a track or harbour is mixed with; nothing where it is not to be pale."""
    return scene.theme.home if scene.is_pale(place) else None


def track_boxes(sheet: Sheet, scene: Scene, track: str, more: float, to_cities: bool = False) -> tuple[Box, ...]:
    """The boxes of a track's stretches in pixels, with room around them."""
    return boxes(scene.view.game, sheet.base.scale, sheet.base.origin, track, more, to_cities)


@lru_cache(8192)
def boxes(title: str, scale: float, origin: Point, track: str, more: float, to_cities: bool) -> tuple[Box, ...]:
    drawn_map = drawn_map_of(title)
    length, width = drawn_map.outline.space
    reach = math.hypot(length, width) / 2 + more
    found = []
    for spaces, start, end in drawn_map.stretches(track):
        xs, ys = [space.x for space in spaces], [space.y for space in spaces]
        left, top, right, bottom = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
        if to_cities:
            left, right = min(left, start[0] - more, end[0] - more), max(right, start[0] + more, end[0] + more)
            top, bottom = min(top, start[1] - more, end[1] - more), max(bottom, start[1] + more, end[1] + more)
        found.append(box_in(scale, origin, left, top, right, bottom))
    return tuple(found)


def passengers(sheet: Sheet, scene: Scene) -> None:
    for place, waiting in scene.view.passengers.items():
        if waiting:
            plate(sheet, scene, place, waiting)


def plate(sheet: Sheet, scene: Scene, place: str, waiting: tuple[str, ...]) -> None:
    spot = scene.drawn_map.outline.plates[place]
    x, y = scene.drawn_map.spot(place)
    box = sheet.box_of(min(spot.x, x) - 4, min(spot.y, y) - 4, max(spot.x + spot.w, x) + 4, max(spot.y + spot.h, y) + 4)

    def draw_leader(canvas: Canvas) -> None:
        pieces.leader(sheet.on_map(canvas), scene.drawn_map, place, len(waiting), scene.theme)

    def draw_plate(canvas: Canvas) -> None:
        pieces.plate(sheet.on_map(canvas), scene.drawn_map, place, waiting, scene.theme)

    sheet.stamp(("leader", place, len(waiting)), box, draw_leader, below=SPACE)
    sheet.stamp(("plate", place, waiting), box, draw_plate, below=PANEL)


def last_cities(sheet: Sheet, scene: Scene) -> None:
    """Amber rings around the cities of the last move, behind the letters of their names."""
    last, drawn_map = scene.last, scene.drawn_map
    if last is None or scene.has_several:
        return
    if last.track:
        city_ring(sheet, scene, drawn_map.tracks[last.track].a)
        city_ring(sheet, scene, drawn_map.tracks[last.track].b)
    if last.city:
        city_ring(sheet, scene, last.city)


def city_ring(sheet: Sheet, scene: Scene, place: str) -> None:
    spot, city = scene.drawn_map.outline.cities[place], scene.drawn_map.cities[place]
    if spot.badge or city.is_waypoint:
        return
    is_built = any(built.city == place for built in scene.view.harbours)
    radius = pieces.HOUSE * 1.3 if is_built else scene.drawn_map.outline.city_radius + 1.6

    def draw(canvas: Canvas) -> None:
        pieces.city_ring(sheet.on_map(canvas), spot.x, spot.y, radius)

    sheet.stamp(("ring", place, is_built), around_point(sheet, spot.x, spot.y, radius + 10), draw, below=NAME)


def around_point(sheet: Sheet, x: float, y: float, reach: float) -> Box:
    return sheet.box_of(x - reach, y - reach, x + reach, y + reach)


def harbours(sheet: Sheet, scene: Scene) -> None:
    for built in scene.view.harbours:
        harbour(sheet, scene, built.city, built.player)


def harbour(sheet: Sheet, scene: Scene, city: str, player: PlayerId) -> None:
    spot, colour = scene.drawn_map.outline.cities[city], scene.seats[player].colour
    fade = fading(scene, city)

    def draw(canvas: Canvas) -> None:
        pieces.harbour(sheet.on_map(canvas), spot.x, spot.y, colour, fade=fade)

    box = around_point(sheet, spot.x, spot.y, pieces.HOUSE * 1.4 + 4)
    sheet.stamp(("harbour", city, colour, fade), box, draw, below=PANEL)


MAP_LAYERS = (closed, highlights, necks, ribbons, passengers, harbours, last_cities, pins)
