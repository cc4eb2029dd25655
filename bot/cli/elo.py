"""How much better one contestant is than another, and how sure that is.

Of each game every two seats with different contestants are compared: whoever has the better place has won that pair.
A block, the games of one seed, is what is drawn again for intervals, since its games share their luck.
"""

from collections.abc import Sequence
from math import log

import msgspec
import numpy as np
from numpy.typing import NDArray

from bot.cli.contest import Match

Table = NDArray[np.float64]
SAMPLES = 1000
ROUNDS = 60
"""Steps towards the ratings that explain the results; they settle far earlier."""
ERROR = 0.05
FEWEST_BLOCKS = 8
"""Before these nothing is decided: the spread of the blocks is not known yet."""


class Interval(msgspec.Struct, frozen=True):
    """An estimate, and where it lies in 95 of 100 cases."""

    value: float
    low: float
    high: float


def pairs(matches: Sequence[Match], robots: int) -> Table:
    """How many pairs each contestant has won against each other; one that is shared is half a win for both."""
    won = np.zeros((robots, robots))
    for match in matches:
        for seat, who in enumerate(match.seating):
            for other_seat, other in enumerate(match.seating):
                if who != other:
                    better = match.places[other_seat] - match.places[seat]
                    won[who, other] += 1.0 if better > 0 else 0.5 if better == 0 else 0.0
    return won


def ratings(won: Table) -> Table:
    """Elo of each contestant less that of the first, from `[…, contestant, other]` pairs won (Bradley and Terry).

    Half a win and half a loss are added between any two who met, else whoever has won everything would be infinitely
    better.
    """
    met = won + np.swapaxes(won, -1, -2)
    padded = won + 0.5 * (met > 0)
    games = padded + np.swapaxes(padded, -1, -2)
    strength = np.ones(won.shape[:-1])
    for _ in range(ROUNDS):
        both = strength[..., :, None] + strength[..., None, :]
        strength = padded.sum(-1) / np.maximum((games / both).sum(-1), 1e-9)
        strength /= strength[..., :1]
    found: Table = 400 * np.log10(np.maximum(strength, 1e-9))
    return found


def resampled(blocks: Table) -> Table:
    """Sums over blocks that were drawn anew from all of them, `SAMPLES` times."""
    drawn = np.random.default_rng(1).integers(len(blocks), size=(SAMPLES, len(blocks)))
    weights = np.zeros((SAMPLES, len(blocks)))
    np.add.at(weights, (np.arange(SAMPLES)[:, None], drawn), 1.0)
    found: Table = np.tensordot(weights, blocks, axes=(1, 0))
    return found


def elo(blocks: Sequence[Table]) -> tuple[Interval, ...]:
    """Of each contestant above the first, with intervals."""
    stacked = np.stack(blocks)
    values, samples = ratings(stacked.sum(0)), ratings(resampled(stacked))
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return tuple(Interval(*(round(float(one), 1) for one in each)) for each in zip(values, low, high, strict=True))


def share(blocks: Sequence[Table], who: int, other: int) -> Interval:
    """The part of the pairs that one contestant has won against another."""
    stacked = np.stack(blocks)
    value, samples = part(stacked.sum(0), who, other), part(resampled(stacked), who, other)
    low, high = np.percentile(samples, [2.5, 97.5])
    return Interval(*(round(float(one), 4) for one in (value, low, high)))


def part(won: Table, who: int, other: int) -> Table:
    found: Table = won[..., who, other] / (won[..., who, other] + won[..., other, who])
    return found


def expected(difference: float) -> float:
    """The part of the pairs won by whoever is so many points better."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def verdict(blocks: Sequence[Table], low: float, high: float) -> str:
    """A sequential test of the second contestant against the first: `high` or `low` once it is decided whether the
    difference is so high or so low, with five errors in a hundred; else nothing.

    The generalised test on the mean of independent values (normal approximation), a value for each block.
    """
    if len(blocks) < FEWEST_BLOCKS:
        return ""
    parts = part(np.stack(blocks), 1, 0)
    worse, better = expected(low), expected(high)
    spread = max(float(parts.var()), 1e-4)
    weight = len(parts) * (better - worse) * (float(parts.mean()) - (better + worse) / 2) / spread
    bound = log((1 - ERROR) / ERROR)
    return "high" if weight >= bound else "low" if weight <= -bound else ""
