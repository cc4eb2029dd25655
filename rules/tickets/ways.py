"""The map as a graph, for what is shown to people: how far a ticket still is, and over which tracks.

The hot loops of robots and scoring don't come here, they keep to the masks of `network`.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import TypeAlias

import msgspec

from rules.game import PlayerId
from rules.tickets.board import load_board
from rules.tickets.maps import Country, MapFile, Ticket
from rules.tickets.view import TicketView

Links: TypeAlias = dict[str, dict[str, tuple[int, str]]]
"""From city to city: the spaces to claim, and over which track."""


class Way(msgspec.Struct, frozen=True):
    spaces: int
    """Spaces that are still to be claimed."""
    tracks: tuple[str, ...]
    """The tracks to claim, in walking order."""


def way_for(view: TicketView, player: PlayerId, ticket: Ticket) -> Way | None:
    """The shortest way over tracks that the player has or may still claim; of several as short, the one whose tracks
    come first by name. None where the ends can't be joined any more, and for a tour, which may be joined in many ways.
    """
    if len(ticket.cities) != 2:
        return None
    own = frozenset(track for track, owner in view.owners.items() if owner == player)
    return way_over(view.game, own, frozenset(view.owners) - own | frozenset(view.closed), *ticket.cities)


def way_along(view: TicketView, player: PlayerId, ticket: Ticket) -> Way | None:
    """The same, and for a tour from stop to stop in its order: what one stretch claims, the next may use."""
    own = frozenset(track for track, owner in view.owners.items() if owner == player)
    shut = frozenset(view.owners) - own | frozenset(view.closed)
    found = Way(0, ())
    for a, b in pairwise(ticket.cities):
        way = way_over(view.game, own | frozenset(found.tracks), shut, a, b)
        if way is None:
            return None
        found = Way(found.spaces + way.spaces, found.tracks + way.tracks)
    return found


@lru_cache(512)
def way_over(title: str, own: frozenset[str], shut: frozenset[str], a: str, b: str) -> Way | None:
    """One turn asks for the same ways again and again: each page of a panel, its picture, the DM."""
    links, countries = open_links(title, own, shut), load_board(title).file.countries
    return shortest(links, cities_at(a, countries), cities_at(b, countries))


def cities_at(place: str, countries: Iterable[Country]) -> tuple[str, ...]:
    """The cities that stand for a ticket's end: itself, or all dead ends of a country."""
    return next((country.terminals for country in countries if country.id == place), (place,))


@lru_cache(32)
def open_links(title: str, own: frozenset[str], shut: frozenset[str]) -> Links:
    """What a player may travel over: own tracks cost nothing, free ones their length. All tickets of a hand ask for
    the same, so a few are kept."""
    return links_of(load_board(title).file, own, shut)


def links_of(file: MapFile, own: frozenset[str] = frozenset(), shut: frozenset[str] = frozenset()) -> Links:
    """Cities joined by their cheapest open track; of twins as cheap, the first by name."""
    links: Links = {city.id: {} for city in file.cities}
    open_tracks = [track for track in file.tracks if track.id not in shut]
    offers = sorted((0 if track.id in own else track.length, track.id, track.a, track.b) for track in open_tracks)
    for spaces, track, a, b in offers:
        if b not in links[a]:
            links[a][b] = links[b][a] = (spaces, track)
    return links


def shortest(links: Links, start: Iterable[str], goal: Iterable[str]) -> Way | None:
    left = spaces_from(links, goal)
    begin = [city for city in start if city in left]
    if not begin:
        return None
    return Way(min(left[city] for city in begin), tracks_to(links, begin, left))


def spaces_from(links: Links, cities: Iterable[str]) -> dict[str, int]:
    """How far every city is that can be reached, from the nearest of these (Dijkstra's search)."""
    found: dict[str, int] = {}
    todo = [(0, city) for city in cities]
    heapify(todo)
    while todo:
        far, city = heappop(todo)
        if city in found:
            continue
        found[city] = far
        for other, (spaces, _) in links[city].items():
            if other not in found:
                heappush(todo, (far + spaces, other))
    return found


def tracks_to(links: Links, start: Iterable[str], left: Mapping[str, int]) -> tuple[str, ...]:
    """The tracks to claim from `start` to where nothing is `left`, taking the first by name wherever several lead on as
    quickly."""
    here = min(left[city] for city in start)
    at = {city for city in start if left[city] == here}
    tracks = []
    while here:
        at = over_own_tracks(links, at)
        steps = [
            (track, other, spaces)
            for city in at
            for other, (spaces, track) in links[city].items()
            if spaces and left.get(other) == here - spaces
        ]
        track, other, spaces = min(steps)
        tracks.append(track)
        at, here = {other}, here - spaces
    return tuple(tracks)


def over_own_tracks(links: Links, cities: set[str]) -> set[str]:
    """The cities, and all that own tracks join to them."""
    found, todo = set(cities), list(cities)
    while todo:
        for other, (spaces, _) in links[todo.pop()].items():
            if not spaces and other not in found:
                found.add(other)
                todo.append(other)
    return found
