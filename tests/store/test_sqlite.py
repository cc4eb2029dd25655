"""SQLite keeps the contract."""

from pathlib import Path

import pytest

from bot.store.protocol import StoreWriter
from bot.store.sqlite.store import SqliteStore
from tests.store.contract import OpenStore, StoreContract


class TestSqlite(StoreContract):
    @pytest.fixture
    def open_store(self, tmp_path: Path) -> OpenStore:
        async def open_store() -> StoreWriter:
            return await SqliteStore.open(tmp_path / "semafor.db")

        return open_store
