"""What falls due is done: one task sleeps until the earliest timer and is woken when an earlier one is kept."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import groupby
from operator import attrgetter
from typing import assert_never

from bot import figures
from bot.errors import NotNow, Refusal, TableAside
from bot.store.protocol import LostLease
from bot.store.timers import (
    ClockRang,
    LeaverSought,
    LobbyClosed,
    LobbyWarned,
    LogPacked,
    NudgeRested,
    SeatRings,
    SilenceOver,
    ThreadPutAway,
    TimerRow,
    UnknownTimer,
    VoteRings,
)
from bot.tables.lobby import close
from bot.tables.timers import LEAVER_TRIES
from bot.tables.writer import Tables

LONGEST_SLEEP = 600.0
"""A clock that is set, or a machine that was asleep, is noticed after so long at the latest."""
PAUSE = 60.0
"""After a failure, before a table's timers are tried again."""
ELSEWHERE = 5.0
"""Before timers that another process is at are looked at again: it may have died."""
NEVER = float("-inf")
LOOKING = float("inf")
"""While the rows are being read, any timer that is kept may have come too late for this look: it asks for another."""
log = logging.getLogger(__name__)


class Scheduler:
    """Timers of one table are done one after the other, those of several side by side: one that has to ask Discord
    holds up no other table. What a timer does is in `Tables`, under the table's lock and in one transaction with the
    timer's end; what is here only decides who is called."""

    def __init__(self, tables: Tables, now: Callable[[], float], has_left: Callable[[int], Awaitable[bool]]) -> None:
        self.tables = tables
        self.store = tables.store
        self.now = now
        self.has_left = has_left
        """Whether somebody whom a game waits for is no longer on its server."""
        self._next = NEVER
        """The moment until which the task sleeps."""
        self._alarm: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_woken = False
        self._busy: dict[int, asyncio.Task[None] | None] = {}
        """Tables whose timers are being done; None: they are looked at again after a pause."""
        self._is_stopping = False

    def wake(self) -> None:
        """Look now, at the start or because something has fallen due."""
        self._is_woken = True
        if not self._is_stopping and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(), name="scheduler")

    def note(self, due: float) -> None:
        """A timer was kept that falls due then."""
        if due < self._next:
            self.wake()

    async def wait_until_done(self) -> None:
        """Until everything is done that is due now."""
        while tasks := [task for task in (self._task, *self._busy.values()) if task is not None and not task.done()]:
            await asyncio.wait(tasks)

    async def stop(self) -> None:
        self._is_stopping = True
        if self._alarm is not None:
            self._alarm.cancel()
        await self.wait_until_done()

    async def _run(self) -> None:
        while self._is_woken and not self._is_stopping:
            self._is_woken = False
            self._next = LOOKING
            try:
                self._next = await self._look()
            except Exception:
                log.exception("the scheduler failed; it tries again in a minute")
                self._next = self.now() + PAUSE
        if self._is_stopping:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        wait = min(max(self._next - self.now(), 0.0), LONGEST_SLEEP)
        self._alarm = asyncio.get_running_loop().call_later(wait, self.wake)

    async def _look(self) -> float:
        """Begin what is due; the moment at which something falls due next."""
        now = self.now()
        rows = sorted(await self.store.due_timers(now), key=attrgetter("table_id", "due"))
        for table_id, due in groupby(rows, key=attrgetter("table_id")):
            if table_id not in self._busy:
                task = asyncio.create_task(self._do_all(table_id, list(due)), name=f"timers of {table_id}")
                self._busy[table_id] = task
        following = await self.store.next_timer(now)
        return now + LONGEST_SLEEP if following is None else following

    async def _do_all(self, table_id: int, rows: list[TimerRow]) -> None:
        try:
            async with self.tables.claimed(f"timers {table_id}") as is_ours:
                for row in rows if is_ours else ():
                    await self._do(row)
        except LostLease:  # whoever has it by now does the rest
            self._is_stopping = True
            return
        except Exception:
            log.exception("table %s: what fell due could not be done; it is tried again in a minute", table_id)
            self._look_later(table_id, PAUSE)
            return
        if not is_ours:
            self._look_later(table_id, ELSEWHERE)
            return
        del self._busy[table_id]
        self.wake()  # what was done may have left something that is due already

    def _look_later(self, table_id: int, wait: float) -> None:
        self._busy[table_id] = None
        asyncio.get_running_loop().call_later(wait, self._try_again, table_id)

    def _try_again(self, table_id: int) -> None:
        self._busy.pop(table_id, None)
        self.wake()

    async def _do(self, row: TimerRow) -> None:
        if row not in await self.store.timers(row.table_id):
            return  # another process has done it
        if row.due > self.now():
            return  # the clock was put back since the look
        figures.took("timer_late", self.now() - row.due)
        try:
            await self._have_effect(row)
        except NotNow:
            raise
        except TableAside:
            log.info("table %s is set aside, its timers wait", row.table_id)
            return
        except Refusal as refusal:
            log.info("table %s: %s is pointless now (%s)", row.table_id, row.key, refusal)
        await self.tables.drop_timer(row)  # one that is still there had nothing to do

    async def _have_effect(self, row: TimerRow) -> None:
        match row.timer:
            case LobbyWarned():
                await self.tables.warn_lobby(row.table_id)
            case LobbyClosed():
                await self.tables.change_lobby(row.table_id, close)
            case ThreadPutAway():
                await self.tables.put_thread_away(row.table_id)
            case LogPacked():
                await self.tables.pack_log(row)
            case LeaverSought(tries):
                await self._seek_leaver(row, tries)
            case ClockRang(seat):
                await self.tables.clocks.ring(row, seat)
            case NudgeRested():
                await self.tables.drop_timer(row)
            case SilenceOver():
                await self.tables.votes.expire(row.table_id)
            case SeatRings(seat, turn):
                await self.tables.ring_seat(row, seat, turn)
            case VoteRings(user, vote):
                await self.tables.ring_voter(row, user, vote)
            case UnknownTimer() as timer:
                log.error("table %s: nobody knows what %s (%s) is", row.table_id, timer.key, timer.kind)
            case _:
                assert_never(row.timer)

    async def _seek_leaver(self, row: TimerRow, tries: int) -> None:
        if await self.has_left(row.table_id):
            await self.tables.announce_leaver(row)
        elif tries < LEAVER_TRIES:
            await self.tables.seek_leaver_later(row, tries + 1)
