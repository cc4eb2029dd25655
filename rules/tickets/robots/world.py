"""A ticket game that changes in place: the same rules as the engine's in numbers, lists and masks, and no events.

Search plays thousands of these where the engine would play one. Nothing is checked here: whoever calls has asked what
is legal. `tests/rules/tickets/test_world_in_place.py` compares it with the engine step by step.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Self, TypeAlias

from rules.game import PlayerId
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
    Pass,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.payment import leading_kind
from rules.tickets.robots.ground import Ground
from rules.tickets.state import EMPTY

OPENING, TURN, SECOND_CARD, CHOOSING, TUNNEL, OVER = range(6)
NEVER = 1 << 20
"""For turns left, while the last round has not begun."""
UNKNOWN = -1
"""For a plan that is still to be made."""
Shuffle: TypeAlias = Callable[[Sequence[int], int, int], Sequence[int]]
"""Puts things in an order by chance, the top first: cards of a deck for the so-manieth time, or tickets of a pile
(minus one minus its number) after the opening."""
Open: TypeAlias = tuple[int, int, tuple[int, ...], int, tuple[int | None, int | None]]
"""A tunnel: track, laid, turned, asked, passengers."""
NOBODY = (None, None)


class TicketWorld:
    __slots__ = (
        "barred",
        "boxes",
        "current",
        "decks",
        "discards",
        "exchanged",
        "ground",
        "hands",
        "harbours",
        "harbours_left",
        "left",
        "offers",
        "one_track",
        "open",
        "opening",
        "parts",
        "passengers",
        "passes",
        "phase",
        "piles",
        "plans",
        "points",
        "reshuffles",
        "row",
        "seats",
        "ships",
        "shuffle",
        "tickets",
        "tracks",
        "tunnel",
        "turn",
        "turns_left",
        "wagons",
        "waiting",
    )

    def __init__(self, ground: Ground, seats: int, shuffle: Shuffle) -> None:
        """An empty table; whoever makes one fills it in."""
        board = ground.board
        decks = len(board.kinds.deck_names)
        self.ground, self.seats, self.shuffle = ground, seats, shuffle
        self.one_track = seats <= board.file.one_track_up_to
        self.phase, self.turn, self.current, self.turns_left, self.passes = OPENING, 0, 0, NEVER, 0
        self.hands, self.points, self.exchanged = [0] * seats, [0] * seats, [0] * seats
        self.wagons, self.ships = [board.file.pieces["wagons"]] * seats, [board.file.pieces.get("ships", 0)] * seats
        self.boxes = [(0, 0)] * seats
        self.tracks, self.barred = [0] * seats, [0] * seats
        self.parts: list[tuple[int, ...]] = [()] * seats
        """By player: the cities of each connected part of the network, as masks."""
        self.tickets: list[tuple[int, ...]] = [()] * seats
        self.offers: list[tuple[int, ...]] = [()] * seats
        self.opening: list[tuple[str, ...]] = [()] * seats
        self.passengers: list[tuple[int, ...]] = [()] * seats
        self.waiting: list[tuple[int, ...]] = []
        self.harbours_left = [ground.harbours.each if ground.harbours else 0] * seats
        self.harbours: tuple[tuple[int, PlayerId], ...] = ()
        self.decks: list[Sequence[int]] = [b""] * decks
        """The last is the top; of each only the first `left` are still there."""
        self.left, self.discards, self.reshuffles = [0] * decks, [0] * decks, [0] * decks
        self.row: list[int] = []
        self.piles: list[tuple[int, ...]] = [()] * len(board.pile_names)
        self.open = board.all_tracks
        self.tunnel: Open | None = None
        self.plans = [UNKNOWN] * seats

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.ground, new.seats, new.shuffle, new.one_track = self.ground, self.seats, self.shuffle, self.one_track
        new.phase, new.turn, new.current = self.phase, self.turn, self.current
        new.turns_left, new.passes, new.open = self.turns_left, self.passes, self.open
        new.harbours, new.tunnel = self.harbours, self.tunnel
        new.hands, new.points, new.exchanged = self.hands[:], self.points[:], self.exchanged[:]
        new.wagons, new.ships, new.boxes = self.wagons[:], self.ships[:], self.boxes[:]
        new.tracks, new.barred, new.parts = self.tracks[:], self.barred[:], self.parts[:]
        new.tickets, new.offers, new.opening = self.tickets[:], self.offers[:], self.opening[:]
        new.passengers, new.waiting, new.harbours_left = self.passengers[:], self.waiting[:], self.harbours_left[:]
        new.decks, new.left, new.discards = self.decks[:], self.left[:], self.discards[:]
        new.reshuffles, new.row, new.piles = self.reshuffles[:], self.row[:], self.piles[:]
        new.plans = self.plans[:]
        return new

    # Actions, as the rules have them

    def do(self, action: TicketAction) -> None:
        DEEDS[type(action)](self, action)

    def draw_card(self, kind: int, deck: int) -> None:
        """From the row; `deck` fills its place."""
        ground = self.ground
        self.hands[self.current] += ground.units[kind]
        self.refill(self.row.index(kind), deck)
        if self.phase == SECOND_CARD or kind == ground.whole_draw or not (self.left[0] or self.can_draw_second()):
            self.end_turn()
        else:
            self.phase = SECOND_CARD

    def draw_blind(self, deck: int) -> None:
        left = self.left
        if not left[deck]:
            self.reshuffle(deck)
        top = left[deck] = left[deck] - 1
        self.hands[self.current] += self.ground.units[self.decks[deck][top]]
        if self.phase == SECOND_CARD or not (left[0] or self.can_draw_second()):
            self.end_turn()
        else:
            self.phase = SECOND_CARD

    def can_draw_second(self) -> bool:
        if any(self.left) or any(self.discards):
            return True
        return not {EMPTY, self.ground.whole_draw}.issuperset(self.row)

    def claim(self, track: int, payment: int, wish: tuple[int | None, int | None] = NOBODY) -> None:
        if self.ground.tunnels >> track & 1:
            self.enter_tunnel(track, payment, wish)
            if self.phase == TUNNEL:
                return
        self.complete_claim(track, payment, wish)

    def complete_claim(self, track: int, payment: int, wish: tuple[int | None, int | None]) -> None:
        ground, seat = self.ground, self.current
        self.hands[seat] -= payment
        if ground.is_sea[track]:
            self.ships[seat] -= ground.lengths[track]
        else:
            self.wagons[seat] -= ground.lengths[track]
        self.points[seat] += ground.points[track]
        self.discard(payment)
        if wish != NOBODY:
            self.take_passengers(track, wish)
        self.take_track(seat, track)
        self.end_turn()

    def take_track(self, seat: PlayerId, track: int) -> None:
        """It is the player's, closed to others, and part of the network; plans that counted on it are void."""
        ground, plans = self.ground, self.plans
        bit, sisters = 1 << track, ground.sisters[track]
        alike = bit | sisters
        taken = alike if self.one_track else bit
        self.tracks[seat] |= bit
        self.barred[seat] |= sisters
        self.open &= ~taken
        self.parts[seat] = joined(self.parts[seat], ground.end_masks[track])
        for other, plan in enumerate(plans):
            if plan > 0 and plan & alike:
                if other == seat:
                    plans[seat] = plan & ~alike
                elif plan & taken:
                    plans[other] = UNKNOWN

    def taken_with(self, track: int) -> int:
        """The tracks that nobody else can have once somebody has this one."""
        return 1 << track | self.ground.sisters[track] if self.one_track else 1 << track

    def take_passengers(self, track: int, wish: tuple[int | None, int | None]) -> None:
        board, held = self.ground.board, list(self.passengers[self.current])
        for city, colour in zip(board.ends[track], wish, strict=True):
            if colour is not None:
                there = list(self.waiting[board.place_of[city]])
                there.remove(colour)
                self.waiting[board.place_of[city]] = tuple(there)
                held[colour] += 1
        self.passengers[self.current] = tuple(held)

    def enter_tunnel(self, track: int, laid: int, wish: tuple[int | None, int | None]) -> None:
        ground = self.ground
        deck, turned = ground.board.kinds.deck_of[ground.wild], list[int]()
        for _ in range(ground.board.turned):
            if self.left[deck] or self.discards[deck]:
                turned.append(self.top_card(deck))
        played = leading_kind(laid)
        asked = sum([kind in (played, ground.wild) for kind in turned])
        if not asked or not ground.board.rulings.turned_lie_apart:
            self.discard_kinds(turned)
        if asked:
            self.hands[self.current] -= laid
            self.phase, self.tunnel = TUNNEL, (track, laid, tuple(turned), asked, wish)

    def leave_tunnel(self, cards: int | None) -> None:
        """Top it up with cards, or give it up with None."""
        assert self.tunnel
        track, laid, turned, _, wish = self.tunnel
        self.tunnel = None
        if self.ground.board.rulings.turned_lie_apart:
            self.discard_kinds(turned)
        self.hands[self.current] += laid
        if cards is None:
            self.end_turn()
        else:
            self.complete_claim(track, laid + cards, wish)

    def draw_tickets(self, seat: PlayerId, long: int) -> None:
        file = self.ground.board.file
        draw = (file.opening_tickets if self.phase == OPENING else file.turn_tickets).draw
        offer: tuple[int, ...] = ()
        for pile, count in enumerate((draw,) if len(self.piles) == 1 else (draw - long, long)):
            offer += self.piles[pile][:count]
            self.piles[pile] = self.piles[pile][count:]
        self.offers[seat] = offer
        if self.phase == OPENING:
            self.opening[seat] = self.opening[seat][1:]
        else:
            self.phase = CHOOSING

    def keep_tickets(self, seat: PlayerId, kept: tuple[int, ...]) -> None:
        """In the order of the offer."""
        board, file = self.ground.board, self.ground.board.file
        rule = file.opening_tickets if self.phase == OPENING else file.turn_tickets
        if rule.rejects != "out":
            for ticket in self.offers[seat]:
                if ticket not in kept:
                    self.piles[board.pile_of[ticket]] += (ticket,)
        self.tickets[seat] += kept
        self.offers[seat] = ()
        self.plans[seat] = UNKNOWN
        if self.phase == OPENING:
            self.opening[seat] = self.opening[seat][1:]
            self.after_opening_answer()
        else:
            self.end_turn()

    def after_opening_answer(self) -> None:
        if any(self.opening):
            return
        if self.ground.board.file.opening_tickets.rejects == "shuffled":
            for number, pile in enumerate(self.piles):
                self.piles[number] = tuple(self.shuffle(sorted(pile), -1 - number, 0))
        self.phase, self.turn = TURN, 1

    def choose_pieces(self, seat: PlayerId, wagons: int) -> None:
        rule, box = self.ground.piece_choice, self.boxes[seat]
        assert rule
        ships = rule.pieces - wagons
        self.wagons[seat], self.ships[seat], self.boxes[seat] = wagons, ships, (box[0] - wagons, box[1] - ships)
        self.opening[seat] = self.opening[seat][1:]
        self.after_opening_answer()

    def exchange(self, wagons: int) -> None:
        """So many ships become wagons; less than none, wagons become ships."""
        seat, rule, box = self.current, self.ground.exchange, self.boxes[self.current]
        assert rule
        self.wagons[seat] += wagons
        self.ships[seat] -= wagons
        self.boxes[seat] = (box[0] - wagons, box[1] + wagons)
        self.exchanged[seat] += abs(wagons) * rule.cost
        self.end_turn()

    def build_harbour(self, city: int, payment: int) -> None:
        seat = self.current
        self.hands[seat] -= payment
        self.harbours_left[seat] -= 1
        self.discard(payment)
        self.harbours = (*self.harbours, (city, seat))
        self.end_turn()

    def pass_turn(self) -> None:
        passes = self.passes + 1
        if passes == self.seats:
            self.finish()
        else:
            self.end_turn()
            self.passes = passes

    def end_turn(self) -> None:
        seat = self.current
        if self.turns_left != NEVER:
            self.turns_left -= 1
            if not self.turns_left:
                self.finish()
                return
        elif self.wagons[seat] + self.ships[seat] <= self.ground.last_pieces:
            self.turns_left = self.ground.last_turns * self.seats
        seat += 1
        self.current = seat if seat < self.seats else 0
        self.turn += 1
        self.phase, self.passes = TURN, 0

    def finish(self) -> None:
        self.phase = OVER
        if self.turns_left != NEVER:
            self.turns_left = 0

    # Cards on the table

    def top_card(self, deck: int) -> int:
        left = self.left
        if not left[deck]:
            self.reshuffle(deck)
        left[deck] -= 1
        return self.decks[deck][left[deck]]

    def reshuffle(self, deck: int) -> None:
        self.reshuffles[deck] += 1
        cards = list(self.ground.board.kinds.each(self.discards[deck]))
        self.decks[deck] = bytes(reversed(self.shuffle(cards, deck, self.reshuffles[deck])))
        self.left[deck], self.discards[deck] = len(cards), 0

    def refill(self, slot: int, deck: int) -> None:
        left = self.left
        if not left[deck]:
            deck = self.find_cards(deck)
        if left[deck]:
            top = left[deck] = left[deck] - 1
            kind = self.row[slot] = self.decks[deck][top]
            if kind == self.ground.wild:
                self.sweep()
        else:
            self.row[slot] = EMPTY

    def find_cards(self, wished: int) -> int:
        """A deck with cards, made anew if need be: the wished one or else another."""
        for deck in chain((wished,), range(len(self.left))):
            if self.left[deck]:
                return deck
            if self.discards[deck]:
                self.reshuffle(deck)
                return deck
        return wished

    def discard(self, cards: int) -> None:
        """A row that ran short is filled up, and one that could not be swept is swept, as soon as cards allow."""
        discards, row = self.discards, self.row
        if len(discards) == 1:
            discards[0] += cards
        else:
            for deck, own in enumerate(self.ground.in_deck):
                discards[deck] += cards & own
        if EMPTY in row:
            while EMPTY in row and (any(self.left) or any(self.discards)):
                self.refill(row.index(EMPTY), 0)
        elif row.count(self.ground.wild) < self.ground.sweep_at:
            return
        self.sweep()

    def discard_kinds(self, kinds: Sequence[int]) -> None:
        self.discard(self.ground.board.kinds.of_kinds(kinds))

    def sweep(self) -> None:
        """Deal the row anew while it shows too many wild cards and the cards left can make one that doesn't."""
        limit, wild = self.ground.sweep_at, self.ground.wild
        if self.row.count(wild) < limit or not self.can_be_swept(limit):
            return
        while self.row.count(wild) >= limit:
            old = self.ground.board.kinds.of_kinds([kind for kind in self.row if kind != EMPTY])
            for deck, own in enumerate(self.ground.in_deck):
                self.discards[deck] += old & own
            for slot, deck in enumerate(self.ground.board.row_decks):
                found = deck if self.left[deck] else self.find_cards(deck)
                self.row[slot] = EMPTY
                if self.left[found]:
                    self.left[found] -= 1
                    self.row[slot] = self.decks[found][self.left[found]]

    def can_be_swept(self, limit: int) -> bool:
        """Whether the cards that aren't in hands could lie as a row with fewer than `limit` wild cards."""
        board, kinds, wild = self.ground.board, self.ground.board.kinds, self.ground.wild
        row = [kind for kind in self.row if kind != EMPTY]
        wild_deck = kinds.deck_of[wild]
        left = [held + kinds.total(pile) for held, pile in zip(self.left, self.discards, strict=True)]
        for kind in row:
            left[kinds.deck_of[kind]] += 1
        others = sum([min(count, left[deck]) for deck, count in board.row_places if deck != wild_deck])
        in_deck = self.decks[wild_deck][: self.left[wild_deck]].count(wild)
        wild_left = row.count(wild) + in_deck + kinds.count(self.discards[wild_deck], wild)
        return min(left[wild_deck], board.row_size - others) - (left[wild_deck] - wild_left) < limit


def joined(parts: tuple[int, ...], track: int) -> tuple[int, ...]:
    """Connected parts once a track, the mask of its ends, is among them."""
    apart = []
    for part in parts:
        if part & track:
            track |= part
        else:
            apart.append(part)
    apart.append(track)
    return tuple(apart)


# From the actions of players to numbers


def do_draw_card(world: TicketWorld, action: DrawCard) -> None:
    kinds = world.ground.board.kinds
    kind = kinds.index[action.card]
    world.draw_card(kind, kinds.deck_of[kind] if action.refill is None else kinds.deck_index[action.refill])


def do_draw_blind(world: TicketWorld, action: DrawBlind) -> None:
    world.draw_blind(0 if action.deck is None else world.ground.board.kinds.deck_index[action.deck])


def do_claim(world: TicketWorld, action: ClaimRoute) -> None:
    board = world.ground.board
    a, b = action.passengers
    numbers = board.passenger_numbers
    wish = (None if a is None else numbers[a], None if b is None else numbers[b])
    world.claim(board.track_index[action.track], board.kinds.pack(action.cards), wish)


def do_keep(world: TicketWorld, action: KeepTickets) -> None:
    kept = world.ground.board.ticket_numbers(action.tickets)
    offer = world.offers[action.player]
    world.keep_tickets(action.player, tuple([ticket for ticket in offer if ticket in kept]))


def do_harbour(world: TicketWorld, action: BuildHarbour) -> None:
    board = world.ground.board
    world.build_harbour(board.city_index[action.city], board.kinds.pack(action.cards))


def do_exchange(world: TicketWorld, action: ExchangePieces) -> None:
    world.exchange(action.count if action.to == "wagons" else -action.count)


DEEDS: dict[type[Any], Callable[[TicketWorld, Any], None]] = {
    DrawCard: do_draw_card,
    DrawBlind: do_draw_blind,
    ClaimRoute: do_claim,
    DrawTickets: lambda world, action: world.draw_tickets(action.player, action.long),
    KeepTickets: do_keep,
    TopUpTunnel: lambda world, action: world.leave_tunnel(world.ground.board.kinds.pack(action.cards)),
    GiveUpTunnel: lambda world, _: world.leave_tunnel(None),
    ChoosePieces: lambda world, action: world.choose_pieces(action.player, action.wagons),
    BuildHarbour: do_harbour,
    ExchangePieces: do_exchange,
    Pass: lambda world, _: world.pass_turn(),
}
