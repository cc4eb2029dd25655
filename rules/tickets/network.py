"""What a player's network of claimed tracks holds: connected cities, the longest trail, a trail that follows a tour.

The longest trail, exactly. A trail walks no track twice, so a set of tracks is one trail when it hangs together and at
most two cities, the ends, have an odd number of its tracks. We look for the least length of track to leave out:

1. Bridges. A trail crosses a bridge (a track whose loss would cut the network in two) at most once. So everything
   behind a bridge counts only as a `Spur`: the longest walk that begins by crossing it. Working inwards from the dead
   ends and the outermost islands to the longest island, only islands without bridges are left to solve, each with
   spurs at some of its cities.
2. Chains. A city with two tracks and no spur is walked through or not at all: its two tracks become one.
3. Pairing. In an island, the tracks left out must join the odd cities in pairs by shortest paths, all but the two ends,
   which may also move along a path to a city with a spur. The cheapest pairing gives an upper bound, and nearly always
   what it leaves hangs together, so that it is the answer.
4. Branching. Where it falls apart, the trail lies within one part, or outside it, or walks one of the tracks between
   it and the rest; each case is solved in the same way and given up once its bound is no better than the best so far,
   at once where all its tracks together are no longer.

A trail that follows a tour is one path after another from each city to the next, that share no track and keep clear of
the cities still to come. The paths are tried track by track, straight ones first. We turn back where a later city is
out of reach of the one before, where the free tracks can't carry all the paths to come together (a flow that does not
mind which of them ends where), or where the tour can't be done even from its next city on.
"""

from collections import Counter
from collections.abc import Container, Hashable, Sequence
from itertools import pairwise, product
from typing import NamedTuple, TypeVar

from rules.tickets.pairing import Around, Ends, Link, Mask, Spur, Spurs, cheapest_pairing, neighbours

City = TypeVar("City", bound=Hashable)


class Trail(NamedTuple):
    """A walk along tracks, none of them twice: positions in the sequence of tracks asked about, in walking order."""

    length: int
    tracks: tuple[int, ...]


class Island(NamedTuple):
    """Links without a bridge among them, perhaps none; the city where the bridge inwards ends, and that bridge."""

    links: list[Link]
    entry: int
    bridge: Link | None

    def far_end(self) -> int:
        """The city at the other end of the bridge."""
        assert self.bridge
        return self.bridge[0] if self.bridge[1] == self.entry else self.bridge[1]


def components(tracks: Sequence[tuple[City, City, int]]) -> dict[City, City]:
    """For each city of the network one city that stands for all it is connected with: equal means connected."""
    part_of: dict[City, list[City]] = {}
    for a, b, _ in tracks:
        part, other = part_of.setdefault(a, [a]), part_of.setdefault(b, [b])
        if part is not other:
            part += other
            for city in other:
                part_of[city] = part
    return {city: part[0] for city, part in part_of.items()}


def longest_trail(tracks: Sequence[tuple[City, City, int]]) -> Trail:
    """The longest trail; among equals always the same one for the same sequence."""
    links = numbered(tracks, [])
    length, chosen = longest_in(links)
    return Trail(length, walking_order([link for link in links if link[3] & chosen]))


def longest_length(tracks: Sequence[tuple[City, City, int]], least: int = 0) -> int:
    """The length of the longest trail alone, or `least` where none is longer."""
    length = longest_without_rings(tracks)
    return longest_in(numbered(tracks, []), (least, 0))[0] if length is None else max(length, least)


def longest_without_rings(tracks: Sequence[tuple[City, City, int]]) -> int | None:
    """The length of the longest trail where no tracks make a ring, as mostly; None where some do.

    City by city is taken off at the ends, and what it reaches outwards is kept at its only neighbour.
    """
    around: dict[City, set[int]] = {}
    for track, (a, b, _) in enumerate(tracks):
        around.setdefault(a, set()).add(track)
        around.setdefault(b, set()).add(track)
    reach, longest, left = dict.fromkeys(around, 0), 0, len(tracks)
    ends = [city for city, found in around.items() if len(found) == 1]
    for city in ends:
        if not around[city]:
            continue
        track = around[city].pop()
        a, b, length = tracks[track]
        inner = b if a == city else a
        length += reach[city]
        longest = max(longest, reach[inner] + length)
        reach[inner] = max(reach[inner], length)
        around[inner].remove(track)
        if len(around[inner]) == 1:
            ends.append(inner)
        left -= 1
    return None if left else longest


def longest_in(links: Sequence[Link], best: Spur = (0, 0)) -> Spur:
    """The largest connected part is looked at first; one that is no longer than the best trail so far can't win."""
    for total, part in sorted(hanging_together(links), key=lambda found: -found[0]):
        if total <= best[0]:
            break
        whole = (total, sum([link[3] for link in part]))
        best = whole if is_one_trail(part) else longest_spanning(part, {}, best)
    return best


def hanging_together(links: Sequence[Link]) -> list[tuple[int, list[Link]]]:
    """The connected parts of a network, each with its length."""
    part_of: dict[int, list[Link]] = {}
    cities: dict[int, list[int]] = {}
    for link in links:
        a, b = link[0], link[1]
        part = part_of.setdefault(a, [])
        cities.setdefault(id(part), [a])
        other = part_of.setdefault(b, part)
        if other is part:
            cities[id(part)].append(b)
        else:
            part += other
            moved = cities.pop(id(other))
            cities[id(part)] += moved
            part_of.update(dict.fromkeys(moved, part))
        part.append(link)
    parts = {id(part): part for part in part_of.values()}
    return [(sum([link[2] for link in part]), part) for part in parts.values()]


def is_one_trail(part: Sequence[Link]) -> bool:
    """Whether all of a connected part can be walked at once: at most two cities have an odd number of tracks."""
    odd: set[int] = set()
    for a, b, _, _ in part:
        odd ^= {a}
        odd ^= {b}
    return len(odd) <= 2


def numbered(tracks: Sequence[tuple[City, City, int]], first: Sequence[City]) -> list[Link]:
    """Each track as a link between numbers: 0, 1, 2, … for the cities in `first`, then as they come."""
    number = {city: i for i, city in enumerate(first)}
    return [
        (number.setdefault(a, len(number)), number.setdefault(b, len(number)), length, 1 << i)
        for i, (a, b, length) in enumerate(tracks)
    ]


def walking_order(links: Sequence[Link]) -> tuple[int, ...]:
    """The positions of `links`, which are known to form one trail, as they are walked (Hierholzer)."""
    around = neighbours(links)
    odd = [city for city, found in around.items() if len(found) % 2]
    stack = [(start, 0) for start in (odd or list(around))[:1]]
    walked: list[Mask] = []
    used = 0
    while stack:
        city, came_by = stack[-1]
        free = around[city]
        while free and free[-1][2] & used:
            free.pop()
        if free:
            neighbour, _, track = free.pop()
            used |= track
            stack.append((neighbour, track))
        else:
            walked.append(came_by)
            stack.pop()
    return tuple([track.bit_length() - 1 for track in reversed(walked) if track])


def longest_spanning(links: Sequence[Link], spurs: Spurs, best: Spur) -> Spur:
    """The longest trail in `links` with a spur at each end where there is one, if longer than `best`."""
    if at_most(links, spurs) <= best[0]:
        return best
    spurs = {city: list(found) for city, found in spurs.items()}
    for island in islands(peeled(links, spurs)):
        if island.links:
            best = longest_on_island(island.links, spurs, best)
        if island.bridge:
            reach, tracks = longest_from(island.entry, island.links, spurs)
            add_spur(spurs, island.far_end(), (reach + island.bridge[2], tracks | island.bridge[3]))
    for found in spurs.values():
        length = sum(spur[0] for spur in found)
        if length > best[0]:
            best = length, found[0][1] | found[-1][1]
    return best


def peeled(links: Sequence[Link], spurs: Spurs) -> list[Link]:
    """The links that lie on a circle or between two; all others, from the outside in, become spurs."""
    around: dict[int, list[Link]] = {}
    for link in links:
        around.setdefault(link[0], []).append(link)
        around.setdefault(link[1], []).append(link)
    gone = 0
    for city in (outermost := [city for city, found in around.items() if len(found) == 1]):
        for link in around[city]:
            a, b, length, tracks = link
            inwards = a if b == city else b
            reach, walked = spurs[city][0] if city in spurs else (0, 0)
            add_spur(spurs, inwards, (length + reach, tracks | walked))
            gone |= tracks
            around[inwards].remove(link)
            if len(around[inwards]) == 1:
                outermost.append(inwards)
    return [link for link in links if not link[3] & gone]


def at_most(links: Sequence[Link], spurs: Spurs) -> int:
    """What no trail is longer than: all links, and the longest two spurs."""
    ends = sorted([spur[0] for found in spurs.values() for spur in found])[-2:]
    return sum([link[2] for link in links]) + sum(ends)


def add_spur(spurs: Spurs, city: int, spur: Spur) -> None:
    spurs[city] = sorted([*spurs.get(city, ()), spur], key=lambda spur: -spur[0])[:2]


def longest_from(entry: int, island: list[Link], spurs: Spurs) -> Spur:
    """The longest walk on an island and its spurs that begins at `entry`: as if a spur too good to miss were there."""
    start = spurs.get(entry, [(0, 0)])[0]
    if not island:
        return start
    too_good = 1 + sum(link[2] for link in island) + sum(found[0][0] for found in spurs.values())
    with_start = {city: list(found) for city, found in spurs.items()}
    add_spur(with_start, entry, (too_good, 0))
    length, tracks = longest_on_island(island, with_start, (too_good + start[0], start[1]))
    return length - too_good, tracks


def islands(links: Sequence[Link]) -> list[Island]:
    """The parts between bridges, outermost first, where inwards is towards the longest: it is dear to search twice."""
    found = islands_seen_from([], links)
    longest = max(found, key=lambda island: sum([link[2] for link in island.links]), default=None)
    return islands_seen_from([longest.entry], links) if longest and longest.bridge else found


def islands_seen_from(first: list[int], links: Sequence[Link]) -> list[Island]:
    """Outermost first, where inwards is towards the cities in `first`, or else towards the first to come."""
    around: dict[int, list[tuple[int, int]]] = {}
    for i, (a, b, _, _) in enumerate(links):
        around.setdefault(a, []).append((b, i))
        around.setdefault(b, []).append((a, i))
    order: dict[int, int] = {}
    seen: set[int] = set()
    path: list[int] = []
    found: list[Island] = []

    def visit(city: int) -> int:
        """The earliest city that can be reached again from here without going back (Tarjan)."""
        low = order[city] = len(order)
        for neighbour, i in around[city]:
            if i in seen:
                continue
            seen.add(i)
            path.append(i)
            if neighbour in order:
                low = min(low, order[neighbour])
                continue
            reached = visit(neighbour)
            low = min(low, reached)
            if reached == order[neighbour]:
                cut = path.index(i)
                found.append(Island([links[j] for j in path[cut + 1 :]], neighbour, links[i]))
                del path[cut:]
        return low

    for city in [*first, *around]:
        if city not in order:
            visit(city)
            found.append(Island([links[j] for j in path], city, None))
            path.clear()
    return found


def longest_on_island(links: list[Link], spurs: Spurs, best: Spur) -> Spur:
    """The longest trail that leaves the island at most by spurs, if longer than `best`."""
    return branch(contracted(links, spurs), spurs, 0, best)


def contracted(links: Sequence[Link], fixed: Container[int]) -> list[Link]:
    """The same island with every chain of cities that have two links, and are not `fixed`, as one link."""
    around: dict[int, list[Link]] = {}
    for link in links:
        around.setdefault(link[0], []).append(link)
        around.setdefault(link[1], []).append(link)
    for city in list(around):
        found = around[city]
        if len(found) != 2 or city in fixed or found[0] is found[1]:
            continue
        (a, b, length, tracks), (c, d, more, further) = found
        start, end = (b if a == city else a), (d if c == city else c)
        chain = (start, end, length + more, tracks | further)
        del around[city]
        around[start][around[start].index(found[0])] = chain
        around[end][around[end].index(found[1])] = chain
    return list({link[3]: link for found in around.values() for link in found}.values())


def branch(links: list[Link], spurs: Spurs, kept: Mask, best: Spur) -> Spur:
    """The longest trail that walks all `kept` links, if longer than `best`."""
    bound = cheapest_pairing(links, spurs, kept)
    if bound is None:
        return best
    left_out, ends = bound
    total = sum(link[2] for link in links if not link[3] & left_out) + sum(spur[0] for _, spur in ends)
    if total <= best[0]:
        return best
    parts = parts_of(links, left_out, ends)
    for part in parts:
        if part[1][0] > best[0]:
            best = part[1]
    if len(parts) == 1:
        return best
    return branch_on(min(parts, key=lambda part: len(part[0]))[0], links, spurs, kept, best, total)


def branch_on(part: set[int], links: list[Link], spurs: Spurs, kept: Mask, best: Spur, bound: int) -> Spur:
    """The trail lies within `part`, or outside it, or walks one of the links between."""
    between = [link for link in links if (link[0] in part) != (link[1] in part)]
    for i, link in enumerate(between):
        if best[0] >= bound:
            return best
        gone = {other[3] for other in between[:i]}
        best = branch([other for other in links if other[3] not in gone], spurs, kept | link[3], best)
    for inside in (False, True):
        side = [link for link in links if (link[0] in part) is inside and (link[1] in part) is inside]
        if not kept & ~sum(link[3] for link in side):
            near = {city: found for city, found in spurs.items() if (city in part) is inside}
            best = longest_spanning(side, near, best)
    return best


def parts_of(links: list[Link], left_out: Mask, ends: Ends) -> list[tuple[set[int], Spur]]:
    """What hangs together once `left_out` is gone: cities, and the length and tracks of links and end spurs there."""
    walked = [link for link in links if not link[3] & left_out]
    leader = components([(a, b, length) for a, b, length, _ in walked])
    cities: dict[int, set[int]] = {}
    for city, first in leader.items():
        cities.setdefault(first, set()).add(city)
    sums: dict[int, Spur] = {}
    for city, length, tracks in [(a, length, t) for a, _, length, t in walked] + [(c, *spur) for c, spur in ends]:
        first = leader.get(city, city)
        cities.setdefault(first, {city})
        so_far = sums.get(first, (0, 0))
        sums[first] = so_far[0] + length, so_far[1] | tracks
    return [(cities[first], sums[first]) for first in sums]


def has_trail_in_order(tracks: Sequence[tuple[City, City, int]], cities: Sequence[City]) -> bool:
    """Whether some trail meets `cities`, all different, for the first time in the order given; again later is fine."""
    if len(cities) > 1 and (answer := order_without_choice(tracks, cities)) is not None:
        return answer
    listed = range(len(cities))
    links = without_dead_ends(numbered(tracks, cities), listed)
    around = neighbours(contracted(links, listed))
    return len(cities) < 2 or (all(city in around for city in listed) and Tour(around, len(cities)).can_go_on(0, 0))


def order_without_choice(tracks: Sequence[tuple[City, City, int]], cities: Sequence[City]) -> bool | None:
    """Whether it is so where a trail from the first to the last city has no choice, as mostly; None where it has one.

    Dead ends are taken off first: a city on the way that is one can't be passed.
    """
    around: dict[City, set[City]] = {}
    for a, b, _ in tracks:
        if b in around.setdefault(a, set()):
            return None
        around[a].add(b)
        around.setdefault(b, set()).add(a)
    first, *between, last = cities
    for city in (dead := [city for city, found in around.items() if len(found) == 1]):
        if city in between:
            return False
        if city not in (first, last) and around[city]:
            inner = around[city].pop()
            around[inner].remove(city)
            if len(around[inner]) == 1:
                dead.append(inner)
    city, came_from, met = first, first, [first]
    while city != last:
        onward = around.get(city, set()) - {came_from}
        if len(onward) != 1:
            return None if onward else False
        came_from, city = city, onward.pop()
        if city in cities:
            met.append(city)
    return met == list(cities)


def without_dead_ends(links: list[Link], listed: range) -> list[Link]:
    """The links on which a tour can gain anything: none that leads only to a city not listed."""
    while True:
        degree = Counter(city for link in links for city in link[:2])
        kept = [link for link in links if all(degree[city] > 1 or city in listed for city in link[:2])]
        if len(kept) == len(links):
            return links
        links = kept


class Tour:
    """The search for a trail that meets cities 0, 1, 2, … for the first time in this order."""

    def __init__(self, around: Around, stops: int) -> None:
        self.around = around
        self.stops = stops
        self.known: dict[tuple[int, Mask], bool] = {}

    def can_go_on(self, stop: int, used: Mask) -> bool:
        """Whether the trail can go on to the last stop from this one."""
        if stop == self.stops - 1:
            return True
        if (stop, used) not in self.known:
            ways_to_run = product((1, -1), repeat=self.stops - stop - 2)
            self.known[stop, used] = (
                self.can_go_on(stop + 1, used)  # or else there is no need to look for a way to the next stop
                and all(self.has_room(stop, stop + 1, used, (*signs, -1)) for signs in ways_to_run)
                and self.can_walk(stop, stop, used, {stop})
            )
        return self.known[stop, used]

    def can_walk(self, city: int, stop: int, used: Mask, met: set[int]) -> bool:
        """Whether the trail can go on from `city`, on the way from `stop` to the next."""
        if city == stop + 1:
            return self.can_go_on(city, used)
        if any(after not in self.hops(after + 1, used) for after in range(stop + 1, self.stops - 1)):
            return False
        to_and_fro = [(-1) ** leg for leg in range(self.stops - stop - 1, 0, -1)]
        if not self.has_room(city, stop + 1, used, to_and_fro):
            return False
        hops = self.hops(stop + 1, used)
        onward = [
            (hops[n], n, track) for n, _, track in self.around[city] if not track & used and n in hops and n not in met
        ]
        return any(self.can_walk(n, stop, used | track, met | {n}) for _, n, track in sorted(onward))

    def hops(self, stop: int, used: Mask) -> dict[int, int]:
        """How many links away each city is from which `stop` can be reached without meeting a later one."""
        found = {stop: 0}
        for city in (queue := [stop]):
            for neighbour, _, track in self.around[city]:
                if neighbour not in found and not track & used and not stop < neighbour < self.stops:
                    found[neighbour] = found[city] + 1
                    queue.append(neighbour)
        return found

    def has_room(self, city: int, stop: int, used: Mask, signs: Sequence[int]) -> bool:
        """Whether the free tracks could carry all the paths to come at once, if it were all one which ends where.

        Each track carries one unit. A path with sign 1 sends a unit from its start, one with -1 from its end. The last
        stop must send, since nothing may pass it.
        """
        ends = [city, *range(stop, self.stops)]
        supply = dict.fromkeys(ends, 0)
        for (a, b), sign in zip(pairwise(ends), signs, strict=True):
            supply[a] += sign
            supply[b] -= sign
        wanted = {end: -units for end, units in supply.items() if units < 0}
        flow: set[tuple[int, Mask]] = set()
        return all(self.send(end, wanted, used, flow) for end in ends for _ in range(supply[end]))

    def send(self, start: int, wanted: dict[int, int], used: Mask, flow: set[tuple[int, Mask]]) -> bool:
        """Add one unit to `flow`, which holds where it leaves a city by a track; the last stop is never passed."""
        came: dict[int, tuple[int, Mask]] = {start: (start, 0)}
        for city in (queue := [start]):
            if wanted.get(city):
                wanted[city] -= 1
                while city != start:
                    before, track = came[city]
                    if (city, track) in flow:
                        flow.remove((city, track))
                    else:
                        flow.add((before, track))
                    city = before
                return True
            for neighbour, _, track in self.around[city]:
                is_open = not track & used and (city, track) not in flow
                if neighbour not in came and is_open and (neighbour != self.stops - 1 or (neighbour, track) in flow):
                    came[neighbour] = city, track
                    queue.append(neighbour)
        return False
