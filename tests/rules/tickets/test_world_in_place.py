"""The world that search plays in follows the same rules as the engine: compared step by step, and at the end."""

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from rules.tickets.engine import TicketGame
from rules.tickets.robots.counting import (
    completed,
    final_points,
    globetrotters,
    harbour_points,
    longest_holders,
    passenger_points,
    ticket_points,
    winners,
)
from rules.tickets.robots.quick import act
from rules.tickets.robots.world import OVER, TicketWorld
from rules.tickets.state import State
from tests.rules.contract import Table, random_game
from tests.rules.tickets.in_place import Recorder, assert_same, world_of
from tests.rules.tickets.test_contract import TABLES

SEEDS = integers(0, 2**32)


@pytest.mark.parametrize("table", TABLES, ids=str)
@given(seed=SEEDS)
@settings(max_examples=3)
def test_the_same_actions_come_to_the_same_table_and_result(table: Table, seed: int) -> None:
    game, world = table.game, None
    assert isinstance(game, TicketGame)
    board = game.board
    for state, action in random_game(table, seed):
        world = world or world_of(board, state)
        assert_same(board, world, state)
        if action is None:
            break
        before = world.copy()
        world.do(action)
        assert_same(board, before, state)
    assert world is not None
    assert world.phase == OVER
    assert_same_result(game, world, state)


@pytest.mark.parametrize("table", TABLES, ids=str)
@given(seed=SEEDS)
@settings(max_examples=2)
def test_the_quick_player_keeps_to_the_rules_to_the_end(table: Table, seed: int) -> None:
    """It finishes tickets, which random players hardly do, so that more of the count is compared."""
    game = table.game
    assert isinstance(game, TicketGame)
    state = table.opening(str(seed))
    world = world_of(game.board, state, Recorder)
    while game.to_act(state):
        act(world)
        assert world.last in game.legal_actions(state, world.last.player)
        state = game.apply(state, world.last).state
        assert_same(game.board, world, state)
    assert world.phase == OVER
    assert_same_result(game, world, state)


def assert_same_result(game: TicketGame, world: TicketWorld, state: State) -> None:
    """Line by line, and who wins after the tie-breaks."""
    seats = range(world.seats)
    lines: dict[str, list[int]] = {}
    for line in game.scores(state):
        lines.setdefault(line.category, [0] * world.seats)[line.player] += line.points
    ground, done = world.ground, [completed(world, seat) for seat in seats]
    assert lines["tickets"] == [ticket_points(world, seat, done[seat]) for seat in seats]
    assert lines.get("passengers", [0] * world.seats) == passenger_points(world)
    assert lines.get("harbours", [0] * world.seats) == [harbour_points(world, seat, done[seat]) for seat in seats]
    if ground.longest:
        assert holders(lines.get("longest_route")) == sorted(longest_holders(world))
    if ground.globetrotter:
        assert holders(lines.get("globetrotter")) == globetrotters(world, [len(tickets) for tickets in done])
    totals = [sum(points[seat] for points in lines.values()) for seat in seats]
    assert final_points(world) == totals
    assert tuple(winners(world, totals)) == game.ranking(state)[0]


def holders(points: list[int] | None) -> list[int]:
    return [seat for seat, gained in enumerate(points or ()) if gained]
