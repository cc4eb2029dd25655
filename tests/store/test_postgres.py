"""PostgreSQL keeps the contract, on a real server."""

from collections.abc import AsyncIterator

import pytest

from bot.store.postgres.lease import PostgresLease
from bot.store.postgres.store import PostgresStore
from bot.store.protocol import Lease, StoreWriter
from tests.store.contract import KillHolder, OpenLease, OpenStore, StoreContract


class TestPostgres(StoreContract):
    @pytest.fixture
    def open_store(self, postgres_url: str) -> OpenStore:
        async def open_store(lease: Lease | None = None) -> StoreWriter:
            assert lease is None or isinstance(lease, PostgresLease)
            return await PostgresStore.open(postgres_url, lease)

        return open_store

    @pytest.fixture
    async def open_lease(self, postgres_url: str) -> AsyncIterator[OpenLease]:
        leases: list[PostgresLease] = []

        def open_lease() -> Lease:
            leases.append(PostgresLease(postgres_url))
            return leases[-1]

        yield open_lease
        for lease in leases:
            await lease._let_go()

    @pytest.fixture
    def kill_holder(self) -> KillHolder:
        async def kill_holder(lease: Lease) -> None:
            assert isinstance(lease, PostgresLease)
            lease._db.terminate()

        return kill_holder
