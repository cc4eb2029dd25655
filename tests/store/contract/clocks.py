"""Whom a game waits for, and what falls due."""

import pytest
from msgspec.structs import replace

from bot.store.items import BoardShown
from bot.store.protocol import StoreWriter, UnknownTable
from bot.store.rows import AuditRow, VoteRow, WaitRow
from bot.store.timers import ClockRang, LeaverSought, LobbyClosed, LobbyWarned, ThreadPutAway, TimerChanges, TimerRow
from tests.store.contract.rows import LARGEST, NOW, SEATS, TABLE, Contract, action, add, begin, play, queue, snapshot


class ClockContract(Contract):
    async def test_waits_are_kept_with_what_begins_and_ends_them(self, store: StoreWriter) -> None:
        table_id = await add(store)
        running = replace(TABLE, id=table_id, stage="running")
        first = WaitRow(seat=1, since=5.0, start=6.5, rung=2, is_muted=True, asked=9.0, answers={LARGEST: "turn"})
        second = WaitRow(seat=0, since=7.0, start=7.0, has_stand_in=True, has_reminder=True)
        await store.begin(running, SEATS, snapshot(0), [], NOW, waits=[first])
        assert await store.waits(table_id) == (first,)
        await play(store, table_id, 1)
        assert await store.waits(table_id) == (first,)
        await store.append(
            table_id, [action(2)], snapshot(2), [], posted=2, stage="running", now=NOW, waits=[first, second], missed=3
        )
        assert await store.waits(table_id) == (second, first)
        table = await store.table(table_id)
        assert table is not None
        assert table.missed == 3
        await store.set_aside(table_id, "abcd", [], NOW)
        await store.revive(table_id, "running", [], NOW, waits=[second])
        assert await store.waits(table_id) == (second,)
        await store.stop(table_id, [], NOW)
        assert await store.waits(table_id) == ()

    async def test_clocks_stand_still_sleep_and_wake(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        kept = await store.table(table_id)
        assert kept is not None
        wait = WaitRow(seat=1, since=5.0, start=6.5)
        asleep = replace(kept, paused=8.0, is_asleep=True, missed=2)
        timers = TimerChanges(set=((10.0, ClockRang(1)),))
        audit = AuditRow(name="", what="asleep")
        await store.save_clocks(replace(asleep, host=99), [wait], [BoardShown()], NOW, [audit], timers)
        assert await store.table(table_id) == asleep
        assert await store.waits(table_id) == (wait,)
        assert (await queue(store, table_id), [row.what for row in await store.audit(table_id)]) == (
            [BoardShown()],
            ["asleep"],
        )
        assert [row.timer for row in await store.timers(table_id)] == [ClockRang(1)]
        await play(store, table_id, 1)
        assert await store.table(table_id) == replace(asleep, is_asleep=False, missed=0, posted=1)

    async def test_running_games_without_a_clock_are_found(self, store: StoreWriter) -> None:
        old, new = await begin(store), await begin(store, replace(TABLE, channel=501))
        await add(store, replace(TABLE, channel=502))
        kept = await store.table(new)
        assert kept is not None
        await store.save_clocks(kept, [WaitRow(seat=0, since=1.0, start=1.0)], [], NOW)
        assert [table.id for table in await store.tables_without_clocks()] == [old]

    async def test_every_change_can_set_and_cancel_timers_and_says_so_once_it_is_kept(self, store: StoreWriter) -> None:
        heard: list[float] = []
        store.watch_timers(heard.append)
        moments = iter(range(10, 100))

        def anew() -> TimerChanges:
            """One in place of the last one."""
            moment = float(next(moments))
            return TimerChanges(set=((moment + 50, ThreadPutAway()), (moment, LobbyClosed())), cancel=("warn",))

        table_id = await store.add_table(TABLE, SEATS, [], [], timers=TimerChanges(set=((5.0, LobbyWarned()),)))
        table = replace(TABLE, id=table_id)
        vote = VoteRow(table_id=table_id, proposer=11, answers={11: True}, at=NOW)
        await store.save_table(table, SEATS, [], [], NOW, timers=anew())
        await store.begin(replace(table, stage="running"), SEATS, snapshot(0), [], NOW, timers=anew())
        await store.append(table_id, [action(1)], snapshot(1), [], posted=1, stage="running", now=NOW, timers=anew())
        await store.save_vote(vote, [], NOW, timers=anew())
        await store.add_items(table_id, [], NOW, anew())
        await store.set_aside(table_id, "abcd", [], NOW)
        await store.revive(table_id, "running", [], NOW, anew())
        await store.stop(table_id, [], NOW, timers=anew())
        assert heard == [5.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0]
        assert await store.timers(table_id) == [
            TimerRow(table_id=table_id, timer=LobbyClosed(), due=16.0),
            TimerRow(table_id=table_id, timer=ThreadPutAway(), due=66.0),
        ]
        await store.add_items(table_id, [], NOW, TimerChanges(is_all_cancelled=True, set=((7.0, LeaverSought(3)),)))
        assert [row.timer for row in await store.timers(table_id)] == [LeaverSought(3)]

    async def test_timers_fall_due_in_their_order(self, store: StoreWriter) -> None:
        first, second = await add(store), await add(store, replace(TABLE, channel=501))
        assert (await store.due_timers(99.0), await store.next_timer(0.0)) == ([], None)
        await store.add_items(first, [], NOW, TimerChanges(set=((30.0, LobbyClosed()), (10.0, LobbyWarned()))))
        await store.add_items(second, [], NOW, TimerChanges(set=((20.0, LobbyClosed()),)))
        assert [(row.table_id, row.key) for row in await store.due_timers(20.0)] == [(first, "warn"), (second, "close")]
        assert [await store.next_timer(after) for after in (0.0, 10.0, 20.0, 30.0)] == [10.0, 20.0, 30.0, None]

    async def test_timers_of_a_game_set_aside_wait_until_it_goes_on(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.add_items(table_id, [], NOW, TimerChanges(set=((10.0, LeaverSought()),)))
        await store.set_aside(table_id, "abcd", [], NOW)
        assert (await store.due_timers(99.0), await store.next_timer(0.0)) == ([], None)
        await store.revive(table_id, "running", [], NOW)
        assert [row.key for row in await store.due_timers(99.0)] == ["leaver"]

    async def test_no_timer_is_set_by_a_change_that_fails(self, store: StoreWriter) -> None:
        heard: list[float] = []
        store.watch_timers(heard.append)
        with pytest.raises(UnknownTable):
            await store.add_items(77, [], NOW, TimerChanges(set=((10.0, LeaverSought()),)))
        assert (heard, await store.timers(77)) == ([], [])
