"""The way out to Discord: parcels become messages, Discord's refusals become `MailError`s."""

import io
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeVar

import aiohttp
import discord
from msgspec.structs import replace

from bot.answering.buttons import view_of
from bot.telling.parcel import (
    Attachment,
    ChannelGone,
    DmClosed,
    Later,
    MailError,
    MessageGone,
    NoServerShared,
    NotAllowed,
    Parcel,
    TooLarge,
    is_the_same,
)
from bot.words.commands import with_mentions
from bot.words.labels import PAGE

T = TypeVar("T")
ARCHIVED = 50083
BY_CODE: dict[int, type[MailError]] = {
    10003: ChannelGone,
    10004: ChannelGone,
    10008: MessageGone,
    30046: MessageGone,
    40003: DmClosed,
    40005: TooLarge,
    50001: NotAllowed,
    50007: DmClosed,
    50013: NotAllowed,
    50278: NoServerShared,
    160005: NotAllowed,
}
"""Discord's own error codes: 30046 too many edits of an old message, 40003 too many DMs opened, 50007 and 50278 DMs
closed or no server in common, 160005 thread locked."""


class DiscordMail:
    def __init__(self, client: discord.Client) -> None:
        self.client = client

    def _written(self, parcel: Parcel) -> str:
        """The text with commands to tap, where there is room for it."""
        words = with_mentions(parcel.text, None, getattr(self.client, "command_ids", {}))
        return words if len(words) <= PAGE else parcel.text

    async def send(self, channel: int, parcel: Parcel, nonce: str) -> int:
        async def work() -> int:
            message = await self._channel(channel).send(
                self._written(parcel),
                files=files_of(parcel.files),
                view=view_of(parcel) or discord.utils.MISSING,
                allowed_mentions=rings(parcel),
                silent=not parcel.pings,
                nonce=nonce,
            )
            return message.id

        return await self._trying(channel, work)

    async def open_dm(self, user: int) -> int:
        async def work() -> int:
            return (await self.client.create_dm(discord.Object(user))).id

        return await self._trying(None, work)

    async def edit(self, channel: int, message: int, parcel: Parcel) -> None:
        async def work() -> None:
            await self._message(channel, message).edit(
                content=self._written(parcel),
                attachments=discord.utils.MISSING if parcel.keeps_files else files_of(parcel.files),
                view=view_of(parcel),
                allowed_mentions=discord.AllowedMentions.none(),
            )

        await self._trying(channel, work)

    async def strip(self, channel: int, message: int) -> None:
        async def work() -> None:
            await self._message(channel, message).edit(view=None)

        await self._trying(channel, work)

    async def delete(self, channel: int, message: int) -> None:
        async def work() -> None:
            await self._message(channel, message).delete()

        await self._trying(channel, work)

    async def archive(self, thread: int) -> None:
        async def work() -> None:
            try:
                await self.client.http.edit_channel(thread, archived=True)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise

        await self._trying(None, work)

    async def find(self, channel: int, parcel: Parcel, since: float, besides: int = 0) -> int | None:
        after = datetime.fromtimestamp(since - 5, UTC)
        parcel = replace(parcel, text=self._written(parcel))

        async def work() -> int | None:
            async for message in self._channel(channel).history(limit=50, after=after):
                is_ours = self.client.user is not None and message.author.id == self.client.user.id
                if is_ours and message.id != besides and is_the_same(parcel, message.content):
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
            return await self._awake(channel, work)
        except discord.HTTPException as error:
            raise mail_error(error) from error
        except KeyError as error:
            if error.args != ("retry_after",):
                raise
            # discord.py waits as long as a 429 says; the one about too many edits of an old message need not say.
            raise MessageGone from error
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Later from error

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


def mail_error(error: discord.HTTPException) -> MailError:
    """What one of Discord's refusals means for a letter."""
    known = BY_CODE.get(error.code)
    if known is not None:
        return known(str(error.code)) if known is not Later else Later()
    if error.status == 413:
        return TooLarge()
    if error.status == 403:
        return NotAllowed(str(error.code))
    if error.status == 404:
        return ChannelGone()
    if error.status == 429 or error.status >= 500:
        wait = getattr(error, "retry_after", None)
        return Later(float(wait or 0.0))
    raise error


def files_of(attachments: tuple[Attachment, ...]) -> list[discord.File]:
    return [discord.File(io.BytesIO(a.content), a.name, description=a.alt[:1024]) for a in attachments]


def rings(parcel: Parcel) -> discord.AllowedMentions:
    """Exactly the named users are rung; no role, nobody else, not everyone."""
    users = [discord.Object(user) for user in parcel.pings]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
