"""Placing, drawing instead, filling up the hand, and the end. Rulings 4, 5 and 17."""

import pytest
from msgspec.structs import replace

from rules.errors import GameOver
from rules.game import Score
from rules.metro.actions import DrawTile, PlaceTile, PlaceTrain
from rules.metro.errors import MustPlaceDrawnTile, PileEmpty
from rules.metro.events import GameEnded, LineScored, PlayerSkipped, TileDrawn, TilePlaced
from rules.metro.scoring import ranking
from rules.metro.state import State
from tests.rules.metro.playing import BOX, GAME, do, events_of, moments, order, place, played, table, total


def test_a_placed_tile_is_replaced_from_the_pile() -> None:
    state = table(tiles=["aaaa", "bbbb", "cccc"])
    after = place(state, "B1")
    assert after.hands == (("cccc",), ("bbbb",))
    assert after.player == 1
    assert after.turn == 2
    assert events_of(state, PlaceTile(0, "B1")) == (TilePlaced(0, "B1", "aaaa", 0, False), TileDrawn(0, "cccc", False))


def test_a_tile_drawn_instead_must_be_placed_and_the_old_one_stays() -> None:
    drawn = do(table(tiles=["aaaa", "bbbb", "cccc"]), DrawTile(0))
    assert drawn.drawn == "cccc"
    assert drawn.player == 0
    assert drawn.turn == 1
    assert {action.tile for action in GAME.legal_actions(drawn, 0) if isinstance(action, PlaceTile)} == {"cccc"}
    assert all(isinstance(action, PlaceTile) for action in GAME.legal_actions(drawn, 0))
    with pytest.raises(MustPlaceDrawnTile):
        do(drawn, PlaceTile(0, "B1", "aaaa"))
    after = place(drawn, "B1")
    assert after.hands == (("aaaa",), ("bbbb",))
    assert after.taken == 3
    assert after.drawn is None


def test_the_drawn_tile_survives_being_written_down() -> None:
    drawn = do(table(), DrawTile(0))
    again = GAME.codecs.state.decode(GAME.codecs.state.encode(drawn))
    assert again == drawn
    assert again.drawn is not None


def test_nothing_can_be_drawn_from_an_empty_pile() -> None:
    state = next(state for state, _ in moments(2, {}, 1) if not state.has_pile and state.drawn is None)
    assert DrawTile(state.player) not in GAME.legal_actions(state, state.player)
    with pytest.raises(PileEmpty):
        do(state, DrawTile(state.player))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("hand", ["1", "2", "3"])
def test_everybody_places_as_many_tiles(seats: int, hand: str) -> None:
    _, actions = played(seats, {"hand": hand}, 3)
    for player in range(seats):
        own = [action for action in actions if action.player == player and isinstance(action, PlaceTile)]
        assert len(own) == 60 // seats


def test_the_game_ends_with_the_sixtieth_tile() -> None:
    *_, (state, action) = moments(2, {}, 2)
    step = GAME.apply(state, action)
    assert len(step.state.tracks.laid) == 60
    assert GAME.is_over(step.state)
    assert GAME.to_act(step.state) == frozenset()
    assert step.events[-1] == GameEnded(GAME.ranking(step.state)[0])
    assert list(GAME.legal_actions(step.state, 0)) == []
    with pytest.raises(GameOver):
        do(step.state, PlaceTile(step.state.player, "A1"))


def test_every_line_is_scored_for_its_owner_at_once() -> None:
    state = place(table(tiles=["aaaa"] * 3), "E1", "E2")
    assert LineScored("4", "C2", "blue", 1, 3, 6) in events_of(state, PlaceTile(0, "E3"))
    after = place(state, "E3")
    assert GAME.scores(after) == (Score(0, "lines", 0), Score(1, "lines", 6))


def test_one_tile_can_finish_several_lines() -> None:
    found = max(
        (
            [event for event in events_of(state, action) if isinstance(event, LineScored)]
            for state, action in moments(2, {}, 6)
        ),
        key=len,
    )
    assert len(found) >= 2


@pytest.mark.parametrize("seats", [3, 5, 6])
def test_lines_without_a_train_score_for_nobody(seats: int) -> None:
    state, _ = played(seats, {}, 9)
    lines = GAME.view_for(state, None).lines
    owned = sum(line.points for line in lines if line.owner is not None)
    assert sum(total(state, player) for player in range(seats)) == owned
    assert [line.start for line in lines if line.owner is None and not line.start.startswith("C")] in (
        ["17", "16"],
        ["16", "17"],
    )


def test_ruling_4_equal_points_share_the_victory() -> None:
    state, _ = played(3, {}, 4)
    tied = replace(state, points=(50, 41, 50))
    assert ranking(BOX, tied) == ((0, 2), (1,))


def test_ruling_5_a_larger_hand_is_filled_up_and_drawing_stays_possible() -> None:
    state = table(tiles=["aaaa", "bbbb", "cccc", "dddd", "adad", "dada", "bcbc"], hand="3")
    assert state.hands == (("aaaa", "bbbb", "cccc"), ("dddd", "adad", "dada"))
    after = place(state, "B1", tile="bbbb")
    assert after.hands[0] == ("aaaa", "cccc", "bcbc")
    drawn = do(state, DrawTile(0))
    assert drawn.drawn == "bcbc"
    assert place(drawn, "B1").hands[0] == ("aaaa", "bbbb", "cccc")


def test_explicit_orders_fix_the_draw_pile() -> None:
    tiles = order(["dddd", "aaaa", "bbbb"])
    state = table(seats=3, tiles=tiles)
    assert state.pile == tiles
    assert state.hands == (("dddd",), ("aaaa",), ("bbbb",))


def with_last_tiles(state: State) -> State:
    """Tiles are placed one after another until the pile is empty."""
    while state.has_pile:
        action = next(action for action in GAME.legal_actions(state, state.player) if isinstance(action, PlaceTile))
        state = do(state, action)
    return state


def test_ruling_17_a_player_with_nothing_to_do_is_skipped() -> None:
    state = do(place(table(modules="2", tiles=["aaaa"]), "B1"), PlaceTrain(1, "C1"))
    state = with_last_tiles(state)
    assert [len(hand) for hand in state.hands] == [1, 1]
    state = do(state, next(iter(GAME.legal_actions(state, 1))))
    step = GAME.apply(state, PlaceTrain(0, free_space(state)))
    assert PlayerSkipped(1) in step.events
    assert GAME.to_act(step.state) == {0}
    assert list(GAME.legal_actions(step.state, 1)) == []
    assert GAME.is_over(do(step.state, next(iter(GAME.legal_actions(step.state, 0)))))


def test_ruling_17_a_train_can_still_be_placed_without_a_tile() -> None:
    state = with_last_tiles(table(modules="2"))
    state = do(state, next(iter(GAME.legal_actions(state, 0))))
    state = do(state, PlaceTrain(1, free_space(state)))
    assert state.hands[0] == ()
    assert GAME.to_act(state) == {0}
    assert {type(action) for action in GAME.legal_actions(state, 0)} == {PlaceTrain}
    after = do(state, PlaceTrain(0, free_space(state)))
    assert GAME.to_act(after) == {1}


def free_space(state: State) -> str:
    legal = GAME.legal_actions(state, state.player)
    return next(action.space for action in legal if isinstance(action, PlaceTrain))
