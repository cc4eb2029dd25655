"""Tiny builders for positions of ticket games."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.catalog import find_game
from rules.chance import Chance
from rules.game import Event, Step
from rules.tickets.actions import KeepTickets
from rules.tickets.board import Board
from rules.tickets.engine import TicketGame
from rules.tickets.state import EMPTY, Player, State


def game_of(title: str, version: int | None = None) -> TicketGame:
    game = find_game(title, version)
    assert isinstance(game, TicketGame)
    return game


def position(
    title: str = "usa",
    seats: int = 2,
    *,
    hands: Sequence[Mapping[str, int]] = (),
    row: Sequence[str | None] | None = None,
    decks: Mapping[str, Sequence[str]] | None = None,
    discards: Mapping[str, int] | None = None,
    owners: Mapping[str, int] | None = None,
    tickets: Sequence[Sequence[str]] = (),
    piles: Mapping[str, Sequence[str]] | None = None,
    wagons: Sequence[int] = (),
    current: int = 0,
    turns_left: int | None = None,
) -> State:
    """A game in which the first turn has begun. What isn't said is as dealt; hands and tickets not said are empty."""
    game = game_of(title)
    board = game.board
    state = first_turn(game, game.setup(game.options({}), seats, Chance("position")))
    supply, kinds = state.supply, board.kinds
    if row is not None:
        supply = replace(supply, row=bytes(EMPTY if card is None else kinds.index[card] for card in row))
    for name, cards in (decks or {}).items():
        top_last = bytes(kinds.index[card] for card in reversed(cards))
        number = kinds.deck_names.index(name)
        supply = replace(supply, decks=(*supply.decks[:number], top_last, *supply.decks[number + 1 :]))
    if discards is not None:
        packed = kinds.pack(tuple(discards.items()))
        supply = replace(supply, discards=tuple(packed & own for own in kinds.in_deck))
    state = replace(state, supply=supply, current=current, turns_left=turns_left)
    for pile, names in (piles or {}).items():
        number = board.pile_names.index(pile)
        numbers = tuple(board.ticket_index[name] for name in names)
        state = replace(state, piles=(*state.piles[:number], numbers, *state.piles[number + 1 :]))
    players = [seated(board, player, seat, hands, tickets, wagons) for seat, player in enumerate(state.players)]
    state = replace(state, players=tuple(players))
    for track, owner in (owners or {}).items():
        state = with_owner(board, state, track, owner)
    return state


def seated(
    board: Board,
    player: Player,
    seat: int,
    hands: Sequence[Mapping[str, int]],
    tickets: Sequence[Sequence[str]],
    wagons: Sequence[int],
) -> Player:
    cards = hands[seat] if seat < len(hands) else {}
    names = tickets[seat] if seat < len(tickets) else ()
    return replace(
        player,
        hand=board.kinds.pack(tuple(cards.items())),
        tickets=tuple(board.ticket_index[name] for name in names),
        wagons=wagons[seat] if seat < len(wagons) else player.wagons,
    )


def first_turn(game: TicketGame, state: State) -> State:
    while waiting := game.to_act(state):
        player = min(waiting)
        if state.turn:
            return state
        action = next(iter(game.legal_actions(state, player)))
        state = game.apply(state, action).state
    return state


def with_owner(board: Board, state: State, track: str, owner: int) -> State:
    """As if a player had claimed a track at no cost, points and pieces included."""
    number = board.track_index[track]
    player = state.players[owner]
    by_sea = board.sea >> number & 1
    length = board.tracks[number].length
    player = replace(
        player,
        tracks=player.tracks | 1 << number,
        barred=player.barred | board.sisters[number],
        points=player.points + board.points[number],
        wagons=player.wagons - (0 if by_sea else length),
        ships=player.ships - (length if by_sea else 0),
    )
    closed = 1 << number
    if len(state.players) <= board.file.one_track_up_to:
        closed |= board.sisters[number]
    players = (*state.players[:owner], player, *state.players[owner + 1 :])
    return replace(state, players=players, open=state.open & ~closed)


def keep_all(state: State, game: TicketGame) -> State:
    """Everybody keeps every opening ticket."""
    for seat, player in enumerate(state.players):
        names = tuple(game.board.tickets[ticket].id for ticket in player.offer)
        state = game.apply(state, KeepTickets(seat, names)).state
    return state


def events_of(step: Step[Any], kind: type[Event]) -> list[Any]:
    return [event for event in step.events if type(event) is kind]
