"""`semafor render` from the outside."""

from pathlib import Path

import pytest

from bot.__main__ import main

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
