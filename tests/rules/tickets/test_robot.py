"""The sensible robot: it beats the random one, keeps to the rules and to what it may see."""

from random import Random

import pytest

from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.game import AnyGame
from rules.robots import robot_action
from rules.tickets.engine import TicketGame

TICKET_TITLES = [title for title in TITLES if isinstance(find_game(title), TicketGame)]
GAMES = 12


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
    assert sum(won) >= GAMES - 1


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_it_can_play_every_seat(title: str) -> None:
    game = find_game(title)
    assert game is not None
    assert played(game, ("conductor",) * game.seats[-1], 5)
