"""What the channel sees doesn't change when only hidden things do; nor does a player's own picture."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from render.tickets.alt import alt_board, text_board
from render.tickets.board import draw_board
from render.tickets.hand import draw_hand
from rules.catalog import TICKET_TITLES, find_game
from rules.chance import Chance
from rules.tickets.board import load_board
from tests.render.tickets.positions import seats
from tests.rules.tickets.hidden import dealt_differently

GAMES = TICKET_TITLES


def some_moment(game: Any, players: int, seed: int) -> tuple[Any, tuple[Any, ...]]:
    """A state some way into a random game, and the last events."""
    random = Random(seed)
    state = game.setup(game.options({}), players, Chance(f"pictures/{seed}"))
    events: tuple[Any, ...] = ()
    for _ in range(random.randrange(140)):
        waiting = game.to_act(state)
        if not waiting:
            break
        player = min(waiting)
        step = game.apply(state, game.legal_actions(state, player).pick(random.random))
        state, events = step.state, step.events
    return state, events


@pytest.mark.parametrize("title", GAMES)
@given(seed=integers(0, 2**32))
@settings(max_examples=8)
def test_the_channel_s_picture_shows_nothing_hidden(title: str, seed: int) -> None:
    game: Any = find_game(title)
    state, events = some_moment(game, 3, seed)
    if game.is_over(state):
        return
    other = dealt_differently(load_board(title), state, None, Random(seed))
    assert other != state
    seen = [event.seen_by(None) for event in events]
    one, two = game.view_for(state, None), game.view_for(other, None)
    assert draw_board(one, seats(3), events=seen) == draw_board(two, seats(3), events=seen)
    assert alt_board(one, seats(3), events=seen) == alt_board(two, seats(3), events=seen)
    assert text_board(one, seats(3)) == text_board(two, seats(3))


@pytest.mark.parametrize("title", GAMES)
@given(seed=integers(0, 2**32))
@settings(max_examples=3)
def test_a_hand_shows_nothing_of_the_others(title: str, seed: int) -> None:
    game: Any = find_game(title)
    state, _ = some_moment(game, 3, seed)
    if game.is_over(state):
        return
    other = dealt_differently(load_board(title), state, 1, Random(seed))
    assert draw_hand(game.view_for(state, 1), seats(3)) == draw_hand(game.view_for(other, 1), seats(3))
