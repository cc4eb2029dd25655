"""What can be wrong with a map, found before anybody plays it. Pure: a map file in, problems out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from rules.errors import BadData
from rules.tickets.board import Board
from rules.tickets.maps import MapFile, Ticket, Track
from rules.tickets.masks import numbers_in
from rules.tickets.ways import cities_at, graph_of, shortest

if TYPE_CHECKING:
    import networkx as nx

GRAY = "gray"


class Problem(msgspec.Struct, frozen=True):
    """`kind` names the sentence, `fields` fill it."""

    kind: str
    fields: dict[str, str | int]


def problem(kind: str, **fields: str | int) -> Problem:
    return Problem(kind, fields)


def map_problems(file: MapFile) -> list[Problem]:
    """Everything that is wrong with a map. Where a track or a ticket leads nowhere, the rest waits until it does."""
    found = [*repeated_ids(file), *loose_ends(file), *unknown_places(file), *unscored_lengths(file)]
    if not found:
        links = graph_of(file)
        found = [*unconnected(file, links), *impossible_tickets(file, links), *wrong_totals(file), *too_few(file)]
        found += unpayable(file)
    return found


def repeated_ids(file: MapFile) -> Iterator[Problem]:
    for things in (file.cities, file.tracks, file.tickets, file.cards):
        for name, count in Counter(thing.id for thing in things).items():
            if count > 1:
                yield problem("repeated", id=name)


def loose_ends(file: MapFile) -> Iterator[Problem]:
    """Tracks that end where there is no city, or where they began."""
    cities = {city.id for city in file.cities}
    for track in file.tracks:
        for end in (track.a, track.b):
            if end not in cities:
                yield problem("loose_end", track=track.id, end=end)
        if track.a == track.b:
            yield problem("loop", track=track.id)


def unknown_places(file: MapFile) -> Iterator[Problem]:
    cities = {city.id for city in file.cities}
    for country in file.countries:
        for end in country.terminals:
            if end not in cities:
                yield problem("unknown_terminal", country=country.id, end=end)
    known = cities | {country.id for country in file.countries}
    for ticket in file.tickets:
        for place in ticket.cities:
            if place not in known:
                yield problem("unknown_place", ticket=ticket.id, place=place)


def unscored_lengths(file: MapFile) -> Iterator[Problem]:
    for track in file.tracks:
        if track.length not in file.points:
            yield problem("unscored", track=track.id, length=track.length)


def unconnected(file: MapFile, links: nx.Graph[str]) -> Iterator[Problem]:
    """Cities that can't be reached from the largest part of the map."""
    import networkx as nx

    parts = sorted(nx.connected_components(links), key=len, reverse=True)
    apart = {city for part in parts[1:] for city in part}
    for city in file.cities:
        if city.id in apart:
            yield problem("unconnected", city=city.id)


def impossible_tickets(file: MapFile, links: nx.Graph[str]) -> Iterator[Problem]:
    for ticket in file.tickets:
        if len(set(ticket.cities)) != len(ticket.cities) or len(ticket.cities) < 2:
            yield problem("same_ends", ticket=ticket.id)
        elif (least := least_spaces(file, links, ticket)) is None:
            yield problem("no_way", ticket=ticket.id)
        elif least > sum(file.pieces.values()):
            yield problem("too_far", ticket=ticket.id, spaces=least)
        elif file.ticket_values == "shortest" and len(ticket.cities) == 2 and least != ticket.points:
            yield problem("wrong_value", ticket=ticket.id, points=ticket.points, spaces=least)


def least_spaces(file: MapFile, links: nx.Graph[str], ticket: Ticket) -> int | None:
    """The spaces that a ticket needs at the very least; of a tour, those between its two cities that lie farthest."""
    ends = [cities_at(place, file.countries) for place in ticket.cities]
    ways = [shortest(links, a, b) for i, a in enumerate(ends) for b in ends[i + 1 :]]
    lengths = [way.spaces for way in ways if way is not None]
    return max(lengths) if len(lengths) == len(ways) else None


def wrong_totals(file: MapFile) -> Iterator[Problem]:
    """What the maker has counted against what is there; without a count there is nothing to compare."""
    if file.totals is None:
        return
    counted = [
        ("cards", file.totals.cards, sum(card.count for card in file.cards)),
        ("tickets", file.totals.tickets, len(file.tickets)),
    ]
    there = Counter(track.colour or GRAY for track in file.tracks)
    colours = sorted(there.keys() | file.totals.tracks.keys())
    counted += [(colour, file.totals.tracks.get(colour, 0), there[colour]) for colour in colours]
    for what, declared, found in counted:
        if declared != found:
            yield problem("total", what=what, declared=declared, found=found)


def too_few(file: MapFile) -> Iterator[Problem]:
    """A full table must be able to begin, and every track must be one that somebody can lay."""
    most = file.seats[1]
    for deck, each in file.opening_cards.items():
        cards = sum(card.count for card in file.cards if card.deck == deck)
        needed = most * each + file.row.places.get(deck, 0)
        if cards < needed:
            yield problem("too_few_cards", deck=deck, needed=needed, found=cards)
    for draw in (file.opening_tickets, file.turn_tickets):
        if draw.keep > draw.draw:
            yield problem("keeps_more_than_drawn", keep=draw.keep, draw=draw.draw)
    if len(file.tickets) < most * file.opening_tickets.draw:
        yield problem("too_few_tickets", needed=most * file.opening_tickets.draw, found=len(file.tickets))
    for track in file.tracks:
        pieces = file.pieces.get("ships" if track.kind == "sea" else "wagons", 0)
        if track.length > pieces:
            yield problem("too_few_pieces", track=track.id, needed=track.length, found=pieces)


def unpayable(file: MapFile) -> Iterator[Problem]:
    """Tracks whose colour is on no card, and those that not even all cards together would pay."""
    colours = {card.colour for card in file.cards if card.colour}
    strange = [track for track in file.tracks if track.colour and track.colour not in colours]
    for track in strange:
        yield problem("no_such_colour", track=track.id, colour=track.colour or GRAY)
    if strange:
        return
    try:
        board = Board(file)
    except (KeyError, StopIteration, msgspec.DecodeError, BadData) as error:
        yield problem("unreadable", detail=str(error))
        return
    everything = sum(card.count * unit for card, unit in zip(file.cards, board.kinds.units, strict=True))
    for track in tracks_in(board, board.all_tracks & ~board.affordable(everything)):
        yield problem("unpayable", track=track.id, colour=track.colour or GRAY, length=track.length)


def tracks_in(board: Board, mask: int) -> Iterable[Track]:
    return [board.tracks[number] for number in numbers_in(mask)]
