"""Fits the constants of search's estimates to games of the conductor:

python -m tests.rules.tickets.fit [--games K] [--seats 2,5] [TITLE…]

Every few turns of a game each player's promise is written down, and at the end what came of it. The chance to finish a
plan is a logistic curve through that, points are least squares, the spread is what makes the winners likeliest.
"""

import argparse
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np

from rules.catalog import find_game
from rules.chance import Chance
from rules.tickets.engine import TicketGame
from rules.tickets.robots.counting import completed, final_points, winners
from rules.tickets.robots.evaluation import Estimate, Promise, chance_of, features, promise, turns_left
from rules.tickets.robots.world import TicketWorld
from rules.tickets.state import Turn
from tests.rules.tickets.in_place import world_of

FILE = Path(__file__).parents[3] / "data/robots/estimates.json"
EVERY = 4
CURVE = (0.7, 0.0)
"""Slope and shift of the chance to finish a plan, more or less."""
RIDGE = 10.0
"""Moments of every game that the priors count like."""
PRIORS = (0.0, 1.0, 1.7, 10.0, 0.8, 1.0)
"""What the features should be worth, more or less."""


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
    """Games of the conductor with itself."""
    seen, results = list[Seen](), list[Result]()
    for number in range(games):
        state, random = game.setup(game.options({}), seats, Chance(f"fit/{number}")), Random(number).random
        last = -(number % EVERY)
        while waiting := game.to_act(state):
            player = min(waiting)
            if type(state.phase) is Turn and state.turn >= last + EVERY:
                last = state.turn
                seen.append(moment(world_of(game.board, state), number))
            state = game.apply(
                state, game.advise(game.view_for(state, player), game.legal_actions(state, player), random)
            ).state
        results.append(result(world_of(game.board, state)))
    return seen, results


def moment(world: TicketWorld, number: int) -> Seen:
    return Seen(world, [promise(world, seat) for seat in range(world.seats)], turns_left(world), number)


def result(world: TicketWorld) -> Result:
    totals = final_points(world)
    return Result(totals, winners(world, totals), [completed(world, seat) for seat in range(world.seats)])


def fitted_chance(seen: list[Seen], results: list[Result]) -> tuple[float, float]:
    rows, reached = [], []
    for moment in seen:
        for seat, mine in enumerate(moment.promises):
            if mine.planned:
                root = np.sqrt(1 + mine.needed)
                rows.append([(moment.turns - mine.needed) / root, -1 / root])
                reached.append(min(1.0, (len(results[moment.game].done[seat]) - mine.done) / mine.planned))
    x, y = np.array(rows), np.clip(np.array(reached), 0, 1)
    prior = np.array(CURVE)
    weights, doubt = prior, RIDGE * len(results) / 10
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + doubt * np.eye(2)
        step = np.linalg.solve(hessian, x.T @ (y - p) - doubt * (weights - prior))
        weights = weights + np.clip(step, -0.2, 0.2)
    slope, shift = (float(weight) for weight in weights)
    slope = max(0.4, slope)
    return round(shift / slope, 3), round(slope, 3)


def fitted(seats: int, seen: list[Seen], results: list[Result]) -> tuple[Estimate, float]:
    estimate = Estimate(fitted_chance(seen, results), (), (1.0, 1.0))
    rows, rest, sure = [], [], []
    for moment in seen:
        chances = [chance_of(estimate, mine, moment.turns) for mine in moment.promises]
        rows += features(moment.world, moment.promises, chances, moment.turns)
        sure += [mine.sure for mine in moment.promises]
        rest += [results[moment.game].totals[seat] - mine.sure for seat, mine in enumerate(moment.promises)]
    x, y = np.array(rows, dtype=float), np.array(rest, dtype=float)
    prior = np.array(PRIORS)
    doubt = len(results) * np.diag(x.var(axis=0) + 1e-6) * RIDGE
    doubt[0, 0] = 1e-6
    points = prior + np.linalg.solve(x.T @ x + doubt, x.T @ (y - x @ prior))
    points[1:] = np.clip(points[1:], 0.6 * prior[1:], 1.6 * prior[1:])
    points[0] = np.mean(y - x[:, 1:] @ points[1:])
    error = float(np.sqrt(np.mean((x @ points - y) ** 2)))
    guesses = (x @ points + np.array(sure)).reshape(len(seen), seats)
    spread = fitted_spread(guesses, seen, results)
    return Estimate(estimate.chance, tuple(round(float(point), 3) for point in points), spread), error


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

    return max(
        product((2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0), (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 13.0)),
        key=likelihood,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.rules.tickets.fit", description=__doc__)
    parser.add_argument("titles", nargs="*", default=["usa", "nordic", "germany", "world", "lantern"], metavar="TITLE")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", help="those alone, such as 2,5")
    args = parser.parse_args()
    found = msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[int, Any]]) if FILE.exists() else {}
    for title in args.titles:
        game = find_game(title)
        assert isinstance(game, TicketGame)
        for seats in map(int, args.seats.split(",")) if args.seats else game.seats:
            if seats not in game.seats:
                continue
            estimate, error = fitted(seats, *played(game, seats, args.games))
            found.setdefault(title, {})[seats] = msgspec.to_builtins(estimate)
            print(f"{title} {seats}: within {error:.1f} points", estimate, flush=True)
            FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
