"""Positions of a game of `world`, told in a few words."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import IllegalAction
from rules.game import Event
from rules.tickets.actions import Cards, ChoosePieces, KeepTickets, TicketAction
from rules.tickets.board import load_board
from rules.tickets.engine import TicketGame
from rules.tickets.masks import mask_of
from rules.tickets.scoring import final_scores
from rules.tickets.state import EMPTY, State, Supply

BOARD = load_board("world")
GAME = TicketGame("world")


def cards(text: str) -> Cards:
    """`2 red, 1 joker`"""
    words = [part.split() for part in text.split(", ")] if text else []
    return tuple((name, int(count)) for count, name in words)


def opened(seats: int = 2, seed: str = "a world") -> State:
    return GAME.setup(GAME.options({}), seats, Chance(seed))


def with_tickets_kept(state: State, seat: int) -> State:
    offer = tuple(BOARD.tickets[ticket].id for ticket in state.players[seat].offer)
    return GAME.apply(state, KeepTickets(seat, offer)).state


def begun(seats: int = 2, wagons: int = 20, seed: str = "a world") -> State:
    """The first turn: everybody kept all tickets and took so many wagons."""
    state = opened(seats, seed)
    for seat in range(seats):
        state = with_tickets_kept(state, seat)
        state = GAME.apply(state, ChoosePieces(seat, wagons)).state
    return state


def changed(state: State, seat: int = 0, **fields: Any) -> State:
    """A player with other fields; `hand` is told as text, `tickets` and `tracks` by name."""
    player = state.players[seat]
    if "hand" in fields:
        fields["hand"] = BOARD.kinds.pack(cards(fields["hand"]))
    if "tickets" in fields:
        fields["tickets"] = tuple(BOARD.ticket_index[name] for name in fields["tickets"].split())
    opened_tracks = state.open
    if "tracks" in fields:
        numbers = [BOARD.track_index[name] for name in fields["tracks"].split()]
        fields["tracks"] = mask_of(numbers)
        fields["barred"] = mask_of({n for track in numbers for n in range(130) if BOARD.sisters[track] >> n & 1})
        opened_tracks &= ~fields["tracks"]
    players = list(state.players)
    players[seat] = replace(player, **fields)
    return replace(state, players=tuple(players), open=opened_tracks)


def with_supply(
    state: State, row: str, wagons: str = "", ships: str = "", discards: tuple[str, str] = ("", "")
) -> State:
    """Cards on the table by name: the row (`-` is an empty place), both decks with the top first, and the discards."""
    kinds = BOARD.kinds
    supply = Supply(
        decks=tuple(bytes(reversed([kinds.index[name] for name in deck.split()])) for deck in (wagons, ships)),
        discards=(kinds.pack(cards(discards[0])), kinds.pack(cards(discards[1]))),
        reshuffles=(0, 0),
        row=bytes([EMPTY if name == "-" else kinds.index[name] for name in row.split()]),
    )
    return replace(state, supply=supply)


def row(state: State) -> str:
    return " ".join("-" if kind == EMPTY else BOARD.kinds.ids[kind] for kind in state.supply.row)


def hand(state: State, seat: int = 0) -> dict[str, int]:
    return dict(BOARD.kinds.unpack(state.players[seat].hand))


def play(state: State, action: TicketAction) -> State:
    return GAME.apply(state, action).state


def events(state: State, action: TicketAction) -> tuple[Event, ...]:
    return GAME.apply(state, action).events


def points(state: State, seat: int, category: str) -> int:
    """One line of the result if the game ended here."""
    return sum(line.points for line in final_scores(BOARD, state) if (line.player, line.category) == (seat, category))


def refusal(state: State, action: TicketAction) -> IllegalAction:
    """What both `apply` and `check` answer; the action is then not among the legal ones either."""
    with pytest.raises(IllegalAction) as applied:
        GAME.apply(state, action)
    with pytest.raises(IllegalAction) as checked:
        GAME.check(state, action)
    assert applied.value == checked.value
    assert action not in GAME.legal_actions(state, action.player)
    return applied.value
