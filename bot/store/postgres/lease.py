"""Which process answers and writes: a row of the database, and an advisory lock that ends with its holder's connection.

The row alone decides: every transaction looks at it. The lock says at once that a holder has died, so that nobody has
to wait for beats that don't come. A holder who was stopped keeps the lock and loses the row.
"""

import os
import re
import socket
import zlib

import asyncpg
import msgspec

from bot.store.postgres.failures import explained, translated
from bot.store.postgres.schema import LEASES, OURS, check
from bot.store.protocol import Lease, LeaseHeld, LostLease
from bot.store.rows import LeaseRow

NAME = "bot"
LEASE_LOCK = 1
"""The first half of the lock's number; the second one stands for the lease's name."""
KEPT = "SELECT holder, epoch, beat, has_lock FROM leases WHERE name = $1"
COUNTS = "SELECT 1 FROM leases WHERE name = $1 AND epoch = $2 AND holder IS NOT NULL FOR KEY SHARE"
"""Whoever takes it over waits for transactions that have looked."""
LOCKED = """
SELECT objid::BIGINT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""The second halves of the numbers of locks that somebody has."""
SHARDS = re.compile(r"shards (\d+)-(\d+)/(\d+)")
PATIENCE = 5.0


class PostgresFence(msgspec.Struct, frozen=True):
    """What a transaction has to find as it was."""

    name: str
    epoch: int

    async def check(self, db: asyncpg.Connection) -> None:
        if await db.fetchval(COUNTS, self.name, self.epoch) is None:
            raise LostLease


class PostgresLease(Lease):
    def __init__(self, url: str, name: str = NAME) -> None:
        self.url = url
        self.name = name
        self.holder = f"{socket.gethostname()}, process {os.getpid()}"
        self._epoch: int | None = None
        self._db: asyncpg.Connection = None
        self._has_lock = False

    @property
    def epoch(self) -> int | None:
        return self._epoch

    def fence(self) -> PostgresFence:
        if self._epoch is None:
            raise LostLease
        return PostgresFence(self.name, self._epoch)

    async def look(self) -> LeaseRow | None:
        with translated():
            db = await self._connect()
            try:
                return (await self._kept(db))[0]
            finally:
                await db.close(timeout=PATIENCE)

    async def take(self, over: LeaseRow | None = None) -> LeaseRow:
        try:
            with explained():
                self._db = await self._connect()
                await check(self._db)
                taken = await self._taken(self._db, over)
        except BaseException:
            await self._let_go()
            raise
        self._epoch = taken.epoch
        return taken

    async def beat(self) -> None:
        if self._epoch is None:
            raise LostLease
        with translated():
            if self._db.is_closed():  # the server was restarted: the row is still ours if nobody was quicker
                self._db, self._has_lock = await self._connect(), False
            await self._try_lock()
            beaten = await self._db.fetchval(
                "UPDATE leases SET beat = beat + 1, has_lock = $3 WHERE name = $1 AND epoch = $2 RETURNING 1",
                *(self.name, self._epoch, int(self._has_lock)),
            )
        if beaten is None:
            await self._let_go()
            raise LostLease

    async def release(self) -> None:
        if self._epoch is None:
            return
        try:
            with translated():
                await self._db.execute(
                    "UPDATE leases SET holder = NULL, has_lock = 0 WHERE name = $1 AND epoch = $2",
                    *(self.name, self._epoch),
                )
        finally:
            await self._let_go()

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(self.url, timeout=PATIENCE, command_timeout=PATIENCE)

    async def _kept(self, db: asyncpg.Connection) -> tuple[LeaseRow | None, bool]:
        """What is there, and whether its holder has the lock."""
        if await db.fetchval("SELECT to_regclass('leases')") is None:
            return None, False
        row = await db.fetchrow(KEPT, self.name)
        return (None, False) if row is None else (LeaseRow(holder=row[0], epoch=row[1], beat=row[2]), bool(row[3]))

    async def _taken(self, db: asyncpg.Connection, over: LeaseRow | None) -> LeaseRow:
        await self._try_lock()
        async with db.transaction():
            # Also where there is no row yet: of many who come at once, one is first.
            await db.execute("SELECT pg_advisory_xact_lock($1)", OURS)
            await db.execute(LEASES.read_text())
            await db.execute(f"{KEPT} FOR UPDATE", self.name)
            kept, had_lock = await self._kept(db)
            is_dead = had_lock and self._has_lock
            if kept is not None and kept.holder is not None and not is_dead and kept != over:
                raise LeaseHeld(kept)
            await self._look_for_overlaps(db)
            taken = LeaseRow(holder=self.holder, epoch=(kept.epoch if kept else 0) + 1, beat=0)
            await db.execute(
                "INSERT INTO leases (name, holder, epoch, beat, has_lock) VALUES ($1, $2, $3, $4, $5) "
                "ON CONFLICT (name) DO UPDATE SET holder = $2, epoch = $3, beat = $4, has_lock = $5",
                *(self.name, taken.holder, taken.epoch, taken.beat, int(self._has_lock)),
            )
        return taken

    async def _look_for_overlaps(self, db: asyncpg.Connection) -> None:
        """Another process that lives may not serve the same shards under another name: both would answer."""
        rows = await db.fetch("SELECT name, holder, epoch, beat FROM leases WHERE holder IS NOT NULL")
        others = [row for row in rows if row[0] != self.name and overlap(row[0], self.name)]
        alive = {number for (number,) in await db.fetch(LOCKED, LEASE_LOCK)} if others else set()
        for name, holder, epoch, beat in others:
            if lock_number(name) % 2**32 in alive:
                raise LeaseHeld(LeaseRow(holder=holder, epoch=epoch, beat=beat))

    async def _try_lock(self) -> None:
        """Another process may have it, or may have left it since."""
        if not self._has_lock:
            number = lock_number(self.name)
            self._has_lock = await self._db.fetchval("SELECT pg_try_advisory_lock($1, $2)", LEASE_LOCK, number)

    async def _let_go(self) -> None:
        self._epoch, self._has_lock = None, False
        if self._db is not None:
            db, self._db = self._db, None
            try:
                await db.close(timeout=PATIENCE)
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
                db.terminate()


def overlap(one: str, other: str) -> bool:
    """Whether two leases are about the same shards. Where they are not counted alike, all of them are."""
    first, second = SHARDS.fullmatch(one), SHARDS.fullmatch(other)
    if first is None or second is None or first[3] != second[3]:
        return True
    return int(first[1]) <= int(second[2]) and int(second[1]) <= int(first[2])


def lock_number(name: str) -> int:
    """The second half of the number of a lock that has a name."""
    return zlib.crc32(name.encode()) - 2**31
