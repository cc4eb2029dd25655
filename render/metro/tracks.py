"""Tracks on a square: where they run, and how rails, lines under way and finished lines look.

The eight ends of a square lie at a third and two thirds of each side, clockwise from the top left; every track meets
its side at a right angle, so that tiles join without a seam. All in the unit square, y downwards.
"""

import math
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Box, Canvas, Placement, Point
from render.kit.symbols import SYMBOLS, ring
from render.kit.theme import WHITE, Colour, mixed
from render.metro.look import look_named, train_of
from rules.metro.tiles import leaving_sides

SIDE = 138
"""Of a square in pixels of the board's picture; what is given in pixels below belongs to this size."""
LARGE = 216
"""The largest tile in a hand or a preview; larger ones are those of close-ups."""
RIBBON, FILL, CORE, CASING = 25.0, 20.4, 8.6, 33.0
GAUGE, RAIL, TIE = 12.0, 2.4, 19.0
STEPS = 48
FADED = 0.72

END = tuple(
    {0: (t, 0.0), 1: (1.0, t), 2: (1 - t, 1.0), 3: (0.0, 1 - t)}[side] for side in range(4) for t in (1 / 3, 2 / 3)
)
INWARD = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
HANDLES = {1: 0.267, 2: 1 / 3, 3: 0.184}
"""Of the Bezier curves by how many sides further the track leaves: wide curve, straight, tight curve. The wide one is
flatter than a circle: two opposite ones would touch in the middle as circles."""


class Style(NamedTuple):
    """How one track looks: bare rails without a colour, else a line under way, finished, or pale."""

    colour: str | None = None
    is_finished: bool = False
    is_faded: bool = False


BARE = Style()


class Sprite(NamedTuple):
    picture: Image.Image
    """What to paste, or the mask to paste through."""
    box: Box


def trimmed(picture: Image.Image) -> Sprite:
    box = picture.getbbox()
    assert box is not None
    return Sprite(picture.crop(box), box)


@cache
def path(entry: int, leaving: int) -> tuple[Point, ...]:
    """The middle of the track from end to end."""
    start, finish = END[entry], END[leaving]
    into, out = INWARD[entry // 2], INWARD[leaving // 2]
    if turns_back(entry, leaving):
        return turn_back(start, finish, into)
    handle = HANDLES[(leaving // 2 - entry // 2) % 4]
    a = (start[0] + into[0] * handle, start[1] + into[1] * handle)
    b = (finish[0] + out[0] * handle, finish[1] + out[1] * handle)
    return tuple(bezier(start, a, b, finish, i / STEPS) for i in range(STEPS + 1))


def turn_back(start: Point, finish: Point, into: Point) -> tuple[Point, ...]:
    """Flatter than a half circle, which would touch a straight track beside it."""
    deep = 0.143
    middle = ((start[0] + finish[0]) / 2, (start[1] + finish[1]) / 2)
    across = ((start[0] - finish[0]) / 2, (start[1] - finish[1]) / 2)
    points = []
    for i in range(STEPS + 1):
        angle = math.pi * i / STEPS
        c, s = math.cos(angle), math.sin(angle) * deep
        points.append((middle[0] + across[0] * c + into[0] * s, middle[1] + across[1] * c + into[1] * s))
    return tuple(points)


def turns_back(entry: int, leaving: int) -> bool:
    """Such a track crosses no other, so it needs no casing and can lie above all."""
    return entry // 2 == leaving // 2


def bezier(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1 - t
    wa, wb, wc, wd = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0], wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1]


@cache
def normals(entry: int, leaving: int) -> tuple[Point, ...]:
    line = path(entry, leaving)
    found = []
    for i in range(len(line)):
        (ax, ay), (bx, by) = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
        length = math.hypot(bx - ax, by - ay) or 1
        found.append((-(by - ay) / length, (bx - ax) / length))
    into, out = INWARD[entry // 2], INWARD[leaving // 2]
    found[0], found[-1] = (-into[1], into[0]), (out[1], -out[0])
    return tuple(found)


@cache
def band(entry: int, leaving: int, width: float, beyond: float = 0.03) -> tuple[Point, ...]:
    """The outline of a band along the track, which runs a little past the square."""
    line, aside = path(entry, leaving), normals(entry, leaving)
    into, out = INWARD[entry // 2], INWARD[leaving // 2]
    first = (line[0][0] - into[0] * beyond, line[0][1] - into[1] * beyond)
    last = (line[-1][0] - out[0] * beyond, line[-1][1] - out[1] * beyond)
    points = [(first, aside[0]), *zip(line, aside, strict=True), (last, aside[-1])]
    half = width / 2
    left = [(x + nx * half, y + ny * half) for (x, y), (nx, ny) in points]
    right = [(x - nx * half, y - ny * half) for (x, y), (nx, ny) in reversed(points)]
    return tuple(left + right)


@cache
def length_of(line: tuple[Point, ...]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


@lru_cache(4096)
def place_on(entry: int, leaving: int, distance: float) -> tuple[Point, float]:
    """The point so far from the start, and the direction there in degrees."""
    line = path(entry, leaving)
    for a, b in pairwise(line):
        step = math.dist(a, b)
        if distance <= step and step > 0:
            part = distance / step
            angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), angle
        distance -= step
    (ax, ay), (bx, by) = line[-2:]
    return line[-1], math.degrees(math.atan2(by - ay, bx - ax))


CHEVRON_BEFORE = 0.125
"""How far before its exit a line under way shows its direction, as a part of the square's side."""


@cache
def mark_spot(code: str, side: int) -> Point:
    """Where the mark of a line is seen best: far from the other tracks, with room for the chevron."""
    out = leaving_sides(code)
    others = [
        point for other in range(4) if other != side for point in path(2 * other, 2 * out[other] + 1)[:: STEPS // 12]
    ]
    entry, leaving = 2 * side, 2 * out[side] + 1
    whole = length_of(path(entry, leaving))
    best: tuple[float, Point] = (-1.0, (0.5, 0.5))
    for i in range(13):
        distance = 0.13 + (whole - CHEVRON_BEFORE - 0.28) * i / 12
        spot, _ = place_on(entry, leaving, distance)
        clear = min(0.21, *(math.dist(spot, point) for point in others))
        clear -= 0.01 * abs(distance / whole - 0.45)
        best = max(best, (clear, spot))
    return best[1]


@lru_cache(512)
def strip(entry: int, leaving: int, width: float, side: int) -> Sprite:
    """A band along a track as a mask, to be filled with any colour."""
    canvas = Canvas((0, 0, side, side), None, scale=side, is_mask=True)
    canvas.polygon(band(entry, leaving, width / SIDE), WHITE)
    return trimmed(canvas.image.reduce(canvas.finer))


def cased(entry: int, leaving: int, style: Style, side: int, name: str, ground: Colour) -> Sprite:
    """One track in its strip of the ground, as it lies over others; a U-turn crosses none."""
    draw = small_cased if side <= LARGE else large_cased
    return draw(entry, leaving, style, side, name, ground)


def drawn_cased(entry: int, leaving: int, style: Style, side: int, name: str, ground: Colour) -> Sprite:
    if style.colour is None:
        return bare_track(entry, leaving, style, side, name, ground)
    train = train_of(style.colour, name)
    layers = [(CASING, ground), (RIBBON, faded(train.rim, style, ground)), (FILL, faded(train.fill, style, ground))]
    if style.is_finished:
        layers.append((CORE, faded(train.core, style, ground)))
    if turns_back(entry, leaving):
        del layers[0]
    (widest, below), *others = layers
    whole = strip(entry, leaving, widest, side)
    picture = Image.new("RGB", whole.picture.size, below)
    for width, colour in others:
        inner = strip(entry, leaving, width, side)
        picture.paste(colour, (inner.box[0] - whole.box[0], inner.box[1] - whole.box[1]), inner.picture)
    picture.putalpha(whole.picture)
    return Sprite(picture, whole.box)


def bare_track(entry: int, leaving: int, style: Style, side: int, name: str, ground: Colour) -> Sprite:
    canvas, look = Canvas((0, 0, side, side), None, scale=side), look_named(name)
    rails(canvas, entry, leaving, faded(look.rail, style, ground), faded(look.sleeper, style, ground))
    track = Sprite(*canvas.cut_out())
    if turns_back(entry, leaving):
        return track
    casing = strip(entry, leaving, TIE + 1, side)
    whole = Image.new("RGBA", (side, side), ground)
    mask = Image.new("L", (side, side))
    mask.paste(casing.picture, casing.box)
    whole.putalpha(mask)
    whole.alpha_composite(track.picture, track.box[:2])
    return trimmed(whole)


small_cased, large_cased = lru_cache(768)(drawn_cased), lru_cache(32)(drawn_cased)
"""Those of close-ups take much memory and hardly come again."""


def faded(colour: Colour, style: Style, ground: Colour) -> Colour:
    return mixed(colour, ground, FADED) if style.is_faded else colour


def rails(canvas: Canvas, entry: int, leaving: int, rail: Colour, sleeper: Colour) -> None:
    whole = length_of(path(entry, leaving))
    count = max(3, round(whole * SIDE / 11.5))
    for i in range(count):
        (x, y), angle = place_on(entry, leaving, whole * (i + 0.5) / count)
        canvas.at(x, y, angle).rect(-1.7 / SIDE, -TIE / 2 / SIDE, 1.7 / SIDE, TIE / 2 / SIDE, sleeper)
    line, aside = path(entry, leaving), normals(entry, leaving)
    for hand in (-1, 1):
        outer, inner = (GAUGE / 2 + RAIL / 2) / SIDE * hand, (GAUGE / 2 - RAIL / 2) / SIDE * hand
        left = [(x + nx * outer, y + ny * outer) for (x, y), (nx, ny) in zip(line, aside, strict=True)]
        right = [(x + nx * inner, y + ny * inner) for (x, y), (nx, ny) in zip(line, aside, strict=True)]
        canvas.polygon([*left, *reversed(right)], rail)


def symbol(frame: Placement, colour: str, name: str, ink: Colour | None = None, hole: Colour | None = None) -> None:
    """The symbol of a train's colour."""
    train = train_of(colour, name)
    if train.symbol == "ring":
        ring(frame, ink or train.ink, hole or train.fill)
    else:
        SYMBOLS[train.symbol](frame, ink or train.ink)


def chevron(frame: Placement, ink: Colour) -> None:
    frame.polygon([(-0.75, -1), (-0.05, -1), (0.75, 0), (-0.05, 1), (-0.75, 1), (0.05, 0)], ink)
