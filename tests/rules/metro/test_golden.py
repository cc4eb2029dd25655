"""Finished games that must go on giving the same scores."""

import pytest

from rules.record import read_record, replay, replayed
from tests.rules.metro.golden import GOLDEN, KEPT, kept_scores
from tests.rules.metro.playing import GAME, MODULE_SETS


@pytest.mark.parametrize("name", KEPT)
def test_a_finished_game_replays_to_its_scores(name: str) -> None:
    record = read_record((GOLDEN / f"{name}.json").read_bytes())
    game, state = replayed(record)
    assert game.is_over(state)
    assert game.scores(state) == kept_scores(name)
    assert len(list(replay(record))) == len(record.actions)


def test_every_allowed_set_of_modules_has_a_finished_game() -> None:
    assert {GAME.options(kept.given).modules for kept in KEPT.values()} == {
        GAME.options({"modules": modules}).modules for modules in MODULE_SETS
    }


def test_no_finished_game_is_left_out() -> None:
    found = {path.stem for path in GOLDEN.glob("metro-*.json")}
    assert found == set(KEPT) | {f"{name}.scores" for name in KEPT}
