"""Stations: plates, trains, numbers, and the short tracks over the edge of the board."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Canvas, Placement
from render.kit.theme import AMBER, NIGHT, WHITE, Colour, mixed
from render.metro.look import Look, look_named, train_of
from render.metro.tracks import CASING, CORE, FILL, GAUGE, RAIL, RIBBON, SIDE, Style, faded, symbol

DEPTH = 88
"""From the edge of the squares outwards."""
EDGE = 5
TRAIN = (64.0, 40.0)
SPENT = ((78.0, 46.0), (74.0, 52.0))
"""Length and width of a train that shows points, lying and upright; wide enough for two figures."""
FIGURE = 36


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
    look = look_named(name)
    w, h = size_of(stand.side, square)
    canvas = Canvas((0, 0, w, h), look.frame, scale=square / SIDE)
    out = Outward(canvas, stand.side)
    out.rounded(2, 7, 84, SIDE - 7, 12, look.plate_edge)
    out.rounded(2, 9, 82, SIDE - 9, 10, look.plate)
    out.rect(0, 0, EDGE, SIDE, look.edge)
    departure, arrival = SIDE / 3, SIDE * 2 / 3
    short_track(out, departure, 0, 22, stand.train, look.plate, look)
    short_track(out, arrival, 0, 26, stand.arrival, look.plate, look)
    buffer_stop(out, arrival, stand.arrival, look)
    if stand.train is not None:
        at = 48 if stand.points is None else 45
        train(out.frame(at, departure), stand.train, stand.points, look, is_new=stand.is_new)
    badge(canvas, *out.point(56, arrival + 4), stand, look)
    return canvas.shrunk()


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


def badge(canvas: Canvas, x: float, y: float, stand: Stand, look: Look) -> None:
    w, h = 50.0, 42.0
    if stand.is_marked:
        canvas.rounded(x - w / 2 - 4, y - h / 2 - 4, x + w / 2 + 4, y + h / 2 + 4, 11, look.last)
    canvas.rounded(x - w / 2, y - h / 2, x + w / 2, y + h / 2, 8, look.badge)
    canvas.text(x, y, stand.number, 36, look.badge_ink, anchor="m")


def train(
    frame: Placement, style: Style, points: int | None, look: Look, scale: float = 1.0, is_new: bool = False
) -> None:
    """A train seen from above, its nose towards the board; turned over it shows what its line has scored."""
    assert style.colour is not None
    owner = train_of(style.colour, look.name)
    length, width = (TRAIN[0] * scale, TRAIN[1] * scale) if points is None else SPENT[frame.angle in (90, 270)]
    ground = look.plate
    edge = look.hall_edge if look.name == "dark" else WHITE
    body(frame, length, width, faded(edge, style, ground), 4.4 * scale)
    body(frame, length, width, faded(owner.rim if style.colour != "black" else NIGHT, style, ground), 0)
    if points is None:
        fresh_train(frame, style, length, width, ground, look)
    else:
        spent_train(frame, style, points, ground, look, is_new)


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


def spent_train(frame: Placement, style: Style, points: int, ground: Colour, look: Look, is_new: bool) -> None:
    """What was scored in the turn that is shown stands on amber."""
    assert style.colour is not None
    owner = train_of(style.colour, look.name)
    upright = frame.angle in (90, 270)
    length, width = SPENT[upright]
    frame.slab(length - 4.6, width - 4.6, width * 0.2, faded(owner.fill, style, ground))
    inside, ink = (AMBER, NIGHT) if is_new else (look.spent, look.spent_ink)
    frame.slab(length - 12, width - 12, width * 0.12, faded(inside, style, ground))
    canvas, (x, y) = frame.canvas, (frame.x, frame.y)
    at, label = ((x, y - 20), (x, y + 13)) if upright else ((x - 22, y), (x + 13, y))
    bead(canvas, *at, style, ground, look)
    size = FIGURE if points < 100 else FIGURE * 2 / 3
    canvas.text(*label, str(points), size, faded(ink, style, ground), "bold", "m")


def bead(canvas: Canvas, x: float, y: float, style: Style, ground: Colour, look: Look) -> None:
    assert style.colour is not None
    owner = train_of(style.colour, look.name)
    fill = faded(owner.fill, style, ground)
    canvas.disc(x, y, 11, faded(owner.rim, style, ground))
    canvas.disc(x, y, 9.4, fill)
    symbol(canvas.at(x, y, 0, 6.2), style.colour, look.name, faded(owner.ink, style, fill), fill)
