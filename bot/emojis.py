"""The bot's own emojis: drawn like the pictures, brought to Discord when they differ from what is there.

Nothing waits for them. What could not be brought is missing among the words until the next start, and no more.
"""

import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping

import aiohttp
import discord

Draw = Callable[[], Awaitable[Mapping[str, bytes]]]
OURS = re.compile(r"([a-z_]+)_[0-9a-f]{4}")
"""The name of a small picture, and what tells it from one that was drawn differently."""
FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError)
MOST_FAILURES = 3
"""In a row; then Discord wants none of them today."""
log = logging.getLogger(__name__)


def name_on_discord(name: str, picture: bytes) -> str:
    return f"{name}_{hashlib.sha256(picture).hexdigest()[:4]}"


class EmojiKeeper:
    def __init__(self, client: discord.Client, draw: Draw, known: dict[str, str]) -> None:
        """`known`: what can be used, by name, as Discord writes it; each as soon as it is there."""
        self.client = client
        self.draw = draw
        self.known = known

    async def bring(self) -> None:
        """Make those on Discord the ones that are drawn today."""
        drawn = await self.draw()
        if not drawn:
            return
        try:
            there = {each.name: each for each in await self.client.fetch_application_emojis()}
            wanted = {name: name_on_discord(name, picture) for name, picture in drawn.items()}
            self.known |= {name: str(there[full]) for name, full in wanted.items() if full in there}
            await self._create({full: drawn[name] for name, full in wanted.items() if full not in there})
            old = [emoji for full, emoji in there.items() if self._is_overtaken(full, wanted)]
            for emoji in old:
                await emoji.delete()
        except FAILURES as error:
            log.warning("emojis can't be brought to Discord now: %s", told(error))

    async def _create(self, missing: Mapping[str, bytes]) -> None:
        failed = 0
        for full, picture in missing.items():
            try:
                made = await self.client.create_application_emoji(name=full, image=picture)
            except FAILURES as error:
                failed += 1
                log.warning("the emoji %s can't be brought to Discord: %s", full, told(error))
                if failed == MOST_FAILURES:
                    raise
                continue
            failed = 0
            self.known[full.rpartition("_")[0]] = str(made)

    def _is_overtaken(self, full: str, wanted: Mapping[str, str]) -> bool:
        """Whether it is one of ours whose successor is there; whatever else the application has is none of ours."""
        found = OURS.fullmatch(full)
        return found is not None and found[1] in self.known and full != wanted.get(found[1])


def told(error: Exception) -> str:
    return f"{error.status} {error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__
