"""The quick player of playouts near the end, where turns are short: tickets come first, as far as they can be finished.

The ticket is Denver–El Paso over Santa Fe, and half of it is built.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.tickets.actions import ClaimRoute, DrawBlind, DrawCard, TicketAction
from rules.tickets.masks import mask_of
from rules.tickets.robots.quick import act, ending_tracks, half_turns_left
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


def test_this_turn_is_not_the_last_before_the_last_round_has_begun() -> None:
    """Even if somebody can begin it at once."""
    state = position(
        hands=[{"red": 1, "blue": 1, "green": 1}, {"black": 12}],
        owners={"denver-santa_fe": 0},
        tickets=[["denver-el_paso"], []],
        wagons=[9, 3],
    )
    world = world_of(game_of("usa").board, state, Recorder)
    assert half_turns_left(world) == 40
    act(world)
    assert isinstance(world.last, DrawBlind | DrawCard), "a card for the ticket, and not a track of one space"


@pytest.mark.parametrize(("title", "ends"), [("germany", False), ("usa", True)])
def test_at_some_titles_who_is_behind_ends_the_game_with_no_track_that_is_only_worth_its_points(
    title: str, ends: bool
) -> None:
    board = game_of(title).board
    longest = max(board.tracks, key=lambda track: track.length).id
    hand = {"black": 4, "blue": 4, "red": 4}
    for owner in (0, 1):  # whose is the longest track
        state = position(title, hands=[hand, {}], owners={longest: owner}, wagons=[9, 20])
        state = replace(state, players=(replace(state.players[0], wagons=4), state.players[1]))
        world = world_of(board, state, Recorder)
        assert ending_tracks(world, 0) == mask_of([n for n, length in enumerate(board.lengths) if length >= 2])
        act(world)
        begun = isinstance(world.last, ClaimRoute) and board.lengths[board.track_index[world.last.track]] >= 2
        assert begun == (ends or owner == 0)


def test_with_many_pieces_no_track_ends_the_game() -> None:
    for title in ("usa", "world"):
        state = position(title)
        assert ending_tracks(world_of(game_of(title).board, state), 0) == 0
