"""`semafor review` on the command line."""

import json
from pathlib import Path

import pytest

from bot.__main__ import main

GOLDEN = Path(__file__).parent.parent / "golden"


def test_a_record_is_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "review.png"
    assert main(["review", str(GOLDEN / "lantern-2-greedy.json"), "--out", str(out)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("turn 0: ")
    assert any("100%" in line for line in lines)
    assert out.read_bytes().startswith(b"\x89PNG")
    assert main(["review", str(GOLDEN / "lantern-2-greedy.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chances"]


def test_what_is_no_finished_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads((GOLDEN / "lantern-2-greedy.json").read_bytes())
    half = tmp_path / "half.json"
    half.write_text(json.dumps({**record, "actions": record["actions"][:5]}))
    assert main(["review", str(half)]) == 2
    assert "finished" in capsys.readouterr().err
    half.write_text("nothing")
    assert main(["review", str(half)]) == 2
