"""Whether a file of games is worth its name: one of its games is played again from its log."""

import asyncio
from pathlib import Path

from bot.store.opening import reading
from bot.store.protocol import StoreReader
from bot.store.rows import Stage, TableRow
from bot.tables.records import record_from
from rules.errors import RulesError
from rules.record import replayed

STAGES: tuple[Stage, ...] = ("running", "over")
"""Where a game has a log; those that run are what a backup is for."""


class CannotReplay(Exception):
    def __init__(self, table_id: int) -> None:
        super().__init__(table_id)
        self.table_id = table_id


def replay_one(db: Path) -> int | None:
    """The number of the newest game, replayed; None where there is none, or where an older version wrote the file,
    which only the next start brings up to date. Raises `CannotReplay`. The file is left as it is."""
    return asyncio.run(_replay_one(db))


async def _replay_one(db: Path) -> int | None:
    async with reading(db) as store:
        table = None if store is None else await _newest(store)
        if store is None or table is None:
            return None
        record = record_from(table, await store.seats(table.id), await store.log(table.id))
    try:
        replayed(record)
    except RulesError:
        raise CannotReplay(table.id) from None
    return table.id


async def _newest(store: StoreReader) -> TableRow | None:
    for stage in STAGES:
        if tables := await store.tables_at(stage):
            return tables[-1]
    return None
