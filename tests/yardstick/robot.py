"""A sensible player: joins the cities of its tickets by the cheapest free way, and takes good tracks with the rest.

It sees a view and the legal actions, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.game import Random
from rules.tickets.actions import (
    Cards,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    GiveUpTunnel,
    KeepTickets,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.board import Board
from rules.tickets.features.passengers import Passengers, Wish
from rules.tickets.masks import numbers_in
from rules.tickets.view import TicketView, TunnelView

if TYPE_CHECKING:
    from rules.tickets.legal import TicketActions

FAR = 10_000
ENOUGH_PIECES_FOR_TICKETS = 18
ENOUGH_PIECES_FOR_LONG_TICKETS = 30
WORTH_TOPPING_UP = 2
"""Cards that any tunnel is worth; what is wanted is worth more."""


class Robot:
    def __init__(self, board: Board, view: TicketView, legal: TicketActions, random: Random) -> None:
        self.board, self.view, self.legal, self.random = board, view, legal, random
        assert view.reader is not None
        self.me = view.reader
        self.hand = view.hand or {}
        self.wild = board.kinds.ids[board.kinds.wild]
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
            return self.draw_tickets()
        if self.view.tunnel is not None:
            return self.leave_tunnel(self.view.tunnel)
        if self.view.phase == "second_card":
            return self.draw(self.wanted_tracks())
        return self.turn()

    def turn(self) -> TicketAction:
        wanted = self.wanted_tracks()
        claim = self.claim(wanted)
        if claim is not None:
            return claim
        if "tickets" in self.view.asked and not wanted and self.should_draw_tickets():
            return self.draw_tickets()
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
        as_good = self.with_sisters(wanted)
        targets = [track for track in payable if track in as_good]
        if not targets and (not wanted or self.is_ending() or sum(self.hand.values()) > 24):
            targets = [track for track in payable if not wanted or self.spares(track, wanted)]
            targets = [track for track in targets if not wanted or self.board.tracks[track].length >= 4]
            if not wanted and not self.is_ending() and sum(self.hand.values()) < 12:
                targets = [track for track in targets if self.board.tracks[track].length >= 4]
        if not targets:
            return None
        safe = [track for track in targets if self.is_safe(track)]
        best = max(safe or targets, key=lambda track: (self.gain(track), self.random()))
        return self.paid(best, wanted)

    def with_sisters(self, wanted: set[int]) -> set[int]:
        """The tracks that do what wanted ones do, as far as they can be had."""
        sisters = [sister for track in wanted for sister in numbers_in(self.board.sisters[track])]
        return wanted | {sister for sister in sisters if sister in self.costs}

    def is_safe(self, track: int) -> bool:
        """Whether a card would be left for what a tunnel may ask."""
        asked = self.board.tracks[track]
        if not self.board.tunnels >> track & 1 or self.is_ending():
            return True
        held = [self.hand.get(card.id, 0) for card in self.board.kinds.cards if asked.colour in (None, card.colour)]
        return max(held) + self.hand.get(self.wild, 0) > asked.length

    def gain(self, track: int) -> float:
        """Points at once, and what the passengers at the ends promise."""
        _, promised = self.passengers(track)
        return self.board.points[track] + promised

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
        cards = min(self.legal.payments(name), key=lambda cards: self.sacrifice(cards, needed))
        wish, _ = self.passengers(track)
        return ClaimRoute(self.me, name, cards, wish)

    def passengers(self, track: int) -> tuple[Wish, float]:
        """Whom to take at the ends of a track, and what that promises."""
        rule = self.board.feature(Passengers)
        if rule is None:
            return (None, None), 0.0
        held = [dict(player.passengers) for player in self.view.players]
        wish, promised = list[str | None](), 0.0
        for colours in self.legal.passengers(self.board.tracks[track].id):
            best = max(colours, key=lambda colour: self.promise_of(rule, held, colour), default=None)
            wish.append(best)
            if best is not None:
                promised += self.promise_of(rule, held, best)
                held[self.me][best] += 1
        return (wish[0], wish[1]), promised

    def promise_of(self, rule: Passengers, held: list[dict[str, int]], colour: str) -> float:
        """What one more passenger of a colour changes between this player and the best other, as things stand."""
        now = [player[colour] for player in held]
        then = [count + (seat == self.me) for seat, count in enumerate(now)]
        waiting = sum(there.count(colour) for there in self.view.passengers.values())
        is_lost = max(now) > now[self.me] + waiting
        return 0.5 if is_lost else 2.0 + (self.lead(rule, then) - self.lead(rule, now)) / 4

    def lead(self, rule: Passengers, held: list[int]) -> int:
        points = rule.points(held)
        return points[self.me] - max(gained for seat, gained in enumerate(points) if seat != self.me)

    def leave_tunnel(self, tunnel: TunnelView) -> TicketAction:
        """Top it up, unless that is dear and the track only a makeshift."""
        cards = next(self.legal.top_ups(), None)
        is_wanted = self.board.track_index[tunnel.track] in self.wanted_tracks() or self.is_ending()
        if cards is None or (tunnel.asked > WORTH_TOPPING_UP and not is_wanted):
            return GiveUpTunnel(self.me)
        return TopUpTunnel(self.me, cards)

    def draw_tickets(self) -> TicketAction:
        """Long tickets while there is time to build them, half of them at the opening; as many as there are."""
        if self.view.turn == 0:
            wished = self.board.file.opening_tickets.draw // 2
        else:
            wished = 1 if self.pieces() >= ENOUGH_PIECES_FOR_LONG_TICKETS else 0
        mixes = [action for action in self.legal.of_kind("tickets") if isinstance(action, DrawTickets)]
        return min(mixes, key=lambda action: (-self.drawn_by(action), abs(action.long - wished)))

    def drawn_by(self, action: DrawTickets) -> int:
        """How many tickets a mix would bring."""
        if len(self.view.piles) == 1:
            return 0
        rule = self.board.file.turn_tickets if self.view.turn else self.board.file.opening_tickets
        short, long = self.view.piles.values()
        return min(short, rule.draw - action.long) + min(long, action.long)

    def sacrifice(self, cards: Cards, needed: set[str | None]) -> float:
        kinds = self.board.kinds
        cost = 0.0
        for card, count in cards:
            colour = kinds.cards[kinds.index[card]].colour
            cost += count * (3.0 if colour is None else 1.5 if colour in needed else 1.0)
        return cost

    def draw(self, wanted: set[int]) -> TicketAction:
        """Take a face-up card that brings a wanted track nearer, else one blind."""
        draws = [action for kind in ("draw", "blind") for action in self.legal.of_kind(kind)]
        return max(draws, key=lambda action: (self.use_of(action, wanted), self.random()))

    def use_of(self, action: TicketAction, wanted: set[int]) -> float:
        if isinstance(action, DrawBlind):
            return 1.0
        assert isinstance(action, DrawCard)
        card = self.board.kinds.cards[self.board.kinds.index[action.card]]
        if card.colour is None:
            return self.use_of_wild(wanted)
        held = self.hand.get(action.card, 0)
        use = 0.05 * held
        for track in self.with_sisters(wanted):
            asked = self.board.tracks[track]
            needed = asked.length - asked.locomotives + (self.board.tunnels >> track & 1)
            if asked.colour == card.colour and held < needed:
                use = max(use, 2.0 + held / needed)
            elif asked.colour is None and held < needed:
                use = max(use, 0.9 + held / needed)
        return use

    def use_of_wild(self, wanted: set[int]) -> float:
        """Great where wild cards go anywhere; else it depends on the symbols and tunnels that are wanted."""
        if self.board.file.row.wild_limit:
            return 2.2 if self.view.phase == "second_card" else 1.5
        asked = sum(self.board.tracks[track].locomotives + (self.board.tunnels >> track & 1) for track in wanted)
        return 2.9 if self.hand.get(self.wild, 0) < asked else 0.95
