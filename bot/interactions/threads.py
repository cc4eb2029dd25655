"""A thread of a table's own: there is one of it, whatever Discord answers, and none where there is no table."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

import discord

from bot.errors import Refusal
from bot.outbox.sender import NO_NETWORK
from data.texts import text

A_WEEK_IN_MINUTES: Final = 10080
NEEDED_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
REPEATED_AFTER = 1.0
"""discord.py repeats a request that failed with a 5xx; the first pause is so many seconds long."""
NOT_ALLOWED = frozenset({50001, 50013})
REFUSALS = {
    10003: "refuse.channel_gone",
    10004: "refuse.channel_gone",
    50024: "refuse.no_threads",
    160006: "refuse.threads_full",
    40067: "refuse.room_tag",
}
"""By Discord's own error codes."""
log = logging.getLogger(__name__)


async def open_thread(channel: discord.TextChannel, name: str, since: int, language: str) -> discord.Thread:
    """A new thread; `since`: an id that Discord gave just before. Raises a refusal that says what is missing."""
    began = asyncio.get_running_loop().time()
    try:
        thread = await channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=A_WEEK_IN_MINUTES
        )
    except (discord.HTTPException, *NO_NETWORK) as error:
        made = await opened_since(channel, name, since) if may_have_arrived(error) else []
        if not made:
            log.warning("no thread in channel %s: %s", channel.id, error)
            raise refusal_of(error, channel, language) from error
        thread = made[0]
    else:
        is_repeated = asyncio.get_running_loop().time() - began >= REPEATED_AFTER
        made = await opened_since(channel, name, since) if is_repeated else []
    for second in made:
        if second.id != thread.id:
            await remove_thread(second)
    return thread


def may_have_arrived(error: Exception) -> bool:
    return not isinstance(error, discord.HTTPException) or error.status >= 500


async def opened_since(
    channel: discord.TextChannel | discord.ForumChannel, name: str, since: int
) -> list[discord.Thread]:
    """Our own threads of that name, oldest first; none where Discord doesn't say."""
    with suppress(discord.HTTPException, *NO_NETWORK):
        every = await channel.guild.active_threads()
        own = [each for each in every if each.parent_id == channel.id and each.owner_id == channel.guild.me.id]
        return sorted((each for each in own if each.name == name and each.id > since), key=lambda each: each.id)
    return []


async def remove_thread(thread: discord.Thread) -> None:
    """Delete it; who may not delete even their own can put it away."""
    try:
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
    except (discord.HTTPException, *NO_NETWORK) as error:
        log.warning("thread %s is left behind: %s", thread.id, error)


def refusal_of(error: Exception, channel: discord.TextChannel | discord.ForumChannel, language: str) -> Refusal:
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code in NOT_ALLOWED:
        rights = channel.permissions_for(channel.guild.me)
        missing = [name for name in NEEDED_FOR_THREADS if not getattr(rights, name)] or NEEDED_FOR_THREADS
        return Refusal("refuse.permissions", names=", ".join(text(f"permission.{name}", language) for name in missing))
    return Refusal(REFUSALS.get(code, "refuse.thread_later"))
