"""A planned claim or harbour as a ghost on the map around it, with its points and the pieces left after it."""

from collections.abc import Sequence

import msgspec

from data.texts import signed, text
from render.kit.canvas import Canvas
from render.kit.seat import Seat
from render.kit.sheet import NAME, PANEL, Sheet
from render.kit.symbols import ICONS
from render.tickets import panel
from render.tickets.map_layers import around_point, pin, track_boxes
from render.tickets.moves import points_chip
from render.tickets.pieces import HOUSE, ghost_harbour
from render.tickets.scene import Scene, scene_of
from render.tickets.tracks import ghost
from render.tickets.zoom import TITLE, around_places, enlarged, places_of
from rules.tickets.view import TicketView


class ClaimPlan(msgspec.Struct, frozen=True):
    """A claim or a harbour that is being thought about."""

    track: str | None = None
    city: str | None = None


def draw_preview(
    view: TicketView,
    seats: Sequence[Seat],
    plan: ClaimPlan,
    *,
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """For the reader of this view: the map around the plan, and what it does."""
    scene = scene_of(view, seats, (), theme, language, table)
    places = places_of(scene.drawn_map, [plan.track] if plan.track else [], plan.city)
    sheet = enlarged(scene, around_places(places, 190))
    if plan.track:
        ghost_track(sheet, scene, plan.track)
    if plan.city:
        ghost_house(sheet, scene, plan.city)
    title(sheet, scene, plan)
    return sheet.png()


def own_colour(scene: Scene) -> str:
    assert scene.view.reader is not None
    return scene.seats[scene.view.reader].colour


def ghost_track(sheet: Sheet, scene: Scene, track: str) -> None:
    colour = own_colour(scene)

    def draw(canvas: Canvas) -> None:
        ghost(sheet.on_map(canvas), scene.drawn_map, scene.drawn_map.tracks[track], colour)

    for box in track_boxes(sheet, scene, track, 10, to_cities=True):
        sheet.stamp(("ghost", track, colour), box, draw, below=NAME)
    pin(sheet, scene, track, signed(scene.drawn_map.file.points[scene.drawn_map.tracks[track].length]))


def ghost_house(sheet: Sheet, scene: Scene, city: str) -> None:
    colour, spot = own_colour(scene), scene.drawn_map.outline.cities[city]

    def draw(canvas: Canvas) -> None:
        ghost_harbour(sheet.on_map(canvas), spot.x, spot.y, colour)

    box = around_point(sheet, spot.x, spot.y, HOUSE * 1.4 + 6)
    sheet.stamp(("ghost", city, colour), box, draw, below=PANEL)


def title(sheet: Sheet, scene: Scene, plan: ClaimPlan) -> None:
    middle = TITLE // 2
    x = panel.head(sheet, scene, 18, middle)
    right = sheet.width - 18
    icon, left_after, points = effect(scene, plan)
    if points:
        right = points_chip(sheet, scene, points, right, middle) - 20
    theme = scene.theme
    right -= int(sheet.text(right, middle, str(left_after), 34, theme.text, theme.panel, "bold", "r")) + 26

    def draw(canvas: Canvas) -> None:
        ICONS[icon](canvas.at(right, middle, 0, 16), theme.dim, theme.panel)

    sheet.stamp(("left", icon), (right - 20, middle - 20, right + 21, middle + 21), draw, theme.panel)
    label = text("render.plan", scene.language, what=planned_name(scene, plan))
    sheet.text(x + 14, middle, label, 32, theme.text, theme.panel, "semibold", "l", right - x - 60)


def planned_name(scene: Scene, plan: ClaimPlan) -> str:
    if plan.track:
        return scene.drawn_map.track_name(plan.track)
    return text("render.move.harbour", scene.language, city=scene.drawn_map.name(plan.city or ""))


def effect(scene: Scene, plan: ClaimPlan) -> tuple[str, int, int]:
    """Icon and number of the pieces left after the plan, and its points."""
    assert scene.view.reader is not None
    wagons, ships = scene.view.own_pieces or (0, 0)
    if plan.track is None:
        return "anchor", scene.player(scene.view.reader).harbours_left - 1, 0
    track = scene.drawn_map.tracks[plan.track]
    points = scene.drawn_map.file.points[track.length]
    return ("ship", ships - track.length, points) if track.kind == "sea" else ("wagon", wagons - track.length, points)
