"""Cheapest ways for tickets over masks of tracks, as search asks for them by the thousand."""

from collections.abc import Sequence
from heapq import heappop, heappush

from rules.tickets.masks import numbers_in
from rules.tickets.robots.ground import Ground

FAR = 1 << 20


def way(ground: Ground, usable: int, paid: int, start: int, goal: int) -> tuple[int, int]:
    """The cheapest way from one mask of cities to another: its effort, and the tracks that are still to be claimed.

    `usable` tracks cost their effort, `paid` ones nothing. Efforts on the way are shifted by a byte, in which the queue
    has the city.
    """
    if start & goal:
        return 0, 0
    around = ground.around
    known = [FAR << 8] * ground.cities
    came_by = [0] * ground.cities
    queue = numbers_in(start)
    for city in queue:
        known[city] = 0
    while queue:
        top = heappop(queue)
        city = top & 255
        so_far = top ^ city
        if so_far > known[city]:
            continue
        if goal >> city & 1:
            return so_far >> 8, tracks_to(city, came_by, usable)
        for other, bit, cost, step in around[city]:
            if known[other] <= so_far:
                continue
            if bit & paid:
                effort = so_far
            elif bit & usable:
                effort = so_far + cost
                if effort >= known[other]:
                    continue
            else:
                continue
            known[other] = effort
            came_by[other] = step
            heappush(queue, effort | other)
    return FAR, 0


def tracks_to(city: int, came_by: Sequence[int], usable: int) -> int:
    tracks = 0
    while step := came_by[city]:
        step -= 1
        tracks |= 1 << (step >> 8)
        city = step & 255
    return tracks & usable


def ticket_way(ground: Ground, usable: int, paid: int, parts: tuple[int, ...], ticket: int) -> tuple[int, int]:
    """The way that joins all places of a ticket, one after the other."""
    first, *others = ground.places[ticket]
    if len(others) == 1:
        return way(ground, usable, paid, grown(first, parts), others[0])
    total, tracks = 0, 0
    for place in others:
        effort, found = way(ground, usable & ~tracks, paid | tracks, grown(first, parts), place)
        if effort >= FAR:
            return FAR, 0
        total += effort
        tracks |= found
        first = place
    return total, tracks


def grown(cities: int, parts: tuple[int, ...]) -> int:
    """The cities, and all that own tracks join to them."""
    for part in parts:
        if part & cities:
            cities |= part
    return cities
