"""Module 2. Rulings 8, 9 and 10."""

import pytest
from msgspec.structs import replace

from rules.metro.actions import PlaceTile, PlaceTrain
from rules.metro.board import SPACES, SQUARE
from rules.metro.errors import OneTileLine, SpaceTaken, TrainUsed
from rules.metro.events import LineScored, TrainPlaced
from rules.metro.state import State
from rules.metro.tracing import tracks_with
from tests.rules.metro.playing import GAME, do, events_of, parsed, place, points, table
from tests.rules.metro.test_shares import SORTED


def with_board(state: State, tiles: str) -> State:
    return replace(state, tracks=tracks_with(parsed(tiles)))


def test_a_train_is_an_additional_line_of_its_player() -> None:
    state = table(modules="2")
    assert events_of(state, PlaceTrain(0, "C5")) == (TrainPlaced(0, "C5", "yellow", None),)
    after = do(state, PlaceTrain(0, "C5"))
    assert after.player == 1
    space = next(space for space in GAME.view_for(after, None).spaces if space.name == "C5")
    assert (space.owner, space.player, space.square, space.side, space.entry) == ("yellow", 0, "E6", "N", 0)
    assert GAME.view_for(after, None).trains_left == ("blue",)


def test_each_player_has_one_train_and_each_space_room_for_one() -> None:
    state = do(table(modules="2"), PlaceTrain(0, "C5"))
    with pytest.raises(SpaceTaken):
        do(state, PlaceTrain(1, "C5"))
    state = do(state, PlaceTrain(1, "C6"))
    with pytest.raises(TrainUsed) as refused:
        do(state, PlaceTrain(0, "C7"))
    assert refused.value == TrainUsed("yellow", "C5")


def test_ruling_8_eight_spaces_on_the_outer_sides_of_the_centre() -> None:
    spaces = GAME.view_for(table(modules="2"), None).spaces
    assert [f"{space.name} {space.square} {space.side}" for space in spaces] == [
        "C1 D3 S", "C2 E3 S", "C3 F4 W", "C4 F5 W", "C5 E6 N", "C6 D6 N", "C7 C5 E", "C8 C4 E",
    ]  # fmt: skip
    assert all(space.entry % 2 == 0 and space.exit == space.entry + 1 for space in spaces)


def test_ruling_9_a_train_on_a_finished_track_is_scored_at_once() -> None:
    state = with_board(table(modules="2"), "E1 aaaa, E2 aaaa, E3 aaaa")
    assert LineScored("C2", "4", "yellow", 0, 3, 3) in events_of(state, PlaceTrain(0, "C2"))
    assert points(do(state, PlaceTrain(0, "C2")), "lines") == [3, 0]


def test_ruling_9_not_where_the_line_would_be_one_tile_long() -> None:
    state = with_board(table(modules="2"), "E1 aaaa, E2 aaaa, E3 ccda")
    with pytest.raises(OneTileLine) as refused:
        do(state, PlaceTrain(0, "C2"))
    assert refused.value == OneTileLine("E3", "C2")
    assert {action.space for action in GAME.legal_actions(state, 0) if isinstance(action, PlaceTrain)} == set(
        SPACES
    ) - {"C2"}


def test_ruling_9_a_tile_must_not_turn_back_to_a_train() -> None:
    state = table(tiles=["aaaa", "aaaa", "ccda"], modules="2")
    state = place(state, "E1", "E2")
    assert PlaceTile(0, "E3", "ccda") in GAME.legal_actions(state, 0)
    with_train = replace(do(state, PlaceTrain(0, "C2")), player=0)
    with pytest.raises(OneTileLine) as refused:
        do(with_train, PlaceTile(0, "E3", "ccda"))
    assert refused.value.start == "C2"


def test_the_exception_holds_for_central_lines_too() -> None:
    """All that is left is E3, where a train stands, and the tile turns back to it."""
    state = table(tiles=["ccda"], modules="2")
    only = 1 << SQUARE["E3"]
    tracks = replace(with_board(state, "E1 aaaa, E2 aaaa").tracks, reachable=only)
    state = replace(do(state, PlaceTrain(0, "C2")), player=0, tracks=tracks)
    step = GAME.apply(state, PlaceTile(0, "E3", "ccda"))
    assert LineScored("C2", "C2", "yellow", 0, 1, 1) in step.events


def test_ruling_10_lines_from_the_centre_are_never_doubled() -> None:
    state = table(tiles=["aaaa", "aaaa", "aaaa"], modules="2")
    tracks = tracks_with(parsed("D1 aaaa, D2 aaaa, E1 aaaa, E2 aaaa, E3 cbaa"))
    state = replace(do(state, PlaceTrain(0, "C1")), tracks=tracks, player=0)
    lines = {line.start: line for line in GAME.view_for(state, None).lines}
    assert lines["C1"].end is None
    state = replace(state, hands=(("bbbb",), ("aaaa",)))
    after = do(state, PlaceTile(0, "D3", "bbbb"))
    scored = {line.start: line for line in GAME.view_for(after, None).lines if line.is_finished}
    to_centre = [line for line in scored.values() if str(line.end).startswith("C")]
    assert to_centre
    for line in to_centre:
        assert line.points == len(line.passes) * (1 if line.start.startswith("C") else 2)


def test_placing_the_train_is_optional() -> None:
    """A random game of placements only ends with both trains unplaced."""
    state = table(modules="2")
    while not GAME.is_over(state):
        action = next(action for action in GAME.legal_actions(state, state.player) if isinstance(action, PlaceTile))
        state = do(state, action)
    assert GAME.view_for(state, None).trains_left == ("yellow", "blue")


def test_with_companies_a_share_is_shown() -> None:
    state = table(modules="1+2", orders=SORTED)
    after = do(state, PlaceTrain(0, "C3", 20))
    view = GAME.view_for(after, 1)
    assert [(share.percent, share.company) for share in view.shown_shares[0]] == [(20, "yellow")]
    assert view.shown_shares[1] == ()
    assert next(company for company in view.companies if company.colour == "yellow").space == "C3"
    assert view.trains_left == ("blue", "orange", "green", "purple", "black", "red", "white")
    assert points(after, "lines") == [0, 0]


def test_a_company_has_one_extra_train_whoever_places_it() -> None:
    orders = {**SORTED, "shares 10": ("blue", "yellow", "orange", "green", "purple", "black", "red", "white")}
    state = do(table(modules="1+2", orders=orders), PlaceTrain(0, "C3", 20))
    with pytest.raises(TrainUsed) as refused:
        do(state, PlaceTrain(1, "C4", 10))
    assert refused.value == TrainUsed("yellow", "C3")
    assert do(state, PlaceTrain(1, "C4", 20)).points == (0,) * 8
