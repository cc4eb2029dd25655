"""Search by sequential halving, on a game whose answers are known beforehand."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any, Self

import msgspec
import pytest

from rules.game import Action, Candidate, View
from rules.search import ROUNDS, USUAL, numbers, outlook, rollouts_for, search


class Bet(Action, frozen=True):
    on: int


class Die:
    """A world in which a bet wins more often the higher it is, and which notes what is done in it."""

    def __init__(self, luck: float, log: list[tuple[float, int, float]], chances: tuple[float, ...]) -> None:
        self.luck, self.log, self.chances = luck, log, chances
        self.bet, self.drawn = 0, 0.0

    def copy(self) -> Self:
        return type(self)(self.luck, self.log, self.chances)

    def do(self, action: Bet) -> None:
        self.bet = action.on

    def play(self, random: Any, rounds: int | None) -> None:
        self.drawn = random()
        self.log.append((self.luck, self.bet, self.drawn))

    def worth(self, player: int) -> float:
        return float((self.luck + self.drawn) / 2 < self.chances[self.bet])

    def merit(self, player: int) -> float:
        return self.worth(player)


class Dice:
    """The part of a game that search asks for."""

    def __init__(self, *chances: float) -> None:
        self.chances, self.log = chances, list[tuple[float, int, float]]()

    def sample(self, view: View, random: Any) -> Die:
        return Die(random(), self.log, self.chances)


class NoSamples:
    def sample(self, view: View, random: Any) -> None:
        return None


VIEW = View(game="dice", reader=0, seats=2, turn=1, to_act=(0,), is_over=False, scores=(), ranking=())


def bets(*worths: float) -> list[Candidate[Bet]]:
    return [Candidate(Bet(0, number), worth) for number, worth in enumerate(worths)]


def found(game: Any, candidates: Any, rollouts: int, seed: int = 1) -> list[Candidate[Bet]]:
    return list(search(game, VIEW, candidates, Random(seed).random, rollouts))


def test_the_best_candidate_is_found() -> None:
    game = Dice(0.3, 0.35, 0.6, 0.4, 0.5, 0.2, 0.1, 0.45)
    best, *_, last = found(game, bets(*[0.0] * 8), 400)
    assert best.action.on == 2
    assert best.worth == pytest.approx(0.68, abs=0.1), "the chance that a mean of two numbers is less than 0.6"
    assert last.worth < best.worth


@pytest.mark.parametrize("rollouts", [16, 64, 250])
@pytest.mark.parametrize("many", [1, 2, 3, 5, 8])
def test_half_of_the_candidates_drop_out_again_and_again(many: int, rollouts: int) -> None:
    game = Dice(*[0.5] * many)
    found(game, bets(*[0.0] * many), rollouts)
    assert rollouts * 0.7 <= len(game.log) <= rollouts
    times = sorted(Counter(bet for _, bet, _ in game.log).values())
    assert len(times) == many
    assert times[-1] >= 2 * times[0] or many < 3


def test_candidates_are_tried_in_the_same_worlds_with_the_same_numbers() -> None:
    game = Dice(0.1, 0.2, 0.3, 0.4)
    found(game, bets(0.0, 0.0, 0.0, 0.0), 64)
    worlds = {}
    for luck, bet, drawn in game.log:
        worlds.setdefault(luck, []).append((bet, drawn))
    for tried in worlds.values():
        assert len({drawn for _, drawn in tried}) == 1
        assert len({bet for bet, _ in tried}) == len(tried) >= 2


def test_the_same_seed_and_number_of_rollouts_give_the_same_answer() -> None:
    one, other, third = Dice(0.5, 0.52, 0.48), Dice(0.5, 0.52, 0.48), Dice(0.5, 0.52, 0.48)
    assert found(one, bets(0, 0, 0), 48) == found(other, bets(0, 0, 0), 48)
    assert one.log == other.log
    found(third, bets(0, 0, 0), 48, seed=2)
    assert third.log != one.log


def test_what_was_thought_better_at_first_stays_so_while_worlds_are_few_and_alike() -> None:
    assert found(Dice(0.5, 0.5), bets(0.0, 3.0), 8)[0].action.on == 1
    assert found(Dice(0.8, 0.3), bets(0.0, 3.0), 64)[0].action.on == 0, "many rollouts know better"


def test_luck_alone_rarely_takes_the_place_of_the_first_guess() -> None:
    kept = [found(Dice(0.5, 0.5, 0.5, 0.5), bets(0, 0, 0, 0), 64, seed)[0].action.on == 0 for seed in range(60)]
    assert sum(kept) > 45
    better = [found(Dice(0.5, 0.6, 0.5, 0.4), bets(0, 0, 0, 0), 400, seed)[0].action.on == 1 for seed in range(60)]
    assert sum(better) > 50


def test_a_world_may_trust_the_first_guess_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(Dice(0.6, 0.5), bets(0.0, 3.0), 200)[0].action.on == 0
    monkeypatch.setattr(Die, "trust", 0.2, raising=False)
    best = found(Dice(0.6, 0.5), bets(0.0, 3.0), 200)[0]
    assert best.action.on == 1
    assert best.worth == pytest.approx(0.5, abs=0.1), "what is told is what the rollouts said"


def test_a_world_may_be_played_to_its_end_for_actions_to_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []
    monkeypatch.setattr(Die, "play", lambda _die, _random, rounds: asked.append(rounds))
    found(Dice(0.5, 0.5), bets(0, 0), 4)
    assert set(asked) == {ROUNDS}
    monkeypatch.setattr(Die, "rounds", None, raising=False)
    asked.clear()
    found(Dice(0.5, 0.5), bets(0, 0), 4)
    assert set(asked) == {None}


def test_worlds_that_are_far_from_telling_anything_leave_candidates_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Dice(0.1, 0.9)
    monkeypatch.setattr(Die, "is_far", True, raising=False)
    assert found(game, bets(1.0, 0.0), 40) == bets(1.0, 0.0)
    assert game.log == [], "and cost nothing"
    monkeypatch.setattr(Die, "is_far", False)
    assert found(game, bets(1.0, 0.0), 40)[0].action.on == 1


def test_a_search_goes_by_merit_and_an_outlook_by_the_chance_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Die, "merit", lambda die, _player: float(die.bet))
    assert found(Dice(0.9, 0.1), bets(0, 0), 40)[0] == Candidate(Bet(0, 1), 1.0)
    assert outlook(Dice(0.9), VIEW, Random(1).random, 100) == pytest.approx(0.98, abs=0.03)  # type: ignore[arg-type]


def test_of_many_candidates_those_are_tried_that_are_best_or_in_somebodys_way(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Dice(*[0.5] * 12)
    monkeypatch.setattr(Die, "is_in_the_way", lambda die, bet: die.luck < bet.on / 20, raising=False)
    assert {each.action.on for each in found(game, bets(*range(0, -12, -1)), 64)} == {0, 1, 2, 3, 4, 9, 10, 11}
    assert {bet for _, bet, _ in game.log} == {0, 1, 2, 3, 4, 9, 10, 11}
    monkeypatch.setattr(Die, "is_in_the_way", lambda die, bet: bet.on == 10 and die.luck < 0.02)
    assert {each.action.on for each in found(game, bets(*range(0, -12, -1)), 64)} == {*range(8)}, "too rarely"


def test_where_worlds_have_no_plans_of_others_the_best_candidates_are_tried() -> None:
    assert {each.action.on for each in found(Dice(*[0.5] * 12), bets(*range(0, -12, -1)), 64)} == {*range(8)}


def test_where_no_number_is_given_there_are_as_many_as_a_second_holds_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rules.search.rollouts_for", lambda _title, _seats: 40)
    game: Any = Dice(0.5, 0.5)
    search(game, VIEW, bets(0, 0), Random(1).random)
    assert len(game.log) == 40
    monkeypatch.setattr(Die, "briefness", 2.5, raising=False)
    game = Dice(0.5, 0.5)
    search(game, VIEW, bets(0, 0), Random(1).random)
    assert len(game.log) == 100
    game = Dice(0.5, 0.5)
    assert len(found(game, bets(0, 0), 40)) == 2
    assert len(game.log) == 40, "a number that is given is kept to"


def test_few_rollouts_still_go_round() -> None:
    game = Dice(*[0.5] * 8)
    assert len(found(game, bets(*[0.0] * 8), 1)) == 8
    assert found(game, [], 10) == []


def test_where_nothing_can_be_sampled_candidates_stay_as_they_are() -> None:
    assert found(NoSamples(), bets(1.0, 2.0), 10) == bets(1.0, 2.0)
    game: Any = NoSamples()
    assert outlook(game, VIEW, Random(1).random, 5) is None


def test_the_outlook_is_the_chance_without_an_action() -> None:
    game: Any = Dice(0.6)
    assert outlook(game, VIEW, Random(3).random, 400) == pytest.approx(0.68, abs=0.08)


def test_only_a_player_has_an_outlook() -> None:
    game: Any = Dice(0.6)
    with pytest.raises(AssertionError):
        outlook(game, msgspec.structs.replace(VIEW, reader=None), Random(3).random, 4)


def test_numbers_are_the_same_for_the_same_seed_and_spread_evenly() -> None:
    some = numbers(7)
    drawn = [some() for _ in range(2000)]
    again = numbers(7)
    assert drawn == [again() for _ in range(2000)]
    assert all(0 <= number < 1 for number in drawn)
    assert sum(drawn) / 2000 == pytest.approx(0.5, abs=0.03)
    assert sum(a < b for a, b in pairwise(drawn)) == pytest.approx(1000, abs=80)


def test_every_table_of_a_measured_title_has_its_number_of_rollouts() -> None:
    assert rollouts_for("usa", 2) > rollouts_for("usa", 5) > USUAL
    assert rollouts_for("no such title", 2) == USUAL
