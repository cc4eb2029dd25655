"""Which actions of Metro may be taken back."""

from msgspec.structs import replace

from rules.game import may_undo
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.state import State
from tests.rules.metro.playing import GAME, do, table


def revealed(state: State, action: MetroAction) -> dict[str, int]:
    step = GAME.apply(state, action)
    found = dict(GAME.revealed(state, step))
    assert may_undo(GAME, state, step) == (not found)
    return found


def first_place(state: State) -> MetroAction:
    return next(action for action in GAME.legal_actions(state, state.player) if isinstance(action, PlaceTile))


def test_a_tile_for_which_another_comes_may_not() -> None:
    state = table()
    assert revealed(state, first_place(state)) == {"tile": 1}


def test_a_tile_drawn_instead_stays_and_where_it_is_laid_may_be_thought_over() -> None:
    state = table()
    assert revealed(state, DrawTile(0)) == {"tile": 1}
    state = do(state, DrawTile(0))
    assert not revealed(state, first_place(state))


def test_a_tile_for_which_none_is_left_may_be_taken_back() -> None:
    state = replace(table(), taken=60)
    assert not revealed(state, first_place(state))


def test_an_own_train_may_be_taken_back_but_not_a_share_that_was_shown_or_exchanged() -> None:
    assert not revealed(table(modules="2"), PlaceTrain(0, "C1"))
    companies = table(3, modules="1+2")
    assert revealed(companies, PlaceTrain(0, "C1", 10)) == {"share": 1}
    assert revealed(companies, ExchangeShare(0, 10, "open")) == {"share": 1}
    assert revealed(companies, ExchangeShare(0, 10, "hidden")) == {"share": 1}
