"""Worlds that a view allows: what the reader can't see is dealt, the likelier the better it fits what lies on the map.

Cards are counted: what lies nowhere open and is not in the own hand is in the decks or in the others' hands, and how
many each of them holds is known. Tickets of others are guessed as small sets, particles (`guess`). Everything that is
the same for all worlds of a view is worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from rules.game import PlayerId, Random
from rules.search import numbers
from rules.tickets.known import known_box
from rules.tickets.masks import mask_of
from rules.tickets.robots.counting import is_joined
from rules.tickets.robots.ground import Ground, ground_for
from rules.tickets.robots.guess import Guess
from rules.tickets.robots.plan import NetworkPlanner, goal_of
from rules.tickets.robots.possible import PossibleTicketWorld
from rules.tickets.robots.quick import plan_of
from rules.tickets.robots.situation import Situation
from rules.tickets.robots.weights import weights_for
from rules.tickets.robots.world import (
    CHOOSING,
    NEVER,
    OPENING,
    OVER,
    SECOND_CARD,
    TUNNEL,
    TURN,
    joined,
)
from rules.tickets.state import EMPTY

if TYPE_CHECKING:
    from rules.tickets.board import Board
    from rules.tickets.view import TicketView

PHASES = {
    "opening": OPENING,
    "turn": TURN,
    "second_card": SECOND_CARD,
    "choosing_tickets": CHOOSING,
    "tunnel": TUNNEL,
    "over": OVER,
}
PARTICLES = 24
"""Sets of tickets that are thought of for each opponent."""
LEAST_WAGONS = 15
"""While pieces are chosen in secret, others are thought to take so many or more."""


class SameView:
    """A view as a key by identity: the worlds of one search are all of the same."""

    def __init__(self, view: TicketView) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameView) and other.view is self.view


@lru_cache(maxsize=4)
def sampler_for(board: Board, seen: SameView) -> Sampler:
    return Sampler(ground_for(board), seen.view)


def sample(board: Board, view: TicketView, random: Random) -> PossibleTicketWorld:
    return sampler_for(board, SameView(view)).world(random)


def shuffled(things: Sequence[int], random: Random) -> list[int]:
    return sorted(things, key=lambda _: random())


def no_shuffle(things: Sequence[int], _deck: int, _times: int) -> Sequence[int]:
    return things


class Sampler:
    def __init__(self, ground: Ground, view: TicketView) -> None:
        assert view.reader is not None
        self.ground, self.view, self.me = ground, view, view.reader
        self.others = [seat for seat in range(view.seats) if seat != view.reader]
        self.known = PossibleTicketWorld(ground, view.seats, no_shuffle)
        self._lay_out()
        self._count_cards()
        self._count_tickets()
        self.known.conductors_plan = lru_cache(maxsize=64)(self._plan)
        if view.turn:
            self.known.plans[self.me] = self.known.conductors_plan(self.known.tickets[self.me])

    def _plan(self, tickets: tuple[int, ...]) -> int:
        """The conductor's, for own tickets: the quick player follows it until somebody takes a track of it."""
        board, world, view = self.ground.board, self.known, self.view
        weights = weights_for(board.file.id, view.seats)
        goals = [
            goal_of(board, ticket)
            for ticket in tickets
            if not is_joined(self.ground.places[ticket], world.parts[self.me])
        ]
        if not goals:
            return 0
        return mask_of(NetworkPlanner(Situation(board, view, weights)).plan(goals, filler=False).tracks)

    def _lay_out(self) -> None:
        """What everybody sees."""
        world, view, board = self.known, self.view, self.ground.board
        world.phase, world.turn, world.current = PHASES[view.phase], view.turn, view.current or 0
        world.turns_left = NEVER if view.turns_left is None else view.turns_left
        for name, owner in view.owners.items():
            track = board.track_index[name]
            a, b = board.ends[track]
            world.tracks[owner] |= 1 << track
            world.barred[owner] |= board.sisters[track]
            world.parts[owner] = joined(world.parts[owner], 1 << a | 1 << b)
        world.open &= ~sum(world.tracks) & ~mask_of([board.track_index[name] for name in view.closed])
        for seat, player in enumerate(view.players):
            world.points[seat], world.harbours_left[seat] = player.points, player.harbours_left
            world.passengers[seat] = tuple(player.passengers.values())
            self._give_pieces(seat, player.wagons, player.ships)
        if self.ground.passengers:
            waiting = [view.passengers.get(place, ()) for place in board.places]
            world.waiting = [tuple(board.passenger_numbers[colour] for colour in there) for there in waiting]
        world.harbours = tuple((board.city_index[harbour.city], harbour.player) for harbour in view.harbours)
        world.row = [EMPTY if card is None else board.kinds.index[card] for card in view.row]
        if view.phase == "opening":
            order = ("tickets", "keep", "pieces")
            rule = self.ground.piece_choice
            world.opening[self.me] = (
                tuple(kind for kind in order[order.index(view.asked[0]) :] if kind != "pieces" or rule)
                if view.asked
                else ()
            )

    def _give_pieces(self, seat: PlayerId, wagons: int | None, ships: int | None) -> None:
        """What isn't on the map or in front of the player is in the box; before the choice, all of it."""
        world = self.known
        if seat == self.me:
            wagons, ships = self.view.own_pieces or (0, 0)
        world.wagons[seat], world.ships[seat] = wagons or 0, ships or 0
        world.boxes[seat] = known_box(self.ground.board, world.tracks[seat], world.wagons[seat], world.ships[seat])

    def _count_cards(self) -> None:
        """All cards less those that can be seen."""
        world, view, kinds = self.known, self.view, self.ground.board.kinds
        world.hands[self.me] = kinds.pack(tuple((view.hand or {}).items()))
        discards = kinds.pack(tuple(view.discards.items()))
        world.discards = [discards & own for own in kinds.in_deck]
        seen = world.hands[self.me] + discards + kinds.of_kinds([kind for kind in world.row if kind != EMPTY])
        if view.tunnel:
            laid, turned = kinds.pack(view.tunnel.laid), [kinds.index[card] for card in view.tunnel.turned]
            track = self.ground.board.track_index[view.tunnel.track]
            world.tunnel = (track, laid, tuple(turned), view.tunnel.asked, (None, None))
            seen += laid
            if self.ground.board.rulings.turned_lie_apart:
                seen += kinds.of_kinds(turned)
        left = sum([card.count * unit for card, unit in zip(kinds.cards, kinds.units, strict=True)]) - seen
        self.unseen = [list(kinds.each(left & own)) for own in kinds.in_deck]
        self.held = [[player.cards_by_deck[name] for name in kinds.deck_names] for player in view.players]

    def _count_tickets(self) -> None:
        """Own ones are known; of the others' only how many."""
        board, view, world = self.ground.board, self.view, self.known
        world.tickets[self.me] = board.ticket_numbers([held.ticket for held in view.tickets or ()])
        world.offers[self.me] = board.ticket_numbers(view.offer)
        for final in view.final:
            world.tickets[final.player] = board.ticket_numbers([held.ticket for held in final.tickets])
        mine = {*world.tickets[self.me], *world.offers[self.me]}
        self.tickets_unseen = [ticket for ticket in range(len(board.tickets)) if ticket not in mine]
        opening = board.file.opening_tickets
        self.holds = [player.tickets or (opening.keep + 1 if not view.turn else 0) for player in view.players]
        random = numbers(view.turn + 1)
        self.quotas = self._quotas(random)
        self.guesses = {seat: Guess(self.ground, world, seat, self.tickets_unseen) for seat in self.others}
        self.particles = {
            seat: [guess.likely(self.quotas[seat], random) for _ in range(PARTICLES)]
            for seat, guess in self.guesses.items()
        }
        self.plans: dict[tuple[PlayerId, tuple[int, ...]], int] = {}

    def _quotas(self, random: Random) -> list[list[int]]:
        """By player, how many tickets come from each pile; where nobody can know, one way in which it may be."""
        board, view = self.ground.board, self.view
        in_hands: list[int] = []
        for pile, name in enumerate(board.pile_names):
            unseen = sum([board.pile_of[ticket] == pile for ticket in self.tickets_unseen])
            in_hands += [pile] * max(0, unseen - view.piles[name])
        in_hands = shuffled(in_hands, random)
        quotas = []
        for seat in range(view.seats):
            own = [in_hands.pop() if in_hands else 0 for _ in range(self.holds[seat])] if seat != self.me else []
            quotas.append([own.count(pile) for pile in range(len(board.pile_names))])
        return quotas

    def world(self, random: Random) -> PossibleTicketWorld:
        world = self.known.copy()
        seed = int(random() * 2**53)
        world.shuffle = lambda things, deck, times: shuffled(things, numbers(seed + 31 * deck + 101 * times))
        self._deal_cards(world, random)
        if not self.view.is_over:
            self._deal_tickets(world, random)
        if self.view.phase == "opening" and self.ground.piece_choice:
            self._choose_pieces(world, random)
        if world.phase == OPENING and not any(world.opening):
            world.after_opening_answer()
        return world

    def _deal_cards(self, world: PossibleTicketWorld, random: Random) -> None:
        units = self.ground.units
        for deck, unseen in enumerate(self.unseen):
            cards = shuffled(unseen, random)
            for seat in self.others:
                for _ in range(self.held[seat][deck]):
                    world.hands[seat] += units[cards.pop()]
            world.decks[deck], world.left[deck] = bytes(cards), len(cards)

    def _deal_tickets(self, world: PossibleTicketWorld, random: Random) -> None:
        taken: set[int] = set()
        for seat in self.others:
            particles = [each for each in self.particles[seat] if taken.isdisjoint(each)]
            if particles:
                particle = particles[int(random() * len(particles))]
            else:
                particle = self.guesses[seat].draw(self.quotas[seat], taken, random)
            taken.update(particle)
            world.tickets[seat] = particle
            plan = self.plans.get((seat, particle))
            if plan is None:
                plan = self.plans[seat, particle] = plan_of(world, seat)
            world.plans[seat] = plan
        board, view = self.ground.board, self.view
        free = shuffled([ticket for ticket in self.tickets_unseen if ticket not in taken], random)
        for pile, name in enumerate(board.pile_names):
            there = [ticket for ticket in free if board.pile_of[ticket] == pile]
            world.piles[pile] = tuple(there[: view.piles[name]])

    def _choose_pieces(self, world: PossibleTicketWorld, random: Random) -> None:
        rule, most = self.ground.piece_choice, self.ground.board.file.pieces
        assert rule
        for seat in self.others:
            wagons = LEAST_WAGONS + int(random() * (rule.wagons(self.ground.board)[-1] - LEAST_WAGONS + 1))
            world.wagons[seat], world.ships[seat] = wagons, rule.pieces - wagons
            world.boxes[seat] = (most["wagons"] - wagons, most["ships"] - world.ships[seat])
