"""Votes, who did what, and moves half made."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.store.items import BoardShown, HandChanged, VoteChanged
from bot.store.protocol import LostRace, StoreWriter, VoteOpen
from bot.store.rows import AuditRow, PlanRow, VoteRow
from tests.store.contract.rows import NOW, SEATS, TABLE, Contract, action, add, begin, play, queue, snapshot


class VoteContract(Contract):
    async def test_a_table_has_one_open_vote(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        vote = VoteRow(table_id=table_id, proposer=11, answers={11: True, 12: None}, at=NOW)
        outcomes = await asyncio.gather(
            *(store.save_vote(vote, [VoteChanged()], NOW) for _ in range(3)), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in outcomes) == ["NoneType", "VoteOpen", "VoteOpen"]
        first = await store.vote(table_id)
        assert first is not None
        assert replace(first, id=0) == vote
        with pytest.raises(VoteOpen):
            await store.save_vote(replace(vote, proposer=12), [BoardShown()], NOW, [AuditRow(name="Bo", what="kept")])
        assert (await store.vote(table_id), await store.audit(table_id)) == (first, [])
        assert await queue(store, table_id) == [VoteChanged()]

    async def test_a_vote_keeps_what_it_is_about(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        asked = {11: True, 12: None}
        vote = VoteRow(
            table_id=table_id, kind="kick", proposer=11, answers=asked, at=NOW, payload={"seat": "2"}, due=NOW + 9
        )
        await store.save_vote(vote, [], NOW)
        kept = await store.vote(table_id)
        assert kept is not None
        assert replace(kept, id=0) == vote

    async def test_a_vote_takes_answers_and_makes_room_for_the_next(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        vote = VoteRow(table_id=table_id, proposer=11, answers={11: True, 12: None}, at=NOW)
        await store.save_vote(vote, [], NOW)
        first = await store.vote(table_id)
        assert first is not None
        answered = replace(first, answers={11: True, 12: False}, result="no")
        await store.save_vote(answered, [VoteChanged()], NOW)
        assert await store.vote(table_id) == answered
        await store.save_vote(vote, [], NOW)
        second = await store.vote(table_id)
        assert second is not None
        assert second.id > first.id
        assert second.result is None

    async def test_a_game_is_stopped_with_the_vote_that_decided_it(self, store: StoreWriter) -> None:
        table_id = await begin(store, replace(TABLE, owns_thread=True))
        vote = VoteRow(table_id=table_id, proposer=11, answers={11: True, 12: None}, at=NOW)
        await store.save_vote(vote, [], NOW)
        kept = await store.vote(table_id)
        assert kept is not None
        decided = replace(kept, answers={11: True, 12: True}, result="yes")
        await store.stop(table_id, [VoteChanged()], NOW, decided, [AuditRow(name="", what="stopped")])
        table = await store.table(table_id)
        assert table is not None
        assert (table.stage, await store.vote(table_id)) == ("closed", decided)
        assert [row.what for row in await store.audit(table_id)] == ["stopped"]

    async def test_a_game_stopped_by_somebody_lets_an_open_vote_lapse(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.save_vote(VoteRow(table_id=table_id, proposer=11, answers={11: True}, at=NOW), [], NOW)
        await store.stop(table_id, [], NOW)
        vote = await store.vote(table_id)
        assert vote is not None
        assert vote.result == "lapsed"

    async def test_audit_rows_stand_after_the_action_that_was_the_last(self, store: StoreWriter) -> None:
        table_id = await add(store)
        first = AuditRow(user=11, name="Ada", what="started", about={"role": "moderator"})
        await store.begin(replace(TABLE, id=table_id, stage="running"), SEATS, snapshot(0), [], NOW, [first])
        await play(store, table_id, 1, 2)
        await store.stop(table_id, [], NOW + 1, None, [AuditRow(name="", what="stopped")])
        assert await store.audit(table_id) == [
            replace(first, at=NOW),
            AuditRow(seq=2, name="", what="stopped", at=NOW + 1),
        ]

    async def test_a_seat_has_one_draft_for_one_decision(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.save_draft(table_id, 0, 3, "first")
        await store.save_draft(table_id, 0, 3, "second")
        await store.save_draft(table_id, 1, 3, "other")
        assert (await store.draft(table_id, 0, 3), await store.draft(table_id, 0, 4)) == ("second", None)
        await store.save_draft(table_id, 0, 4, "third")
        assert (await store.draft(table_id, 0, 3), await store.draft(table_id, 1, 3)) == (None, "other")

    async def test_a_seat_has_one_plan_kept_with_the_action_that_it_comes_from(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        first = PlanRow(seat=0, user=11, plan="{}", armed=3)
        other = PlanRow(seat=1, user=12, plan="{}", armed=4, outcome="done")
        await store.save_plans(table_id, {0: first})
        await store.save_plans(table_id, {0: replace(first, armed=5), 1: other}, [HandChanged(1)], NOW, posted=7)
        assert await store.plans(table_id) == [replace(first, armed=5), other]
        assert [row.item for row in await store.items(table_id)] == [HandChanged(1)]
        assert (found := await store.table(table_id))
        assert found.posted == 7
        assert await store.tables_with_plans() == [table_id]
        last = snapshot(1)
        await store.append(
            table_id, [action(1)], last, (), posted=1, stage="running", now=NOW, plans={0: None, 1: other}
        )
        assert await store.plans(table_id) == [other]
        assert await store.tables_with_plans() == []
        with pytest.raises(LostRace):
            await store.append(table_id, [action(1)], last, (), posted=1, stage="running", now=NOW, plans={1: None})
        assert await store.plans(table_id) == [other]

    async def test_a_plan_is_of_no_use_to_whoever_takes_over_the_seat(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.save_plans(table_id, {0: PlanRow(seat=0, user=99, plan="{}", armed=0)})
        assert await store.plans(table_id) == []
