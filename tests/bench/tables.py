"""What a turn costs the bot: its processor, its disk, and the wait of people who play at the same time."""

import asyncio
import io
import os
import statistics
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import aiosqlite
import msgspec
from PIL import Image

from bot import drawing
from bot.attachment import Attachment
from bot.drawing import AnyOrder
from bot.pictures import Pictures, Progress
from bot.store.sqlite.store import SqliteStore
from bot.tables.writer import Tables
from rules.game import Action
from rules.record import write_record
from tests.bot.plain import next_action, start_table
from tests.wire.released import GOLDEN, RELEASES, unpack

TARGETS = {
    "turn: CPU ÷ plain RGB encode": ("<=", 0.25, 0.15),
    "turn: commit ÷ write + fdatasync": ("<=", 2.5, 1.5),
    "turn: p99 of 16 in flight, ms": ("<=", 250.0, 120.0),
    "store: finished game ÷ its zipped record": ("<=", 4.0, 2.0),
}
COPIES = 200
TURNS_BEFORE = 60
TURNS = 40


def ratios() -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        found = asyncio.run(turns(Path(folder)))
        found["store: finished game ÷ its zipped record"] = asyncio.run(finished_ratio(Path(folder) / "over"))
    return found


async def finished_ratio(folder: Path) -> float:
    """Room that a game takes in the file once it is packed, all of its rows together, by what its record takes."""
    folder.mkdir()
    empty = await SqliteStore.open(folder / "empty.db")
    await empty.close()
    path = folder / "semafor.db"
    unpack(GOLDEN / f"{RELEASES[-1]}.db.gz", path)
    store = await SqliteStore.open(path)
    tables = Tables(store, time.time)
    over = await store.tables_at("over")
    records = [zlib.compress(write_record(await tables.record(table.id)), 9) for table in over]
    for table in over:
        await store.pack_log(table.id)
    async with store._writing() as db:
        await db.execute("DELETE FROM tables WHERE stage != 'over'")
        await db.execute("DELETE FROM letters")
        await copy_games(db)
    await store._writer.execute("VACUUM")
    await store.close()
    return (path.stat().st_size - (folder / "empty.db").stat().st_size) / (COPIES * sum(map(len, records)))


async def copy_games(db: aiosqlite.Connection) -> None:
    """Enough of them that the room left in the file's pages doesn't count."""
    tables = await db.execute_fetchall(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name = 'tables' DESC"
    )
    for (table,) in list(tables):
        columns = [row[1] for row in await db.execute_fetchall(f"PRAGMA table_info({table})")]
        key = "id" if table == "tables" else "game"
        if key in columns:
            fresh = {"id": "NULL", key: f"{key} + ? * 1000"}
            taken = [fresh.get(column, column) for column in columns]
            await db.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(taken)} FROM {table} WHERE {key} < 1000",
                [(copy,) for copy in range(1, COPIES)],
            )


class DrawnHere(Pictures):
    """What a worker would do, in this process, whose time is measured."""

    async def _attempted(
        self, kind: str, _about: str, order: AnyOrder, _on_progress: Progress | None = None
    ) -> Attachment | None:
        return Attachment(kind, *drawing.read_drawn(drawing.draw(msgspec.json.encode(order))))


async def turns(folder: Path) -> dict[str, float]:
    store = await SqliteStore.open(folder / "semafor.db")
    pictures = Pictures()
    try:
        tables = Tables(store, time.time, lambda: "bench")
        game = await start_table(tables, "usa")
        for _ in range(TURNS_BEFORE):
            await one_action(tables, game)
        snapshot = await tables.snapshot(game, None)
        board = await pictures.board(snapshot, language="en")
        assert board is not None
        cpu = await cpu_of_turns(tables, DrawnHere(), game)
        commit = await commit_ratio(tables, await start_table(tables, "usa"), folder)
        return {
            "turn: CPU ÷ plain RGB encode": cpu / plain_encode(board.content),
            "turn: commit ÷ write + fdatasync": commit,
            "turn: p99 of 16 in flight, ms": await p99_in_flight(tables, pictures),
        }
    finally:
        pictures.close()
        await store.close()


async def one_action(tables: Tables, table_id: int) -> None:
    found = await next_action(tables, table_id)
    assert found is not None
    await tables.play(table_id, *found)


async def cpu_of_turns(tables: Tables, pictures: Pictures, table_id: int) -> float:
    """Seconds of processor for one whole turn: load, check, apply, commit, draw, encode; choosing it is not counted."""
    spent = []
    for _ in range(TURNS):
        found = await next_action(tables, table_id)
        if found is None:
            break
        tables.games._cached.clear()
        began = time.process_time()
        await tables.play(table_id, *found)
        await pictures.board(await tables.snapshot(table_id, None), language="en")
        spent.append(time.process_time() - began)
    return statistics.median(spent)


def plain_encode(board: bytes) -> float:
    """Seconds of processor to write the same picture as an ordinary RGB PNG."""
    picture = Image.open(io.BytesIO(board)).convert("RGB")
    return statistics.median(timed(lambda: picture.save(io.BytesIO(), "PNG")) for _ in range(5))


def timed(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


async def commit_ratio(tables: Tables, table_id: int, folder: Path) -> float:
    """The commit of a turn, beside writing as many bytes to a file and waiting for the disk; alternately."""
    commits, raw = [], []
    append = tables.store.append

    async def watched(*args: object, **options: object) -> None:
        began = time.perf_counter()
        await append(*args, **options)  # type: ignore[arg-type]
        commits.append(time.perf_counter() - began)

    tables.store.append = watched  # type: ignore[method-assign]
    handle = os.open(folder / "raw", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    for _ in range(TURNS):
        if await next_action(tables, table_id) is None:
            break
        await one_action(tables, table_id)
        began = time.perf_counter()
        os.write(handle, b"x" * 16384)
        os.fdatasync(handle)
        raw.append(time.perf_counter() - began)
    os.close(handle)
    tables.store.append = append  # type: ignore[method-assign]
    return statistics.median(commits) / statistics.median(raw)


async def p99_in_flight(tables: Tables, pictures: Pictures) -> float:
    """Sixteen tables play at once; from the click to the kept turn and its picture, in milliseconds."""
    waits: list[float] = []
    games = [await start_table(tables, "usa") for _ in range(16)]

    async def player(table_id: int) -> None:
        for _ in range(20):
            user, action, decision = await first_action(tables, table_id)
            began = time.perf_counter()
            await tables.play(table_id, user, action, decision)
            await pictures.board(await tables.snapshot(table_id, None), language="en")
            waits.append(1000 * (time.perf_counter() - began))

    await asyncio.gather(*(player(game) for game in games))
    return statistics.quantiles(waits, n=100)[98]


async def first_action(tables: Tables, table_id: int) -> tuple[int, Action, int]:
    """Whatever is listed first: choosing well would take the processor from those who are measured."""
    snapshot = await tables.snapshot(table_id, None)
    user = snapshot.seats[snapshot.view.to_act[0]].user
    own = await tables.snapshot(table_id, user)
    assert user is not None
    assert own.legal is not None
    return user, next(iter(own.legal)), own.decision
