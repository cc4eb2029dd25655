"""The central station: its hall, the eight spaces around it, trains on them and lines that arrive."""

from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Canvas, Point
from render.kit.theme import AMBER, NIGHT, WHITE, ink_on, mixed
from render.metro.look import Look, look_named, train_of
from render.metro.stations import FIGURE, Turned, short_track
from render.metro.tracks import SIDE, Style, faded, symbol

HALL = 212.0
RING = (2 * SIDE - HALL) / 2
STOP = 13.0
"""How far lines that arrive reach in."""
NAME, SCORED = ((53.0, 98.0), (60.0, 92.0)), ((83.0, 114.0), (84.0, 120.0))
"""From the edge inwards and along it to the nearer corner, above and below the hall and beside it: each space's name
stands at its own plate."""
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
    is_new: bool = False


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
    """A line that arrives ends at a buffer stop of its own, well before the train around the corner: the two would
    cross in the hall."""
    has_line = space.arrival is not None and space.arrival.colour is not None
    v, reach = arrival(half), 19 if has_line else 14
    short_track(inward, v, 0, STOP, space.arrival, look.yard, look)
    inward.rect(STOP, v - reach, STOP + 5, v + reach, look.hall_edge if has_line else look.rail)
    short_track(inward, departure(half), 0, RING, space.departing, look.yard, look)


def platform(inward: Inward, space: CentreSpace, half: int, has_trains: bool, look: Look) -> None:
    """Where a train stands or may be put, the name of the space, and what its line has scored."""
    v = departure(half)
    if space.train is not None:
        short_train(inward, v, space.train, space.points is not None, look)
    elif has_trains:
        inward.rounded(2, v - 20, 30, v + 20, 8, look.hall_ink)
        inward.rounded(4.6, v - 17.4, 27.4, v + 17.4, 6, look.yard)
    canvas = inward.canvas
    x, y = inward.point(*spot(NAME, inward.side, half))
    if space.is_marked:
        canvas.rounded(x - 25, y - 19, x + 25, y + 19, 8, look.last)
    canvas.text(x, y, space.name, FIGURE, ink_on(look.last) if space.is_marked else look.hall_ink, anchor="m")
    if space.points is not None and space.train is not None and space.train.colour is not None:
        x, y = inward.point(*spot(SCORED, inward.side, half))
        owner = train_of(space.train.colour, look.name)
        wide = 4.0 + 9.5 * len(str(space.points))
        canvas.rounded(x - wide, y - 15, x + wide, y + 15, 7, owner.rim)
        fill, ink = (AMBER, NIGHT) if space.is_new else (owner.fill, owner.ink)
        canvas.rounded(x - wide + 2, y - 13, x + wide - 2, y + 13, 5, fill)
        canvas.text(x, y, str(space.points), FIGURE, ink, anchor="m")


def spot(places: tuple[Point, Point], side: int, half: int) -> Point:
    u, v = places[side % 2]
    return u, v if half == 0 else 2 * SIDE - v


def short_train(inward: Inward, v: float, style: Style, is_spent: bool, look: Look) -> None:
    """Only its front is outside the hall; once its line has scored it is hollow, as on the edge of the board."""
    assert style.colour is not None
    owner = train_of(style.colour, look.name)
    edge = look.hall_edge if look.name == "dark" else WHITE
    for less, fill in ((0.0, edge), (2.0, owner.rim if style.colour != "black" else NIGHT), (4.4, owner.fill)):
        inward.rounded(1 + less, v - 22 + less, 35 - less, v + 22 - less, 9 - less, faded(fill, style, look.yard))
    ground = look.spent if is_spent else owner.fill
    if is_spent:
        inward.rounded(8, v - 15, 28, v + 15, 3, faded(look.spent, style, look.yard))
    ink = faded(look.spent_ink if is_spent else owner.ink, style, ground)
    x, y = inward.point(18, v)
    symbol(inward.canvas.at(x, y, 0, 8.6 if is_spent else 10.5), style.colour, look.name, ink, ground)


def hall(canvas: Canvas, look: Look) -> None:
    low, high, middle = RING, 2 * SIDE - RING, float(SIDE)
    canvas.rounded(low - 3, low - 3, high + 3, high + 3, 17, look.hall_edge)
    canvas.rounded(low, low, high, high, 14, look.hall)
    glass = mixed(look.hall, look.hall_ink, 0.16)
    for i in range(1, 10):
        at = low + HALL * i / 10
        canvas.rect(at - 0.8, low, at + 0.8, high, glass)
        canvas.rect(low, at - 0.8, high, at + 0.8, glass)
    for side in range(4):
        Inward(canvas, side).rect(0, middle - 1.5, RING + 12, middle + 1.5, look.hall_edge)
    for radius, fill in ((30.0, look.hall_edge), (28.0, WHITE), (25.0, look.disc)):
        canvas.disc(middle, middle, radius, fill)
    canvas.text(middle, middle, "×2", FIGURE, WHITE, anchor="m")
