"""Fits what tells of the tickets that others hold to games of the conductor:

python -m tests.rules.tickets.fit_clues [--games K] [--rounds K] [--processes P] [TITLE…]

Every now and then in a game, as far as search sees, each opponent's true tickets are written down beside sets that are
guessed. What tells the two apart is added to the clues (a conditional logistic regression), and the next round guesses
by these. With --dry nothing is added: it says how well the truth is told from guesses.
"""

import argparse
import json
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

import data
from rules.catalog import find_game
from rules.chance import Chance
from rules.tickets.engine import TicketGame
from rules.tickets.robots.guess import Clues, Guess, turns_for
from rules.tickets.robots.sampling import Sampler
from rules.tickets.state import State, Turn

FILE = Path(__file__).parents[3] / "data/robots/clues.json"
TITLES = ("usa", "nordic", "germany", "world", "lantern")
USUAL = "usual"
GUESSED = 32
"""Sets beside each true one."""
EVERY = 0.05
"""Of all turns, how many are looked at."""
RIDGE = 0.01
"""How much the clues are held to what they are, in standard deviations squared for each moment."""
STEPS = 40
"""Newton's, at most."""
Moments = NDArray[np.float64]
"""`[moment, set, clue]`, in each moment the true set first."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.rules.tickets.fit_clues", description=__doc__)
    parser.add_argument("titles", nargs="*", default=TITLES)
    parser.add_argument("--games", type=int, default=60, help="of each title with fewest and with most players")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--dry", action="store_true")
    args = parser.parse_args()
    for number in range(args.rounds):
        known = msgspec.json.decode(data.read("robots/clues.json"), type=dict[str, Clues])
        with get_context("spawn").Pool(args.processes) as pool:
            play = partial(moments, games=args.games, first=args.first + number * args.games)
            seen = dict(zip(args.titles, pool.map(play, args.titles, chunksize=1), strict=True))
        for title, found in seen.items():
            step, gain = fitted(found)
            print(f"{title:8} {len(found)} moments, {gain:.3f} a moment to be gained", flush=True)
            known[title] = added(known[title], step)
        if not args.dry:
            known[USUAL] = mean([known[title] for title in TITLES if title != "lantern"])
            FILE.write_text(written(known))
            data.read.cache_clear()


def moments(title: str, games: int, first: int) -> Moments:
    game = find_game(title)
    assert isinstance(game, TicketGame)
    found = []
    for seats in sorted({game.seats[0], game.seats[-1]}):
        for number in range(first, first + games):
            random = Random(f"{title} {seats} {number}")
            state = game.setup(game.options({}), seats, Chance(f"fit/clues/{number}"))
            while waiting := game.to_act(state):
                player = min(waiting)
                view = game.view_for(state, player)
                if type(state.phase) is Turn and random.random() < EVERY:
                    found += told(game, state, view, random)
                action = game.advise(view, game.legal_actions(state, player), random.random)
                state = game.apply(state, action).state
    return np.array(found)


def told(game: TicketGame, state: State, view: Any, random: Random) -> list[list[list[float]]]:
    """Of each opponent, what is told of the true tickets and of those that are guessed."""
    world = game.sample(view, random.random)
    if world is None or getattr(world, "is_far", False):
        return []
    sampler, found = Sampler(world.ground, view), []  # type: ignore[attr-defined]
    for seat, guess in sampler.guesses.items():
        guessed = [guess.likely(sampler.quotas[seat], random.random) for _ in range(GUESSED)]
        found.append([[*clues_of(guess, tickets)] for tickets in (state.players[seat].tickets, *guessed)])
    return found


def clues_of(guess: Guess, tickets: tuple[int, ...]) -> tuple[float, ...]:
    """The number of each."""
    ground, alive = guess.ground, [ticket for ticket in tickets if ticket in guess.near]
    lying = lacking = 0
    for ticket in alive:
        there, rest = guess.ways[ticket]
        lying, lacking = lying | there, lacking | rest
    return (
        sum([guess.near[ticket] for ticket in alive]),
        sum([ground.stakes[ticket] for ticket in alive if not guess.turns[ticket]]),
        sum([ground.stakes[ticket] for ticket in alive if guess.turns[ticket]]),
        lying.bit_count(),
        -turns_for(ground, lacking),
        -sum([guess.turns[ticket] for ticket in alive]),
        len(tickets) - len(alive),
        sum([not guess.near[ticket] for ticket in alive]),
        guess.harbour_points(tickets),
    )


def fitted(found: Moments) -> tuple[NDArray[np.float64], float]:
    """What to add to each clue, and by how much the truth is then likelier, as a logarithm (0: it can't be told)."""
    spread = found.reshape(-1, found.shape[-1]).std(0) + 1e-9
    clues, step = found / spread, np.zeros(found.shape[-1])
    ridge = RIDGE * len(found)
    for _ in range(STEPS):
        parts = shares(clues @ step)
        mean = np.einsum("ms,msc->mc", parts, clues)
        slope = (clues[:, 0] - mean).sum(0) - ridge * step
        bend = np.einsum("ms,msc,msd->cd", parts, clues, clues) - mean.T @ mean + ridge * np.eye(len(step))
        change = np.linalg.solve(bend, slope)
        step += change
        if abs(change).max() < 1e-6:
            break
    gain = np.log(shares(clues @ step)[:, 0] * found.shape[1]).mean()
    return step / spread, float(gain)


def shares(worths: NDArray[np.float64]) -> NDArray[np.float64]:
    likely: NDArray[np.float64] = np.exp(worths - worths.max(1, keepdims=True))
    return likely / likely.sum(1, keepdims=True)


def added(known: Clues, step: NDArray[np.float64]) -> Clues:
    values = msgspec.structs.astuple(known)
    return Clues(*(round(float(value + more), 3) for value, more in zip(values, step, strict=True)))


def mean(known: list[Clues]) -> Clues:
    """Of each clue, where it tells something: not every map has harbours."""
    columns = zip(*map(msgspec.structs.astuple, known), strict=True)
    return Clues(*(round(fmean([value for value in column if value] or [0.0]), 3) for column in columns))


def written(known: dict[str, Clues]) -> str:
    lines = [f' "{title}": {json.dumps(msgspec.structs.asdict(clues))}' for title, clues in known.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    main()
