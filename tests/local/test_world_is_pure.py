"""The world knows Discord's rules and nothing else: no web, no database, no clock of its own, no event loop."""

import ast
import sys
from pathlib import Path

import bot.local.world

WORLD = Path(bot.local.world.__file__).parent
NOT_HERE = {"asyncio", "time", "socket", "sqlite3", "threading", "http", "os"}


def test_the_world_imports_itself_msgspec_and_little_else() -> None:
    wrong = []
    for path in sorted(WORLD.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                top = name.split(".")[0]
                is_own = name == "bot.local.world" or name.startswith("bot.local.world.")
                is_plain = top in sys.stdlib_module_names and top not in NOT_HERE
                if not (is_own or is_plain or top == "msgspec"):
                    wrong.append(f"{path.name} imports {name}")
    assert not wrong
