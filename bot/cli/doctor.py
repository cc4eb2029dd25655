"""`semafor doctor`: whether all is as the bot needs it, a line each; what is not says what to do."""

import argparse
import asyncio
import hashlib
import os
import platform
import shutil
import time
from collections.abc import AsyncIterator, Iterator
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import aiohttp
import discord
import msgspec

from bot.cli.config import named_db, read_config, unusable
from bot.cli.speech import BadInput, one_line, say
from bot.outbox.welcome import WANTED
from bot.store.opening import Place, lease_of, reading
from bot.store.protocol import BadStore, StoreError
from bot.store.rows import LeaseRow
from bot.store.sqlite.backup import count
from bot.store.sqlite.file import SQLITE_VERSION, look_over
from rules.catalog import all_titles, find_game
from rules.chance import Chance

Status = Literal["ok", "warn", "fail", "skip"]
LITTLE_ROOM, NO_ROOM = 512 * 2**20, 64 * 2**20
"""Bytes left on the disk."""
LARGEST_LAG = 5.0
"""Seconds that clocks may differ: dates in posts are Discord's, deadlines are ours."""
LONGEST_LOOK = 10.0
ASLEEP = 3.5
"""Seconds in which a process that plays has beaten at least once."""


class Finding(msgspec.Struct, frozen=True):
    check: str
    status: Status
    says: str


def found(check: str, status: Status, what: str | None = None, **fields: object) -> Finding:
    """`what` is the end of the key of its text."""
    return Finding(check, status, one_line(say(f"cli.doctor.{check}.{what or status}", **fields)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace) -> int:
    """0 where nothing fails; what only deserves a look is no failure."""
    findings = []
    for finding in examine():
        findings.append(finding)
        if not args.json:
            print(f"{finding.status:<5} {finding.says}", flush=True)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(findings), indent=1).decode())
    return 1 if any(finding.status == "fail" for finding in findings) else 0


def examine() -> Iterator[Finding]:
    yield versions()
    yield fonts()
    yield pictures()
    yield settings()
    db = named_db(os.environ)
    if isinstance(db, Path):
        yield from database(db)
        yield disk(db)
    else:
        yield asyncio.run(database_server(db))
    yield from asyncio.run(of_discord(os.environ.get("DISCORD_TOKEN", "").strip()))


def versions() -> Finding:
    return found(
        "versions",
        "ok",
        semafor=version("semafor"),
        python=platform.python_version(),
        discord=discord.__version__,
        sqlite=SQLITE_VERSION,
        machine=f"{platform.system()} {platform.machine()}",
    )


def fonts() -> Finding:
    import data

    folder = Path(data.__file__).parent / "fonts"
    sums = [line.split() for line in (folder / "SHA256SUMS.txt").read_text().splitlines()]
    bad = [name for digest, name in sums if digest != digest_of(folder / name)]
    return found("fonts", "fail", names=", ".join(bad)) if bad else found("fonts", "ok", n=len(sums))


def digest_of(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def pictures() -> Finding:
    """One is drawn, in this process."""
    from render.catalog import pictures_of
    from render.kit.seat import Seat
    from render.kit.theme import PLAYERS

    began = time.monotonic()
    try:
        title = all_titles()[-1]
        game = find_game(title)
        assert game is not None
        state = game.setup(game.options({}), min(game.seats), Chance("doctor"))
        seats = [Seat(f"{seat}", colour) for seat, colour in zip(range(min(game.seats)), PLAYERS, strict=False)]
        pictures_of(title).draw_board(game.view_for(state, None), seats, theme="light", language="en", table="")
    except Exception as error:
        return found("pictures", "fail", error=type(error).__name__)
    return found("pictures", "ok", seconds=f"{time.monotonic() - began:.1f}")


def settings() -> Finding:
    try:
        read_config(os.environ)
    except BadInput as error:
        return Finding("settings", "fail", one_line(error))
    return found("settings", "ok")


def database(db: Path) -> Iterator[Finding]:
    if not db.exists():
        yield found("database", "warn", "missing", path=db)
        return
    try:
        look_over(db)
        held = asyncio.run(watched(db))
        waiting, aside = asyncio.run(census(db))
        copied = count(db)
    except (BadStore, StoreError) as error:
        says = unusable(db, error) if isinstance(error, BadStore) else say("cli.doctor.database.fail", error=error)
        yield Finding("database", "fail", one_line(says))
        return
    yield found("database", "ok", path=db, size=megabytes(sum(part.stat().st_size for part in parts(db))))
    yield found("holds", "ok", tables=copied.tables, actions=copied.actions, stages=waiting)
    if aside:
        yield found("holds", "warn", "aside", n=aside)
    yield found("process", "ok", "none") if held is None else found("process", "ok", "plays", holder=held.holder)


async def database_server(db: Place) -> Finding:
    try:
        async with asyncio.timeout(LONGEST_LOOK):
            await lease_of(db).look()
    except (BadStore, StoreError, OSError, TimeoutError) as error:
        return found("database", "fail", error=type(error).__name__)
    return found("database", "ok", "server", path=db)


async def census(db: Path) -> tuple[str, int]:
    """Tables by stage, in words; how many are set aside."""
    async with reading(db) as store:
        if store is None:
            return "?", 0
        counted = await store.census(time.time())
    stages = [f"{stage} {number}" for stage, number in sorted(counted.tables.items())]
    return ", ".join([*stages, f"outbox {counted.items}"]), counted.tables.get("aside", 0)


async def watched(db: Path) -> LeaseRow | None:
    """Who plays there, if their beats go on."""
    lease = lease_of(db)
    first = await lease.look()
    if first is None or first.holder is None:
        return None
    await let_it_beat()
    second = await lease.look()
    return second if second != first else None


async def let_it_beat() -> None:
    await asyncio.sleep(ASLEEP)


def parts(db: Path) -> list[Path]:
    return [path for path in (db, db.with_name(f"{db.name}-wal")) if path.exists()]


def disk(db: Path) -> Finding:
    folder = db.parent if db.parent.is_dir() else Path.cwd()
    free = shutil.disk_usage(folder).free
    status: Status = "fail" if free < NO_ROOM else "warn" if free < LITTLE_ROOM else "ok"
    return found("disk", status, "ok" if status == "ok" else "little", free=megabytes(free), path=folder)


def megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MB" if size >= 2**20 else f"{size / 2**10:,.0f} KB"


async def of_discord(token: str) -> list[Finding]:
    try:
        async with asyncio.timeout(LONGEST_LOOK):
            clock_finding = await clock()
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        return [found("discord", "fail" if token else "skip", "fail", error=type(error).__name__)]
    if not token:
        return [clock_finding, found("token", "skip")]
    return [clock_finding, *[finding async for finding in account(token)]]


async def clock() -> Finding:
    """Discord's, which tells the time to whoever asks anything."""
    async with aiohttp.ClientSession() as session, session.get(f"{discord.http.Route.BASE}/gateway") as answer:
        there = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    lag = time.time() - there
    is_right = abs(lag) <= LARGEST_LAG
    return found("clock", "ok" if is_right else "warn", seconds=f"{lag:+.0f}")


async def account(token: str) -> AsyncIterator[Finding]:
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(token)
        application = await client.application_info()
        guilds = await client.http.get_guilds(200)
    except discord.LoginFailure:
        yield found("token", "fail")
        return
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        yield found("discord", "fail", error=type(error).__name__)
        return
    finally:
        await client.close()
    yield found("token", "ok", name=application.name)
    privileged = [name for name, is_on in application.flags if is_on and name.startswith("gateway_")]
    yield found("intents", "warn" if privileged else "ok", names=", ".join(privileged))
    if not guilds:
        yield found("servers", "warn")
    for guild in guilds:
        yield server(guild["name"], int(guild["id"]), discord.Permissions(int(guild["permissions"])))


def server(name: str, number: int, permissions: discord.Permissions) -> Finding:
    missing = [say(f"permission.{each}") for each in WANTED if not getattr(permissions, each)]
    if missing and not permissions.administrator:
        return found("server", "warn", name=name, id=number, names=", ".join(missing))
    return found("server", "ok", name=name, id=number)
