"""What stands on the map, layer by layer from back to front; each layer pastes stamps on a sheet."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import numpy as np

from data.texts import signed, text
from render.kit.canvas import Box, Canvas, Point
from render.kit.sheet import NAME, PANEL, SPACE, Sheet, box_in
from render.kit.theme import AMBER, Colour
from render.tickets import pieces, tracks
from render.tickets.drawn_map import drawn_map_of
from render.tickets.names import Area
from render.tickets.pieces import Pin
from render.tickets.scene import Scene
from render.tickets.tracks import Fade
from rules.game import PlayerId
from rules.tickets.view import FinalView

GAPS, FARTHER = (36, 66, 96), 12.0
"""How far a pin may stand from what it points to, and what a step farther costs beside what it hides."""
TAIL, HIDES_NAME = 24, 300.0
"""At how many points the line from a pin to its tip is looked at, and what each of them costs that lies on a name."""


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


def pins(sheet: Sheet, scene: Scene) -> None:
    """Signs that point to what is new: the points of the last move or an anchor; the numbers of several turns in the
    players' colours; at the end, whose route is the longest."""
    taken: list[Area] = []
    for sign in signs(scene):
        found = pin_place(sheet, scene, sign, taken)
        if found:
            put_pin(sheet, sign, *found)
            taken.append(pieces.pin_area(sign, found[1]))


def signs(scene: Scene) -> list[Pin]:
    if scene.view.is_over:
        holders = [final for final in scene.view.final if final.longest and set(final.longest) <= set(scene.longest)]
        return [longest_sign(scene, final) for final in holders]
    if scene.has_several:
        return [turn_sign(scene, place, number) for place, number in scene.news.items()]
    last = scene.last
    if last is None or last.place is None:
        return []
    return [Pin((last.place,), signed(last.points)) if last.points else Pin((last.place,), icon="anchor")]


def longest_sign(scene: Scene, final: FinalView) -> Pin:
    return Pin(final.longest, text("render.score.longest", scene.language, n=final.longest_length))


def turn_sign(scene: Scene, place: str, number: int) -> Pin:
    colour = scene.colour(scene.moves[number - 1].player)
    return Pin((place,), str(number), fill=colour.fill, ink=colour.ink)


def pin(sheet: Sheet, scene: Scene, track: str, label: str) -> None:
    """A sign of any words for one track."""
    sign = Pin((track,), label)
    found = pin_place(sheet, scene, sign, [])
    if found:
        put_pin(sheet, sign, *found)


def put_pin(sheet: Sheet, sign: Pin, tip: Point, at: Point) -> None:
    left, top, right, bottom = pieces.pin_area(sign, at)
    box = sheet.box_of(min(tip[0], left) - 6, min(tip[1], top) - 6, max(tip[0], right) + 6, max(tip[1], bottom) + 6)

    def draw(canvas: Canvas) -> None:
        pieces.pin(sheet.on_map(canvas), sign, tip, at)

    sheet.stamp(("pin", sign, tip, at), box, draw, below=PANEL)


def pin_place(sheet: Sheet, scene: Scene, sign: Pin, taken: Sequence[Area]) -> tuple[Point, Point] | None:
    """The tip on the track or city and the middle of the sign, where the sign covers least of what matters."""
    w, h = pieces.pin_size(sign)
    best: tuple[float, Point, Point] | None = None
    for x, y in (tip for place in sign.places for tip in tips(scene, place)):
        for angle, gap in product(range(0, 360, 30), GAPS):
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            away = gap + min(w / 2 / max(abs(cos), 0.01), h / 2 / max(abs(sin), 0.01))
            at = (x + cos * away, y + sin * away)
            cost = pin_cost(sheet, scene, at, w, h)
            if cost is None:
                continue
            cost += FARTHER * (gap - GAPS[0])
            cost += sum(20_000 for area in taken if overlap(area, pieces.pin_area(sign, at)))
            if best is None or cost < best[0]:
                cost += tail_cost(sheet, (x, y), at)
            if best is None or cost < best[0]:
                best = (cost, (x, y), at)
    return best and best[1:]


def tips(scene: Scene, place: str) -> list[Point]:
    """Where a pin may touch what it points to."""
    if place in scene.drawn_map.outline.tracks:
        return [(space.x, space.y) for space in scene.drawn_map.outline.tracks[place].spaces]
    return [scene.drawn_map.spot(place)]


def overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def pin_cost(sheet: Sheet, scene: Scene, at: Point, w: float, h: float) -> float | None:
    """What a sign there would hide: names most, then spaces; None outside the map."""
    zones = sheet.base.zones
    left, top, right, bottom = sheet.box_of(at[0] - w / 2 - 5, at[1] - h / 2 - 5, at[0] + w / 2 + 5, at[1] + h / 2 + 5)
    if left < 0 or top < 0 or right > zones.shape[1] or bottom > zones.shape[0]:
        return None
    hidden = np.square(zones[top:bottom, left:right].astype(np.int32))
    plates = scene.drawn_map.outline.plates
    hit = sum(
        abs(at[0] - plates[place].x - plates[place].w / 2) < (w + plates[place].w) / 2
        and abs(at[1] - plates[place].y - plates[place].h / 2) < (h + plates[place].h) / 2
        for place, waiting in scene.view.passengers.items()
        if waiting
    )
    return float(hidden.sum()) / sheet.base.scale**2 + 4000 * hit


def tail_cost(sheet: Sheet, tip: Point, at: Point) -> float:
    """What the line from a sign to its tip would hide of names; it is looked at only where all else is well."""
    zones = sheet.base.zones
    across, down = (np.linspace(start, end, TAIL) for start, end in zip(tip, at, strict=True))
    scale, (dx, dy) = sheet.base.scale, sheet.base.origin
    x = np.clip(across * scale + dx, 0, zones.shape[1] - 1).astype(int)
    y = np.clip(down * scale + dy, 0, zones.shape[0] - 1).astype(int)
    return HIDES_NAME * int((zones[y, x] == NAME).sum())


MAP_LAYERS = (closed, highlights, necks, ribbons, passengers, harbours, last_cities, pins)
