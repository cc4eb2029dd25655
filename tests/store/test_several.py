"""Several processes on one PostgreSQL: two stores stand for two of them."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.store.items import BoardShown, HandChanged
from bot.store.postgres import several as under_test
from bot.store.postgres.lease import PostgresLease
from bot.store.postgres.store import PostgresStore
from bot.store.protocol import Hold, LeaseHeld, StoreFailing
from bot.store.timers import LobbyClosed, TimerChanges
from tests.store.contract.rows import NOW, begin, only, play


class Ears:
    """Hears what other processes keep."""

    def __init__(self) -> None:
        self.tables: list[int] = []
        self.moments: list[float] = []
        self.looks = 0

    def items_kept(self, table_id: int) -> None:
        self.tables.append(table_id)

    def timers_kept(self, due: float) -> None:
        self.moments.append(due)

    async def look_anew(self) -> None:
        self.looks += 1


async def wait_until(is_so: object, seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():  # type: ignore[operator]
            await asyncio.sleep(0.01)


async def held(store: PostgresStore, table_id: int) -> Hold:
    async with store.holding(table_id) as hold:
        return hold


@pytest.fixture
async def two(postgres_url: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    stores = await PostgresStore.open(postgres_url), await PostgresStore.open(postgres_url)
    yield stores
    for store in stores:
        await store.close()


async def test_a_table_is_held_by_one_process_and_each_knows_whether_another_was_there(
    two: tuple[PostgresStore, PostgresStore],
) -> None:
    one, other = two
    table_id = await begin(one)
    async with one.holding(table_id) as first:
        assert await one.stamp(table_id) == first.number
        waiting = asyncio.create_task(held(other, table_id))
        await asyncio.sleep(0.05)
        assert not waiting.done()
    assert (await waiting).before == first.number + 1
    async with one.holding(table_id) as first:
        pass
    assert await other.stamp(table_id) == first.number + 1
    async with one.holding(table_id) as again:
        assert again.before == first.number + 1
    async with other.holding(table_id) as theirs:
        assert theirs.before == again.number + 1
    async with one.holding(table_id) as last:
        assert last.before not in (again.number, again.number + 1)


async def test_nothing_is_kept_at_a_table_that_another_has_taken_over(
    two: tuple[PostgresStore, PostgresStore],
) -> None:
    """The connection of the first one ends, as by a restart of the server, and it goes on nevertheless."""
    one, other = two
    table_id = await begin(one)
    async with one.holding(table_id):
        one._several._db.terminate()
        await play(one, table_id, 1)  # nobody else was there
        async with other.holding(table_id):
            await play(other, table_id, 2)
        for write in (play(one, table_id, 3), one.set_aside(table_id, "abcd", [], NOW)):
            with pytest.raises(StoreFailing):
                await write
    assert await one.last_seq(table_id) == 2
    async with one.holding(table_id):
        await play(one, table_id, 3)


async def test_what_is_kept_is_heard_by_the_others_and_not_by_whoever_keeps_it(
    two: tuple[PostgresStore, PostgresStore],
) -> None:
    one, other = two
    ears = [Ears(), Ears()]
    for store, each in zip(two, ears, strict=True):
        store.watch(each)
    await wait_until(lambda: other._several._db is not None and one._several._db is not None)
    table_id = await begin(one)
    await one.add_items(table_id, [BoardShown()], NOW, TimerChanges(set=((30.0, LobbyClosed()),)))
    await wait_until(lambda: (ears[1].tables, ears[1].moments) == ([table_id], [30.0]))
    row = await only(one, table_id)
    await one.count_try(row)
    await one.postpone(row, NOW)
    await one.add_items(table_id, [HandChanged(0)], NOW)
    await wait_until(lambda: len(ears[1].tables) > 1)
    assert (set(ears[1].tables), ears[0].tables, ears[0].moments) == ({table_id}, [], [])
    other._several._db.terminate()
    await other.stamp(table_id)
    async with other.alone("somebody"):
        await wait_until(lambda: ears[1].looks == 1)


async def test_a_piece_of_work_is_one_process_own_until_it_dies(two: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = two
    async with one.claimed("outbox 7") as is_ours:
        assert is_ours
        async with other.claimed("outbox 7") as is_theirs, other.claimed("outbox 8") as is_free:
            assert (is_theirs, is_free) == (False, True)
        one._several._db.terminate()
        await wait_until(lambda: one._several._db is None or one._several._db.is_closed())
        for _ in range(100):
            async with other.claimed("outbox 7") as is_theirs:
                if is_theirs:
                    break
            await asyncio.sleep(0.02)
        assert is_theirs


async def test_whoever_waits_for_a_name_has_it_next(two: tuple[PostgresStore, PostgresStore]) -> None:
    at_once: list[int] = []

    async def count(store: PostgresStore) -> None:
        for _ in range(3):
            async with store.alone("standings"):
                at_once.append(1)
                await asyncio.sleep(0.01)
                assert at_once.pop() == 1
                assert not at_once

    await asyncio.gather(*map(count, two))


async def test_the_death_of_a_process_is_noticed(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "LOOK", 0.05)
    leases = [PostgresLease(postgres_url, name) for name in ("shards 0-0/2", "shards 1-1/2")]
    for lease in leases:
        await lease.take()
    store, ears = await PostgresStore.open(postgres_url, leases[0]), Ears()
    store.watch(ears)
    await wait_until(lambda: len(store._several._alive) == 2)
    assert ears.looks == 0
    leases[1]._db.terminate()
    await wait_until(lambda: ears.looks == 1)
    await store.close()
    for lease in leases:
        await lease._let_go()


async def test_two_processes_never_serve_the_same_shards(postgres_url: str) -> None:
    first, second, third, all_of_them = [
        PostgresLease(postgres_url, name) for name in ("shards 0-3/8", "shards 4-7/8", "shards 3-4/8", "bot")
    ]
    await first.take()
    await second.take()
    for other in (third, all_of_them, PostgresLease(postgres_url, "shards 0-0/2")):
        with pytest.raises(LeaseHeld):
            await other.take()
    first._db.terminate()
    await second.release()
    assert (await all_of_them.take()).epoch == 1
    for lease in (first, second, third, all_of_them):
        await lease._let_go()
