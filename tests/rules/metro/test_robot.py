"""The robot sees a view and no more, and is much better than chance."""

from random import Random

import pytest

from rules.chance import Chance
from rules.metro.actions import DrawTile, ExchangeShare, PlaceTile, PlaceTrain
from tests.rules.metro.playing import GAME, MODULE_SETS, moments

VARIANTS = [*({"modules": modules} for modules in MODULE_SETS), {"direction": "free"}, {"hand": "3"}]


def duel(given: dict[str, str], number: int) -> bool:
    """Whether the robot alone wins against a random player; it begins every other game."""
    random, robot = Random(number).random, number % 2
    state = GAME.setup(GAME.options(given), 2, Chance(f"duel {number}"))
    while players := GAME.to_act(state):
        (player,) = players
        legal = GAME.legal_actions(state, player)
        view = GAME.view_for(state, player)
        state = GAME.apply(state, GAME.advise(view, legal, random) if player == robot else legal.pick(random)).state
    return GAME.ranking(state)[0] == (robot,)


@pytest.mark.parametrize("given", [{}, {"modules": "1+2"}], ids=str)
def test_the_robot_beats_chance(given: dict[str, str]) -> None:
    assert sum(duel(given, number) for number in range(20)) >= 19


@pytest.mark.parametrize("given", VARIANTS, ids=str)
def test_advice_is_legal(given: dict[str, str]) -> None:
    random = Random(1).random
    for number, (state, action) in enumerate(moments(4, given, 17)):
        if number % 4 == 0:
            view, legal = GAME.view_for(state, action.player), GAME.legal_actions(state, action.player)
            assert GAME.advise(view, legal, random) in legal


def test_the_robot_uses_what_the_modules_offer() -> None:
    random = Random(3).random
    done = set()
    for number in range(3):
        state = GAME.setup(GAME.options({"modules": "1+2"}), 2, Chance(f"offers {number}"))
        while players := GAME.to_act(state):
            (player,) = players
            advice = GAME.advise(GAME.view_for(state, player), GAME.legal_actions(state, player), random)
            done.add(type(advice))
            state = GAME.apply(state, advice).state
    assert done == {PlaceTile, DrawTile, ExchangeShare, PlaceTrain}


@pytest.mark.parametrize("modules", ["1", "1+2", "1+3"])
def test_robots_among_themselves_do_not_exchange_for_ever(modules: str) -> None:
    random = Random(5).random
    state = GAME.setup(GAME.options({"modules": modules}), 6, Chance("among themselves"))
    for _ in range(300):
        if GAME.is_over(state):
            break
        view, legal = GAME.view_for(state, state.player), GAME.legal_actions(state, state.player)
        state = GAME.apply(state, GAME.advise(view, legal, random)).state
    assert GAME.is_over(state)
