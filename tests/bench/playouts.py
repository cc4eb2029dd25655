"""Random playouts through the public API, set-up and scoring included, against python-chess: actions/s ÷ moves/s."""

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import chess

from rules.catalog import TITLES, find_game
from rules.chance import Chance

ROUNDS = 7
SECONDS_A_ROUND = 0.2


def chess_playout(random: Random) -> int:
    board, moves = chess.Board(), 0
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
        moves += 1
    return moves


def playout(game: Any, options: Any, seats: int, seed: str) -> int:
    random, actions = Random(seed).random, 0
    state = game.setup(options, seats, Chance(seed))
    while waiting := game.to_act(state):
        (player, *_) = waiting
        state = game.apply(state, game.legal_actions(state, player).pick(random)).state
        actions += 1
    game.scores(state)
    return actions


class Clock:
    """Speeds of rounds that take turns with those of the others. Their median counts: a busy machine makes outliers."""

    def __init__(self, play: Callable[[int], int]) -> None:
        self.play, self.speeds = play, list[float]()

    def round(self, number: int) -> None:
        """Whole games for about as long as everybody else's round takes."""
        actions = games = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < SECONDS_A_ROUND:
            actions += self.play(1000 * number + games)
            games += 1
        self.speeds.append(actions / spent)

    @property
    def speed(self) -> float:
        return median(self.speeds)


def clock_for(title: str, seats: int) -> Clock:
    game: Any = find_game(title)
    options = game.options({})
    return Clock(lambda number: playout(game, options, seats, f"{seats}/{number}"))


def ratios() -> dict[str, float]:
    chess_clock = Clock(lambda number: chess_playout(Random(number)))
    clocks = {}
    for title in TITLES:
        game: Any = find_game(title)
        for seats in dict.fromkeys((game.seats[0], game.seats[-1])):
            clocks[f"playouts_{title}_{seats}_players"] = clock_for(title, seats)
    for number in range(ROUNDS):
        for clock in (chess_clock, *clocks.values()):
            clock.round(number)
    return {name: clock.speed / chess_clock.speed for name, clock in clocks.items()}


TARGETS = {"playouts_": (">=", 4.0, 8.0), "playouts_metro": (">=", 3.0, 8.0)}
