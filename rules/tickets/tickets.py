"""Tickets: what counts as their ends, and whether a network joins them."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rules.tickets.maps import Country, Ticket

TicketEnds: TypeAlias = tuple[tuple[int, ...], ...]
"""For each place a ticket names, the cities that count as that place: one, or all dead ends of a country."""


def ticket_ends(ticket: Ticket, cities: Mapping[str, int], countries: Sequence[Country]) -> TicketEnds:
    terminals = {country.id: tuple(cities[city] for city in country.terminals) for country in countries}
    return tuple(terminals.get(place) or (cities[place],) for place in ticket.cities)


def are_joined(ends: TicketEnds, part_of: Mapping[int, int]) -> bool:
    """Whether one connected part of a network holds every place; `part_of` labels the cities that it reaches."""
    joined = set(map(part_of.get, ends[0]))
    for place in ends[1:]:
        joined.intersection_update(map(part_of.get, place))
    joined.discard(None)
    return bool(joined)
