"""The sensible robot: it beats the random one, keeps to the rules and to what it may see."""

from random import Random

import pytest

from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.game import AnyGame
from rules.robots import robot_action
from rules.tickets.engine import TicketGame
from tests.rules.tickets.hidden import dealt_differently

TICKET_TITLES = [title for title in TITLES if isinstance(find_game(title), TicketGame)]
GAMES = 6


def played(game: AnyGame, levels: tuple[str, ...], seed: int) -> tuple[int, ...]:
    """The winners of a game between robots; every action is one of the legal ones."""
    random = Random(seed).random
    state = game.setup(game.options({}), len(levels), Chance(str(seed)))
    while waiting := game.to_act(state):
        player = min(waiting)
        action = robot_action(levels[player], game, state, player, random)
        assert action in game.legal_actions(state, player)
        state = game.apply(state, action).state
    return game.ranking(state)[0]


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_the_conductor_beats_the_random_one(title: str) -> None:
    game = find_game(title)
    assert game is not None
    seats = [seed % 2 for seed in range(GAMES)]
    levels = [("conductor", "random") if seat == 0 else ("random", "conductor") for seat in seats]
    won = [played(game, level, seed) == (seat,) for seed, (level, seat) in enumerate(zip(levels, seats, strict=True))]
    assert sum(won) == GAMES


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_it_can_play_every_seat(title: str) -> None:
    game = find_game(title)
    assert game is not None
    assert played(game, ("conductor",) * game.seats[-1], 5)


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_candidates_are_legal_and_begin_with_the_advice(title: str) -> None:
    game = find_game(title)
    assert game is not None
    state, random = game.setup(game.options({}), 2, Chance("candidates")), Random(2).random
    while waiting := game.to_act(state):
        player = min(waiting)
        view, legal, luck = game.view_for(state, player), game.legal_actions(state, player), random()
        found = game.candidates(view, legal, Random(luck).random)
        assert len(found) <= 8
        assert [candidate.worth for candidate in found] == sorted([c.worth for c in found], reverse=True)
        assert all(candidate.action in legal for candidate in found)
        assert found[0].action == game.advise(view, legal, Random(luck).random)
        state = game.apply(state, found[0].action).state


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_it_decides_alike_whatever_it_may_not_see(title: str) -> None:
    game = find_game(title)
    assert isinstance(game, TicketGame)
    state, random = game.setup(game.options({}), 2, Chance("seen")), Random(3)
    while waiting := game.to_act(state):
        player = min(waiting)
        hidden = dealt_differently(game.board, state, player, random)
        decisions = [
            game.advise(game.view_for(deal, player), game.legal_actions(deal, player), Random(1).random)
            for deal in (state, hidden)
        ]
        assert decisions[0] == decisions[1]
        state = game.apply(state, decisions[0]).state
