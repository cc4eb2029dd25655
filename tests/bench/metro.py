"""Random Metro games through the public API, measured against random chess games of python-chess.

Both are timed in turns, in processor time, so that a busy machine slows both alike.
"""

from collections.abc import Callable, Iterator
from random import Random
from time import process_time

import chess

from rules.catalog import find_game
from rules.chance import Chance

TABLES: dict[str, dict[str, str]] = {
    "base": {},
    "free direction": {"direction": "free"},
    "hand of three": {"hand": "3"},
    "modules 1+2": {"modules": "1+2"},
    "modules 3+4": {"modules": "3+4"},
}
ROUNDS = 6
SECONDS = 0.25


def metro_placements(given: dict[str, str]) -> Iterator[int]:
    """Plays game after game, with 2 to 6 players in turn, and gives the number of tiles placed in each."""
    game = find_game("metro")
    assert game is not None
    options = game.options(given)
    random = Random(7).random
    for number in range(10**9):
        state = game.setup(options, game.seats[number % len(game.seats)], Chance(str(number)))
        while players := game.to_act(state):
            for player in players:
                state = game.apply(state, game.legal_actions(state, player).pick(random)).state
        game.scores(state)
        yield 60


def chess_moves() -> Iterator[int]:
    random = Random(7)
    while True:
        board = chess.Board()
        while (moves := list(board.legal_moves)) and board.ply() < 300:
            board.push(random.choice(moves))
        yield board.ply()


def rate(games: Iterator[int], seconds: float) -> float:
    done, start = 0, process_time()
    while process_time() - start < seconds:
        done += next(games)
    return done / (process_time() - start)


def median_ratio(ours: Callable[[], Iterator[int]]) -> float:
    games, moves = ours(), chess_moves()
    ratios = sorted(rate(games, SECONDS) / rate(moves, SECONDS) for _ in range(ROUNDS))
    return ratios[len(ratios) // 2]


def ratios() -> dict[str, float]:
    """For each kind of table: placements per second, divided by chess moves per second."""
    return {name: median_ratio(lambda given=given: metro_placements(given)) for name, given in TABLES.items()}


if __name__ == "__main__":
    for table, ratio in ratios().items():
        print(f"metro, {table}: {ratio:.1f} placements for each chess move")
