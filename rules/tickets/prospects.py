"""What a track would do for the reader's own tickets, told before it is claimed."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from rules.tickets.board import load_board
from rules.tickets.maps import Ticket, Track
from rules.tickets.network import components
from rules.tickets.scoring import value
from rules.tickets.view import TicketStanding, TicketView
from rules.tickets.ways import cities_at, spaces_from


class Leg(NamedTuple):
    """Of a ticket, the stretch between two places that follow each other: the spaces still to be claimed from either of
    them to each city, and between them at the least."""

    from_a: Mapping[str, int]
    from_b: Mapping[str, int]
    least: int


class Prospects:
    """Of one view; whoever has no seat has no tickets, and nothing in prospect."""

    def __init__(self, view: TicketView) -> None:
        self.view = view
        self.board = load_board(view.game)
        self.own = frozenset(track for track, owner in view.owners.items() if owner == view.reader)
        self.shut = frozenset(view.owners) - self.own | frozenset(view.closed)
        open_tickets = [standing.ticket for standing in view.tickets or () if not standing.is_done]
        self.open = [self.board.ticket_index[ticket] for ticket in open_tickets]
        self._finished: dict[str, tuple[TicketStanding, ...]] = {}
        self._neared: dict[str, tuple[str, ...]] = {}
        """What was told before: a page asks for each several times."""

    @cached_property
    def _edges(self) -> list[tuple[int, int, int]]:
        return [self.board.edges[self.board.track_index[track]] for track in self.own]

    @cached_property
    def _part_of(self) -> dict[int, int]:
        return components(self._edges)

    @cached_property
    def _places(self) -> list[tuple[int, list[set[int]]]]:
        """Of each open ticket, the parts of the own network that reach its places; a city beyond it is a part alone."""
        ends = self.board.ticket_ends
        return [
            (number, [{self._part_of.get(city, city) for city in place} for place in ends[number]])
            for number in self.open
        ]

    @cached_property
    def _legs(self) -> list[tuple[Ticket, list[Leg]]]:
        """Of the open tickets, the dearest first."""
        tickets = sorted((self.board.tickets[number] for number in self.open), key=lambda each: (-each.points, each.id))
        return [(ticket, list(self._legs_of(ticket))) for ticket in tickets]

    def finishes(self, track: str) -> tuple[TicketStanding, ...]:
        """The tickets that lack nothing more with this track, as they would stand then; the dearest first."""
        if track not in self._finished:
            self._finished[track] = self._finishing(self.board.edges[self.board.track_index[track]])
        return self._finished[track]

    def _finishing(self, edge: tuple[int, int, int]) -> tuple[TicketStanding, ...]:
        a, b = (self._part_of.get(city, city) for city in edge[:2])
        done = [number for number, places in self._places if all(a in parts or b in parts for parts in places)]
        edges = [*self._edges, edge]
        found = [
            TicketStanding(self.board.tickets[number].id, True, True, value(self.board, number, True, edges))
            for number in done
        ]
        return tuple(sorted(found, key=lambda standing: (-standing.points, standing.ticket)))

    def nears(self, track: str) -> tuple[str, ...]:
        """The tickets that have a shortest way over this track, the dearest first."""
        if track not in self._neared:
            found = self.board.tracks[self.board.track_index[track]]
            on_way = [ticket.id for ticket, legs in self._legs if any(is_on_a_way(found, leg) for leg in legs)]
            self._neared[track] = tuple(on_way)
        return self._neared[track]

    def _legs_of(self, ticket: Ticket) -> Iterator[Leg]:
        """Of a tour: from stop to stop. What can't be joined any more is left out."""
        for a, b in pairwise(ticket.cities):
            from_a, from_b = (spaces_from(self.view.game, self.own, self.shut, place) for place in (a, b))
            ends = [from_a[city] for city in cities_at(b, self.board.file.countries) if city in from_a]
            if ends:
                yield Leg(from_a, from_b, min(ends))


def is_on_a_way(track: Track, leg: Leg) -> bool:
    """A track that is shut may be shorter than any way that is left: it is on none."""
    from_a, from_b = leg.from_a, leg.from_b
    over = [
        from_a[one] + from_b[other]
        for one, other in ((track.a, track.b), (track.b, track.a))
        if one in from_a and other in from_b
    ]
    return bool(over) and min(over) + track.length == leg.least
