"""People, servers, facts; and that all of it stays."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.store.items import AwayChanged, HandChanged, TurnPosted
from bot.store.protocol import StoreWriter, UnknownTable
from bot.store.rows import GuildSettings, UserSettings, VoteRow
from bot.store.timers import NO_TIMERS, SeatRings, TimerChanges
from tests.store.contract.rows import LARGEST, NOW, TABLE, Contract, OpenStore, begin, everything, play, queue


class PeopleContract(Contract):
    async def test_settings_and_facts_replace_what_was_kept(self, store: StoreWriter) -> None:
        for theme in ("dark", "light"):
            mine = UserSettings(language="pl", spoken="en", theme=theme, dm_on_turn=True, no_tips=("metro", "usa"))
            servers = GuildSettings(language="pl", opening="moderators", tables=3)
            await store.save_user(LARGEST, mine)
            await store.save_guild(LARGEST, servers)
            await store.save_fact("commands", theme)
            assert (await store.user(LARGEST), await store.guild(LARGEST)) == (mine, servers)
            assert await store.users([1, LARGEST]) == {1: UserSettings(), LARGEST: mine}
            assert await store.users([]) == {}
            assert await store.fact("commands") == theme
        assert (await store.user(1), await store.guild(1)) == (UserSettings(), GuildSettings())

    async def test_settings_are_kept_together_with_what_tables_are_told(self, store: StoreWriter) -> None:
        first, second = await begin(store), await begin(store, replace(TABLE, channel=501))
        heard: list[float] = []
        store.watch_timers(heard.append)
        mine = UserSettings(zone="Europe/Warsaw", quiet_from=22, quiet_until=7, days_off=(6,), away=((1.0, 2.5),))
        later = TimerChanges(set=((30.0, SeatRings(0, 4)),))
        news = {first: ([AwayChanged(0, 1)], later), second: ([AwayChanged(1, 1)], NO_TIMERS)}
        await store.save_user(11, mine, news, NOW)
        assert await store.user(11) == mine
        assert [row.item for row in await store.items(first)][-1:] == [AwayChanged(0, 1)]
        assert [row.item for row in await store.items(second)][-1:] == [AwayChanged(1, 1)]
        assert ([row.timer for row in await store.timers(first)][-1:], heard) == ([SeatRings(0, 4)], [30.0])
        with pytest.raises(UnknownTable):
            await store.save_user(11, UserSettings(), {first: ([], NO_TIMERS), 77: ([HandChanged(0)], NO_TIMERS)}, NOW)
        assert await store.user(11) == mine

    async def test_what_was_sent_may_leave_a_timer(self, store: StoreWriter) -> None:
        table_id = await begin(store, TABLE, HandChanged(0))
        (row,) = [row for row in await store.items(table_id) if row.key == "dm:0"]
        await store.mark_sent(row, NOW, timers=TimerChanges(set=((30.0, SeatRings(0, 4)),)))
        assert SeatRings(0, 4) in [row.timer for row in await store.timers(table_id)]

    async def test_what_is_kept_is_there_after_the_next_start(self, open_store: OpenStore) -> None:
        store = await open_store()
        table_id = await begin(store, TABLE, TurnPosted(0, 0))
        await play(store, table_id, 1, 2, items=(HandChanged(0),))
        await store.save_vote(VoteRow(table_id=table_id, proposer=11, answers={11: True}, at=NOW), [], NOW)
        await store.save_user(11, UserSettings(theme="dark"))
        before = await everything(store, table_id)
        await store.close()
        store = await open_store()
        assert await everything(store, table_id) == before
        assert await store.user(11) == UserSettings(theme="dark")
        await store.close()

    async def test_a_reader_never_sees_half_a_change(self, store: StoreWriter) -> None:
        """The state is written with the log, so both end at the same action whenever somebody looks at one."""
        table_id = await begin(store)

        async def write() -> None:
            for seq in range(1, 60):
                await play(store, table_id, seq)

        async def look() -> None:
            while not writing.done():
                state = await store.snapshot(table_id)
                last = await store.last_seq(table_id)
                assert state is not None
                assert state.seq <= last

        writing = asyncio.create_task(write())
        await asyncio.gather(writing, look())
        assert await store.last_seq(table_id) == 59

    async def test_writers_at_many_tables_lose_nothing(self, store: StoreWriter) -> None:
        tables = [await begin(store, replace(TABLE, channel=500 + number)) for number in range(8)]

        async def write(table_id: int) -> None:
            for seq in range(1, 11):
                await play(store, table_id, seq, items=(HandChanged(0), TurnPosted(seq - 1, seq)))

        await asyncio.gather(*(write(table_id) for table_id in tables))
        for table_id in tables:
            assert [row.seq for row in await store.actions(table_id)] == [*range(1, 11)]
            assert await queue(store, table_id) == [HandChanged(0), *(TurnPosted(seq - 1, seq) for seq in range(1, 11))]
