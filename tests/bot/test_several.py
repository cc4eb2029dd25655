"""Several processes at one table: each trusts what it remembers only as long as no other has been there."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.cli.config import read_config
from bot.cli.speech import BadInput
from bot.errors import Refusal
from bot.limit import SharedLimit
from bot.store.opening import PostgresUrl, Shards
from bot.store.postgres.store import PostgresStore
from bot.tables.writer import Tables
from tests.bot.plain import ADA, next_action, start_table

TOKEN = "x" * 60


@pytest.fixture
async def two(postgres_url: str) -> AsyncIterator[list[Tables]]:
    """Tables as two processes have them."""
    stores = [await PostgresStore.open(postgres_url) for _ in range(2)]
    tables = [Tables(store, lambda: 0.0, lambda: "the same") for store in stores]
    yield tables
    for each in tables:
        await each.finish()
        await each.close()


async def test_each_move_of_one_is_seen_by_the_other_at_once(two: list[Tables]) -> None:
    table_id = await start_table(two[0], "usa", people=3)
    for number in range(12):
        mine, other = two[number % 2], two[(number + 1) % 2]
        found = await next_action(mine, table_id)
        assert found is not None
        await mine.play(table_id, *found)
        seen = [await each.snapshot(table_id, ADA) for each in (mine, other)]
        assert [each.seq for each in seen] == [number + 1] * 2
        assert seen[0].view == seen[1].view


async def test_two_who_move_at_once_in_two_processes_do_so_one_after_the_other(two: list[Tables]) -> None:
    table_id = await start_table(two[0], "usa", people=2)
    for _ in range(5):
        found = await next_action(two[0], table_id)
        assert found is not None
        outcomes = await asyncio.gather(*(each.play(table_id, *found) for each in two), return_exceptions=True)
        assert sorted(isinstance(each, Refusal) for each in outcomes) == [False, True]
    assert await two[1].store.last_seq(table_id) == 5


async def test_robots_play_in_one_process_at_a_time(two: list[Tables]) -> None:
    table_id = await start_table(two[0], "lantern", people=1, robots=2)
    for number in range(8):
        mine = two[number % 2]
        async with asyncio.timeout(60):
            while (found := await next_action(mine, table_id)) is None:
                await asyncio.gather(*(each.wake_robots() for each in two))
                await asyncio.gather(*(each.finish() for each in two))
        await mine.play(table_id, *found)
        two[0].robots.wake(table_id)
        two[1].robots.wake(table_id)
        await asyncio.gather(*(each.finish() for each in two))
    log = await two[0].store.log(table_id)
    assert [row.seq for row in log] == [*range(1, len(log) + 1)]


async def test_a_process_keeps_to_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    limit, slept = SharedLimit(4 / 8), []
    loop = asyncio.get_running_loop()
    clock = [0.0]
    monkeypatch.setattr(loop, "time", lambda: clock[0])

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr("bot.limit.asyncio.sleep", sleep)
    for _ in range(51):
        await limit.wait()
    assert (limit.most, slept) == (25, [1.0, 1.0])
    assert SharedLimit(1 / 1000).most == 1


def test_shards_are_read_and_need_a_server() -> None:
    server = {"DISCORD_TOKEN": TOKEN, "SEMAFOR_DB": "postgresql://ada:secret@db.example/semafor?sslmode=require"}
    config = read_config({**server, "SEMAFOR_SHARDS": "4-7/8", "SEMAFOR_API": "http://proxy:8080/"})
    assert config.shards == Shards(4, 7, 8)
    assert (config.shards.ids, config.shards.share, config.api) == ([4, 5, 6, 7], 0.5, "http://proxy:8080")
    assert read_config({**server, "SEMAFOR_SHARDS": "2/3"}).shards == Shards(2, 2, 3)
    assert isinstance(config.db, PostgresUrl)
    assert str(config.db) == repr(config.db) == "postgresql://db.example/semafor"
    assert "secret" not in repr(config)
    for wrong in ("8/8", "3-1/8", "all", "1-2", "-1/4", "0-3/0"):
        with pytest.raises(BadInput, match="SEMAFOR_SHARDS"):
            read_config({**server, "SEMAFOR_SHARDS": wrong})
    with pytest.raises(BadInput, match="PostgreSQL"):
        read_config({"DISCORD_TOKEN": TOKEN, "SEMAFOR_SHARDS": "0-3/8"})
    with pytest.raises(BadInput, match="SEMAFOR_API"):
        read_config({**server, "SEMAFOR_API": "proxy:8080"})
