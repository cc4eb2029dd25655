"""One item on its way: composed, sent or edited in, and kept as sent together with the message that it has become."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from copy import copy
from typing import Protocol, assert_never

from msgspec.structs import replace

from bot.outbox.copies import NOT_POSTED, UNREACHED, readers
from bot.outbox.post import (
    ChannelGone,
    DmClosed,
    MessageGone,
    NoServerShared,
    NotAllowed,
    Post,
    Sender,
    SendError,
    TableTags,
    TooLarge,
)
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
    copy_key,
    hand_key,
    hello_key,
    reminder_key,
)
from bot.store.protocol import StoreReader
from bot.store.rows import Message, MessageState, OutboxRow, TableRow
from bot.store.timers import NO_TIMERS, SeatRings, TimerChanges, VoteRings
from bot.tables.ledger import OutboxLedger

BLANK = MessageState()
SHOWN_BY_TAGS = (LobbyChanged, GameFinished, GameStopped)
log = logging.getLogger(__name__)


class Composer(Protocol):
    """Finds words and pictures for an item when it is sent. None: there is nothing to tell any more."""

    def for_reader(self, user: int, channel: int) -> "Composer":
        """Composes the copies of one person, for their DM channel."""
        ...

    async def post(
        self, table_id: int, after: int, until: int, *, is_plain: bool, is_live: bool = False, back: int | None = None
    ) -> Post | None: ...

    async def opening(self, table_id: int) -> Post | None: ...

    async def ping(self, table_id: int, until: int) -> Post | None: ...

    async def call(self, table_id: int, seat: int, turn: int) -> Post | None: ...

    async def end(self, table_id: int, after: int, until: int, *, is_plain: bool) -> Post | None: ...

    async def lobby(self, table_id: int) -> Post | None: ...

    async def invitation(self, table_id: int, user: int) -> Post | None: ...

    async def warning(self, table_id: int) -> Post | None: ...

    async def hello(self, table_id: int, user: int) -> Post | None: ...

    async def left(self, table_id: int) -> Post | None: ...

    async def vote(self, table_id: int) -> Post | None: ...

    async def stopped(self, table_id: int) -> Post | None: ...

    async def aside(self, table_id: int) -> Post | None: ...

    async def reminder(self, table_id: int, seat: int) -> Post | None: ...

    async def nudge(self, table_id: int, seat: int, by: int) -> Post | None: ...

    async def past_reminder(self, table_id: int, seat: int, by: int | None) -> Post | None:
        """What a reminder, or a nudge by somebody, is known by that may have arrived before it became pointless."""
        ...

    async def asked(self, table_id: int, seat: int, start: int) -> Post | None: ...

    async def slept(self, table_id: int) -> Post | None: ...

    async def away(self, table_id: int, seat: int, begin: int) -> Post | None: ...

    async def next_up(self, table_id: int, seat: int, turn: int) -> Post | None: ...

    async def film(self, table_id: int, after: int) -> Post | None: ...

    async def show(self, table_id: int) -> Post | None: ...

    async def hand(self, table_id: int, seat: int, user: int, *, is_plain: bool) -> Post | None:
        """None also where somebody else has the seat by now."""
        ...

    async def hand_closed(self, table_id: int, user: int) -> Post | None: ...

    async def seat_changed(self, table_id: int, seat: int, number: int) -> Post | None: ...

    async def pause(self, table_id: int) -> Post | None: ...

    async def seat_offered(self, table_id: int, seat: int, user: int) -> Post | None: ...

    async def vote_call(self, table_id: int, user: int, vote: int) -> Post | None: ...

    async def tags(self, table_id: int) -> TableTags | None:
        """What the post of a table in a games room is marked with; None: it is in none."""
        ...

    async def asleep(self, users: Sequence[int]) -> list[tuple[int, float]]:
        """Those who may not be rung at this hour, each with the moment from which on they may."""
        ...

    async def awake(self, users: Sequence[int]) -> tuple[int, ...]:
        """Those who may be rung at this hour."""
        ...

    async def hushed(self, table_id: int) -> list[tuple[int, int, float]]:
        """Whoever is asked and not to be rung at this hour: seat, turn, and the moment from which on they may be."""
        ...


class Dispatcher:
    """Whatever goes wrong is raised, and decided about by the worker. `wake`: more was written for a table."""

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

    async def _table(self, table_id: int) -> TableRow | None:
        """With the channel in which it is read."""
        table = await self.store.table(table_id)
        return replace(table, channel=self.dm) if table is not None and self.reader else table

    async def _message(self, table_id: int, key: str) -> Message | None:
        """Known here without its reader, whom `mark_sent` adds."""
        found = await self.store.message(table_id, copy_key(key, self.reader))
        return None if found is None else replace(found, key=key)

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

    # Posts in the channel

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

    # DMs

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

    # Tidying up

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

    async def _try_quietly(self, work: Awaitable[None]) -> None:
        """Tidying up an old message matters to nobody once it, or the right to it, is gone."""
        with suppress(MessageGone, ChannelGone, NotAllowed):
            await work

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
