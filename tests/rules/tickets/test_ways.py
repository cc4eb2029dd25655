"""How far a ticket still is: known stretches of the maps, and random positions counted again the slow way."""

import subprocess
import sys
from itertools import product
from math import inf
from random import Random

import pytest
from msgspec.structs import replace

from rules.catalog import TICKET_TITLES
from rules.tickets.maps import MapFile, Ticket, load_map
from rules.tickets.view import TicketView
from rules.tickets.ways import Way, cities_at, open_links, shortest, way_for, way_over
from tests.render.tickets.positions import empty, midgame

DENVER_OKLAHOMA = Ticket(id="x", cities=("denver", "oklahoma_city"), points=4)


def spaces(view: TicketView, ticket: Ticket) -> int | None:
    way = way_for(view, 0, ticket)
    return None if way is None else way.spaces


def test_an_untouched_ticket_needs_its_shortest_way() -> None:
    assert way_for(empty("usa", 4), 0, DENVER_OKLAHOMA) == Way(4, ("denver-oklahoma_city",))


def test_own_tracks_cost_nothing() -> None:
    view = replace(empty("usa", 4), owners={"denver-santa_fe": 0})
    assert way_for(view, 0, DENVER_OKLAHOMA) == Way(3, ("oklahoma_city-santa_fe",))


def test_tracks_of_others_and_closed_ones_are_no_way() -> None:
    view = replace(empty("usa", 4), owners={"denver-oklahoma_city": 1})
    assert spaces(view, DENVER_OKLAHOMA) == 5
    everything = dict.fromkeys([track.id for track in load_map("usa").tracks], 1)
    assert spaces(replace(view, owners=everything), DENVER_OKLAHOMA) is None
    assert spaces(replace(view, closed=tuple(everything)), DENVER_OKLAHOMA) is None


def test_a_country_is_reached_at_any_of_its_ends() -> None:
    assert spaces(empty("germany", 4), Ticket(id="x", cities=("freiburg", "france"), points=2)) == 2


def test_a_tour_has_no_single_figure() -> None:
    tour = next(ticket for ticket in load_map("world").tickets if ticket.in_order)
    assert way_for(empty("world", 4), 0, tour) is None


def counted_again(view: TicketView, file: MapFile) -> dict[tuple[str, str], float]:
    """Between all cities, by trying every city as a stop on the way (Floyd and Warshall)."""
    cities = [city.id for city in file.cities]
    far: dict[tuple[str, str], float] = dict.fromkeys(product(cities, repeat=2), inf)
    far |= {(city, city): 0 for city in cities}
    for track in file.tracks:
        owner = view.owners.get(track.id)
        if owner in (None, 0) and track.id not in view.closed:
            cost = 0 if owner == 0 else track.length
            for pair in ((track.a, track.b), (track.b, track.a)):
                far[pair] = min(far[pair], cost)
    for stop, a, b in product(cities, repeat=3):
        far[a, b] = min(far[a, b], far[a, stop] + far[stop, b])
    return far


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_ways_are_as_short_as_can_be_and_add_up(title: str) -> None:
    file = load_map(title)
    lengths = {track.id: track.length for track in file.tracks}
    random = Random(title)
    for claims in (3, 8, 14):
        view, _ = midgame(title, random.choice(file.seats), claims, random.randrange(100))
        far = counted_again(view, file)
        for ticket in file.tickets:
            if ticket.in_order is None:
                ends = [cities_at(place, file.countries) for place in ticket.cities]
                least = min(far[pair] for pair in product(*ends))
                way = way_for(view, 0, ticket)
                assert (inf if way is None else way.spaces) == least
                assert way is None or sum(lengths[track] for track in way.tracks) == least
                assert way is None or not set(way.tracks) & (set(view.owners) | set(view.closed))


def test_the_bot_starts_without_the_graphs_library() -> None:
    check = "import sys, bot.cli.run, bot.app, render.catalog; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_a_way_that_is_kept_is_what_would_be_found_anew(title: str) -> None:
    """Others claim track after track, now and then one is taken back, and all tickets are looked for each time."""
    file, random = load_map(title), Random(f"kept ways of {title}")
    tracks = [track.id for track in file.tracks]
    tickets = random.sample([ticket.cities for ticket in file.tickets if len(ticket.cities) == 2], 8)
    own = frozenset(random.sample(tracks, 8))
    shut: frozenset[str] = frozenset()
    for turn in range(60):
        free = [track for track in tracks if track not in own]
        shut = shut - {random.choice(free)} if turn % 9 == 8 else shut | {random.choice(free)}
        kept = [way_over(title, own, shut, *cities) for cities in tickets]
        links = open_links(title, own, shut)
        assert kept == [shortest(links, *(cities_at(end, file.countries) for end in ends)) for ends in tickets]
