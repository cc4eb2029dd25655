"""The World map: harbours, tours, and who wins."""

from itertools import combinations_with_replacement
from typing import Any

import pytest
from msgspec.structs import replace

from rules.tickets.actions import BuildHarbour
from rules.tickets.errors import (
    CardsNotInHand,
    HarbourTaken,
    NoHarboursLeft,
    NotAHarbourCity,
    NoTrackThere,
    WrongHarbourCards,
)
from rules.tickets.events import HarbourBuilt, TurnBegan
from rules.tickets.harbours import harbour_price
from rules.tickets.scoring import completed, final_ranking, final_scores
from rules.tickets.state import State
from tests.rules.tickets.world_table import (
    BOARD,
    GAME,
    begun,
    cards,
    changed,
    events,
    hand,
    play,
    points,
    refusal,
)

# Harbours

LIMA = "2 yellow-port, 1 yellow-ship, 1 joker"


def at_lima(hand: str = LIMA) -> State:
    return changed(begun(), tracks="caracas-lima", hand=hand)


def test_a_harbour_in_lima_for_a_joker_a_yellow_ship_and_two_yellow_wagons() -> None:
    state = at_lima()
    built, turn = events(state, BuildHarbour(0, "lima", cards(LIMA)))
    assert built == HarbourBuilt(0, "lima", cards(LIMA), 2)
    assert turn == TurnBegan(1, 2)
    after = play(state, BuildHarbour(0, "lima", cards(LIMA)))
    assert hand(after) == {}
    assert [(view.city, view.player) for view in GAME.view_for(after, None).harbours] == [("lima", 0)]
    assert GAME.view_for(after, None).players[0].harbours_left == 2
    wagons, ships = (BOARD.kinds.unpack(pile) for pile in after.supply.discards)
    assert (wagons, ships) == (cards("2 yellow-port, 1 joker"), cards("1 yellow-ship"))


@pytest.mark.parametrize(
    "payment",
    [
        "2 red-port, 2 red-ship",
        "1 red-port, 2 red-ship, 1 joker",
        "2 red-port, 2 joker",
        "2 red-ship, 2 joker",
        "1 red-ship, 3 joker",
        "4 joker",
    ],
)
def test_jokers_stand_in_for_any_card_of_a_harbour(payment: str) -> None:
    assert BuildHarbour(0, "lima", cards(payment)) in GAME.legal_actions(at_lima(payment), 0)


@pytest.mark.parametrize(
    "payment",
    [
        "",
        "2 red-port, 1 red-ship",
        "2 red-port, 3 red-ship",
        "3 red-port, 1 red-ship",
        "1 red-port, 3 red-ship",
        "3 red-port, 1 joker",
        "2 red, 2 red-ship",
        "2 red-port, 1 red-ship, 1 red-ships",
        "2 red-port, 2 white-ship",
        "1 red-port, 1 white-port, 2 joker",
        "5 joker",
    ],
)
def test_other_cards_build_no_harbour(payment: str) -> None:
    refused = refusal(at_lima(payment), BuildHarbour(0, "lima", cards(payment)))
    assert refused == WrongHarbourCards(cards(payment))


def test_of_all_sets_of_four_cards_exactly_the_right_ones_build_a_harbour() -> None:
    price, kinds = harbour_price(BOARD), BOARD.kinds
    for laid in combinations_with_replacement(kinds.cards, 4):
        coloured = [card for card in laid if card.colour]
        wagons = sum(card.deck == "wagons" for card in coloured)
        ships = len(coloured) - wagons
        is_right = (
            len({card.colour for card in coloured}) <= 1
            and all(card.harbour for card in coloured)
            and max(wagons, ships) <= 2
        )
        packed = kinds.of_kinds([kinds.index[card.id] for card in laid])
        assert (packed in price.legal) == is_right
        assert price.can_be_paid(packed) == is_right
    assert all(kinds.total(payment) == 4 for payment in price.legal)


def test_a_harbour_stands_in_a_harbour_city_only() -> None:
    state = changed(begun(), tracks="los_angeles-mexico", hand="4 joker")
    assert refusal(state, BuildHarbour(0, "mexico", cards("4 joker"))) == NotAHarbourCity("mexico")
    assert refusal(state, BuildHarbour(0, "atlantis", cards("4 joker"))) == NotAHarbourCity("atlantis")


def test_a_harbour_asks_for_an_own_track_to_the_city() -> None:
    state = changed(at_lima("4 joker"), 1, tracks="honolulu-tokyo")
    assert refusal(state, BuildHarbour(0, "tokyo", cards("4 joker"))) == NoTrackThere("tokyo")


def test_there_is_one_harbour_in_a_city() -> None:
    state = replace(at_lima("4 joker"), harbours=((BOARD.city_index["lima"], 1),))
    assert refusal(state, BuildHarbour(0, "lima", cards("4 joker"))) == HarbourTaken("lima", 1)


def test_nobody_builds_a_fourth_harbour() -> None:
    state = changed(at_lima("4 joker"), harbours=0)
    assert refusal(state, BuildHarbour(0, "lima", cards("4 joker"))) == NoHarboursLeft()


def test_harbour_cards_must_be_in_hand() -> None:
    state = at_lima("2 yellow-port, 1 yellow-ship")
    assert refusal(state, BuildHarbour(0, "lima", cards(LIMA))) == CardsNotInHand(cards("1 joker"))


def test_harbours_are_offered_where_they_can_be_built_with_the_fewest_jokers_first() -> None:
    legal = GAME.legal_actions(at_lima("2 yellow-port, 2 yellow-ship, 2 joker"), 0)
    assert legal.harbours() == ("caracas", "lima")
    offered = list(legal.harbour_payments())
    assert offered[0] == cards("2 yellow-port, 2 yellow-ship")
    assert len(offered) == len(set(offered)) == 6
    assert GAME.legal_actions(at_lima("2 yellow-port"), 0).harbours() == ()


EXAMPLE_TRACKS = (
    "buenos_aires-cape_town cape_town-dar_es_salaam dar_es_salaam-djibouti al_qahira-djibouti al_qahira-athina "
    "athina-hamburg dar_es_salaam-jakarta jakarta-manila darwin-jakarta darwin-sydney cape_town-luanda lagos-luanda"
)
EXAMPLE_TICKETS = "buenos_aires-manila buenos_aires-sydney dar_es_salaam-hamburg lagos-luanda-dar_es_salaam-djibouti"


def harboured(state: State, *cities: str) -> State:
    built = tuple((BOARD.city_index[city], 0) for city in cities)
    return replace(changed(state, harbours=3 - len(cities)), harbours=built)


def test_harbours_in_buenos_aires_and_dar_es_salaam_are_worth_thirty_each() -> None:
    state = changed(begun(), tracks=EXAMPLE_TRACKS, tickets=EXAMPLE_TICKETS)
    assert completed(BOARD, state.players[0]) == 4
    assert points(harboured(state, "buenos_aires"), 0, "harbours") == 30
    assert points(harboured(state, "dar_es_salaam"), 0, "harbours") == 30
    assert points(harboured(state, "buenos_aires", "dar_es_salaam"), 0, "harbours") == 60


@pytest.mark.parametrize(
    ("tickets", "worth"),
    [
        ("buenos_aires-manila", 0),
        ("dar_es_salaam-hamburg", 20),
        ("dar_es_salaam-hamburg lagos-luanda-dar_es_salaam-djibouti", 30),
        ("dar_es_salaam-hamburg lagos-luanda-dar_es_salaam-djibouti dar_es_salaam-rio_de_janeiro", 40),
        (
            "dar_es_salaam-hamburg lagos-luanda-dar_es_salaam-djibouti dar_es_salaam-rio_de_janeiro"
            " dar_es_salaam-tokyo",
            40,
        ),
        ("dar_es_salaam-hamburg dar_es_salaam-los_angeles", 20),
    ],
)
def test_a_harbour_counts_by_the_completed_tickets_that_name_it(tickets: str, worth: int) -> None:
    tracks = f"{EXAMPLE_TRACKS} buenos_aires-rio_de_janeiro manila-tokyo"
    state = harboured(changed(begun(), tracks=tracks, tickets=tickets), "dar_es_salaam")
    assert points(state, 0, "harbours") == worth


def test_a_ticket_between_two_harbours_counts_for_both() -> None:
    state = changed(begun(), tracks=EXAMPLE_TRACKS, tickets="dar_es_salaam-hamburg")
    assert points(harboured(state, "dar_es_salaam", "hamburg"), 0, "harbours") == 40


def test_each_harbour_that_was_not_built_costs_four_points() -> None:
    state = begun()
    assert points(state, 0, "unbuilt_harbours") == -12
    assert points(harboured(state, "lima"), 0, "unbuilt_harbours") == -8


# Tours

TOUR = "lagos-luanda-dar_es_salaam-djibouti"


@pytest.mark.parametrize(
    ("tracks", "worth"),
    [
        ("lagos-luanda dar_es_salaam-luanda dar_es_salaam-djibouti", 9),
        ("lagos-luanda cape_town-luanda cape_town-dar_es_salaam dar_es_salaam-djibouti", 9),
        (
            "lagos-luanda casablanca-lagos al_qahira-casablanca al_qahira-djibouti dar_es_salaam-djibouti",
            6,
        ),
        ("lagos-luanda dar_es_salaam-djibouti", -15),
        ("", -15),
    ],
)
def test_a_tour_counts_in_order_in_any_order_or_against_the_player(tracks: str, worth: int) -> None:
    assert points(changed(begun(), tracks=tracks, tickets=TOUR), 0, "tickets") == worth


def test_a_tour_in_any_order_is_a_completed_ticket() -> None:
    tracks = "lagos-luanda casablanca-lagos al_qahira-casablanca al_qahira-djibouti dar_es_salaam-djibouti"
    state = changed(begun(), tracks=tracks, tickets=TOUR)
    assert completed(BOARD, state.players[0]) == 1
    (held,) = GAME.view_for(state, 0).tickets or ()
    assert (held.is_done, held.points) == (True, 6)


def test_every_tour_costs_more_than_it_brings() -> None:
    tours = [ticket for ticket in BOARD.tickets if len(ticket.cities) > 2]
    assert len(tours) == 8
    assert all(tour.points < (tour.in_order or 0) < (tour.penalty or 0) for tour in tours)


# Who wins


def test_ties_are_broken_by_completed_tickets_and_then_by_harbour_points() -> None:
    state = begun()
    state = changed(changed(state, tickets=""), 1, tickets="")
    assert final_ranking(BOARD, state, final_scores(BOARD, state)) == ((0, 1),)
    one_ticket = changed(state, 1, tickets="bangkok-tokyo", tracks="bangkok-manila manila-tokyo", points=-6)
    scores = final_scores(BOARD, one_ticket)
    assert total(scores, 0) == total(scores, 1)
    assert final_ranking(BOARD, one_ticket, scores) == ((1,), (0,))


def test_with_as_many_tickets_the_harbours_decide() -> None:
    state = changed(begun(), tickets="bangkok-tokyo", tracks="bangkok-manila manila-tokyo")
    state = changed(state, 1, tickets="hong_kong-jakarta", tracks="hong_kong-manila jakarta-manila", points=25)
    state = harboured(state, "tokyo")
    scores = final_scores(BOARD, state)
    assert total(scores, 0) == total(scores, 1)
    assert final_ranking(BOARD, state, scores) == ((0,), (1,))


def total(scores: Any, seat: int) -> int:
    return sum(line.points for line in scores if line.player == seat)
