"""A review tells chances that come to 1, ends with who has won, and names moves that were really worse."""

from random import Random
from statistics import fmean

import msgspec
import pytest

from rules.catalog import find_game
from rules.chance import Chance
from rules.errors import BadRecord
from rules.game import Action
from rules.record import Record, record_of
from rules.review import WORTH_TELLING, compared, review, sure_gain
from rules.robots import robot_action


def played(title: str, levels: tuple[str, ...], seed: str, until: int | None = None) -> Record:
    game = find_game(title)
    assert game is not None
    options, chance, random = game.options({}), Chance(seed), Random(seed).random
    state, actions = game.setup(options, len(levels), chance), list[Action]()
    while (waiting := game.to_act(state)) and len(actions) != until:
        player = min(waiting)
        actions.append(robot_action(levels[player], game, state, player, random))
        state = game.apply(state, actions[-1]).state
    return record_of(game, options, levels, chance, tuple(actions))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.review.CHART_ROLLOUTS", 200)
    monkeypatch.setattr("rules.review.LOOKED_INTO", 2)


@pytest.mark.usefixtures("quick")
def test_chances_come_to_one_and_end_with_the_result() -> None:
    record, heard = played("lantern", ("conductor", "random"), "review"), list[tuple[int, int]]()
    found = review(record, Random(1).random, lambda done, whole: heard.append((done, whole)))
    assert all(sum(each) == pytest.approx(1) for each in found.chances)
    assert sorted(found.chances[-1]) == [0, 1]
    assert len(found.turns) == len(found.chances) == len(set(found.turns))
    assert heard[-1][0] == heard[-1][1]
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)


@pytest.mark.usefixtures("quick")
def test_the_same_chance_gives_the_same_review() -> None:
    record = played("lantern", ("conductor", "random"), "again")
    assert review(record, Random(3).random) == review(record, Random(3).random)


def test_a_move_that_is_named_was_worse_on_fresh_worlds_too() -> None:
    """Apprentices give enough away."""
    gains = []
    for number in range(2):
        record = played("lantern", ("apprentice", "apprentice"), f"worse {number}")
        game, states = find_game("lantern"), list[object]()
        assert game is not None
        state = game.setup(game.options({}), 2, Chance(record.seed, record.orders))
        for raw in record.actions:
            states.append(state)
            state = game.apply(state, game.codecs.action.decode(raw)).state
        for point in review(record, Random(number).random).points:
            assert point.worth >= WORTH_TELLING
            assert bytes(point.action) == msgspec.json.encode(msgspec.json.decode(record.actions[point.seq - 1]))
            view = game.view_for(states[point.seq - 1], point.player)
            actions = [game.codecs.action.decode(each) for each in (point.action, point.better)]
            done, better = compared(game, view, actions, Random(f"fresh {number}").random, 100, None)
            gains.append(fmean(better) - fmean(done))
    assert gains
    assert sum(gains) / len(gains) >= WORTH_TELLING


@pytest.mark.usefixtures("quick")
def test_no_move_is_named_while_worlds_are_vague(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("lantern", ("random", "random"), "vague")
    assert review(record, Random(3).random).points
    monkeypatch.setattr("rules.tickets.robots.possible.PLAIN", -1)
    vague = review(record, Random(3).random)
    assert not vague.points
    assert len(vague.chances) > 10, "the graph is as it was"


def test_a_gain_that_luck_explains_is_no_turning_point() -> None:
    """Both gain a quarter on average, one of them in every world."""
    assert sure_gain([0.5] * 20, [0.75] * 20) == pytest.approx(0.25)
    assert sure_gain([0.0, 1.0] * 4, [1.0, 0.5] * 4) < 0 < WORTH_TELLING
    assert sure_gain([], []) == 0


def test_a_game_that_is_not_over_has_no_review() -> None:
    with pytest.raises(BadRecord, match="not over"):
        review(played("lantern", ("random", "random"), "half", 9), Random(1).random)
