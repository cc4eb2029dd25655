"""`semafor run`: the bot on Discord, for as long as it is wanted."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import discord
from msgspec.structs import replace

from bot.cli.config import LOCAL_DB, Config, checked_db, read_config, set_up_logging, unusable
from bot.cli.speech import BadInput, Occupied, say
from bot.client import Semafor
from bot.health import Health
from bot.lease import LeaseKeeper
from bot.limit import SharedLimit
from bot.loading import load
from bot.store.opening import bring_up_to_date, lease_of
from bot.store.protocol import BadStore, LeaseHeld, LostLease
from bot.store.sqlite.file import OF_SQLITE, explained, private
from bot.threads import in_thread

if TYPE_CHECKING:
    from bot.metrics import MetricsServer
    from bot.pictures import Pictures

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
    """All the rest is set by the environment; README lists it."""
    parser.add_argument("--no-wait", action="store_true", help=say("cli.run.no_wait"))


def run(args: argparse.Namespace) -> int:
    config = read_config(os.environ)
    if args.no_wait:
        config = replace(config, waits=False)
    set_up_logging(config.log_level, config.is_json)
    if config.token is None:
        return asyncio.run(serve_locally(config))
    if config.api is not None:
        discord.http.Route.BASE = f"{config.api}/api/v10"
    return asyncio.run(serve(config, config.token))


async def serve_locally(config: Config) -> int:
    """Without a token the bot plays on a Discord of its own, in the browser, on this machine alone. Nobody waits for it
    to end: whoever starts it twice wants to look at what there is."""
    from bot.local.server import DEFAULT_PORT, LocalDiscord

    port = DEFAULT_PORT if config.port is None else config.port
    db = made_private(checked_db(local_db(config)))
    here = LocalDiscord(db, port=port)
    keeper = LeaseKeeper(lease_of(config.db))
    await take_lease(config, keeper)
    try:
        with explained(db, OF_SQLITE):
            await here.start()
    except OSError as error:
        await keeper.release()
        raise BadInput(say("run.port_taken", port=port, reason=os.strerror(error.errno or 0))) from None
    except BadStore as error:
        await keeper.release()
        raise BadInput(unusable(db, error)) from None
    here.point_discord_py_here()
    print(say("run.locally", url=here.url, db=config.db), flush=True)
    try:
        return await serve(replace(config, waits=False), here.token, keeper)
    finally:
        await here.stop()


def local_db(config: Config) -> Path:
    """The file of the local Discord, beside that of the games."""
    beside = config.db if isinstance(config.db, Path) else Path(LOCAL_DB)
    return beside.with_suffix(".discord.db")


async def take_lease(config: Config, keeper: LeaseKeeper) -> None:
    try:
        await keeper.take()
    except LeaseHeld as error:
        raise occupied(config, error) from None
    except BadStore as error:
        raise BadInput(unusable(config.db, error)) from None


def occupied(config: Config, error: LeaseHeld) -> Occupied:
    return Occupied(say("run.occupied", path=config.db, holder=error.lease.holder))


def made_private(db: Path) -> Path:
    """The file of the local Discord: conversations are nobody else's either."""
    try:
        with explained(db):
            if not db.exists():
                private(db)
    except BadStore as error:
        raise BadInput(unusable(db, error)) from None
    return db


async def serve(config: Config, token: str, keeper: LeaseKeeper | None = None) -> int:
    """Run until SIGTERM or SIGINT; whatever ends the connection otherwise is followed by a new one. `keeper` may have
    taken the lease already."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stopping.set)
    keeper = keeper or LeaseKeeper(lease_of(config.db, config.shards))
    health = Health(config.health)
    heart = asyncio.create_task(health.beat(), name="health")
    port = await open_port(config, health)
    try:
        while not stopping.is_set():
            pictures = await stand_by(config, keeper, stopping, health)
            if not stopping.is_set():
                await lead(config, token, keeper, stopping, health, pictures)
    except discord.LoginFailure:
        raise BadInput(say("run.refused_token")) from None
    except BadStore as error:
        raise BadInput(unusable(config.db, error)) from None
    finally:
        heart.cancel()
        if port is not None:
            await port.stop()
        await keeper.release()
    return 0


async def open_port(config: Config, health: Health) -> "MetricsServer | None":
    if config.metrics is None:
        return None
    from bot.metrics import MetricsServer

    host, port = config.metrics
    server = MetricsServer(host, port, health)
    try:
        await server.start()
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise BadInput(say("run.metrics_taken", value=f"{host}:{port}", reason=reason)) from None
    return server


async def stand_by(config: Config, keeper: LeaseKeeper, stopping: asyncio.Event, health: Health) -> "Pictures | None":
    """Until this process may answer, or is to stop. Whoever has to wait loads all it needs meanwhile; pictures that are
    warm are handed on."""
    if keeper.lease.epoch is not None:
        return None
    try:
        await keeper.take()
        print(say("run.on_discord", db=config.db), flush=True)
        return None
    except LeaseHeld as error:
        if not config.waits:
            raise occupied(config, error) from None
        print(say("run.stands_by", path=config.db, holder=error.lease.holder), flush=True)
    pictures = await in_thread(get_warm)
    pictures.wake()
    health.stands_by = True
    try:
        await keeper.wait_until_taken(stopping)
    except BaseException:
        pictures.close()
        raise
    finally:
        health.stands_by = False
    if stopping.is_set():
        pictures.close()
        return None
    print(say("run.takes_over", path=config.db), flush=True)
    return pictures


def get_warm() -> "Pictures":
    """All that a bot loads after its login."""
    load("bot.app", "networkx")
    from bot.pictures import Pictures

    return Pictures()


async def lead(
    config: Config,
    token: str,
    keeper: LeaseKeeper,
    stopping: asyncio.Event,
    health: Health,
    pictures: "Pictures | None",
) -> None:
    """Answer for as long as this process is the one to do so. Its games are opened once before Discord hears of it, so
    that what an older version has kept is brought up to date, and a full disk is found."""
    warm = [] if pictures is None else [pictures]

    def make() -> Semafor:
        shared = None if config.shards is None or config.api else SharedLimit(config.shards.share)
        pictures = warm.pop() if warm else None
        return health.watch(
            Semafor(
                config.db,
                keeper=keeper,
                pictures=pictures,
                shards=config.shards,
                limit=shared,
                http_trace=health.trace,
            )
        )

    ending = asyncio.Event()
    tasks = [
        asyncio.create_task(keeper.keep(), name="lease"),
        asyncio.create_task(set_with_any(ending, stopping, keeper.lost), name="ending"),
    ]
    try:
        with contextlib.suppress(LostLease):
            await bring_up_to_date(config.db, keeper.lease)
            await supervise(make, token, ending)
    finally:
        for task in tasks:
            task.cancel()
        for each in warm:
            each.close()


async def set_with_any(event: asyncio.Event, *others: asyncio.Event) -> None:
    waits = [asyncio.create_task(other.wait()) for other in others]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
    event.set()


async def supervise(make: Callable[[], Semafor], token: str, stopping: asyncio.Event) -> None:
    """Connect, and connect again with growing pauses: even the first connection may fail."""
    pause = 1.0
    while not stopping.is_set():
        client = make()
        began = asyncio.get_running_loop().time()
        failure = await connected(client, token, stopping)
        if failure is None or isinstance(failure, LostLease):
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
