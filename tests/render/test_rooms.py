"""The walls inside `render/`: what any picture needs, one folder for each family of games, one catalogue."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.catalog import TITLES

ROOT = Path(__file__).parent.parent.parent
FAMILIES = ("tickets", "metro")
ROOMS = ("board", "hand", "zoom", "preview", "scores", "chart", "alt")
"""What every family has, by the same name."""
FOLDERS = {"tickets", "metro", "layout", "catalog"}
MAY_LOOK_INTO: dict[str, set[str]] = {
    "kit": set(),
    "tickets": {"tickets"},
    "metro": {"metro"},
    "layout": {"layout", "tickets"},
}
"""Besides `kit`. `layout` makes the maps of ticket games, once, and so knows how they are drawn."""


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@pytest.mark.parametrize("folder", MAY_LOOK_INTO)
def test_no_room_looks_through_a_wall(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / "render" / folder).rglob("*.py"))
        for line, name in imported(path)
        if name.split(".")[0] in ("render", "rules") and name.split(".")[1] in FOLDERS - MAY_LOOK_INTO[folder]
    ]
    assert not wrong


def test_every_folder_has_its_walls() -> None:
    folders = {path.name for path in (ROOT / "render").iterdir() if (path / "__init__.py").exists()}
    assert folders == set(MAY_LOOK_INTO)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_the_same_rooms(family: str) -> None:
    there = {path.stem for path in (ROOT / "render" / family).glob("*.py")}
    assert not set(ROOMS) - there


def test_the_kit_names_no_title() -> None:
    titles = {*FAMILIES, *TITLES}
    named = [
        f"{path.name}:{node.lineno} {node.value}"
        for path in sorted((ROOT / "render" / "kit").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value in titles
    ]
    assert not named
