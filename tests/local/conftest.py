"""A local Discord on a free port, and a bot that is logged in to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest

from bot.local.driver import Bench
from bot.local.server import LocalDiscord
from tests.local.sample_bot import SampleBot


@asynccontextmanager
async def running(client: discord.Client, local: LocalDiscord) -> AsyncIterator[None]:
    """A client that is ready, and closed afterwards."""
    task = asyncio.create_task(client.start(local.token))
    try:
        async with asyncio.timeout(60):
            while not client.is_ready():
                if task.done():
                    task.result()
                await asyncio.sleep(0.01)
        yield
    finally:
        await client.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(tmp_path / "discord.db", port=0) as server:
        server.point_discord_py_here()
        yield server


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[SampleBot]:
    client = SampleBot()
    async with running(client, local):
        yield client


@pytest.fixture
async def bench(local: LocalDiscord, bot: SampleBot) -> Bench:
    assert bot.is_ready()
    return Bench(local)
