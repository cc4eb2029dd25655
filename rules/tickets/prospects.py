"""What a track would do for the reader's own tickets, told before it is claimed."""

from functools import cached_property
from itertools import pairwise

from rules.tickets.board import load_board
from rules.tickets.maps import Ticket, Track
from rules.tickets.network import components
from rules.tickets.scoring import value
from rules.tickets.tickets import are_joined
from rules.tickets.view import TicketStanding, TicketView
from rules.tickets.ways import cities_at, spaces_from


class Prospects:
    """Of one view; whoever has no seat has no tickets, and nothing in prospect."""

    def __init__(self, view: TicketView) -> None:
        self.view = view
        self.board = load_board(view.game)
        self.own = frozenset(track for track, owner in view.owners.items() if owner == view.reader)
        self.shut = frozenset(view.owners) - self.own | frozenset(view.closed)
        open_tickets = [standing.ticket for standing in view.tickets or () if not standing.is_done]
        self.open = [self.board.ticket_index[ticket] for ticket in open_tickets]

    @cached_property
    def _edges(self) -> list[tuple[int, int, int]]:
        return [self.board.edges[self.board.track_index[track]] for track in self.own]

    def finishes(self, track: str) -> tuple[TicketStanding, ...]:
        """The tickets that lack nothing more with this track, as they would stand then; the dearest first."""
        edges = [*self._edges, self.board.edges[self.board.track_index[track]]]
        joined = components(edges)
        done = [number for number in self.open if are_joined(self.board.ticket_ends[number], joined)]
        found = [
            TicketStanding(self.board.tickets[number].id, True, True, value(self.board, number, True, edges))
            for number in done
        ]
        return tuple(sorted(found, key=lambda standing: (-standing.points, standing.ticket)))

    def nears(self, track: str) -> tuple[str, ...]:
        """The tickets that have a shortest way over this track, the dearest first."""
        found = [number for number in self.open if self._is_on_a_way(self._track(track), self.board.tickets[number])]
        found.sort(key=lambda number: (-self.board.tickets[number].points, self.board.tickets[number].id))
        return tuple(self.board.tickets[number].id for number in found)

    def _track(self, track: str) -> Track:
        return self.board.tracks[self.board.track_index[track]]

    def _is_on_a_way(self, track: Track, ticket: Ticket) -> bool:
        """Of a tour: on one between two of its stops that follow each other."""
        return any(self._is_between(track, a, b) for a, b in pairwise(ticket.cities))

    def _is_between(self, track: Track, a: str, b: str) -> bool:
        from_a, from_b = (spaces_from(self.view.game, self.own, self.shut, place) for place in (a, b))
        ends = [from_a[city] for city in cities_at(b, self.board.file.countries) if city in from_a]
        over = [
            from_a[one] + track.length + from_b[other]
            for one, other in ((track.a, track.b), (track.b, track.a))
            if one in from_a and other in from_b
        ]
        return bool(ends and over) and min(over) == min(ends)
