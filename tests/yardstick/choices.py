"""What a stationmaster's choices are worth at one table of a ticket game: where they are others than the conductor's,
either is made at the real table, the decks are shuffled, and conductors play on to the end.

python -m tests.yardstick.choices usa [--players N] [--earliest TURNS] [--latest TURNS] [--games K] [--seed S]

Positions are those of conductors' games, so many turns before the end as the options tell, as far as search sees. What
is gained is told in parts of the others whom the player leaves behind, in wins, and in points.
"""

import argparse
from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from msgspec.structs import replace
from tqdm import tqdm

from rules.catalog import find_game
from rules.chance import Chance
from rules.game import Action, PlayerId
from rules.search import search
from rules.tickets.engine import TicketGame
from rules.tickets.robots.quick import half_turns_left
from rules.tickets.robots.world import TicketWorld
from rules.tickets.state import State, Turn
from tests.yardstick.review import played_on

LOOKED_AT = 0.08
"""Of all turns."""
DEALS = 4
"""Orders of the decks in which each choice is tried."""


class Gain(NamedTuple):
    """Of one choice over the conductor's."""

    behind: float
    """The part of the others that end behind the player,"""
    won: float
    points: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.yardstick.choices", description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--earliest", type=float, default=1000.0, help="turns before the end")
    parser.add_argument("--latest", type=float, default=0.0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="choices")
    args = parser.parse_args()
    game, found = find_game(args.title), list[Gain | None]()
    assert isinstance(game, TicketGame)
    for number in tqdm(range(args.games), disable=None, leave=False, unit="game"):
        found += choices(game, args.players, f"{args.seed}/{number}", args.latest, args.earliest)
    print(summary(found))


def summary(found: list[Gain | None]) -> str:
    """None is the conductor's own choice."""
    changed = [gain for gain in found if gain]
    head = f"{len(found)} choices, {len(changed)} others than the conductor's"
    if len(changed) < 2:
        return head
    told = [
        f"{scale * fmean(values):+.1f} ± {1.96 * scale * stdev(values) / len(values) ** 0.5:.1f} {unit}"
        for values, scale, unit in zip(
            zip(*changed, strict=True), (100, 100, 1), ("of 100 places", "of 100 wins", "points"), strict=True
        )
    ]
    return f"{head}: {', '.join(told)}"


def choices(game: TicketGame, players: int, seed: str, latest: float, earliest: float) -> Iterator[Gain | None]:
    """Of some turns of one game."""
    state, luck = game.setup(game.options({}), players, Chance(seed)), Random(seed)
    while waiting := game.to_act(state):
        player = min(waiting)
        view, legal = game.view_for(state, player), game.legal_actions(state, player)
        if type(state.phase) is Turn and luck.random() < LOOKED_AT:
            world = game.sample(view, luck.random)
            assert isinstance(world, TicketWorld)
            if not getattr(world, "is_far", False) and latest <= half_turns_left(world) / 20 <= earliest:
                tried = game.to_try(view, legal, luck.random)
                usual, best = tried[0].action, search(game, view, tried, luck.random)[0].action
                yield None if best == usual else gain(game, state, player, usual, best)
        state = game.apply(state, game.advise(view, legal, luck.random)).state


def gain(game: TicketGame, state: State, player: PlayerId, usual: Action, best: Action) -> Gain:
    found = []
    for number in range(DEALS):
        deal = shuffled(state, Random(f"{state.turn} {number}"))
        without, with_it = (result(game, deal, player, action, number) for action in (usual, best))
        found.append([after - before for before, after in zip(without, with_it, strict=True)])
    return Gain(*map(fmean, zip(*found, strict=True)))


def shuffled(state: State, luck: Random) -> State:
    """What lies in the decks and piles, in another order; hands stay as they are."""
    decks = tuple(bytes(luck.sample(deck, len(deck))) for deck in state.supply.decks)
    piles = tuple(tuple(luck.sample(pile, len(pile))) for pile in state.piles)
    return replace(state, supply=replace(state.supply, decks=decks), piles=piles)


def result(game: TicketGame, state: State, player: PlayerId, action: Action, seed: int) -> Gain:
    """What a choice comes to if conductors play on."""
    state = played_on(game, state, action, seed)
    ranking, others = game.ranking(state), len(state.players) - 1
    place = next(place for place, group in enumerate(ranking) if player in group)
    behind = sum(map(len, ranking[place + 1 :])) + (len(ranking[place]) - 1) / 2
    points = sum(line.points for line in game.scores(state) if line.player == player)
    return Gain(behind / others, (place == 0) / len(ranking[0]), points)


if __name__ == "__main__":
    main()
