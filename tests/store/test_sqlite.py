"""SQLite keeps the contract."""

from pathlib import Path

import pytest

from bot.store.protocol import Lease, StoreWriter
from bot.store.sqlite.lease import SqliteLease
from bot.store.sqlite.store import SqliteStore
from tests.store.contract import KillHolder, OpenLease, OpenStore, StoreContract


class TestSqlite(StoreContract):
    @pytest.fixture
    def open_store(self, tmp_path: Path) -> OpenStore:
        async def open_store(lease: Lease | None = None) -> StoreWriter:
            assert lease is None or isinstance(lease, SqliteLease)
            return await SqliteStore.open(tmp_path / "semafor.db", lease)

        return open_store

    @pytest.fixture
    def open_lease(self, tmp_path: Path) -> OpenLease:
        return lambda: SqliteLease(tmp_path / "semafor.db")

    @pytest.fixture
    def kill_holder(self) -> KillHolder:
        async def kill_holder(lease: Lease) -> None:
            assert isinstance(lease, SqliteLease)
            lease._let_go()

        return kill_holder
