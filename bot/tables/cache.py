"""Running games in memory, rebuilt from what is kept, and the lock under which each of them changes."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.errors import NoTable, NotNow, TableAside
from bot.store.items import AsideChanged, Item
from bot.store.protocol import StoreWriter
from bot.store.rows import ActionRow, TableRow
from bot.store.timers import ClockRang, TimerChanges
from bot.tables.news import hands_changed
from bot.tables.pace import begun_anew
from bot.tables.records import CachedGame, Views, game_of, record_from
from bot.threads import in_thread
from rules.errors import BadRecord, IllegalAction
from rules.game import PlayerId
from rules.record import replayed

KEPT_IN_MEMORY = 200
log = logging.getLogger(__name__)


class GameCache:
    """A game whose log can't be replayed is set aside, and said to be; `on_items` hears of it, and `on_revived` of one
    that goes on."""

    def __init__(
        self,
        store: StoreWriter,
        now: Callable[[], float],
        on_items: Callable[[int], None],
        on_revived: Callable[[int], None],
    ) -> None:
        self._store = store
        self._now = now
        self._on_items = on_items
        self._on_revived = on_revived
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Each for as long as somebody holds it or waits for it."""
        self._cached: OrderedDict[int, CachedGame] = OrderedDict()
        self._numbers: dict[int, int] = {}
        """Of each in memory, that of the hold under which it was right."""
        self._aside: set[int] = set()
        """Games that this run has found set aside."""

    @asynccontextmanager
    async def lock(self, table_id: int) -> AsyncIterator[None]:
        """What is remembered of a table is right for whoever has it, in whichever process it was changed last."""
        async with self._locks.setdefault(table_id, asyncio.Lock()), self._store.holding(table_id) as hold:
            if not self._is_right(table_id, hold.before):
                self.forget(table_id)
            self._numbers[table_id] = hold.number
            try:
                yield
            finally:
                if table_id not in self._cached:
                    self._numbers.pop(table_id, None)

    def _is_right(self, table_id: int, stamp: int) -> bool:
        number = self._numbers.get(table_id)
        return number is not None and stamp in (number, number + 1)

    def in_memory(self, table_id: int) -> CachedGame | None:
        return self._cached.get(table_id)

    def remember(self, cached: CachedGame) -> None:
        self._cached[cached.table.id] = cached
        self._cached.move_to_end(cached.table.id)
        while len(self._cached) > KEPT_IN_MEMORY:
            self._numbers.pop(self._cached.popitem(last=False)[0], None)

    def forget(self, table_id: int) -> None:
        """It was changed in the store."""
        self._cached.pop(table_id, None)

    async def read(self, table_id: int) -> CachedGame:
        """Readers don't wait for whoever is acting in this process: what is kept is what there is."""
        stamp = await self._store.stamp(table_id)
        cached = self._cached.get(table_id)
        if cached is None or not self._is_right(table_id, stamp):
            async with self.lock(table_id):
                cached = await self.load(table_id)
        return cached

    async def read_at(self, table_id: int, seq: int) -> CachedGame:
        """The game as it was after action `seq`."""
        async with self.lock(table_id):
            cached = await self.load(table_id)
            if cached.seq == seq:
                return cached
            async with self._setting_aside(cached.table):
                rows = await self._store.actions(table_id, until=seq)
                _, state = await in_thread(replayed, record_from(cached.table, cached.seats, rows))
        return replace(cached, state=state, seq=seq, views=Views())

    async def load(self, table_id: int) -> CachedGame:
        """For whoever holds the lock."""
        cached = self._cached.get(table_id)
        if cached is None:
            cached = await self._load(table_id)
            self.remember(cached)
        return cached

    async def _load(self, table_id: int) -> CachedGame:
        table = await self._store.table(table_id)
        if table is None or table.stage in ("lobby", "closed"):
            raise NoTable(why_not(table), table_id)
        if table.stage == "aside":
            self._aside.add(table_id)
            raise TableAside(table.error or "?")
        async with self._setting_aside(table):
            cached = await self._rebuild(table)
        if table_id in self._aside:  # revived beside us, from the command line
            self._aside.discard(table_id)
            asyncio.get_running_loop().call_soon(self._on_revived, table_id)
        return cached

    async def _rebuild(self, table: TableRow) -> CachedGame:
        """From the snapshot where it fits these rules and the log's end, else from the log."""
        rules, seats, waits = game_of(table), await self._store.seats(table.id), await self._store.waits(table.id)
        plans = {row.seat: row for row in await self._store.plans(table.id)}
        snapshot, last = await self._store.snapshot(table.id), await self._store.last_seq(table.id)
        if snapshot is not None and snapshot.rules == rules.rules_version and snapshot.seq == last:
            try:
                state = rules.codecs.state.decode(snapshot.state)
                return CachedGame(
                    table=table,
                    seats=seats,
                    game=rules,
                    state=state,
                    seq=last,
                    decisions=snapshot.decisions,
                    plans=plans,
                    waits=waits,
                )
            except BadRecord:
                log.warning("table %s: its snapshot can't be read; the log is", table.id)
        rows = await self._store.log(table.id)
        _, state = await in_thread(replayed, record_from(table, seats, rows))
        decisions = tuple(last_decision(rows, seat.seat) for seat in seats)
        return CachedGame(
            table=table,
            seats=seats,
            game=rules,
            state=state,
            seq=last,
            decisions=decisions,
            plans=plans,
            waits=waits,
        )

    # Games that can't be replayed

    @asynccontextmanager
    async def _setting_aside(self, table: TableRow) -> AsyncIterator[None]:
        """A log that can't be replayed sets its game aside; any other trouble may be over when somebody asks again."""
        try:
            yield
        except (BadRecord, IllegalAction) as error:
            error_id = secrets.token_hex(4)
            log.error("error %s: table %s is set aside: %s", error_id, table.id, plainly(error))
            await self._set_aside(table, error_id)
            raise TableAside(error_id) from error
        except Exception as error:
            log.exception("table %s can't be loaded now; it is tried again when somebody asks", table.id)
            raise NotNow from error

    async def _set_aside(self, table: TableRow, error_id: str) -> None:
        self.forget(table.id)
        self._aside.add(table.id)
        items = [] if table.stage == "over" else await self._aside_items(table.id)
        await self._store.set_aside(table.id, error_id, items, self._now())
        self._on_items(table.id)

    async def _aside_items(self, table_id: int) -> list[Item]:
        """That a game is set aside, or goes on: in the channel, and in everybody's DM."""
        return [AsideChanged(), *hands_changed(await self._store.seats(table_id))]

    async def revive(self, table_id: int) -> bool:
        """Try a game again that was set aside; whether it goes on now. What waited to be sent is still there."""
        async with self.lock(table_id):
            table = await self._store.table(table_id)
            if table is None or table.stage != "aside":
                return False
            try:
                cached = await self._rebuild(table)
            except Exception as error:
                log.warning("table %s stays aside (error %s): %s", table_id, table.error, plainly(error))
                return False
            is_over = cached.game.is_over(cached.state)
            items, now = [] if is_over else await self._aside_items(table_id), self._now()
            # Nobody could move meanwhile, so all have their time anew. Timers that are due at once find the moment.
            waits = () if is_over else tuple(begun_anew(wait, now) for wait in cached.waits)
            timers = TimerChanges(set=tuple((now, ClockRang(wait.seat)) for wait in waits), is_all_cancelled=is_over)
            await self._store.revive(table_id, "over" if is_over else "running", items, now, timers, waits)
        log.info("table %s is no longer set aside", table_id)
        return True


def last_decision(log: Sequence[ActionRow], seat: PlayerId) -> int:
    """What a seat was asked last: its own last action, or a take-back, which asks everybody anew."""
    return max((row.seq for row in log if row.player == seat or row.is_take_back), default=0)


def plainly(error: Exception) -> str:
    """What went wrong with a log, without anything that is written in it: that may be somebody's secret."""
    if isinstance(error, BadRecord):
        cause = f" ({type(error.cause).__name__})" if error.cause else ""
        return f"{error.reason}{cause}, action {error.seq}"
    return type(error).__name__


def why_not(table: TableRow | None) -> str:
    """Why there is no game to be seen at a table."""
    if table is not None and table.stage == "lobby":
        return "refuse.not_begun"
    return "refuse.no_table" if table is None or table.seed is None else "refuse.stopped"
