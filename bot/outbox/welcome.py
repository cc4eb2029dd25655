"""The first words on a server that has invited the bot: one message, where it may write, in the server's language.

Whom it could not reach for want of a connection is welcomed later; where it may write nowhere it keeps silent for good.
"""

import asyncio
import logging
from collections.abc import Iterator

import discord

from bot.games.page import Button
from bot.naming import title_name
from bot.outbox.lines import joined
from bot.outbox.post import ChannelGone, NotAllowed, Post, Sender, SendError
from bot.tables.welcomes import Welcomes
from data.languages import spoken_in
from data.texts import text
from rules.catalog import all_titles

WANTED = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
    "create_public_threads",
    "send_messages_in_threads",
)
"""Permissions that the bot has a use for."""
AN_HOUR = 3600.0
log = logging.getLogger(__name__)


class Welcomer:
    def __init__(self, client: discord.Client, welcomes: Welcomes, sender: Sender) -> None:
        self.client = client
        self.welcomes = welcomes
        self.sender = sender
        self._lock = asyncio.Lock()
        self._is_closing = False

    async def joined(self, guild: discord.Guild) -> None:
        """The bot was invited; invited again, it says nothing that was said before."""
        async with self._lock:
            if not self._is_closing and await self.welcomes.note(guild.id):
                await self._welcome(guild, is_again=False)

    async def welcome_all(self) -> None:
        """After a start, or once the connection is back: whoever is still to be welcomed."""
        async with self._lock:
            for guild_id in [] if self._is_closing else await self.welcomes.due():
                guild = self.client.get_guild(guild_id)
                if guild is not None and not guild.unavailable:
                    await self._welcome(guild, is_again=True)

    async def finish(self) -> None:
        """Let what is under way come to its end, and begin nothing new."""
        self._is_closing = True
        async with self._lock:
            pass

    async def _welcome(self, guild: discord.Guild, *, is_again: bool) -> None:
        """`is_again`: it was tried before, and may have arrived."""
        post = welcome_post(guild)
        for channel in places(guild):
            try:
                if not is_again or not await self._is_there(guild, channel.id, post):
                    await self.sender.send(channel.id, post, f"welcome{guild.id}"[:25])
            except (NotAllowed, ChannelGone):
                continue
            except SendError as error:
                log.info("server %s is welcomed later: %s", guild.id, type(error).__name__)
                return
            break
        await self.welcomes.done(guild.id)

    async def _is_there(self, guild: discord.Guild, channel: int, post: Post) -> bool:
        since = guild.me.joined_at
        if since is None:
            return False
        return await self.sender.find(channel, post, since.timestamp() - AN_HOUR) is not None


def places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Where the bot may write: in the channel for such messages, else from the first one on."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in dict.fromkeys([*first, *guild.text_channels]):
        rights = channel.permissions_for(guild.me)
        if rights.view_channel and rights.send_messages:
            yield channel


def welcome_post(guild: discord.Guild) -> Post:
    language = spoken_in(guild.preferred_locale.value)
    titles = ", ".join(title_name(title, language) for title in all_titles())
    granted = guild.me.guild_permissions
    missing = [name for name in WANTED if not getattr(granted, name)]
    lines = [text("welcome.first", language, titles=titles), text("welcome.help", language)]
    if missing:
        lines.append(text("welcome.missing", language))
        lines += [f"- {permission_line(name, language)}" for name in missing]
    lines.append(text("welcome.moderators", language))
    buttons = (
        Button(label=text("press.play_now", language), verb="play_now", style="good"),
        Button(label=text("press.new_table", language), verb="new_table"),
        Button(label=text("press.help", language), verb="help"),
    )
    return Post(text=joined(lines), rows=(buttons,), mark=lines[0])


def permission_line(name: str, language: str) -> str:
    """**Attach Files**: to show the board"""
    return f"**{text(f'permission.{name}', language)}**: {text(f'permission.{name}.for', language)}"
