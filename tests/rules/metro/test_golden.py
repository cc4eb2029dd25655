"""Which finished games are kept; `tests/test_golden.py` replays them."""

from tests.rules.metro.golden import GOLDEN, KEPT
from tests.rules.metro.playing import GAME, MODULE_SETS


def test_every_allowed_set_of_modules_has_a_finished_game() -> None:
    assert {GAME.options(kept.given).modules for kept in KEPT.values()} == {
        GAME.options({"modules": modules}).modules for modules in MODULE_SETS
    }


def test_every_finished_game_is_named_here() -> None:
    found = {path.stem for path in GOLDEN.glob("metro-*.json") if not path.name.endswith(".scores.json")}
    assert found == set(KEPT)
