"""The robot of the World map: always legal, and at home on land and sea."""

from random import Random

import pytest

from rules.chance import Chance
from rules.tickets.actions import BuildHarbour, ChoosePieces, ExchangePieces, TicketAction
from rules.tickets.state import State
from tests.rules.tickets.world_table import GAME, begun, cards, changed, opened, with_tickets_kept


def advice(state: State, seat: int = 0) -> TicketAction:
    return GAME.advise(GAME.view_for(state, seat), GAME.legal_actions(state, seat), Random(1).random)


def played(seats: int, seed: int) -> State:
    state, random = GAME.setup(GAME.options({}), seats, Chance(f"robots {seed}")), Random(seed).random
    while waiting := GAME.to_act(state):
        seat = min(waiting)
        legal = GAME.legal_actions(state, seat)
        action = GAME.advise(GAME.view_for(state, seat), legal, random)
        assert action in legal
        state = GAME.apply(state, action).state
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_table_of_robots_comes_to_an_end_and_builds_harbours(seats: int) -> None:
    state = played(seats, seats)
    assert GAME.is_over(state)
    assert state.harbours


def test_it_takes_the_pieces_that_its_tickets_ask_for() -> None:
    state = with_tickets_kept(opened(), 0)
    by_land = changed(state, tickets="beijing-mumbai djibouti-lahore hong_kong-moskva beijing-hamburg")
    by_sea = changed(state, tickets="jakarta-sydney bangkok-tokyo buenos_aires-sydney sydney-tokyo")
    land, sea = advice(by_land), advice(by_sea)
    assert isinstance(land, ChoosePieces)
    assert isinstance(sea, ChoosePieces)
    assert land.wagons > sea.wagons


def test_it_builds_a_harbour_where_a_completed_ticket_leads() -> None:
    state = changed(
        begun(), tracks="bangkok-manila manila-tokyo", tickets="bangkok-tokyo", hand="2 red-port, 2 red-ship"
    )
    built = advice(state)
    assert isinstance(built, BuildHarbour)
    assert built.city in ("bangkok", "tokyo")
    assert built.cards == cards("2 red-port, 2 red-ship")


def test_it_keeps_its_harbours_for_better_cities_while_there_is_time() -> None:
    state = changed(begun(), tracks="bangkok-manila", tickets="buenos_aires-miami", hand="2 red-port, 2 red-ship")
    assert not isinstance(advice(state), BuildHarbour)


def test_it_builds_anywhere_at_the_very_end() -> None:
    state = changed(begun(), tracks="bangkok-manila", tickets="", hand="2 red-port, 2 red-ship", wagons=0, ships=0)
    assert isinstance(advice(state), BuildHarbour)


def test_it_exchanges_ships_when_wagons_are_short_for_a_ticket() -> None:
    state = changed(begun(), tickets="beijing-hamburg", tracks="hamburg-moskva moskva-novosibirsk", hand="", wagons=1)
    assert advice(state) == ExchangePieces(0, "wagons", 2)
