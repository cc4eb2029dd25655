"""A planned claim or harbour as a ghost on the map around it: what it costs, leaves, scores and finishes."""

from collections.abc import Sequence

import msgspec

from data.texts import signed, text
from render.kit.canvas import Canvas
from render.kit.seat import Seat
from render.kit.sheet import NAME, PANEL, Sheet
from render.kit.symbols import ICONS, semaphore
from render.kit.text import fitted, width_of
from render.kit.theme import AMBER, NIGHT
from render.tickets.map_layers import around_point, track_boxes
from render.tickets.moves import GAP, LinePart, points_chip, small_card
from render.tickets.pieces import HOUSE, Pin, ghost_harbour
from render.tickets.pins import pin_place, put_pin
from render.tickets.scene import Scene, scene_of
from render.tickets.ticket_rows import TicketLine, ticket_lines
from render.tickets.tracks import ghost
from render.tickets.zoom import around_plan, enlarged
from rules.tickets.actions import Cards
from rules.tickets.prospects import Prospects
from rules.tickets.view import TicketView

SIZES = (44.0, 40.0, 36.0)
FIGURE = 38
FIRST, SECOND = 35, 87
"""The middles of the title's two lines."""


class ClaimPlan(msgspec.Struct, frozen=True):
    """A claim or a harbour that is being thought about."""

    track: str | None = None
    city: str | None = None
    paid: Cards = ()


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
    sheets = enlarged(scene, around_plan(scene.drawn_map, plan.track, plan.city))
    for sheet in sheets:
        if plan.track:
            ghost_track(sheet, scene, plan.track)
        if plan.city:
            ghost_house(sheet, scene, plan.city)
    if plan.track:
        points_sign(sheets, scene, plan.track)
    title(sheets[0], scene, plan)
    return sheets[0].png()


def own_colour(scene: Scene) -> str:
    assert scene.view.reader is not None
    return scene.seats[scene.view.reader].colour


def ghost_track(sheet: Sheet, scene: Scene, track: str) -> None:
    colour = own_colour(scene)

    def draw(canvas: Canvas) -> None:
        ghost(sheet.on_map(canvas), scene.drawn_map, scene.drawn_map.tracks[track], colour)

    for box in track_boxes(sheet, scene, track, 10, to_cities=True):
        sheet.stamp(("ghost", track, colour), box, draw, below=NAME)


def points_sign(sheets: Sequence[Sheet], scene: Scene, track: str) -> None:
    """Once, also where the track goes on beyond the map's edge."""
    sign = Pin((track,), signed(scene.drawn_map.file.points[scene.drawn_map.tracks[track].length]))
    for sheet in sheets:
        found = pin_place(sheet, scene, sign, [])
        if found:
            put_pin(sheet, sign, *found)
            return


def ghost_house(sheet: Sheet, scene: Scene, city: str) -> None:
    colour, spot = own_colour(scene), scene.drawn_map.outline.cities[city]

    def draw(canvas: Canvas) -> None:
        ghost_harbour(sheet.on_map(canvas), spot.x, spot.y, colour)

    box = around_point(sheet, spot.x, spot.y, HOUSE * 1.4 + 6)
    sheet.stamp(("ghost", city, colour), box, draw, below=PANEL)


def title(sheet: Sheet, scene: Scene, plan: ClaimPlan) -> None:
    """What is planned and its points; below, the cards paid, the pieces left and the tickets that it finishes."""
    theme = scene.theme
    icon, left_after, points = effect(scene, plan)
    right = sheet.width - 18
    if points:
        right = points_chip(sheet, scene, points, right, FIRST) - 20

    def sign(canvas: Canvas) -> None:
        semaphore(canvas.at(34, FIRST, 0, 31), theme.text, AMBER)

    sheet.stamp("semaphore", (12, FIRST - 34, 66, FIRST + 36), sign, theme.panel)
    label = text("render.plan", scene.language, what=planned_name(scene, plan))
    room = right - 72
    size = fitted(label, "bold", SIZES, room)
    sheet.text(72, FIRST, label, size, theme.text, theme.panel, "bold", "l", room)
    x, end = 72, sheet.width - 18
    tokens = [small_card(sheet, scene, kind, count) for kind, count in plan.paid]
    tokens += [pieces_after(sheet, scene, icon, left_after)]
    for token in tokens:
        token.put(x, SECOND)
        x += token.width + GAP
    finishing = finished_text(scene, finished_by(scene, plan))
    if finishing:
        chip(sheet, scene, finishing, x + GAP, end)


def pieces_after(sheet: Sheet, scene: Scene, icon: str, count: int) -> LinePart:
    """Behind an arrow: what remains when it is done."""
    theme, label = scene.theme, str(count)

    def put(x: int, middle: int) -> None:
        def draw(canvas: Canvas) -> None:
            ICONS["arrow"](canvas.at(x + 20, middle, 0, 11), theme.dim, theme.panel)
            ICONS[icon](canvas.at(x + 62, middle, 0, 18), theme.dim, theme.panel)

        sheet.stamp(("left", icon), (x, middle - 22, x + 88, middle + 22), draw, theme.panel)
        sheet.text(x + 92, middle, label, FIGURE, theme.text, theme.panel)

    return LinePart(92 + int(width_of(label, "bold", FIGURE)) + 8, put)


def chip(sheet: Sheet, scene: Scene, words: str, left: int, right: int) -> None:
    size = fitted(words, "bold", (38.0, 36.0), right - left - 30)
    room = right - left - 30
    end = left + 30 + int(width_of(words, "bold", size, room))
    box = (left, SECOND - 23, end, SECOND + 23)
    sheet.stamp(("finishes", end - left), box, lambda canvas: canvas.chip(box, 8, AMBER), scene.theme.panel)
    sheet.text(left + 15, SECOND, words, size, NIGHT, AMBER, "bold", "l", room)


def finished_by(scene: Scene, plan: ClaimPlan) -> list[tuple[TicketLine, int]]:
    """The reader's tickets that lack nothing more once it is done, each with its points."""
    if plan.track is None:
        return []
    points = {standing.ticket: standing.points for standing in Prospects(scene.view).finishes(plan.track)}
    return [(line, points[line.ticket.id]) for line in ticket_lines(scene) if line.ticket.id in points]


def finished_text(scene: Scene, finished: Sequence[tuple[TicketLine, int]]) -> str:
    """finishes B: +11"""
    worth = [f"{line.letter}: {signed(points)}" for line, points in finished]
    return text("render.plan.finishes", scene.language, tickets=", ".join(worth)) if worth else ""


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
