"""Titles and families of games are named in the catalogues alone; everybody else asks a face."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.games.catalog import FACES, every_face, face_of
from render.catalog import PICTURES
from rules.catalog import CATALOG, TITLES
from rules.game import AnyGame

ROOT = Path(__file__).parent.parent.parent
FAMILIES = ("tickets", "metro")
AT_HOME = ("bot/games/tickets", "bot/games/metro", "bot/games/catalog.py", "bot/local", "bot/cli/maps.py")
"""Where they may be named: in their own rooms, by the local Discord's page, and where maps of ticket games are made."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "bot").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(AT_HOME):
            yield name, ast.parse(path.read_text())


def test_no_title_is_named_elsewhere() -> None:
    found = [
        f"{name}:{node.lineno} {node.value}"
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in TITLES
    ]
    assert not found


def test_nothing_of_a_family_is_imported_elsewhere() -> None:
    rooms = tuple(f"{package}.{family}" for package in ("rules", "render", "bot.games") for family in FAMILIES)
    found = [
        f"{name}:{node.lineno} {node.module}"
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(rooms)
    ]
    assert not found


def test_every_title_is_in_every_catalogue() -> None:
    assert list(CATALOG) == list(TITLES)
    assert set(FACES) == set(PICTURES) == set(TITLES)
    assert len(every_face()) == len(FAMILIES)


def test_a_title_that_nobody_has_registered_has_no_face_and_no_pictures() -> None:
    for catalogue in (FACES, PICTURES):
        assert "chess" not in catalogue
    with pytest.raises(KeyError):
        face_of("chess")


@pytest.mark.parametrize("title", TITLES)
def test_there_is_a_colour_for_every_seat(title: str) -> None:
    game: AnyGame = CATALOG[title].make(max(CATALOG[title].versions))
    assert len(set(face_of(title).colours)) >= game.seats[-1]
