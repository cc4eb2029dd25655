"""Which store a database has: `SEMAFOR_DB` names it, a file or the address of a server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import msgspec

from bot.store.protocol import Lease, StoreReader, StoreWriter
from bot.store.sqlite.lease import SqliteLease
from bot.store.sqlite.store import SqliteStore

SCHEMES = ("postgresql://", "postgres://")


class PostgresUrl(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    url: str

    def __str__(self) -> str:
        """Without its password, and whatever else may be said in it."""
        parts = urlsplit(self.url)
        place = parts.netloc.rpartition("@")[2]
        return f"postgresql://{place}{parts.path}"

    __repr__ = __str__


Place: TypeAlias = Path | PostgresUrl


class Shards(msgspec.Struct, frozen=True):
    """Which shards of a bot a process serves: from `first` to `last`, counted from 0, of `count`."""

    first: int
    last: int
    count: int

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"

    @property
    def ids(self) -> list[int]:
        return [*range(self.first, self.last + 1)]

    @property
    def share(self) -> float:
        """Of what Discord allows all of them together."""
        return len(self.ids) / self.count


def place(named: str) -> Place:
    return PostgresUrl(named) if named.startswith(SCHEMES) else Path(named).expanduser()


def lease_of(db: Place, shards: Shards | None = None) -> Lease:
    """The right to play on a database, or, on a server, with these shards; nothing is opened or made yet."""
    if isinstance(db, Path):
        assert shards is None
        return SqliteLease(db)
    from bot.store.postgres.lease import PostgresLease  # nobody else needs a driver for a server

    return PostgresLease(db.url) if shards is None else PostgresLease(db.url, f"shards {shards}")


@asynccontextmanager
async def reading(db: Path) -> AsyncIterator[StoreReader | None]:
    """Only to look: nothing is made, changed or brought up to date, also where somebody plays. None: an older version
    has written it, and its rows are not yet those that are known here."""
    store = await SqliteStore.open_to_read(db)
    try:
        yield store
    finally:
        if store is not None:
            await store.close()


async def open_store(db: Place, lease: Lease | None = None) -> StoreWriter:
    """With a lease, one that writes only as long as it is held. Raises `BadStore`, `LostLease`."""
    if isinstance(db, Path):
        assert lease is None or isinstance(lease, SqliteLease)
        return await SqliteStore.open(db, lease)
    from bot.store.postgres.lease import PostgresLease
    from bot.store.postgres.store import PostgresStore

    assert lease is None or isinstance(lease, PostgresLease)
    return await PostgresStore.open(db.url, lease)


async def bring_up_to_date(db: Place, lease: Lease | None = None) -> None:
    """What an older version has kept; and what keeps a store from being opened at all is known then. Raises `BadStore`,
    `LostLease`."""
    await (await open_store(db, lease)).close()
