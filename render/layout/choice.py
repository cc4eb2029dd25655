"""One place for each of many things that get in each other's way: a search that always ends the same."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Costs = NDArray[np.float64]
HIT = 1000.0
"""What lying on something costs; everything else is a matter of taste and far cheaper."""
KICKS, CALM = 1200, 250
"""How often the search is shaken at most, and how often in vain before it is content."""


def choose(costs: Sequence[Costs], clashes: dict[tuple[int, int], Costs], seed: int = 1) -> list[int]:
    """For each thing the number of its place. `costs` has the cost of every place of every thing, `clashes` what two
    things cost each other: a row for each place of the first, a column for each of the second.

    Things move one at a time to where they cost least, until none wants to; then a few are thrown out of their places
    and it begins again, and what was better is kept.
    """
    random = np.random.default_rng(seed)
    search = Search(costs, clashes)
    best = search.settle([int(cost.argmin()) for cost in costs], range(len(costs)))
    least, in_vain = search.total(best), 0
    for _ in range(KICKS):
        if in_vain == CALM or not costs:
            break
        thrown = search.thrown(best, random)
        tried = list(best)
        for thing in thrown:
            tried[thing] = int(random.integers(len(costs[thing])))
        tried = search.settle(tried, [*(near for thing in thrown for near in search.near[thing]), *thrown])
        total = search.total(tried)
        in_vain = 0 if total < least - 1e-9 else in_vain + 1
        if total <= least:
            best, least = tried, total
    return best


class Search:
    def __init__(self, costs: Sequence[Costs], clashes: dict[tuple[int, int], Costs]) -> None:
        self.costs = costs
        self.near: list[dict[int, Costs]] = [{} for _ in costs]
        """For each thing those it may clash with, and the costs by own place and theirs."""
        for (one, other), cost in clashes.items():
            self.near[one][other] = cost
            self.near[other][one] = cost.T

    def at(self, chosen: Sequence[int], thing: int) -> Costs:
        """What each place of a thing would cost, all others staying where they are."""
        cost = self.costs[thing].copy()
        for other, clash in self.near[thing].items():
            cost += clash[:, chosen[other]]
        return cost

    def settle(self, chosen: list[int], restless: Sequence[int]) -> list[int]:
        todo = dict.fromkeys(restless)
        moves = 0
        while todo and moves < 50 * len(self.costs):
            thing, *_ = todo
            del todo[thing]
            cost = self.at(chosen, thing)
            place = int(cost.argmin())
            if cost[place] < cost[chosen[thing]] - 1e-9:
                chosen[thing] = place
                todo |= dict.fromkeys(self.near[thing])
                moves += 1
        return chosen

    def total(self, chosen: Sequence[int]) -> float:
        own = sum(float(cost[place]) for cost, place in zip(self.costs, chosen, strict=True))
        return own + sum(self.clash(chosen, thing) for thing in self.things) / 2

    def clash(self, chosen: Sequence[int], thing: int) -> float:
        """What a thing and all others cost each other where they are."""
        place = chosen[thing]
        return sum(float(clash[place, chosen[other]]) for other, clash in self.near[thing].items())

    @property
    def things(self) -> range:
        return range(len(self.costs))

    def thrown(self, chosen: Sequence[int], random: np.random.Generator) -> list[int]:
        """A thing that lies badly, or any where none does, and some of those around it."""
        bad = [
            thing for thing in self.things if self.costs[thing][chosen[thing]] + self.clash(chosen, thing) >= HIT / 2
        ]
        first = int(random.choice(bad if bad and random.random() < 0.8 else list(self.things)))
        around = [near for near in self.near[first] if random.random() < 0.4]
        return [first, *around]
