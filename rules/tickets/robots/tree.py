"""One joint tree for several tickets: the cheapest tracks that join the places of each of them.

A Steiner forest, found by the shortest way for one ticket after another, each over what is already chosen for nothing,
in two orders, and then by taking each ticket's own tracks out and looking for a better way with all the others in
place. networkx has a Steiner tree, but it joins every place with every other, knows no countries with several ends,
and takes as long as all the subsets of an offer do here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

from rules.tickets.tickets import TicketEnds

FAR = 1e6
Reach: TypeAlias = tuple[float, float, int]
"""Cost, turns and spaces."""
UNREACHED: Reach = (FAR, FAR, 0)


class TicketTree:
    """Tracks by ticket: `ways[n]` joins the places of the n-th ticket, together with own tracks and the other ways."""

    __slots__ = ("cost", "lost", "tracks", "ways")

    def __init__(self, ways: list[frozenset[int]], lost: frozenset[int], costs: Sequence[float]) -> None:
        self.ways = ways
        self.lost = lost
        """Tickets that can't be joined at all."""
        self.tracks: frozenset[int] = frozenset().union(*ways)
        self.cost = sum([costs[track] for track in self.tracks])


class Links:
    """The tracks that a player has or might get, as a graph; costs by track, nothing for the player's own."""

    def __init__(
        self, ends: Sequence[tuple[int, int]], cities: int, costs: Sequence[float], usable: Iterable[int]
    ) -> None:
        self.costs = costs
        self.cities = cities
        self.around: list[list[tuple[int, int]]] = [[] for _ in range(cities)]
        self._joined: dict[tuple[TicketEnds, frozenset[int]], tuple[float, frozenset[int]]] = {}
        """What was found before: one plan after the other asks for much of the same."""
        cheapest: dict[tuple[int, int], int] = {}
        for track in usable:
            known = cheapest.get(ends[track])
            if known is None or costs[track] < costs[known]:
                cheapest[ends[track]] = track
        for (a, b), track in cheapest.items():
            self.around[a].append((b, track))
            self.around[b].append((a, track))

    def way(
        self, start: Iterable[int], goal: Iterable[int], chosen: Iterable[int] = (), shut: int = -1
    ) -> tuple[float, list[int]]:
        """The cheapest way from any start to any goal, the chosen tracks being free: its cost, its tracks that cost."""
        around, costs = self.around, self.costs
        if chosen:
            costs = list(costs)
            for track in chosen:
                costs[track] = 0.0
        best = [FAR] * self.cities
        came: list[tuple[int, int] | None] = [None] * self.cities
        queue = [(0.0, city) for city in start]
        for _, city in queue:
            best[city] = 0.0
        while queue:
            cost, city = heappop(queue)
            if cost > best[city]:
                continue
            if city in goal:
                tracks = []
                while (step := came[city]) is not None:
                    city, track = step
                    if self.costs[track]:
                        tracks.append(track)
                return cost, tracks
            for other, track in around[city]:
                then = cost + costs[track]
                if then < best[other] and track != shut:
                    best[other] = then
                    came[other] = city, track
                    heappush(queue, (then, other))
        return FAR, []

    def reach(self, start: Iterable[int], chosen: frozenset[int], efforts: Sequence[tuple[float, int]]) -> list[Reach]:
        """The cost from any start to every city, and the efforts (turns and spaces) on the way."""
        costs, around = self.costs, self.around
        best = [UNREACHED] * self.cities
        queue = [(0.0, city) for city in start]
        for _, city in queue:
            best[city] = (0.0, 0.0, 0)
        while queue:
            cost, city = heappop(queue)
            known, turns, spaces = best[city]
            if cost > known:
                continue
            for other, track in around[city]:
                if track in chosen or not costs[track]:
                    if cost < best[other][0]:
                        best[other] = cost, turns, spaces
                        heappush(queue, (cost, other))
                else:
                    then = cost + costs[track]
                    if then < best[other][0]:
                        more = efforts[track]
                        best[other] = then, turns + more[0], spaces + more[1]
                        heappush(queue, (then, other))
        return best

    def join(self, ends: TicketEnds, chosen: set[int] | frozenset[int]) -> tuple[float, frozenset[int]]:
        """The cheapest way to join all places of a ticket, one after the other."""
        key = ends, frozenset(chosen)
        found = self._joined.get(key)
        if found is None:
            found = self._joined[key] = self._join(*key)
        return found

    def _join(self, ends: TicketEnds, chosen: frozenset[int]) -> tuple[float, frozenset[int]]:
        if len(ends) == 2:
            cost, tracks = self.way(ends[0], ends[1], chosen)
            return cost, frozenset(tracks)
        total, found, known = 0.0, set[int](), set(chosen)
        for n in range(len(ends) - 1):
            cost, tracks = self.way(ends[n], ends[n + 1], known)
            if cost >= FAR:
                return FAR, frozenset()
            total += cost
            found.update(tracks)
            known.update(tracks)
        return total, frozenset(found)

    def tree(self, tickets: Sequence[TicketEnds], rounds: int = 2) -> TicketTree:
        if not tickets:
            return TicketTree([], frozenset(), self.costs)
        alone = [self.join(ends, frozenset()) for ends in tickets]
        lost = frozenset(n for n, (cost, _) in enumerate(alone) if cost >= FAR)
        order = sorted([n for n in range(len(tickets)) if n not in lost], key=lambda n: alone[n][0])
        if len(order) < 2:
            return TicketTree([way for _, way in alone], lost, self.costs)
        found = [self.one_by_one(tickets, [way for _, way in alone], each) for each in (order, order[::-1])]
        costs = [sum([self.costs[track] for track in frozenset().union(*ways)]) for ways in found]
        ways = found[0] if costs[0] <= costs[1] else found[1]
        return self.improved(tickets, ways, order, lost, rounds)

    def one_by_one(
        self, tickets: Sequence[TicketEnds], alone: list[frozenset[int]], order: Sequence[int]
    ) -> list[frozenset[int]]:
        ways, chosen = alone, set(alone[order[0]])
        for n in order[1:]:
            ways[n] = self.join(tickets[n], chosen)[1]
            chosen |= ways[n]
        return ways

    def improved(
        self,
        tickets: Sequence[TicketEnds],
        ways: list[frozenset[int]],
        order: Sequence[int],
        lost: frozenset[int],
        rounds: int,
    ) -> TicketTree:
        """Each ticket may look for a better way, with the tracks of all the others in place."""
        costs = self.costs
        ways = self.whole(tickets, ways, order)
        for _ in range(rounds):
            changed = False
            for n in order:
                others = frozenset().union(*[ways[m] for m in order if m != n])
                cost, way = self.join(tickets[n], others)
                own = sum([costs[track] for track in ways[n] - others])
                if cost < own - 1e-9:
                    ways[n] = self.join_over(tickets[n], others | way)
                    changed = True
            if not changed:
                break
        return TicketTree(ways, lost, costs)

    def whole(
        self, tickets: Sequence[TicketEnds], ways: list[frozenset[int]], order: Sequence[int]
    ) -> list[frozenset[int]]:
        """Every ticket's whole way, including what was chosen for others before."""
        chosen = frozenset().union(*ways)
        whole = list(ways)
        for n in order:
            whole[n] = self.join_over(tickets[n], chosen)
        return whole

    def join_over(self, ends: TicketEnds, tracks: frozenset[int]) -> frozenset[int]:
        """The way of a ticket within chosen tracks and own ones, as cheap as can be."""
        found = set[int]()
        for n in range(len(ends) - 1):
            found.update(self.way_within(ends[n], ends[n + 1], tracks, found))
        return frozenset(found)

    def way_within(
        self, start: Iterable[int], goal: Iterable[int], tracks: frozenset[int], known: set[int]
    ) -> list[int]:
        costs, around = self.costs, self.around
        best = dict.fromkeys(start, 0.0)
        came: dict[int, tuple[int, int]] = {}
        queue = [(0.0, city) for city in best]
        goals = set(goal)
        while queue:
            cost, city = heappop(queue)
            if cost > best[city]:
                continue
            if city in goals:
                found = []
                while city in came:
                    city, track = came[city]
                    if costs[track]:
                        found.append(track)
                return found
            for other, track in around[city]:
                if not costs[track] or track in tracks:
                    then = cost if track in known else cost + costs[track]
                    if then < best.get(other, FAR):
                        best[other] = then
                        came[other] = city, track
                        heappush(queue, (then, other))
        return []
