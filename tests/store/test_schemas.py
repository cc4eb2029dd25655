"""Both databases keep the same: whoever adds a script to one adds its like to the other."""

import sqlite3
from collections.abc import Iterable
from typing import Any

import asyncpg
import pytest

from bot.store.postgres.schema import SCRIPTS, migrate
from bot.store.protocol import BadStore
from bot.store.sqlite.schema import scripts_after
from tests import postgres

KINDS = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": "text", "BLOB": "bytea"}
OF_POSTGRES_ALONE = {"migrations", "holds"}
Columns = dict[tuple[str, str], tuple[str, bool]]
Keys = set[tuple[str, tuple[str, ...]]]
POSTGRES_KEYS = """
SELECT t.relname, array_agg(a.attname ORDER BY k.place) FROM pg_index i
JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (number, place)
JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
WHERE i.indisunique AND n.nspname = current_schema() GROUP BY i.indexrelid, t.relname
"""


def of_sqlite() -> tuple[Columns, Keys]:
    db = sqlite3.connect(":memory:")
    for script in scripts_after(0):
        db.executescript(script)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    columns: Columns = {}
    keys: Keys = set()
    for table in (name for name in names if not name.startswith("sqlite_")):
        for _, column, kind, is_needed, _, key in db.execute(f"PRAGMA table_info({table})"):
            columns[table, column] = KINDS[kind], bool(is_needed or key)
            if key and kind == "INTEGER":  # its own rows are the index
                keys |= alone(table, db.execute(f"PRAGMA table_info({table})"))
        for _, index, is_unique, *_ in db.execute(f"PRAGMA index_list({table})"):
            if is_unique:
                keys.add((table, tuple(row[2] for row in db.execute(f"PRAGMA index_info({index})"))))
    db.close()
    return columns, keys


def alone(table: str, rows: Iterable[tuple[Any, ...]]) -> Keys:
    key = [row[1] for row in rows if row[5]]
    return {(table, tuple(key))} if len(key) == 1 else set()


async def of_postgres(url: str) -> tuple[Columns, Keys]:
    db = await asyncpg.connect(url)
    rows = await db.fetch(
        "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns "
        "WHERE table_schema = current_schema()"
    )
    keys = {(table, tuple(names)) for table, names in await db.fetch(POSTGRES_KEYS)}
    await db.close()
    columns = {(table, column): (kind, nullable == "NO") for table, column, kind, nullable in rows}
    return columns, keys


async def test_both_databases_have_the_same_tables_columns_and_keys(postgres_url: str) -> None:
    (columns, keys), (theirs, their_keys) = of_sqlite(), await of_postgres(postgres_url)
    shared = {name: kind for name, kind in theirs.items() if name[0] not in OF_POSTGRES_ALONE}
    assert shared == columns
    assert {key for key in their_keys if key[0] not in OF_POSTGRES_ALONE} == keys


async def refused(url: str, *sql: str) -> str:
    db = await asyncpg.connect(url)
    try:
        for statement in sql:
            await db.execute(statement)
        with pytest.raises(BadStore) as said:
            await migrate(db)
        return said.value.why
    finally:
        await db.close()


async def test_a_database_of_others_or_of_a_later_version_is_left_alone() -> None:
    url = await postgres.new_database(postgres.shared(), is_empty=True)
    assert await refused(url, "CREATE TABLE recipes (name TEXT)") == "foreign"
    db = await asyncpg.connect(url)
    assert [row[0] for row in await db.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")] == [
        "recipes"
    ]
    await db.execute("DROP TABLE recipes")
    await migrate(db)
    await migrate(db)
    assert await db.fetchval("SELECT count(*) FROM migrations") == len(SCRIPTS)
    await db.close()
    assert await refused(url, f"INSERT INTO migrations VALUES ({len(SCRIPTS) + 1})") == "too_new"
