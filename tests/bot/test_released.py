"""Stores of every release, opened by today's code: games go on to their end, finished ones replay."""

import sqlite3
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.store.sqlite.store import SqliteStore
from bot.store.timers import LogPacked
from bot.tables.writer import Tables
from rules.record import replayed
from tests.wire.released import GOLDEN, RELEASES, unpack


def tables_of(release: str, *stages: str) -> list[tuple[str, int]]:
    """Games by release and number."""
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "semafor.db"
        unpack(GOLDEN / f"{release}.db.gz", path)
        marks = ", ".join("?" * len(stages))
        db = sqlite3.connect(path)
        rows = db.execute(f"SELECT id FROM tables WHERE stage IN ({marks}) ORDER BY id", stages).fetchall()
        db.close()
    return [(release, row[0]) for row in rows]


RUNNING = [each for release in RELEASES for each in tables_of(release, "running")]
OVER = [each for release in RELEASES for each in tables_of(release, "over")]


@pytest.fixture
async def tables(tmp_path: Path, release: str) -> AsyncIterator[Tables]:
    unpack(GOLDEN / f"{release}.db.gz", tmp_path / "semafor.db")
    store = await SqliteStore.open(tmp_path / "semafor.db")
    made = Tables(store, lambda: 2_000_000_000.0)
    yield made
    await made.finish()
    await store.close()


def test_there_are_games_of_every_kind() -> None:
    assert len(RUNNING) >= 18
    assert len(OVER) >= 6


@pytest.mark.parametrize(("release", "table_id"), RUNNING)
async def test_a_running_game_goes_on_to_its_end(tables: Tables, table_id: int) -> None:
    random = Random(table_id)
    for _ in range(3000):
        await tables.finish()
        snapshot = await tables.snapshot(table_id, None)
        if snapshot.view.is_over:
            break
        user = snapshot.seats[random.choice(snapshot.view.to_act)].user
        assert user is not None
        own = await tables.snapshot(table_id, user)
        assert own.legal is not None
        await tables.play(table_id, user, own.legal.pick(random.random), own.decision)
    rules, state = replayed(await tables.record(table_id))
    assert rules.is_over(state)
    assert rules.view_for(state, None) == snapshot.view


@pytest.mark.parametrize(("release", "table_id"), [*RUNNING, *OVER])
async def test_a_log_comes_to_the_state_that_was_kept(tables: Tables, table_id: int) -> None:
    kept = await tables.games._load(table_id)
    async with tables.store._writing() as db:
        await db.execute("DELETE FROM snapshots")
    told = await tables.games._load(table_id)
    assert (told.state, told.seq, told.decisions) == (kept.state, kept.seq, kept.decisions)


@pytest.mark.parametrize(("release", "table_id"), OVER)
async def test_a_finished_game_is_seen_told_and_replays(tables: Tables, table_id: int) -> None:
    snapshot = await tables.snapshot(table_id, None)
    rules, state = replayed(await tables.record(table_id))
    assert rules.view_for(state, None) == snapshot.view
    assert len(await tables.kept_actions(table_id, 0, None, None)) == snapshot.seq
    assert await tables.history(table_id)


@pytest.mark.parametrize(("release", "table_id"), OVER)
async def test_a_finished_game_is_the_same_once_its_log_is_packed(tables: Tables, table_id: int) -> None:
    async def seen() -> list[object]:
        tables.games.forget(table_id)
        return [
            (await tables.snapshot(table_id, None)).view,
            await tables.record(table_id),
            [replace(each, at=round(each.at, 3)) for each in await tables.kept_actions(table_id, 0, None, None)],
            await tables.history(table_id),
        ]

    before = await seen()
    (row,) = [row for row in await tables.store.timers(table_id) if isinstance(row.timer, LogPacked)]
    await tables.pack_log(row)
    assert await tables.store.snapshot(table_id) is None
    assert await seen() == before
