"""One process at a time answers and writes."""

import asyncio
from collections.abc import Coroutine

import pytest

from bot.store.items import BoardShown
from bot.store.protocol import LeaseHeld, LostLease, StoreWriter
from bot.store.rows import GuildSettings, OutboxRow, UserSettings
from tests.store.contract.rows import (
    NOW,
    TABLE,
    Contract,
    KillHolder,
    OpenLease,
    OpenStore,
    add,
    begin,
    everything,
    only,
    play,
)


class LeaseContract(Contract):
    async def test_a_lease_has_one_holder_who_renews_it_and_lets_it_go(self, open_lease: OpenLease) -> None:
        first, second = open_lease(), open_lease()
        assert (await first.look(), first.epoch) == (None, None)
        taken = await first.take()
        assert (taken.epoch, first.epoch) == (1, 1)
        assert await second.look() == taken
        with pytest.raises(LeaseHeld) as refused:
            await second.take()
        assert refused.value.lease == taken
        await first.beat()
        beaten = await second.look()
        assert beaten is not None
        assert (beaten.holder, beaten.epoch, beaten.beat) == (taken.holder, 1, 1)
        await first.release()
        left = await second.look()
        assert left is not None
        assert (left.holder, first.epoch) == (None, None)
        assert (await second.take()).epoch == 2
        await second.release()

    async def test_whoever_died_is_followed_at_once(self, open_lease: OpenLease, kill_holder: KillHolder) -> None:
        first, second = open_lease(), open_lease()
        await first.take()
        with pytest.raises(LeaseHeld):
            await second.take()
        await kill_holder(first)
        assert (await second.take()).epoch == 2
        await second.beat()
        await second.release()

    async def test_a_lease_is_taken_from_the_living_only_if_there_was_no_beat(self, open_lease: OpenLease) -> None:
        first, second, third = open_lease(), open_lease(), open_lease()
        seen = await first.take()
        await first.beat()
        with pytest.raises(LeaseHeld):
            await second.take(seen)
        still = await second.look()
        assert (await second.take(still)).epoch == 2
        with pytest.raises(LeaseHeld):
            await third.take(still)
        with pytest.raises(LostLease):
            await first.beat()
        await first.release()
        assert first.epoch is None
        # The first one's farewell is no reason to think that the second is dead.
        with pytest.raises(LeaseHeld):
            await first.take()
        await second.beat()
        with pytest.raises(LeaseHeld):
            await third.take()
        await second.release()
        assert (await third.take()).epoch == 3
        await third.release()

    async def test_of_many_who_come_at_once_one_holds_it(self, open_lease: OpenLease) -> None:
        leases = [open_lease() for _ in range(6)]
        outcomes = await asyncio.gather(*(lease.take() for lease in leases), return_exceptions=True)
        assert sum(not isinstance(each, Exception) for each in outcomes) == 1
        assert all(isinstance(each, LeaseHeld) for each in outcomes if isinstance(each, Exception))
        await asyncio.gather(*(lease.release() for lease in leases))

    async def test_a_store_keeps_nothing_for_whoever_has_lost_the_lease(
        self, open_lease: OpenLease, open_store: OpenStore
    ) -> None:
        first, second = open_lease(), open_lease()
        await first.take()
        old = await open_store(first)
        table_id = await begin(old)
        await play(old, table_id, 1, items=(BoardShown(),))
        await second.take(await second.look())
        new = await open_store(second)
        before = await everything(new, table_id)
        for write in writes(old, table_id, await only(old, table_id)):
            with pytest.raises(LostLease):
                await write
        assert await everything(new, table_id) == before
        await play(new, table_id, 2)
        assert (await old.last_seq(table_id), await new.last_seq(table_id)) == (2, 2)
        await old.close()
        await new.close()
        await second.release()

    async def test_a_lease_that_was_let_go_keeps_nothing_either(
        self, open_lease: OpenLease, open_store: OpenStore
    ) -> None:
        lease = open_lease()
        await lease.take()
        store = await open_store(lease)
        await store.save_fact("a", "1")
        await lease.release()
        with pytest.raises(LostLease):
            await store.save_fact("a", "2")
        with pytest.raises(LostLease):
            await open_store(lease)
        assert await store.fact("a") == "1"
        await store.close()

    async def test_whoever_waits_changes_nothing(self, open_lease: OpenLease, open_store: OpenStore) -> None:
        """An edition begun under a bot that plays would have its letters sent again under other marks."""
        first, second = open_lease(), open_lease()
        await first.take()
        store = await open_store(first)
        table_id = await add(store, TABLE, BoardShown())
        row = await only(store, table_id)
        edition = store.edition_of(row)
        with pytest.raises(LeaseHeld):
            await second.take()
        await second.take(await second.look())
        later = await open_store(second)
        assert later.edition_of(row) == edition
        await store.close()
        await later.close()
        await second.release()


def writes(store: StoreWriter, table_id: int, row: OutboxRow) -> list[Coroutine[object, object, None]]:
    """Some of each way in which a store writes."""
    return [
        play(store, table_id, 2),
        store.add_items(table_id, [BoardShown()], NOW),
        store.count_try(row),
        store.mark_sent(row, NOW),
        store.save_user(11, UserSettings(theme="dark")),
        store.save_guild(1, GuildSettings(tables=3)),
        store.set_aside(table_id, "abcd", [], NOW),
        store.stop(table_id, [], NOW),
        store.save_fact("a", "b"),
    ]
