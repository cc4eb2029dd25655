"""A map as the pictures need it: the rules' cities, tracks, cards and tickets by name, and where they lie."""

import math
from functools import cache, cached_property

from render.kit.canvas import Point
from render.tickets.outline import Outline, Space, outline_of
from rules.tickets.maps import Card, City, Country, MapFile, Ticket, Track, load_map

Stretch = tuple[tuple[Space, ...], Point, Point]


class DrawnMap:
    def __init__(self, file: MapFile, outline: Outline) -> None:
        self.file = file
        self.outline = outline
        self.tracks: dict[str, Track] = {track.id: track for track in self.file.tracks}
        self.cities: dict[str, City] = {city.id: city for city in self.file.cities}
        self.countries: dict[str, Country] = {country.id: country for country in self.file.countries}
        self.cards: dict[str, Card] = {card.id: card for card in self.file.cards}
        self.tickets: dict[str, Ticket] = {ticket.id: ticket for ticket in self.file.tickets}
        self.has_ships = "ships" in self.file.pieces
        self.has_passengers = bool(self.outline.plates)
        self._stretches: dict[str, list[Stretch]] = {}

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """Card colours in the map's own order."""
        return tuple(dict.fromkeys(card.colour for card in self.file.cards if card.colour))

    def name(self, place: str) -> str:
        """A city or country as printed on the map."""
        return self.countries[place].name if place in self.countries else self.cities[place].name

    def track_name(self, track: str) -> str:
        return f"{self.name(self.tracks[track].a)} – {self.name(self.tracks[track].b)}"

    def ends(self, place: str) -> tuple[str, ...]:
        """The cities on the map that stand for a ticket's end: itself, or a country's terminals."""
        return self.countries[place].terminals if place in self.countries else (place,)

    def spot(self, place: str) -> Point:
        """Where a city lies, or the plate of a country."""
        if place in self.countries and place in self.outline.plates:
            plate = self.outline.plates[place]
            return plate.x + plate.w / 2, plate.y + plate.h / 2
        city = self.outline.cities[self.ends(place)[0]]
        return city.x, city.y

    def stretches(self, track: str) -> list[Stretch]:
        """The track's spaces with the points they lead from and to; two stretches where it leaves the map."""
        if track not in self._stretches:
            self._stretches[track] = [(walked(s, a, b), a, b) for s, a, b in self._pieces_of(track)]
        return self._stretches[track]

    def _pieces_of(self, track: str) -> list[Stretch]:
        line, rule = self.outline.tracks[track], self.tracks[track]
        a, b = self.outline.cities[rule.a], self.outline.cities[rule.b]
        if line.split is None:
            return [(line.spaces, (a.x, a.y), (b.x, b.y))]
        there, back = self.edge(track, rule.a), self.edge(track, rule.b)
        return [
            (line.spaces[: line.split], (a.x, a.y), there),
            (line.spaces[line.split :], back, (b.x, b.y)),
        ]

    def edge(self, track: str, city: str) -> Point:
        """Where a track from `city` leaves the map."""
        ports = {name: port for port in self.outline.ports if port.city == city for name in port.tracks}
        return self.edge_of(ports[track].side), ports[track].y

    def edge_of(self, side: str) -> float:
        return 0.0 if side == "west" else float(self.outline.size[0])


def walked(spaces: tuple[Space, ...], start: Point, end: Point) -> tuple[Space, ...]:
    """The same spaces, each turned so that its angle points forwards on the way from `start` to `end`."""
    stops = [start, *((space.x, space.y) for space in spaces), end]
    turned = []
    for i, space in enumerate(spaces):
        dx, dy = stops[i + 2][0] - stops[i][0], stops[i + 2][1] - stops[i][1]
        angle = math.radians(space.angle)
        is_back = dx * math.cos(angle) + dy * math.sin(angle) < 0
        turned.append(Space(space.x, space.y, space.angle + 180) if is_back else space)
    return tuple(turned)


@cache
def drawn_map_of(title: str) -> DrawnMap:
    return DrawnMap(load_map(title), outline_of(title))
