"""Words, matching and panels are plain functions: they know no Discord, no clock, no chance, no files of their own."""

import ast
from pathlib import Path

import pytest

BOT = Path(__file__).parent.parent.parent / "bot"
PURE = [path for folder in ("words", "ui", "reading") for path in sorted((BOT / folder).rglob("*.py"))]
FORBIDDEN = {"discord", "aiosqlite", "asyncio", "random", "time", "datetime", "os", "pathlib", "logging"}


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.stem)
def test_it_imports_nothing_of_the_outside_world(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        assert not {name.split(".")[0] for name in names} & FORBIDDEN
        assert not any(name.endswith((".state", ".engine")) for name in names)
