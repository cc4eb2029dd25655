"""What is sent: words, pictures and buttons, before it becomes Discord's; who composes it, who sends it, and the ways
in which sending fails."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

import msgspec

from bot.attachment import Attachment
from bot.games.page import Button, Menu
from bot.text.emojis import without_emojis


class Link(msgspec.Struct, frozen=True):
    label: str
    url: str


Row = tuple[Button | Link, ...] | Menu


class Post(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    files: tuple[Attachment, ...] = ()
    keeps_files: bool = False
    """When it is edited in, the pictures that are there stay."""
    rows: tuple[Row, ...] = ()
    table_id: int = 0
    decision: int | None = None
    """The decision that the buttons are for; None on public posts, whose buttons open whatever is asked now."""
    mark: str = ""
    """Stands in every state of a message that changes, and in no other message of its channel at that time."""
    steady: str = ""
    """Lines, or parts of lines, that a message has whenever it is sent; all else may depend on the moment."""
    about_turn: int = 0
    """The turn that a DM tells about: each is rung for once, however many decisions it has."""
    pings: tuple[int, ...] = ()
    """The users whose mention in the text rings; nobody else's does."""


class TableTags(msgspec.Struct, frozen=True, kw_only=True):
    """What a table's post in a games room is marked with."""

    wanted: tuple[tuple[str, ...], ...] = ()
    """Each by its name in the server's language, then by those in the others: a forum may have any of them."""
    ours: frozenset[str] = frozenset()
    """Names, folded, of tags that say how a table stands: those that are no longer so go. All others stay."""


class SendError(Exception):
    """Something could not be sent, edited or deleted."""


class MessageGone(SendError):
    """The message was deleted, or is too old to be edited: a new one takes its place."""


class ChannelGone(SendError):
    """Discord has said twice that there is no such channel."""


class NotAllowed(SendError):
    """A permission is missing, or the thread is locked."""


class DmClosed(SendError):
    pass


class NoServerShared(DmClosed):
    """They have left the server, or the bot was thrown out of it: that can change by itself."""


class TooLarge(SendError):
    pass


class Later(SendError):
    """Not now: a bad moment, which passes by itself."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Unreachable(Later):
    """Discord, or the way to it, fails whatever is asked of it."""


class Sender(Protocol):
    """The way out to Discord. Every method may raise a `SendError`."""

    async def send(self, channel: int, post: Post, nonce: str) -> int:
        """The new message's id. A repeated `nonce` returns the first message, for a few minutes at least."""
        ...

    async def open_dm(self, user: int) -> int:
        """The id of the DM channel."""
        ...

    async def edit(self, channel: int, message: int, post: Post) -> None: ...

    async def strip(self, channel: int, message: int) -> None:
        """Take a message's buttons away."""
        ...

    async def strike(self, channel: int, message: int) -> None:
        """Strike a message's words out, and take its buttons away."""
        ...

    async def delete(self, channel: int, message: int) -> None: ...

    async def archive(self, thread: int, *, is_locked: bool = False) -> None:
        """Put a thread away; whoever writes in it, we too, takes it out again. `is_locked`: and close it, if we may."""
        ...

    async def tag(self, thread: int, tags: TableTags) -> None:
        """Mark a post of a forum; a thread that is none stays as it is."""
        ...

    async def find(
        self, channel: int, post: Post, since: float, after: int = 0, besides: AbstractSet[int] = frozenset()
    ) -> int | None:
        """Our own message that this post has become: it may have arrived before a crash.

        It is newer than the message `after`, or was sent since then where there is none. `besides`: what those
        messages are is known.
        """
        ...


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


def struck(words: str) -> str:
    """The same struck out, line by line; what is struck out already stays as it is."""
    lines = [line if not line or line.startswith("~~") else f"~~{line}~~" for line in words.split("\n")]
    return "\n".join(lines)


def is_the_same(post: Post, sent: str) -> bool:
    """Whether a message with this text is the post, as it is now or as it was when it was sent; small pictures may have
    come since."""
    said = without_emojis(sent)
    if post.steady and all(words in said for words in without_emojis(post.steady).split("\n")):
        return True
    return said == without_emojis(post.text) or bool(post.mark and whole(post.mark).search(sent))


def whole(mark: str) -> re.Pattern[str]:
    """A mark ends in a table's number, or names it: "USA #1" is no part of "USA #10"."""
    return re.compile(rf"(?<!\w){re.escape(mark)}(?!\d)")
