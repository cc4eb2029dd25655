"""Tells what is kept: takes letters from the store one after the other and sends them, at least once and seen once.

A letter leaves the store only in the transaction that remembers its message. A crash in between sends it again under
the same nonce, and after a longer pause the channel is searched for it first. Letters go in lanes: posts of one channel
keep their order, and wait for no DM; each DM waits for nobody.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from msgspec.structs import replace

from bot.errors import NotNow, Refusal, TableAside
from bot.outbox.post import (
    ChannelGone,
    DmClosed,
    Later,
    MessageGone,
    NoServerShared,
    NotAllowed,
    Post,
    Sender,
    SendError,
    TooLarge,
    Unreachable,
)
from bot.store.protocol import StoreFailing, StoreWriter
from bot.store.rows import Letter, Message
from bot.tables.writer import hand_letters

LONGEST_WAIT = 300.0
WAIT_FOR_PERMISSION = 900.0
"""The longest time that a letter waits to be tried again."""
MOST_FAILURES = 5
PAUSE = 60.0
STUCK = 300.0
"""A letter under way for so many seconds, or a Discord that took nothing for so long, is worth a word to the owner."""
HEAD_START = 3.0
"""For so many seconds a post waits for DMs that ring in its place: one that is refused leaves the ringing to it."""
CHANNEL = "channel"
ALONE = ("dm", "hello", "strip", "erase")
"""Kinds of letters that wait for no other: each DM, and each old message that is tidied up."""
NOT_OUR_BUG = (OSError, MemoryError, StoreFailing)
"""A full disk, a file handle too few: it passes, however often it fails."""
log = logging.getLogger(__name__)


class Composer(Protocol):
    """Finds words and pictures for a letter when it is sent. None: there is nothing to tell any more."""

    async def post(self, table_id: int, about: dict[str, int], *, is_plain: bool) -> Post | None: ...

    async def opening(self, table_id: int) -> Post | None: ...

    async def ping(self, table_id: int, about: dict[str, int]) -> Post | None: ...

    async def end(self, table_id: int, about: dict[str, int], *, is_plain: bool) -> Post | None: ...

    async def lobby(self, table_id: int) -> Post | None: ...

    async def notice(self, table_id: int, about: dict[str, int]) -> Post | None: ...

    async def hello(self, table_id: int, user: int) -> Post | None: ...

    async def left(self, table_id: int) -> Post | None: ...

    async def vote(self, table_id: int) -> Post | None: ...

    async def stopped(self, table_id: int) -> Post | None: ...

    async def aside(self, table_id: int) -> Post | None: ...

    async def show(self, table_id: int) -> Post | None: ...

    async def hand(self, table_id: int, seat: int, *, is_plain: bool) -> Post | None: ...


class Bell:
    """Rung whenever something is written for a game while its letters are on their way."""

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
        await asyncio.wait({rung, *others}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        rung.cancel()


class OutboxWorker:
    """`now` must neither jump nor stand still: what waits is counted in it."""

    def __init__(self, store: StoreWriter, composer: Composer, sender: Sender, now: Callable[[], float]) -> None:
        self.store = store
        self.composer = composer
        self.sender = sender
        self.now = now
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._bells: dict[int, Bell] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._under_way: dict[int, tuple[Letter, asyncio.Task[None], float]] = {}
        """By number: letters that are being sent, and since when."""
        self._failures: dict[int, int] = {}
        """By number: how often a letter has failed by a bug of ours in this run."""
        self._unreachable_since: float | None = None
        self._is_closing = False

    def wake(self, table_id: int) -> None:
        """Something was written for this game."""
        if self._is_closing:
            return
        self._wake_in(table_id, None)
        if (bell := self._bells.get(table_id)) is not None:
            bell.ring()
            return
        self._bells[table_id] = Bell()
        task = asyncio.create_task(self._tell(table_id, self._bells[table_id]), name=f"telling of {table_id}")
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: int) -> None:
        self._tasks.pop(table_id, None)
        if self._bells.pop(table_id).is_rung:
            self.wake(table_id)

    async def wake_all(self, *, is_anew: bool = False) -> None:
        """After a start, or after the gateway came back: finish the telling; `is_anew` waits for no due moment."""
        if is_anew:
            await self.store.make_due()
        for game, _ in await self.store.games_with_letters():
            self.wake(game)

    async def told(self, table_id: int) -> None:
        """Until what is written for a game by now is told, or has failed."""
        while (task := self._tasks.get(table_id)) is not None:
            await asyncio.wait({task})
            await asyncio.sleep(0)

    async def is_stuck(self) -> bool:
        """Whether what is written doesn't get out, though somebody may think that all is well."""
        began = min((since for _, _, since in self._under_way.values()), default=self.now())
        since = began if self._unreachable_since is None else min(began, self._unreachable_since)
        if self.now() - since > STUCK:
            return True
        waiting = await self.store.games_with_letters()
        return any(game not in self._tasks and game not in self._timers for game, _ in waiting)

    async def finish(self) -> None:
        """Finish what is under way and begin nothing new."""
        self._is_closing = True
        for timer in self._timers.values():
            timer.cancel()
        while self._tasks:
            await asyncio.wait(set(self._tasks.values()))

    def drop(self) -> list[asyncio.Task[None]]:
        """Give up what is under way: whatever is not told stays written for the next start."""
        self._is_closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        return tasks

    async def _tell(self, table_id: int, bell: Bell) -> None:
        lanes: dict[str, asyncio.Task[None]] = {}
        try:
            while not self._is_closing or lanes:
                bell.hush()
                letters = [] if self._is_closing else await self.store.letters(table_id)
                wait = self._begin(first_in_lanes(letters), lanes, bell)
                if not lanes and not bell.is_rung:
                    self._wake_in(table_id, wait)
                    return
                await bell.wait_with(lanes.values(), wait)
                for lane in [lane for lane, task in lanes.items() if task.done()]:
                    lanes.pop(lane).result()
        except Exception:
            log.exception("game %s: telling stopped; it goes on in a minute", table_id)
            await asyncio.gather(*lanes.values(), return_exceptions=True)
            self._wake_in(table_id, PAUSE)
        finally:
            for task in lanes.values():
                task.cancel()
            await asyncio.gather(*lanes.values(), return_exceptions=True)

    def _begin(self, letters: Mapping[str, Letter], lanes: dict[str, asyncio.Task[None]], bell: Bell) -> float | None:
        """Send what is due in free lanes; how many seconds from now something else is due."""
        wait = None
        for lane, letter in letters.items():
            if lane in lanes or is_held(letter, lanes):
                continue
            pause = pause_before(letter, self.now())
            if pause <= 0.0:
                lanes[lane] = self._started(letter, bell)
            elif wait is None or pause < wait:
                wait = pause
        return None if wait is None else max(wait, 1.0)

    def _started(self, letter: Letter, bell: Bell) -> asyncio.Task[None]:
        task = asyncio.create_task(self._deliver(letter, bell, bell.rings), name=f"letter {letter.id}")
        self._under_way[letter.id] = (letter, task, self.now())
        task.add_done_callback(lambda _: self._under_way.pop(letter.id, None))
        return task

    def _wake_in(self, table_id: int, wait: float | None) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if wait is not None and not self._is_closing:
            self._timers[table_id] = asyncio.get_running_loop().call_later(wait, self.wake, table_id)

    async def _deliver(self, letter: Letter, bell: Bell, rings: int) -> None:
        """Send one letter; whatever goes wrong decides when, or whether, it is tried again.

        `rings`: of the bell, when it was taken up. Somebody who acted, or a permission given back, while this try was
        failing is a reason to try at once.
        """

        async def postpone(wait: float) -> None:
            due = 0.0 if bell.rings > rings else self.now() + min(wait, WAIT_FOR_PERMISSION)
            await self.store.postpone(letter, due)

        await self.store.count_try(letter)
        try:
            await self._send(letter)
            self._unreachable_since = None
            self._failures.pop(letter.id, None)
        except Later as error:
            if isinstance(error, Unreachable) and self._unreachable_since is None:
                self._unreachable_since = self.now()
            await postpone(max(error.seconds, growing(letter.tries)))
        except NotAllowed as error:
            log.warning("game %s: not allowed to write there: %s", letter.table_id, error)
            await self._set_blocked(letter.table_id, "permission")
            await postpone(WAIT_FOR_PERMISSION)
        except (NotNow, TableAside):  # nothing is lost: it waits until the game can be loaded
            await postpone(growing(letter.tries))
        except Refusal as refusal:
            log.info("game %s: %s is not told any more: %s", letter.table_id, letter.kind, refusal.key)
            await self.store.sent(letter, self.now())
        except ChannelGone:
            log.warning("game %s: its channel is gone", letter.table_id)
            await self._gone(letter)
        except NOT_OUR_BUG as error:
            log.error("game %s: letter %s waits: %s", letter.table_id, letter.slot, error)
            await postpone(growing(letter.tries))
        except Exception:
            log.exception("game %s: letter %s (%s) failed", letter.table_id, letter.slot, letter.kind)
            await self._after_failure(letter)

    async def _gone(self, letter: Letter) -> None:
        """The channel is deleted: there is nowhere to tell it, but the players' DMs say so."""
        await self._set_blocked(letter.table_id, "gone")
        await self.store.sent(letter, self.now())

    async def _set_blocked(self, table_id: int, blocked: str | None) -> None:
        """DMs lead to the channel, so they tell when it is gone, or found again."""
        table, seats = await self.store.table(table_id), await self.store.seats(table_id)
        if table is None or table.blocked == blocked:
            return
        is_news = table.stage == "running" and "gone" in (blocked, table.blocked)
        hands = hand_letters(seats, range(len(seats))) if is_news else ()
        await self.store.set_blocked(table_id, blocked, hands, self.now())
        if hands:
            self.wake(table_id)

    async def _after_failure(self, letter: Letter) -> None:
        """A bug of ours must not silence the table for good. Only such failures count: an outage is none."""
        failures = self._failures[letter.id] = self._failures.get(letter.id, 0) + 1
        if failures > MOST_FAILURES:
            log.error("game %s: letter %s is given up", letter.table_id, letter.slot)
            del self._failures[letter.id]
            await self.store.sent(letter, self.now())
        else:
            await self.store.postpone(letter, self.now() + growing(failures - 1))

    async def _send(self, letter: Letter) -> None:
        is_plain = letter.tries > 1
        match letter.kind:
            case "post":
                await self._let_dms_go_first(letter.table_id)
                await self._post(letter, await self.composer.post(letter.table_id, letter.about, is_plain=is_plain))
            case "end":
                await self._post(letter, await self.composer.end(letter.table_id, letter.about, is_plain=is_plain))
            case "live":
                await self._live(letter)
            case "lobby":
                await self._standing(letter, "lobby", await self.composer.lobby(letter.table_id), {})
            case "ping":
                await self._ping(letter)
            case "notice":
                await self._notice(letter, await self.composer.notice(letter.table_id, letter.about))
            case "show":
                await self._notice(letter, await self.composer.show(letter.table_id))
            case "hello":
                await self._hello(letter)
            case "left":
                await self._left(letter)
            case "vote":
                await self._vote(letter)
            case "aside":
                await self._standing(letter, "aside", await self.composer.aside(letter.table_id), {})
            case "stop":
                await self._post(letter, await self.composer.stopped(letter.table_id))
            case "dm":
                await self._hand(letter)
            case "strip":
                await self._strip(letter)
            case "erase":
                await self._quietly(self.sender.delete(letter.about["channel"], letter.about["message"]))
                await self.store.sent(letter, self.now())
            case "archive":
                await self._archive(letter)
            case _:
                raise ValueError(letter.kind)

    async def _let_dms_go_first(self, table_id: int) -> None:
        """For a moment, where somebody is rung by DM: one that is refused leaves the ringing to the post."""
        dms = [
            task for letter, task, _ in self._under_way.values() if letter.table_id == table_id and letter.kind == "dm"
        ]
        users = [seat.user for seat in await self.store.seats(table_id) if seat.user is not None]
        if dms and any([(await self.store.user(user)).dm_on_turn for user in users]):
            await asyncio.wait(dms, timeout=HEAD_START)

    async def _strip(self, letter: Letter) -> None:
        """An old post loses its buttons; the opening one also shows who was the last to choose."""
        channel, message = letter.about["channel"], letter.about["message"]
        parcel = await self.composer.opening(letter.table_id) if letter.about.get("until") == 0 else None
        work = self.sender.strip(channel, message) if parcel is None else self.sender.edit(channel, message, parcel)
        await self._quietly(work)
        await self.store.sent(letter, self.now())

    async def _archive(self, letter: Letter) -> None:
        table = await self.store.table(letter.table_id)
        if table is not None and await self.store.table_in(table.channel) is None:
            await self._quietly(self.sender.archive(table.channel))
        await self.store.sent(letter, self.now())

    async def _quietly(self, work: Awaitable[None]) -> None:
        """Tidying up an old message matters to nobody once it, or the right to it, is gone."""
        with suppress(MessageGone, ChannelGone, NotAllowed):
            await work

    async def _post(self, letter: Letter, parcel: Post | None) -> None:
        """A new post; the one before it loses its buttons. In a quiet table the one message is edited instead."""
        if parcel is None:
            await self.store.sent(letter, self.now())
            return
        table = await self.store.table(letter.table_id)
        assert table is not None
        old = await self.store.message(letter.table_id, "post")
        if table.posts == "quiet" and letter.kind == "post" and letter.about["until"] > 0:
            ping = Letter(slot=f"ping:{letter.about['until']}", kind="ping", about=letter.about)
            await self._standing(letter, "post", parcel, letter.about, [ping])
            return
        more = [] if old is None else [removal("strip", old, old.about)]
        ping_before = await self.store.message(letter.table_id, "ping")
        if ping_before is not None:
            more.append(removal("erase", ping_before))
        if letter.kind == "post" and await self.composer.left(letter.table_id) is not None:
            more.append(Letter(slot="left", kind="left", about={"until": letter.about["until"]}))
        message = await self._send_once(letter, table.channel, parcel)
        about = {**letter.about, "rang": await self._rung(letter.table_id, parcel)}
        kept = Message(slot="post", channel=table.channel, message=message, about=about)
        await self.store.sent(letter, self.now(), keep=kept, forget="ping", more=more)
        await self._set_blocked(letter.table_id, None)

    async def _rung(self, table_id: int, parcel: Post) -> int:
        """The seats that a message has rung, one bit each."""
        return sum(1 << row.seat for row in await self.store.seats(table_id) if row.user in parcel.pings)

    async def _send_once(self, letter: Letter, channel: int, parcel: Post, old: Message | None = None) -> int:
        """Send, unless it arrived before a crash and its nonce may be forgotten by now."""
        if letter.tries > 0:
            found = await self._found(letter, channel, parcel)
            if found is not None:
                return found
        # A letter that was rewritten while it was sent keeps its number: what replaces `old` needs another nonce.
        nonce = f"{self.store.edition_of(letter)}.{letter.id}" + (f".{letter.version}" if old else "")
        try:
            return await self.sender.send(channel, parcel, nonce)
        except TooLarge:
            return await self.sender.send(channel, without_files(parcel), nonce)

    async def _found(self, letter: Letter, channel: int, parcel: Post) -> int | None:
        """What an earlier try has become. All else that this game has said there is known, and older: it waited."""
        known = await self.store.messages_in(channel)
        last = max((message for game, message in known if game == letter.table_id), default=0)
        since = min(letter.written, self.now())
        return await self.sender.find(channel, parcel, since, last, {message for _, message in known})

    async def _standing(
        self,
        letter: Letter,
        slot: str,
        parcel: Post | None,
        about: dict[str, int],
        more: Sequence[Letter] = (),
    ) -> None:
        """A message that is edited in place, or sent anew when there is none (any more)."""
        table = await self.store.table(letter.table_id)
        if parcel is None or table is None:
            await self.store.sent(letter, self.now())
            return
        old = await self.store.message(letter.table_id, slot)
        if old is not None:
            try:
                await self._edit(old, parcel)
                await self.store.sent(letter, self.now(), keep=moved(old, about), more=more)
                await self._set_blocked(letter.table_id, None)
                return
            except MessageGone:
                more, parcel = [*more, removal("erase", old)], replace(parcel, pings=())
        message = await self._send_current(letter, table.channel, parcel, old)
        kept = Message(slot=slot, channel=table.channel, message=message, about=about)
        await self.store.sent(letter, self.now(), keep=kept, more=more)
        await self._set_blocked(letter.table_id, None)

    async def _edit(self, old: Message, parcel: Post) -> None:
        try:
            await self.sender.edit(old.channel, old.message, parcel)
        except TooLarge:
            await self.sender.edit(old.channel, old.message, without_files(parcel))

    async def _live(self, letter: Letter) -> None:
        """The live post tells a little more: who still chooses, what a half-made turn has shown."""
        old = await self.store.message(letter.table_id, "post")
        if old is None:
            await self.store.sent(letter, self.now())
            return
        parcel = await self.composer.post(letter.table_id, {**old.about, "live": 1}, is_plain=True)
        await self._standing(letter, "post", parcel, old.about)

    async def _ping(self, letter: Letter) -> None:
        """In a quiet table: a short line that rings, taken away when the player has moved."""
        table = await self.store.table(letter.table_id)
        parcel = await self.composer.ping(letter.table_id, letter.about)
        old = await self.store.message(letter.table_id, "ping")
        more = [] if old is None else [removal("erase", old)]
        if table is None or parcel is None:
            await self.store.sent(letter, self.now(), forget="ping", more=more)
            return
        message = await self._send_once(letter, table.channel, parcel)
        about = {"rang": await self._rung(letter.table_id, parcel)}
        kept = Message(slot="ping", channel=table.channel, message=message, about=about)
        await self.store.sent(letter, self.now(), keep=kept, more=more)
        await self._set_blocked(letter.table_id, None)

    async def _notice(self, letter: Letter, parcel: Post | None) -> None:
        table = await self.store.table(letter.table_id)
        if table is None or parcel is None:
            await self.store.sent(letter, self.now())
            return
        message = await self._send_once(letter, table.channel, parcel)
        kept = Message(slot=letter.slot, channel=table.channel, message=message)
        await self.store.sent(letter, self.now(), keep=kept)
        await self._set_blocked(letter.table_id, None)

    async def _left(self, letter: Letter) -> None:
        """Said once a turn."""
        old, parcel = await self.store.message(letter.table_id, "left"), await self.composer.left(letter.table_id)
        table = await self.store.table(letter.table_id)
        if table is None or parcel is None or (old is not None and old.about == letter.about):
            await self.store.sent(letter, self.now())
            return
        message = await self._send_once(letter, table.channel, parcel)
        kept = Message(slot="left", channel=table.channel, message=message, about=letter.about)
        await self.store.sent(letter, self.now(), keep=kept)
        await self._set_blocked(letter.table_id, None)

    async def _vote(self, letter: Letter) -> None:
        """Each vote has one message, on which its answers come in."""
        vote = await self.store.vote(letter.table_id)
        slot = f"vote:{vote.id if vote else 0}"
        await self._standing(letter, slot, await self.composer.vote(letter.table_id), {})

    async def _hand(self, letter: Letter) -> None:
        """One DM a game and seat, kept current. Closed DMs are remembered, and the game goes on without them."""
        seat = letter.about["seat"]
        row = next((row for row in await self.store.seats(letter.table_id) if row.seat == seat), None)
        if row is None or row.user is None or row.dm in ("closed", "told"):
            await self.store.sent(letter, self.now())
            return
        parcel = await self.composer.hand(letter.table_id, seat, is_plain=letter.tries > 1)
        if parcel is None:
            await self.store.sent(letter, self.now())
            return
        try:
            kept, more = await self._hand_over(letter, row.user, parcel)
        except (DmClosed, ChannelGone, NotAllowed) as error:
            calls = [call(seat, parcel)] if parcel.pings and closed_by(error) == "closed" else []
            await self.store.sent(letter, self.now(), dm=(row.user, closed_by(error)), more=calls)
            return
        hello = hello_slot(row.user)
        await self.store.sent(letter, self.now(), keep=kept, forget=hello, more=more, dm=(row.user, "open"))

    async def _hello(self, letter: Letter) -> None:
        """The DM to somebody in a lobby; when the game begins, it becomes the hand."""
        user = letter.about["user"]
        row = next((row for row in await self.store.seats(letter.table_id) if row.user == user), None)
        parcel, old = (
            await self.composer.hello(letter.table_id, user),
            await self.store.message(letter.table_id, letter.slot),
        )
        is_useless = (row is None and old is None) or (row is not None and row.dm in ("closed", "told"))
        if parcel is None or is_useless:
            await self.store.sent(letter, self.now())
            return
        try:
            kept, more = await self._hand_over(letter, user, parcel)
        except (DmClosed, ChannelGone, NotAllowed) as error:
            await self.store.sent(letter, self.now(), dm=(user, closed_by(error)))
            return
        await self.store.sent(letter, self.now(), keep=kept, more=more, dm=(user, "open"))

    async def _hand_over(self, letter: Letter, user: int, parcel: Post) -> tuple[Message, list[Letter]]:
        old = await self.store.message(letter.table_id, letter.slot) or await self.store.message(
            letter.table_id, hello_slot(user)
        )
        asked = {"asked": parcel.about_turn} if parcel.pings else {}
        is_ringing = bool(parcel.pings) and (old is None or old.about != asked)
        more = []
        if old is not None and not is_ringing:
            try:
                await self._edit(old, parcel)
                return replace(old, slot=letter.slot, about=asked), []
            except (MessageGone, ChannelGone):
                pass
        if old is not None:
            more.append(removal("erase", old))
        channel = await self.sender.open_dm(user)
        message = await self._send_current(letter, channel, parcel, old)
        return Message(slot=letter.slot, channel=channel, message=message, about=asked), more

    async def _send_current(self, letter: Letter, channel: int, parcel: Post, old: Message | None) -> int:
        """Send once a message that changes later: one that had arrived before a crash is brought up to date."""
        message = await self._send_once(letter, channel, parcel, old)
        if letter.tries > 0:
            await self._edit(Message(slot=letter.slot, channel=channel, message=message), parcel)
        return message


def first_in_lanes(letters: Sequence[Letter]) -> dict[str, Letter]:
    """The next letter of each lane: those to the channel keep their order, all others stand alone."""
    lanes: dict[str, Letter] = {}
    for letter in letters:
        lanes.setdefault(letter.slot if letter.kind in ALONE else CHANNEL, letter)
    return lanes


def is_held(letter: Letter, lanes: Iterable[str]) -> bool:
    """A hand is written into the greeting of the lobby, so it lets that arrive first."""
    return letter.kind == "dm" and any(lane.startswith(hello_slot("")) for lane in lanes)


def pause_before(letter: Letter, now: float) -> float:
    """Seconds to wait. A moment further away than any pause was written by a clock that has been set back since."""
    pause = letter.due - now
    return pause if 0.0 < pause <= WAIT_FOR_PERMISSION else 0.0


def growing(tries: int) -> float:
    """A pause twice as long after each try, in seconds."""
    return min(2.0 ** min(tries, 10), LONGEST_WAIT)


def call(seat: int, parcel: Post) -> Letter:
    """A line in the channel that rings somebody whose DM was to ring: the post may have left it to that."""
    return Letter(slot=f"call:{seat}", kind="ping", about={"seat": seat, "turn": parcel.about_turn})


def closed_by(error: SendError) -> str:
    """What a seat remembers: one who is only away is tried again the next time."""
    return "away" if isinstance(error, NoServerShared) else "closed"


def hello_slot(user: int | str) -> str:
    return f"hello:{user}"


def without_files(parcel: Post) -> Post:
    return replace(parcel, files=())


def moved(old: Message, about: dict[str, int]) -> Message:
    return Message(slot=old.slot, channel=old.channel, message=old.message, about=about)


def removal(kind: str, old: Message, told: dict[str, int] | None = None) -> Letter:
    about = {"channel": old.channel, "message": old.message, **(told or {})}
    return Letter(slot=f"{kind}:{old.message}", kind=kind, about=about)
