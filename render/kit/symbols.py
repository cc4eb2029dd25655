"""Every sign in the pictures, drawn around (0, 0) of a frame: card symbols, players' marks, icons.

A card symbol has radius 1, an icon fits into the square from −1 to 1.
"""

import math
from collections.abc import Callable

from render.kit.canvas import Placement, Point
from render.kit.theme import NIGHT, PLAYERS, ROUTES, WHITE, Colour, mixed

STAR: list[Point] = [
    (
        math.sin(math.pi * i / 5) * (1.12 if i % 2 == 0 else 0.46),
        -math.cos(math.pi * i / 5) * (1.12 if i % 2 == 0 else 0.46),
    )
    for i in range(10)
]


def diamond(f: Placement, fill: Colour) -> None:
    f.polygon([(0, -1.12), (1.12, 0), (0, 1.12), (-1.12, 0)], fill)


def triangle(f: Placement, fill: Colour) -> None:
    f.polygon([(0, -1.0), (1.1, 0.85), (-1.1, 0.85)], fill)


def dot(f: Placement, fill: Colour) -> None:
    f.disc(0, 0, 0.92, fill)


def plus(f: Placement, fill: Colour) -> None:
    f.rect(-1.05, -0.36, 1.05, 0.36, fill)
    f.rect(-0.36, -1.05, 0.36, 1.05, fill)


def square(f: Placement, fill: Colour) -> None:
    f.rect(-0.85, -0.85, 0.85, 0.85, fill)


def cross(f: Placement, fill: Colour) -> None:
    a, b = 0.95, 0.42
    f.polygon([(-a, -a + b), (-a + b, -a), (a, a - b), (a - b, a)], fill)
    f.polygon([(a, -a + b), (a - b, -a), (-a, a - b), (-a + b, a)], fill)


def star(f: Placement, fill: Colour) -> None:
    f.polygon(STAR, fill)


def ring(f: Placement, fill: Colour, hole: Colour = ROUTES["white"].fill) -> None:
    f.disc(0, 0, 1.0, fill)
    f.disc(0, 0, 0.62, hole)


SYMBOLS: dict[str, Callable[[Placement, Colour], None]] = {
    "diamond": diamond,
    "triangle": triangle,
    "dot": dot,
    "plus": plus,
    "square": square,
    "cross": cross,
    "star": star,
    "ring": ring,
}


def colour_symbol(f: Placement, colour: str) -> None:
    """The symbol of a card or route colour in the ink that shows on it; grey has none."""
    route = ROUTES[colour]
    if route.symbol:
        SYMBOLS[route.symbol](f, route.ink)


def mark(f: Placement, colour: str, length: float, width: float, ink: Colour | None = None) -> None:
    """A player's mark along a piece of this length and width."""
    player = PLAYERS[colour]
    ground = player.fill if ink is None else mixed(player.fill, WHITE, 0.82)
    ink, half, thick = ink or player.ink, length * 0.3, width * 0.2
    match player.mark:
        case "stripe":
            f.slab(half * 2, thick, thick / 2, ink)
        case "chevrons":
            for u in (-0.2, 0, 0.2):
                chevron(f, u * length, width * 0.24, width * 0.13, ink)
        case "dots":
            for u in (-0.22, 0, 0.22):
                f.disc(u * length, 0, width * 0.14, ink)
        case "bars":
            for u in (-0.13, 0.13):
                f.rect(u * length - width * 0.09, -width * 0.27, u * length + width * 0.09, width * 0.27, ink)
        case "loop":
            f.slab(half * 1.8, width * 0.5, width * 0.25, ink)
            f.slab(half * 1.8 - width * 0.26, width * 0.24, width * 0.12, ground)
        case other:
            raise ValueError(other)


def chevron(f: Placement, u: float, half: float, thick: float, ink: Colour) -> None:
    a, b = u - half * 0.5 - thick / 2, u + half * 0.5 - thick / 2
    f.polygon([(a, -half), (a + thick, -half), (b + thick, 0), (a + thick, half), (a, half), (b, 0)], ink)


def locomotive(f: Placement, fill: Colour, hole: Colour) -> None:
    f.rect(-1, -0.62, -0.3, 0.36, fill)
    f.rect(-0.34, -0.2, 0.95, 0.36, fill)
    f.polygon([(0.42, -0.2), (0.36, -0.66), (0.86, -0.66), (0.8, -0.2)], fill)
    f.rect(-0.82, -0.44, -0.5, -0.12, hole)
    f.polygon([(0.85, 0.1), (1.05, 0.36), (0.85, 0.36)], fill)
    for u in (-0.66, 0.02, 0.62):
        f.disc(u, 0.42, 0.29, fill)
        f.disc(u, 0.42, 0.1, hole)


def wagon(f: Placement, fill: Colour, hole: Colour) -> None:
    f.rect(-1, -0.55, 1, 0.4, fill)
    for u in (-0.78, -0.22, 0.34):
        f.rect(u, -0.34, u + 0.42, 0.02, hole)
    for u in (-0.55, 0.55):
        f.disc(u, 0.44, 0.25, fill)
        f.disc(u, 0.44, 0.09, hole)


def ship(f: Placement, fill: Colour, hole: Colour) -> None:
    f.polygon([(-1.05, 0.1), (1.05, 0.1), (0.66, 0.66), (-0.66, 0.66)], fill)
    f.rect(-0.55, -0.32, 0.55, 0.02, fill)
    f.rect(-0.12, -0.78, 0.22, -0.32, fill)
    f.rect(-0.36, -0.2, -0.1, 0.0, hole)
    f.rect(0.1, -0.2, 0.36, 0.0, hole)


def cards(f: Placement, fill: Colour, hole: Colour) -> None:
    f.polygon([(-0.95, -0.55), (-0.2, -0.8), (0.3, 0.65), (-0.45, 0.9)], fill)
    f.polygon([(-0.28, -0.9), (0.78, -0.9), (0.78, 0.92), (-0.28, 0.92)], hole)
    f.rect(-0.12, -0.78, 0.8, 0.8, fill)


def ticket(f: Placement, fill: Colour, hole: Colour) -> None:
    f.rect(-1.05, -0.56, 1.05, 0.56, fill)
    for u in (-1.05, 1.05):
        f.disc(u, 0, 0.22, hole)
    f.disc(-0.5, 0, 0.17, hole)
    f.disc(0.5, 0, 0.17, hole)
    f.rect(-0.5, -0.07, 0.5, 0.07, hole)


def discards(f: Placement, fill: Colour, _: Colour) -> None:
    f.polygon([(-0.68, -0.5), (0.68, -0.5), (0.5, 0.9), (-0.5, 0.9)], fill)
    f.rect(-0.86, -0.82, 0.86, -0.6, fill)
    f.rect(-0.26, -0.98, 0.26, -0.8, fill)


def anchor(f: Placement, fill: Colour, hole: Colour) -> None:
    f.disc(0, -0.72, 0.28, fill)
    f.disc(0, -0.72, 0.11, hole)
    f.rect(-0.12, -0.5, 0.12, 0.82, fill)
    f.rect(-0.5, -0.34, 0.5, -0.12, fill)
    arc = [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in range(15, 166, 10)]
    f.polygon(
        [(c * 0.88, s * 0.88 + 0.06) for c, s in arc] + [(c * 0.62, s * 0.62 + 0.06) for c, s in reversed(arc)], fill
    )
    for side in (-1, 1):
        f.polygon([(side * 1.02, 0.42), (side * 0.98, -0.08), (side * 0.5, 0.16)], fill)


def flag(f: Placement, fill: Colour, hole: Colour) -> None:
    f.rect(-0.95, -0.9, -0.78, 0.95, fill)
    f.rect(-0.7, -0.85, 0.95, 0.35, fill)
    for i in range(4):
        for j in range(3):
            if (i + j) % 2:
                f.rect(-0.7 + i * 0.41, -0.85 + j * 0.4, -0.29 + i * 0.41, -0.45 + j * 0.4, hole)


def check(f: Placement, fill: Colour, _: Colour) -> None:
    f.polygon([(-0.95, 0.05), (-0.6, -0.3), (-0.22, 0.1), (0.62, -0.72), (0.95, -0.38), (-0.22, 0.78)], fill)


def ballot(f: Placement, fill: Colour, _: Colour) -> None:
    cross(f, fill)


def waiting(f: Placement, fill: Colour, _: Colour) -> None:
    for u in (-0.72, 0, 0.72):
        f.disc(u, 0, 0.26, fill)


def arrow(f: Placement, fill: Colour, _: Colour) -> None:
    f.polygon([(-0.6, -0.95), (0.85, 0), (-0.6, 0.95)], fill)


def crown(f: Placement, fill: Colour, _: Colour) -> None:
    f.polygon([(-1, -0.55), (-0.48, 0.02), (0, -0.85), (0.48, 0.02), (1, -0.55), (0.82, 0.62), (-0.82, 0.62)], fill)


def pawn(f: Placement, fill: Colour, _: Colour) -> None:
    f.disc(0, -0.52, 0.44, fill)
    f.polygon([(-0.26, -0.2), (0.26, -0.2), (0.62, 0.98), (-0.62, 0.98)], fill)


def route(f: Placement, fill: Colour, _: Colour) -> None:
    f.line([(-0.7, 0.5), (0.0, -0.1), (0.7, -0.5)], 0.26, fill)
    f.disc(-0.7, 0.5, 0.32, fill)
    f.disc(0.7, -0.5, 0.32, fill)


ICONS: dict[str, Callable[[Placement, Colour, Colour], None]] = {
    "locomotive": locomotive,
    "wagon": wagon,
    "ship": ship,
    "cards": cards,
    "ticket": ticket,
    "discards": discards,
    "anchor": anchor,
    "flag": flag,
    "check": check,
    "cross": ballot,
    "waiting": waiting,
    "arrow": arrow,
    "crown": crown,
    "pawn": pawn,
    "route": route,
}


PAWN_RIM: Colour = (201, 206, 211)
"""Of black pawns, which dark tiles would swallow."""


def passenger(f: Placement, colour: str) -> None:
    """A pawn two units high with the symbol of its colour on the body."""
    rim = 0.13
    edge = PAWN_RIM if colour == "black" else NIGHT
    f.disc(0, -0.52, 0.44 + rim, edge)
    f.polygon([(-0.3 - rim, -0.2), (0.3 + rim, -0.2), (0.64 + rim, 1.0), (-0.64 - rim, 1.0)], edge)
    fill = ROUTES[colour].fill
    f.disc(0, -0.52, 0.42, fill)
    f.polygon([(-0.26, -0.3), (0.26, -0.3), (0.6, 0.9), (-0.6, 0.9)], fill)
    symbol = Placement(f.canvas, *f.point(0, 0.4), f.angle, f.size * 0.27)
    colour_symbol(symbol, colour)


def semaphore(f: Placement, post: Colour, arm: Colour) -> None:
    """The house sign: a signal whose arm is up, two units high."""
    f.rect(-0.62, 0.86, 0.3, 1.0, post)
    f.rect(-0.24, -0.7, -0.08, 0.9, post)
    f.polygon([(-0.42, -0.46), (0.72, -1.0), (0.88, -0.68), (-0.28, -0.14)], arm)
    f.disc(-0.16, -0.42, 0.16, post)


def sample(f: Placement, colour: str, length: float, width: float) -> None:
    """A player's wagon by itself, as it stands for the player in tiles, pills and legends."""
    f.slab(length, width, width * 0.26, NIGHT)
    f.slab(length - 2.4, width - 2.4, width * 0.22, WHITE)
    f.slab(length - 5.4, width - 5.4, width * 0.16, PLAYERS[colour].fill)
    mark(f, colour, length - 5.4, width - 5.4)
