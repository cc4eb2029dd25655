"""What the channel sees of Metro doesn't change when only hidden things do; nor does a player's own picture."""

from itertools import islice
from random import Random

import pytest

from render.metro.alt import alt_board, alt_hand, text_board
from render.metro.board import draw_board
from render.metro.hand import draw_hand
from tests.render.metro.positions import moments, seats
from tests.rules.metro.playing import GAME, MODULE_SETS
from tests.rules.metro.test_view import otherwise


@pytest.mark.parametrize("modules", MODULE_SETS)
def test_the_channel_s_picture_shows_nothing_hidden(modules: str) -> None:
    table = moments(3, {"modules": modules, "hand": "2"}, f"hidden {modules}")
    for number, (state, events) in enumerate(islice(table, 3, 60, 14)):
        other = otherwise(state, None, Random(number))
        assert other != state
        one, two = GAME.view_for(state, None), GAME.view_for(other, None)
        seen = [event.seen_by(None) for event in events]
        assert draw_board(one, seats(3), events=seen) == draw_board(two, seats(3), events=seen)
        assert alt_board(one, seats(3), events=seen) == alt_board(two, seats(3), events=seen)
        assert text_board(one, seats(3)) == text_board(two, seats(3))


@pytest.mark.parametrize("modules", MODULE_SETS)
def test_a_hand_shows_nothing_of_the_others(modules: str) -> None:
    table = moments(3, {"modules": modules}, f"hands {modules}")
    for number, (state, _) in enumerate(islice(table, 4, 60, 23)):
        one, two = GAME.view_for(state, 1), GAME.view_for(otherwise(state, 1, Random(number)), 1)
        assert draw_hand(one, seats(3)) == draw_hand(two, seats(3))
        assert alt_hand(one, seats(3)) == alt_hand(two, seats(3))


def test_different_hands_look_different() -> None:
    """So that the tests above compare something."""
    state = next(iter(moments(3, {"modules": "1", "hand": "3"}, "own")))[0]
    pictures = {draw_hand(GAME.view_for(state, player), seats(1) * 3) for player in range(3)}
    assert len(pictures) == 3
