"""`semafor run`: the bot on Discord, for as long as it is wanted."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Callable
from pathlib import Path

import aiohttp
import discord

from bot.cli.config import Config, checked_db, read_config, set_up_logging, unusable
from bot.cli.speech import BadInput, say
from bot.client import Semafor
from bot.health import Health
from bot.store.protocol import BadStore
from bot.store.sqlite.file import OF_SQLITE, explained, private

LONGEST_PAUSE = 300.0
DISCORD_IS_AWAY = (
    OSError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
)
"""Nothing to mend in the code, so the log needs no traceback."""
log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Everything is set by the environment: DISCORD_TOKEN, SEMAFOR_DB, SEMAFOR_PORT, SEMAFOR_LOG, SEMAFOR_HEALTH."""


def run(_args: argparse.Namespace) -> int:
    config = read_config(os.environ)
    set_up_logging(config.log_level)
    if config.token is None:
        return asyncio.run(serve_locally(config))
    print(say("run.on_discord", db=config.db), flush=True)
    return asyncio.run(serve(config, config.token))


async def serve_locally(config: Config) -> int:
    """Without a token the bot plays on a Discord of its own, in the browser, on this machine alone."""
    from bot.local.server import DEFAULT_PORT, LocalDiscord

    port = DEFAULT_PORT if config.port is None else config.port
    db = made_private(checked_db(config.db.with_suffix(".discord.db")))
    here = LocalDiscord(db, port=port)
    try:
        with explained(db, OF_SQLITE):
            await here.start()
    except OSError as error:
        raise BadInput(say("run.port_taken", port=port, reason=os.strerror(error.errno or 0))) from None
    except BadStore as error:
        raise BadInput(unusable(db, error)) from None
    here.point_discord_py_here()
    print(say("run.locally", url=here.url, db=config.db), flush=True)
    try:
        return await serve(config, here.token)
    finally:
        await here.stop()


def made_private(db: Path) -> Path:
    """The file of the local Discord: conversations are nobody else's either."""
    try:
        with explained(db):
            if not db.exists():
                private(db)
    except BadStore as error:
        raise BadInput(unusable(db, error)) from None
    return db


async def serve(config: Config, token: str) -> int:
    """Run until SIGTERM or SIGINT; whatever ends the connection otherwise is followed by a new one."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stopping.set)
    health = Health(config.health)
    heart = asyncio.create_task(health.beat(), name="health")
    try:
        await supervise(lambda: health.watch(Semafor(config.db)), token, stopping)
    except discord.LoginFailure:
        raise BadInput(say("run.refused_token")) from None
    except BadStore as error:
        raise BadInput(unusable(config.db, error)) from None
    finally:
        heart.cancel()
    return 0


async def supervise(make: Callable[[], Semafor], token: str, stopping: asyncio.Event) -> None:
    """Connect, and connect again with growing pauses: even the first connection may fail."""
    pause = 1.0
    while not stopping.is_set():
        client = make()
        began = asyncio.get_running_loop().time()
        failure = await connected(client, token, stopping)
        if failure is None:
            return
        if isinstance(failure, discord.LoginFailure | BadStore):
            raise failure
        bug = None if isinstance(failure, DISCORD_IS_AWAY) else failure
        log.error(
            "the connection ended (%s), the next attempt comes in %.0f s", type(failure).__name__, pause, exc_info=bug
        )
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), pause)
        lasted = asyncio.get_running_loop().time() - began
        pause = 1.0 if lasted > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)


async def connected(client: Semafor, token: str, stopping: asyncio.Event) -> Exception | None:
    """One connection from login to close; what ended it, or None when it was meant to end."""
    running = asyncio.create_task(client.start(token), name="discord")
    stop = asyncio.create_task(stopping.wait(), name="stop")
    await asyncio.wait({running, stop}, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    failure = running.exception() if running.done() and not running.cancelled() else None
    with contextlib.suppress(aiohttp.ClientError, OSError, discord.DiscordException):
        await client.close()
    if not running.done():
        running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    if stopping.is_set():
        return None
    if failure is not None and not isinstance(failure, Exception):
        raise failure
    return failure or ConnectionError("the gateway closed")
