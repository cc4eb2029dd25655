"""The store of the protocol in a SQLite file."""

from bot.store.editions import edition_of
from bot.store.rows import OutboxRow
from bot.store.sql.store import SqlStore
from bot.store.sqlite.database import Database, OneProcess


class SqliteStore(Database, OneProcess, SqlStore):
    def edition_of(self, row: OutboxRow) -> str:
        return edition_of(row.id, self._editions)
