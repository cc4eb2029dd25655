"""What stands on the map besides tracks: passengers on their plates, harbours, the pin of the last move."""

import math

import msgspec
from msgspec.structs import replace

from render.kit.canvas import Canvas, Point
from render.kit.symbols import ICONS, anchor, mark, passenger
from render.kit.text import shaped
from render.kit.theme import AMBER, NIGHT, PLAYERS, WHITE, Colour, Theme, mixed
from render.tickets.drawn_map import DrawnMap
from render.tickets.land import LETTERS
from render.tickets.names import LEADER_WIDTH, Area, nearest
from render.tickets.outline import Plate
from render.tickets.tracks import Fade, faded

PAWN, PITCH, TAB = 17.8, 25.0, 54.0
"""A passenger's half height, how far two stand apart, and the width of a country's letters before them."""
PLATE_LEADER = 5.0
"""A plate that is farther than this from the rim of its city gets a line to it."""
HOUSE = 15.5
PIN = 40.0


class Pin(msgspec.Struct, frozen=True):
    """A small sign that points to a track or a city, or to one of several, with words or an icon."""

    places: tuple[str, ...]
    label: str = ""
    icon: str = ""
    fill: Colour = AMBER
    ink: Colour = NIGHT


def plate(canvas: Canvas, drawn_map: DrawnMap, place: str, waiting: tuple[str, ...], theme: Theme) -> None:
    """Passengers side by side, so large that they can be counted; a country's letters before them."""
    spot = drawn_map.outline.plates[place]
    tab = TAB if spot.badge else 0.0
    width = plate_width(spot, len(waiting))
    x, y, h = spot.x, spot.y, spot.h
    canvas.rounded(x - 1.6, y - 1.6, x + width + 1.6, y + h + 1.6, 6, NIGHT)
    canvas.rounded(x, y, x + width, y + h, 5, theme.plate)
    if spot.badge:
        canvas.rounded(x, y, x + tab, y + h, 5, theme.badge, "1001")
        canvas.text(x + tab / 2, y + h / 2, spot.badge, LETTERS, WHITE, anchor="m")
    for i, colour in enumerate(waiting):
        passenger(canvas.at(x + tab + 3 + PITCH * (i + 0.5), y + h / 2 + 0.8, 0, PAWN), colour)


def plate_width(spot: Plate, waiting: int) -> float:
    return (TAB if spot.badge else 0.0) + 6 + PITCH * waiting


def leader(canvas: Canvas, drawn_map: DrawnMap, place: str, waiting: int, theme: Theme) -> None:
    line = plate_line(drawn_map, place, waiting)
    if line:
        canvas.line(line, LEADER_WIDTH, theme.neck_rim)


def plate_line(drawn_map: DrawnMap, place: str, waiting: int) -> tuple[Point, Point] | None:
    """From a city to the plate of its passengers, where they stand apart."""
    spot = drawn_map.outline.plates[place]
    if spot.badge:
        return None
    city = drawn_map.outline.cities[place]
    end = nearest((spot.x, spot.y, spot.x + plate_width(spot, waiting), spot.y + spot.h), city.x, city.y)
    gap = math.dist(end, (city.x, city.y)) - drawn_map.outline.city_radius
    return ((city.x, city.y), end) if gap > PLATE_LEADER else None


def harbour(canvas: Canvas, x: float, y: float, colour: str, size: float = HOUSE, fade: Fade = None) -> None:
    """A house in the player's colour: the anchor under the roof, the player's mark along the foot."""
    player = PLAYERS[colour]
    if fade is not None:
        player = replace(player, fill=faded(player.fill, fade), ink=faded(player.ink, fade))
    for more, fill in ((3.4, faded(NIGHT, fade)), (1.8, WHITE), (0.0, player.fill)):
        a, top, bottom = size * 0.86 + more, size * 0.32, size * 0.98 + more
        roof = size + more * 1.5
        canvas.polygon(
            [(x - a, y - top), (x, y - roof), (x + a, y - top), (x + a, y + bottom), (x - a, y + bottom)], fill
        )
    anchor(canvas.at(x, y - size * 0.16, 0, size * 0.5), player.ink, player.fill)
    foot = y + size * 0.66
    canvas.rect(x - size * 0.86, foot - size * 0.27, x + size * 0.86, foot - size * 0.2, player.ink)
    mark(canvas.at(x, foot + size * 0.05, 0), colour, size * 1.9, size * 0.62, None if fade is None else player.ink)


def ghost_harbour(canvas: Canvas, x: float, y: float, colour: str) -> None:
    """A harbour that is only planned: pale, with a broad coloured wall."""
    harbour(canvas, x, y, colour, HOUSE + 2)
    pale = mixed(PLAYERS[colour].fill, WHITE, 0.82)
    size = HOUSE * 0.72
    canvas.polygon(
        [
            (x - size * 0.86, y - size * 0.32),
            (x, y - size),
            (x + size * 0.86, y - size * 0.32),
            (x + size * 0.86, y + size * 0.98),
            (x - size * 0.86, y + size * 0.98),
        ],
        pale,
    )
    anchor(canvas.at(x, y + size * 0.08, 0, size * 0.7), NIGHT, pale)


def city_ring(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """An end of the last move, or a harbour just built."""
    canvas.ring(x, y, radius + 7.4, 7.4, NIGHT)
    canvas.ring(x, y, radius + 5.8, 4.6, AMBER)


def pin(canvas: Canvas, sign: Pin, tip: Point, at: Point) -> None:
    w, _ = pin_size(sign)
    x, y = at
    for more, fill in ((2.8, NIGHT), (0.0, sign.fill)):
        spread = 9 + more
        dx, dy = tip[0] - x, tip[1] - y
        reach = (dx * dx + dy * dy) ** 0.5 or 1
        nx, ny = -dy / reach * spread, dx / reach * spread
        end = (tip[0] + dx / reach * more, tip[1] + dy / reach * more)
        canvas.polygon([(x + nx, y + ny), end, (x - nx, y - ny)], fill)
        left, top, right, bottom = pin_area(sign, at)
        canvas.rounded(left - more, top - more, right + more, bottom + more, 9, fill)
    if sign.icon:
        ICONS[sign.icon](canvas.at(x, y, 0, 18), sign.ink, sign.fill)
    else:
        canvas.text(x, y, sign.label, PIN, sign.ink, "black", anchor="m", width=w)


def pin_size(sign: Pin) -> tuple[float, float]:
    return (22 + shaped(sign.label, "black", PIN).width if sign.label else 52.0), 48.0


def pin_area(sign: Pin, at: Point) -> Area:
    w, h = pin_size(sign)
    return at[0] - w / 2, at[1] - h / 2, at[0] + w / 2, at[1] + h / 2
