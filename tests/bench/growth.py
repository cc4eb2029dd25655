"""What ten thousand tables cost beside ten: the start, the memory, and what people and the scheduler ask."""

import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiosqlite
import discord

from bot.app import App, open_app
from bot.store.sqlite.store import SqliteStore
from bot.tables.writer import Tables
from tests.bot.plain import ADA, next_action, start_table
from tests.bot.requests import request_of

BLOCK = 10
"""Tables of one server: one game runs, the others are over."""
BLOCKS = 1000
TIMES, ROUNDS = 40, 5
TARGETS = {
    "growth: start with 10,000 tables, s": ("<=", 2.0, 1.0),
    "growth: memory with 10,000 tables, MB": ("<=", 300.0, 200.0),
    "growth: /games ÷ with ten": ("<=", 1.5, 1.2),
    "growth: autocomplete ÷ with ten": ("<=", 1.5, 1.2),
    "growth: scheduler ÷ with ten": ("<=", 1.5, 1.2),
}


def ratios() -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        ten, many = Path(folder) / "ten.db", Path(folder) / "many.db"
        asyncio.run(make(ten, 1))
        asyncio.run(make(many, BLOCKS))
        rounds = [(measured(ten), measured(many)) for _ in range(ROUNDS)]
    small, large = (quickest([each[which] for each in rounds]) for which in (0, 1))
    return {
        "growth: start with 10,000 tables, s": large["start"],
        "growth: memory with 10,000 tables, MB": large["memory"],
        "growth: /games ÷ with ten": large["games"] / small["games"],
        "growth: autocomplete ÷ with ten": large["autocomplete"] / small["autocomplete"],
        "growth: scheduler ÷ with ten": large["scheduler"] / small["scheduler"],
    }


def quickest(rounds: list[dict[str, float]]) -> dict[str, float]:
    """Of several rounds, in turn with the others, since a busy machine only adds."""
    return {name: min(each[name] for each in rounds) for name in rounds[0]}


def measured(db: Path) -> dict[str, float]:
    """In a process of its own, whose memory is nobody else's."""
    command = [sys.executable, "-m", "tests.bench.growth", str(db)]
    found: dict[str, float] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


async def make(db: Path, blocks: int) -> None:
    """One game in its middle and one that is over are played; the rest are copies, with people and servers of their
    own, so that everybody has as many tables in either database."""
    store = await SqliteStore.open(db)
    tables = Tables(store, time.time, lambda: "growth")
    running, over = await start_table(tables, "lantern"), await start_table(tables, "lantern")
    for table_id, moves in ((running, 12), (over, 1000)):
        for _ in range(moves):
            found = await next_action(tables, table_id)
            if found is None:
                break
            await tables.play(table_id, *found)
    await tables.finish()
    await tables.standings.ensure()
    await store.pack_log(over)
    async with store._writing() as connection:
        await connection.execute("DELETE FROM letters")
        for number in range(1, BLOCK - 1):
            await copy(connection, f"{{key}} = {over}", number, people=0)
        for number in range(1, blocks):
            await copy(connection, f"{{key}} <= {BLOCK}", number * BLOCK, people=number)
    await store.close()


async def copy(db: aiosqlite.Connection, which: str, further: int, *, people: int) -> None:
    """All rows of some tables once more, `further` on; `people`: whose, counted in groups."""
    fresh = {
        "host": f"host + {people * 1000}",
        "user": f"user + {people * 1000}",
        "guild": f"guild + {people}",
        "channel": f"channel + {further + people * 1000}",
    }
    names = await db.execute_fetchall("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name != 'tables'")
    for (name,) in list(names):
        columns = [row[1] for row in await db.execute_fetchall(f"PRAGMA table_info({name})")]
        key = "id" if name == "tables" else "game"
        if key in columns:
            taken = {**fresh, "id": "NULL", key: f"{key} + {further}"}
            chosen = ", ".join(taken.get(column, column) for column in columns)
            listed = ", ".join(columns)
            await db.execute(f"INSERT INTO {name} ({listed}) SELECT {chosen} FROM {name} WHERE {which.format(key=key)}")


async def look(db: Path) -> dict[str, float]:
    client = discord.Client(intents=discord.Intents.none())
    app = await open_app(client, db, time.time)
    await app.wake()
    start = time.process_time()  # of all that this process has done: to load everything is the larger part of it
    try:
        request = request_of(town_of(app), ADA)
        asking: Any = asking_of(ADA)
        assert await app.router.suggestions.games(asking, "")
        return {
            "start": start,
            "games": await median(lambda: app.router.shows.games(request)),
            "autocomplete": await median(lambda: app.router.suggestions.games(asking, "")),
            "scheduler": await median(app.scheduler._look),
            "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
    finally:
        await app.finish()


def town_of(app: App) -> Any:
    return SimpleNamespace(bot=app, guild=SimpleNamespace(id=1), channel=SimpleNamespace(id=1))


def asking_of(user: int) -> Any:
    """An interaction, as far as a list of suggestions looks at it."""
    return SimpleNamespace(
        user=SimpleNamespace(id=user, display_name="Ada"),
        locale=discord.Locale.british_english,
        guild_locale=discord.Locale.british_english,
        guild_id=1,
        guild=None,
        channel_id=1,
        permissions=discord.Permissions.none(),
        message=None,
        is_user_integration=lambda: False,
        is_guild_integration=lambda: True,
    )


async def median(work: Callable[[], Awaitable[object]]) -> float:
    """Seconds of one, once everything is warm."""
    await work()
    spent = []
    for _ in range(TIMES):
        began = time.perf_counter()
        await work()
        spent.append(time.perf_counter() - began)
    return statistics.median(spent)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(look(Path(sys.argv[1])))))
