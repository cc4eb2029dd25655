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
from tests.bot.test_tables import House

NONSENSE = b'{"do":"nonsense"}'


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = await House(tmp_path / "semafor.db", PaperMail()).open()
    yield house
    await house.close()


async def spoil(house: House, game: int, seq: int = 3) -> bytes:
    """Break the log; what stood there."""
    (row,) = await house.store.actions(game, seq - 1, seq)
    await rewrite(house, game, seq, NONSENSE)
    house.tables.forget(game)
    return row.action


async def rewrite(house: House, game: int, seq: int, action: bytes) -> None:
    async with house.store._writing() as db:
        await db.execute("DELETE FROM snapshots WHERE game = ?", (game,))
        await db.execute("UPDATE actions SET action = ? WHERE game = ? AND seq = ?", (action, game, seq))


async def posts_written(house: House, game: int) -> list[str]:
    """Every post that is still to be told, also those that wait until the game goes on."""
    rows = await house.store._rows("SELECT slot FROM letters WHERE game = ? AND kind = 'post' ORDER BY id", game)
    return [slot for (slot,) in rows]


async def stage(house: House, game: int) -> str:
    table = await house.store.table(game)
    assert table is not None
    return table.stage


@pytest.mark.parametrize("trouble", [OSError(5, "I/O error"), MemoryError(), OSError(24, "too many open files")])
async def test_a_passing_trouble_sets_no_game_aside(
    house: House, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    game = await start_table(house.tables)
    await house.play_on(game, 4)
    house.tables.forget(game)

    async def failing(*_: Any) -> Any:
        raise trouble

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "snapshot", failing)
        with pytest.raises(NotNow):
            await house.tables.seen(game, ADA)
    assert await stage(house, game) == "running"
    assert await house.play_on(game, 2) == 2


async def test_a_letter_waits_while_its_game_cannot_be_loaded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await start_table(house.tables)
    await house.play_on(game, 4)
    house.tables.on_letters = lambda _: None
    for _ in range(2):
        found = await next_action(house.tables, game)
        assert found is not None
        await house.tables.play(game, *found)
    waiting = [letter.slot for letter in await house.store.letters(game)]
    house.tables.forget(game)

    async def failing(*_: Any) -> Any:
        raise OSError(5, "I/O error")

    with monkeypatch.context() as patched:
        patched.setattr(house.store, "snapshot", failing)
        for _ in range(8):
            house.time += 1000
            house.teller.wake(game)
            await house.told()
    assert [letter.slot for letter in await house.store.letters(game)] == waiting
    house.time += 1000
    house.teller.wake(game)
    await house.told()
    assert await house.store.letters(game) == []


async def test_robots_try_again_after_a_passing_trouble(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await start_table(house.tables, people=1, robots=1)
    failures = [MemoryError()]
    snapshot = house.store.snapshot

    async def failing(game: int) -> Any:
        if failures:
            raise failures.pop()
        return await snapshot(game)

    house.tables.forget(game)
    monkeypatch.setattr(house.store, "snapshot", failing)
    house.tables._go_on(game)
    await house.told()
    assert house.tables._retries
    house.tables.rest()


async def test_a_log_that_does_not_replay_is_set_aside_and_its_players_are_told_once(house: House) -> None:
    game = await start_table(house.tables)
    await house.play_on(game, 4)
    await spoil(house, game)
    for _ in range(3):
        with pytest.raises(TableAside):
            await house.tables.seen(game, ADA)
        await house.told()
    assert await stage(house, game) == "aside"
    assert house.mail.posts(CHANNEL).count("aside") == 1
    assert house.mail.posts(ADA * 10) == house.mail.posts(BO * 10) == ["aside hand"]
    await house.reopen()
    assert house.mail.posts(CHANNEL).count("aside") == 1


async def test_a_game_set_aside_keeps_its_letters_and_goes_on_at_the_start_after_the_repair(house: House) -> None:
    game = await start_table(house.tables)
    await house.play_on(game, 4)
    house.tables.on_letters = lambda _: None
    for _ in range(2):
        found = await next_action(house.tables, game)
        assert found is not None
        await house.tables.play(game, *found)
    posts = await posts_written(house, game)
    assert posts
    right = await spoil(house, game)
    await house.reopen()
    assert await stage(house, game) == "aside"
    assert await posts_written(house, game) == posts
    await rewrite(house, game, 3, right)
    await house.reopen()
    assert await stage(house, game) == "running"
    assert await house.store.letters(game) == []
    assert "goes on" in house.mail.posts(CHANNEL)
    assert house.mail.posts(ADA * 10)[0].startswith("hand of")
    assert await house.play_on(game, 3) == 3


async def test_a_game_that_was_over_is_over_again_and_nobody_is_told(house: House) -> None:
    game = await start_table(house.tables, "metro")
    await house.play_on(game)
    right, said = await spoil(house, game), house.mail.posts(CHANNEL)
    with pytest.raises(TableAside):
        await house.tables.seen(game, ADA)
    await rewrite(house, game, 3, right)
    await house.reopen()
    assert await stage(house, game) == "over"
    assert house.mail.posts(CHANNEL) == said


async def test_what_cannot_be_revived_stays_aside_under_its_first_number(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    game = await start_table(house.tables)
    await house.play_on(game, 4)
    await spoil(house, game)
    with pytest.raises(TableAside) as first:
        await house.tables.seen(game, ADA)
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        assert await house.tables.revive(game) is False
    assert str(game) in caplog.text
    with pytest.raises(TableAside) as second:
        await house.tables.seen(game, ADA)
    assert first.value.fields == second.value.fields


async def test_a_running_bot_takes_up_what_was_revived_beside_it(house: House) -> None:
    """`semafor revive` writes into the same file."""
    game = await start_table(house.tables, people=1, robots=1)
    await house.play_on(game, 3)
    right = await spoil(house, game)
    with pytest.raises(TableAside):
        await house.tables.seen(game, ADA)
    await house.told()
    await rewrite(house, game, 3, right)
    beside = Tables(house.store, lambda: house.time)
    assert await beside.revive(game) is True
    await house.tables.seen(game, ADA)
    await asyncio.sleep(0)
    await house.told()
    assert await house.store.letters(game) == []
    assert "goes on" in house.mail.posts(CHANNEL)


async def test_a_log_that_fails_behind_a_sound_snapshot_loses_no_letter(house: House) -> None:
    """A post about an earlier moment is made from the log."""
    game = await start_table(house.tables)
    await house.play_on(game, 4)
    house.tables.on_letters = lambda _: None
    for _ in range(3):
        found = await next_action(house.tables, game)
        assert found is not None
        await house.tables.play(game, *found)
    async with house.store._writing() as db:
        await db.execute("UPDATE actions SET action = ? WHERE game = ? AND seq = 3", (NONSENSE, game))
    posts = await posts_written(house, game)
    assert posts
    for _ in range(8):
        house.time += 1000
        house.teller.wake(game)
        await house.told()
    assert await stage(house, game) == "aside"
    assert await posts_written(house, game) == posts
