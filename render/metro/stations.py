"""Stations: plates, trains, numbers, and the short tracks over the edge of the board."""

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops

from render.kit.canvas import Canvas, Placement
from render.kit.theme import AMBER, NIGHT, WHITE, Colour, mixed
from render.metro.look import Look, look_named, train_of
from render.metro.tracks import (
    CASING,
    CORE,
    FILL,
    GAUGE,
    LARGE,
    RAIL,
    RIBBON,
    SIDE,
    Sprite,
    Style,
    faded,
    symbol,
)

DEPTH = 88
"""From the edge of the squares outwards."""
EDGE = 5
TRAIN = (64.0, 40.0)
SPENT = ((78.0, 46.0), (74.0, 52.0))
"""Length and width of a train that shows points, lying and upright; wide enough for two figures."""
FIGURE = 36
DEPARTURE, ARRIVAL = SIDE / 3, SIDE * 2 / 3
"""Along the edge, clockwise."""


class Stand(NamedTuple):
    """What a station shows: `side` is that of its square, so a station on N stands above the board."""

    side: int
    number: str
    train: Style | None
    points: int | None
    """Of the finished line; the train is turned over."""
    arrival: Style | None
    is_marked: bool = False
    """The reader holds its number card, or a preview points to it."""
    is_new: bool = False
    """Its line was finished in the turn that is shown."""


def size_of(side: int, square: int) -> tuple[int, int]:
    depth = DEPTH * square // SIDE
    return (square, depth) if side in (0, 2) else (depth, square)


class Turned(ABC):
    """A part of one side of the board, drawn in coordinates of its own: v runs along the edge, clockwise."""

    def __init__(self, canvas: Canvas, side: int) -> None:
        self.canvas, self.side = canvas, side

    @abstractmethod
    def point(self, u: float, v: float) -> tuple[float, float]:
        """Where it is on the canvas."""

    def rect(self, u0: float, v0: float, u1: float, v1: float, fill: Colour) -> None:
        (ax, ay), (bx, by) = self.point(u0, v0), self.point(u1, v1)
        self.canvas.rect(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), fill)

    def rounded(self, u0: float, v0: float, u1: float, v1: float, radius: float, fill: Colour) -> None:
        (ax, ay), (bx, by) = self.point(u0, v0), self.point(u1, v1)
        self.canvas.rounded(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), radius, fill)


class Outward(Turned):
    """u runs from the edge of the board outwards, whatever the side."""

    def __init__(self, canvas: Canvas, side: int, long: float = SIDE) -> None:
        super().__init__(canvas, side)
        self.long = long

    def point(self, u: float, v: float) -> tuple[float, float]:
        match self.side:
            case 0:
                return v, DEPTH - u
            case 1:
                return u, v
            case 2:
                return self.long - v, u
        return DEPTH - u, self.long - v

    def frame(self, u: float, v: float) -> Placement:
        """Turned so that its own u runs towards the board, as a train does."""
        return self.canvas.at(*self.point(u, v), {0: 90, 1: 180, 2: 270, 3: 0}[self.side])


def station_picture(stand: Stand, square: int, name: str) -> Image.Image:
    """Put together from parts that come again: in a turn only what a train shows is new."""
    lay = plate if square <= LARGE else plate.__wrapped__  # those of close-ups hardly come again
    picture = lay(stand.side, stand.train, stand.arrival, square, name).copy()
    parts = []
    if stand.train is not None:
        parts.append(standing_train(stand.side, stand.train, stand.points is not None, stand.is_new, square, name))
        if stand.points is not None:
            parts.append(scored(stand.side, stand.train, stand.points, stand.is_new, square, name))
    parts.append(badge(stand.side, stand.number, stand.is_marked, square, name))
    for part in parts:
        picture.paste(part.picture, part.box, part.picture)
    return picture


@lru_cache(256)
def plate(side: int, departing: Style | None, arriving: Style | None, square: int, name: str) -> Image.Image:
    look = look_named(name)
    out = outward(side, square, look.frame)
    out.rounded(2, 7, 84, SIDE - 7, 12, look.plate_edge)
    out.rounded(2, 9, 82, SIDE - 9, 10, look.plate)
    out.rect(0, 0, EDGE, SIDE, look.edge)
    short_track(out, DEPARTURE, 0, 22, departing, look.plate, look)
    short_track(out, ARRIVAL, 0, 26, arriving, look.plate, look)
    buffer_stop(out, ARRIVAL, arriving, look)
    return out.canvas.shrunk()


@lru_cache(384)
def standing_train(side: int, style: Style, is_spent: bool, is_new: bool, square: int, name: str) -> Sprite:
    out = outward(side, square)
    train(out.frame(45 if is_spent else 48, DEPARTURE), style, look_named(name), is_spent=is_spent, is_new=is_new)
    return Sprite(*out.canvas.cut_out())


@lru_cache(512)
def scored(side: int, style: Style, points: int, is_new: bool, square: int, name: str) -> Sprite:
    """The figure on a train that is turned over."""
    look = look_named(name)
    inside, ink = (faded(colour, style, look.plate) for colour in spent_colours(is_new, look))
    out = outward(side, square, inside)
    frame, size = out.frame(45, DEPARTURE), FIGURE if points < 100 else FIGURE * 2 / 3
    x, y = (frame.x, frame.y + 13) if is_upright(frame) else (frame.x + 13, frame.y)
    out.canvas.text(x, y, str(points), size, ink, "bold", "m")
    picture = out.canvas.shrunk()
    box = ImageChops.difference(picture, Image.new("RGB", picture.size, inside)).getbbox()
    assert box is not None
    return Sprite(picture.crop(box).convert("RGBA"), box)


def spent_colours(is_new: bool, look: Look) -> tuple[Colour, Colour]:
    """Ground and figure; what was scored in the turn that is shown stands on amber."""
    return (AMBER, NIGHT) if is_new else (look.spent, look.spent_ink)


@lru_cache(256)
def badge(side: int, number: str, is_marked: bool, square: int, name: str) -> Sprite:
    look, out, w, h = look_named(name), outward(side, square), 50.0, 42.0
    canvas, (x, y) = out.canvas, out.point(56, ARRIVAL + 4)
    if is_marked:
        canvas.rounded(x - w / 2 - 4, y - h / 2 - 4, x + w / 2 + 4, y + h / 2 + 4, 11, look.last)
    canvas.rounded(x - w / 2, y - h / 2, x + w / 2, y + h / 2, 8, look.badge)
    canvas.text(x, y, number, 36, look.badge_ink, anchor="m")
    return Sprite(*canvas.cut_out())


def outward(side: int, square: int, ground: Colour | None = None) -> Outward:
    """A canvas for a station, or for a part of one."""
    return Outward(Canvas((0, 0, *size_of(side, square)), ground, scale=square / SIDE), side)


def short_track(part: Turned, v: float, u0: float, u1: float, style: Style | None, ground: Colour, look: Look) -> None:
    """The track between a station and the board: rails, or the line that runs over it."""
    if style is None or style.colour is None:
        for at in (-GAUGE / 2, GAUGE / 2):
            part.rect(u0, v + at - RAIL / 2, u1, v + at + RAIL / 2, look.rail)
        return
    owner = train_of(style.colour, look.name)
    for width, fill in ((CASING, ground), (RIBBON, owner.rim), (FILL, owner.fill)):
        part.rect(u0, v - width / 2, u1, v + width / 2, faded(fill, style, ground))
    if style.is_finished:
        part.rect(u0, v - CORE / 2, u1, v + CORE / 2, faded(owner.core, style, ground))


def buffer_stop(out: Outward, v: float, style: Style | None, look: Look) -> None:
    has_line = style is not None and style.colour is not None
    half = 19 if has_line else 14
    ink = look.hall_edge if has_line else look.rail
    out.rect(26, v - half, 31, v + half, ink)


def train(
    frame: Placement, style: Style, look: Look, scale: float = 1.0, *, is_spent: bool = False, is_new: bool = False
) -> None:
    """A train seen from above, its nose towards the board; turned over it has room for what its line has scored."""
    assert style.colour is not None
    owner = train_of(style.colour, look.name)
    length, width = SPENT[is_upright(frame)] if is_spent else (TRAIN[0] * scale, TRAIN[1] * scale)
    ground = look.plate
    edge = look.hall_edge if look.name == "dark" else WHITE
    body(frame, length, width, faded(edge, style, ground), 4.4 * scale)
    body(frame, length, width, faded(owner.rim if style.colour != "black" else NIGHT, style, ground), 0)
    if is_spent:
        spent_train(frame, style, ground, look, is_new)
    else:
        fresh_train(frame, style, length, width, ground, look)


def is_upright(frame: Placement) -> bool:
    return frame.angle in (90, 270)


def body(frame: Placement, length: float, width: float, fill: Colour, more: float) -> None:
    frame.slab(length + more, width + more, width * 0.24 + more / 2, fill)


def fresh_train(frame: Placement, style: Style, length: float, width: float, ground: Colour, look: Look) -> None:
    assert style.colour is not None
    owner = train_of(style.colour, look.name)
    fill = faded(owner.fill, style, ground)
    frame.slab(length - 5.6, width - 5.6, width * 0.18, fill)
    pane = faded(mixed(owner.fill, NIGHT, 0.62) if style.colour != "black" else (120, 124, 132), style, ground)
    nose = length / 2
    frame.rect(nose - 13, -width * 0.3, nose - 7.5, width * 0.3, pane)
    x, y = frame.point(-5, 0)
    symbol(frame.canvas.at(x, y, 0, width * 0.26), style.colour, look.name, faded(owner.ink, style, fill), fill)


def spent_train(frame: Placement, style: Style, ground: Colour, look: Look, is_new: bool) -> None:
    assert style.colour is not None
    owner = train_of(style.colour, look.name)
    length, width = SPENT[is_upright(frame)]
    frame.slab(length - 4.6, width - 4.6, width * 0.2, faded(owner.fill, style, ground))
    frame.slab(length - 12, width - 12, width * 0.12, faded(spent_colours(is_new, look)[0], style, ground))
    at = (frame.x, frame.y - 20) if is_upright(frame) else (frame.x - 22, frame.y)
    bead(frame.canvas, *at, style, ground, look)


def bead(canvas: Canvas, x: float, y: float, style: Style, ground: Colour, look: Look) -> None:
    assert style.colour is not None
    owner = train_of(style.colour, look.name)
    fill = faded(owner.fill, style, ground)
    canvas.disc(x, y, 11, faded(owner.rim, style, ground))
    canvas.disc(x, y, 9.4, fill)
    symbol(canvas.at(x, y, 0, 6.2), style.colour, look.name, faded(owner.ink, style, fill), fill)
