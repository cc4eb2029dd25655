"""What becomes of items on their way out."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

from bot.store.items import Item
from bot.store.protocol import StoreWriter
from bot.store.rows import Message, OutboxRow
from bot.store.timers import NO_TIMERS, TimerChanges
from bot.tables.news import hands_changed


class OutboxLedger:
    """The outbox worker's side of the books: tries, pauses, what has arrived as which message, whom no DM reaches.

    Besides `Tables` and its votes nobody else holds the store's writing half. It is here and not in the worker's
    package so that this half has one home: a delivery changes the rows that moves change too (items, seats, tables).
    It needs no lock: nothing here depends on a game's state, and each method is one transaction.
    """

    def __init__(self, store: StoreWriter) -> None:
        self._store = store

    def claimed(self, table_id: int) -> AbstractAsyncContextManager[bool]:
        """Whether this process is the one that sends what is to be sent about a table."""
        return self._store.claimed(f"outbox {table_id}")

    async def count_try(self, row: OutboxRow) -> bool:
        """Before anything is sent: after a crash, what was tried may have arrived. False: there is nothing to send."""
        return await self._store.count_try(row)

    async def postpone(self, row: OutboxRow, due: float) -> None:
        await self._store.postpone(row, due)

    async def make_all_due(self) -> None:
        """Whatever waits, at any table, may be tried now."""
        await self._store.make_all_due()

    async def mark_sent(
        self,
        row: OutboxRow,
        now: float,
        *,
        keep: Message | None = None,
        forget: str | None = None,
        more: Sequence[Item] = (),
        dm: tuple[int, str] | None = None,
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        """It has arrived as the message `keep`, or need not be sent any more; see the store's method."""
        await self._store.mark_sent(row, now, keep=keep, forget=forget, more=more, dm=dm, timers=timers)

    async def set_blocked(self, table_id: int, reason: str | None, now: float) -> bool:
        """Why a table's channel can't be written to, None when it can; whether there is something new to send.

        DMs lead to the channel, so they tell when it is gone, or found again.
        """
        table = await self._store.table(table_id)
        if table is None or table.blocked == reason:
            return False
        is_news = table.stage == "running" and "gone" in (reason, table.blocked)
        hands = hands_changed(await self._store.seats(table_id)) if is_news else []
        await self._store.set_blocked(table_id, reason, hands, now)
        return bool(hands)
