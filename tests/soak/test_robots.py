"""The soak of robots goes to every table, and its own checks can fail."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.game import Action
from rules.tickets.actions import Pass
from tests.soak import robots
from tests.soak.robots import PLAYERS, main, play, tables


def test_tables_are_all_titles_with_all_seats_and_every_option() -> None:
    found = {str(table) for table in tables()}
    assert {
        "usa at 2",
        "usa at 5",
        "lantern at 3",
        "metro at 6",
        "metro at 2 hand=3",
        "metro at 4 direction=free",
    } <= found
    assert any(name.startswith("metro at 2 cards=") for name in found)
    assert len(found) == len(list(tables()))


def test_every_strength_plays_in_its_turn_and_games_end() -> None:
    table = next(tables(("lantern",)))
    played = [play(table, f"soak/{number}", number) for number in range(0, len(PLAYERS), table.seats)]
    assert [robot for game in played for robot in game.robots] == list(PLAYERS)
    assert not any(game.wrong for game in played)


def wish_for_nothing(*_: Any) -> Action:
    return Pass(0)


def fail(*_: Any) -> Action:
    raise ZeroDivisionError


def draw_for_ever(_level: str, _game: Any, _view: Any, legal: Any, *_: Any) -> Action:
    def each() -> Iterator[Action]:
        yield from (action for kind in ("keep", "blind") if kind in legal.kinds() for action in legal.of_kind(kind))
        yield from legal

    return next(each())


@pytest.mark.parametrize(
    ("decide", "told"), [(wish_for_nothing, "wished for Pass"), (fail, "failed, Zero"), (draw_for_ever, "doesn't end")]
)
def test_what_goes_wrong_is_told(decide: Any, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "decide", decide)
    monkeypatch.setattr(robots, "LONGEST", 60)
    wrong = play(next(tables(("lantern",))), "soak", 0).wrong
    assert wrong is not None
    assert told in wrong


def test_a_run_can_be_gone_on_with(capsys: pytest.CaptureFixture[str]) -> None:
    last = len(robots.everywhere()) - 1
    assert main(["1", "--first", str(last)]) == 0
    assert f"1 games from {last} on at {last + 1} tables, 0 went wrong" in capsys.readouterr().out
