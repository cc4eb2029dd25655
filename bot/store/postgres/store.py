"""The store of the protocol in a PostgreSQL database."""

from contextlib import AbstractAsyncContextManager

from bot.store.editions import edition_of
from bot.store.personal import Neutral
from bot.store.postgres.database import PostgresDatabase
from bot.store.protocol import Hold, ProcessWatcher
from bot.store.rows import OutboxRow
from bot.store.sql.store import SqlStore


class PostgresStore(PostgresDatabase, SqlStore):
    def holding(self, table_id: int) -> AbstractAsyncContextManager[Hold]:
        return self._several.holding(table_id)

    async def stamp(self, table_id: int) -> int:
        row = await self._row("SELECT number FROM holds WHERE game = ?", table_id)
        return row[0] if row else 0

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._several.alone(name)

    def claimed(self, work: str) -> AbstractAsyncContextManager[bool]:
        return self._several.claimed(work)

    def watch(self, watcher: ProcessWatcher) -> None:
        self._several.watch(watcher)

    async def erase(self, user: int, neutral: Neutral, now: float) -> list[int]:
        """What other processes remember of these tables is no longer so."""
        tables = await super().erase(user, neutral, now)
        async with self._writing() as db:
            await db.executemany("UPDATE holds SET number = number + 2 WHERE game = ?", [(each,) for each in tables])
        return tables

    async def count_try(self, row: OutboxRow) -> bool:
        async with self._writing() as db:
            free = "SELECT id FROM letters WHERE id = ? FOR UPDATE SKIP LOCKED"
            sql = f"UPDATE letters SET tries = tries + 1 WHERE id IN ({free}) RETURNING id"
            return bool(await db.execute_fetchall(sql, (row.id,)))

    async def items(self, table_id: int) -> list[OutboxRow]:
        rows = await super().items(table_id)
        if rows:
            await self._read_editions()
        return rows

    def edition_of(self, row: OutboxRow) -> str:
        return edition_of(row.id, self._editions)
