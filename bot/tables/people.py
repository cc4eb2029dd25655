"""What somebody sets for themselves, and when they are away: one change for all their tables, kept in one transaction
with what these are told of it and with the moments at which their timers fall due from then on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.store.items import AwayChanged, Item, TurnContinued
from bot.store.protocol import StoreWriter
from bot.store.rows import SeatRow, TableRow, UserSettings
from bot.store.timers import NO_TIMERS, TimerChanges
from bot.tables.cache import GameCache
from bot.tables.calendar import Span, away_until, habits_of, ring_moment
from bot.tables.pace import A_DAY

KEPT_FOR = 100 * A_DAY
"""So long a time away is remembered after its end: no turn that began before it waits longer."""
LONGEST_AWAY = 92 * A_DAY
"""Three months; whoever leaves for longer gives their seat to somebody."""
Clocks = Callable[[TableRow, Mapping[int, UserSettings]], Awaitable[TimerChanges]]


class People:
    """`clocks` finds the timers of a table anew, where somebody's settings are about to be these."""

    def __init__(
        self, store: StoreWriter, games: GameCache, now: Callable[[], float], on_items: Callable[[int], None]
    ) -> None:
        self._store = store
        self._games = games
        self._now = now
        self._on_items = on_items
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.clocks: Clocks = no_clocks

    async def change(self, user: int, change: Callable[[UserSettings], UserSettings]) -> UserSettings:
        """What somebody has set, changed while nobody else changes it: two taps of one moment lose nothing."""
        async with self._locks.setdefault(user, asyncio.Lock()), self._store.alone(f"user {user}"):
            before = await self._store.user(user)
            after = change(before)
            if habits_of(after) != habits_of(before):
                await self._keep_habits(user, before, after)
            elif after != before:
                await self._store.save_user(user, after)
        return after

    async def _keep_habits(self, user: int, before: UserSettings, after: UserSettings) -> None:
        """No table may move on meanwhile: its timers would be those of another turn."""
        news: dict[int, tuple[Sequence[Item], TimerChanges]] = {}
        async with AsyncExitStack() as locks:
            for table in sorted(await self._store.tables_of(user), key=lambda table: table.id):
                await locks.enter_async_context(self._games.lock(table.id))
                current = await self._store.table(table.id)
                if current is not None and current.stage == "running":
                    seats = await self._store.seats(table.id)
                    items: list[Item] = [*away_changes(user, seats, before.away, after.away, self._now())]
                    timers = await self.clocks(current, {user: after})
                    if timers.set:  # the last post says when time is up
                        items.append(TurnContinued())
                    news[table.id] = items, timers
            await self._store.save_user(user, after, news, self._now())
        for table_id in news:
            self._on_items(table_id)

    async def set_away(self, user: int, begin: float, until: float) -> UserSettings:
        """In place of what they have said before about now or later."""
        now = self._now()

        def change(settings: UserSettings) -> UserSettings:
            running = [since for since, end in settings.away if since <= now < end]
            first = running[0] if running and begin <= now else float(int(max(begin, now)))
            ended = [span for span in ended_by(settings.away, now) if span[0] != first]
            return replace(settings, away=(*ended, (first, until)))

        return await self.change(user, change)

    async def end_away(self, user: int) -> bool:
        """They are here, and whatever they have announced is off; False where there was nothing."""
        now, was_away = self._now(), False

        def change(settings: UserSettings) -> UserSettings:
            nonlocal was_away
            was_away = any(until > now for _, until in settings.away)
            return replace(settings, away=ended_by(settings.away, now)) if was_away else settings

        await self.change(user, change)
        return was_away

    async def come_back(self, user: int) -> None:
        """They have made a move: whoever is away now is so no longer. What is announced for later stays."""
        now = self._now()
        if self.is_away(await self._store.user(user)):
            await self.change(user, lambda settings: replace(settings, away=back_at(settings.away, now)))

    def is_away(self, settings: UserSettings) -> bool:
        return away_until(habits_of(settings), self._now()) is not None

    async def away(self, seats: Sequence[SeatRow]) -> dict[int, float]:
        """Of the people on these seats, those who are away now, and until when."""
        people = {seat.seat: seat.user for seat in seats if seat.user is not None and not seat.robot}
        settings = await self._store.users(people.values())
        ends = {seat: away_until(habits_of(settings[user]), self._now()) for seat, user in people.items()}
        return {seat: until for seat, until in ends.items() if until is not None}

    async def ring_moment(self, user: int) -> float:
        """When somebody may be rung: now, or later."""
        return ring_moment(habits_of(await self._store.user(user)), self._now())

    async def may_ring(self, user: int) -> bool:
        return await self.ring_moment(user) <= self._now()


def ended_by(away: Sequence[Span], now: float) -> tuple[Span, ...]:
    """What is over by now, or is cut off; of what is long over nothing is kept."""
    return tuple((begin, min(until, now)) for begin, until in away if begin < now and until > now - KEPT_FOR)


def back_at(away: Sequence[Span], now: float) -> tuple[Span, ...]:
    return tuple((begin, now if begin <= now < until else until) for begin, until in away if until > now - KEPT_FOR)


def away_changes(
    user: int, seats: Sequence[SeatRow], before: Sequence[Span], after: Sequence[Span], now: float
) -> list[AwayChanged]:
    """One line of a table for each time away that is new, or another than it was; what was over is no news."""
    old, new = dict(before), dict(after)
    changed = [begin for begin in sorted({*old, *new}) if old.get(begin) != new.get(begin)]
    begins = [begin for begin in changed if begin in new or old[begin] > now]
    return [AwayChanged(seat.seat, int(begin)) for seat in seats if seat.user == user for begin in begins]


async def no_clocks(_table: TableRow, _settings: Mapping[int, UserSettings]) -> TimerChanges:
    return NO_TIMERS
