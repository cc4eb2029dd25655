"""`semafor` as somebody types it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS, main
from bot.cli.speech import language
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
    main(["simulate", "usa", "--games", "2", "--robots", "conductor,random"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("game 1:")
    assert "turns:" in lines[1]
    assert lines[2].startswith("seat 1 (conductor)")
    assert "actions/s" in lines[-1]


def test_a_simulated_record_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", "usa", "--seed", "x", "--json", "--records", str(tmp_path)])
    played = json.loads(capsys.readouterr().out)["games"][0]
    (file,) = tmp_path.iterdir()
    assert main(["replay", str(file), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["scores"] == played["scores"]
    assert again["is_over"]


def test_replay_counts_what_was_taken_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(GOLDEN.read_text())
    del record["actions"][10:]
    again = {**record, "actions": [*record["actions"], *record["actions"][8:]], "undone": [[9, 10]]}
    shown = []
    for name, written in (("plain", record), ("undone", again)):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(written))
        assert main(["replay", str(file), "--json"]) == 0
        shown.append(json.loads(capsys.readouterr().out))
    assert shown[0]["state"] == shown[1]["state"]
    assert (shown[0]["undone"], shown[1]["undone"]) == ([], [9, 10])
    assert main(["replay", str(tmp_path / "undone.json")]) == 0
    assert "2 of them were taken back" in capsys.readouterr().out


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
        (["simulate", "usa", "--players", "9" * 30], "2 to 5"),
        (["simulate", "usa", "--games", "0"], "1 to 1000000000"),
        (["simulate", "usa", "--games", "9" * 30], "1 to 1000000000"),
        (["simulate", "usa", "--seed", "\udcff"], "simulate: the seed is not a text: '\\udcff"),
        (["simulate", "usa", "--seed", "a\0b", "--records", "/tmp"], "null"),
        (["simulate", "usa\nmars"], "usa\\nmars"),
        (["simulate", "usa", "--robots", "\x1b[31mclever"], "\\x1b[31mclever"),
        (["simulate", "metro", "--option", "modules=" + "1" * 5000], "possible are"),
        (["simulate", "metro", "--option", "modules=\udcff"], "\\udcff"),
        (["simulate", "metro", "--option", "\udcff=1"], "\\udcff"),
        (["render", "usa", "--out", "x.png", "--seed", "\udcff"], "\\udcff"),
        (["render", "usa", "--out", "x.png", "--players", "0"], "2 to 5"),
        (["render", "usa", "--out", "x.png", "--record", str(GOLDEN), "--until", "-1"], "negative"),
        (["render", "usa", "--out", "a\0b", "--turns", "1", "--picture", "text"], "null"),
        (["replay", "a\0b"], "null"),
        (["replay", "\udcff\n"], "\\udcff\\n"),
        (["simulate", "usa", "--robots", "clever"], "clever"),
        (["simulate", "usa", "--robots", "random,conductor,random"], "3 robots"),
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
    record["actions"][0] |= {"colour": "red"}
    damaged.write_text(json.dumps(record))
    assert refused(capsys, "replay", str(damaged)).count("unknown field `colour`") == 1
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


HEAD = b'{"format": 1, "game": "usa", "rules": 2, "players": ["a", "b"], '
DEEP = b"[" * 100_000 + b"]" * 100_000
UNREADABLE = {
    "no UTF-8": b"\xff\xfe",
    "no UTF-8 in the seed": HEAD + b'"seed": "\xff"}',
    "no UTF-8 in an option": HEAD + b'"seed": "7", "options": {"\xff": 1}}',
    "no UTF-8 in an action": HEAD + b'"seed": "7", "actions": [{"do": "\xff", "player": 0}]}',
    "deep": DEEP,
    "deep options": HEAD + b'"seed": "7", "options": ' + DEEP + b"}",
    "deep orders": HEAD + b'"orders": {"cards": ' + DEEP + b"}}",
    "a deep action": HEAD + b'"seed": "7", "actions": [' + DEEP + b"]}",
    "deep in an action": HEAD + b'"seed": "7", "actions": [{"do": "keep", "player": 0, "tickets": ' + DEEP + b"}]}",
    "half a letter as seed": HEAD + b'"seed": "\\ud800"}',
    "half a letter as player": HEAD.replace(b'"a"', b'"\\udfff"') + b'"seed": "7"}',
    "half a letter in an action": HEAD + b'"seed": "7", "actions": [{"do": "blind", "player": 0, "deck": "\\ud800"}]}',
    "half a letter in an order": HEAD + b'"seed": "7", "orders": {"\\ud800": []}}',
    "lines in the name of the game": HEAD.replace(b"usa", b"us\\n\\u001b[2Ja") + b'"seed": "7"}',
    "a number beyond all": HEAD.replace(b'"rules": 2', b'"rules": ' + b"9" * 5000) + b'"seed": "7"}',
    "a version beyond all": HEAD.replace(b'"rules": 2', b'"rules": 999999999999') + b'"seed": "7"}',
}


@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_makes_no_sense_is_refused_on_one_line(
    raw: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(raw)
    assert "record" in refused(capsys, "replay", str(file)) or "action 1" in refused(capsys, "replay", str(file))
    refused(capsys, "render", "usa", "--record", str(file), "--out", str(tmp_path / "x.png"))
    assert not (tmp_path / "x.png").exists()


def test_names_are_printed_without_what_a_terminal_would_obey(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(GOLDEN.read_text())
    record["players"] = ["A\x1b[31mda\n", "Bo\x9b\u202e"]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert "A\\x1b[31mda\\n" in out
    assert "Bo\\x9b\\u202e" in out
    picture = [
        "render",
        "usa",
        "--record",
        str(file),
        "--until",
        "9",
        "--out",
        str(tmp_path / "x"),
        "--picture",
        "text",
    ]
    assert main(picture) == 0
    said = capsys.readouterr().out + (tmp_path / "x").read_text()
    assert all(letter.isprintable() or letter in "\n\xa0" for letter in said)


def test_a_terminal_of_few_letters_gets_codes() -> None:
    words = [sys.executable, "-m", "bot", "simulate", "usa", "--robots", "random"]
    settings = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "pl_PL"}
    done = subprocess.run(words, capture_output=True, env=settings, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u" in done.stdout or b"\\x" in done.stdout


def test_verify_accepts_what_is_as_it_was_and_names_what_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proved = GOLDEN.parent / "proved" / "lantern-2.json"
    assert main(["verify", str(proved)]) == 0
    assert "hash" in capsys.readouterr().out
    plain = json.loads(proved.read_bytes())
    plain["actions"][4]["player"] ^= 1
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(plain))
    assert "action 5: it was changed here" in refused(capsys, "verify", str(changed))
    assert "no proof" in refused(capsys, "verify", str(GOLDEN))
