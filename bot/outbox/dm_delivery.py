"""What one person reads alone: hands, greetings, "you are next"."""

from contextlib import suppress

from msgspec.structs import replace

from bot.outbox.copies import UNREACHED
from bot.outbox.delivery import Delivery, closed_by
from bot.outbox.post import ChannelGone, DmClosed, MessageGone, NotAllowed, Post
from bot.store.items import ButtonsExpired, Item, MessageReplaced, SeatRung, copy_key, hand_key, hello_key
from bot.store.rows import Message, MessageState, OutboxRow


class DmDelivery(Delivery):
    async def _send_hand(self, row: OutboxRow, seat: int) -> None:
        """One DM a table and seat, kept current. Closed DMs are remembered, and the game goes on without them."""
        player = next((player for player in await self.store.seats(row.table_id) if player.seat == seat), None)
        if player is None or player.user is None or player.dm in UNREACHED:
            await self.mark_sent(row)
            return
        post = await self.composer.hand(row.table_id, seat, player.user, is_plain=row.tries > 1)
        if post is None:
            await self.mark_sent(row)
            return
        later = await self._ring_later(row.table_id, seat)
        try:
            dm_key = hand_key(player.user)
            kept, more = await self._send_dm(row, player.user, await self._hush(post), dm_key)
        except (DmClosed, ChannelGone, NotAllowed) as error:
            # The post may have left the ringing to this DM.
            calls = [SeatRung(seat, post.about_turn)] if post.pings and closed_by(error) == "closed" else []
            await self.mark_sent(row, dm=(player.user, closed_by(error)), more=calls)
            return
        dm = (player.user, "open")
        await self.mark_sent(row, kept, forget=hello_key(player.user), more=more, dm=dm, timers=later)

    async def _send_next(self, row: OutboxRow, seat: int, post: Post | None) -> None:
        """A line by DM that rings nobody, in place of the one before; where no DM arrives, it is not worth another."""
        player = next((player for player in await self.store.seats(row.table_id) if player.seat == seat), None)
        old, kept = await self.store.message(row.table_id, row.key), None
        more = [] if old is None else [MessageReplaced(old.channel, old.message)]
        if post is not None and player is not None and player.user is not None and player.dm not in UNREACHED:
            with suppress(DmClosed, ChannelGone, NotAllowed):
                channel = await self.sender.open_dm(player.user)
                kept = Message(key=row.key, channel=channel, message=await self._send_once(row, channel, post))
        await self.mark_sent(row, kept, forget=row.key, more=more)

    async def _close_hand(self, row: OutboxRow, user: int) -> None:
        """What somebody's DM showed of a seat that is another's now; whoever has none is told nothing."""
        post = await self.composer.hand_closed(row.table_id, user)
        if post is not None:
            with suppress(DmClosed):
                await self._try_quietly(self._edit_hand(row, user, post))
        last = await self.store.message(row.table_id, copy_key("post", user))
        more = [] if post is None or last is None else [ButtonsExpired(last.channel, last.message)]
        await self.mark_sent(row, forget=last.key if more and last else None, more=more)

    async def _edit_hand(self, row: OutboxRow, user: int, post: Post) -> None:
        """The one that is known, or one that arrived before a crash."""
        old = await self.store.message(row.table_id, hand_key(user))
        if old is None:
            channel = await self.sender.open_dm(user)
            found = await self._find(row, channel, post)
            old = None if found is None else Message(key=hand_key(user), channel=channel, message=found)
        if old is not None:
            await self._edit(old, post)

    async def _send_greeting(self, row: OutboxRow, user: int) -> None:
        """The DM to somebody in a lobby; when the game begins, it becomes the hand. A table without a channel has shown
        them the lobby itself, which says so when they have left it."""
        player = next((player for player in await self.store.seats(row.table_id) if player.user == user), None)
        post, old = await self.composer.hello(row.table_id, user), await self.store.message(row.table_id, row.key)
        table = await self.store.table(row.table_id)
        if table is not None and table.in_dms:
            await self._close_copy(row, user, None if player else post)
            return
        is_useless = (player is None and old is None) or (player is not None and player.dm in UNREACHED)
        if post is None or is_useless:
            await self.mark_sent(row)
            return
        if table is not None and table.stage not in ("lobby", "closed"):
            await self.mark_sent(row, old or await self._find_greeting(row, user, post))
            return
        try:
            kept, more = await self._send_dm(row, user, post, row.key)
        except (DmClosed, ChannelGone, NotAllowed) as error:
            await self.mark_sent(row, dm=(user, closed_by(error)))
            return
        await self.mark_sent(row, kept, more=more, dm=(user, "open"))

    async def _close_copy(self, row: OutboxRow, user: int, post: Post | None) -> None:
        """The lobby in the DMs of somebody who has left it."""
        old = await self.store.message(row.table_id, copy_key("lobby", user)) if post is not None else None
        if old is not None and post is not None:
            with suppress(DmClosed):
                await self._try_quietly(self._edit(old, post))
        await self.mark_sent(row, forget=old.key if old else None)

    async def _find_greeting(self, row: OutboxRow, user: int, post: Post) -> Message | None:
        """The game has begun, so none is sent any more. One that arrived before a crash is to become the hand."""
        if row.tries == 0:
            return None
        channel = await self.sender.open_dm(user)
        found = await self._find(row, channel, post)
        return None if found is None else Message(key=row.key, channel=channel, message=found)

    async def _send_dm(self, row: OutboxRow, user: int, post: Post, key: str) -> tuple[Message, list[Item]]:
        """Edit the DM that is there, or send another where it has to ring; what it is now, and what that leaves."""
        old = await self.store.message(row.table_id, key) or await self.store.message(row.table_id, hello_key(user))
        rung_for = old.payload.asked if old is not None else None
        is_ringing = bool(post.pings) and rung_for != post.about_turn
        # Kept while nothing rings: a turn that comes again, since a move was taken back, has rung.
        state = MessageState(asked=post.about_turn if post.pings else rung_for)
        if old is not None and not is_ringing:
            with suppress(MessageGone, ChannelGone):
                await self._edit(old, post)
                return replace(old, key=key, payload=state), []
        channel = await self.sender.open_dm(user)
        message = await self._send_current(row, channel, post, old)
        more: list[Item] = [] if old is None else [MessageReplaced(old.channel, old.message)]
        return Message(key=key, channel=channel, message=message, payload=state), more
