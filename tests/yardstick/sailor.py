"""A sensible player where there are wagons and ships: plans by land and sea, and builds harbours at ticket cities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.tickets.actions import (
    BuildHarbour,
    Cards,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    TicketAction,
)
from rules.tickets.features.harbours import Harbours
from rules.tickets.features.pieces import PieceChoice
from rules.tickets.maps import Ticket, Track
from tests.yardstick.robot import FAR, Robot

FULL_HAND = 26
GOOD_LENGTH = 5
"""Tracks of so many spaces are worth their cards without a ticket."""
MOST_EXCHANGED = 5


class Sailor(Robot):
    def choose(self) -> TicketAction:
        if self.view.asked == ("pieces",):
            return self.choose_pieces()
        return super().choose()

    def choose_pieces(self) -> ChoosePieces:
        """What the tickets ask for, and of the rest a third in wagons."""
        found = self.legal.pieces()
        assert found is not None
        allowed, _ = found
        rail, sea = self.spaces(self.wanted_tracks())
        wagons = rail + (self.pieces() - rail - sea) // 3
        return ChoosePieces(self.me, min(max(wagons, allowed[0]), allowed[-1]))

    def turn(self) -> TicketAction:
        wanted = self.wanted_tracks()
        worth, harbour = self.harbour()
        if harbour is not None and worth > self.unbuilt:
            return harbour
        claim = self.claim(wanted)
        if harbour is not None and self.is_ending() and (claim is None or self.points_of(claim) <= self.unbuilt):
            return harbour
        if claim is not None:
            return claim
        return self.exchange(wanted) or self.replenish(wanted)

    def replenish(self, wanted: set[int]) -> TicketAction:
        asked = {*self.view.asked}
        if "tickets" in asked and not wanted and self.should_draw_tickets():
            return DrawTickets(self.me)
        return self.draw(wanted) if {"draw", "blind"} & asked else next(iter(self.legal))

    # Pieces

    def pieces(self) -> int:
        return sum(self.own_pieces())

    def own_pieces(self) -> tuple[int, int]:
        """Wagons and ships; before they are chosen, as many as could be."""
        rule = self.board.feature(PieceChoice)
        if self.view.own_pieces is not None or rule is None:
            return self.view.own_pieces or (0, 0)
        wagons = rule.wagons(self.board)[-1]
        return wagons, rule.pieces - wagons

    def spaces(self, tracks: Iterable[int]) -> tuple[int, int]:
        """Of tracks that are still to be claimed, by rail and by sea."""
        rail = sea = 0
        for track in tracks:
            length = self.costs[track]
            if self.board.sea >> track & 1:
                sea += length
            else:
                rail += length
        return rail, sea

    def have_pieces_for(self, tracks: Iterable[int]) -> bool:
        """A few pieces could still be exchanged."""
        rail, sea = self.spaces(tracks)
        wagons, ships = self.own_pieces()
        extra = self.board.file.pieces["ships"] if self.view.own_pieces is None else MOST_EXCHANGED
        return rail + sea <= wagons + ships and rail <= wagons + MOST_EXCHANGED and sea <= ships + extra

    def exchange(self, wanted: set[int]) -> ExchangePieces | None:
        """When one kind of piece is short for what is wanted and the other is not."""
        rail, sea = self.spaces(wanted)
        wagons, ships = self.own_pieces()
        for_wagons, for_ships = self.legal.exchanges()
        if 0 < rail - wagons <= min(for_wagons, ships - sea):
            return ExchangePieces(self.me, "wagons", rail - wagons)
        if 0 < sea - ships <= min(for_ships, wagons - rail):
            return ExchangePieces(self.me, "ships", sea - ships)
        return None

    # Tickets and tracks

    def effort(self, track: Track) -> int:
        """Cards for a track, roughly, and the turn to claim it, in tenths."""
        a_space = 20 if track.pairs else 7 if track.kind == "sea" else 10
        return 15 + a_space * track.length

    def efforts(self) -> dict[int, int]:
        return {track: self.effort(self.board.tracks[track]) if cost else 0 for track, cost in self.costs.items()}

    def value(self, ticket: Ticket) -> int:
        return ticket.points if ticket.in_order is None else ticket.in_order

    def loss(self, ticket: Ticket) -> int:
        return ticket.points if ticket.penalty is None else ticket.penalty

    def wanted_tracks(self) -> set[int]:
        standings = [ticket for ticket in self.view.tickets or () if not ticket.is_done and ticket.can_be_done]
        tickets = [self.board.tickets[self.board.ticket_index[standing.ticket]] for standing in standings]
        return self.planned(tickets)[0]

    def planned(self, tickets: Sequence[Ticket]) -> tuple[set[int], float]:
        """The tracks to claim for tickets, most valuable first as far as the pieces go, and what the whole promises."""
        wanted, worth, known = set[int](), 0.0, self.efforts()
        for ticket in sorted(tickets, key=lambda ticket: -self.value(ticket) - self.loss(ticket)):
            effort, way = self.way(self.board.ticket_index[ticket.id], known)
            tracks = wanted | {track for track in way if self.costs[track]}
            if effort >= FAR or not self.have_pieces_for(tracks):
                worth -= self.loss(ticket)
                continue
            worth += self.value(ticket) - 0.06 * effort
            wanted = tracks
            known.update(dict.fromkeys(way, 0))
        return wanted, worth

    def promise(self, tickets: tuple[str, ...]) -> float:
        held = [ticket.ticket for ticket in self.view.tickets or () if not ticket.is_done]
        names = [*held, *tickets]
        return self.planned([self.board.tickets[self.board.ticket_index[name]] for name in names])[1]

    def is_ending(self) -> bool:
        return self.view.turns_left is not None or min(self._all_pieces()) <= 2 * self.board.file.last_round.pieces

    def claim(self, wanted: set[int]) -> ClaimRoute | None:
        """A wanted track if one can be paid; else a long one, once nothing is wanted or the hand is full."""
        payable = [self.board.track_index[track] for track in self.legal.tracks()]
        targets = [track for track in payable if track in wanted]
        if not targets and (not wanted or self.is_ending() or sum(self.hand.values()) >= FULL_HAND):
            least = 1 if self.is_ending() else GOOD_LENGTH
            targets = [track for track in payable if self.board.tracks[track].length >= least]
            targets = [track for track in targets if self.spares(track, wanted)]
        if not targets:
            return None
        return self.paid(max(targets, key=lambda track: (self.board.points[track], self.random())), wanted)

    def points_of(self, claim: ClaimRoute) -> int:
        return self.board.points[self.board.track_index[claim.track]]

    def spares(self, track: int, wanted: set[int]) -> bool:
        return self.have_pieces_for({track, *wanted})

    # Harbours

    @property
    def unbuilt(self) -> int:
        """Points that any harbour saves."""
        rule = self.board.feature(Harbours)
        return -rule.unbuilt if rule else 0

    def harbour(self) -> tuple[int, BuildHarbour | None]:
        """The best place for a harbour now, and what it adds to the result."""
        worth = {city: self.harbour_worth(city) for city in self.legal.harbours()}
        if not worth:
            return 0, None
        city = max(worth, key=lambda city: (worth[city], self.random()))
        return worth[city], BuildHarbour(self.me, city, next(self.legal.harbour_payments()))

    def harbour_worth(self, city: str) -> int:
        """Counting the tickets that are done, and of those under way half."""
        rule = self.board.feature(Harbours)
        assert rule is not None
        named = [held for held in self.view.tickets or () if city in self.cities_of(held.ticket)]
        done = sum(held.is_done for held in named)
        likely = done + sum(held.can_be_done for held in named if not held.is_done)
        most = len(rule.points) - 1
        return (rule.points[min(done, most)] + rule.points[min(likely, most)]) // 2 - rule.unbuilt

    def cities_of(self, ticket: str) -> tuple[str, ...]:
        return self.board.tickets[self.board.ticket_index[ticket]].cities

    def symbols(self, colour: str | None) -> int:
        """How far the hand has come towards a harbour of one colour, jokers left aside."""
        rule = self.board.feature(Harbours)
        if rule is None or not self.view.players[self.me].harbours_left:
            return 0
        cards = [card for card in self.board.kinds.cards if card.harbour and card.colour == colour]
        return sum(min(self.hand.get(card.id, 0), rule.ships if card.ships else rule.wagons) for card in cards)

    # Cards

    def sacrifice(self, cards: Cards, needed: set[str | None]) -> float:
        kinds, cost = self.board.kinds, super().sacrifice(cards, needed)
        for name, count in cards:
            card = kinds.cards[kinds.index[name]]
            if card.harbour:
                cost += 0.4 * count * self.symbols(card.colour)
            elif card.ships > 1:
                cost += 0.5 * count
        return cost

    def draw(self, wanted: set[int]) -> TicketAction:
        draws = [action for kind in ("draw", "blind") for action in self.legal.of_kind(kind)]
        rail, sea = self.spaces(wanted)
        wants = "ships" if sea > rail else "wagons"
        return max(draws, key=lambda action: (self.use_of(action, wanted), self.fills(action, wants), self.random()))

    def fills(self, action: TicketAction, wants: str) -> bool:
        return isinstance(action, DrawCard) and action.refill == wants

    def use_of(self, action: TicketAction, wanted: set[int]) -> float:
        if isinstance(action, DrawBlind):
            rail, sea = self.spaces(wanted)
            return 1.0 if (action.deck == "ships") == (sea > rail) else 0.9
        assert isinstance(action, DrawCard)
        card = self.board.kinds.cards[self.board.kinds.index[action.card]]
        if card.colour is None:
            return 1.8
        use = 0.05 * self.held(card.colour, card.deck) + 0.2 * max(0, card.ships - 1)
        for track in wanted:
            use = max(use, self.use_for(self.board.tracks[track], card.colour, card.deck) + 0.2 * card.ships)
        if card.harbour and self.hand.get(action.card, 0) < 2 and self.symbols(card.colour):
            use = max(use, 1.0 + 0.4 * self.symbols(card.colour))
        return use

    def held(self, colour: str, deck: str) -> int:
        """Spaces that the cards of one colour and deck cover."""
        cards = [card for card in self.board.kinds.cards if card.deck == deck and card.colour == colour]
        return sum(self.hand.get(card.id, 0) * max(1, card.ships) for card in cards)

    def use_for(self, track: Track, colour: str, deck: str) -> float:
        if (track.kind == "sea") != (deck == "ships") or track.colour not in (None, colour):
            return 0.0
        held, needed = self.held(colour, deck), track.length
        if track.pairs:
            return 1.6 if held % 2 else 1.0
        if held >= needed:
            return 0.0
        return (2.0 if track.colour else 0.9) + held / needed
