"""A sensible player: joins the cities of its tickets by the cheapest free way, and takes good tracks with the rest.

It sees a view and the legal actions, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.game import Random
from rules.tickets.actions import Cards, ClaimRoute, DrawBlind, DrawCard, DrawTickets, KeepTickets, TicketAction
from rules.tickets.board import Board
from rules.tickets.view import TicketView

if TYPE_CHECKING:
    from rules.tickets.legal import TicketActions

FAR = 10_000
ENOUGH_PIECES_FOR_TICKETS = 18


def advise(board: Board, view: TicketView, legal: TicketActions, random: Random) -> TicketAction:
    return Robot(board, view, legal, random).choose()


class Robot:
    def __init__(self, board: Board, view: TicketView, legal: TicketActions, random: Random) -> None:
        self.board, self.view, self.legal, self.random = board, view, legal, random
        assert view.reader is not None
        self.me = view.reader
        self.hand = view.hand or {}
        self.costs = self._costs()
        self.neighbours = self._neighbours()

    def _costs(self) -> dict[int, int]:
        """Spaces still to build by track number: none for one's own, no entry for a track that can't be had."""
        board, view = self.board, self.view
        owned = {board.track_index[track]: owner for track, owner in view.owners.items()}
        closed = {board.track_index[track] for track in view.closed}
        mine = sum(1 << track for track, owner in owned.items() if owner == self.me)
        costs = {}
        for number, track in enumerate(board.tracks):
            if owned.get(number) == self.me:
                costs[number] = 0
            elif number not in owned and number not in closed and not board.sisters[number] & mine:
                costs[number] = track.length
        return costs

    def _neighbours(self) -> dict[int, list[tuple[int, int, int]]]:
        found: dict[int, list[tuple[int, int, int]]] = {}
        for track, cost in self.costs.items():
            a, b = self.board.ends[track]
            found.setdefault(a, []).append((b, track, cost))
            found.setdefault(b, []).append((a, track, cost))
        return found

    def choose(self) -> TicketAction:
        asked = self.view.asked
        if "keep" in asked:
            return self.keep()
        if asked == ("tickets",):
            return DrawTickets(self.me, 0)
        if self.view.phase == "second_card":
            return self.draw(self.wanted_tracks())
        return self.turn()

    def turn(self) -> TicketAction:
        wanted = self.wanted_tracks()
        claim = self.claim(wanted)
        if claim is not None:
            return claim
        if "tickets" in self.view.asked and not wanted and self.should_draw_tickets():
            return next(action for action in self.legal if isinstance(action, DrawTickets))
        if {"draw", "blind"} & {*self.view.asked}:
            return self.draw(wanted)
        return next(iter(self.legal))

    def pieces(self) -> int:
        return sum(self.view.own_pieces or (0,))

    def should_draw_tickets(self) -> bool:
        return self.view.turns_left is None and self.pieces() >= ENOUGH_PIECES_FOR_TICKETS

    def wanted_tracks(self) -> set[int]:
        """Tracks on the cheapest ways for the tickets still open, best ticket first, as far as the pieces go."""
        left, wanted = self.pieces(), set[int]()
        free = dict(self.costs)
        still_open = [t for t in self.view.tickets or () if not t.is_done and t.can_be_done]
        for ticket in sorted(still_open, key=lambda ticket: ticket.points):
            cost, way = self.way(self.board.ticket_index[ticket.ticket], free)
            if cost <= left:
                left -= cost
                wanted |= {track for track in way if free[track]}
                free.update(dict.fromkeys(way, 0))
        return wanted

    def way(self, ticket: int, costs: dict[int, int]) -> tuple[int, list[int]]:
        """The cheapest way that joins all places of a ticket, one after the other: its cost and tracks."""
        places = self.board.ticket_ends[ticket]
        total, tracks, known = 0, list[int](), dict(costs)
        for start, goal in pairwise(places):
            cost, way = self.shortest(start, goal, known)
            if cost >= FAR:
                return FAR, []
            total += cost
            tracks += way
            known.update(dict.fromkeys(way, 0))
        return total, tracks

    def shortest(self, start: Iterable[int], goal: Iterable[int], costs: dict[int, int]) -> tuple[int, list[int]]:
        goals, seen = set(goal), set[int]()
        queue: list[tuple[int, int, int, list[int]]] = [(0, 0, city, []) for city in start]
        while queue:
            cost, steps, city, way = heappop(queue)
            if city in goals:
                return cost, way
            if city in seen:
                continue
            seen.add(city)
            for other, track, _ in self.neighbours.get(city, ()):
                if other not in seen:
                    heappush(queue, (cost + costs[track], steps + 1, other, [*way, track]))
        return FAR, []

    def keep(self) -> KeepTickets:
        """The choice that promises most: values of what can be joined, less what building it takes."""
        choices = [action for action in self.legal if isinstance(action, KeepTickets)]
        return max(choices, key=lambda action: self.promise(action.tickets))

    def promise(self, tickets: tuple[str, ...]) -> float:
        left, worth = self.pieces() * 0.85, 0.0
        free = dict(self.costs)
        for name in sorted(tickets, key=lambda name: -self.board.tickets[self.board.ticket_index[name]].points):
            number = self.board.ticket_index[name]
            value = self.board.tickets[number].points
            cost, way = self.way(number, free)
            if cost > left:
                worth -= value
                continue
            left -= cost
            worth += value - 0.6 * cost
            free.update(dict.fromkeys(way, 0))
        return worth

    def claim(self, wanted: set[int]) -> ClaimRoute | None:
        """A wanted track if one can be paid; else a good one, once nothing is wanted or the hand is full."""
        payable = [self.board.track_index[track] for track in self.legal.tracks()]
        targets = [track for track in payable if track in wanted]
        if not targets and (not wanted or self.is_ending() or sum(self.hand.values()) > 24):
            targets = [track for track in payable if not wanted or self.spares(track, wanted)]
            targets = [track for track in targets if not wanted or self.board.tracks[track].length >= 4]
            if not wanted and not self.is_ending() and sum(self.hand.values()) < 12:
                targets = [track for track in targets if self.board.tracks[track].length >= 4]
        if not targets:
            return None
        best = max(targets, key=lambda track: (self.board.points[track], self.random()))
        return self.paid(best, wanted)

    def is_ending(self) -> bool:
        return self.view.turns_left is not None or min(self._all_pieces()) <= 8

    def _all_pieces(self) -> list[int]:
        return [(player.wagons or 0) + (player.ships or 0) for player in self.view.players]

    def spares(self, track: int, wanted: set[int]) -> bool:
        """Whether a track leaves enough pieces for what is wanted."""
        return self.pieces() - self.board.tracks[track].length >= sum(self.costs[other] for other in wanted)

    def paid(self, track: int, wanted: set[int]) -> ClaimRoute:
        """Pay thriftily, and where there is a choice with a colour that nothing else wanted asks for."""
        name = self.board.tracks[track].id
        needed = {self.board.tracks[other].colour for other in wanted if other != track}
        payments = list(self.legal.payments(name))
        return ClaimRoute(self.me, name, min(payments, key=lambda cards: self.sacrifice(cards, needed)))

    def sacrifice(self, cards: Cards, needed: set[str | None]) -> float:
        kinds = self.board.kinds
        cost = 0.0
        for card, count in cards:
            colour = kinds.cards[kinds.index[card]].colour
            cost += count * (3.0 if colour is None else 1.5 if colour in needed else 1.0)
        return cost

    def draw(self, wanted: set[int]) -> TicketAction:
        """Take a face-up card that brings a wanted track nearer, else one blind."""
        draws = [action for action in self.legal if isinstance(action, DrawCard | DrawBlind)]
        return max(draws, key=lambda action: (self.use_of(action, wanted), self.random()))

    def use_of(self, action: TicketAction, wanted: set[int]) -> float:
        if isinstance(action, DrawBlind):
            return 1.0
        assert isinstance(action, DrawCard)
        card = self.board.kinds.cards[self.board.kinds.index[action.card]]
        if card.colour is None:
            return 2.2 if self.view.phase == "second_card" or not self.board.file.row.wild_limit else 1.5
        held = self.hand.get(action.card, 0)
        use = 0.05 * held
        for track in wanted:
            asked = self.board.tracks[track]
            if asked.colour == card.colour and held < asked.length:
                use = max(use, 2.0 + held / asked.length)
            elif asked.colour is None and held < asked.length:
                use = max(use, 0.9 + held / asked.length)
        return use
