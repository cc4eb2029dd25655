"""Worlds for search made of whole states, which only tests may see: the same table, everything as it lies."""

from collections.abc import Sequence
from typing import TypeVar

from rules.tickets.actions import (
    BuildHarbour,
    Cards,
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
from rules.tickets.board import Board
from rules.tickets.choices import after_opening
from rules.tickets.masks import numbers_in
from rules.tickets.robots.ground import ground_for
from rules.tickets.robots.world import (
    CHOOSING,
    NEVER,
    NOBODY,
    OPENING,
    OVER,
    SECOND_CARD,
    TUNNEL,
    TURN,
    Shuffle,
    TicketWorld,
    joined,
)
from rules.tickets.state import ChoosingTickets, Finished, Opening, SecondCard, State, Tunnel, Turn
from rules.tickets.supply import RESHUFFLE

PHASES = {
    Opening: OPENING,
    Turn: TURN,
    SecondCard: SECOND_CARD,
    ChoosingTickets: CHOOSING,
    Tunnel: TUNNEL,
    Finished: OVER,
}


def as_dealt(board: Board, state: State) -> Shuffle:
    """The orders that the game's own chance has."""
    kinds, chance = board.kinds, state.chance

    def shuffled(things: Sequence[int], deck: int, times: int) -> Sequence[int]:
        if deck < 0:
            pile = -1 - deck
            return board.ticket_numbers(chance.shuffled(board.ticket_names(things), after_opening(board, pile)))
        names = [kinds.ids[kind] for kind in things]
        return [kinds.index[name] for name in chance.shuffled(names, f"{kinds.deck_names[deck]}{RESHUFFLE}{times}")]

    return shuffled


W = TypeVar("W", bound=TicketWorld)


def world_of(board: Board, state: State, kind: type[W] = TicketWorld) -> W:  # type: ignore[assignment]
    world = kind(ground_for(board), len(state.players), as_dealt(board, state))
    numbers = board.passenger_numbers
    phase = state.phase
    world.phase, world.turn, world.current, world.passes = PHASES[type(phase)], state.turn, state.current, state.passes
    world.turns_left = NEVER if state.turns_left is None else state.turns_left
    for seat, player in enumerate(state.players):
        world.hands[seat], world.points[seat], world.exchanged[seat] = player.hand, player.points, player.exchanged
        world.wagons[seat], world.ships[seat], world.boxes[seat] = player.wagons, player.ships, player.box
        world.tracks[seat], world.barred[seat] = player.tracks, player.barred
        world.tickets[seat], world.offers[seat], world.opening[seat] = player.tickets, player.offer, player.opening
        world.passengers[seat], world.harbours_left[seat] = player.passengers, player.harbours
        for track in numbers_in(player.tracks):
            a, b = board.ends[track]
            world.parts[seat] = joined(world.parts[seat], 1 << a | 1 << b)
    world.waiting, world.harbours = list(state.waiting), state.harbours
    world.decks, world.left = list(state.supply.decks), [len(deck) for deck in state.supply.decks]
    world.discards, world.reshuffles = list(state.supply.discards), list(state.supply.reshuffles)
    world.row, world.piles, world.open = list(state.supply.row), list(state.piles), state.open
    if isinstance(phase, Tunnel):
        a, b = (None if colour is None else numbers[colour] for colour in phase.passengers)
        world.tunnel = (phase.track, phase.laid, phase.turned, phase.asked, (a, b))
    return world


def assert_same(board: Board, world: TicketWorld, state: State) -> None:
    """Whether a world lies as a state does."""
    expected = world_of(board, state)
    for name in TicketWorld.__slots__:
        if name in ("decks", "shuffle", "plans", "parts"):
            continue
        assert getattr(world, name) == getattr(expected, name), name
    for deck, (cards, left) in enumerate(zip(world.decks, world.left, strict=True)):
        assert bytes(cards[:left]) == bytes(expected.decks[deck]), "decks"
    assert [sorted(parts) for parts in world.parts] == [sorted(parts) for parts in expected.parts]


class Recorder(TicketWorld):
    """Notes what is done in it as the action of a player."""

    __slots__ = ("last",)
    last: TicketAction

    def named(self, packed: int) -> Cards:
        return self.ground.board.kinds.unpack(packed)

    def draw_card(self, kind: int, deck: int) -> None:
        kinds = self.ground.board.kinds
        refill = kinds.deck_names[deck] if len(kinds.deck_names) > 1 else None
        self.last = DrawCard(self.current, kinds.ids[kind], refill)
        super().draw_card(kind, deck)

    def draw_blind(self, deck: int) -> None:
        names = self.ground.board.kinds.deck_names
        self.last = DrawBlind(self.current, names[deck] if len(names) > 1 else None)
        super().draw_blind(deck)

    def claim(self, track: int, payment: int, wish: tuple[int | None, int | None] = NOBODY) -> None:
        board = self.ground.board
        a, b = (None if colour is None else board.passenger_colours[colour] for colour in wish)
        self.last = ClaimRoute(self.current, board.tracks[track].id, self.named(payment), (a, b))
        super().claim(track, payment, wish)

    def leave_tunnel(self, cards: int | None) -> None:
        seat = self.current
        self.last = GiveUpTunnel(seat) if cards is None else TopUpTunnel(seat, self.named(cards))
        super().leave_tunnel(cards)

    def draw_tickets(self, seat: int, long: int) -> None:
        self.last = DrawTickets(seat, long)
        super().draw_tickets(seat, long)

    def keep_tickets(self, seat: int, kept: tuple[int, ...]) -> None:
        self.last = KeepTickets(seat, self.ground.board.ticket_names(kept))
        super().keep_tickets(seat, kept)

    def choose_pieces(self, seat: int, wagons: int) -> None:
        self.last = ChoosePieces(seat, wagons)
        super().choose_pieces(seat, wagons)

    def exchange(self, wagons: int) -> None:
        self.last = ExchangePieces(self.current, "wagons" if wagons > 0 else "ships", abs(wagons))
        super().exchange(wagons)

    def build_harbour(self, city: int, payment: int) -> None:
        self.last = BuildHarbour(self.current, self.ground.board.file.cities[city].id, self.named(payment))
        super().build_harbour(city, payment)

    def pass_turn(self) -> None:
        self.last = Pass(self.current)
        super().pass_turn()
