"""Robots of every strength: whatever they wish for is legal, their games end, and equal views get equal decisions."""

from collections import Counter
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.game import AnyGame, Candidate
from rules.robots import BEGINNERS, LEVELS, STRENGTHS, blurred, closeness, decide, slipping

MOST_ACTIONS = 2500
QUICKLY = 8
"""Rollouts, for a stationmaster whose strength doesn't matter."""
SEARCHED = 8
"""Of as many decisions a stationmaster searches one here; at the others it does what the conductor would."""


class Table(NamedTuple):
    title: str
    seats: int
    given: dict[str, str] | None = None

    @property
    def game(self) -> AnyGame:
        game = find_game(self.title)
        assert game is not None
        return game


def play(table: Table, strength: str, seed: str) -> Counter[str]:
    """The kinds of action in a game among robots of one strength."""
    game, random, used = table.game, Random(seed), Counter[str]()
    state = game.setup(game.options(table.given or {}), table.seats, Chance(seed))
    while waiting := sorted(game.to_act(state)):
        player = waiting[used.total() % len(waiting)]
        view, legal = game.view_for(state, player), game.legal_actions(state, player)
        level = "conductor" if strength == "stationmaster" and used.total() % SEARCHED else strength
        action = decide(level, game, view, legal, random.random, QUICKLY)
        assert action in legal, (table, strength, action)
        used[str(action.__struct_config__.tag)] += 1
        assert used.total() < MOST_ACTIONS, "they never come to an end"
        state = game.apply(state, action).state
    return used


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("title", TITLES)
def test_robots_wish_for_what_is_legal_and_come_to_an_end(title: str, strength: str) -> None:
    game = Table(title, 2).game
    used = play(Table(title, 2), strength, "few") + play(Table(title, game.seats[-1]), strength, "most")
    assert len(used) >= (1 if title == "metro" else 4)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("given", [{"modules": "1+2"}, {"modules": "3+4"}, {"direction": "free", "hand": "2"}], ids=str)
def test_robots_know_the_modules_of_metro(given: dict[str, str], strength: str) -> None:
    assert play(Table("metro", 3, given), strength, "modules")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("title", ["usa", "nordic", "world", "metro"])
def test_equal_views_and_chance_make_equal_decisions(title: str, level: str) -> None:
    """The view goes through its codec, and nothing of the state goes with it."""
    game = Table(title, 3).game
    random, state = Random(2), game.setup(game.options({}), 3, Chance("equal"))
    for number in range(40):
        player = min(game.to_act(state))
        view, legal = game.view_for(state, player), game.legal_actions(state, player)
        if number % 8 == 5:
            read: Any = game.codecs.view.decode(game.codecs.view.encode(view))
            first, again = (decide(level, game, each, legal, Random(number).random, QUICKLY) for each in (view, read))
            assert first == again
        state = game.apply(state, legal.pick(random.random)).state


def test_an_apprentice_mostly_sees_what_is_much_better_and_sometimes_does_not() -> None:
    candidates = [Candidate(number, worth) for number, worth in enumerate((30.0, 1.0, 0.0))]  # type: ignore[type-var]
    chosen = Counter(blurred(candidates, Random(number).random, 2.5) for number in range(400))
    assert chosen[0] > 240  # type: ignore[index]
    assert 0 < chosen[2] < chosen[1] + chosen[2] < 160  # type: ignore[index]


def test_where_turns_are_few_an_apprentice_makes_small_mistakes_alone() -> None:
    candidates = [Candidate(number, worth) for number, worth in enumerate((5.0, 4.0, 1.9))]  # type: ignore[type-var]
    chosen = Counter(slipping(candidates, Random(number).random, 3.0) for number in range(400))
    assert chosen[0] > chosen[1] > 0 == chosen[2]  # type: ignore[index]


def test_a_race_is_open_as_long_as_the_weaker_half_keeps_up() -> None:
    view = replace(at_metro(6), reader=2, turn=20)
    found = [closeness((low, 30.0, 30.0, low, 30.0, low), view) for low in (30.0, 24.0, 10.0)]
    assert [round(each, 2) for each in found] == [1.0, 0.5, 0.0]
    assert closeness((10.0, 30.0, 10.0, 30.0, 30.0, 30.0), view) > 0.9  # it is the reader who is behind
    assert closeness((), view) == 0.5


def test_an_apprentice_slips_where_the_race_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where turns are few: at Metro with six."""
    lost, game, view = [], Table("metro", 6).game, at_metro(6)
    legal, weights = game.legal_in(view), {**game.weights(6), **BEGINNERS}
    worths = {each.action: each.worth for each in game.candidates(view, legal, Random(0).random, weights=weights)}
    for ahead in (90.0, 2.0, 0.0):
        points = [10.0 + ahead * (seat == view.reader) for seat in range(6)]
        monkeypatch.setattr(type(game), "forecast", lambda _self, _view, points=points: points)
        chosen = [decide("apprentice", game, view, legal, Random(number).random) for number in range(60)]
        lost.append(max(worths.values()) - fmean(worths[action] for action in chosen))
    assert lost[0] < 0.01 < lost[1] < lost[2]


def test_the_forecast_of_metro_is_the_result_in_the_end() -> None:
    """Once all lines have arrived there is nothing left to expect; where companies own them, nothing can be told."""
    for given in ({}, {"modules": "2"}, {"modules": "1"}):
        table = Table("metro", 4, given)
        game, random = table.game, Random("forecast").random
        state = game.setup(game.options(given), table.seats, Chance("forecast"))
        while waiting := game.to_act(state):
            player = min(waiting)
            view, legal = game.view_for(state, player), game.legal_actions(state, player)
            forecast = game.forecast(view)
            assert len(forecast) == (0 if given.get("modules") == "1" else 4)
            state = game.apply(state, game.advise(view, legal, random)).state
        if forecast:
            points = [sum(score.points for score in game.scores(state) if score.player == seat) for seat in range(4)]
            assert list(game.forecast(game.view_for(state, 0))) == points


def at_metro(seats: int) -> Any:
    """Some turns after the beginning, as whoever is to act sees it."""
    game = Table("metro", seats).game
    state, random = game.setup(game.options({}), seats, Chance("behind")), Random("behind").random
    for _ in range(seats):
        player = min(game.to_act(state))
        view, legal = game.view_for(state, player), game.legal_actions(state, player)
        state = game.apply(state, game.advise(view, legal, random)).state
    return game.view_for(state, min(game.to_act(state)))
