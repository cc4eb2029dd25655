"""Robots of every strength at every table: `python -m tests.soak.robots [games] [--first N] [--processes P]`.

Tables are all titles with all numbers of seats, and every value of every option. At the end: no wish was illegal, none
failed, and every game came to its end. Games are numbered, so that a long run can be gone on with: 500 and then
`500 --first 500` are the same games as 1000. What robots make use of is for `tests.soak.kinds`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from tqdm import tqdm

from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.errors import BadOption
from rules.game import AnyGame
from rules.robots import STRENGTHS, decide

GAMES = 2000
ROLLOUTS = 16
"""For each thought of a stationmaster: enough to choose by."""
SEARCHED = 4
"""Of as many decisions a stationmaster searches one on average: more games come by more than deeper thought does. At
the others it does what the conductor would, which is the first thing that it would try."""
LONGEST = 5000
"""Actions; whoever plays on beyond these has got stuck."""
PLAYERS = ("random", *STRENGTHS)


class Table(NamedTuple):
    game: AnyGame
    seats: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.id} at {self.seats} {chosen}".rstrip()


def tables(titles: tuple[str, ...] = TITLES) -> Iterator[Table]:
    for title in titles:
        game = find_game(title)
        assert game is not None
        for seats in game.seats:
            yield Table(game, seats, {})
            for name, values in game.choices.items():
                for value in values[1:]:
                    chosen = {name: value, **({"modules": "4"} if name == "cards" else {})}
                    if can_be_played(table := Table(game, seats, chosen)):
                        yield table


def can_be_played(table: Table) -> bool:
    """Some options are for few players alone."""
    try:
        table.game.setup(table.game.options(table.options), table.seats, Chance("soak"))
    except BadOption:
        return False
    return True


class Played(NamedTuple):
    robots: tuple[str, ...]
    wrong: str | None
    """What went wrong, if something did."""


def play(table: Table, seed: str, first: int) -> Played:
    """Strengths go round the table, from the so-manieth on."""
    game, luck = table.game, Random(seed).random
    state = game.setup(game.options(table.options), table.seats, Chance(seed))
    robots = tuple(PLAYERS[(first + seat) % len(PLAYERS)] for seat in range(table.seats))
    for _ in range(LONGEST):
        if not (waiting := game.to_act(state)):
            return Played(robots, None)
        seat = min(waiting)
        view, legal = game.view_for(state, seat), game.legal_actions(state, seat)
        is_hasty = robots[seat] == "stationmaster" and luck() * SEARCHED >= 1
        try:
            action = decide("conductor" if is_hasty else robots[seat], game, view, legal, luck, ROLLOUTS)
        except Exception as error:
            return Played(robots, f"{robots[seat]} failed, {error!r}")
        if action not in legal:
            return Played(robots, f"{robots[seat]} wished for {action}")
        state = game.apply(state, action).state
    return Played(robots, "doesn't end")


@cache
def everywhere() -> list[Table]:
    return list(tables())


def play_number(number: int) -> tuple[int, Played]:
    places = everywhere()
    return number, play(places[number % len(places)], f"soak/{number}", number)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.soak.robots", description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args(arguments)
    numbers, seats, wrong = range(args.first, args.first + args.games), Counter[str](), 0
    with get_context("spawn").Pool(args.processes) as pool:
        for number, played in tqdm(pool.imap(play_number, numbers), total=args.games, disable=None, unit="game"):
            seats.update(played.robots)
            if played.wrong:
                wrong += 1
                print(f"{everywhere()[number % len(everywhere())]}, game {number}: {played.wrong}", flush=True)
    print(f"{args.games} games from {args.first} on at {len(everywhere())} tables, {wrong} went wrong; {dict(seats)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
