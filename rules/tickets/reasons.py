"""Why an action is good, as facts that can be checked against the view: what a hint tells of a robot's choice."""

from collections.abc import Iterator

from rules.game import PlayerId, Reason
from rules.tickets.actions import (
    BuildHarbour,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.board import Board
from rules.tickets.maps import Ticket, Track
from rules.tickets.view import TicketView
from rules.tickets.ways import Way, way_for, way_over

FEW = 1
"""Free tracks at a city that make it a narrow place."""


class FinishesTicket(Reason, frozen=True, tag="finishes"):
    ticket: str
    points: int


class NearsTicket(Reason, frozen=True, tag="nears"):
    """The track lies on a shortest way of a ticket."""

    ticket: str
    spaces: int
    """To go after it."""


class ScoresPoints(Reason, frozen=True, tag="points"):
    points: int


class FewWaysLeft(Reason, frozen=True, tag="few_ways"):
    """Somebody else is at a city already, and hardly any other track to it is free."""

    city: str
    player: PlayerId
    left: int


class CardNeeded(Reason, frozen=True, tag="card_needed"):
    """A track on the way of a ticket has this colour, and not enough cards of it are held."""

    card: str
    track: str
    ticket: str


class CardCollected(Reason, frozen=True, tag="card_collected"):
    card: str
    held: int


class CardIsWild(Reason, frozen=True, tag="card_wild"):
    card: str


class NothingUp(Reason, frozen=True, tag="nothing_up"):
    """No face-up card has a colour that the ways of the tickets ask for."""


class TracksAhead(Reason, frozen=True, tag="tracks_ahead"):
    """Tracks that are still to be claimed on the ways of open tickets."""

    tracks: int


class NoTicketOpen(Reason, frozen=True, tag="no_ticket_open"):
    """Every ticket is finished, or can't be any more."""

    pieces: int
    """Left to build with."""


class TicketsOpen(Reason, frozen=True, tag="tickets_open"):
    """Tickets that are not finished and still can be."""

    tickets: int


class TicketAhead(Reason, frozen=True, tag="ticket_ahead"):
    ticket: str
    points: int
    spaces: int


class SpacesAhead(Reason, frozen=True, tag="spaces_ahead"):
    """What the shortest ways of all open tickets take together."""

    rail: int
    sea: int


class TicketsAt(Reason, frozen=True, tag="tickets_at"):
    """The own tickets that name a city."""

    city: str
    tickets: int
    finished: int


class TunnelAsks(Reason, frozen=True, tag="tunnel_asks"):
    cards: int


class NothingElse(Reason, frozen=True, tag="nothing_else"):
    """There is no other move."""


TicketReason = (
    FinishesTicket
    | NearsTicket
    | ScoresPoints
    | FewWaysLeft
    | CardNeeded
    | CardCollected
    | CardIsWild
    | NothingUp
    | TracksAhead
    | NoTicketOpen
    | TicketsOpen
    | TicketAhead
    | SpacesAhead
    | TicketsAt
    | TunnelAsks
    | NothingElse
)


def reasons(board: Board, view: TicketView, action: TicketAction) -> tuple[Reason, ...]:
    """The most telling first."""
    return tuple(Facts(board, view).about(action))


class Facts:
    def __init__(self, board: Board, view: TicketView) -> None:
        assert view.reader is not None
        self.board, self.view, self.me = board, view, view.reader
        self.own = frozenset(track for track, owner in view.owners.items() if owner == self.me)
        self.shut = frozenset(view.owners) - self.own | frozenset(view.closed)
        held = {standing.ticket: standing for standing in view.tickets or ()}
        self.open = [ticket for ticket in board.tickets if ticket.id in held and not held[ticket.id].is_done]
        self.held = [ticket for ticket in board.tickets if ticket.id in held]
        self.done = {name for name, standing in held.items() if standing.is_done}
        self.hopeless = {name for name, standing in held.items() if not standing.can_be_done}

    def about(self, action: TicketAction) -> Iterator[Reason]:
        match action:
            case ClaimRoute():
                yield from self.claim(self.board.tracks[self.board.track_index[action.track]])
            case DrawCard():
                yield from self.card(action.card)
            case DrawBlind():
                yield from self.blind()
            case KeepTickets():
                yield from self.keep(action.tickets)
            case DrawTickets():
                yield from self.new_tickets()
            case TopUpTunnel() | GiveUpTunnel():
                yield from self.tunnel(action)
            case BuildHarbour():
                named = [ticket for ticket in self.held if action.city in ticket.cities]
                yield TicketsAt(action.city, len(named), sum(ticket.id in self.done for ticket in named))
            case ChoosePieces() | ExchangePieces():
                yield self.spaces()
            case _:
                yield NothingElse()

    def way(self, ticket: Ticket) -> Way | None:
        return way_for(self.view, self.me, ticket)

    def ways(self) -> list[tuple[Ticket, Way]]:
        """Of open tickets between two places; tours may be joined in too many ways to speak of one."""
        found = [(ticket, self.way(ticket)) for ticket in self.open]
        return [(ticket, way) for ticket, way in found if way is not None]

    def claim(self, track: Track) -> Iterator[Reason]:
        near = list[Reason]()
        for ticket, way in self.ways():
            after = way_over(self.view.game, self.own | {track.id}, self.shut, *ticket.cities)
            if after is None or way.spaces - after.spaces < track.length:
                continue
            if after.spaces:
                near.append(NearsTicket(ticket.id, after.spaces))
            else:
                yield FinishesTicket(ticket.id, ticket.points)
        yield from near
        for city in (track.a, track.b):
            yield from self.narrow(city, track)
        yield ScoresPoints(self.board.points[self.board.track_index[track.id]])

    def narrow(self, city: str, track: Track) -> Iterator[Reason]:
        at = [each for each in self.board.tracks if city in (each.a, each.b)]
        free = [each for each in at if each.id not in self.view.owners and each.id not in self.view.closed]
        others = {self.view.owners[each.id] for each in at if each.id in self.view.owners} - {self.me}
        left = sum(each.id != track.id for each in free)
        if others and left <= FEW:
            yield FewWaysLeft(city, min(others), left)

    def card(self, name: str) -> Iterator[Reason]:
        card = self.board.kinds.cards[self.board.kinds.index[name]]
        if card.colour is None:
            yield CardIsWild(name)
            return
        held = (self.view.hand or {}).get(name, 0)
        for ticket, way in self.ways():
            for each in way.tracks:
                track = self.board.tracks[self.board.track_index[each]]
                if self.pays(track, name) and held < track.length:
                    yield CardNeeded(name, track.id, ticket.id)
                    return
        if held:
            yield CardCollected(name, held)
        yield from self.ahead()

    def pays(self, track: Track, name: str) -> bool:
        """Whether a track asks for the very colour of a card."""
        card = self.board.kinds.cards[self.board.kinds.index[name]]
        return track.colour is not None and track.colour == card.colour and (track.kind == "sea") == (card.ships > 0)

    def blind(self) -> Iterator[Reason]:
        tracks = [self.board.tracks[self.board.track_index[each]] for _, way in self.ways() for each in way.tracks]
        up = {card for card in self.view.row if card is not None}
        if tracks and not any(self.pays(track, card) for track in tracks for card in up):
            yield NothingUp()
        yield from self.ahead()

    def ahead(self) -> Iterator[Reason]:
        tracks = {track for _, way in self.ways() for track in way.tracks}
        if tracks:
            yield TracksAhead(len(tracks))
        else:
            yield self.rest()

    def rest(self) -> Reason:
        """Where no way can be named."""
        hopeful = [ticket for ticket in self.open if ticket.id not in self.hopeless]
        return TicketsOpen(len(hopeful)) if hopeful else NoTicketOpen(sum(self.view.own_pieces or ()))

    def keep(self, tickets: tuple[str, ...]) -> Iterator[Reason]:
        found = [self.board.tickets[self.board.ticket_index[name]] for name in tickets]
        ways = [(ticket, self.way(ticket)) for ticket in found]
        ahead = [TicketAhead(ticket.id, ticket.points, way.spaces) for ticket, way in ways if way is not None]
        yield from sorted(ahead, key=lambda reason: (reason.spaces - reason.points, reason.ticket))

    def new_tickets(self) -> Iterator[Reason]:
        yield from self.ahead()

    def tunnel(self, action: TicketAction) -> Iterator[Reason]:
        tunnel = self.view.tunnel
        assert tunnel is not None
        if isinstance(action, TopUpTunnel):
            found = self.claim(self.board.tracks[self.board.track_index[tunnel.track]])
            yield from (reason for reason in found if isinstance(reason, FinishesTicket | NearsTicket))
        yield TunnelAsks(tunnel.asked)

    def spaces(self) -> Reason:
        tracks = {track for _, way in self.ways() for track in way.tracks}
        found = [self.board.tracks[self.board.track_index[track]] for track in tracks]
        sea = sum(track.length for track in found if track.kind == "sea")
        return SpacesAhead(sum(track.length for track in found) - sea, sea)
