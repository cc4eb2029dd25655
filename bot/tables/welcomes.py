"""Which servers have been welcomed: each once, also where a crash comes in between."""

import asyncio

import msgspec

from bot.store.protocol import StoreWriter

DUE = "welcomes due"


class Welcomes:
    """A fact for each server that was welcomed, and one that lists those who are still to be."""

    def __init__(self, store: StoreWriter) -> None:
        self._store = store
        self._lock = asyncio.Lock()

    async def note(self, guild: int) -> bool:
        """The bot was invited to a server; False where it has been welcomed before."""
        async with self._lock:
            if await self._store.fact(fact_of(guild)) is not None:
                return False
            due = await self._due()
            if guild not in due:
                await self._save([*due, guild])
            return True

    async def due(self) -> list[int]:
        return [guild for guild in await self._due() if await self._store.fact(fact_of(guild)) is None]

    async def done(self, guild: int) -> None:
        async with self._lock:
            await self._store.save_fact(fact_of(guild), "yes")
            await self._save([other for other in await self._due() if other != guild])

    async def _due(self) -> list[int]:
        return msgspec.json.decode(await self._store.fact(DUE) or "[]", type=list[int])

    async def _save(self, due: list[int]) -> None:
        await self._store.save_fact(DUE, msgspec.json.encode(due).decode())


def fact_of(guild: int) -> str:
    return f"welcomed {guild}"
