"""How everybody stands, kept with the end of each game: nobody who asks waits until all games are counted again."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bot.store.protocol import StoreWriter
from bot.store.rows import COACH, PlayedRow, ResultRow, StandingChanges, TableRow
from bot.tables.statistics import count, count_all, end_of, key_of, scopes_of
from bot.threads import in_thread

log = logging.getLogger(__name__)


class StandingKeeper:
    def __init__(self, store: StoreWriter) -> None:
        self._store = store
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def lock(self) -> AsyncIterator[None]:
        """Games are counted one after the other, and not while somebody is erased. Whoever wants a table's lock too
        has it already."""
        async with self._lock, self._store.alone("standings"):
            yield

    async def after(self, table: TableRow, seats: int, results: Sequence[ResultRow]) -> StandingChanges | None:
        """What a game that is over now comes to, for whoever holds the lock; None where all have to be counted anew."""
        counted = await self._store.counted()
        if counted is None or not results:
            return None
        game = [
            PlayedRow(
                table_id=table.id,
                guild=table.guild,
                title=table.title,
                seats=seats,
                name="",
                is_coached=table.help == COACH,
                result=result,
            )
            for result in results
        ]
        if end_of(game) <= counted:
            return StandingChanges()  # a clock was put back, so this is not the last one
        users = [result.user for result in results if result.user is not None]
        rows = [row for scope in scopes_of(game[0]) for row in await self._store.standings(*scope, users)]
        try:
            return await in_thread(count, {key_of(row): row for row in rows}, game)
        except Exception:
            log.exception("table %s ends, and can't be counted", table.id)
            return StandingChanges()

    async def ensure(self) -> None:
        """Count all games, where that is to be done: after an upgrade, or an erasure, or when one was counted late."""
        async with self.lock():
            if await self._store.counted() is None:
                changes = await in_thread(count_all, await self._store.results())
                await self._store.save_standings(changes)
