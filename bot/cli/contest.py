"""Robots against each other: the same deals played in every seating, so that luck falls out of the comparison."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from statistics import median
from typing import Any, NamedTuple, TypeAlias

import msgspec

from rules.chance import Chance
from rules.game import Action, AnyGame, AnyLegal
from rules.game import Random as Luck

Decide: TypeAlias = Callable[[AnyGame, Any, AnyLegal, Luck], Action]
"""What somebody does, seeing a view and what is legal."""
ALL_ORDERS_UP_TO = 3
"""With more seats than these, everybody sits everywhere, but not in every order."""


class Contestant(NamedTuple):
    name: str
    decide: Decide


class Match(msgspec.Struct, frozen=True):
    """One game that was played."""

    seating: tuple[int, ...]
    """Which contestant sat on each seat."""
    points: tuple[int, ...]
    places: tuple[int, ...]
    """By seat, 0 for the winners."""
    counts: tuple[Mapping[str, int], ...]


class Conduct(msgspec.Struct):
    """How a contestant decided, over all games."""

    seconds: list[float] = msgspec.field(default_factory=list)
    """Of the processor, for each decision."""
    illegal: int = 0
    failed: int = 0

    def add(self, other: "Conduct") -> None:
        self.seconds += other.seconds
        self.illegal += other.illegal
        self.failed += other.failed

    @property
    def median(self) -> float:
        return median(self.seconds) if self.seconds else 0.0

    @property
    def p99(self) -> float:
        return sorted(self.seconds)[int(0.99 * (len(self.seconds) - 1))] if self.seconds else 0.0


class Block(NamedTuple):
    """The games of one seed."""

    matches: tuple[Match, ...]
    conduct: tuple[Conduct, ...]
    """By contestant."""


def seatings(robots: int, seats: int) -> list[tuple[int, ...]]:
    """Who sits where in the games of one block; everybody as often as the others, on every seat."""
    if robots >= seats:
        groups = combinations(range(robots), seats)
        if seats <= ALL_ORDERS_UP_TO:
            return [order for group in groups for order in permutations(group)]
        return [order for group in groups for order in rotations(group)]
    rows = [tuple((first + seat) % robots for seat in range(seats)) for first in range(robots)]
    return list(dict.fromkeys(order for row in rows for order in rotations(row)))


def rotations(row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for shift in range(len(row)):
        yield row[shift:] + row[:shift]


def play_block(game: AnyGame, options: object, contestants: Sequence[Contestant], seats: int, seed: str) -> Block:
    """The same deal in each seating."""
    conduct = tuple(Conduct() for _ in contestants)
    matches = [
        play_match(game, options, contestants, order, seed, conduct) for order in seatings(len(contestants), seats)
    ]
    return Block(tuple(matches), conduct)


def play_match(
    game: AnyGame,
    options: object,
    contestants: Sequence[Contestant],
    seating: tuple[int, ...],
    seed: str,
    conduct: Sequence[Conduct],
) -> Match:
    state = game.setup(options, len(seating), Chance(seed))
    lucks = [Random(f"{seed}/robot/{seat}").random for seat in range(len(seating))]
    while waiting := game.to_act(state):
        seat = min(waiting)
        who = seating[seat]
        action = decision(contestants[who], game, state, seat, lucks[seat], conduct[who])
        state = game.apply(state, action).state
    places = {seat: place for place, group in enumerate(game.ranking(state)) for seat in group}
    points = [0] * len(seating)
    for line in game.scores(state):
        points[line.player] += line.points
    return Match(
        seating,
        tuple(points),
        tuple(places[seat] for seat in range(len(seating))),
        tuple(game.tally(game.view_for(state, seat)) for seat in range(len(seating))),
    )


def decision(contestant: Contestant, game: AnyGame, state: Any, seat: int, luck: Luck, conduct: Conduct) -> Action:
    """What a contestant does; whoever fails or wishes for the impossible is noted and does the first thing possible."""
    view, legal = game.view_for(state, seat), game.legal_actions(state, seat)
    began = time.process_time()
    action: Action | None = None
    try:
        action = contestant.decide(game, view, legal, luck)
    except Exception:
        conduct.failed += 1
    conduct.seconds.append(time.process_time() - began)
    if action is not None and action in legal:
        return action
    conduct.illegal += action is not None
    first: Action = next(iter(legal))
    return first
