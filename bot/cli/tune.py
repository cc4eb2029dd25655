"""`semafor tune`: numbers by which a title's conductor wins more often, by trial (CMA-ES).

Trials of one generation play the same deals, from the seeds `tune/…`; robots are judged on others.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from tqdm import tqdm

import data
from bot.cli.contest import Contestant, play_block, seatings
from bot.cli.elo import Table, pairs, part
from bot.cli.simulate import parsed_options
from bot.cli.speech import BadInput, explain, game_named, read_file, say, write_file
from bot.cli.tournament import contestant
from rules.errors import BadSeats, RulesError
from rules.game import Action, AnyGame, AnyLegal, Random, Weights

LEAST_SPREAD = 0.5
"""A number that is nought, or nearly, is tried around this size."""


class Trials:
    """Plays weights of one title and number of seats against an opponent."""

    def __init__(self, game: AnyGame, options: object, seats: int, opponent: Contestant, seed: str) -> None:
        self.game, self.options, self.seats, self.opponent, self.seed = game, options, seats, opponent, seed
        self.block = len(seatings(2, seats))

    def share(self, weights: Weights, about: str, games: int) -> float:
        """The part of the pairs that the weights win, on the deals called `about`."""
        rivals = (self.opponent, Contestant("tried", partial(by_weights, weights)))
        tables: list[Table] = []
        while len(tables) * self.block < games:
            seed = f"tune/{self.seed}/{about}/{len(tables)}"
            tables.append(pairs(play_block(self.game, self.options, rivals, self.seats, seed).matches, 2))
        return float(part(np.stack(tables).sum(0), 1, 0))


def by_weights(weights: Weights, game: AnyGame, view: Any, legal: AnyLegal, luck: Random) -> Action:
    action: Action = game.advise(view, legal, luck, weights)
    return action


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=game_named, metavar="GAME", help=say("cli.simulate.game"))
    parser.add_argument("--players", type=int, default=2, metavar="N", help=say("cli.simulate.players"))
    parser.add_argument("--against", default="conductor", metavar="ROBOT", help=say("cli.tune.against"))
    parser.add_argument("--only", metavar="NAME,…", help=say("cli.tune.only"))
    parser.add_argument("--generations", type=int, default=20, metavar="G", help=say("cli.tune.generations"))
    parser.add_argument("--population", type=int, metavar="P", help=say("cli.tune.population"))
    parser.add_argument("--games", type=int, default=24, metavar="K", help=say("cli.tune.games"))
    parser.add_argument("--check", type=int, default=200, metavar="K", help=say("cli.tune.check"))
    parser.add_argument("--step", type=float, default=0.2, metavar="PART", help=say("cli.tune.step"))
    parser.add_argument("--seed", default="1", metavar="S", help=say("cli.tune.seed"))
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=say("cli.simulate.option"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=say("cli.tune.out"))


def run(args: argparse.Namespace, known: Callable[[str], Contestant] | None = None) -> int:
    game: AnyGame = args.game
    if args.players not in game.seats:
        raise BadInput(explain(BadSeats(game.id, args.players, game.seats[0], game.seats[-1])))
    counts = (args.generations, args.games, args.check, 2 if args.population is None else args.population - 1)
    if min(counts) < 1 or not 0 < args.step <= 2:
        raise BadInput(say("cli.tune.wrong"))
    began = game.weights(args.players)
    if not began:
        raise BadInput(say("cli.tune.nothing", game=game.id))
    names = chosen(began, args.only)
    try:
        options = game.options(parsed_options(args.option))
        trials = Trials(game, options, args.players, (known or contestant)(args.against), args.seed)
        found = tuned(trials, began, names, args)
        share = trials.share(found, "check", args.check)
    except RulesError as error:
        raise BadInput(explain(error)) from None
    if share <= 0.5:
        print(say("cli.tune.left", share=f"{100 * share:.1f}", n=args.check))
        return 0
    path = args.out or data.FOLDER / "robots" / f"{game.id}.json"
    save_weights(path, args.players, found)
    print(say("cli.tune.kept", share=f"{100 * share:.1f}", n=args.check, path=path))
    return 0


def chosen(weights: Weights, only: str | None) -> tuple[str, ...]:
    names = tuple(only.split(",")) if only else tuple(weights)
    for name in names:
        if name not in weights:
            raise BadInput(say("cli.tune.unknown", name=name, names=", ".join(weights)))
    return names


def tuned(trials: Trials, began: Weights, names: Sequence[str], args: argparse.Namespace) -> Weights:
    """The middle of the last generation, which luck has flattered less than its best."""
    try:
        from cmaes import CMA
    except ImportError:
        raise BadInput(say("cli.tune.needs")) from None
    seed = int.from_bytes(sha256(args.seed.encode()).digest()[:4], "big")
    # One number alone has no directions to learn; a second one that nothing depends on does no harm.
    search = CMA(np.zeros(max(2, len(names))), 1.0, seed=seed, population_size=args.population, lr_adapt=True)
    for number in range(args.generations):
        results: list[tuple[np.ndarray, float]] = []
        for _ in tqdm(range(search.population_size), disable=None, leave=False, unit=say("cli.tune.unit")):
            point = search.ask()
            results.append((point, -trials.share(moved(began, names, point, args.step), str(number), args.games)))
        search.tell(results)
        shares = [100 * -loss for _, loss in results]
        best, mean = f"{max(shares):.1f}", f"{sum(shares) / len(shares):.1f}"
        print(say("cli.tune.line", number=number + 1, best=best, mean=mean), flush=True)
    return moved(began, names, search.mean, args.step)


def moved(began: Weights, names: Sequence[str], point: Sequence[float] | np.ndarray, step: float) -> dict[str, float]:
    """Weights as far from where they began as a point says, in steps of each one's own size."""
    sizes = {name: step * max(abs(began[name]), LEAST_SPREAD) for name in names}
    changed = {name: round(began[name] + size * float(at), 4) for (name, size), at in zip(sizes.items(), point)}  # noqa: B905
    return {**began, **changed}


def save_weights(path: Path, seats: int, weights: Weights) -> None:
    """Those of one number of seats; what the file says of others stays."""
    known: Mapping[str, Mapping[str, float]] = {}
    if path.exists():
        known = msgspec.json.decode(read_file(path), type=dict[str, dict[str, float]])
    every = dict(sorted({**known, str(seats): dict(weights)}.items(), key=lambda item: int(item[0])))
    write_file(path, msgspec.json.format(msgspec.json.encode(every), indent=1) + b"\n", makes_folder=True)
