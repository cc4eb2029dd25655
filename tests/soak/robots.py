"""Robots of every strength at every table: `python -m tests.soak.robots [games]`.

Tables are all titles with all numbers of seats, and every value of every option. At the end: no wish was illegal, none
failed, every game came to its end, and whatever kind of action anybody made at a title, every strength made it there.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from tqdm import tqdm

from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.errors import BadOption
from rules.game import Action, AnyGame
from rules.robots import STRENGTHS, decide

GAMES = 2000
ROLLOUTS = 16
"""For each thought of a stationmaster: enough to choose by."""
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


@dataclass
class Soak:
    games: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    made: dict[str, dict[str, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    """Kinds of actions by table and by player."""

    def play(self, table: Table, seed: str, first: int) -> None:
        """Strengths go round the table, from the so-manieth on."""
        game, luck = table.game, Random(seed).random
        state = game.setup(game.options(table.options), table.seats, Chance(seed))
        robots = [PLAYERS[(first + seat) % len(PLAYERS)] for seat in range(table.seats)]
        self.games += 1
        for _ in range(LONGEST):
            if not (waiting := game.to_act(state)):
                return
            seat = min(waiting)
            view, legal = game.view_for(state, seat), game.legal_actions(state, seat)
            try:
                action = decide(robots[seat], game, view, legal, luck, ROLLOUTS)
            except Exception as error:
                self.wrong[f"{table}: {robots[seat]} failed, {error!r}"] += 1
                return
            if action not in legal:
                self.wrong[f"{table}: {robots[seat]} wished for {action}"] += 1
                return
            self.made[str(table)][robots[seat]].add(kind_of(action))
            state = game.apply(state, action).state
        self.wrong[f"{table}: {seed} doesn't end"] += 1

    def never_made(self) -> list[str]:
        """Kinds that a strength makes nowhere at a title though others do."""
        by_title: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for table, robots in self.made.items():
            for robot, kinds in robots.items():
                by_title[table.split()[0]][robot] |= kinds
        return lacking(by_title)


def kind_of(action: Action) -> str:
    return str(type(action).__struct_config__.tag)


def lacking(made: Mapping[str, Mapping[str, set[str]]]) -> list[str]:
    found = []
    for place, robots in made.items():
        known = set[str]().union(*robots.values())
        for strength in STRENGTHS:
            found += [f"{place}: {strength} never does {kind}" for kind in sorted(known - robots.get(strength, set()))]
    return found


def main(arguments: list[str]) -> int:
    games = int(arguments[0]) if arguments else GAMES
    soak, everywhere = Soak(), list(tables())
    for number in tqdm(range(games), disable=None, unit="game"):
        table = everywhere[number % len(everywhere)]
        soak.play(table, f"soak/{number}", number)
    for line, count in soak.wrong.most_common():
        print(f"{count} × {line}")
    for line in soak.never_made():
        print(line)
    print(f"{soak.games} games at {len(everywhere)} tables, {sum(soak.wrong.values())} went wrong")
    print(f"{len(lacking(soak.made))} times somebody did something at a table that a strength didn't do at that table")
    return 1 if soak.wrong or soak.never_made() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
