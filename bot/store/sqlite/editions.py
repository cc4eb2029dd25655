"""The editions of a SQLite file."""

import aiosqlite

from bot.store.editions import FACT, Edition, read, with_new, written


async def begin_edition(db: aiosqlite.Connection) -> tuple[Edition, ...]:
    """Those that there are from now on."""
    kept = next(iter(await db.execute_fetchall("SELECT value FROM facts WHERE name = ?", (FACT,))), None)
    last = await number(db, "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'letters'")
    oldest = await number(db, "SELECT min(id) FROM letters")
    editions = with_new(read(kept[0] if kept else None), last or 0, oldest)
    await db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (FACT, written(editions)))
    return editions


async def number(db: aiosqlite.Connection, sql: str) -> int | None:
    found: int | None = next(row[0] for row in await db.execute_fetchall(sql))
    return found
