"""Every legal action of a player in a ticket game, found lazily."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from math import floor
from typing import TYPE_CHECKING, TypeAlias

from rules.errors import IllegalAction
from rules.game import Action, LegalActions, PlayerId, Random
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
from rules.tickets.choices import keep_at_least, keepable, mixes
from rules.tickets.claim import claimable, free_tracks
from rules.tickets.draw import is_draw_closed
from rules.tickets.features.passengers import Wish, waiting_at
from rules.tickets.harbours import harbour_price, harbour_sites
from rules.tickets.masks import next_in, numbers_in
from rules.tickets.pieces import exchangeable, piece_choice
from rules.tickets.state import EMPTY, SecondCard, State, Turn
from rules.tickets.supply import can_serve
from rules.tickets.tunnel import top_ups

if TYPE_CHECKING:
    from rules.tickets.engine import TicketGame

TRIES = range(30)


class TicketActions(LegalActions[TicketAction], frozen=True, gc=False):
    _game: TicketGame
    _board: Board
    _state: State
    _player: PlayerId

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action) or action.player != self._player:
            return False
        try:
            self._game.check(self._state, action)
        except IllegalAction:
            return False
        return True

    def __iter__(self) -> Iterator[TicketAction]:
        found = False
        for kind in self._game.asked(self._state, self._player):
            for action in self.of_kind(kind):
                found = True
                yield action
        if not found and type(self._state.phase) is Turn and self._player == self._state.current:
            yield Pass(self._player)

    def kinds(self) -> tuple[str, ...]:
        """The short names of those that are possible now."""
        asked = self._game.asked(self._state, self._player)
        possible = tuple(kind for kind in asked if next(self.of_kind(kind), None) is not None)
        return possible or (("pass",) if asked else ())

    def tracks(self) -> tuple[str, ...]:
        """The tracks that can be claimed and paid now."""
        if type(self._state.phase) is not Turn or self._player != self._state.current:
            return ()
        return tuple(self._board.tracks[track].id for track in numbers_in(self._claimable()))

    def payments(self, track: str) -> Iterator[Cards]:
        """The payments for a track that a player would think of, thriftiest first; `in` tells of any other."""
        number = self._board.track_index[track]
        hand = self._state.players[self._player].hand
        return map(self._board.kinds.unpack, self._board.tariff_of[number].menu(number, hand))

    def has_one_payment(self, track: str) -> bool:
        """Whether the hand can pay a track in one way only, a way that `payments` leaves out included."""
        number = self._board.track_index[track]
        hand = self._state.players[self._player].hand
        return len(list(islice(self._board.tariff_of[number].payments(number, hand), 2))) == 1

    def passengers(self, track: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The colours that can be taken at the two ends of a track, in the order of the track's ends."""
        board, (a, b) = self._board, self._board.ends[self._board.track_index[track]]
        places = board.place_of
        return waiting_at(board, self._state, places[a]), waiting_at(board, self._state, places[b])

    def top_ups(self) -> Iterator[Cards]:
        """What can be laid for an open tunnel, fewest locomotives first."""
        return map(self._board.kinds.unpack, top_ups(self._board, self._state, self._player))

    def harbours(self) -> tuple[str, ...]:
        """The cities where a harbour can be built and paid now."""
        if (
            type(self._state.phase) is not Turn
            or self._player != self._state.current
            or "harbour" not in self._game.extras
        ):
            return ()
        sites = harbour_sites(self._board, self._state, self._state.players[self._player])
        return tuple(self._board.file.cities[city].id for city in sites)

    def harbour_payments(self) -> Iterator[Cards]:
        """The payments for a harbour, the same in every city, fewest jokers first."""
        hand = self._state.players[self._player].hand
        return map(self._board.kinds.unpack, harbour_price(self._board).payments(hand))

    def exchanges(self) -> tuple[int, int]:
        """How many pieces can be exchanged now: ships for wagons, and wagons for ships."""
        if (
            type(self._state.phase) is not Turn
            or self._player != self._state.current
            or "exchange" not in self._game.extras
        ):
            return 0, 0
        return exchangeable(self._state.players[self._player])

    def pieces(self) -> tuple[range, int] | None:
        """While pieces are to be chosen: how many of them may be wagons, and the number that is recommended."""
        if self._game.asked(self._state, self._player) != ("pieces",):
            return None
        rule = piece_choice(self._board)
        return rule.wagons(self._board), rule.recommended

    def _claimable(self) -> int:
        return claimable(self._board, self._state, self._state.players[self._player])

    def of_kind(self, kind: str) -> Iterator[TicketAction]:
        """Those with a short name, one that is asked for now."""
        match kind:
            case "draw":
                return self._draws()
            case "blind":
                return self._blind_draws()
            case "claim":
                return self._claims()
            case "tickets":
                return self._ticket_draws()
            case "keep":
                player = self._state.players[self._player]
                choices = keepable(self._board, self._state, player)
                return (KeepTickets(self._player, choice) for choice in choices)
            case "top_up":
                return (TopUpTunnel(self._player, cards) for cards in self.top_ups())
            case "give_up":
                return iter((GiveUpTunnel(self._player),))
            case "pieces":
                return (ChoosePieces(self._player, wagons) for wagons in piece_choice(self._board).wagons(self._board))
            case "harbour":
                return self._harbours()
            case "exchange":
                return self._exchanges()
            case _:
                raise ValueError(kind)

    def _draws(self) -> Iterator[TicketAction]:
        kinds, is_second = self._board.kinds, type(self._state.phase) is SecondCard
        refills = (None,) if len(kinds.deck_names) == 1 else kinds.deck_names
        if is_draw_closed(self._board, self._state):
            return
        for kind in dict.fromkeys(self._state.supply.row):
            if kind == EMPTY or (is_second and kind == self._board.whole_draw):
                continue
            for refill in refills:
                yield DrawCard(self._player, kinds.ids[kind], refill)

    def _blind_draws(self) -> Iterator[TicketAction]:
        names = self._board.kinds.deck_names
        for deck, name in enumerate(names):
            if can_serve(self._state.supply, deck):
                yield DrawBlind(self._player, name if len(names) > 1 else None)

    def _claims(self) -> Iterator[TicketAction]:
        board, hand = self._board, self._state.players[self._player].hand
        for track in numbers_in(self._claimable()):
            name = board.tracks[track].id
            wishes = list(self._wishes(name))
            for payment in board.tariff_of[track].payments(track, hand):
                for wish in wishes:
                    yield ClaimRoute(self._player, name, board.kinds.unpack(payment), wish)

    def _wishes(self, track: str) -> Iterator[Wish]:
        """Every choice of passengers at the ends of a track; to leave both comes last."""
        a, b = self.passengers(track)
        return product((*a, None), (*b, None))

    def _ticket_draws(self) -> Iterator[TicketAction]:
        if any(self._state.piles):
            for long in mixes(self._board, self._state):
                yield DrawTickets(self._player, long)

    def _harbours(self) -> Iterator[TicketAction]:
        for city in self.harbours():
            for cards in self.harbour_payments():
                yield BuildHarbour(self._player, city, cards)

    def _exchanges(self) -> Iterator[TicketAction]:
        wagons, ships = self.exchanges()
        for count in range(wagons):
            yield ExchangePieces(self._player, "wagons", count + 1)
        for count in range(ships):
            yield ExchangePieces(self._player, "ships", count + 1)

    def pick(self, random: Random) -> TicketAction:
        """Claims are as likely to be tried as cards of the row, and looked for only when their lot falls."""
        state = self._state
        lots = self._game.lots.get(type(state.phase))
        if lots is None or self._player != state.current:
            return self._keep_some(random) or super().pick(random)
        for _ in TRIES:
            some, n = lots[floor(random() * len(lots))]
            action = some(self, n, random)
            if action is not None:
                return action
        return super().pick(random)

    def _draw_from(self, place: int, random: Random) -> TicketAction | None:
        board, state = self._board, self._state
        kind, decks = state.supply.row[place], board.kinds.deck_names
        if kind == EMPTY or (kind == board.whole_draw and type(state.phase) is SecondCard):
            return None
        if not state.supply.decks[0] and is_draw_closed(board, state):
            return None
        refill = decks[floor(random() * len(decks))] if len(decks) > 1 else None
        return DrawCard(self._player, board.kinds.ids[kind], refill)

    def _draw_blind_from(self, deck: int, random: Random) -> TicketAction | None:
        names = self._board.kinds.deck_names
        if not can_serve(self._state.supply, deck):
            return None
        return DrawBlind(self._player, names[deck] if len(names) > 1 else None)

    def _claim_some(self, _: int, random: Random) -> TicketAction | None:
        """If possible a track that is paid like one drawn at random, so that only one tariff need be asked."""
        board, player = self._board, self._state.players[self._player]
        tariff = board.tariff_of[floor(random() * len(board.tariff_of))]
        free = free_tracks(board, self._state, player)
        mask = free & tariff.affordable(player.hand)
        if not mask and len(board.tariffs) > 1:
            mask = free & board.affordable(player.hand)
        if not mask:
            return None
        track = next_in(mask, floor(random() * len(board.tracks)))
        payment = board.tariff_of[track].pick(track, player.hand, random)
        name, cards = board.tracks[track].id, board.kinds.unpack(payment)
        if not self._state.waiting:
            return ClaimRoute(self._player, name, cards)
        a, b = board.ends[track]
        return ClaimRoute(self._player, name, cards, (self._passenger(a, random), self._passenger(b, random)))

    def _passenger(self, city: int, random: Random) -> str | None:
        there = self._state.waiting[self._board.place_of[city]]
        n = floor(random() * (len(there) + 1))
        return None if n == len(there) else self._board.passenger_colours[there[n]]

    def _keep_some(self, random: Random) -> TicketAction | None:
        state, board = self._state, self._board
        player = state.players[self._player]
        if self._game.asked(state, self._player) != ("keep",):
            return None
        least = keep_at_least(board, state, player)
        for _ in TRIES:
            kept = [board.tickets[ticket].id for ticket in player.offer if random() < 0.5]
            if len(kept) >= least:
                return KeepTickets(self._player, tuple(kept))
        return None

    def _draw_some_tickets(self, _: int, random: Random) -> TicketAction | None:
        if not any(self._state.piles):
            return None
        allowed = mixes(self._board, self._state)
        return DrawTickets(self._player, allowed[floor(random() * len(allowed))])

    def _some_harbour(self, _: int, random: Random) -> TicketAction | None:
        player, board = self._state.players[self._player], self._board
        sites = harbour_sites(board, self._state, player)
        if not sites:
            return None
        city = board.file.cities[sites[floor(random() * len(sites))]].id
        return BuildHarbour(self._player, city, board.kinds.unpack(harbour_price(board).pick(player.hand, random)))

    def _some_exchange(self, _: int, random: Random) -> TicketAction | None:
        wagons, ships = exchangeable(self._state.players[self._player])
        n = floor(random() * (wagons + ships))
        if n < wagons:
            return ExchangePieces(self._player, "wagons", n + 1)
        return ExchangePieces(self._player, "ships", n - wagons + 1) if ships else None


Lot: TypeAlias = tuple[Callable[[TicketActions, int, Random], TicketAction | None], int]
"""One way to act at random, with a number for it; it gives None where it isn't legal now."""
EXTRAS = {"harbour": TicketActions._some_harbour, "exchange": TicketActions._some_exchange}


def lots_for(board: Board, extras: Sequence[str]) -> dict[type, tuple[Lot, ...]]:
    """What `pick` draws from, by phase."""
    row: list[Lot] = [(TicketActions._draw_from, place) for place in range(board.row_size)]
    blind: list[Lot] = [(TicketActions._draw_blind_from, deck) for deck in range(len(board.kinds.deck_names))]
    claims: list[Lot] = [(TicketActions._claim_some, 0)] * board.row_size
    others: list[Lot] = [(TicketActions._draw_some_tickets, 0), *((EXTRAS[kind], 0) for kind in extras)]
    return {SecondCard: (*row, *blind), Turn: (*row, *blind, *claims, *others)}
