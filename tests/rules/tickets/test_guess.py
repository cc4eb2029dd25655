"""What tickets others may hold: guessed from what they have built, and from nothing that is hidden."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from statistics import fmean

import numpy as np
import pytest
from msgspec.structs import replace

from rules.catalog import find_game
from rules.chance import Chance
from rules.tickets.engine import TicketGame
from rules.tickets.features.harbours import Harbours
from rules.tickets.robots.ground import ground_for
from rules.tickets.robots.guess import Guess, clues_for
from rules.tickets.robots.sampling import Sampler
from rules.tickets.state import State, Turn
from tests.rules.tickets.fit_clues import added, fitted, mean
from tests.rules.tickets.hidden import dealt_differently
from tests.rules.tickets.positions import game_of, position

TABLES = [("usa", 2), ("usa", 5), ("nordic", 3), ("germany", 5), ("world", 2), ("world", 5), ("lantern", 3)]


def turns_of(title: str, seats: int, seed: str) -> Iterator[tuple[TicketGame, State]]:
    """Of a game that conductors play, every tenth turn."""
    game = find_game(title)
    assert isinstance(game, TicketGame)
    state, random = game.setup(game.options({}), seats, Chance(seed)), Random(seed).random
    while waiting := game.to_act(state):
        player = min(waiting)
        if type(state.phase) is Turn and not state.turn % 10:
            yield game, state
        action = game.advise(game.view_for(state, player), game.legal_actions(state, player), random)
        state = game.apply(state, action).state


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_guessed_sets_are_some_that_may_be_held(title: str, seats: int) -> None:
    random = Random(title).random
    for game, state in turns_of(title, seats, "guess/may"):
        sampler = Sampler(ground_for(game.board), game.view_for(state, 0))
        for seat, guess in sampler.guesses.items():
            quotas = sampler.quotas[seat]
            found = guess.likely(quotas, random)
            assert len(set(found)) == len(found) == len(state.players[seat].tickets)
            assert set(found) <= set(sampler.tickets_unseen)
            assert [sum(game.board.pile_of[t] == pile for t in found) for pile in range(len(quotas))] == quotas


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_guesses_hang_on_nothing_that_is_hidden(title: str, seats: int) -> None:
    for game, state in turns_of(title, seats, "guess/hidden"):
        other = dealt_differently(game.board, state, 0, Random(state.turn))
        for seat in range(1, seats):
            one, two = (Sampler(ground_for(game.board), game.view_for(each, 0)) for each in (state, other))
            assert one.particles[seat] == two.particles[seat]


@pytest.mark.parametrize(("title", "seats"), [("usa", 5), ("nordic", 3), ("germany", 5), ("world", 5)])
def test_once_search_sees_to_the_end_true_tickets_are_told_better_by_the_set_than_one_by_one(
    title: str, seats: int
) -> None:
    random, by_set, one_by_one = Random(title).random, list[float](), list[float]()
    for number in range(2):
        for game, state in turns_of(title, seats, f"guess/better/{number}"):
            sampler = Sampler(ground_for(game.board), game.view_for(state, 0))
            if sampler.known.is_far:
                continue
            for seat, guess in sampler.guesses.items():
                true, quotas = {*state.players[seat].tickets}, sampler.quotas[seat]
                by_set += [len(true.intersection(guess.likely(quotas, random))) / len(true) for _ in range(8)]
                one_by_one += [len(true.intersection(guess.draw(quotas, set(), random))) / len(true) for _ in range(8)]
    assert fmean(by_set) > fmean(one_by_one)


def test_a_set_is_likelier_the_more_of_what_lies_there_leads_to_it_and_the_less_it_lacks() -> None:
    game = game_of("usa")
    owners = ("calgary-helena", "denver-helena", "denver-santa_fe", "el_paso-santa_fe")
    tracks = sorted(track.id for track in game.board.tracks)
    built = [next(track for track in tracks if track.startswith(name)) for name in owners]
    state = position(owners=dict.fromkeys(built, 1), tickets=[[], ["calgary-phoenix", "boston-miami"]])
    sampler, index = Sampler(ground_for(game.board), game.view_for(state, 0)), game.board.ticket_index
    guess: Guess = sampler.guesses[1]
    leading, astray = index["helena-los_angeles"], index["boston-miami"]
    assert guess.worth([index["calgary-phoenix"], leading]) > guess.worth([leading, astray])
    assert guess.worth([leading]) > guess.worth([leading, astray])
    assert not guess.likely([0], Random(1).random)


def test_a_set_is_likelier_the_more_its_tickets_name_harbours_of_the_player() -> None:
    for game, state in turns_of("world", 3, "guess/harbours"):
        sampler = Sampler(ground_for(game.board), game.view_for(state, 0))
        for seat, guess in sampler.guesses.items():
            rule, player = game.board.feature(Harbours), state.players[seat]
            assert rule
            built = [city for city, owner in state.harbours if owner == seat]
            named = [sum(city in chain(*game.board.ticket_ends[ticket]) for ticket in player.tickets) for city in built]
            points = sum(rule.points[min(count, len(rule.points) - 1)] for count in named)
            assert guess.harbour_points(player.tickets) == points
            without = Guess(guess.ground, sampler.known, seat, guess.tickets)
            without.clues = replace(guess.clues, harbours=0.0)
            more = guess.worth(player.tickets) - without.worth(player.tickets)
            assert more == pytest.approx(guess.clues.harbours * points)


def test_clues_of_harbours_are_those_of_maps_that_have_some() -> None:
    known = clues_for("usa"), clues_for("world")
    assert mean([*known]).harbours == known[1].harbours > known[0].harbours == 0
    assert mean([*known]).near == pytest.approx((known[0].near + known[1].near) / 2, abs=0.001)


def test_a_map_without_clues_of_its_own_plays_by_the_usual_ones() -> None:
    assert clues_for("a map of one's own") == clues_for("usual") != clues_for("usa")


def test_clues_are_fitted_to_what_tells_the_true_set_from_guessed_ones() -> None:
    random, known, real = np.random.default_rng(1), clues_for("usual"), np.array([2.0, 0, 0, -1, 0, 0, 0, 0.5, 0])
    moments = random.normal(size=(2000, 9, len(real)))
    for sets in moments:
        likely = np.exp(sets @ real)
        true = random.choice(9, p=likely / likely.sum())
        sets[[0, true]] = sets[[true, 0]]
    step, gain = fitted(moments)
    assert np.abs(step - real).max() < 0.2
    assert gain > 1
    assert added(known, step).near == pytest.approx(known.near + 2, abs=0.2)
