"""The way out to Discord: posts become messages, Discord's refusals become `SendError`s."""

from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from typing import TypeVar

import aiohttp
import discord
from msgspec.structs import replace

from bot.outbox.components import files_of, forget_emojis, view_of
from bot.outbox.post import (
    ChannelGone,
    DmClosed,
    Later,
    MessageGone,
    NoServerShared,
    NotAllowed,
    Post,
    SendError,
    TableTags,
    TooLarge,
    Unreachable,
    is_the_same,
    struck,
)
from bot.outbox.tags import chosen_tags
from bot.text.emojis import without_emojis
from bot.text.sent import as_sent

T = TypeVar("T")
ARCHIVED = 50083
UNKNOWN_CHANNEL = 10003
MISSING_PERMISSIONS = 50013
TOO_MANY_DMS = 40003
BY_CODE: dict[int, type[SendError]] = {
    UNKNOWN_CHANNEL: ChannelGone,
    10004: NotAllowed,
    10008: MessageGone,
    10013: NoServerShared,
    30046: MessageGone,
    40005: TooLarge,
    50001: NotAllowed,
    50007: DmClosed,
    50013: NotAllowed,
    50278: NoServerShared,
    160005: NotAllowed,
}
"""Discord's own error codes: 10004 unknown server, 10013 unknown user, 30046 too many edits of an old message, 50007
and 50278 DMs closed or no server in common, 160005 thread locked."""
NO_NETWORK = (aiohttp.ClientError, OSError, TimeoutError)
NOT_OF_DISCORD = frozenset({0, 40333})
"""Codes of answers that whoever stands before Discord gives in its place."""
A_MINUTE, AN_HOUR = 60.0, 3600.0
LOOKED_THROUGH = 200
LONGEST = 2000


class DiscordSender:
    def __init__(self, client: discord.Client) -> None:
        self.client = client

    @property
    def _emojis(self) -> dict[str, str]:
        known: dict[str, str] = getattr(self.client, "known_emojis", {})
        return known

    def _written(self, post: Post) -> str:
        return as_sent(post.text, None, getattr(self.client, "command_ids", {}), self._emojis)

    async def send(self, channel: int, post: Post, nonce: str) -> int:
        async def work() -> int:
            message = await self._channel(channel).send(
                self._written(post),
                files=files_of(post.files),
                view=view_of(post, self._emojis) or discord.utils.MISSING,
                allowed_mentions=rings(post),
                silent=not post.pings,
                nonce=nonce,
            )
            return message.id

        return await self._trying(channel, work)

    async def open_dm(self, user: int) -> int:
        async def work() -> int:
            return (await self.client.create_dm(discord.Object(user))).id

        return await self._trying(None, work)

    async def edit(self, channel: int, message: int, post: Post) -> None:
        async def work() -> None:
            await self._message(channel, message).edit(
                content=self._written(post),
                attachments=discord.utils.MISSING if post.keeps_files else files_of(post.files),
                view=view_of(post, self._emojis),
                allowed_mentions=discord.AllowedMentions.none(),
            )

        await self._trying(channel, work)

    async def strip(self, channel: int, message: int) -> None:
        async def work() -> None:
            await self._message(channel, message).edit(view=None)

        await self._trying(channel, work)

    async def strike(self, channel: int, message: int) -> None:
        async def work() -> None:
            # A post without a picture may be as long as a message can be: its end gives room to what strikes it out.
            found = await self._message(channel, message).fetch()
            words = struck(found.content)
            content = words if len(words) <= LONGEST else struck(without_emojis(found.content)[: LONGEST // 2])
            await found.edit(content=content, view=None, allowed_mentions=discord.AllowedMentions.none())

        await self._trying(channel, work)

    async def delete(self, channel: int, message: int) -> None:
        async def work() -> None:
            await self._message(channel, message).delete()

        await self._trying(channel, work)

    async def archive(self, thread: int, *, is_locked: bool = False) -> None:
        async def work() -> None:
            try:
                if is_locked:
                    await self.client.http.edit_channel(thread, archived=True, locked=True)
                else:
                    await self.client.http.edit_channel(thread, archived=True)
            except discord.HTTPException as error:
                if is_locked and error.code == MISSING_PERMISSIONS:
                    await self.archive(thread)
                elif error.code != ARCHIVED:
                    raise

        await self._trying(thread, work)

    async def tag(self, thread: int, tags: TableTags) -> None:
        async def work() -> None:
            post = self.client.get_channel(thread) or await self.client.fetch_channel(thread)
            if not isinstance(post, discord.Thread) or not isinstance(post.parent, discord.ForumChannel):
                return
            chosen = await chosen_tags(post.parent, tags, post.applied_tags)
            if {tag.id for tag in chosen} != {tag.id for tag in post.applied_tags}:
                await post.edit(applied_tags=chosen)

        await self._trying(thread, work)

    async def find(
        self, channel: int, post: Post, since: float, after: int = 0, besides: AbstractSet[int] = frozenset()
    ) -> int | None:
        # Our clock and Discord's need not agree: only where no message tells better, and then roughly.
        oldest = after or discord.utils.time_snowflake(datetime.fromtimestamp(since - AN_HOUR, UTC))
        post = replace(post, text=self._written(post))

        async def work() -> int | None:
            async for message in self._channel(channel).history(limit=LOOKED_THROUGH):
                if message.id <= oldest:
                    return None
                is_ours = self.client.user is not None and message.author.id == self.client.user.id
                if is_ours and message.id not in besides and is_the_same(post, message.content):
                    return message.id
            return None

        try:
            return await self._trying(channel, work)
        except NotAllowed:
            return None

    def _channel(self, channel: int) -> discord.abc.Messageable:
        known = self.client.get_channel(channel)
        return known if isinstance(known, discord.abc.Messageable) else self.client.get_partial_messageable(channel)

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self.client.get_partial_messageable(channel).get_partial_message(message)

    async def _trying(self, channel: int | None, work: Callable[[], Awaitable[T]]) -> T:
        try:
            return await self._awake(channel, lambda: self._with_or_without_emojis(work))
        except discord.HTTPException as error:
            wrong = send_error(error)
            if isinstance(wrong, ChannelGone) and not await self._is_gone(channel):
                wrong = Later()
            raise wrong from error
        except KeyError as error:
            if error.args != ("retry_after",):
                raise
            # discord.py waits as long as a 429 says; the one about too many edits of an old message need not say.
            raise MessageGone from error
        except NO_NETWORK as error:
            raise Unreachable from error

    async def _with_or_without_emojis(self, work: Callable[[], Awaitable[T]]) -> T:
        try:
            return await work()
        except discord.HTTPException as error:
            if not forget_emojis(error, self._emojis):
                raise
        return await work()

    async def _is_gone(self, channel: int | None) -> bool:
        """A second look: a table is cut off from its channel, so one stray answer is not enough."""
        if channel is None:
            return False
        try:
            await self.client.http.get_channel(channel)
        except discord.HTTPException as error:
            return error.code == UNKNOWN_CHANNEL
        except NO_NETWORK:
            pass
        return False

    async def _awake(self, channel: int | None, work: Callable[[], Awaitable[T]]) -> T:
        """Do it; a thread that sleeps is woken once."""
        try:
            return await work()
        except discord.HTTPException as error:
            if error.code != ARCHIVED or channel is None:
                raise
        thread = await self.client.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
        return await work()


def send_error(error: discord.HTTPException) -> SendError:
    """What one of Discord's refusals means for an item. What is not known to last is tried again."""
    known = BY_CODE.get(error.code)
    if known is not None:
        return known(str(error.code))
    if error.code == TOO_MANY_DMS:
        return Later(A_MINUTE)
    if error.status == 413:
        return TooLarge()
    if error.status == 429 or error.status >= 500:
        wait = getattr(error, "retry_after", None)
        return Unreachable(float(wait or 0.0))
    if error.code in NOT_OF_DISCORD:
        return Unreachable()
    if error.status == 403:
        return NotAllowed(str(error.code))
    if error.status == 404:
        return Later()
    raise error


def rings(post: Post) -> discord.AllowedMentions:
    """Exactly the named users are rung; no role, nobody else, not everyone."""
    users = [discord.Object(user) for user in post.pings]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
