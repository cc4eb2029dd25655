"""A server that is restarted loses, doubles and stops nothing; what can't be kept is said in our own words."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.store.postgres import database as under_test
from bot.store.postgres.dialect import as_postgres
from bot.store.postgres.store import PostgresStore
from bot.store.protocol import BadStore, StoreError, StoreFailing
from tests.store.contract.rows import TABLE, add, begin, play

ENDED = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "

ASLEEP = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(postgres_url)
    yield store
    await store.close()


def test_statements_are_put_into_other_words() -> None:
    assert as_postgres("SELECT user, s.user FROM seats s WHERE user = ? AND seat = ?") == (
        'SELECT "user", s.user FROM seats s WHERE "user" = $1 AND seat = $2'
    )
    assert as_postgres("json_extract(about, '$.user') = ?1 OR slot = ?1 OR by_user = ?2") == (
        "json_extract(about, '$.user') = $1 OR slot = $1 OR by_user = $2"
    )
    assert as_postgres("a IS ? AND b IS NOT ? AND c IS NULL AND d IS NOT NULL") == (
        "a IS NOT DISTINCT FROM $1 AND b IS DISTINCT FROM $2 AND c IS NULL AND d IS NOT NULL"
    )


async def test_connections_that_end_are_replaced_unnoticed(store: PostgresStore) -> None:
    table_id = await begin(store)

    async def end_all() -> None:
        for _ in range(8):
            await store._rows(f"{ENDED} pg_backend_pid()")
            await asyncio.sleep(0.02)

    async def write() -> None:
        for seq in range(1, 40):
            await play(store, table_id, seq)

    await asyncio.gather(write(), end_all())
    assert [row.seq for row in await store.log(table_id)] == [*range(1, 40)]


@pytest.mark.parametrize("is_kept", [True, False])
async def test_where_nobody_says_whether_it_was_kept_the_server_is_asked(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    """The connection ends with the commit: before it, or before its answer."""
    commits = 0

    async def commit(self: PostgresStore, session: under_test.PostgresSession) -> None:
        nonlocal commits
        commits += 1
        if commits == 1:
            await session.db.execute("COMMIT" if is_kept else "ROLLBACK")
            session.db.terminate()
        await real(self, session)

    real = under_test.PostgresDatabase._commit
    monkeypatch.setattr(under_test.PostgresDatabase, "_commit", commit)
    await store._at_once([("INSERT INTO facts VALUES (?, ?)", [("a", "1")])])
    assert (await store.fact("a"), commits) == ("1", 1 if is_kept else 2)
    with pytest.raises(StoreError):
        await store._at_once([("INSERT INTO facts VALUES (?, ?)", [("a", "2")])])


async def test_a_longer_change_whose_connection_ends_is_not_kept_and_may_be_tried_again(store: PostgresStore) -> None:
    async def broken() -> None:
        async with store._writing() as db:
            await db.execute("INSERT INTO facts VALUES (?, ?)", ("a", "1"))
            await store._rows(f"{ENDED} pg_backend_pid()")
            await db.execute("INSERT INTO facts VALUES (?, ?)", ("b", "1"))

    with pytest.raises(StoreFailing):
        await broken()
    assert (await store.fact("a"), await store.fact("b")) == (None, None)


async def test_whoever_gives_up_leaves_nothing_behind(store: PostgresStore) -> None:
    async def slow() -> None:
        async with store._writing() as db:
            await db.execute("INSERT INTO facts VALUES (?, ?)", ("a", "1"))
            await db.execute("SELECT pg_sleep(60)")

    task = asyncio.create_task(slow())
    async with asyncio.timeout(60):  # a server that has not yet begun would go on after it was told to stop
        while not await store._rows(ASLEEP):
            await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await store.fact("a") is None
    assert await add(store, TABLE) > 0


async def test_what_no_text_may_hold_is_left_out(store: PostgresStore) -> None:
    await store.save_fact("a", "x\0y")
    assert await store.fact("a") == "xy"


@pytest.mark.parametrize(
    ("url", "why"),
    [("postgresql://nobody@/nowhere?host=/nonexistent", "away"), ("{url}_no", "denied")],
)
async def test_a_database_that_cant_be_opened_is_refused_with_its_own_reason(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, url: str, why: str
) -> None:
    monkeypatch.setattr(under_test, "LONGEST_AWAY", 0.2)
    base, _, host = postgres_url.partition("?")
    with pytest.raises(BadStore) as refused:
        await PostgresStore.open(url.format(url=base) + ("" if why == "away" else f"?{host}"))
    assert refused.value.why == why
