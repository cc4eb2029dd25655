"""What a track is said to do for a ticket is what it does."""

from random import Random

import pytest
from msgspec.structs import replace

from rules.catalog import TICKET_TITLES
from rules.tickets.actions import ClaimRoute
from rules.tickets.maps import Ticket, load_map
from rules.tickets.prospects import Prospects
from rules.tickets.view import TicketView
from rules.tickets.ways import way_for
from tests.bot.tables import Table


def standings(table: Table, player: int) -> dict[str, tuple[bool, int]]:
    return {each.ticket: (each.is_done, each.points) for each in table.view(player).tickets}


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_a_claim_finishes_the_tickets_that_it_promised_and_no_others(title: str) -> None:
    table, finished = Table(title, 2, seed=1), 0
    while asked := table.to_act():
        player = asked[0]
        action = table.game.advise(table.view(player), table.legal(player), table.random)
        if not isinstance(action, ClaimRoute):
            table.act(action)
            continue
        promised = {each.ticket: each.points for each in Prospects(table.view(player)).finishes(action.track)}
        before = standings(table, player)
        table.act(action)
        if table.view(player).owners.get(action.track) != player:
            continue  # a tunnel has asked for more
        after = standings(table, player)
        done = {name: points for name, (is_done, points) in after.items() if is_done and not before[name][0]}
        assert done == promised
        finished += len(done)
    assert finished


def left(view: TicketView, track: str, ticket: Ticket) -> int:
    """Spaces to go once a track is the reader's."""
    after = way_for(replace(view, owners={**view.owners, track: 0}), 0, ticket)
    assert after is not None
    return after.spaces


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_a_track_nears_a_ticket_if_it_leaves_just_so_much_less_to_go(title: str) -> None:
    file, random = load_map(title), Random(title)
    view = Table(title, 2, seed=2).play_on(100).view(0)
    prospects = Prospects(view)
    free = [track for track in file.tracks if track.id not in view.owners and track.id not in view.closed]
    tickets = [each for each in file.tickets if each.id in {one.ticket for one in view.tickets if not one.is_done}]
    for track in random.sample(free, min(20, len(free))):
        near = prospects.nears(track.id)
        for ticket in tickets:
            if (way := way_for(view, 0, ticket)) is not None:
                assert (ticket.id in near) == (way.spaces - left(view, track.id, ticket) == track.length)


def test_whoever_has_no_seat_has_nothing_in_prospect() -> None:
    view = Table("usa", 2, 1).play_on(30).view(None)
    assert not any(Prospects(view).finishes(track.id) for track in load_map("usa").tracks)
    assert not any(Prospects(view).nears(track.id) for track in load_map("usa").tracks)
