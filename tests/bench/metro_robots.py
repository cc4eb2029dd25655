"""How long Metro's conductor thinks, and how quickly a world is played out beside the first robot's games."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from rules.catalog import find_game
from rules.chance import Chance
from rules.metro.robots.world import DEALS
from tests.yardstick.metro import advise as first_advice

GAMES = 3
ROLLOUTS = 4


def seconds(deed: Callable[[Any, Any], None], game: Any, seen: Any) -> float:
    """Of the processor; other work on the machine does not count."""
    start = time.process_time()
    deed(game, seen)
    return time.process_time() - start


def middle(game: Any, seats: int, number: int, times: list[float]) -> Any:
    """A game of conductors when half the tiles lie; notes how long each decision took."""
    random = Random(number).random
    state = game.setup(game.options({}), seats, Chance(f"bench {number}"))
    while len(state.tracks.laid) < 30 or state.drawn is not None:
        view, legal = game.view_for(state, state.player), game.legal_actions(state, state.player)
        start = time.process_time()
        action = game.advise(view, legal, random)
        times.append(time.process_time() - start)
        state = game.apply(state, action).state
    return state


def first_rollout(game: Any, state: Any) -> None:
    random = Random(1).random
    while not game.is_over(state):
        view, legal = game.view_for(state, state.player), game.legal_actions(state, state.player)
        state = game.apply(state, first_advice(view, legal, random)).state


def rollout(game: Any, view: Any) -> None:
    """A whole world, which is several deals."""
    random = Random(1).random
    game.sample(view, random).play(random, None)


def ratios() -> dict[str, float]:
    """Median milliseconds of a decision; games played out a second from the middle, by those of the first robot."""
    game: Any = find_game("metro")
    found = {}
    for seats in (2, 6):
        times: list[float] = []
        ours = first = 0.0
        for number in range(GAMES):
            state = middle(game, seats, number, times)
            view = game.view_for(state, state.player)
            rollout(game, view)
            first += seconds(first_rollout, game, state) * ROLLOUTS * DEALS
            ours += sum(seconds(rollout, game, view) for _ in range(ROLLOUTS))
        found[f"metro_conductor_ms_{seats}"] = sorted(times)[len(times) // 2] * 1000
        found[f"metro_rollouts_by_v1_{seats}"] = first / ours
    return found


TARGETS = {"metro_conductor_ms": ("<=", 5.0, 2.0), "metro_rollouts_by_v1": (">=", 20.0, 60.0)}


if __name__ == "__main__":
    for name, value in ratios().items():
        print(f"{name}: {value:.2f}")
