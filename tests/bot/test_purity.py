"""Words and faces are plain functions: they know no Discord, no clock, no chance, no files of their own."""

import ast
from pathlib import Path

import pytest

BOT = Path(__file__).parent.parent.parent / "bot"
KNOWS_DISCORD = {"commands", "slash"}
"""Slash commands, and what they are called there."""
PURE = [path for room in ("games", "text") for path in sorted((BOT / room).rglob("*.py"))]
LOOKS_AT_THE_CLOCK = {"now", "today", "utcnow"}
"""Dates are plain values; only these methods of theirs ask what time it is."""
FORBIDDEN = {"discord", "aiosqlite", "asyncio", "random", "time", "os", "pathlib", "logging"}


def imported(body: list[ast.stmt]) -> list[str]:
    names = []
    for node in (each for one in body for each in ast.walk(one)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return names


def at_work(path: Path) -> list[str]:
    """What a module imports, but for what only its types need."""
    body = ast.parse(path.read_text()).body
    return imported(
        [node for node in body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))]
    )


def methods_called(path: Path) -> set[str]:
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return {call.attr for call in calls if isinstance(call, ast.Attribute)}


@pytest.mark.parametrize("path", PURE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_imports_nothing_of_the_outside_world(path: Path) -> None:
    names = at_work(path)
    allowed = {"discord"} if path.stem in KNOWS_DISCORD and path.parent.name != "games" else set()
    assert not {name.split(".")[0] for name in names} & (FORBIDDEN - allowed)
    assert not any(name.endswith((".state", ".engine")) for name in names)
    assert not methods_called(path) & LOOKS_AT_THE_CLOCK


def test_there_are_such_modules() -> None:
    assert len(PURE) > 40
