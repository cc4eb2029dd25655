"""What all at a table read: posts of turns, the short lines that ring, notices, reminders, votes."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.outbox.delivery import BLANK, Delivery
from bot.outbox.post import Post
from bot.store.items import (
    ButtonsExpired,
    Item,
    MessageReplaced,
    PlayerLeft,
    PostOvertaken,
    TurnPosted,
    TurnRung,
    reminder_key,
)
from bot.store.rows import Message, MessageState, OutboxRow
from bot.store.timers import NO_TIMERS, TimerChanges, VoteRings


class ChannelDelivery(Delivery):
    async def _send_turn(self, row: OutboxRow, item: TurnPosted) -> None:
        """A post of its own. In a quiet table the one post is edited instead, and a short line rings."""
        post = await self.composer.post(row.table_id, item.after, item.until, is_plain=row.tries > 1)
        table = await self._table(row.table_id)
        state = MessageState(after=item.after, until=item.until, turn=post.about_turn if post else None)
        state = replace(state, rang=await self._rung_before(row.table_id, state.turn))
        if table is not None and table.posts == "quiet" and item.until > 0:
            await self._send_or_edit(row, "post", post, state, [TurnRung(item.until)])
            return
        has_left = post is not None and await self.composer.left(row.table_id) is not None
        await self._send_post(row, post, state, [PlayerLeft(item.until)] if has_left else [])

    async def _rung_before(self, table_id: int, turn: int | None) -> int:
        """The seats that were rung for this turn by a post that was overtaken, since what had begun it was taken back:
        nobody is rung twice for one turn."""
        old = await self._message(table_id, "post")
        if old is None or old.payload.back is None or old.payload.turn != turn:
            return 0
        return old.payload.rang

    async def _send_take_back(self, row: OutboxRow, number: int, until: int, *, is_called: bool) -> None:
        """A post that says so; the one that told what was taken back is struck out. Where none had told it yet, the
        last one only shows how it stands, unless somebody is to be called."""
        table, old = await self._table(row.table_id), await self._message(row.table_id, "post")
        is_told = old is not None and (old.payload.until is None or old.payload.until > until)
        if table is None or old is None or not (is_told or is_called):
            await self._edit_turn(row)
            return
        post = await self.composer.post(row.table_id, until, until, is_plain=row.tries > 1, back=number)
        ping = await self._message(row.table_id, "ping")
        state = MessageState(after=until, until=until, back=number)
        if not is_called:
            rang = old.payload.rang | (ping.payload.rang if ping is not None else 0)
            state = replace(state, rang=rang, turn=old.payload.turn)
        if table.posts == "quiet":
            more: list[Item] = [] if ping is None else [MessageReplaced(ping.channel, ping.message)]
            more += [TurnRung(until)] if is_called else []
            await self._send_or_edit(row, "post", post, state, more, forget="ping")
            return
        await self._send_post(row, post, state, is_overtaken=is_told)

    async def _send_post(
        self,
        row: OutboxRow,
        post: Post | None,
        state: MessageState,
        more: Sequence[Item] = (),
        *,
        is_overtaken: bool = False,
    ) -> None:
        """A new post; the one before it loses its buttons, and is struck out where it is overtaken. Whoever has been
        rung for this turn is not rung again."""
        table = await self._table(row.table_id)
        if post is None or table is None:
            await self.mark_sent(row)
            return
        post, later = await self._hush(post), await self._ring_later(row.table_id)
        outdated: list[Item] = []
        if (old := await self._message(row.table_id, "post")) is not None:
            expired = ButtonsExpired(old.channel, old.message, old.payload.until, to=self.reader)
            outdated.append(PostOvertaken(old.channel, old.message) if is_overtaken else expired)
        if (ping := await self._message(row.table_id, "ping")) is not None:
            outdated.append(MessageReplaced(ping.channel, ping.message))
        post = await self._without(row.table_id, post, state.rang)
        message = await self._send_once(row, table.channel, post)
        state = replace(state, rang=state.rang | await self._rung(row.table_id, post))
        kept = Message(key="post", channel=table.channel, message=message, payload=state)
        await self.mark_sent(row, kept, forget="ping", more=[*outdated, *more], timers=later)
        await self.set_blocked(row.table_id, None)

    async def _edit_turn(self, row: OutboxRow) -> None:
        """The last post tells a little more."""
        old = await self._message(row.table_id, "post")
        if old is None or old.payload.after is None or old.payload.until is None:
            await self.mark_sent(row)
            return
        after, until, back = old.payload.after, old.payload.until, old.payload.back
        post = await self.composer.post(row.table_id, after, until, is_plain=True, is_live=True, back=back)
        await self._send_or_edit(row, "post", post, old.payload)

    async def _send_ping(self, row: OutboxRow, post: Post | None) -> None:
        """A short line that rings, in place of the one before; the next post takes it away."""
        table = await self._table(row.table_id)
        old = await self._message(row.table_id, "ping")
        more = [] if old is None else [MessageReplaced(old.channel, old.message)]
        later = await self._ring_later(row.table_id)
        if table is None or post is None:
            await self.mark_sent(row, forget="ping", more=more, timers=later)
            return
        post = await self._hush(post)
        message = await self._send_once(row, table.channel, post)
        state = MessageState(rang=await self._rung(row.table_id, post))
        kept = Message(key="ping", channel=table.channel, message=message, payload=state)
        await self.mark_sent(row, kept, more=more, timers=later)
        await self.set_blocked(row.table_id, None)

    async def _send_notice(self, row: OutboxRow, post: Post | None, state: MessageState = BLANK) -> None:
        """A line of its own that nobody changes later."""
        table = await self._table(row.table_id)
        if table is None or post is None:
            await self.mark_sent(row)
            return
        message = await self._send_once(row, table.channel, await self._hush(post))
        await self.mark_sent(row, Message(key=row.own_key, channel=table.channel, message=message, payload=state))
        await self.set_blocked(row.table_id, None)

    async def _send_leaver(self, row: OutboxRow, item: PlayerLeft) -> None:
        """Said once a turn."""
        said, state = await self._message(row.table_id, row.own_key), MessageState(until=item.until)
        post = await self.composer.left(row.table_id)
        await self._send_notice(row, None if said is not None and said.payload == state else post, state)

    async def _send_reminder(self, row: OutboxRow, seat: int, post: Post | None, by: int | None = None) -> None:
        """In place of the one before. One that is pointless by now, and had arrived before a crash, is taken away."""
        table = await self._table(row.table_id)
        if table is None or post is None:
            past = await self.composer.past_reminder(row.table_id, seat, by) if row.tries > 0 else None
            found = await self._find(row, table.channel, past) if table and past else None
            await self.mark_sent(row, more=[MessageReplaced(table.channel, found)] if table and found else [])
            return
        old = await self._message(row.table_id, reminder_key(seat))
        message = await self._send_once(row, table.channel, post, old)
        kept = Message(key=reminder_key(seat), channel=table.channel, message=message)
        await self.mark_sent(row, kept, more=[] if old is None else [MessageReplaced(old.channel, old.message)])
        await self.set_blocked(row.table_id, None)

    async def _erase(self, row: OutboxRow, key: str) -> None:
        old = await self._message(row.table_id, key)
        if old is not None:
            await self._try_quietly(self.sender.delete(old.channel, old.message))
        await self.mark_sent(row, forget=key)

    async def _send_sleep(self, row: OutboxRow) -> None:
        """A new notice each time; once the table is awake, it says so and is forgotten."""
        table, post = await self._table(row.table_id), await self.composer.slept(row.table_id)
        if table is not None and table.is_asleep:
            await self._send_or_edit(row, row.own_key, post)
            return
        old = await self._message(row.table_id, row.own_key)
        if old is not None and post is not None:
            await self._try_quietly(self._edit(old, post))
        await self.mark_sent(row, forget=row.own_key)

    async def _send_vote(self, row: OutboxRow) -> None:
        """Each vote has one message, on which its answers come in."""
        vote, post = await self.store.vote(row.table_id), await self.composer.vote(row.table_id)
        key, later = f"vote:{vote.id if vote else 0}", NO_TIMERS
        if vote is not None and post is not None and await self._message(row.table_id, key) is None:
            asleep = await self.composer.asleep(self._alone(post).pings)
            later = TimerChanges(set=tuple((moment, VoteRings(user, vote.id)) for user, moment in asleep))
        await self._send_or_edit(row, key, post, timers=later)
