"""The store of the protocol in a PostgreSQL database."""

from bot.store.editions import edition_of
from bot.store.postgres.database import PostgresDatabase
from bot.store.rows import OutboxRow
from bot.store.sql.store import SqlStore


class PostgresStore(PostgresDatabase, SqlStore):
    async def items(self, table_id: int) -> list[OutboxRow]:
        rows = await super().items(table_id)
        if rows:
            await self._read_editions()
        return rows

    def edition_of(self, row: OutboxRow) -> str:
        return edition_of(row.id, self._editions)
