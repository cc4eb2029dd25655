"""What a trail on an island of a network must at least leave out: step 3 of finding the longest trail.

Cities with an odd number of links are paired, and the shortest way between the two of a pair is left out; all but one
pair, which become the ends of the trail. An end may move along a way, left out as well, to a city with a spur. Or all
odd cities are paired: then the trail is closed, or opens where two spurs are worth it.
"""

from collections.abc import Sequence
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
    degree: dict[int, int] = {}
    for a, b, _, _ in links:
        degree[a] = degree.get(a, 0) + 1
        degree[b] = degree.get(b, 0) + 1
    odd = [city for city, found in degree.items() if found % 2]
    near = [city for city in spurs if city in degree]
    ways = Ways([link for link in links if not link[3] & kept] if kept else links)
    return Pairing(odd, near, spurs, ways).result()


class Ways:
    """The shortest way between any two cities; of two as short always the same.

    A way is one number: its length and, in the bits below, its tracks. So ways that share no track can be added, and
    the shorter of two is less.
    """

    def __init__(self, links: Sequence[Link]) -> None:
        self.bits = max([link[3] for link in links], default=0).bit_length()
        self.found: dict[int, dict[int, int]] = {}
        for a, b, length, tracks in links:
            way = length << self.bits | tracks
            from_a, from_b = self.found.setdefault(a, {}), self.found.setdefault(b, {})
            if a != b and (b not in from_a or way < from_a[b]):
                from_a[b] = from_b[a] = way
        for from_via in self.found.values():
            self.join(list(from_via.items()))

    def join(self, ways: list[tuple[int, int]]) -> None:
        """From each city to each other by way of the one that all `ways` lead to (Floyd and Warshall)."""
        for i, (a, way) in enumerate(ways):
            from_a = self.found[a]
            for b, more in ways[:i]:
                if b not in from_a or way + more < from_a[b]:
                    from_a[b] = self.found[b][a] = way + more

    def between(self, a: int, b: int) -> tuple[int, Mask]:
        """The length and the tracks; `FAR` where there is no way."""
        if a == b:
            return 0, 0
        if a not in self.found or b not in self.found[a]:
            return FAR, 0
        way = self.found[a][b]
        length = way >> self.bits
        return length, way ^ length << self.bits


class Pairing:
    """The cheapest pairs among `odd`, with ends at two of them or moved to cities `near` that have spurs."""

    def __init__(self, odd: list[int], near: list[int], spurs: Spurs, ways: Ways) -> None:
        self.odd = odd
        self.ways = ways
        self.costs = [[ways.between(a, b)[0] for b in odd[:i]] for i, a in enumerate(odd)]
        self.moves = [best_moves(city, near, spurs, ways) for city in odd]
        self.gains = [[gain_of_both(moves, others) for others in self.moves[:i]] for i, moves in enumerate(self.moves)]
        self.opening = best_opening(near, spurs, ways)
        self.most = max([self.opening[0], *[gain for row in self.gains for gain in row]])
        self.nearest = [sorted(range(i), key=costs.__getitem__) for i, costs in enumerate(self.costs)]
        self.known: dict[int, Choice] = {0: (0, 0, False), 1: (-self.opening[0], 0, False)}

    def cheapest(self, rest: int, is_open: bool) -> Choice:
        """For the odd cities in `rest`, one bit each; `is_open` while the ends are still to be chosen."""
        key = rest << 1 | is_open
        if key in self.known:
            return self.known[key]
        last = rest.bit_length() - 1
        costs, gains = self.costs[last], self.gains[last]
        most = self.most if is_open else 0  # that the others could gain
        best = (FAR, 0, False)
        for i in self.nearest[last]:
            if rest >> i & 1:
                others = rest ^ 1 << last ^ 1 << i
                if costs[i] - most < best[0] and (cost := costs[i] + self.cheapest(others, is_open)[0]) < best[0]:
                    best = cost, i, False
                gain = gains[i]
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
                opening, is_open = both_moved(self.moves[last], self.moves[i]), False
            else:
                left_out ^= self.ways.between(self.odd[last], self.odd[i])[1]
            rest ^= 1 << last | 1 << i
        return left_out ^ opening[1], opening[2]


def best_opening(near: list[int], spurs: Spurs, ways: Ways) -> Opening:
    """Where to open a closed walk: nowhere, at one city with two spurs, or between two cities."""
    best: Opening = 0, 0, []
    for i, city in enumerate(near):
        gain = sum(spur[0] for spur in spurs[city])
        if gain > best[0]:
            best = gain, 0, [(city, spur) for spur in spurs[city]]
        for other in near[:i]:
            cost, tracks = ways.between(city, other)
            gain = spurs[city][0][0] + spurs[other][0][0] - cost
            if gain > best[0]:
                best = gain, tracks, [(city, spurs[city][0]), (other, spurs[other][0])]
    return best


Move: TypeAlias = tuple[int, Mask, int, Spur]
"""An end moved to another city: what it gains, what it leaves out, the city and its spur."""


def best_moves(city: int, near: list[int], spurs: Spurs, ways: Ways) -> list[Move]:
    """The best two cities for an end that would otherwise be at `city`; staying is one of the choices."""
    moves: list[Move] = [] if city in spurs else [(0, 0, city, (0, 0))]
    for other in near:
        cost, tracks = ways.between(city, other)
        if cost < FAR:
            moves.append((spurs[other][0][0] - cost, tracks, other, spurs[other][0]))
    return sorted(moves, key=lambda move: -move[0])[:2]


def gain_of_both(first: list[Move], second: list[Move]) -> int:
    """What `both_moved` gains, quicker."""
    if first[0][2] != second[0][2]:
        return first[0][0] + second[0][0]
    return both_moved(first, second)[0]


def both_moved(first: list[Move], second: list[Move]) -> Opening:
    """The best move of each, to two different cities, for a spur is walked once."""
    best: Opening = -FAR, 0, []
    for gain, tracks, city, spur in first:
        for more, further, other, another in second:
            if city != other and gain + more > best[0]:
                best = gain + more, tracks ^ further, [(city, spur), (other, another)]
    return best
