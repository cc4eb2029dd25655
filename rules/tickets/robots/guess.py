"""What tickets somebody may hold, told by what they have built.

A single ticket fits a network well if little is missing of it. But tickets are kept and built together: a set is the
likelier, the more of the tracks that lie there lead to one of its tickets, and the fewer all of them still need.
"""

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp

import msgspec

import data
from rules.game import PlayerId, Random
from rules.tickets.masks import numbers_in
from rules.tickets.robots.ground import Ground
from rules.tickets.robots.ways import FAR, ticket_way
from rules.tickets.robots.world import TicketWorld

FITS = 5.0
"""How much more a ticket weighs that is finished than one for which nothing lies yet: e to this."""
TURN = 20
"""Effort is told in tenths of half turns."""
CHANGES = 8
"""How often another ticket is thought of in the place of each one of a set."""


class Clues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a set likelier than the weights of its tickets tell: each of these, times its number, is added to the
    logarithm. They are fitted to games of the conductor (`python -m tests.rules.tickets.fit_clues`)."""

    near: float
    """Tickets that are finished, and of the others the part for which tracks lie."""
    done: float
    """Points between finished and not, of those that are finished,"""
    open: float
    """and of those that still can be."""
    leading: float
    """Tracks that lead to one of them."""
    effort: float
    """Turns that all of them still take together,"""
    alone: float
    """and that each would take if there were no other."""
    hopeless: float
    """Tickets that can't be finished any more,"""
    untouched: float
    """and those for which nothing lies yet."""
    harbours: float
    """Points that harbours bring if all tickets that name their cities are finished."""


class Guess:
    """About one player."""

    def __init__(self, ground: Ground, world: TicketWorld, seat: PlayerId, tickets: Sequence[int]) -> None:
        """Of those tickets they may have any."""
        self.ground, self.tickets, self.clues = ground, tickets, clues_for(ground.board.file.id)
        self.near: dict[int, float] = {}
        """By ticket, the part of it for which tracks lie; not of those that can't be finished any more."""
        self.turns: dict[int, float] = {}
        """Turns that it still takes alone,"""
        self.weights: dict[int, float] = {}
        """how well it fits alone,"""
        self.worths: dict[int, float] = {}
        """what it adds to a set in any case,"""
        self.ways: dict[int, tuple[int, int]] = {}
        """and the tracks that lie for it, and that it lacks."""
        self.harbours = [city for city, owner in world.harbours if owner == seat]
        self.named = [
            sum([(ground.named[ticket] >> city & 1) << 8 * n for n, city in enumerate(self.harbours)])
            for ticket in range(len(ground.named))
        ]
        """By ticket: a byte for each of the player's harbours, 1 if its city is named."""
        own, usable = world.tracks[seat], world.open & ~world.barred[seat]
        for ticket in tickets:
            self._look_at(ticket, own, usable)
        board = ground.board
        by_pile = [
            [ticket for ticket in tickets if board.pile_of[ticket] == pile] for pile in range(len(board.pile_names))
        ]
        self.piles = [(pile, [*accumulate([self.weights[ticket] for ticket in pile])]) for pile in by_pile]
        """The tickets of each pile, and their weights added up."""

    def _look_at(self, ticket: int, own: int, usable: int) -> None:
        ground, clues = self.ground, self.clues
        left, way = ticket_way(ground, usable | own, own, (), ticket)
        if left >= FAR:
            self.weights[ticket], self.worths[ticket], self.ways[ticket] = 1.0, clues.hopeless, (0, 0)
            return
        whole, _ = shortest_way(ground, ticket)
        near, turns = max(0.0, 1 - left / whole), left / TURN
        stake = ground.stakes[ticket] * (clues.open if left else clues.done)
        self.near[ticket], self.turns[ticket] = near, turns
        self.weights[ticket] = exp(FITS * near)
        self.worths[ticket] = clues.near * near + stake - clues.alone * turns + (0.0 if near else clues.untouched)
        self.ways[ticket] = way & own, way & ~own

    def draw(self, quotas: Sequence[int], taken: set[int], random: Random) -> tuple[int, ...]:
        """So many tickets of each pile, none of those taken, by weight (the largest of log(random) / weight come
        first)."""
        weights, pile_of, found = self.weights, self.ground.board.pile_of, list[int]()
        for pile, count in enumerate(quotas):
            if count:
                free = [ticket for ticket in self.tickets if ticket not in taken and pile_of[ticket] == pile]
                free.sort(key=lambda ticket: -(random() ** (1 / weights[ticket])))
                found += free[:count]
        return tuple(found)

    def likely(self, quotas: Sequence[int], random: Random) -> tuple[int, ...]:
        """The same, but tickets that fit each other: time and again another is thought of in the place of one, and
        takes it as often as the set is likelier with it (Metropolis)."""
        found = [*self.draw(quotas, set(), random)]
        worth = self.worth(found)
        for _ in range(CHANGES * len(found)):
            n = int(random() * len(found))
            tickets, sums = self.piles[self.ground.board.pile_of[found[n]]]
            other, before = tickets[bisect(sums, random() * sums[-1], hi=len(sums) - 1)], found[n]
            if other in found:
                continue
            found[n] = other
            changed = self.worth(found)
            if changed >= worth or random() < exp(changed - worth):
                worth = changed
            else:
                found[n] = before
        return tuple(found)

    def worth(self, tickets: Sequence[int]) -> float:
        """Of a set: the logarithm of how much likelier it is than the weights of its tickets tell."""
        worth, lying, lacking = self.clues.harbours * self.harbour_points(tickets), 0, 0
        for ticket in tickets:
            there, rest = self.ways[ticket]
            worth += self.worths[ticket]
            lying |= there
            lacking |= rest
        return worth + self.clues.leading * lying.bit_count() - self.clues.effort * turns_for(self.ground, lacking)

    def harbour_points(self, tickets: Sequence[int]) -> int:
        rule = self.ground.harbours
        if rule is None or not self.harbours:
            return 0
        named, most = sum([self.named[ticket] for ticket in tickets]), len(rule.points) - 1
        return sum([rule.points[min(most, named >> 8 * n & 255)] for n in range(len(self.harbours))])


@lru_cache(maxsize=1 << 14)
def turns_for(ground: Ground, tracks: int) -> float:
    return sum([ground.costs[track] for track in numbers_in(tracks)]) / TURN


@lru_cache(maxsize=1024)
def shortest_way(ground: Ground, ticket: int) -> tuple[int, int]:
    """On an empty map."""
    return ticket_way(ground, ground.board.all_tracks, 0, (), ticket)


@lru_cache(maxsize=64)
def clues_for(title: str) -> Clues:
    """A map that has none plays by the usual ones."""
    known = msgspec.json.decode(data.read("robots/clues.json"), type=dict[str, Clues])
    return known.get(title) or known["usual"]
