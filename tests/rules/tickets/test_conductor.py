"""What the conductor's parts find out: one network for several tickets, missing cards, chances, and its numbers."""

from random import Random

import msgspec
import pytest

import data
from rules.catalog import TICKET_TITLES
from rules.tickets.actions import ClaimRoute, DrawTickets
from rules.tickets.board import load_board
from rules.tickets.robots.cards import Purse, card_tables
from rules.tickets.robots.conductor import best_of
from rules.tickets.robots.tree import Links
from rules.tickets.robots.weights import USUAL, weights_for
from tests.rules.tickets.positions import game_of, position


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_weights_in_the_files_are_known_by_name(title: str) -> None:
    seats = game_of(title).seats
    for number, weights in msgspec.json.decode(data.read(f"robots/{title}.json")).items():
        assert int(number) in seats
        assert isinstance(weights, dict)
        assert weights.keys() <= USUAL.keys()
        assert dict(weights_for(title, int(number))) == {**USUAL, **weights}


def test_a_joint_network_joins_every_ticket_and_costs_no_more_than_the_ways_one_by_one() -> None:
    board, random = load_board("usa"), Random(4)
    costs = [float(length) for length in board.lengths]
    links = Links(board.ends, len(board.file.cities), costs, range(len(board.tracks)))
    for _ in range(30):
        tickets = [board.ticket_ends[number] for number in random.sample(range(len(board.tickets)), 4)]
        tree = links.tree(tickets)
        assert tree.cost == sum(costs[track] for track in tree.tracks)
        assert tree.cost <= sum(links.way(*ends)[0] for ends in tickets)
        for ends, way in zip(tickets, tree.ways, strict=True):
            assert way <= tree.tracks
            assert links.way(*ends, chosen=way)[0] == 0


def test_a_ticket_that_cannot_be_joined_is_lost_and_the_others_are_built() -> None:
    board = load_board("usa")
    costs = [float(length) for length in board.lengths]
    apart = board.city_index["miami"]
    usable = [track for track in range(len(board.tracks)) if apart not in board.ends[track]]
    tickets = [board.ticket_ends[board.ticket_index[name]] for name in ("los_angeles-miami", "dallas-new_york")]
    tree = Links(board.ends, len(board.file.cities), costs, usable).tree(tickets)
    assert tree.lost == {0}
    assert tree.tracks == tree.ways[1] != frozenset()


def test_cards_of_a_colour_serve_one_track_and_wild_ones_fill_gaps() -> None:
    board = load_board("usa")
    tables = card_tables(board)
    blue = next(n for n, track in enumerate(board.tracks) if track.colour == "blue" and track.length == 4)
    other = next(n for n, track in enumerate(board.tracks) if track.colour == "blue" and n != blue)
    hand = tables.purse([(board.kinds.index["blue"], 4)])
    assert tables.missing([blue], hand) == 0
    assert tables.missing([blue, other], hand) == board.lengths[other]
    assert tables.missing([blue, other], Purse(hand.held, 1)) == board.lengths[other] - 1


def test_the_best_of_an_offer_is_expected_exactly() -> None:
    assert best_of([3.0, 2.0, 1.0], 1) == pytest.approx(2.0)
    assert best_of([3.0, 2.0, 1.0], 2) == pytest.approx((3 + 3 + 2) / 3)
    assert best_of([3.0, 2.0, 1.0], 3) == pytest.approx(3.0)


def test_in_the_last_turn_a_short_track_that_finishes_a_ticket_beats_a_long_one() -> None:
    game = game_of("usa")
    hand = {"white": 2, "red": 4}
    state = position("usa", hands=[hand], tickets=[["denver-el_paso"]], owners={"denver-santa_fe": 0}, turns_left=1)
    action = game.advise(game.view_for(state, 0), game.legal_actions(state, 0), Random(1).random)
    assert isinstance(action, ClaimRoute)
    assert action.track == "el_paso-santa_fe"


def test_it_draws_tickets_once_its_own_are_done() -> None:
    game = game_of("usa")
    owners = {"dallas-oklahoma_city": 0, "denver-oklahoma_city": 0, "denver-kansas_city": 0}
    state = position("usa", hands=[{}], tickets=[[]], owners=owners)
    found = game.candidates(game.view_for(state, 0), game.legal_actions(state, 0), Random(1).random)
    assert any(isinstance(candidate.action, DrawTickets) for candidate in found)
