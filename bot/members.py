"""Who is still on a server. Without a privileged intent Discord tells nobody, so it is asked where it matters."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Protocol

import aiohttp
import discord

KNOWN_FOR = 3600.0
"""For so many seconds somebody who was there is not asked about again."""
GONE_FOR = 30.0
KEPT = 5000
PATIENCE = 5.0
UNKNOWN_MEMBER = frozenset({10007, 10013})
"""Discord's own error codes."""
log = logging.getLogger(__name__)


class Members(Protocol):
    async def left(self, guild: int, users: Iterable[int], *, is_anew: bool = False) -> frozenset[int]:
        """Those who are no longer on the server; whoever can't be asked about is there.

        `is_anew`: what was known a moment ago is not enough.
        """
        ...


class Everybody:
    """Nobody ever leaves."""

    async def left(self, guild: int, users: Iterable[int], *, is_anew: bool = False) -> frozenset[int]:
        return frozenset()


class DiscordMembers:
    def __init__(self, client: discord.Client, now: Callable[[], float]) -> None:
        self.client = client
        self.now = now
        self._asking: set[asyncio.Task[bool]] = set()
        self._known: OrderedDict[tuple[int, int], tuple[float, bool]] = OrderedDict()

    async def left(self, guild: int, users: Iterable[int], *, is_anew: bool = False) -> frozenset[int]:
        if not guild:
            return frozenset()  # a table on no server can't be left by leaving one
        return frozenset([user for user in users if not await self._is_there(guild, user, is_anew)])

    async def _is_there(self, guild: int, user: int, is_anew: bool) -> bool:
        until, is_there = self._known.get((guild, user), (0.0, True))
        if is_anew or until <= self.now():
            is_there = await self._asked(guild, user)
            self._known[guild, user] = (self.now() + (KNOWN_FOR if is_there else GONE_FOR), is_there)
            self._known.move_to_end((guild, user))
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return is_there

    async def _asked(self, guild: int, user: int) -> bool:
        """The question itself is never cancelled: discord.py may be waiting for a rate limit of all requests."""
        asking = asyncio.create_task(self._ask(guild, user))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)
        await asyncio.wait({asking}, timeout=PATIENCE)
        return asking.result() if asking.done() else True

    async def _ask(self, guild: int, user: int) -> bool:
        try:
            await self.client.http.get_member(guild, user)
        except discord.HTTPException as error:
            return error.code not in UNKNOWN_MEMBER
        except (aiohttp.ClientError, OSError, TimeoutError):
            log.info("Discord did not say whether somebody is still on server %s", guild)
        return True
