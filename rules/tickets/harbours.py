"""Building harbours: where, and with which cards."""

from functools import lru_cache
from math import floor

from msgspec.structs import replace

from rules.game import Event, PlayerId, Random
from rules.tickets.actions import BuildHarbour
from rules.tickets.board import Board
from rules.tickets.cards import CardKinds
from rules.tickets.errors import (
    CardsNotInHand,
    HarbourTaken,
    NoHarboursLeft,
    NotAHarbourCity,
    NotInThisGame,
    NoTrackThere,
    WrongHarbourCards,
)
from rules.tickets.events import HarbourBuilt
from rules.tickets.features.harbours import Harbours
from rules.tickets.state import Player, State, put
from rules.tickets.supply import after_discards, discard
from rules.tickets.turns import end_turn


class HarbourPrice:
    """Wagon and ship cards of one colour, all with the harbour symbol; a joker stands in for any of them."""

    def __init__(self, kinds: CardKinds, rule: Harbours) -> None:
        self.kinds = kinds
        self.wagons, self.ships, self.cards = rule.wagons, rule.ships, rule.wagons + rule.ships
        symbols = [(card.colour, bool(card.ships), kind) for kind, card in enumerate(kinds.cards) if card.harbour]
        wagon_kinds = {colour: kind for colour, is_ship, kind in symbols if not is_ship}
        self.colours = tuple((wagon_kinds[colour], kind) for colour, is_ship, kind in symbols if is_ship)
        self.prices = tuple(sorted(dict.fromkeys(self._prices()), key=self._jokers))
        self.legal = frozenset(self.prices)

    def _prices(self) -> list[int]:
        """Jokers alone come up once for each colour."""
        units, joker = self.kinds.units, self.kinds.units[self.kinds.wild]
        return [
            wagons * units[wagon] + ships * units[ship] + (self.cards - wagons - ships) * joker
            for wagon, ship in self.colours
            for wagons in range(self.wagons + 1)
            for ships in range(self.ships + 1)
        ]

    def _jokers(self, price: int) -> int:
        return self.kinds.count(price, self.kinds.wild)

    def can_be_paid(self, hand: int) -> bool:
        counts = hand.to_bytes(self.kinds.size, "little")
        needed, wagons, ships = self.cards - counts[self.kinds.wild], self.wagons, self.ships
        for wagon, ship in self.colours:
            held = counts[wagon] + counts[ship]
            if held >= needed and min(counts[wagon], wagons) + min(counts[ship], ships) >= needed:
                return True
        return False

    def payments(self, hand: int) -> list[int]:
        """Every payment that the hand can make, fewest jokers first."""
        guard = self.kinds.guard
        held = hand | guard
        return [price for price in self.prices if (held - price) & guard == guard]

    def pick(self, hand: int, random: Random) -> int:
        found = self.payments(hand)
        return found[floor(random() * len(found))]


@lru_cache(maxsize=16)
def harbour_price(board: Board) -> HarbourPrice:
    rule = board.feature(Harbours)
    if rule is None:
        raise NotInThisGame("harbour")
    return HarbourPrice(board.kinds, rule)


def harbour_owner(state: State, city: int) -> PlayerId | None:
    return next((owner for place, owner in state.harbours if place == city), None)


def harbour_sites(board: Board, state: State, player: Player) -> list[int]:
    """The cities where a player could build and pay a harbour now."""
    if not player.harbours or not harbour_price(board).can_be_paid(player.hand):
        return []
    taken = {city for city, _ in state.harbours}
    tracks_at = board.tracks_at
    return [city for city in board.harbour_cities if player.tracks & tracks_at[city] and city not in taken]


def check_harbour(board: Board, state: State, action: BuildHarbour) -> tuple[int, int]:
    """The number of the city, and the payment packed."""
    city = board.city_index.get(action.city)
    if city is None or not board.file.cities[city].harbour:
        raise NotAHarbourCity(action.city)
    player = state.players[action.player]
    if not player.harbours:
        raise NoHarboursLeft
    owner = harbour_owner(state, city)
    if owner is not None:
        raise HarbourTaken(action.city, owner)
    if not player.tracks & board.tracks_at[city]:
        raise NoTrackThere(action.city)
    payment = board.kinds.pack(action.cards)
    if payment not in harbour_price(board).legal:
        raise WrongHarbourCards(action.cards)
    if not board.kinds.covers(player.hand, payment):
        raise CardsNotInHand(board.kinds.missing(player.hand, payment))
    return city, payment


def build_harbour(board: Board, state: State, action: BuildHarbour, events: list[Event]) -> State:
    city, payment = check_harbour(board, state, action)
    seat, player = action.player, state.players[action.player]
    player = replace(player, hand=player.hand - payment, harbours=player.harbours - 1)
    events.append(HarbourBuilt(seat, action.city, board.kinds.unpack(payment), player.harbours))
    supply = after_discards(board, discard(board, state.supply, payment), state.chance, events)
    harbours = (*state.harbours, (city, seat))
    state = replace(state, players=put(state.players, seat, player), supply=supply, harbours=harbours)
    return end_turn(board, state, events)
