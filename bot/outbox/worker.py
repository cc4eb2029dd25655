"""Sends what is kept: takes items from the store one after the other and sends them, at least once and seen once.

An item leaves the store only in the transaction that remembers its message. A crash in between sends it again under
the same nonce, and after a longer pause the channel is searched for it first. Items go in lanes: posts of one channel
keep their order, and wait for no DM; each DM waits for nobody. Of a table without a channel, the copies of each person
keep theirs.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bot import figures
from bot.errors import NotNow, Refusal, TableAside
from bot.outbox.dispatch import Dispatcher
from bot.outbox.post import ChannelGone, Composer, Later, NotAllowed, Sender, Unreachable
from bot.store.items import (
    HELLO,
    ButtonsExpired,
    HandChanged,
    HandClosed,
    MessageReplaced,
    TagsChanged,
    TurnContinued,
    TurnPosted,
    Unreadable,
    UserGreeted,
    copy_key,
)
from bot.store.protocol import LostLease, StoreError, StoreFailing, StoreReader
from bot.store.rows import OutboxRow
from bot.tables.ledger import OutboxLedger

LONGEST_WAIT = 300.0
WAIT_FOR_PERMISSION = 900.0
"""The longest time that an item waits to be tried again."""
MOST_FAILURES = 5
PAUSE = 60.0
ELSEWHERE = 5.0
"""Seconds until a table whose items another process sends is looked at again: that one may have died."""
STUCK = 300.0
"""An item under way for so many seconds, or a Discord that took nothing for so long, is worth a word to the owner."""
HEAD_START = 3.0
"""For so many seconds a post waits for DMs that ring in its place: one that is refused leaves the ringing to it."""
PATIENCE = 5.0
"""For so many seconds a hand waits for robots that are playing: what they do changes it, or whose turn it is."""
HALF_A_TURN = 10.0
"""For so many seconds what a half-made turn has shown waits for the rest of it, as one request does for both: whoever
makes the turn sees it in the panel, and the others are called by its end."""
CHANNEL = "channel"
ALONE = (HandChanged, HandClosed, UserGreeted, ButtonsExpired, MessageReplaced, TagsChanged, Unreadable)
"""What waits for no other item: each DM, and each old message that is tidied up."""
NOT_OUR_BUG = (OSError, MemoryError, StoreFailing)
"""A full disk, a file handle too few: it passes, however often it fails."""
log = logging.getLogger(__name__)


class Bell:
    """Rung whenever something is written for a table while its items are on their way."""

    def __init__(self) -> None:
        self.rings = 0
        self._rung = asyncio.Event()

    def ring(self) -> None:
        self.rings += 1
        self._rung.set()

    @property
    def is_rung(self) -> bool:
        return self._rung.is_set()

    def hush(self) -> None:
        self._rung.clear()

    async def wait_with(self, others: Iterable[asyncio.Task[None]], patience: float | None) -> None:
        """Until it rings, one of the others has ended or patience has."""
        rung = asyncio.create_task(self._rung.wait())
        try:
            await asyncio.wait({rung, *others}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        finally:  # also where whoever waits is dropped
            rung.cancel()


class OutboxWorker:
    """`now` must neither jump nor stand still: what waits is counted in it."""

    def __init__(
        self,
        store: StoreReader,
        ledger: OutboxLedger,
        composer: Composer,
        sender: Sender,
        now: Callable[[], float],
        are_robots_playing: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self.store = store
        self.ledger = ledger
        self.are_robots_playing = are_robots_playing
        self.dispatcher = Dispatcher(store, ledger, composer, sender, now, self.wake)
        self.now = now
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._bells: dict[int, Bell] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._under_way: dict[int, tuple[OutboxRow, asyncio.Task[None], float]] = {}
        """By number: items that are being sent, and since when."""
        self._failures: dict[int, int] = {}
        """By number: how often an item has failed by a bug of ours in this run."""
        self._unreachable_since: float | None = None
        self._is_closing = False

    def wake(self, table_id: int) -> None:
        """Something was written for this table."""
        if self._is_closing:
            return
        self._wake_in(table_id, None)
        if (bell := self._bells.get(table_id)) is not None:
            bell.ring()
            return
        self._bells[table_id] = Bell()
        task = asyncio.create_task(self._send_all(table_id, self._bells[table_id]), name=f"outbox of {table_id}")
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: int) -> None:
        self._tasks.pop(table_id, None)
        if self._bells.pop(table_id).is_rung:
            self.wake(table_id)

    async def wake_all(self, *, is_anew: bool = False) -> None:
        """After a start, or after the gateway came back: finish the sending; `is_anew` waits for no due moment."""
        if is_anew:
            await self.ledger.make_all_due()
        for table_id, _ in await self.store.tables_with_items():
            self.wake(table_id)

    async def wait_until_sent(self, table_id: int) -> None:
        """Until what is written for a table by now is sent, or has failed."""
        while (task := self._tasks.get(table_id)) is not None:
            await asyncio.wait({task})
            await asyncio.sleep(0)

    async def is_stuck(self) -> bool:
        """Whether what is written doesn't get out, though somebody may think that all is well."""
        began = min((since for _, _, since in self._under_way.values()), default=self.now())
        since = began if self._unreachable_since is None else min(began, self._unreachable_since)
        if self.now() - since > STUCK:
            return True
        waiting = await self.store.tables_with_items()
        return any(table_id not in self._tasks and table_id not in self._timers for table_id, _ in waiting)

    async def finish(self) -> None:
        """Finish what is under way and begin nothing new."""
        self._is_closing = True
        for timer in self._timers.values():
            timer.cancel()
        while self._tasks:
            await asyncio.wait(set(self._tasks.values()))

    def drop(self) -> list[asyncio.Task[None]]:
        """Give up what is under way: whatever is not sent stays written for the next start."""
        self._is_closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        return tasks

    async def _send_all(self, table_id: int, bell: Bell) -> None:
        try:
            async with self.ledger.claimed(table_id) as is_ours:
                if is_ours:
                    await self._send_ours(table_id, bell)
                else:
                    self._wake_in(table_id, ELSEWHERE)
        except LostLease:  # whoever has it by now sends the rest
            self._is_closing = True
        except StoreError as error:
            log.warning("table %s: sending waits: %s", table_id, error)
            self._wake_in(table_id, ELSEWHERE)

    async def _send_ours(self, table_id: int, bell: Bell) -> None:
        lanes: dict[str, asyncio.Task[None]] = {}
        try:
            while not self._is_closing or lanes:
                bell.hush()
                rows = [] if self._is_closing else await self.store.items(table_id)
                wait = self._begin(rows, lanes, bell)
                if not lanes and not bell.is_rung:
                    self._wake_in(table_id, wait)
                    return
                await bell.wait_with(lanes.values(), wait)
                for lane in [lane for lane, task in lanes.items() if task.done()]:
                    lanes.pop(lane).result()
        except LostLease:  # whoever has it by now sends the rest
            self._is_closing = True
        except Exception:
            log.exception("table %s: sending stopped; it goes on in a minute", table_id)
            await asyncio.gather(*lanes.values(), return_exceptions=True)
            self._wake_in(table_id, PAUSE)
        finally:
            for task in lanes.values():
                task.cancel()
            await asyncio.gather(*lanes.values(), return_exceptions=True)

    def _begin(self, rows: Sequence[OutboxRow], lanes: dict[str, asyncio.Task[None]], bell: Bell) -> float | None:
        """Send what is due in free lanes; how many seconds from now something else is due."""
        wait, waiting = None, Counter(map(lane_of, rows))
        for lane, row in first_in_lanes(rows).items():
            if lane in lanes or is_held(row, lanes):
                continue
            patience = self._patience_with(row) if waiting[lane] == 1 else 0.0  # nothing waits behind it
            pause = max(pause_before(row, self.now()), patience)
            if pause <= 0.0:
                lanes[lane] = self._start(row, bell)
            elif wait is None or pause < wait:
                wait = pause
        return None if wait is None else max(wait, 1.0)

    def _patience_with(self, row: OutboxRow) -> float:
        """Seconds for which it may still wait for the rest of a turn, or a hand for the robots' turns behind it; they
        ring the bell when done."""
        longest = 0.0
        if isinstance(row.item, HandChanged | TurnContinued) and row.item.is_midway and not row.item.to:
            longest = HALF_A_TURN
        elif isinstance(row.item, HandChanged) and self.are_robots_playing(row.table_id):
            longest = PATIENCE
        pause = row.written + longest - self.now()
        return pause if pause <= longest else 0.0  # written by a clock that has been set back since

    def _start(self, row: OutboxRow, bell: Bell) -> asyncio.Task[None]:
        task = asyncio.create_task(self._deliver(row, bell, bell.rings), name=f"item {row.id}")
        self._under_way[row.id] = (row, task, self.now())
        task.add_done_callback(lambda _: self._under_way.pop(row.id, None))
        return task

    def _wake_in(self, table_id: int, wait: float | None) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if wait is not None and not self._is_closing:
            self._timers[table_id] = asyncio.get_running_loop().call_later(wait, self.wake, table_id)

    async def _deliver(self, row: OutboxRow, bell: Bell, rings: int) -> None:
        """Send one item; whatever goes wrong decides when, or whether, it is tried again.

        `rings`: of the bell, when it was taken up. Somebody who acted, or a permission given back, while this try was
        failing is a reason to try at once.
        """

        async def postpone(wait: float) -> None:
            due = 0.0 if bell.rings > rings else self.now() + min(wait, WAIT_FOR_PERMISSION)
            await self.ledger.postpone(row, due)

        if not await self.ledger.count_try(row):
            return
        try:
            if isinstance(row.item, TurnPosted):
                await self._let_dms_go_first(row.table_id)
            await self.dispatcher.send(row)
            figures.count("posts", "sent")
            self._unreachable_since = None
            self._failures.pop(row.id, None)
        except Later as error:
            figures.count("posts", "later")
            if isinstance(error, Unreachable) and self._unreachable_since is None:
                self._unreachable_since = self.now()
            await postpone(max(error.seconds, growing_pause(row.tries)))
        except NotAllowed as error:
            figures.count("posts", "not_allowed")
            log.warning("table %s: not allowed to write there: %s", row.table_id, error)
            await self.dispatcher.set_blocked(row.table_id, "permission")
            await postpone(WAIT_FOR_PERMISSION)
        except (NotNow, TableAside):  # nothing is lost: it waits until the game can be loaded
            await postpone(growing_pause(row.tries))
        except Refusal as refusal:
            log.info("table %s: %s is not sent any more: %s", row.table_id, row.key, refusal.key)
            await self.dispatcher.mark_sent(row)
        except ChannelGone:
            log.warning("table %s: its channel is gone", row.table_id)
            await self._give_up_channel(row)
        except LostLease:
            raise
        except NOT_OUR_BUG as error:
            log.error("table %s: %s waits: %s", row.table_id, row.key, error)
            await postpone(growing_pause(row.tries))
        except Exception:
            figures.count("posts", "failed")
            log.exception("table %s: %s failed", row.table_id, row.key)
            await self._retry_or_give_up(row)

    async def _give_up_channel(self, row: OutboxRow) -> None:
        """The channel is deleted: there is nowhere to tell it, but the players' DMs say so."""
        await self.dispatcher.set_blocked(row.table_id, "gone")
        await self.dispatcher.mark_sent(row)

    async def _retry_or_give_up(self, row: OutboxRow) -> None:
        """A bug of ours must not silence the table for good. Only such failures count: an outage is none."""
        failures = self._failures[row.id] = self._failures.get(row.id, 0) + 1
        if failures > MOST_FAILURES:
            log.error("table %s: %s is given up", row.table_id, row.key)
            del self._failures[row.id]
            await self.dispatcher.mark_sent(row)
        else:
            await self.ledger.postpone(row, self.now() + growing_pause(failures - 1))

    async def _let_dms_go_first(self, table_id: int) -> None:
        """For a moment, where somebody is rung by DM: one that is refused leaves the ringing to the post. Where each
        post is a DM itself, nothing else rings."""
        table = await self.store.table(table_id)
        if table is None or table.in_dms:
            return
        dms = [
            task
            for row, task, _ in self._under_way.values()
            if row.table_id == table_id and isinstance(row.item, HandChanged)
        ]
        users = [seat.user for seat in await self.store.seats(table_id) if seat.user is not None] if dms else []
        if any(settings.dm_on_turn for settings in (await self.store.users(users)).values()):
            await asyncio.wait(dms, timeout=HEAD_START)


def first_in_lanes(rows: Sequence[OutboxRow]) -> dict[str, OutboxRow]:
    """The next item of each lane: those to the channel keep their order, all others stand alone."""
    lanes: dict[str, OutboxRow] = {}
    for row in rows:
        lanes.setdefault(lane_of(row), row)
    return lanes


def lane_of(row: OutboxRow) -> str:
    """A hand that is taken from somebody waits for the one that is being shown to them."""
    if isinstance(row.item, HandClosed):
        return HandChanged(row.item.seat).key
    if isinstance(row.item, ALONE):
        return row.key
    return copy_key(CHANNEL, row.item.to)


def is_held(row: OutboxRow, lanes: Iterable[str]) -> bool:
    """A hand is written into the greeting of the lobby, so it lets that arrive first."""
    return isinstance(row.item, HandChanged) and any(lane.startswith(HELLO) for lane in lanes)


def pause_before(row: OutboxRow, now: float) -> float:
    """Seconds to wait. A moment further away than any pause was written by a clock that has been set back since."""
    pause = row.due - now
    return pause if 0.0 < pause <= WAIT_FOR_PERMISSION else 0.0


def growing_pause(tries: int) -> float:
    """A pause twice as long after each try, in seconds."""
    return min(2.0 ** min(tries, 10), LONGEST_WAIT)
