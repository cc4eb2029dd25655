"""The first release's robots can still be played against."""

from random import Random

import pytest

from rules.catalog import TITLES, find_game
from rules.chance import Chance
from tests.yardstick import first_robot


@pytest.mark.parametrize("title", TITLES)
def test_the_first_robots_play_every_title_to_its_end(title: str) -> None:
    game = find_game(title)
    assert game is not None
    state, random = game.setup(game.options({}), 2, Chance("yardstick")), Random(1).random
    while waiting := game.to_act(state):
        player = min(waiting)
        legal = game.legal_actions(state, player)
        action = first_robot(game, game.view_for(state, player), legal, random)
        assert action in legal
        state = game.apply(state, action).state
    assert game.ranking(state)
