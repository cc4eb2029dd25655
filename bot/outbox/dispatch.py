"""One item on its way: composed, sent or edited in, and kept as sent together with the message that it has become."""

import logging
from copy import copy
from typing import assert_never

from msgspec.structs import replace

from bot.outbox.channel_delivery import ChannelDelivery
from bot.outbox.copies import NOT_POSTED, UNREACHED, readers
from bot.outbox.delivery import BLANK, closed_by
from bot.outbox.dm_delivery import DmDelivery
from bot.outbox.post import ChannelGone, DmClosed, NotAllowed, TableTags
from bot.store.items import (
    AsideChanged,
    AwayChanged,
    BoardShown,
    ButtonsExpired,
    FilmShown,
    GameFinished,
    GameStopped,
    HandChanged,
    HandClosed,
    Item,
    LobbyChanged,
    LobbyClosing,
    MessageReplaced,
    MoveUndone,
    PauseChanged,
    PlayerLeft,
    PlayerNudged,
    PostOvertaken,
    ReminderExpired,
    SeatChanged,
    SeatNext,
    SeatOffered,
    SeatRung,
    TableAsked,
    TableSlept,
    TagsChanged,
    ThreadExpired,
    TurnContinued,
    TurnPosted,
    TurnReminded,
    TurnRestored,
    TurnRung,
    Unreadable,
    UserGreeted,
    UserInvited,
    VoteChanged,
    VoteRung,
    reminder_key,
)
from bot.store.rows import MessageState, OutboxRow

log = logging.getLogger(__name__)


class Dispatcher(ChannelDelivery, DmDelivery):
    """Knows for every item how it is sent."""

    async def send(self, row: OutboxRow) -> None:
        table, item = await self.store.table(row.table_id), row.item
        if table is None or not table.in_dms or isinstance(item, NOT_POSTED):
            await self._send(row)
        elif item.to:
            await self._send_copy(row, item.to)
        else:
            seats = await self.store.seats(row.table_id)
            await self.mark_sent(row, more=[replace(item, to=user) for user in readers(item, seats)])

    async def _send_copy(self, row: OutboxRow, user: int) -> None:
        """Somebody's own. Where no DM arrives, the others' do, and the table hears of it."""
        try:
            own = copy(self)
            own.reader, own.dm = user, await self.sender.open_dm(user)
            own.composer = self.composer.for_reader(user, own.dm)
            await own._send(row)
        except (DmClosed, ChannelGone, NotAllowed) as error:
            await self.mark_sent(row, dm=(user, closed_by(error)), more=await self._unreached_told(row, user))

    async def _unreached_told(self, row: OutboxRow, user: int) -> list[Item]:
        """Somebody has a seat and no copy: the others see it in the lobby, or in the last post where it is their
        turn."""
        table, seats = await self.store.table(row.table_id), await self.store.seats(row.table_id)
        seat = next((seat for seat in seats if seat.user == user), None)
        if table is None or seat is None or seat.dm in ("away", *UNREACHED):
            return []
        return [LobbyChanged()] if table.stage == "lobby" else [TurnContinued()]

    async def _send(self, row: OutboxRow) -> None:
        table_id, is_plain, composer = row.table_id, row.tries > 1, self.composer
        match row.item:
            case TurnPosted() as item:
                await self._send_turn(row, item)
            case MoveUndone(number, until):
                await self._send_take_back(row, number, until, is_called=False)
            case TurnRestored(number, until):
                await self._send_take_back(row, number, until, is_called=True)
            case TurnContinued():
                await self._edit_turn(row)
            case TurnRung(until):
                await self._send_ping(row, await composer.ping(table_id, until))
            case SeatRung(seat, turn):
                await self._send_ping(row, await composer.call(table_id, seat, turn))
            case GameFinished(after, until):
                end = await composer.end(table_id, after, until, is_plain=is_plain)
                await self._send_post(row, end, MessageState(after=after, until=until))
            case GameStopped():
                await self._send_post(row, await composer.stopped(table_id), BLANK)
            case AsideChanged():
                await self._send_or_edit(row, "aside", await composer.aside(table_id))
            case LobbyChanged():
                await self._send_or_edit(row, "lobby", await composer.lobby(table_id))
            case VoteChanged():
                await self._send_vote(row)
            case VoteRung(user, vote):
                await self._send_notice(row, await composer.vote_call(table_id, user, vote))
            case LobbyClosing():
                await self._send_notice(row, await composer.warning(table_id))
            case UserInvited(user):
                await self._send_notice(row, await composer.invitation(table_id, user))
            case BoardShown():
                await self._send_notice(row, await composer.show(table_id))
            case FilmShown(after):
                await self._send_notice(row, await composer.film(table_id, after))
            case PlayerLeft() as item:
                await self._send_leaver(row, item)
            case TurnReminded(seat):
                await self._send_reminder(row, seat, await composer.reminder(table_id, seat))
            case PlayerNudged(seat, by):
                await self._send_reminder(row, seat, await composer.nudge(table_id, seat, by), by)
            case ReminderExpired(seat):
                await self._erase(row, reminder_key(seat))
            case TableAsked(seat, start):
                await self._send_or_edit(row, row.key, await composer.asked(table_id, seat, start))
            case TableSlept():
                await self._send_sleep(row)
            case SeatChanged(seat, number):
                await self._send_notice(row, await composer.seat_changed(table_id, seat, number))
            case PauseChanged():
                await self._send_notice(row, await composer.pause(table_id))
            case SeatOffered(seat, user):
                await self._send_or_edit(row, row.key, await composer.seat_offered(table_id, seat, user))
            case HandClosed(_, user):
                await self._close_hand(row, user)
            case AwayChanged(seat, begin):
                await self._send_or_edit(row, row.key, await composer.away(table_id, seat, begin))
            case SeatNext(seat, turn):
                await self._send_next(row, seat, await composer.next_up(table_id, seat, turn))
            case HandChanged(seat):
                await self._send_hand(row, seat)
            case UserGreeted(user):
                await self._send_greeting(row, user)
            case ButtonsExpired() as item:
                await self._strip(row, item)
            case PostOvertaken(channel, message):
                await self._try_quietly(self.sender.strike(channel, message))
                await self.mark_sent(row)
            case MessageReplaced(channel, message):
                await self._try_quietly(self.sender.delete(channel, message))
                await self.mark_sent(row)
            case ThreadExpired():
                await self._archive(row)
            case TagsChanged():
                tags = await composer.tags(table_id)
                if tags is not None:
                    await self._try_quietly(self._tag(table_id, tags))
                await self.mark_sent(row)
            case Unreadable() as item:
                log.error("table %s: nobody knows what %s (%s) is", table_id, item.key, item.kind)
                await self.mark_sent(row)
            case _:
                assert_never(row.item)

    async def _strip(self, row: OutboxRow, item: ButtonsExpired) -> None:
        """An old post loses its buttons; the opening one also shows who was the last to choose."""
        composer = self.composer.for_reader(item.to, item.channel) if item.to else self.composer
        post = await composer.opening(row.table_id) if item.until == 0 else None
        if post is None:
            await self._try_quietly(self.sender.strip(item.channel, item.message))
        else:
            await self._try_quietly(self.sender.edit(item.channel, item.message, post))
        await self.mark_sent(row)

    async def _archive(self, row: OutboxRow) -> None:
        table = await self.store.table(row.table_id)
        if table is not None and await self.store.table_in(table.channel) is None:
            await self._try_quietly(self.sender.archive(table.channel, is_locked=table.room > 0))
        await self.mark_sent(row)

    async def _tag(self, table_id: int, tags: TableTags) -> None:
        table = await self.store.table(table_id)
        if table is not None and table.blocked != "gone":
            await self.sender.tag(table.channel, tags)
