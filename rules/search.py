"""Search over the few actions that a robot thinks of: each is tried in the same worlds, and the worse half drops out.

The first of them, which the robot would choose without, stays to the end: another takes its place only where it has won
more by more than luck explains. So few rollouts do no harm, and the more there are, the smaller an advantage is seen.

A world is one way in which everything hidden might lie, sampled from a view and nothing else. Whoever plays it out may
draw numbers; every candidate meets the same ones in the same world, so that what differs is the action and not luck.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, log2, sqrt
from typing import Any, Generic, TypeVar

import msgspec

import data
from rules.game import Action, Candidate, Game, PlayerId, PossibleWorld, Random, View

ROUNDS = 3
"""How far a world is played before it is judged, unless its end is near. For actions to be compared a world may have
`rounds` of its own: None is to the end."""
TRUST = 0.05
"""What a point of the first guess counts for, in rollouts won: it decides while there are few, and fades. A world may
have a `trust` of its own, which doesn't: so much of a chance to win for each point, beside what the rollouts say."""
DOUBT = 1.5
"""By how many of its standard errors another has to be ahead of the first; a world may have a `doubt` of its own."""
MOST_TRIED = 8
"""Candidates that are tried. Of any beyond these, some take the place of the last if they are in others' way:"""
MOST_IN_THE_WAY = 3
WORLDS_ASKED = 48
"""in so many worlds, where these are asked for it (`is_in_the_way`),"""
OFTEN = 0.1
"""and in this part of them at least."""
USUAL = 256
"""Rollouts for a decision where no measure has been taken."""
A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)


def search(
    game: Game[Any, A, V], view: V, candidates: Sequence[Candidate[A]], random: Random, rollouts: int | None = None
) -> Sequence[Candidate[A]]:
    """The candidates best first, each with its merit as `worth`; those that dropped out early come last, and theirs is
    known the less. The same for the same numbers of `random` and the same number of rollouts, of which a few more are
    made where there are too few to go round; None are as many as take about a second. A game that can't be sampled
    leaves the candidates as they are, and so does a world that `is_far` from telling one from another.
    """
    first = game.sample(view, random)
    if first is None or getattr(first, "is_far", False):
        return candidates
    rollouts = rollouts or round(rollouts_for(view.game, view.seats) * getattr(first, "briefness", 1.0))
    candidates = shortlist(game, view, candidates, random)
    best = max([candidate.worth for candidate in candidates], default=0.0)
    field = sorted([Trial(candidate, candidate.worth - best) for candidate in candidates], key=lambda one: -one.ahead)
    dropped: list[Trial[A]] = []
    for halvings in range(ceil(log2(len(field) or 1)) or 1, 0, -1):
        worlds = rollouts // (halvings * (len(field) or 1)) or 1
        for _ in range(worlds):
            world = game.sample(view, random)
            assert world is not None
            try_all(field, world, reader_of(view), int(random() * 2**53))
        rollouts -= worlds * len(field)
        if halvings > 1:
            others, half = sorted(field[1:], key=Trial.gain, reverse=True), (len(field) - 1) >> 1
            field, dropped = [field[0], *others[:half]], others[half:] + dropped
    ranked = sorted(field, key=Trial.sure_gain, reverse=True)
    return [trial.result() for trial in ranked + dropped]


def shortlist(
    game: Game[Any, A, V], view: V, candidates: Sequence[Candidate[A]], random: Random
) -> Sequence[Candidate[A]]:
    """The candidates that are tried, best first."""
    usual, others = candidates[:MOST_TRIED], candidates[MOST_TRIED:]
    times = [0] * len(others)
    for _ in range(WORLDS_ASKED if others else 0):
        is_in_the_way = getattr(game.sample(view, random), "is_in_the_way", None)
        if is_in_the_way is not None:
            times = [count + is_in_the_way(other.action) for count, other in zip(times, others, strict=True)]
    often = [n for n, count in enumerate(times) if count >= OFTEN * WORLDS_ASKED]
    obstacles = [others[n] for n in sorted(often, key=lambda n: -times[n])[:MOST_IN_THE_WAY]]
    return sorted([*usual[: MOST_TRIED - len(obstacles)], *obstacles], key=lambda each: -each.worth)


def outlook(game: Game[Any, Any, V], view: V, random: Random, rollouts: int) -> float | None:
    """The reader's chance to win as things stand; None where the game can't be sampled."""
    won = 0.0
    for _ in range(rollouts):
        world = game.sample(view, random)
        if world is None:
            return None
        world.play(numbers(int(random() * 2**53)), ROUNDS)
        won += world.worth(reader_of(view))
    return won / rollouts


@lru_cache(maxsize=64)
def rollouts_for(title: str, seats: int) -> int:
    """As many as take about a second of the processor, where they take longest: near the end a world may be played more
    often, by its `briefness`."""
    measured = msgspec.json.decode(data.read("robots/rollouts.json"), type=dict[str, dict[int, int]])
    return measured.get(title, {}).get(seats, USUAL)


def reader_of(view: View) -> PlayerId:
    assert view.reader is not None, "only a player has something to decide"
    return view.reader


class Trial(Generic[A]):
    """How a candidate has done so far, beside the first in the same worlds."""

    def __init__(self, candidate: Candidate[A], ahead: float) -> None:
        self.candidate, self.ahead = candidate, ahead
        self.won, self.rollouts, self.trust = 0.0, 0, TRUST
        self.gained = self.squares = 0.0
        self.doubt = DOUBT

    def add(self, world: PossibleWorld[A], won: float, first: float) -> None:
        self.won += won
        self.rollouts += 1
        self.trust += getattr(world, "trust", 0.0)
        self.doubt = getattr(world, "doubt", DOUBT)
        self.gained += won - first
        self.squares += (won - first) ** 2

    def gain(self) -> float:
        """On the first, for each rollout, the first guess included."""
        return (self.gained + self.trust * self.ahead) / self.rollouts

    def sure_gain(self) -> float:
        """As much of it as is left if luck has helped; of the first, nothing."""
        return self.gain() - self.doubt * sqrt(self.squares) / self.rollouts

    def result(self) -> Candidate[A]:
        return Candidate(self.candidate.action, self.won / self.rollouts)


def try_all(field: Sequence[Trial[A]], world: PossibleWorld[A], player: PlayerId, seed: int) -> None:
    """One rollout of every candidate, from the same world and with the same numbers."""
    first: float | None = None
    for trial in field:
        tried = tried_out(world, trial.candidate.action, seed)
        won = tried.merit(player)
        first = won if first is None else first
        trial.add(tried, won, first)


def tried_out(world: PossibleWorld[A], action: A, seed: int) -> PossibleWorld[A]:
    """The world as it may be some time after an action."""
    tried = world.copy()
    tried.do(action)
    tried.play(numbers(seed), getattr(tried, "rounds", ROUNDS))
    return tried


def numbers(seed: int) -> Random:
    """Numbers for a rollout, not to be guessed at but quick and the same again for the same seed (Knuth's MMIX)."""

    def each(state: int) -> Iterator[float]:
        while True:
            state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFF_FFFF_FFFF_FFFF
            yield (state >> 11) * 2.0**-53

    return each(seed).__next__
