"""Which store a database has: `SEMAFOR_DB` names it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store.protocol import Lease, StoreReader, StoreWriter
from bot.store.sqlite.lease import SqliteLease
from bot.store.sqlite.store import SqliteStore


def lease_of(db: Path) -> Lease:
    """The right to play on a database; nothing is opened or made yet."""
    return SqliteLease(db)


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


async def open_store(db: Path, lease: Lease | None = None) -> StoreWriter:
    """With a lease, one that writes only as long as it is held. Raises `BadStore`, `LostLease`."""
    assert lease is None or isinstance(lease, SqliteLease)
    return await SqliteStore.open(db, lease)
