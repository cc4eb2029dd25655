"""One timer for all that falls due: it sleeps until the earliest row and is set anew when one is written."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.errors import Refusal
from bot.tables.lobby import A_DAY, close
from bot.tables.writer import Tables

LONGEST_SLEEP = 6 * 3600.0
LONG_QUIET = 3 * A_DAY
log = logging.getLogger(__name__)


class Scheduler:
    """Closes lobbies that nobody starts, a week after they were opened, and says so a day before; puts threads of
    ended games away a day later; says whom a game waits in vain for.
    """

    def __init__(self, tables: Tables, now: Callable[[], float], has_left: Callable[[int], Awaitable[bool]]) -> None:
        self.tables = tables
        self.store = tables.store
        self.now = now
        self.has_left = has_left
        """Whether somebody whom a game waits for is no longer on its server."""
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_stopping = False

    def wake(self) -> None:
        """Look now, at the start or because something has fallen due."""
        if not self._is_stopping and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(), name="scheduler")

    async def stop(self) -> None:
        self._is_stopping = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        try:
            due = await self._look()
        except Exception:
            log.exception("the scheduler failed; it tries again in an hour")
            due = self.now() + 3600
        if self._is_stopping:
            return
        if self._timer is not None:
            self._timer.cancel()
        wait = min(max(due - self.now(), 1.0), LONGEST_SLEEP)
        self._timer = asyncio.get_running_loop().call_later(wait, self.wake)

    async def _look(self) -> float:
        """Do what is due; the moment at which something falls due next."""
        due = min(await self._look_at_lobbies(), await self._put_threads_away())
        await self._announce_leavers()  # asks Discord: that takes its time, and may fail
        return due

    async def _announce_leavers(self) -> None:
        """Games in which nothing has happened for a day; those that nobody has touched for long are let be."""
        for table in await self.store.quiet_tables(self.now() - LONG_QUIET, self.now() - A_DAY):
            if self._is_stopping:
                return
            said = await self.store.message(table.id, "left")
            try:
                if (said is None or said.payload.until != table.posted) and await self.has_left(table.id):
                    await self.tables.announce_leaver(table)
            except Refusal:
                log.info("game %s is over or set aside", table.id)

    async def _put_threads_away(self) -> float:
        next_due = self.now() + LONGEST_SLEEP
        for table in await self.store.tables_to_put_away():
            assert table.archives is not None
            if table.archives <= self.now():
                await self.tables.put_thread_away(table.id)
            else:
                next_due = min(next_due, table.archives)
        return next_due

    async def _look_at_lobbies(self) -> float:
        next_due = self.now() + LONGEST_SLEEP
        for table in await self.store.tables_at("lobby"):
            if table.closes is None:
                continue
            if table.closes <= self.now():
                await self._close(table.id)
                continue
            warning = table.closes - A_DAY
            if warning <= self.now() and not table.is_warned:
                await self._warn(table.id)
            next_due = min(next_due, warning if warning > self.now() else table.closes)
        return next_due

    async def _close(self, table_id: int) -> None:
        try:
            await self.tables.change_lobby(table_id, close)
        except Refusal:
            log.info("game %s began while it was being closed", table_id)

    async def _warn(self, table_id: int) -> None:
        try:
            await self.tables.warn_lobby(table_id)
        except Refusal:
            log.info("game %s began while it was being warned", table_id)
