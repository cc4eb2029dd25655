"""The quick player of playouts near the end, where turns are short: tickets come first, as far as they can be finished.

The ticket is Denver–El Paso over Santa Fe, and half of it is built.
"""

from typing import Any

from rules.tickets.actions import ClaimRoute, DrawBlind, DrawCard, TicketAction
from rules.tickets.robots.quick import act
from tests.rules.tickets.in_place import Recorder, world_of
from tests.rules.tickets.positions import game_of, position


def quick_choice(hand: dict[str, int], **rest: Any) -> TicketAction:
    """Of a player with a few wagons left, half of a ticket, and these cards."""
    state = position(
        hands=[hand, {}], owners={"denver-santa_fe": 0}, tickets=[["denver-el_paso"], []], wagons=[9, 9], **rest
    )
    world = world_of(game_of("usa").board, state, Recorder)
    act(world)
    return world.last


def claimed(action: TicketAction) -> str:
    assert isinstance(action, ClaimRoute)
    return action.track


def test_a_track_that_finishes_a_ticket_goes_before_longer_ones() -> None:
    assert claimed(quick_choice({"black": 6, "blue": 2})) == "el_paso-santa_fe"
    assert claimed(quick_choice({"black": 6, "blue": 2}, turns_left=4)) == "el_paso-santa_fe"


def test_turns_and_cards_are_kept_for_a_ticket_that_can_still_be_finished() -> None:
    one_of_each = {"red": 1, "blue": 1, "green": 1}
    assert isinstance(quick_choice(one_of_each), DrawBlind | DrawCard), "not a track of one space"
    assert isinstance(quick_choice(one_of_each, turns_left=4), DrawBlind | DrawCard)


def test_in_the_last_turn_whatever_counts_most_is_claimed() -> None:
    assert claimed(quick_choice({"black": 6, "blue": 2}, turns_left=2)) == "el_paso-los_angeles", "15 against 10"
    assert claimed(quick_choice({"black": 5, "blue": 2}, turns_left=2)) == "el_paso-santa_fe", "at most 7 against 10"


def test_a_ticket_that_can_no_longer_be_finished_is_given_up() -> None:
    state = position(hands=[{"black": 6}, {}], tickets=[["calgary-phoenix"], []], wagons=[7, 7], turns_left=4)
    world = world_of(game_of("usa").board, state, Recorder)
    act(world)
    assert claimed(world.last) == "el_paso-los_angeles"
