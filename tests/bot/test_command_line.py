"""`semafor` as somebody types it."""

import json
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS, main
from bot.terminal.speech import language
from rules.catalog import TITLES

GOLDEN = Path(__file__).parent.parent / "golden" / "usa-2-greedy.json"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    language.cache_clear()


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What is said to bad input: one line, exit code 2."""
    code: object
    try:
        code = main(words)
    except SystemExit as left:
        code = left.code
    output = capsys.readouterr()
    assert code == 2
    assert output.err.count("\n") == 1
    assert not output.out
    return output.err


@pytest.mark.parametrize("title", TITLES)
def test_simulate_plays_every_title(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", title, "--games", "2", "--robots", "random", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [len(game["points"]) for game in result["games"]] == [2, 2]
    assert result["actions_per_second"] > 0


def test_the_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for seed in ("a", "a", "b"):
        main(["simulate", "usa", "--players", "3", "--seed", seed, "--json"])
        results.append(json.loads(capsys.readouterr().out)["games"])
    assert results[0] == results[1]
    assert results[0] != results[2]


def test_simulate_prints_scores_turns_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", "usa", "--games", "2", "--robots", "greedy,random"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("game 1:")
    assert "turns:" in lines[1]
    assert lines[2].startswith("seat 1 (greedy)")
    assert "actions/s" in lines[-1]


def test_a_simulated_record_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", "usa", "--seed", "x", "--json", "--records", str(tmp_path)])
    played = json.loads(capsys.readouterr().out)["games"][0]
    (file,) = tmp_path.iterdir()
    assert main(["replay", str(file), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["scores"] == played["scores"]
    assert again["is_over"]


def test_replay_shows_where_a_game_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN), "--until", "10"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("usa after 10 actions")
    assert "waiting for:" in out
    assert "hand:" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "COMMAND"),
        (["fly"], "fly"),
        (["simulate"], "GAME"),
        (["simulate", "mars"], "mars"),
        (["simulate", "usa", "--players", "many"], "many"),
        (["simulate", "usa", "--players", "9"], "2 to 5"),
        (["simulate", "usa", "--players", "-1"], "2 to 5"),
        (["simulate", "usa", "--games", "0"], "at least 1"),
        (["simulate", "usa", "--robots", "clever"], "clever"),
        (["simulate", "usa", "--robots", "random,greedy,random"], "3 robots"),
        (["simulate", "usa", "--option", "modules"], "key=value"),
        (["simulate", "usa", "--option", "modules=1"], "modules"),
        (["replay"], "FILE"),
        (["replay", "no-such-file"], "no-such-file"),
        (["replay", str(GOLDEN), "--until", "-1"], "negative"),
    ],
)
def test_bad_input_is_answered_on_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in refused(capsys, *words)


def test_a_damaged_record_is_refused_with_its_first_wrong_action(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(GOLDEN.read_text())
    del record["actions"][5]
    damaged = tmp_path / "damaged.json"
    damaged.write_text(json.dumps(record))
    assert "action 6 is wrong" in refused(capsys, "replay", str(damaged))
    damaged.write_text("{")
    assert "doesn't hold a record" in refused(capsys, "replay", str(damaged))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert "usage: semafor" in capsys.readouterr().out


def test_it_speaks_polish_to_a_polish_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    language.cache_clear()
    assert "od 2 do 5 osób" in refused(capsys, "simulate", "usa", "--players", "9")
    language.cache_clear()
