"""`semafor map` as somebody types it: a map from a few lines, looked over, its names placed anew."""

import json
import re
from pathlib import Path

import pytest

import data
from bot.__main__ import main
from bot.cli import maps
from bot.cli.speech import language
from data.languages import LANGUAGES
from data.texts import has_text
from render.layout import checks
from rules.tickets import map_checks
from tests.cli.test_command_line import refused

CITIES = """
players: 2-3  # a remark
wagons: 16

cities
Żuraw Rock 10 20
Old Mill 45 10
Fort 90 25
Ford End 8 75
Middle 50 50
South Bay 60 95
Far Cape 95 90
"""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    language.cache_clear()


def own_data(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one's own, with the texts of the real one."""
    (folder / "i18n").symlink_to(data.FOLDER / "i18n")
    monkeypatch.setattr(data, "FOLDER", folder)
    data.read.cache_clear()
    return folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return own_data(tmp_path, monkeypatch)


def described(folder: Path, words: str) -> str:
    (folder / "words.txt").write_text(words, encoding="utf-8")
    return str(folder / "words.txt")


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The map of the cities above and its outline: to look for the places of its names takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        folder = own_data(tmp_path_factory.mktemp("isle"), patch)
        main(["map", "new", "isle", "--from", described(folder, CITIES)])
        found = {name: (folder / name).read_bytes() for name in ("maps/isle.json", "outlines/isle.json")}
    data.read.cache_clear()
    return found


@pytest.fixture
def isle(folder: Path, made_once: dict[str, bytes]) -> Path:
    """A data folder with that map in it."""
    for name, content in made_once.items():
        (folder / name).parent.mkdir()
        (folder / name).write_bytes(content)
    return folder


def test_a_map_comes_from_a_list_of_cities_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "new", "isle", "--from", described(folder, CITIES)]) == 0
    assert "isle: nothing is wrong" in capsys.readouterr().out
    assert main(["map", "check", "isle", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"map": "isle", "problems": []}
    made = json.loads((folder / "maps" / "isle.json").read_text())
    assert [city["id"] for city in made["cities"]][-1] == "zuraw_rock"
    assert len(made["tickets"]) >= 9
    outline = json.loads((folder / "outlines" / "isle.json").read_text())
    assert outline["land"]["home"]
    assert {city["label"]["size"] for city in outline["cities"].values()} == {36}


def test_the_same_description_gives_the_same_map(folder: Path, made_once: dict[str, bytes]) -> None:
    main(["map", "new", "isle", "--from", described(folder, CITIES)])
    assert {name: (folder / name).read_bytes() for name in made_once} == made_once


def test_tracks_and_tickets_are_taken_as_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (
        "cities\nA 0 0\nB 99 9\nC 50 99\ntracks\nA - B: 3 red\nA - B: 3 blue\nC - B: 2 grey\nA - C: 2 green ferry 1\n"
    )
    main(
        [
            "map",
            "new",
            "tri",
            "--from",
            described(folder, f"opening tickets: 1\nkeep: 1\n{lines}tickets\nC - A\nA - B: 7\nB - C\n"),
        ]
    )
    assert "nothing is wrong" in capsys.readouterr().out
    made = json.loads((folder / "maps" / "tri.json").read_text())
    assert [track["id"] for track in made["tracks"]] == ["a-b", "a-b-2", "a-c", "b-c"]
    assert made["tracks"][2]["locomotives"] == 1
    assert [ticket["points"] for ticket in made["tickets"]] == [7, 2, 2]
    assert made["totals"]["tracks"] == {"blue": 1, "gray": 1, "green": 1, "red": 1}


def test_names_alone_are_placed_at_another_size(isle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = json.loads((isle / "outlines" / "isle.json").read_text())
    assert main(["map", "layout", "isle", "--labels", "--size", "24", "--out", str(isle / "out.json")]) == 0
    after = json.loads((isle / "out.json").read_text())
    assert after["tracks"] == before["tracks"]
    assert {city["label"]["size"] for city in after["cities"].values()} == {24}
    assert "written: " in capsys.readouterr().out


def test_what_is_wrong_is_named_with_exit_code_1(isle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = isle / "outlines" / "isle.json"
    outline = json.loads(path.read_text())
    cities = outline["cities"]
    cities["fort"]["label"] = cities["middle"]["label"]
    path.write_text(json.dumps(outline))
    assert main(["map", "check", "isle"]) == 1
    assert "the name fort lies on middle" in capsys.readouterr().out
    del cities["fort"]
    path.write_text(json.dumps(outline))
    assert main(["map", "check", "isle"]) == 1
    assert "fort has no place" in capsys.readouterr().out
    path.unlink()
    assert main(["map", "check", "isle"]) == 1
    assert "no picture yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("cities\nA 1 2", "two cities"),
        ("cities\nA 1 2\nA 3 4", "line 3: “A” is there twice"),
        ("cities\nA 1 2\nB 1 2", "line 3: “B” lies where another city does"),
        ("cities\nnowhere", "line 2"),
        ("wagons: 0", "line 1"),
        ("speed: 9", "line 1: “speed: 9” is no setting"),
        ("cities\nA 1 2\nB 3 4\ntracks\nA - C: 2", "line 5: there is no city “C”"),
        ("cities\nA 1 2\nB 3 4\ntracks\nA - B: 99 pink", "line 5"),
        ("cities\nA 1 2\nB 3 4\ntickets\nA", "line 5"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(
    words: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused(capsys, "map", "new", "isle", "--from", described(folder, words))
    assert not (folder / "maps").exists()


def test_bad_input_is_answered_on_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = described(folder, CITIES)
    assert "../x" in refused(capsys, "map", "new", "../x", "--from", source)
    assert "no-file" in refused(capsys, "map", "new", "isle", "--from", "no-file")
    assert "10 to 80" in refused(capsys, "map", "new", "isle", "--from", source, "--size", "900")
    assert "there is no map “isle”" in refused(capsys, "map", "check", "isle")
    assert "there is no map “isle”" in refused(capsys, "map", "layout", "isle")
    (folder / "raw").write_bytes(b"\xff\xfe")
    assert "UTF-8" in refused(capsys, "map", "new", "isle", "--from", str(folder / "raw"))


def test_a_map_is_not_made_again_and_a_broken_one_is_told(isle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = described(isle, CITIES)
    assert "is there already" in refused(capsys, "map", "new", "isle", "--from", source)
    (isle / "maps" / "isle.json").write_text("{}")
    data.read.cache_clear()
    assert "is no map" in refused(capsys, "map", "check", "isle")


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_problem_has_its_sentence(spoken: str) -> None:
    sources = [Path(module.__file__ or "").read_text() for module in (map_checks, checks, maps)]
    kinds = {kind for source in sources for kind in re.findall(r'[pP]roblem\("(\w+)"', source)}
    assert len(kinds) > 20
    assert not [kind for kind in kinds if not has_text(f"cli.map.problem.{kind}", spoken)]
