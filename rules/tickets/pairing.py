"""What a trail on an island of a network must at least leave out: step 3 of finding the longest trail.

Cities with an odd number of links are paired, and the shortest way between the two of a pair is left out; all but one
pair, which become the ends of the trail. An end may move along a way, left out as well, to a city with a spur. Or all
odd cities are paired: then the trail is closed, or opens where two spurs are worth it.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import TypeAlias

Mask: TypeAlias = int
"""A set of tracks, one bit each."""
Link: TypeAlias = tuple[int, int, int, Mask]
"""Two cities, the length between them and the tracks that are walked from one to the other."""
Around: TypeAlias = dict[int, list[tuple[int, int, Mask]]]
"""For each city where its links lead, how long they are and their tracks."""
Spur: TypeAlias = tuple[int, Mask]
"""A walk out of a city and not back: its length and tracks."""
Spurs: TypeAlias = dict[int, list[Spur]]
"""For each city its longest two spurs, longest first: more can't be part of one trail."""
Way: TypeAlias = tuple[int, Mask]
"""The length between two cities and the tracks on the way."""
Ends: TypeAlias = list[tuple[int, Spur]]
"""The cities where a trail leaves the island, and by which spur."""
Opening: TypeAlias = tuple[int, Mask, Ends]
"""One choice of both ends: what it gains, what it leaves out, and the ends."""
Choice: TypeAlias = tuple[int, int, bool]
"""For the last of some odd cities: the cost of pairing them all, its partner, and whether the two become the ends."""

FAR = 1 << 40
"""Beyond every length: no way leads there."""


def neighbours(links: Sequence[Link]) -> Around:
    """A link from a city to itself is there twice."""
    around: Around = {}
    for a, b, length, tracks in links:
        around.setdefault(a, []).append((b, length, tracks))
        around.setdefault(b, []).append((a, length, tracks))
    return around


def cheapest_pairing(links: Sequence[Link], spurs: Spurs, kept: Mask) -> tuple[Mask, Ends] | None:
    """What to leave out, none of it `kept`, and the ends, for most length, whether or not the rest hangs together."""
    around = neighbours(links)
    odd = [city for city, found in around.items() if len(found) % 2]
    near = [city for city in spurs if city in around]
    if kept:
        around = neighbours([link for link in links if not link[3] & kept])
    ways = {city: ways_from(city, around) for city in dict.fromkeys(odd + near)}
    return Pairing(odd, near, spurs, ways).result()


def ways_from(start: int, around: Around) -> dict[int, Way]:
    """The shortest way to every city (Dijkstra)."""
    found: dict[int, Way] = {}
    queue = [(0, 0, start)]
    while queue:
        so_far, tracks, city = heappop(queue)
        if city in found:
            continue
        found[city] = so_far, tracks
        for neighbour, length, link in around.get(city, ()):
            if neighbour not in found:
                heappush(queue, (so_far + length, tracks | link, neighbour))
    return found


class Pairing:
    """The cheapest pairs among `odd`, with ends at two of them or moved to cities `near` that have spurs."""

    def __init__(self, odd: list[int], near: list[int], spurs: Spurs, ways: dict[int, dict[int, Way]]) -> None:
        self.odd = odd
        self.ways = ways
        self.costs = [[ways[a].get(b, (FAR, 0))[0] for b in odd] for a in odd]
        moves = [best_moves(city, near, spurs, ways[city]) for city in odd]
        self.openings = [[both_moved(moves[i], moves[j]) for j in range(i)] for i in range(len(odd))]
        self.opening = best_opening(near, spurs, ways)
        self.most = max([self.opening[0], *(opening[0] for row in self.openings for opening in row)])
        self.nearest = [sorted(range(i), key=self.costs[i].__getitem__) for i in range(len(odd))]
        self.known: dict[int, Choice] = {0: (0, 0, False), 1: (-self.opening[0], 0, False)}

    def cheapest(self, rest: int, is_open: bool) -> Choice:
        """For the odd cities in `rest`, one bit each; `is_open` while the ends are still to be chosen."""
        key = rest << 1 | is_open
        if key in self.known:
            return self.known[key]
        last = rest.bit_length() - 1
        costs, openings = self.costs[last], self.openings[last]
        most = self.most if is_open else 0  # that the others could gain
        best = (FAR, 0, False)
        for i in self.nearest[last]:
            if rest >> i & 1:
                others = rest ^ 1 << last ^ 1 << i
                if costs[i] - most < best[0] and (cost := costs[i] + self.cheapest(others, is_open)[0]) < best[0]:
                    best = cost, i, False
                gain = openings[i][0]
                if is_open and -gain < best[0] and (cost := self.cheapest(others, False)[0] - gain) < best[0]:
                    best = cost, i, True
        self.known[key] = best
        return best

    def result(self) -> tuple[Mask, Ends] | None:
        """What is left out, and the ends; None where the odd cities can't be paired."""
        rest, is_open = (1 << len(self.odd)) - 1, True
        if self.cheapest(rest, is_open)[0] > FAR // 2:
            return None
        left_out, opening = 0, self.opening
        while rest:
            _, i, are_ends = self.cheapest(rest, is_open)
            last = rest.bit_length() - 1
            if are_ends:
                opening, is_open = self.openings[last][i], False
            else:
                left_out ^= self.ways[self.odd[last]][self.odd[i]][1]
            rest ^= 1 << last | 1 << i
        return left_out ^ opening[1], opening[2]


def best_opening(near: list[int], spurs: Spurs, ways: dict[int, dict[int, Way]]) -> Opening:
    """Where to open a closed walk: nowhere, at one city with two spurs, or between two cities."""
    best: Opening = 0, 0, []
    for i, city in enumerate(near):
        gain = sum(spur[0] for spur in spurs[city])
        if gain > best[0]:
            best = gain, 0, [(city, spur) for spur in spurs[city]]
        for other in near[:i]:
            cost, tracks = ways[city].get(other, (FAR, 0))
            gain = spurs[city][0][0] + spurs[other][0][0] - cost
            if gain > best[0]:
                best = gain, tracks, [(city, spurs[city][0]), (other, spurs[other][0])]
    return best


Move: TypeAlias = tuple[int, Mask, int, Spur]
"""An end moved to another city: what it gains, what it leaves out, the city and its spur."""


def best_moves(city: int, near: list[int], spurs: Spurs, ways: dict[int, Way]) -> list[Move]:
    """The best two cities for an end that would otherwise be at `city`; staying is one of the choices."""
    moves: list[Move] = [] if city in spurs else [(0, 0, city, (0, 0))]
    for other in near:
        if other in ways:
            cost, tracks = ways[other]
            moves.append((spurs[other][0][0] - cost, tracks, other, spurs[other][0]))
    return sorted(moves, key=lambda move: -move[0])[:2]


def both_moved(first: list[Move], second: list[Move]) -> Opening:
    """The best move of each, to two different cities, for a spur is walked once."""
    best: Opening = -FAR, 0, []
    for gain, tracks, city, spur in first:
        for more, further, other, another in second:
            if city != other and gain + more > best[0]:
                best = gain + more, tracks ^ further, [(city, spur), (other, another)]
    return best
