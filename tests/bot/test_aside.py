"""Games that can't be loaded: a passing trouble passes, a log that can't be replayed waits for a better day."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.errors import NotNow, TableAside
from bot.tables.writer import Tables
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, next_action, start_table
from tests.bot.test_tables import App

NONSENSE = b'{"do":"nonsense"}'


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    yield app
    await app.close()


async def spoil(app: App, table_id: int, seq: int = 3) -> bytes:
    """Break the log; what stood there."""
    (row,) = await app.store.actions(table_id, seq - 1, seq)
    await rewrite(app, table_id, seq, NONSENSE)
    app.tables.games.forget(table_id)
    return row.action


async def rewrite(app: App, table_id: int, seq: int, action: bytes) -> None:
    async with app.store._writing() as db:
        await db.execute("DELETE FROM snapshots WHERE game = ?", (table_id,))
        await db.execute("UPDATE actions SET action = ? WHERE game = ? AND seq = ?", (action, table_id, seq))


async def posts_written(app: App, table_id: int) -> list[str]:
    """Every post that is still to be told, also those that wait until the game goes on."""
    rows = await app.store._rows("SELECT slot FROM letters WHERE game = ? AND kind = 'post' ORDER BY id", table_id)
    return [slot for (slot,) in rows]


async def stage(app: App, table_id: int) -> str:
    table = await app.store.table(table_id)
    assert table is not None
    return table.stage


@pytest.mark.parametrize("trouble", [OSError(5, "I/O error"), MemoryError(), OSError(24, "too many open files")])
async def test_a_passing_trouble_sets_no_game_aside(
    app: App, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 4)
    app.tables.games.forget(game)

    async def failing(*_: Any) -> Any:
        raise trouble

    with monkeypatch.context() as patched:
        patched.setattr(app.store, "snapshot", failing)
        with pytest.raises(NotNow):
            await app.tables.snapshot(game, ADA)
    assert await stage(app, game) == "running"
    assert await app.play_on(game, 2) == 2


async def test_a_letter_waits_while_its_game_cannot_be_loaded(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 4)
    app.tables.on_items = lambda _: None
    for _ in range(2):
        found = await next_action(app.tables, game)
        assert found is not None
        await app.tables.play(game, *found)
    waiting = [row.key for row in await app.store.items(game)]
    app.tables.games.forget(game)

    async def failing(*_: Any) -> Any:
        raise OSError(5, "I/O error")

    with monkeypatch.context() as patched:
        patched.setattr(app.store, "snapshot", failing)
        for _ in range(8):
            app.time += 1000
            app.outbox.wake(game)
            await app.told()
    assert [row.key for row in await app.store.items(game)] == waiting
    app.time += 1000
    app.outbox.wake(game)
    await app.told()
    assert await app.store.items(game) == []


async def test_robots_try_again_after_a_passing_trouble(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await start_table(app.tables, people=1, robots=1)
    failures = [MemoryError()]
    snapshot = app.store.snapshot

    async def failing(table_id: int) -> Any:
        if failures:
            raise failures.pop()
        return await snapshot(table_id)

    app.tables.games.forget(game)
    monkeypatch.setattr(app.store, "snapshot", failing)
    app.tables._go_on(game)
    await app.told()
    assert app.tables.robots._retries
    app.tables.robots.rest()


async def test_a_log_that_does_not_replay_is_set_aside_and_its_players_are_told_once(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 4)
    await spoil(app, game)
    for _ in range(3):
        with pytest.raises(TableAside):
            await app.tables.snapshot(game, ADA)
        await app.told()
    assert await stage(app, game) == "aside"
    assert app.sender.posts(CHANNEL).count("aside") == 1
    assert app.sender.posts(ADA * 10) == app.sender.posts(BO * 10) == ["aside hand"]
    await app.reopen()
    assert app.sender.posts(CHANNEL).count("aside") == 1


async def test_a_game_set_aside_keeps_its_letters_and_goes_on_at_the_start_after_the_repair(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 4)
    app.tables.on_items = lambda _: None
    for _ in range(2):
        found = await next_action(app.tables, game)
        assert found is not None
        await app.tables.play(game, *found)
    posts = await posts_written(app, game)
    assert posts
    right = await spoil(app, game)
    await app.reopen()
    assert await stage(app, game) == "aside"
    assert await posts_written(app, game) == posts
    await rewrite(app, game, 3, right)
    await app.reopen()
    assert await stage(app, game) == "running"
    assert await app.store.items(game) == []
    assert "goes on" in app.sender.posts(CHANNEL)
    assert app.sender.posts(ADA * 10)[0].startswith("hand of")
    assert await app.play_on(game, 3) == 3


async def test_a_game_that_was_over_is_over_again_and_nobody_is_told(app: App) -> None:
    game = await start_table(app.tables, "metro")
    await app.play_on(game)
    right, said = await spoil(app, game), app.sender.posts(CHANNEL)
    with pytest.raises(TableAside):
        await app.tables.snapshot(game, ADA)
    await rewrite(app, game, 3, right)
    await app.reopen()
    assert await stage(app, game) == "over"
    assert app.sender.posts(CHANNEL) == said


async def test_what_cannot_be_revived_stays_aside_under_its_first_number(
    app: App, caplog: pytest.LogCaptureFixture
) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 4)
    await spoil(app, game)
    with pytest.raises(TableAside) as first:
        await app.tables.snapshot(game, ADA)
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        assert await app.tables.revive(game) is False
    assert str(game) in caplog.text
    with pytest.raises(TableAside) as second:
        await app.tables.snapshot(game, ADA)
    assert first.value.fields == second.value.fields


async def test_a_running_bot_takes_up_what_was_revived_beside_it(app: App) -> None:
    """`semafor revive` writes into the same file."""
    game = await start_table(app.tables, people=1, robots=1)
    await app.play_on(game, 3)
    right = await spoil(app, game)
    with pytest.raises(TableAside):
        await app.tables.snapshot(game, ADA)
    await app.told()
    await rewrite(app, game, 3, right)
    beside = Tables(app.store, lambda: app.time)
    assert await beside.revive(game) is True
    await app.tables.snapshot(game, ADA)
    await asyncio.sleep(0)
    await app.told()
    assert await app.store.items(game) == []
    assert "goes on" in app.sender.posts(CHANNEL)


async def test_a_log_that_fails_behind_a_sound_snapshot_loses_no_letter(app: App) -> None:
    """A post about an earlier moment is made from the log."""
    game = await start_table(app.tables)
    await app.play_on(game, 4)
    app.tables.on_items = lambda _: None
    for _ in range(3):
        found = await next_action(app.tables, game)
        assert found is not None
        await app.tables.play(game, *found)
    async with app.store._writing() as db:
        await db.execute("UPDATE actions SET action = ? WHERE game = ? AND seq = 3", (NONSENSE, game))
    posts = await posts_written(app, game)
    assert posts
    for _ in range(8):
        app.time += 1000
        app.outbox.wake(game)
        await app.told()
    assert await stage(app, game) == "aside"
    assert await posts_written(app, game) == posts
