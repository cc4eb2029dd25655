"""Transactions share a commit, and each is kept or fails alone."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.store.protocol import StoreError, StoreFailing
from bot.store.sqlite import database as under_test
from bot.store.sqlite.commits import Transaction, commit_together
from bot.store.sqlite.store import SqliteStore

ADD = "INSERT INTO facts VALUES (?, ?)"


async def added(store: SqliteStore, name: str) -> None:
    await store._at_once([(ADD, [(name, "1")]), (ADD, [(f"{name} too", "1")])])


async def test_all_that_wait_are_committed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits: list[int] = []

    def counted(db: sqlite3.Connection, transactions: list[Transaction], _fence: object) -> list[Exception | None]:
        commits.append(len(transactions))
        return commit_together(db, transactions)

    monkeypatch.setattr(under_test, "commit_together", counted)
    store = await SqliteStore.open(tmp_path / "semafor.db")
    first = asyncio.create_task(added(store, "first"))
    while not commits:
        await asyncio.sleep(0)
    await asyncio.gather(first, *(added(store, f"fact {number}") for number in range(30)))
    assert commits == [1, 30]
    assert await store.fact("fact 29 too") == "1"
    await store.close()


async def test_one_that_fails_takes_none_of_the_others_with_it(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    await added(store, "ada")
    outcomes = await asyncio.gather(
        added(store, "bo"), added(store, "ada"), added(store, "cyd"), return_exceptions=True
    )
    assert [type(each) for each in outcomes] == [type(None), StoreError, type(None)]
    half = store._at_once([(ADD, [("dora", "1")]), (ADD, [("ada", "1")])])
    with pytest.raises(StoreError):
        await half
    assert [await store.fact(name) for name in ("bo too", "cyd too", "dora")] == ["1", "1", None]
    await store.close()


async def test_a_transaction_that_nobody_waits_for_any_more_is_not_begun(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    async with store._lock:
        given_up, wanted = asyncio.create_task(added(store, "ada")), asyncio.create_task(added(store, "bo"))
        await asyncio.sleep(0)
        given_up.cancel()
    await wanted
    assert (await store.fact("ada"), await store.fact("bo")) == (None, "1")
    await store.close()


async def test_when_the_disk_fails_everybody_hears_of_it_and_the_next_may_succeed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")

    def full(_db: sqlite3.Connection, _transactions: list[Transaction], _fence: object) -> list[Exception | None]:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(under_test, "commit_together", full)
        outcomes = await asyncio.gather(added(store, "ada"), added(store, "bo"), return_exceptions=True)
        assert [type(each) for each in outcomes] == [StoreFailing] * 2
    await added(store, "ada")
    assert await store.fact("ada too") == "1"
    await store.close()


async def test_a_transaction_hands_out_no_cursor(tmp_path: Path) -> None:
    """One that is freed by the event loop would reset its statement while the thread runs it again."""
    store = await SqliteStore.open(tmp_path / "semafor.db")
    async with store._writing() as db:
        handed = [await db.execute(ADD, ("one", "1")), await db.executemany(ADD, [("two", "1"), ("three", "1")])]
    assert handed == [None, None]
    assert await store.fact("three") == "1"
    await store.close()
