"""All that a SQLite file holds, brought into a PostgreSQL database that holds nothing yet."""

import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import msgspec

from bot.store.postgres.dialect import as_values
from bot.store.postgres.failures import explained
from bot.store.postgres.schema import migrate
from bot.store.protocol import BadStore

OF_THE_OLD_RUN = ("opened", "heartbeat")
"""Facts about the process that had the file."""
NOT_MOVED = ("leases",)
ROWS_AT_ONCE = 5000


class NotEmpty(Exception):
    """Games are kept there already."""


class NotTheSame(Exception):
    """The copy is not what it is a copy of; `where` says which table of the database, or of people."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    tables: int
    rows: int


async def move(copy: Path, url: str) -> Moved:
    """In one transaction: all of it, or nothing. `copy` is a sound file with the newest schema, which nobody writes to.
    Raises `BadStore`, `NotEmpty`, `NotTheSame`."""
    with explained(), closing(sqlite3.connect(copy)) as source:
        db = await asyncpg.connect(url)
        try:
            await migrate(db)
            async with db.transaction():
                return await moved(source, db)
        finally:
            await db.close()


async def moved(source: sqlite3.Connection, db: asyncpg.Connection) -> Moved:
    names = tables_of(source)
    for name in names:
        if name != "facts" and await db.fetchval(f"SELECT EXISTS (SELECT 1 FROM {name})"):
            raise NotEmpty
    await db.execute("DELETE FROM facts")
    rows = [await move_table(source, db, name) for name in names]
    for name, last in source.execute("SELECT name, seq FROM sqlite_sequence"):
        await db.execute("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", name, last)
    for fact in OF_THE_OLD_RUN:
        await db.execute("DELETE FROM facts WHERE name = $1", fact)
    return Moved(tables=rows[names.index("tables")], rows=sum(rows))


def tables_of(source: sqlite3.Connection) -> list[str]:
    """Those that others refer to come first."""
    found = [name for (name,) in source.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")]
    if "tables" not in found:
        raise BadStore("foreign")
    kept = [name for name in found if not name.startswith("sqlite_") and name not in NOT_MOVED]
    return sorted(kept, key=lambda name: name != "tables")


async def move_table(source: sqlite3.Connection, db: asyncpg.Connection, name: str) -> int:
    """How many rows there are, as both agree."""
    cursor = source.execute(f"SELECT * FROM {name}")
    columns = [column[0] for column in cursor.description]
    while rows := cursor.fetchmany(ROWS_AT_ONCE):
        await db.copy_records_to_table(name, records=[as_values(row) for row in rows], columns=columns)
    (there,) = source.execute(f"SELECT count(*) FROM {name}").fetchone()
    if await db.fetchval(f"SELECT count(*) FROM {name}") != there:
        raise NotTheSame(name)
    return int(there)
