"""Where things lie on a map's picture: land, cities, names and every space of every track, in units of its own."""

from functools import cache

import msgspec

from data import read
from render.kit.canvas import Point

TENTHS = 10


class Label(msgspec.Struct, frozen=True):
    x: float
    y: float
    anchor: str
    size: float
    split: int = 0
    """How many words stand in the first of two lines; 0: the name is in one."""
    end: tuple[float, float] | None = None
    """Where the line from its city ends, if not at the nearest point of the name."""


class CitySpot(msgspec.Struct, frozen=True):
    x: float
    y: float
    label: Label | None = None
    badge: str | None = None
    """A country's short sign, where a track ends abroad."""


class Space(msgspec.Struct, frozen=True, array_like=True):
    x: float
    y: float
    angle: float


class TrackLine(msgspec.Struct, frozen=True):
    spaces: tuple[Space, ...]
    """From the track's first city to its second."""
    split: int | None = None
    """How many spaces lie on the first city's side of the map's edge, where the track leaves the map."""


class Port(msgspec.Struct, frozen=True):
    """Where tracks leave the map at its east or west edge for a city on the other side."""

    side: str
    city: str
    to: str
    y: float
    tracks: tuple[str, ...]
    label: Label | None = None
    """None where the next port leads to the same city: its name stands for both."""


class Name(msgspec.Struct, frozen=True):
    text: str
    x: float
    y: float
    size: float
    tracking: float
    is_sea: bool


class Plate(msgspec.Struct, frozen=True):
    """Where passengers wait; `badge` for a country's."""

    x: float
    y: float
    w: float
    h: float
    badge: str | None = None


class Land(msgspec.Struct, frozen=True):
    """Polygons as rings (outer, then holes) and lines, in tenths: x, y, x, y, …"""

    foreign: tuple[tuple[tuple[int, ...], ...], ...]
    home: tuple[tuple[tuple[int, ...], ...], ...]
    lakes: tuple[tuple[tuple[int, ...], ...], ...]
    borders: tuple[tuple[int, ...], ...]
    states: tuple[tuple[int, ...], ...]
    rivers: tuple[tuple[int, ...], ...]


class Outline(msgspec.Struct, frozen=True, kw_only=True):
    size: tuple[int, int]
    space: tuple[float, float]
    """Length and width of every space."""
    city_radius: float
    cities: dict[str, CitySpot]
    tracks: dict[str, TrackLine]
    ports: tuple[Port, ...] = ()
    decor: tuple[Name, ...] = ()
    plates: dict[str, Plate] = {}
    land: Land
    has_shelf: bool = True
    """Whether shallow water is drawn along the coasts; not where there are very many of them."""
    source: str


def port_groups(outline: Outline) -> list[list[Port]]:
    """Ports from top to bottom; those that lie beside each other and lead to the same city are one group."""
    groups: list[list[Port]] = []
    for port in sorted(outline.ports, key=lambda port: (port.side, port.y)):
        if groups and (groups[-1][-1].side, groups[-1][-1].to) == (port.side, port.to):
            groups[-1].append(port)
        else:
            groups.append([port])
    return groups


@cache
def outline_of(title: str) -> Outline:
    return msgspec.json.decode(read(f"outlines/{title}.json"), type=Outline)


def points(flat: tuple[int, ...]) -> list[Point]:
    return [(flat[i] / TENTHS, flat[i + 1] / TENTHS) for i in range(0, len(flat), 2)]
