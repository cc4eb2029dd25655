"""Transport cards, face up."""

from render.kit.canvas import Canvas
from render.kit.symbols import SYMBOLS, anchor, locomotive, ship, wagon
from render.kit.theme import NIGHT, PAPER, ROUTES, WHITE, Colour, rgb
from rules.tickets.maps import Card

HARBOUR: Colour = rgb("#1f5f86")
WATER: Colour = rgb("#9fc3d1")
DEEP: Colour = rgb("#16323f")
BALLAST: Colour = rgb("#f0e6cf")
RAIL: Colour = rgb("#3a2c1e")


def card(canvas: Canvas, x: float, y: float, w: float, h: float, kind: Card, stripes: tuple[str, ...]) -> None:
    """A card with its upper left corner at (x, y); `stripes` are the colours of a wild card."""
    r = w * 0.12
    canvas.rounded(x, y, x + w, y + h, r, NIGHT)
    canvas.rounded(x + 2, y + 2, x + w - 2, y + h - 2, r - 1.5, WHITE)
    left, top, right, bottom = x + 5, y + 5, x + w - 5, y + h - 5
    if kind.colour is None:
        wild(canvas, left, top, right, bottom, stripes)
        return
    route = ROUTES[kind.colour]
    canvas.rounded(left, top, right, bottom, r * 0.5, route.fill)
    has_foot = kind.ships > 0 or kind.deck == "wagons"
    middle = top + (bottom - top) * (0.36 if has_foot else 0.5)
    size = w * (0.22 if has_foot else 0.27)
    SYMBOLS[route.symbol or "dot"](canvas.at((left + right) / 2, middle, 0, size), route.ink)
    if kind.ships:
        water_foot(canvas, left, top + (bottom - top) * 0.68, right, bottom, kind.ships, r * 0.5)
    elif has_foot:
        rail_foot(canvas, left, top + (bottom - top) * 0.68, right, bottom, r * 0.5)
    if kind.harbour:
        harbour_sign(canvas, right - w * 0.06, top + w * 0.06, w * 0.2)


def wild(canvas: Canvas, left: float, top: float, right: float, bottom: float, stripes: tuple[str, ...]) -> None:
    width = (right - left) / len(stripes)
    for i, colour in enumerate(stripes):
        canvas.rect(left + i * width, top, left + (i + 1) * width, bottom, ROUTES[colour].fill)
    cx, cy, half = (left + right) / 2, (top + bottom) / 2, (right - left) * 0.44
    canvas.rounded(cx - half, cy - half * 0.78, cx + half, cy + half * 0.78, half * 0.2, NIGHT)
    locomotive(canvas.at(cx, cy, 0, half * 0.74), WHITE, NIGHT)


def rail_foot(canvas: Canvas, left: float, top: float, right: float, bottom: float, radius: float) -> None:
    canvas.rounded(left, top, right, bottom, radius, BALLAST, "0011")
    height = bottom - top
    wagon(canvas.at((left + right) / 2, top + height * 0.46, 0, height * 0.34), RAIL, BALLAST)
    canvas.rect(left + 4, bottom - height * 0.2, right - 4, bottom - height * 0.13, RAIL)


def water_foot(canvas: Canvas, left: float, top: float, right: float, bottom: float, ships: int, radius: float) -> None:
    canvas.rounded(left, top, right, bottom, radius, WATER, "0011")
    waves = 5
    step = (right - left) / waves
    for i in range(waves):
        canvas.disc(left + (i + 0.5) * step, top + 1, step / 2, WATER)
    height = bottom - top
    for i in range(ships):
        x = (left + right) / 2 + (i - (ships - 1) / 2) * (right - left) * 0.48
        ship(canvas.at(x, top + height * 0.5, 0, height * (0.4 if ships == 1 else 0.3)), DEEP, WATER)


def harbour_sign(canvas: Canvas, x: float, y: float, radius: float) -> None:
    canvas.disc(x, y, radius + 2.2, NIGHT)
    canvas.disc(x, y, radius + 1, WHITE)
    canvas.disc(x, y, radius - 1, HARBOUR)
    anchor(canvas.at(x, y, 0, radius * 0.66), PAPER, HARBOUR)


def empty_place(canvas: Canvas, x: float, y: float, w: float, h: float, edge: Colour, ground: Colour) -> None:
    """A place of the row where no card lies."""
    canvas.rounded(x, y, x + w, y + h, w * 0.12, edge)
    canvas.rounded(x + 2.5, y + 2.5, x + w - 2.5, y + h - 2.5, w * 0.1, ground)


def card_back(canvas: Canvas, x: float, y: float, w: float, h: float, fill: Colour) -> None:
    canvas.rounded(x, y, x + w, y + h, w * 0.14, NIGHT)
    canvas.rounded(x + 1.6, y + 1.6, x + w - 1.6, y + h - 1.6, w * 0.12, WHITE)
    canvas.rounded(x + 4, y + 4, x + w - 4, y + h - 4, w * 0.08, fill)
