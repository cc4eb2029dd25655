"""Tells what is kept: takes letters from the store one after the other and sends them, at least once and seen once.

A letter leaves the store only in the transaction that remembers its message. A crash in between sends it again under
the same nonce, and after a longer pause the channel is searched for it first. Posts of one channel keep their order;
a hand by DM waits for nobody.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Protocol

from msgspec.structs import replace

from bot.errors import NotNow, Refusal, TableAside
from bot.store.rows import Letter, Message
from bot.store.store import Store
from bot.tables import hand_letters
from bot.telling.parcel import (
    ChannelGone,
    DmClosed,
    Later,
    Mail,
    MailError,
    MessageGone,
    NoServerShared,
    NotAllowed,
    Parcel,
    TooLarge,
)

LONGEST_WAIT = 300.0
WAIT_FOR_PERMISSION = 900.0
MOST_FAILURES = 5
PAUSE = 60.0
BY_DM = ("dm", "hello")
log = logging.getLogger(__name__)


class Composer(Protocol):
    """Finds words and pictures for a letter when it is sent. None: there is nothing to tell any more."""

    async def post(self, game: int, about: dict[str, int], *, is_plain: bool) -> Parcel | None: ...

    async def opening(self, game: int) -> Parcel | None: ...

    async def ping(self, game: int, about: dict[str, int]) -> Parcel | None: ...

    async def end(self, game: int, about: dict[str, int], *, is_plain: bool) -> Parcel | None: ...

    async def lobby(self, game: int) -> Parcel | None: ...

    async def notice(self, game: int, about: dict[str, int]) -> Parcel | None: ...

    async def hello(self, game: int, user: int) -> Parcel | None: ...

    async def left(self, game: int) -> Parcel | None: ...

    async def vote(self, game: int) -> Parcel | None: ...

    async def stopped(self, game: int) -> Parcel | None: ...

    async def aside(self, game: int) -> Parcel | None: ...

    async def show(self, game: int) -> Parcel | None: ...

    async def hand(self, game: int, seat: int, *, is_plain: bool) -> Parcel | None: ...


class Teller:
    def __init__(self, store: Store, composer: Composer, mail: Mail, now: Callable[[], float]) -> None:
        self.store = store
        self.composer = composer
        self.mail = mail
        self.now = now
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._is_closing = False

    def wake(self, game: int) -> None:
        """Something was written for this game."""
        if self._is_closing:
            return
        if game in self._tasks:
            self._again.add(game)
            return
        task = asyncio.create_task(self._tell(game), name=f"telling of {game}")
        self._tasks[game] = task
        task.add_done_callback(lambda _: self._done(game))

    def _done(self, game: int) -> None:
        self._tasks.pop(game, None)
        if game in self._again:
            self._again.discard(game)
            self.wake(game)

    async def wake_all(self, *, is_anew: bool = False) -> None:
        """After a start, or after the gateway came back: finish the telling; `is_anew` waits for no due moment."""
        if is_anew:
            await self.store.make_due()
        for game, _ in await self.store.games_with_letters():
            self.wake(game)

    async def told(self, game: int) -> None:
        """Until what is written for a game by now is told, or has failed."""
        while (task := self._tasks.get(game)) is not None:
            await asyncio.wait({task})
            await asyncio.sleep(0)

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

    async def _tell(self, game: int) -> None:
        try:
            while not self._is_closing:
                letters = await self.store.letters(game)
                letter = first_due(letters, self.now())
                if letter is None:
                    self._set_timer(game, letters)
                    return
                await self._deliver(letter)
        except Exception:
            log.exception("game %s: telling stopped; it goes on in a minute", game)
            self._wake_in(game, PAUSE)

    def _set_timer(self, game: int, letters: Sequence[Letter]) -> None:
        due = next_due(letters)
        self._wake_in(game, None if due is None else max(due - self.now(), 1.0))

    def _wake_in(self, game: int, wait: float | None) -> None:
        timer = self._timers.pop(game, None)
        if timer is not None:
            timer.cancel()
        if wait is not None and not self._is_closing:
            self._timers[game] = asyncio.get_running_loop().call_later(wait, self.wake, game)

    async def _deliver(self, letter: Letter) -> None:
        """Send one letter; whatever goes wrong decides when, or whether, it is tried again."""
        await self.store.count_try(letter)
        try:
            await self._send(letter)
        except Later as error:
            wait = max(error.seconds, min(2.0**letter.tries, LONGEST_WAIT))
            await self._postpone(letter, wait)
        except NotAllowed as error:
            log.warning("game %s: not allowed to write there: %s", letter.game, error)
            await self.store.set_blocked(letter.game, "permission")
            await self._postpone(letter, WAIT_FOR_PERMISSION)
        except (NotNow, TableAside):  # nothing is lost: it waits until the game can be loaded
            await self._postpone(letter, min(2.0 ** min(letter.tries, 16), LONGEST_WAIT))
        except Refusal as refusal:
            log.info("game %s: %s is not told any more: %s", letter.game, letter.kind, refusal.key)
            await self.store.sent(letter, self.now())
        except ChannelGone:
            log.warning("game %s: its channel is gone", letter.game)
            await self._gone(letter)
        except Exception:
            log.exception("game %s: letter %s (%s) failed", letter.game, letter.slot, letter.kind)
            await self._after_failure(letter)

    async def _gone(self, letter: Letter) -> None:
        """The channel is deleted: there is nowhere to tell it, but the players' DMs say so."""
        table, seats = await self.store.table(letter.game), await self.store.seats(letter.game)
        is_news = table is not None and table.stage == "running" and table.blocked != "gone"
        hands = hand_letters(seats, range(len(seats))) if is_news else ()
        await self.store.set_blocked(letter.game, "gone", hands, self.now())
        await self.store.sent(letter, self.now())

    async def _postpone(self, letter: Letter, wait: float) -> None:
        """Somebody who acted, or a permission given back, while this try was failing is a reason to try at once."""
        is_woken = letter.game in self._again
        self._again.discard(letter.game)
        await self.store.postpone(letter, 0.0 if is_woken else self.now() + wait)

    async def _after_failure(self, letter: Letter) -> None:
        """A bug of ours must not silence the table for good."""
        if letter.tries >= MOST_FAILURES:
            log.error("game %s: letter %s is given up", letter.game, letter.slot)
            await self.store.sent(letter, self.now())
        else:
            await self.store.postpone(letter, self.now() + min(2.0**letter.tries, LONGEST_WAIT))

    async def _send(self, letter: Letter) -> None:
        is_plain = letter.tries > 1
        match letter.kind:
            case "post":
                await self._post(letter, await self.composer.post(letter.game, letter.about, is_plain=is_plain))
            case "end":
                await self._post(letter, await self.composer.end(letter.game, letter.about, is_plain=is_plain))
            case "live":
                await self._live(letter)
            case "lobby":
                await self._standing(letter, "lobby", await self.composer.lobby(letter.game), {})
            case "ping":
                await self._ping(letter)
            case "notice":
                await self._notice(letter, await self.composer.notice(letter.game, letter.about))
            case "show":
                await self._notice(letter, await self.composer.show(letter.game))
            case "hello":
                await self._hello(letter)
            case "left":
                await self._left(letter)
            case "vote":
                await self._vote(letter)
            case "aside":
                await self._standing(letter, "aside", await self.composer.aside(letter.game), {})
            case "stop":
                await self._post(letter, await self.composer.stopped(letter.game))
            case "dm":
                await self._hand(letter)
            case "strip":
                await self._strip(letter)
            case "erase":
                await self._quietly(self.mail.delete(letter.about["channel"], letter.about["message"]))
                await self.store.sent(letter, self.now())
            case "archive":
                await self._archive(letter)
            case _:
                raise ValueError(letter.kind)

    async def _strip(self, letter: Letter) -> None:
        """An old post loses its buttons; the opening one also shows who was the last to choose."""
        channel, message = letter.about["channel"], letter.about["message"]
        parcel = await self.composer.opening(letter.game) if letter.about.get("until") == 0 else None
        work = self.mail.strip(channel, message) if parcel is None else self.mail.edit(channel, message, parcel)
        await self._quietly(work)
        await self.store.sent(letter, self.now())

    async def _archive(self, letter: Letter) -> None:
        table = await self.store.table(letter.game)
        if table is not None and await self.store.table_in(table.channel) is None:
            await self._quietly(self.mail.archive(table.channel))
        await self.store.sent(letter, self.now())

    async def _quietly(self, work: Awaitable[None]) -> None:
        """Tidying up an old message matters to nobody once it, or the right to it, is gone."""
        with suppress(MessageGone, ChannelGone, NotAllowed):
            await work

    async def _post(self, letter: Letter, parcel: Parcel | None) -> None:
        """A new post; the one before it loses its buttons. In a quiet table the one message is edited instead."""
        if parcel is None:
            await self.store.sent(letter, self.now())
            return
        table = await self.store.table(letter.game)
        assert table is not None
        old = await self.store.message(letter.game, "post")
        if table.posts == "quiet" and letter.kind == "post" and letter.about["until"] > 0:
            ping = Letter(slot=f"ping:{letter.about['until']}", kind="ping", about=letter.about)
            await self._standing(letter, "post", parcel, letter.about, [ping])
            return
        more = [] if old is None else [removal("strip", old, old.about)]
        ping_before = await self.store.message(letter.game, "ping")
        if ping_before is not None:
            more.append(removal("erase", ping_before))
        if letter.kind == "post" and await self.composer.left(letter.game) is not None:
            more.append(Letter(slot="left", kind="left", about={"until": letter.about["until"]}))
        message = await self._send_once(letter, table.channel, parcel)
        kept = Message(slot="post", channel=table.channel, message=message, about=letter.about)
        await self.store.sent(letter, self.now(), keep=kept, forget="ping", more=more)
        await self._unblock(letter.game, table.blocked)

    async def _unblock(self, game: int, blocked: str | None) -> None:
        if blocked is not None:
            await self.store.set_blocked(game, None)

    async def _send_once(self, letter: Letter, channel: int, parcel: Parcel, old: Message | None = None) -> int:
        """Send, unless it arrived before a crash and its nonce may be forgotten by now."""
        if letter.tries > 0:
            found = await self.mail.find(channel, parcel, letter.written, old.message if old else 0)
            if found is not None:
                return found
        # A letter that was rewritten while it was sent keeps its number: what replaces `old` needs another nonce.
        nonce = f"semafor.{letter.id}" if old is None else f"semafor.{letter.id}.{letter.version}"
        try:
            return await self.mail.send(channel, parcel, nonce)
        except TooLarge:
            return await self.mail.send(channel, without_files(parcel), nonce)

    async def _standing(
        self,
        letter: Letter,
        slot: str,
        parcel: Parcel | None,
        about: dict[str, int],
        more: Sequence[Letter] = (),
    ) -> None:
        """A message that is edited in place, or sent anew when there is none (any more)."""
        table = await self.store.table(letter.game)
        if parcel is None or table is None:
            await self.store.sent(letter, self.now())
            return
        old = await self.store.message(letter.game, slot)
        if old is not None:
            try:
                await self._edit(old, parcel)
                await self.store.sent(letter, self.now(), keep=moved(old, about), more=more)
                return
            except MessageGone:
                more, parcel = [*more, removal("erase", old)], replace(parcel, pings=())
        message = await self._send_current(letter, table.channel, parcel, old)
        kept = Message(slot=slot, channel=table.channel, message=message, about=about)
        await self.store.sent(letter, self.now(), keep=kept, more=more)
        await self._unblock(letter.game, table.blocked)

    async def _edit(self, old: Message, parcel: Parcel) -> None:
        try:
            await self.mail.edit(old.channel, old.message, parcel)
        except TooLarge:
            await self.mail.edit(old.channel, old.message, without_files(parcel))

    async def _live(self, letter: Letter) -> None:
        """The live post tells a little more: who still chooses, what a half-made turn has shown."""
        old = await self.store.message(letter.game, "post")
        if old is None:
            await self.store.sent(letter, self.now())
            return
        parcel = await self.composer.post(letter.game, {**old.about, "live": 1}, is_plain=True)
        await self._standing(letter, "post", parcel, old.about)

    async def _ping(self, letter: Letter) -> None:
        """In a quiet table: a short line that rings, taken away when the player has moved."""
        table = await self.store.table(letter.game)
        parcel = await self.composer.ping(letter.game, letter.about)
        old = await self.store.message(letter.game, "ping")
        more = [] if old is None else [removal("erase", old)]
        if table is None or parcel is None:
            await self.store.sent(letter, self.now(), forget="ping", more=more)
            return
        message = await self._send_once(letter, table.channel, parcel)
        kept = Message(slot="ping", channel=table.channel, message=message)
        await self.store.sent(letter, self.now(), keep=kept, more=more)

    async def _notice(self, letter: Letter, parcel: Parcel | None) -> None:
        table = await self.store.table(letter.game)
        if table is not None and parcel is not None:
            await self._send_once(letter, table.channel, parcel)
        await self.store.sent(letter, self.now())

    async def _left(self, letter: Letter) -> None:
        """Said once a turn."""
        old, parcel = await self.store.message(letter.game, "left"), await self.composer.left(letter.game)
        table = await self.store.table(letter.game)
        if table is None or parcel is None or (old is not None and old.about == letter.about):
            await self.store.sent(letter, self.now())
            return
        message = await self._send_once(letter, table.channel, parcel)
        kept = Message(slot="left", channel=table.channel, message=message, about=letter.about)
        await self.store.sent(letter, self.now(), keep=kept)

    async def _vote(self, letter: Letter) -> None:
        """Each vote has one message, on which its answers come in."""
        vote = await self.store.vote(letter.game)
        slot = f"vote:{vote.id if vote else 0}"
        await self._standing(letter, slot, await self.composer.vote(letter.game), {})

    async def _hand(self, letter: Letter) -> None:
        """One DM a game and seat, kept current. Closed DMs are remembered, and the game goes on without them."""
        seat = letter.about["seat"]
        row = next((row for row in await self.store.seats(letter.game) if row.seat == seat), None)
        if row is None or row.user is None or row.dm in ("closed", "told"):
            await self.store.sent(letter, self.now())
            return
        parcel = await self.composer.hand(letter.game, seat, is_plain=letter.tries > 1)
        if parcel is None:
            await self.store.sent(letter, self.now())
            return
        try:
            kept, more = await self._hand_over(letter, row.user, parcel)
        except (DmClosed, ChannelGone, NotAllowed) as error:
            await self.store.sent(letter, self.now(), dm=(row.user, closed_by(error)))
            return
        hello = hello_slot(row.user)
        await self.store.sent(letter, self.now(), keep=kept, forget=hello, more=more, dm=(row.user, "open"))

    async def _hello(self, letter: Letter) -> None:
        """The DM to somebody in a lobby; when the game begins, it becomes the hand."""
        user = letter.about["user"]
        row = next((row for row in await self.store.seats(letter.game) if row.user == user), None)
        parcel, old = await self.composer.hello(letter.game, user), await self.store.message(letter.game, letter.slot)
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

    async def _hand_over(self, letter: Letter, user: int, parcel: Parcel) -> tuple[Message, list[Letter]]:
        old = await self.store.message(letter.game, letter.slot) or await self.store.message(
            letter.game, hello_slot(user)
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
        channel = await self.mail.open_dm(user)
        message = await self._send_current(letter, channel, parcel, old)
        return Message(slot=letter.slot, channel=channel, message=message, about=asked), more

    async def _send_current(self, letter: Letter, channel: int, parcel: Parcel, old: Message | None) -> int:
        """Send once a message that changes later: one that had arrived before a crash is brought up to date."""
        message = await self._send_once(letter, channel, parcel, old)
        if letter.tries > 0:
            await self._edit(Message(slot=letter.slot, channel=channel, message=message), parcel)
        return message


def first_due(letters: Sequence[Letter], now: float) -> Letter | None:
    """The next letter that may be sent now: letters to the channel keep their order, each DM stands alone."""
    is_channel_open = True
    for letter in letters:
        if letter.kind in BY_DM:
            if letter.due <= now:
                return letter
        elif is_channel_open:
            if letter.due <= now:
                return letter
            is_channel_open = False
    return None


def next_due(letters: Sequence[Letter]) -> float | None:
    """When the first of them may be sent; in the channel all wait for the oldest."""
    in_channel = [letter.due for letter in letters if letter.kind not in BY_DM]
    return min([*in_channel[:1], *(letter.due for letter in letters if letter.kind in BY_DM)], default=None)


def closed_by(error: MailError) -> str:
    """What a seat remembers: one who is only away is tried again the next time."""
    return "away" if isinstance(error, NoServerShared) else "closed"


def hello_slot(user: int) -> str:
    return f"hello:{user}"


def without_files(parcel: Parcel) -> Parcel:
    return replace(parcel, files=())


def moved(old: Message, about: dict[str, int]) -> Message:
    return Message(slot=old.slot, channel=old.channel, message=old.message, about=about)


def removal(kind: str, old: Message, told: dict[str, int] | None = None) -> Letter:
    about = {"channel": old.channel, "message": old.message, **(told or {})}
    return Letter(slot=f"{kind}:{old.message}", kind=kind, about=about)
