"""What somebody may do in a table's channel, from wherever they ask. What Discord doesn't tell us is not allowed.

An interaction says what its member may do in its own channel. For any other one that is worked out from the member's
roles, which come with the interaction, and the channel's overwrites, which the client keeps.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from typing import Protocol

import aiohttp
import discord
import msgspec

from bot.store.rows import TableRow

KEPT = 500
LOST_FOR = 60.0
"""For so many seconds a thread that could not be found is not looked for again."""
PATIENCE = 5.0
UNREACHED = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
log = logging.getLogger(__name__)


class Rights(msgspec.Struct, frozen=True):
    sees: bool = False
    moderates: bool = False
    """May manage the channel: has a host's rights at its table."""


class Rooms(Protocol):
    async def rights(self, member: discord.Member, table: TableRow) -> Rights: ...


class DiscordRooms:
    def __init__(self, client: discord.Client) -> None:
        self.client = client
        self._put_away: OrderedDict[int, tuple[float, discord.Thread | None]] = OrderedDict()
        """Archived threads: the client forgets them. What is asked of them, their kind and channel, never changes."""

    async def rights(self, member: discord.Member, table: TableRow) -> Rights:
        guild = self.client.get_guild(table.guild)
        if guild is None or member.guild.id != guild.id:
            return Rights()
        if table.blocked == "gone":
            moderates = member.guild_permissions.manage_channels  # a deleted channel has no say any more
            return Rights(moderates, moderates)
        room = guild.get_channel_or_thread(table.channel) or await self._thread(table.channel)
        try:
            granted = room.permissions_for(member) if room is not None else discord.Permissions.none()
        except discord.ClientException:  # a thread of a channel that the client doesn't know
            granted = discord.Permissions.none()
        if not granted.view_channel or not await self._is_let_in(room, member, granted):
            return Rights()
        return Rights(True, granted.manage_channels)

    async def _is_let_in(self, room: object, member: discord.Member, granted: discord.Permissions) -> bool:
        """A private thread is for those who were added to it, and for whoever manages threads."""
        if not isinstance(room, discord.Thread) or not room.is_private() or granted.manage_threads:
            return True
        try:
            async with asyncio.timeout(PATIENCE):
                await room.fetch_member(member.id)
        except UNREACHED:
            return False
        return True

    async def _thread(self, channel: int) -> discord.Thread | None:
        until, thread = self._put_away.get(channel, (0.0, None))
        if thread is None and until <= time.monotonic():
            thread = await self._asked(channel)
            self._put_away[channel] = (time.monotonic() + LOST_FOR, thread)
            while len(self._put_away) > KEPT:
                self._put_away.popitem(last=False)
        return thread

    async def _asked(self, channel: int) -> discord.Thread | None:
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self.client.fetch_channel(channel)
        except UNREACHED as error:
            log.info("channel %s can't be looked at: %s", channel, type(error).__name__)
            return None
        return found if isinstance(found, discord.Thread) else None
