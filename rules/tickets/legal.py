"""Every legal action of a player in a ticket game, found lazily."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.errors import IllegalAction
from rules.game import Action, LegalActions, PlayerId, Random
from rules.tickets.actions import Cards, ClaimRoute, DrawBlind, DrawCard, DrawTickets, KeepTickets, Pass, TicketAction
from rules.tickets.choices import keepable, mixes
from rules.tickets.claim import claimable
from rules.tickets.draw import can_serve
from rules.tickets.masks import nth_in, numbers_in
from rules.tickets.state import EMPTY, SecondCard, State, Turn

if TYPE_CHECKING:
    from rules.tickets.engine import TicketGame

TRIES = 30


class TicketActions(LegalActions[TicketAction]):
    def __init__(self, game: TicketGame, state: State, player: PlayerId) -> None:
        self._game = game
        self._board = game.board
        self._state = state
        self._player = player

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
            for action in self._of_kind(kind):
                found = True
                yield action
        if not found and type(self._state.phase) is Turn and self._player == self._state.current:
            yield Pass(self._player)

    def kinds(self) -> tuple[str, ...]:
        """The short names of those that are possible now."""
        asked = self._game.asked(self._state, self._player)
        possible = tuple(kind for kind in asked if next(self._of_kind(kind), None) is not None)
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

    def _claimable(self) -> int:
        return claimable(self._board, self._state, self._state.players[self._player])

    def _of_kind(self, kind: str) -> Iterator[TicketAction]:
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
            case _:
                raise ValueError(kind)

    def _draws(self) -> Iterator[TicketAction]:
        kinds, is_second = self._board.kinds, type(self._state.phase) is SecondCard
        refills = (None,) if len(kinds.deck_names) == 1 else kinds.deck_names
        for kind in dict.fromkeys(self._state.row):
            if kind == EMPTY or (is_second and kind == kinds.wild and self._board.file.row.wild_limit):
                continue
            for refill in refills:
                yield DrawCard(self._player, kinds.ids[kind], refill)

    def _blind_draws(self) -> Iterator[TicketAction]:
        names = self._board.kinds.deck_names
        for deck, name in enumerate(names):
            if can_serve(self._state, deck):
                yield DrawBlind(self._player, name if len(names) > 1 else None)

    def _claims(self) -> Iterator[TicketAction]:
        board, hand = self._board, self._state.players[self._player].hand
        for track in numbers_in(self._claimable()):
            for payment in board.tariff_of[track].payments(track, hand):
                yield ClaimRoute(self._player, board.tracks[track].id, board.kinds.unpack(payment))

    def _ticket_draws(self) -> Iterator[TicketAction]:
        if any(self._state.piles):
            for long in mixes(self._board, self._state):
                yield DrawTickets(self._player, long)

    def pick(self, random: Random) -> TicketAction:
        if self._player != self._state.current or type(self._state.phase) not in (Turn, SecondCard):
            return super().pick(random)
        mask = self._claimable() if type(self._state.phase) is Turn else 0
        chances = len(self._state.row) + len(self._state.decks) + mask.bit_count()
        if type(self._state.phase) is Turn:
            chances += 1
        for _ in range(TRIES):
            action = self._candidate(int(random() * chances), mask, random)
            if action is not None:
                return action
        return super().pick(random)

    def _candidate(self, n: int, mask: int, random: Random) -> TicketAction | None:
        """The n-th possibility: a place of the row, a deck, a track to claim, tickets. None where it isn't legal."""
        state, board = self._state, self._board
        kinds = board.kinds
        if n < len(state.row):
            kind = state.row[n]
            is_barred = kind == kinds.wild and board.file.row.wild_limit and type(state.phase) is SecondCard
            if kind == EMPTY or is_barred:
                return None
            refill = None
            if len(kinds.deck_names) > 1:
                refill = kinds.deck_names[int(random() * len(kinds.deck_names))]
            return DrawCard(self._player, kinds.ids[kind], refill)
        n -= len(state.row)
        if n < len(state.decks):
            name = kinds.deck_names[n] if len(state.decks) > 1 else None
            return DrawBlind(self._player, name) if can_serve(state, n) else None
        n -= len(state.decks)
        if n < mask.bit_count():
            track = nth_in(mask, n)
            payment = board.tariff_of[track].pick(track, state.players[self._player].hand, random)
            return ClaimRoute(self._player, board.tracks[track].id, kinds.unpack(payment))
        if any(state.piles):
            allowed = mixes(board, state)
            return DrawTickets(self._player, allowed[int(random() * len(allowed))])
        return None
