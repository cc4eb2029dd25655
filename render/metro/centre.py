"""The central station: its hall, the eight spaces around it, trains on them and lines that arrive."""

from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Canvas, Placement
from render.kit.theme import WHITE, mixed
from render.metro.look import Look, look_named
from render.metro.stations import Turned, short_track, train
from render.metro.tracks import SIDE, Style

HALL = 212.0
RING = (2 * SIDE - HALL) / 2
PLACES = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1))
"""C1 to C8: the side of the centre and the half of it, clockwise."""


class CentreSpace(NamedTuple):
    """One of C1 to C8, with the same meaning as a station's."""

    name: str
    train: Style | None
    points: int | None
    arrival: Style | None
    departing: Style | None = None
    is_marked: bool = False


class Centre(NamedTuple):
    spaces: tuple[CentreSpace, ...]
    has_trains: bool
    """Module 2 is played: empty spaces are outlined."""


class Inward(Turned):
    """The same for the central station: u runs from its outer edge inwards."""

    def point(self, u: float, v: float) -> tuple[float, float]:
        whole = 2 * SIDE
        match self.side:
            case 0:
                return v, u
            case 1:
                return whole - u, v
            case 2:
                return whole - v, whole - u
        return u, whole - v

    def frame(self, u: float, v: float) -> Placement:
        return self.canvas.at(*self.point(u, v), {0: 270, 1: 0, 2: 90, 3: 180}[self.side])


def centre_picture(centre: Centre, square: int, name: str) -> Image.Image:
    look = look_named(name)
    canvas = Canvas((0, 0, 2 * square, 2 * square), look.yard, scale=square / SIDE)
    whole = 2.0 * SIDE
    for width, fill in ((0.0, look.edge), (3.0, look.yard)):
        canvas.rect(width, width, whole - width, whole - width, fill)
    places = list(zip(centre.spaces, PLACES, strict=True))
    for space, (side, half) in places:
        tracks_of(Inward(canvas, side), space, half, look)
    hall(canvas, look)
    for space, (side, half) in places:
        platform(Inward(canvas, side), space, half, centre.has_trains, look)
    return canvas.shrunk()


def departure(half: int) -> float:
    """Along the side, clockwise. Seen from the centre, departure and arrival change places."""
    return half * SIDE + SIDE * 2 / 3


def arrival(half: int) -> float:
    return half * SIDE + SIDE / 3


def tracks_of(inward: Inward, space: CentreSpace, half: int, look: Look) -> None:
    short_track(inward, arrival(half), 0, RING, space.arrival, look.yard, look)
    short_track(inward, departure(half), 0, RING, space.departing, look.yard, look)


def platform(inward: Inward, space: CentreSpace, half: int, has_trains: bool, look: Look) -> None:
    """Where a train stands or may be put, the name of the space, and the sign that lines may arrive."""
    u, v = 33.0, departure(half)
    if space.train is not None:
        train(inward.frame(u, v), space.train, space.points, look, 0.94)
    elif has_trains:
        inward.rounded(u - 30, v - 21, u + 30, v + 21, 11, look.hall_ink)
        inward.rounded(u - 27.4, v - 18.4, u + 27.4, v + 18.4, 9, look.yard)
    if space.arrival is None or space.arrival.colour is None:
        arrow(inward, arrival(half), look)
    x, y = inward.point(81, v) if half == 0 else inward.point(52, arrival(half))
    canvas = inward.canvas
    canvas.rounded(x - 18, y - 14, x + 18, y + 14, 7, look.last if space.is_marked else look.hall)
    canvas.text(x, y, space.name, 25, WHITE if space.is_marked else look.hall_ink, anchor="m")


def arrow(inward: Inward, v: float, look: Look) -> None:
    """Lines may arrive here."""
    inward.frame(RING / 2 + 1, v).polygon([(6, -9), (6, 9), (-8, 0)], look.hall_ink)


def hall(canvas: Canvas, look: Look) -> None:
    low, high, middle = RING, 2 * SIDE - RING, float(SIDE)
    canvas.rounded(low - 3, low - 3, high + 3, high + 3, 17, look.hall_edge)
    canvas.rounded(low, low, high, high, 14, look.hall)
    glass = mixed(look.hall, look.hall_ink, 0.16)
    for i in range(1, 10):
        at = low + HALL * i / 10
        canvas.rect(at - 0.8, low, at + 0.8, high, glass)
        canvas.rect(low, at - 0.8, high, at + 0.8, glass)
    for radius, fill in ((46.0, look.hall_edge), (43.0, WHITE), (38.0, look.disc)):
        canvas.disc(middle, middle, radius, fill)
    canvas.text(middle, middle, "×2", 44, WHITE, anchor="m")
