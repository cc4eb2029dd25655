"""`semafor film` from the outside."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.__main__ import main
from bot.cli.speech import language
from rules.record import read_record, write_record

RECORD = Path(__file__).parent.parent / "golden" / "lantern-2-greedy.json"


@pytest.fixture(autouse=True)
def english(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "pictures"))
    monkeypatch.setenv("LC_ALL", "C")
    language.cache_clear()


def test_a_film_is_made_of_a_finished_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "film.gif"
    assert main(["film", str(RECORD), "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"GIF89a")
    assert capsys.readouterr().out.startswith("a film of ")


def test_no_film_is_made_of_a_game_that_is_not_over_or_for_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = read_record(RECORD.read_bytes())
    part, out = tmp_path / "part.json", tmp_path / "no.gif"
    part.write_bytes(write_record(replace(whole, actions=whole.actions[:9])))
    assert main(["film", str(part), "--out", str(out)]) == 2
    assert "not over" in capsys.readouterr().err
    assert main(["film", str(part), "--out", str(out), "--for", "3"]) == 2
    assert "from 1 to 2" in capsys.readouterr().err
    assert not out.exists()
