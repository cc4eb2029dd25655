"""A Discord of paper: what was sent, edited and deleted, with nonces honoured and failures on demand."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from bot.outbox.post import MessageGone, Post, SendError, TableTags, is_the_same, struck


class PaperMail:
    def __init__(self) -> None:
        self.messages: dict[int, Post] = {}
        self.channels: dict[int, int] = {}
        self.order: list[int] = []
        self.nonces: dict[tuple[int, str], int] = {}
        self.rung: list[tuple[int, int]] = []
        """Who was rung by which message."""
        self.edits: list[int] = []
        """Channels in which something was edited, in order."""
        self.archived: list[int] = []
        self.failures: list[SendError] = []
        self.before: Callable[[str], None] = lambda _: None
        self.after: Callable[[str], None] = lambda _: None

    def _fail(self, what: str) -> None:
        self.before(what)
        if self.failures:
            raise self.failures.pop(0)

    async def send(self, channel: int, post: Post, nonce: str) -> int:
        self._fail("send")
        known = self.nonces.get((channel, nonce))
        if known is None:
            known = self.nonces[channel, nonce] = 1000 + len(self.order)
            self.messages[known] = post
            self.channels[known] = channel
            self.order.append(known)
            self.rung += [(user, known) for user in post.pings]
        self.after("send")
        return known

    async def open_dm(self, user: int) -> int:
        self._fail("open_dm")
        return user * 10

    async def edit(self, channel: int, message: int, post: Post) -> None:
        self._fail("edit")
        if message not in self.messages:
            raise MessageGone
        self.messages[message] = post
        self.edits.append(channel)
        self.after("edit")

    async def strip(self, channel: int, message: int) -> None:
        self._fail("strip")
        old = self.messages.get(message)
        if old is None:
            raise MessageGone
        self.messages[message] = Post(text=old.text, files=old.files)

    async def strike(self, channel: int, message: int) -> None:
        self._fail("strike")
        old = self.messages.get(message)
        if old is None:
            raise MessageGone
        self.messages[message] = Post(text=struck(old.text), files=old.files)

    async def delete(self, channel: int, message: int) -> None:
        self._fail("delete")
        if self.messages.pop(message, None) is None:
            raise MessageGone

    async def archive(self, thread: int, *, is_locked: bool = False) -> None:
        self._fail("archive")
        self.archived.append(thread)

    async def tag(self, thread: int, tags: TableTags) -> None:
        self._fail("tag")

    async def find(
        self, channel: int, post: Post, since: float, after: int = 0, besides: AbstractSet[int] = frozenset()
    ) -> int | None:
        self._fail("find")
        here = [m for m in self.messages if self.channels[m] == channel and m > after and m not in besides]
        found = [m for m in here if is_the_same(post, self.messages[m].text)]
        return found[-1] if found else None

    def posts(self, channel: int) -> list[str]:
        return [self.messages[m].text for m in self.order if m in self.messages and self.channels[m] == channel]
