"""The map as a graph, for what is shown to people: how far a ticket still is, and over which tracks.

The search is networkx's, which is loaded when it is first asked: the start of the program must not wait for it. The
hot loops of robots and scoring don't come here, they keep to the masks of `network`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from rules.game import PlayerId
from rules.tickets.board import load_board
from rules.tickets.maps import Country, MapFile, Ticket
from rules.tickets.view import TicketView

if TYPE_CHECKING:
    import networkx as nx


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


def way_over(title: str, own: frozenset[str], shut: frozenset[str], a: str, b: str) -> Way | None:
    """Each page of a panel, its picture and the DM ask for the same ways, turn after turn. The last one stands until
    something of it is shut: where only more is shut, no other can have become shorter."""
    kept = last_found(title, own, a, b)
    if kept and kept[0][0] <= shut and (kept[0][1] is None or shut.isdisjoint(kept[0][1].tracks)):
        return kept[0][1]
    links, countries = open_links(title, own, shut), load_board(title).file.countries
    way = shortest(links, cities_at(a, countries), cities_at(b, countries))
    kept[:] = [(shut, way)]
    return way


@lru_cache(512)
def last_found(*_of: object) -> list[tuple[frozenset[str], Way | None]]:
    """Room for what was shut when a way was last looked for, and what was found."""
    return []


@lru_cache(512)
def spaces_from(title: str, own: frozenset[str], shut: frozenset[str], place: str) -> dict[str, int]:
    """How many spaces are still to be claimed from a place to each city that can be reached."""
    import networkx as nx

    links, start = open_links(title, own, shut), set(cities_at(place, load_board(title).file.countries))
    return {
        city: int(spaces)
        for city, spaces in nx.multi_source_dijkstra_path_length(links, start, weight="spaces").items()
    }


def cities_at(place: str, countries: Iterable[Country]) -> tuple[str, ...]:
    """The cities that stand for a ticket's end: itself, or all dead ends of a country."""
    return next((country.terminals for country in countries if country.id == place), (place,))


@lru_cache(32)
def open_links(title: str, own: frozenset[str], shut: frozenset[str]) -> nx.Graph[str]:
    """What a player may travel over: own tracks cost nothing, free ones their length. All tickets of a hand ask for
    the same, so a few are kept."""
    return graph_of(load_board(title).file, own, shut)


def graph_of(file: MapFile, own: frozenset[str] = frozenset(), shut: frozenset[str] = frozenset()) -> nx.Graph[str]:
    """Cities joined by their cheapest open track; of twins as cheap, the first by name."""
    import networkx as nx

    links: nx.Graph[str] = nx.Graph()
    links.add_nodes_from(city.id for city in file.cities)
    cheapest: dict[tuple[str, str], tuple[int, str]] = {}
    for track in file.tracks:
        if track.id not in shut:
            ends = (track.a, track.b) if track.a < track.b else (track.b, track.a)
            offer = 0 if track.id in own else track.length, track.id
            if ends not in cheapest or offer < cheapest[ends]:
                cheapest[ends] = offer
    links.add_edges_from((a, b, {"spaces": spaces, "track": track}) for (a, b), (spaces, track) in cheapest.items())
    return links


def shortest(links: nx.Graph[str], start: Collection[str], goal: Collection[str]) -> Way | None:
    import networkx as nx

    if len(goal) == 1:
        (end,) = goal
    else:
        reached = nx.multi_source_dijkstra_path_length(links, set(start), weight="spaces")
        end = min(goal, key=lambda city: (reached.get(city, math.inf), city))
    left = nx.single_source_dijkstra_path_length(links, end, weight="spaces")
    spaces = min((left[city] for city in start if city in left), default=None)
    if spaces is None:
        return None
    return Way(int(spaces), tracks_to(links, {city for city in start if left.get(city) == spaces}, left, int(spaces)))


def tracks_to(links: nx.Graph[str], at: set[str], left: Mapping[str, float], here: int) -> tuple[str, ...]:
    """The tracks to claim from the nearest cities, from which `here` spaces are left to the end, taking the first by
    name wherever several lead on as quickly; `left`: the spaces from every city."""
    tracks = []
    while here:
        at = over_own_tracks(links, at)
        steps = [
            (link["track"], other, link["spaces"])
            for city in at
            for other, link in links[city].items()
            if link["spaces"] and left.get(other) == here - link["spaces"]
        ]
        track, other, spaces = min(steps)
        tracks.append(track)
        at, here = {other}, here - spaces
    return tuple(tracks)


def over_own_tracks(links: nx.Graph[str], cities: set[str]) -> set[str]:
    """The cities, and all that own tracks join to them."""
    found, todo = set(cities), list(cities)
    while todo:
        for other, link in links[todo.pop()].items():
            if not link["spaces"] and other not in found:
                found.add(other)
                todo.append(other)
    return found
