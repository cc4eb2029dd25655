"""A SQLite file under two connections.

One connection writes, one reads; whoever writes holds the lock from BEGIN to COMMIT, so a reader never sees half a
change. `synchronous=FULL` with WAL: what `commit` has returned from survives a power cut.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite

from bot.store.editions import Edition
from bot.store.protocol import Hold, LostLease, ProcessWatcher
from bot.store.sql.database import Found, SqlConnection, SqlDatabase, Transaction, Value
from bot.store.sqlite.commits import commit_together
from bot.store.sqlite.editions import begin_edition
from bot.store.sqlite.failures import ours, translated
from bot.store.sqlite.file import explained, make_ready
from bot.store.sqlite.lease import Fence, SqliteLease
from bot.store.sqlite.schema import newest, scripts_after
from bot.threads import in_thread

T = TypeVar("T")
ALWAYS = Hold(before=0, number=0)


class Writing:
    """A transaction of the writing connection. No cursor that has a statement leaves its thread: freed elsewhere, it
    would reset that even while the thread runs it again, which is then refused as misuse."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db

    async def execute(self, sql: str, parameters: Iterable[Value] | None = None, /) -> None:
        await self._db.execute(sql, parameters)  # what is run once lets go of its statement at its end

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Value]], /) -> None:
        await run_in(self._db, run_for_each, sql, parameters)

    async def execute_fetchall(self, sql: str, parameters: Iterable[Value] | None = None, /) -> Iterable[sqlite3.Row]:
        return await self._db.execute_fetchall(sql, parameters)


def run_for_each(db: sqlite3.Connection, sql: str, parameters: Iterable[Iterable[Value]]) -> None:
    db.executemany(sql, [tuple(values) for values in parameters])


class Database(SqlDatabase):
    def __init__(
        self,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        editions: Sequence[Edition] = (),
        fence: Fence | None = None,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._editions = editions
        self._fence = fence
        self._lock = asyncio.Lock()
        self._waiting: list[tuple[Transaction, asyncio.Future[None]]] = []
        self._committing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path, lease: SqliteLease | None = None) -> Self:
        """Raises `BadStore` where nothing can be kept in this file. Whoever has taken a lease there has looked it over,
        and writes only as long as it is held."""
        fence = None if lease is None else fence_of(lease)
        if fence is None:
            await in_thread(make_ready, path)
        with explained(path):
            writer = await aiosqlite.connect(path, isolation_level=None)
            try:
                await prepare(writer)
                editions = await begin_edition(writer)
                reader = await aiosqlite.connect(path, isolation_level=None)
            except BaseException:
                await writer.close()
                raise
            await reader.execute_fetchall("PRAGMA query_only = ON")
        return cls(writer, reader, editions, fence)

    @classmethod
    async def open_to_read(cls, path: Path) -> Self | None:
        """Nothing is written, not even by a migration; None: without one, this file can't be read."""
        with explained(path):
            writer = await aiosqlite.connect(path, isolation_level=None)
            reader = await aiosqlite.connect(path, isolation_level=None)
            for connection in (writer, reader):
                await connection.execute_fetchall("PRAGMA query_only = ON")
            (version,) = next(iter(await reader.execute_fetchall("PRAGMA user_version")))
        store = cls(writer, reader)
        if version == newest():
            return store
        await store.close()
        return None

    async def close(self) -> None:
        if self._committing is not None:
            await asyncio.wait({self._committing})
        async with self._lock:
            await self._reader.close()
            await self._writer.close()

    @asynccontextmanager
    async def _writing(self, *_tables: int) -> AsyncIterator[SqlConnection]:
        async with self._lock:
            with translated():
                db = Writing(self._writer)
                try:
                    await db.execute("BEGIN IMMEDIATE")
                    if self._fence is not None:
                        await run_in(self._writer, self._fence.check)
                    yield db
                    await db.execute("COMMIT")
                except BaseException:  # also whoever is cancelled while a statement is under way in the thread
                    await self._writer.rollback()
                    raise

    async def _at_once(self, transaction: Transaction, *_tables: int) -> None:
        """A whole transaction in one visit to the connection's thread, shared by all that come while another is under
        way: each visit takes longer than a statement, and each commit waits for the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((transaction, done))
        if len(self._waiting) == 1:
            self._committing = asyncio.create_task(self._commit(), name="commit")
        await done

    async def _commit(self) -> None:
        async with self._lock:
            waiting = [(transaction, done) for transaction, done in self._waiting if not done.done()]
            self._waiting.clear()
            transactions = [transaction for transaction, _ in waiting]
            try:
                failures = await run_in(self._writer, commit_together, transactions, self._fence)
            except Exception as error:
                failures = [error] * len(waiting)
        for (_, done), failure in zip(waiting, failures, strict=True):
            if done.done():  # whoever waited has gone
                continue
            if failure is None:
                done.set_result(None)
            else:
                done.set_exception(ours(failure))

    async def _rows(self, sql: str, *values: Value) -> list[Found]:
        with translated():
            return [tuple(row) for row in await self._reader.execute_fetchall(sql, values)]

    async def _named_rows(self, sql: str, *values: Value) -> list[dict[str, object]]:
        with translated():
            async with self._reader.execute(sql, values) as cursor:
                names = [column[0] for column in cursor.description]
                return [dict(zip(names, row, strict=True)) for row in await cursor.fetchall()]


class OneProcess:
    """What several processes would have to agree on: in a file, one writes at a time, and all are of one process."""

    @asynccontextmanager
    async def holding(self, table_id: int) -> AsyncIterator[Hold]:
        yield ALWAYS

    async def stamp(self, table_id: int) -> int:
        return ALWAYS.number

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        yield

    @asynccontextmanager
    async def claimed(self, work: str) -> AsyncIterator[bool]:
        yield True

    def watch(self, watcher: ProcessWatcher) -> None:
        """There is nobody else."""


def fence_of(lease: SqliteLease) -> Fence:
    if lease.epoch is None:
        raise LostLease
    return Fence(lease.name, lease.epoch)


async def run_in(db: aiosqlite.Connection, work: Callable[..., T], *args: object) -> T:
    """A function of ours in the connection's own thread: aiosqlite has no public name for it."""
    return await db._execute(work, db._conn, *args)  # type: ignore[no-any-return, no-untyped-call]


async def prepare(db: aiosqlite.Connection) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        await db.execute_fetchall(f"PRAGMA {pragma}")
    await migrate(db)
    # A disk that is full lets itself be read: it is better known now than at the first move.
    await db.execute_fetchall("INSERT OR REPLACE INTO facts VALUES ('opened', datetime('now'))")


async def migrate(db: aiosqlite.Connection) -> None:
    """Run the numbered scripts that this file has not seen yet, each in a transaction of its own."""
    version = next(iter(await db.execute_fetchall("PRAGMA user_version")))[0]
    for script in scripts_after(version):
        await db.executescript(script)
