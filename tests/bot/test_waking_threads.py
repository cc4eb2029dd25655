"""A thread that sleeps is woken before it is written to; the network may fail in between."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.outbox.post import Later
from bot.outbox.sender import ARCHIVED, DiscordSender


@pytest.mark.parametrize("fails_at", ["fetch", "second try"])
async def test_a_network_that_fails_while_a_thread_is_woken_is_only_a_bad_moment(fails_at: str) -> None:
    tries = 0

    async def fetch_channel(_: int) -> None:
        if fails_at == "fetch":
            raise aiohttp.ServerDisconnectedError

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries > 1:
            raise aiohttp.ServerDisconnectedError
        answer: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(answer, {"code": ARCHIVED, "message": "Thread is archived"})

    client: Any = SimpleNamespace(fetch_channel=fetch_channel)
    with pytest.raises(Later):
        await DiscordSender(client)._trying(1, work)
