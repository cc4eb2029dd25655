"""Which store a database has: `SEMAFOR_DB` names it."""

from pathlib import Path

from bot.store.protocol import Lease, StoreWriter
from bot.store.sqlite.lease import SqliteLease
from bot.store.sqlite.store import SqliteStore


def lease_of(db: Path) -> Lease:
    """The right to play on a database; nothing is opened or made yet."""
    return SqliteLease(db)


async def open_store(db: Path, lease: Lease | None = None) -> StoreWriter:
    """With a lease, one that writes only as long as it is held. Raises `BadStore`, `LostLease`."""
    assert lease is None or isinstance(lease, SqliteLease)
    return await SqliteStore.open(db, lease)
