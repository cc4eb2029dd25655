"""`semafor render` from the outside."""

import argparse
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.cli.render import add_arguments, played
from rules.catalog import TITLES
from rules.points import points_by_turn
from rules.robots import robot_action

RECORD = Path(__file__).parent.parent / "golden" / "usa-2-greedy.json"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "pictures"))


def render(tmp_path: Path, *arguments: str) -> bytes:
    out = tmp_path / "picture.png"
    assert main(["render", *arguments, "--out", str(out)]) == 0
    return out.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ("nordic", "--turns", "6"),
        ("metro", "--turns", "9", "--players", "6"),
        ("metro", "--turns", "5", "--picture", "hand", "--for", "2", "--theme", "contrast"),
        ("metro", "--turns", "9", "--zoom", "C4"),
        ("metro", "--picture", "scores", "--language", "pl"),
        ("usa", "--turns", "4", "--players", "2", "--theme", "dark", "--zoom", "chicago"),
        ("usa", "--turns", "4", "--picture", "hand", "--for", "2", "--language", "pl"),
        ("usa", "--record", str(RECORD), "--until", "30"),
        ("usa", "--record", str(RECORD), "--picture", "scores"),
        ("usa", "--record", str(RECORD), "--zoom", "mine", "--for", "1"),
    ],
    ids=" ".join,
)
def test_it_draws(tmp_path: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert render(tmp_path, *arguments).startswith(PNG)
    assert capsys.readouterr().out.strip()


def test_it_writes_the_board_as_text(tmp_path: Path) -> None:
    content = render(tmp_path, "usa", "--turns", "4", "--picture", "text").decode()
    assert content.startswith("Atlanta\n- ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("usa", "--turns", "2", "--for", "9"),
        ("usa", "--turns", "2", "--picture", "hand"),
        ("usa", "--turns", "2", "--picture", "scores"),
        ("usa", "--turns", "2", "--zoom", "atlantis"),
        ("usa", "--players", "7"),
        ("nordic", "--record", str(RECORD)),
        ("usa", "--record", "no such file"),
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_said_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", *arguments, "--out", str(tmp_path / "picture.png")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "picture.png").exists()


def arguments(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args([*given, "--out", "nowhere"])


@pytest.mark.parametrize("title", TITLES)
def test_the_chart_goes_to_the_last_turn_of_any_title(title: str) -> None:
    moment = played(arguments(title, "--players", "2"))
    history = points_by_turn(moment.game, moment.past)
    last = moment.game.view_for(moment.state, None)
    assert len(history) >= last.turn - 1
    kinds = {score.category for score in moment.game.scores(moment.past[-2])}
    final = [sum(s.points for s in last.scores if s.player == seat and s.category in kinds) for seat in range(2)]
    assert list(history[-1]) == final


@pytest.mark.parametrize("title", TITLES)
def test_only_what_happened_in_the_last_turn_is_highlighted(title: str) -> None:
    moment = played(arguments(title, "--players", "2", "--turns", "1"))
    random = Random(4).random
    while waiting := moment.game.to_act(moment.state):
        turn = moment.game.view_for(moment.state, None).turn
        step = moment.game.apply(
            moment.state, robot_action("conductor", moment.game, moment.state, min(waiting), random)
        )
        was, before = moment.turn, len(moment.events)
        moment.add(step)
        assert len(moment.events) == len(step.events) + (before if turn == was else 0)
        assert moment.turn == turn
