"""A title ready to be played: its map file with everything numbered, and tables worked out once."""

from collections.abc import Iterable
from copy import copy
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from rules.errors import BadData
from rules.tickets.cards import CardKinds
from rules.tickets.features import AnyFeature
from rules.tickets.features.feature import Feature
from rules.tickets.features.passengers import Passengers
from rules.tickets.features.tunnels import Tunnels
from rules.tickets.maps import MapFile, Track, load_map
from rules.tickets.masks import mask_of
from rules.tickets.payment import ColourReach, ColourTariff, Tariff
from rules.tickets.rulings import NEWEST, VERSIONS
from rules.tickets.tariffs import TariffRule
from rules.tickets.tickets import TicketEnds, ticket_ends

NEVER = 1000
F = TypeVar("F", bound=Feature)


class Board:
    def __init__(self, file: MapFile) -> None:
        self.file = file
        self.rulings = VERSIONS[NEWEST]
        self.last_round = file.last_round
        self.kinds = CardKinds(file.cards)
        self.features: tuple[AnyFeature, ...] = tuple(
            msgspec.json.decode(raw, type=AnyFeature) for raw in file.features
        )
        self._features: dict[type, Any] = {type(feature): feature for feature in self.features}
        self._number_cities_and_tracks()
        self._number_tickets()
        self._price_tracks()
        self._number_places()
        tunnels = self.feature(Tunnels)
        self.turned = tunnels.turned if tunnels else 0
        """Cards that are turned up for a tunnel."""
        self.tunnels = mask_of([n for n, track in enumerate(self.tracks) if track.kind == "tunnel" and self.turned])
        places = [(self.kinds.deck_names.index(deck), count) for deck, count in file.row.places.items()]
        self.row_places = tuple(places)
        self.whole_draw = self.kinds.wild if file.row.wild_limit else NEVER
        """The kind of card that is taken from the row alone, and not as a second card."""
        self.sweep_at = file.row.sweep_at or NEVER
        """Wild cards in the row that make it be dealt anew."""
        self.row_decks = tuple(deck for deck, count in places for _ in range(count))
        """By place of the row, the deck that its first card comes from."""
        self.row_size = sum(count for _, count in places)

    def _number_cities_and_tracks(self) -> None:
        file = self.file
        self.tracks = file.tracks
        self.city_index = {city.id: number for number, city in enumerate(file.cities)}
        self.track_index = {track.id: number for number, track in enumerate(file.tracks)}
        self.ends = tuple((self.city_index[track.a], self.city_index[track.b]) for track in file.tracks)
        self.edges = tuple((a, b, track.length) for (a, b), track in zip(self.ends, file.tracks, strict=True))
        self.all_tracks = (1 << len(file.tracks)) - 1
        self.tracks_at = tuple(
            mask_of([number for number, ends in enumerate(self.ends) if city in ends])
            for city in range(len(file.cities))
        )
        """By city, the tracks that end there."""
        self.harbour_cities = tuple(number for number, city in enumerate(file.cities) if city.harbour)
        self.sisters = tuple(self._sisters(number) for number in range(len(file.tracks)))
        self.lengths = tuple(track.length for track in file.tracks)
        self.is_sea = tuple(track.kind == "sea" for track in file.tracks)
        self.sea = mask_of([number for number, is_sea in enumerate(self.is_sea) if is_sea])
        most_pieces = max(file.pieces.values())
        up_to_length = [
            mask_of([number for number, length in enumerate(self.lengths) if length <= pieces])
            for pieces in range(most_pieces + 1)
        ]
        self.within_wagons = tuple(mask & ~self.sea for mask in up_to_length)
        """By number of wagons, the tracks for which so many are enough."""
        self.within_ships = tuple(mask & self.sea for mask in up_to_length)
        self.points = tuple(file.points[track.length] for track in file.tracks)

    def _sisters(self, track: int) -> int:
        """The other tracks between the same two cities."""
        ends = {*self.ends[track]}
        return mask_of([other for other, pair in enumerate(self.ends) if {*pair} == ends and other != track])

    def _number_tickets(self) -> None:
        self.tickets = self.file.tickets
        self.ticket_index = {ticket.id: number for number, ticket in enumerate(self.tickets)}
        self.ticket_ids = tuple(self.ticket_index)
        self.pile_names = tuple(dict.fromkeys(ticket.pile for ticket in self.tickets))
        self.pile_of = tuple(self.pile_names.index(ticket.pile) for ticket in self.tickets)
        self.tickets_in = {
            pile: tuple(ticket.id for ticket in self.tickets if ticket.pile == pile) for pile in self.pile_names
        }
        """By name of the pile, the names of all its tickets."""
        self.ticket_ends: tuple[TicketEnds, ...] = tuple(
            ticket_ends(ticket, self.city_index, self.file.countries) for ticket in self.tickets
        )

    def _price_tracks(self) -> None:
        by_tariff: dict[str, list[tuple[int, Track]]] = {name: [] for name in self.file.tariffs}
        for number, track in enumerate(self.tracks):
            by_tariff[track.tariff or track.kind].append((number, track))
        rules = {name: msgspec.json.decode(raw, type=TariffRule) for name, raw in self.file.tariffs.items()}
        tariffs = {name: rule.tariff(self.kinds, by_tariff[name]) for name, rule in rules.items()}
        self.tariffs: tuple[Tariff, ...] = tuple(tariffs.values())
        by_colour = [tariff for tariff in self.tariffs if isinstance(tariff, ColourTariff)]
        self._colour_reach = ColourReach(self.kinds, by_colour) if len(by_colour) == len(self.tariffs) else None
        self.tariff_of = tuple(tariffs[track.tariff or track.kind] for track in self.tracks)

    def _number_places(self) -> None:
        """Where passengers wait: cities, and countries as wholes."""
        countries = self.file.countries
        country_of = {terminal: country.id for country in countries for terminal in country.terminals}
        sizes = {city.id: city.passengers for city in self.file.cities if city.id not in country_of}
        sizes |= {country.id: country.passengers for country in countries}
        self.places, self.place_sizes = tuple(sizes), tuple(sizes.values())
        self.place_of = tuple(self.places.index(country_of.get(city.id, city.id)) for city in self.file.cities)
        """By city: the number of its place."""
        passengers = self.feature(Passengers)
        self.passenger_colours = passengers.colours if passengers else ()
        self.passenger_numbers = {colour: number for number, colour in enumerate(self.passenger_colours)}

    def feature(self, wanted: type[F]) -> F | None:
        found: F | None = self._features.get(wanted)
        return found

    def ticket_names(self, tickets: Iterable[int]) -> tuple[str, ...]:
        return tuple([self.ticket_ids[ticket] for ticket in tickets])

    def ticket_numbers(self, names: Iterable[str]) -> tuple[int, ...]:
        return tuple([self.ticket_index[name] for name in names])

    def affordable(self, hand: int) -> int:
        """The tracks that a hand can pay, as a mask."""
        if self._colour_reach:
            return self._colour_reach.of(hand)
        mask = 0
        for tariff in self.tariffs:
            mask |= tariff.affordable(hand)
        return mask


@lru_cache(maxsize=64)
def load_board(title: str, version: int = NEWEST) -> Board:
    """All versions of a title share their tables: only the rulings differ."""
    if version == NEWEST:
        return new_board(title)
    board = copy(load_board(title))
    board.rulings = VERSIONS[version]
    return board


def new_board(title: str) -> Board:
    file = load_map(title)
    try:
        return Board(file)
    except (KeyError, StopIteration, msgspec.DecodeError) as error:
        raise BadData(f"maps/{title}.json", str(error)) from None
