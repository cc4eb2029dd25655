"""A PostgreSQL database under a few connections.

A server that is away for a moment, because it is being restarted, is waited for: whoever reads, and whoever has not
begun to write, notices nothing but the time. What was being written when it went is written again, unless it has been
kept: the server is asked, once it is back.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Self, TypeVar

import asyncpg

from bot.store.editions import FACT, Edition, read, with_new, written
from bot.store.postgres.dialect import as_postgres, as_values
from bot.store.postgres.failures import CROSSED, explained, is_away, translated
from bot.store.postgres.lease import PostgresFence, PostgresLease, lock_number
from bot.store.postgres.schema import migrate
from bot.store.postgres.several import Several
from bot.store.sql.database import Found, SqlConnection, SqlDatabase, Transaction, Value
from bot.store.sql.statements import FACT as SAVE_FACT

T = TypeVar("T")
LONGEST_AWAY = 10.0
"""Seconds for which a server that is away is waited for."""
PAUSE = 0.1
MOST_CONNECTIONS = 10
LONGEST_STATEMENT = 30.0
SETTINGS = {
    "application_name": "semafor",
    "lock_timeout": "10s",
    # Of a process that was stopped in the middle of something, or whose machine is gone: others must not wait for it.
    "idle_in_transaction_session_timeout": "15s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "3",
    "tcp_keepalives_count": "3",
}
LIGHT = {"synchronous_commit": "off", "idle_in_transaction_session_timeout": "0"}
"""Of the connection by which processes agree: nothing that it keeps has to outlive a power cut."""
HOLD_LOCK = 2
"""The first half of the numbers of locks that end with their transaction."""
BEGUN = "SELECT pg_current_xact_id()::text"


class PostgresSession:
    """A connection within a transaction."""

    def __init__(self, db: asyncpg.Connection, number: str) -> None:
        self.db = db
        self.number = number
        """By which the server knows whether it was kept."""

    async def execute(self, sql: str, parameters: Iterable[Value] | None = None, /) -> None:
        await self.db.execute(as_postgres(sql), *as_values(parameters))

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Value]], /) -> None:
        rows = [as_values(row) for row in parameters]
        if len(rows) == 1:
            await self.db.execute(as_postgres(sql), *rows[0])
        elif rows:
            await self.db.executemany(as_postgres(sql), rows)

    async def execute_fetchall(self, sql: str, parameters: Iterable[Value] | None = None, /) -> list[Found]:
        return [tuple(row) for row in await self.db.fetch(as_postgres(sql), *as_values(parameters))]


class PostgresDatabase(SqlDatabase):
    def __init__(self, pool: asyncpg.Pool, several: Several, fence: PostgresFence | None = None) -> None:
        self._pool = pool
        self._several = several
        self._fence = fence
        self._editions: Sequence[Edition] = ()

    @classmethod
    async def open(cls, url: str, lease: PostgresLease | None = None) -> Self:
        """Raises `BadStore` where nothing can be kept there, `LostLease` where the right to write is gone."""
        fence = None if lease is None else lease.fence()
        with explained():
            process = {**SETTINGS, "semafor.process": secrets.token_hex(8)}
            pool = await tried(lambda: new_pool(url, process))
            several = Several(lambda: connect(url, {**process, **LIGHT}), process["semafor.process"])
            store = cls(pool, several, fence)
            try:
                await tried(store._make_ready)
                await store._begin_edition()
            except BaseException:
                await pool.close()
                raise
        return store

    async def _make_ready(self) -> None:
        async with self._pool.acquire() as db:
            await migrate(db)

    async def close(self) -> None:
        await self._several.close()
        try:
            async with asyncio.timeout(LONGEST_AWAY):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()

    # Transactions

    @asynccontextmanager
    async def _writing(self, *tables: int) -> AsyncIterator[PostgresSession]:
        with translated():
            session = await tried(lambda: self._begin(tables))
            async with self._ending(session):
                yield session

    async def _at_once(self, transaction: Transaction, *tables: int) -> None:
        with translated():
            await tried(lambda: self._once(transaction, tables), is_crossed_again=True)

    async def _once(self, transaction: Transaction, tables: Sequence[int]) -> None:
        session = await self._begin(tables)
        async with self._ending(session):
            for sql, rows in transaction:
                await session.executemany(sql, rows)

    @asynccontextmanager
    async def _ending(self, session: PostgresSession) -> AsyncIterator[None]:
        """Kept or not, the connection is given back."""
        try:
            yield
            await self._commit(session)
        except BaseException:
            await self._give_back(session.db)
            raise
        await self._pool.release(session.db)

    async def _give_back(self, db: asyncpg.Connection) -> None:
        """One on which something has failed; also where whoever waited for it has gone."""
        try:
            await asyncio.shield(db.execute("ROLLBACK"))
        except (Exception, asyncio.CancelledError):
            with suppress(asyncpg.InterfaceError):  # it has ended by itself
                db.terminate()
        await self._pool.release(db)

    async def _begin(self, tables: Sequence[int]) -> PostgresSession:
        db = await self._pool.acquire()
        try:
            await db.execute("BEGIN")
            number = await db.fetchval(BEGUN)
            if self._fence is not None:
                await self._fence.check(db)
            await self._several.check(db, tables)
        except BaseException:
            await self._give_back(db)
            raise
        return PostgresSession(db, number)

    async def _commit(self, session: PostgresSession) -> None:
        """Where the connection ends meanwhile, nobody has said whether it was kept: the server knows."""
        try:
            await session.db.execute("COMMIT")
        except Exception as error:
            if not is_away(error) or not await self._is_kept(session.number):
                raise

    async def _is_kept(self, number: str) -> bool:
        async def look() -> str | None:
            found = await self._pool.fetchval("SELECT pg_xact_status($1::text::xid8)", number)
            if found == "in progress":  # its own end has not come to the server's ears
                raise TimeoutError
            return str(found)

        return await tried(look) == "committed"

    async def _hold(self, db: SqlConnection, what: str) -> None:
        await db.execute("SELECT pg_advisory_xact_lock(?, ?)", (HOLD_LOCK, lock_number(what)))

    # Reading

    async def _rows(self, sql: str, *values: Value) -> list[Found]:
        with translated():
            rows = await tried(lambda: self._pool.fetch(as_postgres(sql), *as_values(values)))
        return [tuple(row) for row in rows]

    async def _named_rows(self, sql: str, *values: Value) -> list[dict[str, object]]:
        with translated():
            rows = await tried(lambda: self._pool.fetch(as_postgres(sql), *as_values(values)))
        return [dict(row) for row in rows]

    # Editions

    async def _begin_edition(self) -> None:
        """Nobody writes an item meanwhile, so that all processes find the same edition for each."""
        async with self._writing() as db:
            await db.execute("LOCK TABLE letters IN SHARE ROW EXCLUSIVE MODE")
            kept = await db.db.fetchval("SELECT value FROM facts WHERE name = $1", FACT)
            last = await db.db.fetchval("SELECT last_value FROM letters_id_seq WHERE is_called")
            oldest = await db.db.fetchval("SELECT min(id) FROM letters")
            self._editions = with_new(read(kept), last or 0, oldest)
            await db.execute(SAVE_FACT, (FACT, written(self._editions)))

    async def _read_editions(self) -> None:
        """Another process may have begun one."""
        row = await self._row("SELECT value FROM facts WHERE name = ?", FACT)
        self._editions = read(row[0] if row else None)


async def connect(url: str, settings: Mapping[str, str]) -> asyncpg.Connection:
    return await asyncpg.connect(
        url, timeout=LONGEST_AWAY, command_timeout=LONGEST_STATEMENT, server_settings=dict(settings)
    )


async def new_pool(url: str, settings: Mapping[str, str]) -> asyncpg.Pool:
    return await asyncpg.create_pool(
        url,
        min_size=0,  # asyncpg would complain in the log for as long as the server is away
        max_size=MOST_CONNECTIONS,
        command_timeout=LONGEST_STATEMENT,
        timeout=LONGEST_AWAY,
        server_settings=dict(settings),
        reset=leave_as_it_is,
    )


async def leave_as_it_is(_db: asyncpg.Connection) -> None:
    """Nothing is left on a connection but prepared statements, which the next one is glad of."""


async def tried(work: Callable[[], Awaitable[T]], *, is_crossed_again: bool = False) -> T:
    """Again and again while the server is away, for a while."""
    late = asyncio.get_running_loop().time() + LONGEST_AWAY
    while True:
        try:
            return await work()
        except Exception as error:
            is_again = is_away(error) or (is_crossed_again and isinstance(error, CROSSED))
            if not is_again or asyncio.get_running_loop().time() > late:
                raise
        await asyncio.sleep(PAUSE)
