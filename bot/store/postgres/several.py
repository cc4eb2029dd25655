"""What several processes agree on: who changes a table, who does a piece of work, and what there is to be done.

Each process has one connection for it. Its advisory locks end with it: nobody waits for a process that has died. One
that ends while its process lives, because the server is restarted, takes nothing back: whatever was held counts for as
long as nobody else has taken it, and each transaction looks.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress

import asyncpg

from bot.store.postgres.failures import OF_POSTGRES, is_away, translated
from bot.store.postgres.lease import LEASE_LOCK, LOCKED, lock_number
from bot.store.protocol import Hold, ProcessWatcher, StoreFailing

CLAIM_LOCK, NAME_LOCK = 4, 5
"""The first halves of the numbers of these locks; 3 is for tables that are held (`migrations/0003_several.sql`)."""
LONGEST_WAIT = 20.0
"""Seconds until whoever waits for a table gives up."""
FIRST_PAUSE, LONGEST_PAUSE = 0.005, 0.1
LOOK = 3.0
"""Seconds between two looks for processes that have ended."""
LEASES = "SELECT name, epoch FROM leases WHERE holder IS NOT NULL"
log = logging.getLogger(__name__)


class Several:
    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]], process: str) -> None:
        self._connect = connect
        self.process = process
        self._db: asyncpg.Connection = None
        self._one_at_a_time = asyncio.Lock()
        self._is_first = True
        self.held: dict[int, int] = {}
        """Tables that this process holds, by number."""
        self._watcher: ProcessWatcher | None = None
        self._looking: asyncio.Task[None] | None = None
        self._alive: set[tuple[object, ...]] = set()
        """Leases that have a holder who lives."""
        self._waking: set[asyncio.Task[None]] = set()

    # The connection

    async def _ask(self, sql: str, *values: object) -> object:
        """One question after the other; whoever is cancelled leaves none half asked."""
        return await asyncio.shield(asyncio.create_task(self._asked(sql, *values)))

    async def _asked(self, sql: str, *values: object) -> object:
        rows = await self._rows(sql, *values)
        return rows[0][0] if rows else None

    async def _rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        async with self._one_at_a_time:
            late = asyncio.get_running_loop().time() + LONGEST_WAIT
            while True:
                try:
                    if self._db is None or self._db.is_closed():
                        await self._begin_anew()
                    return [tuple(row) for row in await self._db.fetch(sql, *values)]
                except OF_POSTGRES as error:
                    if not is_away(error) or asyncio.get_running_loop().time() > late:
                        raise
                    await self._drop()
                await asyncio.sleep(LONGEST_PAUSE)

    async def _begin_anew(self) -> None:
        self._db = await self._connect()
        await self._db.add_listener("semafor_items", self._hear_items)
        await self._db.add_listener("semafor_timers", self._hear_timers)
        if not self._is_first:  # what was said meanwhile was not heard
            self._wake()
        self._is_first = False

    async def _drop(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            with suppress(*OF_POSTGRES):
                db.terminate()

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await asyncio.gather(*self._waking, return_exceptions=True)
        async with self._one_at_a_time:
            if self._db is not None:
                with suppress(*OF_POSTGRES):
                    await self._db.close(timeout=5.0)

    # Tables

    @asynccontextmanager
    async def holding(self, table_id: int) -> AsyncIterator[Hold]:
        with translated():
            taken = await self._got("SELECT take_hold($1)", table_id, undo="SELECT pg_advisory_unlock(3, $1::INTEGER)")
        assert isinstance(taken, list)
        before, number = taken
        self.held[table_id] = number
        try:
            yield Hold(before=before, number=number)
        finally:
            self.held.pop(table_id, None)
            with suppress(*OF_POSTGRES):
                await self._ask("SELECT end_hold($1, $2)", table_id, number)

    async def check(self, db: asyncpg.Connection, tables: Iterable[int]) -> None:
        """Within a transaction: those tables that we hold are still ours, and stay so until its end."""
        for table_id in tables:
            held = self.held.get(table_id)
            sql = "SELECT 1 FROM holds WHERE game = $1 AND number = $2 FOR SHARE"
            if held is not None and await db.fetchval(sql, table_id, held) is None:
                raise StoreFailing("another process has taken the table over")

    async def _got(self, sql: str, *values: object, undo: str) -> object:
        """What is not null, sooner or later. Whoever is cancelled, or fails, has taken nothing."""
        pause, late = FIRST_PAUSE, asyncio.get_running_loop().time() + LONGEST_WAIT
        while True:
            asked = asyncio.create_task(self._asked(sql, *values))
            try:
                found = await asyncio.shield(asked)
            except BaseException:
                self._later(self._take_back(asked, undo, *values))
                raise
            if found is not None and found is not False:
                return found
            if asyncio.get_running_loop().time() > late:
                raise StoreFailing("somebody else holds it for long")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _take_back(self, asked: "asyncio.Task[object]", undo: str, *values: object) -> None:
        await asyncio.wait({asked})
        found = None if asked.exception() else asked.result()
        if asked.exception() or (found is not None and found is not False):
            with suppress(*OF_POSTGRES):
                await self._asked(undo, *values)

    def _later(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    # Names and pieces of work

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        number = lock_number(name)
        with translated():
            await self._got("SELECT pg_try_advisory_lock(5, $1)", number, undo="SELECT pg_advisory_unlock(5, $1)")
        try:
            yield
        finally:
            with suppress(*OF_POSTGRES):
                await self._ask("SELECT pg_advisory_unlock($1, $2)", NAME_LOCK, number)

    @asynccontextmanager
    async def claimed(self, work: str) -> AsyncIterator[bool]:
        number = lock_number(work)
        with translated():
            is_ours = await self._ask("SELECT pg_try_advisory_lock($1, $2)", CLAIM_LOCK, number)
        try:
            yield bool(is_ours)
        finally:
            if is_ours:
                with suppress(*OF_POSTGRES):
                    await self._ask("SELECT pg_advisory_unlock($1, $2)", CLAIM_LOCK, number)

    # What others do

    def watch(self, watcher: ProcessWatcher) -> None:
        self._watcher = watcher
        self._looking = asyncio.create_task(self._look_after_others(), name="other processes")

    def _hear_items(self, _db: object, _pid: int, _channel: str, payload: object) -> None:
        table_id, _, process = str(payload).partition(" ")
        if process != self.process and self._watcher is not None:
            self._watcher.items_kept(int(table_id))

    def _hear_timers(self, _db: object, _pid: int, _channel: str, payload: object) -> None:
        due, _, process = str(payload).partition(" ")
        if process != self.process and self._watcher is not None:
            self._watcher.timers_kept(float(due))

    async def _look_after_others(self) -> None:
        """Work that a process leaves behind is taken up by those that are left."""
        while True:
            try:
                alive = await self._who_lives()
                if self._alive - alive:
                    log.info("another process has ended: its work is taken up")
                    self._wake()
                self._alive = alive
            except Exception as error:
                log.warning("other processes can't be looked after: %s", type(error).__name__)
            await asyncio.sleep(LOOK)

    async def _who_lives(self) -> set[tuple[object, ...]]:
        locked = {number for (number,) in await self._rows(LOCKED, LEASE_LOCK)}
        return {lease for lease in await self._rows(LEASES) if lock_number(str(lease[0])) % 2**32 in locked}

    def _wake(self) -> None:
        if self._watcher is not None:
            self._later(self._look_anew(self._watcher))

    async def _look_anew(self, watcher: ProcessWatcher) -> None:
        try:
            await watcher.look_anew()
        except Exception:
            log.exception("what other processes have left can't be taken up")
