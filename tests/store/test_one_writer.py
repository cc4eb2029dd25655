"""Only `bot/tables` writes: nobody else so much as names the store's writing half, or has a way to it.

mypy sees to the rest: whoever holds a `StoreReader` finds no method that writes.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from bot.store.protocol import StoreReader, StoreWriter

ROOT = Path(__file__).parent.parent.parent
PUT_TOGETHER = {"bot/app.py", "bot/cli/migrate_store.py", "bot/cli/revive.py"}
"""Where a store is opened and given to `Tables`, and nothing else."""
WRITES = {name for name in vars(StoreWriter) if not name.startswith("_")} - {*vars(StoreReader)}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "bot").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("bot/store/", "bot/tables/", "bot/local/")):
            yield name, ast.parse(path.read_text())


def test_the_writing_half_is_named_by_its_one_holder_only() -> None:
    named = {
        name
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.alias)
        and (node.id if isinstance(node, ast.Name) else node.name)
        in ("StoreWriter", "SqliteStore", "PostgresStore", "open_store")
    }
    assert named == PUT_TOGETHER


def test_nobody_writes_through_a_store() -> None:
    assert {"append", "mark_sent", "save_user"} <= WRITES
    found = [
        f"{name}:{node.lineno} {ast.unparse(node)}"
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in WRITES
        if ast.unparse(node.value).rpartition(".")[2] in ("store", "_store") and node.attr != "close"
    ]
    assert found == []


def test_nobody_reaches_into_the_tables() -> None:
    found = [
        f"{name}:{node.lineno} {ast.unparse(node)}"
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and ast.unparse(node.value).endswith("tables")
    ]
    assert found == []


def test_sql_is_met_in_one_room() -> None:
    databases = ("sqlite3", "aiosqlite", "asyncpg")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if (isinstance(node, ast.Import) and any(alias.name in databases for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module in databases)
    }
    elsewhere = {
        name for name in found if not name.startswith(("bot/store/sqlite/", "bot/store/postgres/", "bot/local/"))
    }
    assert elsewhere == set()
