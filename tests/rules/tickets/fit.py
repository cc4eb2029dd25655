"""Fits the constants of search's estimates to games of the quick player: python -m tests.rules.tickets.fit [TITLE…]

Every few turns of a game each player's promise is written down, and at the end what came of it. The chance to finish a
plan is a logistic curve through that, points are least squares, the spread is what makes the winners likeliest.
"""

import sys
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from rules.catalog import find_game
from rules.chance import Chance
from rules.tickets.engine import TicketGame
from rules.tickets.robots.counting import completed, final_points, winners
from rules.tickets.robots.evaluation import Estimate, Promise, chance_of, features, promise, turns_left
from rules.tickets.robots.quick import act
from rules.tickets.robots.world import OVER, TicketWorld
from tests.rules.tickets.in_place import world_of

FILE = Path(__file__).parents[3] / "data/robots/estimates.json"
GAMES, EVERY = 400, 4
RIDGE = 3.0


class Seen(NamedTuple):
    world: TicketWorld
    promises: list[Promise]
    turns: float
    game: int


class Result(NamedTuple):
    totals: list[int]
    best: list[int]
    done: list[list[int]]


def played(game: TicketGame, seats: int, games: int) -> tuple[list[Seen], list[Result]]:
    seen, results = list[Seen](), list[Result]()
    for number in range(games):
        world = world_of(game.board, game.setup(game.options({}), seats, Chance(f"fit/{number}")))
        last = 0
        while world.phase != OVER:
            if world.turn >= last + EVERY:
                last = world.turn + number % EVERY
                seen.append(
                    Seen(world.copy(), [promise(world, seat) for seat in range(seats)], turns_left(world), number)
                )
            act(world)
        totals = final_points(world)
        results.append(Result(totals, winners(world, totals), [completed(world, seat) for seat in range(seats)]))
    return seen, results


def fitted_chance(seen: list[Seen], results: list[Result]) -> tuple[float, float]:
    rows, reached = [], []
    for moment in seen:
        for seat, mine in enumerate(moment.promises):
            if mine.planned:
                root = np.sqrt(1 + mine.needed)
                rows.append([(moment.turns - mine.needed) / root, -1 / root])
                reached.append(min(1.0, (len(results[moment.game].done[seat]) - mine.done) / mine.planned))
    x, y = np.array(rows), np.clip(np.array(reached), 0, 1)
    weights = np.array([0.5, 0.0])
    for _ in range(40):
        p = 1 / (1 + np.exp(-x @ weights))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(2)
        weights = weights + np.linalg.solve(hessian, x.T @ (y - p))
    slope, shift = (float(weight) for weight in weights)
    return shift / slope, slope


def fitted(game: TicketGame, seats: int, games: int) -> tuple[Estimate, float]:
    seen, results = played(game, seats, games)
    estimate = Estimate(fitted_chance(seen, results), (), (1.0, 1.0))
    rows, rest, sure = [], [], []
    for moment in seen:
        chances = [chance_of(estimate, mine, moment.turns) for mine in moment.promises]
        rows += features(moment.world, moment.promises, chances, moment.turns)
        sure += [mine.sure for mine in moment.promises]
        rest += [results[moment.game].totals[seat] - mine.sure for seat, mine in enumerate(moment.promises)]
    x, y = np.array(rows, dtype=float), np.array(rest, dtype=float)
    points = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y)
    error = float(np.sqrt(np.mean((x @ points - y) ** 2)))
    guesses = (x @ points + np.array(sure)).reshape(len(seen), seats)
    spread = fitted_spread(guesses, seen, results)
    return Estimate(estimate.chance, tuple(round(float(point), 4) for point in points), spread), error


def fitted_spread(guesses: Any, seen: list[Seen], results: list[Result]) -> tuple[float, float]:
    turns = np.sqrt(np.array([moment.turns for moment in seen]))
    won = np.zeros(guesses.shape)
    for row, moment in enumerate(seen):
        best = results[moment.game].best
        won[row, best] = 1 / len(best)

    def likelihood(spread: tuple[float, float]) -> float:
        strength = guesses / (spread[0] + spread[1] * turns)[:, None]
        strength -= strength.max(axis=1, keepdims=True)
        return float(np.sum(won * (strength - np.log(np.exp(strength).sum(axis=1, keepdims=True)))))

    return max(product((2.0, 3.0, 4.0, 6.0, 8.0, 10.0), (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)), key=likelihood)


def main() -> None:
    found = msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[int, Any]]) if FILE.exists() else {}
    for title in sys.argv[1:] or ("usa", "nordic", "germany", "world", "lantern"):
        game = find_game(title)
        assert isinstance(game, TicketGame)
        for seats in game.seats:
            estimate, error = fitted(game, seats, GAMES // seats * 2)
            found.setdefault(title, {})[seats] = msgspec.to_builtins(estimate)
            print(f"{title} {seats}: within {error:.1f} points", estimate, flush=True)
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
