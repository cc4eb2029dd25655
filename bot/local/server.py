"""`LocalDiscord`: the world with its skins, on one port of the loopback address."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Self

import discord
import yarl
from aiohttp import web
from aiohttp.typedefs import Handler
from discord.gateway import DiscordWebSocket

from bot.local.cdn import Cdn
from bot.local.faults import Faults
from bot.local.gateway import Gateway
from bot.local.http_api import BASE, HttpApi
from bot.local.page import LocalPage
from bot.local.store import WorldStore
from bot.local.world import founding, interactions, threads
from bot.local.world.world import World
from data.texts import text

DEFAULT_PORT = 8666
TOKEN = "local.semafor.token"
TICK = 0.2
"""Seconds between looks at deadlines."""
LARGEST_REQUEST = 128 * 2**20


class Clock:
    """The real time, which tests may push forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@web.middleware
async def from_this_machine_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn away other sites that a browser on this machine has open: they can reach the port, but not hide."""
    host = request.host.rsplit(":", 1)[0].strip("[]")
    origin = request.headers.get("Origin")
    if host not in ("127.0.0.1", "localhost", "::1") or (origin is not None and origin != f"http://{request.host}"):
        raise web.HTTPForbidden
    return await handler(request)


async def guard(_: web.Request, response: web.StreamResponse) -> None:
    """Whatever is not the page itself runs nothing and stands in nobody's frame."""
    response.headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    response.headers["X-Content-Type-Options"] = "nosniff"


class LocalDiscord:
    """`port=0` takes a free one. `token` is the only one that it accepts."""

    def __init__(self, db_path: Path | str, host: str = "127.0.0.1", port: int = DEFAULT_PORT) -> None:
        if host not in ("127.0.0.1", "::1", "localhost"):
            raise ValueError("the local Discord has no passwords, so it listens on the loopback address only")
        self.host = host
        self.port = port
        self.token = TOKEN
        self.clock = Clock()
        self.world = World(self.clock)
        self.faults = Faults()
        self.store = WorldStore(db_path)
        self.api = HttpApi(self.world, self.store, self.faults, self.token)
        self.gateway = Gateway(self.world, self.faults, self.token)
        self.page = LocalPage(self.world, self.store, self.faults)
        self._runner: web.AppRunner | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._before: tuple[str, yarl.URL, str] | None = None

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *gone_wrong: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Raises `OSError` when the port is taken; then nothing is left open."""
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def _start(self) -> None:
        await self.store.open()
        await self.store.load(self.world)
        if not self.world.guilds:
            topics = {name: text(f"page.topic_{name}", "en") for name in founding.CHANNELS}
            founding.found(self.world, text("page.welcome", "en"), text("page.play_now", "en"), topics)
        app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[from_this_machine_only])
        app.on_response_prepare.append(guard)
        app.router.add_get("/gateway", self.gateway.connect)
        app.router.add_get("/gateway/", self.gateway.connect)
        self.api.enlist(app)
        Cdn(self.world, self.store).enlist(app)
        self.page.enlist(app)
        self._runner = web.AppRunner(app, shutdown_timeout=1.0, access_log=None)
        await self._runner.setup()
        await self._listen(self._runner)
        self.world.cdn = self.url
        await self.store.save(self.world)
        self._ticking = asyncio.create_task(self._tick())

    async def _listen(self, runner: web.AppRunner) -> None:
        try:
            await web.TCPSite(runner, self.host, self.port).start()
        except OSError:
            if self.port != DEFAULT_PORT:
                raise
            await web.TCPSite(runner, self.host, 0).start()  # the usual one is taken: any other will do
        self.port = runner.addresses[0][1]

    async def stop(self) -> None:
        if self._ticking:
            self._ticking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._ticking
        await self.gateway.stop()
        await self.page.stop()
        if self._runner:
            await self._runner.cleanup()
        if self.store.is_open:
            await self.store.save(self.world)
            await self.store.close()
        self._restore_discord_py()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self.look_at_the_clock()

    async def look_at_the_clock(self) -> None:
        """Let deadlines pass that have passed."""
        interactions.expire(self.world)
        threads.archive_idle(self.world)
        self.gateway.forget_lost()
        await self.store.save(self.world)

    async def advance(self, seconds: float) -> None:
        """Push the clock forward, as if so much time had gone by."""
        self.clock.ahead += seconds
        await self.look_at_the_clock()

    def point_discord_py_here(self) -> None:
        """Make discord.py in this process talk to this server; `stop` points it back."""
        if self._before is None:
            self._before = (discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE)
        discord.http.Route.BASE = self.url + BASE
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.url.replace("http", "ws", 1) + "/gateway")
        discord.Asset.BASE = self.url

    def _restore_discord_py(self) -> None:
        if self._before is not None:
            discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE = self._before
            self._before = None
