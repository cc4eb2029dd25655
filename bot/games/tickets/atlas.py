"""What the things of a map are called: cities, routes and tickets by their ids."""

from functools import cache

from data.texts import text
from rules.tickets.maps import Card, Ticket, Track, load_map


class Atlas:
    """One title's map, read once, asked by id. An id that isn't there is named as it is written."""

    def __init__(self, title: str) -> None:
        self.file = load_map(title)
        self.tracks = {track.id: track for track in self.file.tracks}
        self.tickets = {ticket.id: ticket for ticket in self.file.tickets}
        self.cards = {card.id: card for card in self.file.cards}
        self.cities = {city.id: city.name for city in self.file.cities}
        self.cities |= {country.id: country.name for country in self.file.countries}
        self.countries = {end: country.id for country in self.file.countries for end in country.terminals}
        self.decks = tuple(dict.fromkeys(card.deck for card in self.file.cards))
        self.tour_sizes = {ticket.id: len(ticket.cities) for ticket in self.file.tickets}

    def city(self, city: str) -> str:
        return self.cities.get(city, city)

    def place(self, city: str) -> str:
        """Where the passengers of an end wait: in the city, or in the country that a dead end belongs to."""
        return self.countries.get(city, city)

    def route(self, track: str) -> str:
        """Duluth → Omaha"""
        found = self.tracks.get(track)
        return f"{self.city(found.a)} → {self.city(found.b)}" if found else track

    def ticket(self, ticket: str) -> str:
        """Boston–Miami"""
        found = self.tickets.get(ticket)
        return "–".join(self.city(city) for city in found.cities) if found else ticket

    def card(self, card: str) -> Card | None:
        return self.cards.get(card)

    def twin_key(self, track: Track) -> tuple[object, ...]:
        """Tracks with the same key look and cost the same: one of them is as good as the other."""
        return (frozenset((track.a, track.b)), track.length, track.colour, track.kind, track.locomotives, track.pairs)

    def points(self, track: str) -> int:
        return self.file.points[self.tracks[track].length]


@cache
def atlas(title: str) -> Atlas:
    return Atlas(title)


def kind_of_track(track: Track, language: str) -> str:
    """grey, orange ferry, blue tunnel, black sea"""
    colour = track.colour or "gray"
    match track.kind:
        case "rail" if track.pairs:
            return text("route.pairs", language, colour=text(f"word.route.{colour}", language))
        case "rail":
            return text(f"word.route.{colour}", language)
        case "sea":
            return text("route.sea", language, colour=text(f"word.route.{colour}", language))
        case _:
            return text(f"route.{track.kind}", language, colour=text(f"word.colour.{colour}", language))


def ticket_value(ticket: Ticket, language: str) -> str:
    """12; for a tour 9/6/−15: joined in the listed order, joined otherwise, unfinished."""
    if ticket.in_order is None:
        return str(ticket.points)
    return text("ticket.tour.value", language, best=ticket.in_order, n=ticket.points, loss=ticket.penalty or 0)
