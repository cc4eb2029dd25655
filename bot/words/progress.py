"""How far a ticket still is: the cheapest way over tracks that its holder has or may still claim."""

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import NamedTuple

import msgspec

from bot.words.atlas import Atlas, atlas
from rules.tickets.maps import Track
from rules.tickets.view import TicketView


class Way(msgspec.Struct, frozen=True):
    spaces: int
    """Spaces that are still to be claimed."""
    tracks: tuple[str, ...]
    """The tracks to claim, in walking order."""


class Step(NamedTuple):
    cost: int
    city: str
    tracks: tuple[str, ...]


def way_for(view: TicketView, ticket: str) -> Way | None:
    """The way for a ticket of the reader; None for a tour, or where the ends can't be joined any more."""
    book = atlas(view.game)
    found = book.tickets.get(ticket)
    if found is None or len(found.cities) != 2 or view.reader is None:
        return None
    start, goal = (_ends(book, city) for city in found.cities)
    return _cheapest(_costs(view, book), book, start, goal)


def _ends(book: Atlas, city: str) -> frozenset[str]:
    terminals = [end for end, country in book.countries.items() if country == city]
    return frozenset(terminals or [city])


def _costs(view: TicketView, book: Atlas) -> dict[str, int]:
    """By track: nothing for an own one, its length for one that is free to the reader."""
    own = {track for track, owner in view.owners.items() if owner == view.reader}
    own_pairs = {frozenset((book.tracks[track].a, book.tracks[track].b)) for track in own}
    shut = set(view.closed) | set(view.owners)
    costs = dict.fromkeys(own, 0)
    for track in book.tracks.values():
        if track.id not in shut and frozenset((track.a, track.b)) not in own_pairs:
            costs[track.id] = track.length
    return costs


def _cheapest(costs: Mapping[str, int], book: Atlas, start: frozenset[str], goal: frozenset[str]) -> Way | None:
    neighbours: dict[str, list[tuple[str, Track]]] = {}
    for track in (book.tracks[track] for track in costs):
        neighbours.setdefault(track.a, []).append((track.b, track))
        neighbours.setdefault(track.b, []).append((track.a, track))
    queue, seen = [Step(0, city, ()) for city in sorted(start)], set[str]()
    while queue:
        step = heappop(queue)
        if step.city in goal:
            return Way(step.cost, step.tracks)
        if step.city in seen:
            continue
        seen.add(step.city)
        for city, track in neighbours.get(step.city, ()):
            cost = costs[track.id]
            heappush(queue, Step(step.cost + cost, city, (*step.tracks, track.id) if cost else step.tracks))
    return None
