"""Messages at a table's place: sent once whatever crashes, edited, found again, and kept as what they have become."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from bot.outbox.copies import NOT_POSTED
from bot.outbox.post import (
    ChannelGone,
    Composer,
    MessageGone,
    NoServerShared,
    NotAllowed,
    Post,
    Sender,
    SendError,
    TooLarge,
)
from bot.store.items import GameFinished, GameStopped, Item, LobbyChanged, MessageReplaced, TagsChanged, copy_key
from bot.store.protocol import StoreReader
from bot.store.rows import Message, MessageState, OutboxRow, TableRow
from bot.store.timers import NO_TIMERS, SeatRings, TimerChanges
from bot.tables.ledger import OutboxLedger

BLANK = MessageState()
SHOWN_BY_TAGS = (LobbyChanged, GameFinished, GameStopped)


class Delivery:
    """What every kind of item needs. Whatever goes wrong is raised, and decided about by the worker. `wake`: more was
    written for a table."""

    def __init__(
        self,
        store: StoreReader,
        ledger: OutboxLedger,
        composer: Composer,
        sender: Sender,
        now: Callable[[], float],
        wake: Callable[[int], None],
    ) -> None:
        self.store = store
        self.ledger = ledger
        self.composer = composer
        self.sender = sender
        self.now = now
        self.wake = wake
        self.reader = 0
        """Whose copy is sent; 0: what is sent is for all."""
        self.dm = 0
        """Where that is."""

    async def _table(self, table_id: int) -> TableRow | None:
        """With the channel in which it is read."""
        table = await self.store.table(table_id)
        return replace(table, channel=self.dm) if table is not None and self.reader else table

    async def _message(self, table_id: int, key: str) -> Message | None:
        """Known here without its reader, whom `mark_sent` adds."""
        found = await self.store.message(table_id, copy_key(key, self.reader))
        return None if found is None else replace(found, key=key)

    async def mark_sent(
        self,
        row: OutboxRow,
        keep: Message | None = None,
        *,
        forget: str | None = None,
        more: Sequence[Item] = (),
        dm: tuple[int, str] | None = None,
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        """It has arrived, or need not be sent any more."""
        if self.reader:
            keep = replace(keep, key=copy_key(keep.key, self.reader)) if keep else None
            forget = copy_key(forget, self.reader) if forget else None
            more = [item if isinstance(item, NOT_POSTED) else replace(item, to=self.reader) for item in more]
            dm = dm or ((self.reader, "open") if keep else None)
        if isinstance(row.item, SHOWN_BY_TAGS):
            table = await self.store.table(row.table_id)
            more = [*more, TagsChanged()] if table is not None and table.room else more
        await self.ledger.mark_sent(row, self.now(), keep=keep, forget=forget, more=more, dm=dm, timers=timers)

    async def set_blocked(self, table_id: int, reason: str | None) -> None:
        if await self.ledger.set_blocked(table_id, reason, self.now()):
            self.wake(table_id)

    async def _send_or_edit(
        self,
        row: OutboxRow,
        key: str,
        post: Post | None,
        state: MessageState = BLANK,
        more: Sequence[Item] = (),
        *,
        forget: str | None = None,
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        """A message that is edited in place, or sent anew when there is none (any more)."""
        table = await self._table(row.table_id)
        if post is None or table is None:
            await self.mark_sent(row)
            return
        old = await self._message(row.table_id, key)
        if old is not None:
            try:
                await self._edit(old, post)
                await self.mark_sent(row, replace(old, payload=state), forget=forget, more=more)
                await self.set_blocked(row.table_id, None)
                return
            except MessageGone:
                more, post = [*more, MessageReplaced(old.channel, old.message)], replace(post, pings=())
        message = await self._send_current(row, table.channel, await self._hush(post), old)
        kept = Message(key=key, channel=table.channel, message=message, payload=state)
        await self.mark_sent(row, kept, forget=forget, more=more, timers=timers)
        await self.set_blocked(row.table_id, None)

    async def _try_quietly(self, work: Awaitable[None]) -> None:
        """Tidying up an old message matters to nobody once it, or the right to it, is gone."""
        with suppress(MessageGone, ChannelGone, NotAllowed):
            await work

    # Who is rung

    async def _hush(self, post: Post) -> Post:
        """Rings nobody at an hour at which they are not to be rung, or while they are away; a copy, only its reader."""
        post = self._alone(post)
        return replace(post, pings=await self.composer.awake(post.pings)) if post.pings else post

    def _alone(self, post: Post) -> Post:
        return replace(post, pings=tuple(user for user in post.pings if self.reader in (0, user)))

    async def _ring_later(self, table_id: int, seat: int | None = None) -> TimerChanges:
        """Whoever is asked and was not rung for that reason is rung when they may be; `seat`: that one alone."""
        found = await self.composer.hushed(table_id)
        return TimerChanges(set=tuple((at, SeatRings(who, turn)) for who, turn, at in found if seat in (None, who)))

    async def _without(self, table_id: int, post: Post, rang: int) -> Post:
        """The post, by which these seats are not rung."""
        users = {row.user for row in await self.store.seats(table_id) if rang >> row.seat & 1}
        return replace(post, pings=tuple(user for user in post.pings if user not in users))

    async def _rung(self, table_id: int, post: Post) -> int:
        """The seats that a message has rung, one bit each."""
        seats = await self.store.seats(table_id) if post.pings else ()
        return sum(1 << row.seat for row in seats if row.user in post.pings)

    # Messages

    async def _edit(self, old: Message, post: Post) -> None:
        try:
            await self.sender.edit(old.channel, old.message, post)
        except TooLarge:
            await self.sender.edit(old.channel, old.message, without_files(post))

    async def _send_current(self, row: OutboxRow, channel: int, post: Post, old: Message | None) -> int:
        """Send once a message that changes later: one that had arrived before a crash is brought up to date."""
        message = await self._send_once(row, channel, post, old)
        if row.tries > 0:
            await self._edit(Message(key=row.key, channel=channel, message=message), post)
        return message

    async def _send_once(self, row: OutboxRow, channel: int, post: Post, old: Message | None = None) -> int:
        """Send, unless it arrived before a crash and its nonce may be forgotten by now."""
        if row.tries > 0 and (found := await self._find(row, channel, post)) is not None:
            return found
        # An item that was rewritten while it was sent keeps its number: what replaces `old` needs another nonce.
        nonce = f"{self.store.edition_of(row)}.{row.id}" + (f".{row.version}" if old else "")
        try:
            return await self.sender.send(channel, post, nonce)
        except TooLarge:
            return await self.sender.send(channel, without_files(post), nonce)

    async def _find(self, row: OutboxRow, channel: int, post: Post) -> int | None:
        """What an earlier try has become. All else that this table has said there is known, and older: it waited."""
        known = await self.store.messages_in(channel)
        last = max((message for table_id, message in known if table_id == row.table_id), default=0)
        if self.reader:  # a hand, which waits for nobody, is in the same place
            own = [await self._message(row.table_id, key) for key in ("post", row.own_key)]
            last = max((message.message for message in own if message is not None), default=0)
        since = min(row.written, self.now())
        return await self.sender.find(channel, post, since, last, {message for _, message in known})


def closed_by(error: SendError) -> str:
    """What a seat remembers: one who is only away is tried again the next time."""
    return "away" if isinstance(error, NoServerShared) else "closed"


def without_files(post: Post) -> Post:
    return replace(post, files=())
