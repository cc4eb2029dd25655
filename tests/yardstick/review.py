"""Whether moves that a review flags were mistakes: each is played again in fresh deals, as it was and as the review
would have it.

python -m tests.yardstick.review [--titles usa,metro] [--players N] [--games K] [--worlds N] [--seed S]

Games are those of apprentices. Before the move everything that its player could not see is dealt anew, and conductors
play on to the end, after either move with the same luck; the winner is counted.
"""

import argparse
from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from msgspec.structs import replace
from tqdm import tqdm

from bot.cli.simulate import play
from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.game import Action, AnyGame
from rules.metro.robots.world import MetroWorld
from rules.metro.tiles import CODES
from rules.record import Made, record_of, replay_all
from rules.review import TurningPoint, turning_points
from rules.tickets.robots.world import TicketWorld


class Replaced(NamedTuple):
    """What the better move gains, in parts of a win."""

    promised: float
    gained: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.yardstick.review", description=__doc__)
    parser.add_argument("--titles", default=",".join(TITLES))
    parser.add_argument("--games", type=int, default=20, help="of each title")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--worlds", type=int, default=24, help="in which each flagged move is tried again")
    parser.add_argument("--seed", default="judge/review")
    args = parser.parse_args()
    everywhere: list[Replaced] = []
    for title in args.titles.split(","):
        found = list(replaced_in(title, args.players, args.games, args.worlds, args.seed))
        everywhere += found
        tell(title, found)
    tell("all", everywhere)


def tell(title: str, found: list[Replaced]) -> None:
    if len(found) < 2:
        print(f"{title:8} {len(found)} flagged moves", flush=True)
        return
    promised, gained = (
        f"{100 * fmean(part):+.1f} ± {196 * stdev(part) / len(part) ** 0.5:.1f}" for part in zip(*found, strict=True)
    )
    print(f"{title:8} {len(found)} flagged moves; points of win rate promised {promised}, gained {gained}", flush=True)


def replaced_in(title: str, players: int, games: int, worlds: int, seed: str) -> Iterator[Replaced]:
    game = find_game(title)
    assert game is not None
    options = game.options({})
    for number in tqdm(range(games), desc=title, disable=None, leave=False, unit="game"):
        chance = Chance(f"{seed}/{number}")
        _, actions = play(game, options, ("apprentice",) * players, chance)
        record = record_of(game, options, ("",) * players, chance, tuple(actions))
        made = {each.seq: each for each in replay_all(record)}
        luck = Random(f"{seed} {number}")
        for point in turning_points(game, [*made.values()], luck.random, lambda _: None):
            yield replaced(game, made[point.seq], point, worlds, luck)


def replaced(game: AnyGame, made: Made, point: TurningPoint, worlds: int, luck: Random) -> Replaced:
    better: Action = game.codecs.action.decode(point.better)
    view, gained = game.view_for(made.before, point.player), 0.0
    for number in range(worlds):
        state = dealt_anew(made.before, game.sample(view, luck.random), Chance(f"{point.seq} {number} {luck.random()}"))
        done, instead = (won(game, state, action, number) for action in (made.action, better))
        gained += instead - done
    return Replaced(point.worth, gained / worlds)


def dealt_anew(state: Any, world: object, chance: Chance) -> Any:
    """The same position with everything as it lies in a world."""
    if isinstance(world, TicketWorld):
        decks = tuple(bytes(cards[:left]) for cards, left in zip(world.decks, world.left, strict=True))
        hidden = {"chance": chance, "supply": replace(state.supply, decks=decks)}
        if not state.turn:  # what others are still to choose from can't be told apart from what they keep
            players = [replace(player, hand=hand) for player, hand in zip(state.players, world.hands, strict=True)]
            return replace(state, players=tuple(players), **hidden)
        players = [
            replace(player, hand=hand, tickets=tickets)
            for player, hand, tickets in zip(state.players, world.hands, world.tickets, strict=True)
        ]
        return replace(state, players=tuple(players), piles=tuple(world.piles), **hidden)
    assert isinstance(world, MetroWorld)
    deal = world.deals[0]
    pile = (*state.pile[: state.taken], *(CODES[kind] for kind in reversed(deal.pile)))
    return replace(state, pile=pile, hands=tuple(tuple(CODES[kind] for kind in hand) for hand in deal.hands))


def won(game: AnyGame, state: Any, action: Action, seed: int) -> float:
    """Whether a move leads to a win if conductors play on."""
    best = game.ranking(played_on(game, state, action, seed))[0]
    return (action.player in best) / len(best)


def played_on(game: AnyGame, state: Any, action: Action, seed: int) -> Any:
    """The end to which conductors come after a move."""
    luck, state = Random(seed).random, game.apply(state, action).state
    while waiting := game.to_act(state):
        seat = min(waiting)
        state = game.apply(state, game.advise(game.view_for(state, seat), game.legal_actions(state, seat), luck)).state
    return state


if __name__ == "__main__":
    main()
