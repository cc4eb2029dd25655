"""Actions and what was taken back, snapshots, notes and plans."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.store.items import AsideChanged, BoardShown, GameFinished, HandChanged, TurnPosted
from bot.store.protocol import LostRace, StoreWriter, UnknownTable
from bot.store.rows import Message, MessageState, VoteRow
from bot.store.timers import LogPacked, ThreadPutAway, TimerChanges
from tests.store.contract.rows import (
    NOW,
    TABLE,
    Contract,
    action,
    begin,
    everything,
    only,
    play,
    queue,
    snapshot,
    take_back,
)


class LogContract(Contract):
    async def test_a_note_is_of_one_person_at_one_table_and_the_last_one_counts(self, store: StoreWriter) -> None:
        first, second = await begin(store), await begin(store, replace(TABLE, channel=501))
        await store.save_note(first, 11, "through the north", [HandChanged(0)], NOW)
        await store.save_note(first, 11, "no, the south", [HandChanged(0)], NOW)
        assert [await store.note(first, 11), await store.note(first, 12), await store.note(second, 11)] == [
            "no, the south",
            None,
            None,
        ]
        assert await queue(store, first) == [HandChanged(0)]
        await store.save_note(first, 11, "", [], NOW)
        assert await store.note(first, 11) is None
        with pytest.raises(UnknownTable):
            await store.save_note(77, 11, "nowhere", [], NOW)

    async def test_the_last_action_of_a_player_is_found_by_turn(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        turns = [(1, 0, 0), (2, 1, 0), (3, 0, 1), (4, 0, 1), (5, 1, 2), (6, 0, 3)]
        rows = [replace(action(seq, player), turn=turn) for seq, player, turn in turns]
        await store.append(table_id, rows, snapshot(6), (), posted=6, stage="running", now=NOW)
        assert await store.last_action(table_id, 0, 3, 6) == rows[3]
        assert await store.last_action(table_id, 0, 4, 6) == rows[5]
        assert await store.last_action(table_id, 0, 4, 3) == rows[2]
        assert await store.last_action(table_id, 0, 1, 6) is None
        assert await store.last_action(table_id, 1, 1, 6) is None

    async def test_actions_come_back_in_order_and_in_part(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await play(store, table_id, 1, 2)
        await play(store, table_id, 3, items=(TurnPosted(0, 3),))
        assert await store.actions(table_id) == [action(1), action(2), action(3)]
        assert await store.actions(table_id, 1, 2) == [action(2)]
        assert await store.actions(table_id, after=2) == [action(3)]
        assert (await store.last_seq(table_id), await store.snapshot(table_id)) == (3, snapshot(3))
        table = await store.table(table_id)
        assert table is not None
        assert (table.posted, table.stage) == (3, "running")
        assert await queue(store, table_id) == [TurnPosted(0, 3)]

    async def test_of_two_who_write_the_same_number_one_loses_the_race(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await play(store, table_id, 1)
        outcomes = await asyncio.gather(
            *(play(store, table_id, 2, items=(HandChanged(number),)) for number in range(5)), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in outcomes) == ["LostRace"] * 4 + ["NoneType"]
        assert await store.actions(table_id) == [action(1), action(2)]
        assert len(await store.items(table_id)) == 1

    async def test_a_lost_race_leaves_no_trace_of_itself(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await play(store, table_id, 1, 2)
        vote = VoteRow(table_id=table_id, proposer=11, answers={11: True}, at=NOW)
        await store.save_vote(vote, [], NOW)
        before = await everything(store, table_id)
        with pytest.raises(LostRace):
            await store.append(
                table_id,
                [action(3), action(2)],
                snapshot(9),
                [GameFinished(0, 3), BoardShown()],
                posted=3,
                stage="over",
                now=NOW,
                timers=TimerChanges(set=((9.0, ThreadPutAway()),)),
            )
        assert await everything(store, table_id) == before

    async def test_the_log_of_an_ended_game_is_read_as_before_once_it_is_packed(self, store: StoreWriter) -> None:
        table_id, other = await begin(store), await begin(store, replace(TABLE, channel=TABLE.channel + 1))
        await play(store, other, 1, 2)
        await play(store, table_id, 1, 2)
        await take_back(store, table_id, 3, after=1)
        last = [action(4, player=1), action(5)]
        pack = TimerChanges(set=((9.0, LogPacked()),))
        await store.append(table_id, last, snapshot(5), [], posted=5, stage="over", now=NOW, timers=pack)
        await store.save_draft(table_id, 0, 4, "{}")

        async def read() -> list[object]:
            return [
                await store.log(table_id),
                await store.log(table_id, 1, 3),
                await store.actions(table_id),
                await store.actions(table_id, 4, 4),
                await store.last_action(table_id, 1, 9, 9),
                await store.last_action(table_id, 0, 5, 9),
                await store.last_action(table_id, 0, 9, 4),
                await store.last_action(table_id, 1, 4, 9),
                await store.last_seq(table_id),
                await store.seatings(table_id),
                (await store.personal_data(11))["actions"],
            ]

        before, untouched = await read(), await everything(store, other)
        await store.pack_log(table_id, TimerChanges(cancel=("pack",)))
        assert await read() == before
        assert await everything(store, other) == untouched
        assert await store.snapshot(table_id) is None
        assert await store.draft(table_id, 0, 4) is None
        assert await store.timers(table_id) == []
        await store.pack_log(table_id)
        assert await read() == before

    async def test_a_game_that_goes_on_is_not_packed(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await play(store, table_id, 1, 2)
        before = await everything(store, table_id)
        await store.pack_log(table_id)
        assert await everything(store, table_id) == before
        assert await store.snapshot(table_id) == snapshot(2)

    async def test_what_is_taken_back_stays_in_the_log_marked(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await play(store, table_id, 1, 2, 3)
        await take_back(store, table_id, 4, after=2, items=(HandChanged(0),))
        await play(store, table_id, 5)
        await take_back(store, table_id, 6, after=1)
        marks = [(row.seq, row.undone) for row in await store.log(table_id)]
        assert marks == [(1, None), (2, 6), (3, 4), (4, 4), (5, 6), (6, 6)]
        assert [row.is_take_back for row in await store.log(table_id)] == [False, False, False, True, False, True]
        assert await store.actions(table_id) == [action(1)]
        assert await store.log(table_id, 2, 3) == [replace(action(3), undone=4)]
        assert (await store.last_seq(table_id), await store.snapshot(table_id)) == (6, snapshot(6))
        table = await store.table(table_id)
        assert table is not None
        assert table.posted == 1
        assert await queue(store, table_id) == [HandChanged(0)]

    async def test_a_take_back_that_comes_too_late_loses_the_race(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await play(store, table_id, 1, 2)
        vote = VoteRow(table_id=table_id, proposer=11, answers={11: True}, at=NOW, result="yes")
        before = await everything(store, table_id)
        with pytest.raises(LostRace):
            await take_back(store, table_id, 2, after=0, items=(HandChanged(0),), vote=vote)
        assert await everything(store, table_id) == before

    async def test_after_some_take_backs_dms_ring_again_for_the_same_turn(self, store: StoreWriter) -> None:
        table_id = await begin(store, TABLE, HandChanged(0))
        state = MessageState(asked=4, turn=4)
        dm = Message(key="hand:11", channel=1, message=2, payload=state)
        await store.mark_sent(await only(store, table_id), NOW, keep=dm)
        await play(store, table_id, 1)
        await take_back(store, table_id, 2, after=0)
        assert await store.message(table_id, "hand:11") == dm
        await take_back(store, table_id, 3, after=0, rings_again=True)
        assert await store.message(table_id, "hand:11") == replace(dm, payload=MessageState(turn=4))

    async def test_one_that_fails_takes_no_other_with_it(self, store: StoreWriter) -> None:
        """However they are written together."""
        tables = [await begin(store, replace(TABLE, channel=500 + number)) for number in range(12)]
        for table_id in tables[::3]:
            await play(store, table_id, 1)
        outcomes = await asyncio.gather(*(play(store, table_id, 1) for table_id in tables), return_exceptions=True)
        lost = [table_id for table_id, each in zip(tables, outcomes, strict=True) if isinstance(each, LostRace)]
        assert lost == tables[::3]
        assert [await store.last_seq(table_id) for table_id in tables] == [1] * 12

    async def test_a_game_that_ends_lets_its_vote_lapse(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        vote = VoteRow(table_id=table_id, proposer=11, answers={11: True, 12: None}, at=NOW)
        await store.save_vote(vote, [], NOW)
        await store.append(table_id, [action(1)], snapshot(1), [], posted=1, stage="over", now=NOW)
        lapsed = await store.vote(table_id)
        assert lapsed is not None
        assert lapsed.result == "lapsed"

    async def test_a_game_is_set_aside_and_goes_on(self, store: StoreWriter) -> None:
        table_id = await begin(store, TABLE, TurnPosted(0, 0))
        (row,) = await store.items(table_id)
        await store.set_aside(table_id, "abcd", [AsideChanged(), HandChanged(0)], NOW)
        table = await store.table(table_id)
        assert table is not None
        assert (table.stage, table.error) == ("aside", "abcd")
        assert await queue(store, table_id) == [AsideChanged(), HandChanged(0)]
        await store.postpone(row, NOW + 900)
        await store.revive(table_id, "running", [AsideChanged()], NOW)
        table = await store.table(table_id)
        assert table is not None
        assert (table.stage, table.error) == ("running", None)
        assert await queue(store, table_id) == [TurnPosted(0, 0), AsideChanged(), HandChanged(0)]
        assert {row.due for row in await store.items(table_id)} == {0.0}
