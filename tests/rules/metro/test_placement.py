"""Where a tile may go. Rulings 1, 2, 3 and 9, and the slow way over random games."""

from random import Random

import pytest

from rules.metro.actions import DrawTile, PlaceTile, PlaceTrain
from rules.metro.board import SQUARES
from rules.metro.errors import NotReachable, OneTileLine
from rules.metro.events import TilePlaced
from rules.metro.placement import squares_by_turn, squares_for
from rules.metro.state import State
from rules.metro.tiles import CODES, TURNS
from rules.metro.tracing import tracks_with
from tests.rules.metro.playing import GAME, do, events_of, moments, parsed, place, table
from tests.rules.metro.slow_tracing import legal_places

EDGE = {square for square in SQUARES if square[0] in "AH" or square[1] in "18"}


def places_of(state: State, tile: str) -> set[str]:
    legal = GAME.legal_actions(state, state.player)
    return {action.square for action in legal if isinstance(action, PlaceTile) and action.tile == tile}


def test_the_first_tile_touches_the_edge() -> None:
    assert places_of(table(tiles=["aaaa"]), "aaaa") == EDGE


def test_a_tile_may_be_joined_to_another() -> None:
    state = place(table(tiles=["aaaa", "aaaa"]), "B1")
    assert places_of(state, "aaaa") == (EDGE - {"B1"}) | {"B2"}


def test_ruling_1_the_centre_is_no_neighbour() -> None:
    with pytest.raises(NotReachable):
        place(table(tiles=["aaaa"]), "D3")


def test_ruling_1_central_tiles_and_trains_are_no_neighbours_either() -> None:
    with pytest.raises(NotReachable):
        place(table(tiles=["aaaa"], modules="3"), "D3")
    state = do(table(tiles=["aaaa", "aaaa"], modules="2"), PlaceTrain(0, "C1"))
    with pytest.raises(NotReachable):
        place(state, "D3")


@pytest.mark.parametrize(
    ("tile", "square", "start"),
    [
        ("dacc", "B1", "7"),
        ("cdac", "H3", "30"),
        ("ccda", "C8", "19"),
        ("accd", "A5", "13"),
        ("cbaa", "A1", "8"),
        ("bcbc", "H1", "1"),
        ("cccc", "H8", "24"),
        ("bbbb", "A8", "17"),
    ],
)
def test_a_line_of_one_tile_is_refused(tile: str, square: str, start: str) -> None:
    with pytest.raises(OneTileLine) as refused:
        place(table(tiles=[tile]), square)
    assert refused.value == OneTileLine(square, start)


def test_ruling_2_stations_without_a_train_have_the_same_rule() -> None:
    with pytest.raises(OneTileLine) as refused:
        place(table(seats=3, tiles=["ccda"]), "A8")
    assert refused.value.start == "17"


def test_a_line_back_to_its_own_station_over_two_tiles_is_legal() -> None:
    state = place(table(tiles=["aaaa", "dacc"]), "B1", "B2")
    assert GAME.view_for(state, None).scores[0].points == 3  # station 7: down, back, up


def test_ruling_3_the_exception_is_for_the_tile_that_fits_nowhere_else() -> None:
    state = table(tiles=["dddd", "dddd"])
    assert places_of(state, "dddd") == EDGE
    (placed, *_) = events_of(state, PlaceTile(0, "B1"))
    assert placed == TilePlaced(0, "B1", "dddd", 0, True)


def test_ruling_3_the_pile_need_not_be_empty_and_drawing_stays_a_choice() -> None:
    state = table(tiles=["dddd", "dddd"])
    assert state.has_pile
    assert DrawTile(0) in GAME.legal_actions(state, 0)


def test_the_exception_ends_as_soon_as_there_is_an_inner_square() -> None:
    state = place(table(tiles=["aaaa", "dddd"]), "B1")
    assert places_of(state, "dddd") == {"B2"}
    with pytest.raises(OneTileLine):
        place(state, "C1")


def test_in_free_direction_every_turn_has_to_fail() -> None:
    state = table(tiles=["dacc"], direction="free")
    legal = GAME.legal_actions(state, 0)
    assert PlaceTile(0, "B1", "dacc", 0) not in legal
    assert PlaceTile(0, "B1", "dacc", 180) in legal
    assert PlaceTile(0, "B1", "dddd", 0) not in legal
    forced = table(tiles=["dddd"], direction="free")
    assert len(list(GAME.legal_actions(forced, 0))) == 28 * 4 + 1


@pytest.mark.parametrize("given", [{}, {"direction": "free"}, {"modules": "2"}, {"modules": "3"}, {"hand": "3"}])
def test_legal_squares_are_those_found_the_slow_way(given: dict[str, str]) -> None:
    random = Random(4)
    turns = TURNS if given.get("direction") == "free" else (0,)
    for state, _ in moments(4, given, 8):
        trains = {space.name for space in GAME.view_for(state, None).spaces if space.owner}
        tile = random.choice(CODES)
        reachable, squares = state.tracks.reachable, state.train_squares
        masks = (
            squares_by_turn(reachable, squares, tile) if len(turns) > 1 else (squares_for(reachable, squares, tile),)
        )
        quick = {
            (square, turn)
            for turn, mask in zip(turns, masks, strict=True)
            for at, square in enumerate(SQUARES)
            if mask >> at & 1
        }
        assert quick == legal_places(state.tracks.laid, tile, turns, trains)


def test_a_forced_one_tile_line_turns_up_in_most_games() -> None:
    forced = 0
    for seed in range(20):
        for state, action in moments(2, {}, seed):
            forced += any(isinstance(e, TilePlaced) and e.is_forced for e in events_of(state, action))
    assert forced >= 5


def test_a_tile_that_turns_back_into_the_centre_is_legal_until_a_train_stands_there() -> None:
    """Ruling 9, second half; the first is among the trains."""
    laid = parsed("E1 aaaa, E2 aaaa")
    reachable = tracks_with(laid).reachable
    e3 = 1 << SQUARES.index("E3")
    assert squares_for(reachable, 0, "ccda") & e3
    assert not squares_for(reachable, e3, "ccda") & e3
