"""The board of a ticket game: a tuple of layers from back to front, pasted on a base that never changes."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from data.texts import signed
from render import panel, pieces, tiles, tracks
from render.base import STRIP, TITLE, base_of, plan_of
from render.canvas import Box, Canvas, Point
from render.land import disc
from render.scene import Scene, Seat, scene_of
from render.sheet import NAME, PANEL, SPACE, Sheet
from render.theme import NIGHT
from rules.game import Event
from rules.tickets.view import TicketView

Layer = Callable[[Sheet, Scene], None]
MARGIN, GAP = 16, 12


def draw_board(
    view: TicketView,
    seats: Sequence[Seat],
    *,
    events: Sequence[Event] = (),
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """The board as a PNG. `events` are those of the last turn, as their reader may see them: they are highlighted."""
    scene = scene_of(view, seats, events, theme, language, table)
    sheet = Sheet(base_of(view.game, theme))
    for layer in LAYERS:
        layer(sheet, scene)
    return sheet.png()


def closed(sheet: Sheet, scene: Scene) -> None:
    for track in scene.view.closed:
        rule = scene.atlas.tracks[track]
        for box in track_boxes(sheet, scene, track, 6):
            sheet.stamp(
                ("closed", track),
                box,
                lambda canvas: tracks.closed_track(sheet.on_map(canvas), scene.atlas, rule, scene.theme),
                below=NAME,
            )


def last_claim(sheet: Sheet, scene: Scene) -> None:
    if scene.last and scene.last.track:
        track = scene.last.track
        for box in track_boxes(sheet, scene, track, 24, to_cities=True):
            sheet.stamp(
                ("halo", track), box, lambda canvas: tracks.halo(sheet.on_map(canvas), scene.atlas, track), below=SPACE
            )


def necks(sheet: Sheet, scene: Scene) -> None:
    for track, player in scene.view.owners.items():
        rule, colour = scene.atlas.tracks[track], scene.seats[player].colour
        for box in track_boxes(sheet, scene, track, 8, to_cities=True):
            sheet.stamp(
                ("neck", track, colour),
                box,
                lambda canvas: tracks.neck(sheet.on_map(canvas), scene.atlas, rule, colour, scene.theme),
                below=SPACE,
            )


def ribbons(sheet: Sheet, scene: Scene) -> None:
    for track, player in scene.view.owners.items():
        rule, colour = scene.atlas.tracks[track], scene.seats[player].colour
        for box in track_boxes(sheet, scene, track, 8):
            sheet.stamp(
                ("ribbon", track, colour),
                box,
                lambda canvas: tracks.ribbon(sheet.on_map(canvas), scene.atlas, rule, colour),
                below=NAME,
            )


def track_boxes(sheet: Sheet, scene: Scene, track: str, more: float, to_cities: bool = False) -> list[Box]:
    """The boxes of a track's stretches, with room around them."""
    length, width = scene.atlas.outline.space
    found = []
    for spaces, start, end in scene.atlas.stretches(track):
        reach = math.hypot(length, width) / 2 + more
        xs = [space.x for space in spaces]
        ys = [space.y for space in spaces]
        left, top, right, bottom = min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach
        if to_cities:
            left, right = min(left, start[0] - more, end[0] - more), max(right, start[0] + more, end[0] + more)
            top, bottom = min(top, start[1] - more, end[1] - more), max(bottom, start[1] + more, end[1] + more)
        found.append(sheet.box_of(left, top, right, bottom))
    return found


def passengers(sheet: Sheet, scene: Scene) -> None:
    for place, waiting in scene.view.passengers.items():
        if not waiting:
            continue
        spot = scene.atlas.outline.plates[place]
        city = scene.atlas.spot(place)
        box = sheet.box_of(
            min(spot.x, city[0]) - 4,
            min(spot.y, city[1]) - 4,
            max(spot.x + spot.w, city[0]) + 4,
            max(spot.y + spot.h, city[1]) + 4,
        )
        sheet.stamp(
            ("leader", place, len(waiting)),
            box,
            lambda canvas: pieces.leader(sheet.on_map(canvas), scene.atlas, place, len(waiting), scene.theme),
            below=NAME,
        )
        sheet.stamp(
            ("plate", place, waiting),
            box,
            lambda canvas: pieces.plate(sheet.on_map(canvas), scene.atlas, place, waiting, scene.theme),
            below=PANEL,
        )


def last_cities(sheet: Sheet, scene: Scene) -> None:
    """Amber rings around the cities of the last move."""
    last, atlas = scene.last, scene.atlas
    if last is None:
        return
    found = [atlas.tracks[last.track].a, atlas.tracks[last.track].b] if last.track else [last.city] if last.city else []
    for place in found:
        assert place is not None
        spot, city = atlas.outline.cities[place], atlas.cities[place]
        if spot.badge or city.is_waypoint:
            continue
        radius = atlas.outline.city_radius

        def draw(canvas: Canvas) -> None:
            on_map = sheet.on_map(canvas)
            pieces.city_ring(on_map, spot.x, spot.y, radius)
            disc(on_map, spot, radius, scene.theme, city.harbour)

        reach = radius + 10
        box = sheet.box_of(spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach)
        sheet.stamp(("ring", place), box, draw, below=PANEL)


def harbours(sheet: Sheet, scene: Scene) -> None:
    for built in scene.view.harbours:
        spot, colour = scene.atlas.outline.cities[built.city], scene.seats[built.player].colour
        reach = pieces.HOUSE * 1.3 + 4
        sheet.stamp(
            ("harbour", built.city, colour),
            sheet.box_of(spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach),
            lambda canvas: pieces.harbour(sheet.on_map(canvas), spot.x, spot.y, colour),
            below=PANEL,
        )


def last_points(sheet: Sheet, scene: Scene) -> None:
    if scene.last is None or not scene.last.points or scene.last.track is None:
        return
    label = signed(scene.last.points)
    tip, at = pin_place(sheet, scene, scene.last.track, label)
    w, h = pieces.pin_size(label)
    box = sheet.box_of(
        min(tip[0], at[0] - w / 2) - 6,
        min(tip[1], at[1] - h / 2) - 6,
        max(tip[0], at[0] + w / 2) + 6,
        max(tip[1], at[1] + h / 2) + 6,
    )
    sheet.stamp(
        ("pin", label, tip, at), box, lambda canvas: pieces.pin(sheet.on_map(canvas), tip, at, label), below=PANEL
    )


def pin_place(sheet: Sheet, scene: Scene, track: str, label: str) -> tuple[Point, Point]:
    """The tip on the track and the middle of the sign, where the sign covers least of what matters."""
    w, h = pieces.pin_size(label)
    busy = sheet.base.zones
    best: tuple[float, Point, Point] | None = None
    for space in scene.atlas.outline.tracks[track].spaces:
        for angle in range(0, 360, 30):
            away = 62 if angle % 180 in (60, 90, 120) else 78
            at = (space.x + math.cos(math.radians(angle)) * away, space.y + math.sin(math.radians(angle)) * away)
            left, top, right, bottom = sheet.box_of(
                at[0] - w / 2 - 5, at[1] - h / 2 - 5, at[0] + w / 2 + 5, at[1] + h / 2 + 5
            )
            if left < 0 or top < 0 or right > busy.shape[1] or bottom > busy.shape[0]:
                continue
            part = busy[top:bottom, left:right]
            cost = float(np.square(part.astype(np.int32)).sum()) + plates_hit(scene, at, w, h)
            if best is None or cost < best[0]:
                best = (cost, (space.x, space.y), at)
    if best is None:
        space = scene.atlas.outline.tracks[track].spaces[0]
        return (space.x, space.y), (space.x, space.y)
    return best[1], best[2]


def plates_hit(scene: Scene, at: Point, w: float, h: float) -> float:
    cost = 0.0
    for place, waiting in scene.view.passengers.items():
        spot = scene.atlas.outline.plates[place]
        if (
            waiting
            and abs(at[0] - spot.x - spot.w / 2) < (w + spot.w) / 2
            and abs(at[1] - spot.y - spot.h / 2) < (h + spot.h) / 2
        ):
            cost += 4000
    return cost


def around(sheet: Sheet, scene: Scene) -> None:
    if plan_of(scene.atlas).is_tall:
        side_panel(sheet, scene)
    else:
        title(sheet, scene)
        strip(sheet, scene)


def title(sheet: Sheet, scene: Scene) -> None:
    middle = TITLE // 2
    x = panel.head(sheet, scene, 18, middle)
    x += int(
        sheet.text(x, middle + 4, subtitle := panel.subtitle(scene), 25, scene.theme.dim, scene.theme.panel, "semibold")
    )
    x += 26 if subtitle else 6
    right = panel.pill(sheet, scene, (x, 8, x + 640, 64), most=640)
    right = panel.last_round(sheet, scene, right + 20, middle)
    panel.last_move(sheet, scene, (right + 24, 8, sheet.picture.width - 18, 64))


def strip(sheet: Sheet, scene: Scene) -> None:
    width, height = sheet.picture.size
    top = height - STRIP + MARGIN
    has_two = len(scene.view.decks) > 1
    card, pitch, deck = ((78, 140), 88, 150) if has_two else ((86, 140), 98, 112)
    decks_left = width - MARGIN - deck
    cards_left = decks_left - 8 - pitch * len(scene.view.row)
    panel.row(sheet, scene, cards_left, top + 10, card, pitch)
    found = panel.decks(scene)
    tall = (STRIP - 2 * MARGIN - 2 * 9) // 3
    for i, (icon, value, fill, note) in enumerate(found):
        y = top + i * (tall + 9)
        panel.counter(sheet, scene, (decks_left, y, width - MARGIN, y + tall), icon, value, fill, note)
    room = cards_left - 18 - MARGIN
    seats = scene.view.seats
    each = min(360, (room - GAP * (seats - 1)) // seats)
    for player in range(seats):
        x = MARGIN + player * (each + GAP)
        tiles.strip_tile(sheet, scene, player, (x, top, x + each, height - MARGIN))


def side_panel(sheet: Sheet, scene: Scene) -> None:
    left, right = plan_of(scene.atlas).map_box[2] + MARGIN, sheet.picture.width - MARGIN
    height = sheet.picture.height
    theme = scene.theme
    panel.head(sheet, scene, left, 44)
    subtitle = panel.subtitle(scene)
    sheet.text(right, 48, subtitle, 25, theme.dim, theme.panel, "semibold", "r", 250)
    panel.pill(sheet, scene, (left, 86, right, 152))
    has_chip = scene.view.turns_left is not None and not scene.view.is_over
    panel.last_move(sheet, scene, (left, 162, right, 210))
    y = 220
    if has_chip:
        panel.last_round(sheet, scene, left, y + 27)
        y += 64
    bottom = side_foot(sheet, scene, left, right, height - MARGIN)
    seats = scene.view.seats
    each = min(290, (bottom - y - 14) // seats - GAP)
    spare = (bottom - y - 14 - seats * (each + GAP)) // 2
    for player in range(seats):
        top = y + 6 + spare + player * (each + GAP)
        tiles.side_tile(sheet, scene, player, (left, top, right, top + each))


def side_foot(sheet: Sheet, scene: Scene, left: int, right: int, bottom: int) -> int:
    """Row, decks and waiting passengers from the bottom up; returns where they begin."""
    if scene.atlas.has_passengers:
        panel.waiting_passengers(sheet, scene, (left, bottom - 50, right, bottom), tiles.passenger_colours(scene))
        bottom -= 60
    found = panel.decks(scene)
    columns = 2 if len(found) > 3 else len(found)
    each = (right - left - (columns - 1) * 10) // columns
    rows = math.ceil(len(found) / columns)
    for i, (icon, value, fill, note) in enumerate(found):
        x, y = left + i % columns * (each + 10), bottom - (rows - i // columns) * 62 + 8
        panel.counter(sheet, scene, (x, y, x + each, y + 54), icon, value, fill, note)
    bottom -= rows * 62 + 14
    count = len(scene.view.row)
    pitch = (right - left + 12) // count
    size = (pitch - 14, 140)
    panel.row(sheet, scene, left, bottom - 20 - size[1], size, pitch)
    return bottom - 20 - size[1] - 10


LAYERS: tuple[Layer, ...] = (
    closed,
    last_claim,
    necks,
    ribbons,
    passengers,
    last_cities,
    harbours,
    last_points,
    around,
)

__all__ = ["NIGHT", "draw_board"]
