"""A server that invites the bot, in SimCord: it is told once who this is, in its own language."""

import asyncio

import pytest
import simcord
from simcord.backend import serializers

from data.texts import text
from tests.bot.town import Town


async def test_a_server_that_invites_the_bot_is_welcomed_once(
    simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = simcord_env.backend
    with monkeypatch.context() as unheard:  # a server that is already there, with its channels
        unheard.setattr(backend, "emit", lambda *_, **__: None)
        town = Town(simcord_env)
    guild = backend.guilds[town.guild.id]
    guild.preferred_locale = "de"
    for _ in range(2):
        known = serializers.guild_create_payload(backend, guild)
        backend.emit("GUILD_CREATE", {name: known[name] for name in known if name != "unavailable"})
        async with asyncio.timeout(60):
            while not town.channel.history() or await town.bot.tables.welcomes.due():
                await asyncio.sleep(0.01)
        backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    (welcome,) = town.channel.history()
    assert welcome.content.startswith(text("welcome.first", "de", titles="\0").split("\0")[0])
