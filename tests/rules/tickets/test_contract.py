"""The contract of all games, for every ticket title and number of players, and what ticket games promise beyond it."""

from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from rules.catalog import TITLES, find_game
from rules.game import Event
from rules.tickets.actions import TicketAction
from rules.tickets.board import Board, load_board
from rules.tickets.engine import DEEDS, TicketGame
from rules.tickets.events import CardDrawn, PiecesChosen, TicketsDrawn, TicketsKept
from rules.tickets.masks import numbers_in
from rules.tickets.state import EMPTY, Opening, Phase, State, Tunnel
from tests.rules.contract import (
    Table,
    assert_events_hide,
    assert_everything_survives_json,
    assert_game_ends,
    assert_legal_actions_are_the_ones_that_apply,
    assert_replays,
    assert_replays_with_parts_taken_back,
    assert_views_tell_what_is_legal,
    assert_what_may_be_undone_teaches_nobody,
    random_game,
)
from tests.rules.tickets.hidden import dealt_differently

TABLES = [
    Table(title, seats) for title in TITLES if isinstance(game := find_game(title), TicketGame) for seats in game.seats
]
SEEDS = integers(0, 2**32)
every_table = pytest.mark.parametrize("table", TABLES, ids=str)


@every_table
@given(seed=SEEDS)
@settings(max_examples=12)
def test_random_games_end(table: Table, seed: int) -> None:
    assert_game_ends(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=4)
def test_legal_actions_are_the_ones_that_apply(table: Table, seed: int) -> None:
    assert_legal_actions_are_the_ones_that_apply(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=2)
def test_views_tell_what_is_legal(table: Table, seed: int) -> None:
    assert_views_tell_what_is_legal(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=6)
def test_a_replayed_record_gives_the_same_state(table: Table, seed: int) -> None:
    assert_replays(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=4)
def test_everything_survives_json(table: Table, seed: int) -> None:
    assert_everything_survives_json(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=6)
def test_nothing_is_lost_or_made(table: Table, seed: int) -> None:
    board = load_board(table.title)
    opening_tickets = set(range(len(board.tickets)))
    for state, _ in random_game(table, seed):
        assert cards_by_kind(board, state) == [card.count for card in board.file.cards]
        assert_tickets_are_conserved(board, state, opening_tickets)
        assert_pieces_are_conserved(board, state)


def cards_by_kind(board: Board, state: State) -> list[int]:
    held = sum(player.hand for player in state.players) + sum(state.supply.discards)
    held += board.kinds.of_kinds([kind for deck in state.supply.decks for kind in deck])
    held += board.kinds.of_kinds([kind for kind in state.supply.row if kind != EMPTY])
    if isinstance(state.phase, Tunnel):
        held += state.phase.laid + board.kinds.of_kinds(state.phase.turned)
    return [board.kinds.count(held, kind) for kind in range(board.kinds.size)]


def assert_tickets_are_conserved(board: Board, state: State, still_in_game: set[int]) -> None:
    """No ticket is in two places; one that left the game never comes back; elsewhere none leaves."""
    places = [ticket for pile in state.piles for ticket in pile]
    places += [ticket for player in state.players for ticket in player.tickets + player.offer]
    assert len(places) == len(set(places))
    assert set(places) <= still_in_game
    if board.file.turn_tickets.rejects != "out":
        assert set(places) == still_in_game
    still_in_game.intersection_update(places)


def assert_pieces_are_conserved(board: Board, state: State) -> None:
    for player in state.players:
        placed = [board.tracks[track] for track in numbers_in(player.tracks)]
        wagons = sum(track.length for track in placed if track.kind != "sea")
        ships = sum(track.length for track in placed if track.kind == "sea")
        assert player.wagons + player.box[0] + wagons == board.file.pieces["wagons"]
        assert player.ships + player.box[1] + ships == board.file.pieces.get("ships", 0)
        assert not player.tracks & player.barred
    claimed = [track for player in state.players for track in numbers_in(player.tracks)]
    assert len(claimed) == len(set(claimed))


@every_table
@given(seed=SEEDS)
@settings(max_examples=4)
def test_what_a_player_cannot_know_changes_nothing_that_the_player_sees(table: Table, seed: int) -> None:
    game, board, random = table.game, load_board(table.title), Random(seed)
    for number, (state, action) in enumerate(random_game(table, seed)):
        if number % 9 or action is None:
            continue
        for reader in (None, *range(table.seats)):
            other = dealt_differently(board, state, reader, random)
            assert game.view_for(other, reader) == game.view_for(state, reader)


@every_table
@given(seed=SEEDS)
@settings(max_examples=2)
def test_a_record_with_parts_taken_back_gives_the_same_state(table: Table, seed: int) -> None:
    assert_replays_with_parts_taken_back(table, seed)


@every_table
@given(seed=SEEDS)
@settings(max_examples=1)
def test_what_may_be_undone_has_taught_nobody_anything(table: Table, seed: int) -> None:
    board = load_board(table.title)
    assert_what_may_be_undone_teaches_nobody(table, seed, lambda *given: dealt_differently(board, *given))


@every_table
@given(seed=SEEDS)
@settings(max_examples=4)
def test_events_keep_secrets(table: Table, seed: int) -> None:
    def secrets_of(event: Event) -> None:
        hidden: Any = event.seen_by(None)
        match hidden:
            case CardDrawn(is_blind=True):
                assert hidden.card is None
            case TicketsDrawn() | TicketsKept():
                assert hidden.tickets is None
            case PiecesChosen():
                assert (hidden.wagons, hidden.ships) == (None, None)

    assert_events_hide(table, seed, secrets_of)


def test_every_action_and_every_phase_has_its_entry() -> None:
    assert set(DEEDS) == set(get_args(TicketAction))
    for title in TITLES:
        game = find_game(title)
        if isinstance(game, TicketGame):
            assert set(game.by_phase) == set(get_args(Phase)) - {Opening}
