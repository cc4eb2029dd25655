"""The conductor sees a view and no more, and is much better than chance and than the first robot."""

from random import Random

import pytest

from rules.chance import Chance
from rules.metro.actions import DrawTile, ExchangeShare, PlaceTile, PlaceTrain
from rules.metro.robots.weights import all_weights
from tests.rules.metro.hidden import otherwise
from tests.rules.metro.playing import GAME, MODULE_SETS, moments
from tests.yardstick.metro import advise as first_advice

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


def test_the_conductor_beats_the_first_robot() -> None:
    """By far: it wins all but a few in a hundred, so that ten games in a row can hardly be lost by chance."""
    won = 0
    for number in range(10):
        random, seat = Random(number).random, number % 2
        state = GAME.setup(GAME.options({}), 2, Chance(f"yardstick {number}"))
        while not GAME.is_over(state):
            view, legal = GAME.view_for(state, state.player), GAME.legal_actions(state, state.player)
            advice = GAME.advise if state.player == seat else first_advice
            state = GAME.apply(state, advice(view, legal, random)).state
        won += GAME.ranking(state)[0] == (seat,)
    assert won >= 8


@pytest.mark.parametrize("given", VARIANTS, ids=str)
def test_candidates_are_legal_and_best_first_and_begin_with_the_advice(given: dict[str, str]) -> None:
    for number, (state, action) in enumerate(moments(3, given, 23)):
        if number % 6 == 0:
            view, legal = GAME.view_for(state, action.player), GAME.legal_actions(state, action.player)
            found = GAME.candidates(view, legal, Random(number).random, 5)
            assert 1 <= len(found) <= 5
            assert all(candidate.action in legal for candidate in found)
            assert len({candidate.action for candidate in found}) == len(found)
            assert [candidate.worth for candidate in found] == sorted((c.worth for c in found), reverse=True)
            assert found[0].action == GAME.advise(view, legal, Random(number).random)


@pytest.mark.parametrize("given", VARIANTS, ids=str)
def test_advice_knows_nothing_that_the_view_hides(given: dict[str, str]) -> None:
    for number, (state, action) in enumerate(moments(3, given, 29)):
        if number % 8 == 0:
            player = action.player
            other = otherwise(state, player, Random(number))
            advice = [
                GAME.advise(GAME.view_for(each, player), GAME.legal_actions(each, player), Random(number).random)
                for each in (state, other)
            ]
            assert advice[0] == advice[1]


def test_there_are_weights_for_each_number_of_seats_and_others_can_be_tried() -> None:
    assert list(all_weights()) == [str(seats) for seats in GAME.seats]
    assert len({tuple(weights) for weights in all_weights().values()}) == 1
    state = GAME.setup(GAME.options({}), 2, Chance("weights"))
    view, legal = GAME.view_for(state, 0), GAME.legal_actions(state, 0)
    eager = {**all_weights()["2"], "draw": -100.0}
    assert isinstance(GAME.advise(view, legal, Random(1).random, eager), DrawTile)
    assert isinstance(GAME.advise(view, legal, Random(1).random, {**eager, "draw": 100.0}), PlaceTile)
