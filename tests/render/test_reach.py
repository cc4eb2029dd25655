"""How many spaces a ticket still needs, counted on known stretches of the maps."""

from msgspec.structs import replace

from render.atlas import atlas_of
from render.reach import spaces_to_go
from rules.tickets.maps import Ticket
from tests.render.positions import empty

USA = atlas_of("usa")
DENVER_OKLAHOMA = Ticket(id="x", cities=("denver", "oklahoma_city"), points=4)


def test_an_untouched_ticket_needs_its_shortest_way() -> None:
    assert spaces_to_go(USA, empty("usa", 4), 0, DENVER_OKLAHOMA) == 4


def test_own_tracks_cost_nothing() -> None:
    view = replace(empty("usa", 4), owners={"denver-santa_fe": 0})
    assert spaces_to_go(USA, view, 0, DENVER_OKLAHOMA) == 3


def test_tracks_of_others_and_closed_ones_are_no_way() -> None:
    view = replace(empty("usa", 4), owners={"denver-oklahoma_city": 1})
    assert spaces_to_go(USA, view, 0, DENVER_OKLAHOMA) == 5
    everything = dict.fromkeys(USA.tracks, 1)
    assert spaces_to_go(USA, replace(view, owners=everything), 0, DENVER_OKLAHOMA) is None
    assert spaces_to_go(USA, replace(view, closed=tuple(USA.tracks)), 0, DENVER_OKLAHOMA) is None


def test_a_country_is_reached_at_any_of_its_ends() -> None:
    ticket = Ticket(id="x", cities=("freiburg", "france"), points=2)
    assert spaces_to_go(atlas_of("germany"), empty("germany", 4), 0, ticket) == 2


def test_a_tour_has_no_single_figure() -> None:
    tour = next(ticket for ticket in atlas_of("world").tickets.values() if ticket.in_order)
    assert spaces_to_go(atlas_of("world"), empty("world", 4), 0, tour) is None
