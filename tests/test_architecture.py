"""The house rules about imports, read from the source with `ast`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "data": {"data"},
    "rules": {"rules", "data"},
    "render": {"render", "rules", "data"},
    "bot": {"bot", "render", "rules", "data"},
}
AT_HOME_ONLY_IN = {"discord": "bot", "aiosqlite": "bot", "aiohttp": "bot", "PIL": "render"}
NOT_IN_RULES = {"random", "time", "datetime", "asyncio", "os", "socket", "threading", "secrets", "uuid"}


def imports(package: str) -> Iterator[tuple[str, str]]:
    """(where, top-level module) for every import in a package."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}:{node.lineno} imports relatively"
                names = [node.module or ""]
            for name in names:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", name.split(".")[0]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_point_one_way(package: str) -> None:
    wrong = [
        f"{where} imports {name}"
        for where, name in imports(package)
        if name in MAY_IMPORT and name not in MAY_IMPORT[package]
    ]
    assert not wrong


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_each_outside_world_is_met_in_one_package(package: str) -> None:
    wrong = [
        f"{where} imports {name}" for where, name in imports(package) if AT_HOME_ONLY_IN.get(name, package) != package
    ]
    assert not wrong


def test_rules_know_no_clock_and_no_global_chance() -> None:
    wrong = [f"{where} imports {name}" for where, name in imports("rules") if name in NOT_IN_RULES]
    assert not wrong


def test_pictures_are_drawn_from_views_and_never_from_states() -> None:
    for path in sorted((ROOT / "render").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rules"):
                assert not (node.module or "").endswith(("state", "engine")), f"{path}:{node.lineno}"


def calls(package: str) -> Iterator[tuple[Path, ast.Call, str]]:
    """Every call in a package, with the last part of what is called."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                yield path, node, node.func.id if isinstance(node.func, ast.Name) else node.func.attr


def test_nothing_in_a_drawing_runs_out_of_an_iterator() -> None:
    """A StopIteration is no error to whoever waits for a thread: it would be waited for instead of told."""
    bare = [f"{path}:{call.lineno}" for path, call, name in calls("render") if name == "next" and len(call.args) == 1]
    assert not bare


def test_threads_are_started_in_one_place() -> None:
    starting = ("to_thread", "run_in_executor", "Thread", "ThreadPoolExecutor")
    found = {path.relative_to(ROOT).as_posix() for path, _, name in calls("bot") if name in starting}
    assert found == {"bot/threads.py"}
