"""Whether moves that a review flags were mistakes: each is played again on fresh samples, as it was and as the review
would have it.

python -m tests.yardstick.review [--titles usa,metro] [--games K] [--worlds N]

Games are those of apprentices. From worlds that the player's view allowed, dealt anew, everybody plays on to the end
and the winner is counted; beside it the same once from the position as it was, by conductors.
"""

import argparse
from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from tqdm import tqdm

from bot.cli.simulate import play
from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.game import Action, AnyGame, PossibleWorld
from rules.record import Made, record_of, replay_all
from rules.review import TurningPoint, review
from rules.search import numbers
from rules.tickets.robots.counting import final_points, winners
from rules.tickets.robots.world import TicketWorld


class Replaced(NamedTuple):
    """What the better move gains, in parts of a win."""

    promised: float
    in_worlds: float
    by_conductors: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.yardstick.review", description=__doc__)
    parser.add_argument("--titles", default=",".join(TITLES))
    parser.add_argument("--games", type=int, default=20, help="of each title")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--worlds", type=int, default=200, help="in which each flagged move is tried again")
    args = parser.parse_args()
    everywhere: list[Replaced] = []
    for title in args.titles.split(","):
        found = list(replaced_in(title, args.players, args.games, args.worlds))
        everywhere += found
        tell(title, found)
    tell("all", everywhere)


def tell(title: str, found: list[Replaced]) -> None:
    if len(found) < 2:
        print(f"{title:8} {len(found)} flagged moves", flush=True)
        return
    means = [
        f"{100 * fmean(part):+.1f} ± {196 * stdev(part) / len(part) ** 0.5:.1f}" for part in zip(*found, strict=True)
    ]
    print(
        f"{title:8} {len(found)} flagged moves; gain in points of win rate: promised {means[0]}, "
        f"in fresh worlds {means[1]}, by conductors {means[2]}",
        flush=True,
    )


def replaced_in(title: str, players: int, games: int, worlds: int) -> Iterator[Replaced]:
    game = find_game(title)
    assert game is not None
    options = game.options({})
    for number in tqdm(range(games), desc=title, disable=None, leave=False, unit="game"):
        chance = Chance(f"judge/review/{number}")
        _, actions = play(game, options, ("apprentice",) * players, chance)
        record = record_of(game, options, ("",) * players, chance, tuple(actions))
        made = {each.seq: each for each in replay_all(record)}
        for point in review(record, Random(f"review {number}").random).points:
            yield replaced(game, made[point.seq], point, worlds, Random(f"fresh {number} {point.seq}"))


def replaced(game: AnyGame, made: Made, point: TurningPoint, worlds: int, luck: Random) -> Replaced:
    better: Action = game.codecs.action.decode(point.better)
    view, gained = game.view_for(made.before, point.player), 0.0
    for _ in range(worlds):
        world, seed = game.sample(view, luck.random), int(luck.random() * 2**53)
        assert world is not None
        done, instead = (won(world, action, point.player, seed) for action in (made.action, better))
        gained += instead - done
    finished, otherwise = (finish(game, made.before, action, point) for action in (made.action, better))
    return Replaced(point.worth, gained / worlds, otherwise - finished)


def won(world: PossibleWorld[Any], action: Action, player: int, seed: int) -> float:
    """Whether a move leads to a win, by how much left aside."""
    tried = world.copy()
    tried.do(action)
    tried.play(numbers(seed), None)
    if isinstance(tried, TicketWorld):
        best = winners(tried, final_points(tried))
        return (player in best) / len(best)
    return tried.worth(player)


def finish(game: AnyGame, state: Any, action: Action, point: TurningPoint) -> float:
    """By conductors, in the deal as it was."""
    luck = Random(f"finish {point.seq}").random
    state = game.apply(state, action).state
    while waiting := game.to_act(state):
        seat = min(waiting)
        state = game.apply(state, game.advise(game.view_for(state, seat), game.legal_actions(state, seat), luck)).state
    best = game.ranking(state)[0]
    return (point.player in best) / len(best)


if __name__ == "__main__":
    main()
