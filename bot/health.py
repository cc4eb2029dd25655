"""A file that is touched as long as the bot does its work, for a container's health check, which looks at its age."""

import asyncio
import logging
from pathlib import Path

import aiohttp

from bot.client import Semafor

HEARTBEAT = 20.0
log = logging.getLogger(__name__)


class Health:
    """Looks at the newest client: a connection that ended is followed by another."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.stands_by = False
        """Another process answers, and this one is ready to: all is well."""
        self.client: Semafor | None = None
        self.trace: aiohttp.TraceConfig | None = None
        """For whoever wants to see the client's requests."""
        self._said: str | None = None

    def watch(self, client: Semafor) -> Semafor:
        self.client = client
        return client

    async def beat(self) -> None:
        """For as long as it is let: look now and then."""
        while self.file is not None:
            await self.look(self.file)
            await asyncio.sleep(HEARTBEAT)

    async def trouble(self) -> str | None:
        """What is wrong; None: nothing."""
        if self.stands_by:
            return None
        return "not started" if self.client is None else await self.client.trouble()

    async def is_ready(self) -> bool:
        """Whether this process answers people now."""
        return not self.stands_by and await self.trouble() is None

    async def look(self, file: Path) -> None:
        trouble = await self.trouble()
        try:
            if trouble is None:
                file.touch()
        except OSError as error:
            trouble = f"health file: {error.strerror}"
        if trouble != self._said:
            log.warning("health: %s", trouble or "all is well")
        self._said = trouble
