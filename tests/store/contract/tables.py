"""Tables, seats and invitations, and who sits where."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.store.items import BoardShown, HandChanged, LobbyChanged, MessageReplaced, TurnPosted, UserInvited, VoteChanged
from bot.store.protocol import ChannelTaken, SeatTaken, StoreError, StoreWriter, TooManyOwn, TooManyTables, UnknownTable
from bot.store.rows import (
    ANYBODY,
    NO_CHANNEL,
    NO_SERVER,
    AuditRow,
    GuildSettings,
    PlanRow,
    SeatingRow,
    TableRow,
    UserSettings,
    VoteRow,
)
from bot.store.timers import LeaverSought, TimerChanges
from tests.store.contract.rows import (
    ADA,
    BO,
    LARGEST,
    NOW,
    ODD_NAMES,
    ROBOT,
    SEATS,
    TABLE,
    Contract,
    add,
    begin,
    everything,
    only,
    play,
    queue,
    snapshot,
)


class TableContract(Contract):
    async def test_a_table_comes_back_as_it_was_added(self, store: StoreWriter) -> None:
        table = replace(TABLE, variant={"modules": "1+2"}, owns_thread=True, closes=9.5, posts="quiet")
        table_id = await store.add_table(table, SEATS, [14, 13], [LobbyChanged()])
        assert await store.table(table_id) == replace(table, id=table_id)
        assert await store.seats(table_id) == SEATS
        assert await store.invited(table_id) == (13, 14)
        assert await queue(store, table_id) == [LobbyChanged()]
        assert (await only(store, table_id)).written == table.opened

    async def test_a_lobby_that_is_saved_replaces_what_was_kept(self, store: StoreWriter) -> None:
        table_id = await store.add_table(TABLE, SEATS, [13], [LobbyChanged()])
        changed = replace(TABLE, id=table_id, host=12, pace="brisk", blocked="gone", error="e1")
        seats = (replace(BO, seat=0), replace(ADA, seat=1, dm="open"))
        audit = AuditRow(user=12, name="Bo", what="option", about={"option": "pace"})
        await store.save_table(changed, seats, [15], [UserInvited(15)], NOW, [audit])
        assert await store.table(table_id) == changed
        assert await store.seats(table_id) == seats
        assert await store.invited(table_id) == (15,)
        assert await queue(store, table_id) == [LobbyChanged(), UserInvited(15)]
        assert await store.audit(table_id) == [replace(audit, at=NOW)]

    async def test_a_lobby_begins_with_its_deal(self, store: StoreWriter) -> None:
        table_id = await begin(store, TABLE, TurnPosted(0, 0))
        table = await store.table(table_id)
        assert table is not None
        assert (table.stage, table.rules, table.options, table.seed) == ("running", 2, "{}", "secret")
        assert await store.snapshot(table_id) == snapshot(0)
        assert await queue(store, table_id) == [TurnPosted(0, 0)]
        assert await store.last_seq(table_id) == 0

    async def test_what_is_not_there_is_nothing(self, store: StoreWriter) -> None:
        assert await everything(store, 77) == [None, (), (), [], [], None, None, [], [], ()]
        assert await store.last_seq(77) == 0
        assert await store.table_in(77) is None
        assert await store.tables_of(77) == []
        assert await store.tables_at("lobby") == []
        assert await store.hosts(1) == []
        assert await store.draft(77, 0, 0) is None
        assert await store.message(77, "post") is None
        assert await store.messages_in(77) == []
        assert await store.fact("nothing") is None
        assert await store.user(77) == UserSettings()
        assert await store.guild(77) == GuildSettings()

    @pytest.mark.parametrize("name", ODD_NAMES)
    async def test_names_in_any_script_come_back_unchanged(self, store: StoreWriter, name: str) -> None:
        table = replace(TABLE, name=name, variant={name: name})
        table_id = await store.add_table(table, [replace(ADA, name=name)], [], [])
        await store.save_table(
            replace(table, id=table_id), [replace(ADA, name=name)], [], [], NOW, [AuditRow(name=name, what="closed")]
        )
        await store.save_fact(name, name)
        await store.save_draft(table_id, 0, 3, name)
        await store.set_blocked(table_id, name)
        kept = await store.table(table_id)
        assert kept is not None
        assert (kept.name, kept.variant, kept.blocked) == (name, {name: name}, name)
        assert (await store.seats(table_id))[0].name == name
        assert (await store.audit(table_id))[0].name == name
        assert (await store.fact(name), await store.draft(table_id, 0, 3)) == (name, name)

    async def test_the_largest_numbers_of_discord_are_kept_exactly(self, store: StoreWriter) -> None:
        table = replace(TABLE, guild=LARGEST, channel=LARGEST - 1, host=LARGEST - 2)
        table_id = await store.add_table(table, [replace(ADA, user=LARGEST - 3)], [LARGEST - 4], [])
        assert await store.table_in(LARGEST - 1) == replace(table, id=table_id)
        assert await store.hosts(LARGEST) == [LARGEST - 2]
        assert await store.tables_of(LARGEST - 3) == [replace(table, id=table_id)]
        assert await store.invited(table_id) == (LARGEST - 4,)
        vote = VoteRow(table_id=table_id, proposer=LARGEST - 3, answers={LARGEST - 3: True}, at=NOW)
        await store.save_vote(vote, [MessageReplaced(LARGEST - 5, LARGEST - 6)], NOW)
        kept = await store.vote(table_id)
        assert kept is not None
        assert kept.answers == vote.answers
        assert await queue(store, table_id) == [MessageReplaced(LARGEST - 5, LARGEST - 6)]
        assert await store.messages_in(LARGEST - 5) == [(table_id, LARGEST - 6)]

    async def test_tables_are_found_by_channel_person_stage_and_server(self, store: StoreWriter) -> None:
        over = await add(store, replace(TABLE, stage="over"))
        lobby = await add(store)
        other = await add(store, replace(TABLE, guild=2, channel=501, stage="running", host=12))
        aside = await add(store, replace(TABLE, channel=502, stage="aside"))

        def ids(tables: list[TableRow]) -> list[int]:
            return [table.id for table in tables]

        here, ended = await store.table_in(500), await store.table_in(500, ("over",))
        assert here is not None
        assert ended is not None
        assert (here.id, ended.id) == (lobby, over)
        assert await store.table_in(502) is None
        assert ids(await store.tables_of(11)) == [lobby, other, aside]
        assert await store.tables_of(99) == []
        assert ids(await store.tables_at("lobby")) == [lobby]
        assert (ids(await store.tables_at("running", 2)), await store.tables_at("running", 1)) == ([other], [])
        assert (await store.hosts(1), await store.hosts(2)) == ([11], [12])

    async def test_numbers_of_tables_only_grow(self, store: StoreWriter) -> None:
        first, second = await add(store), await add(store, replace(TABLE, channel=501))
        assert 0 < first < second

    @pytest.mark.parametrize(
        ("limits", "in_one_channel", "error", "fitting"),
        [
            (GuildSettings(), True, ChannelTaken, 1),
            (GuildSettings(tables=3), False, TooManyTables, 3),
            (GuildSettings(tables_each=4), False, TooManyOwn, 4),
        ],
    )
    async def test_limits_hold_however_many_open_tables_at_once(
        self,
        store: StoreWriter,
        limits: GuildSettings,
        in_one_channel: bool,
        error: type[StoreError],
        fitting: int,
    ) -> None:
        tables = [replace(TABLE, channel=500 if in_one_channel else 500 + number) for number in range(6)]
        opening = (add(store, table, LobbyChanged(), limits=limits) for table in tables)
        outcomes = await asyncio.gather(*opening, return_exceptions=True)
        assert [type(each) for each in outcomes if not isinstance(each, int)] == [error] * (6 - fitting)
        assert len(await store.tables_at("lobby")) == len(await store.tables_with_items()) == fitting

    async def test_limits_count_what_is_open_on_the_same_server_only(self, store: StoreWriter) -> None:
        one = GuildSettings(tables=1, tables_each=1)
        await add(store, replace(TABLE, stage="over"))
        await add(store, replace(TABLE, stage="closed"))
        await add(store, replace(TABLE, guild=2, channel=9))
        await add(store, limits=one)
        with pytest.raises(TooManyTables):
            await add(store, replace(TABLE, channel=501), limits=one)

    async def test_tables_on_no_server_are_found_by_their_code_and_in_no_channel(self, store: StoreWriter) -> None:
        free = replace(TABLE, guild=NO_SERVER, channel=NO_CHANNEL)
        first = await add(store, replace(free, code="ABCD-EFGH-2345"), limits=GuildSettings(tables=1))
        second = await add(store, replace(free, code="ABCD-EFGH-2346"), limits=GuildSettings(tables=1))
        found = await store.table_by_code("ABCD-EFGH-2346")
        assert found is not None
        assert found.id == second
        assert found.in_dms
        assert await store.table_in(NO_CHANNEL) is None
        await store.save_table(replace(found, code=None), SEATS, [], [], NOW)
        assert await store.table_by_code("ABCD-EFGH-2346") is None
        with pytest.raises(TooManyOwn):
            await add(store, free, limits=GuildSettings(tables_each=2))
        assert [table.id for table in await store.tables_at("lobby", NO_SERVER)] == [first, second]

    async def test_nobody_has_two_seats_and_a_refused_change_leaves_no_trace(self, store: StoreWriter) -> None:
        table_id = await store.add_table(TABLE, SEATS, [13], [LobbyChanged()])
        before = await everything(store, table_id)
        twice = (ADA, replace(ADA, seat=1))
        row = AuditRow(name="Ada", what="closed")
        with pytest.raises(SeatTaken):
            await store.save_table(replace(TABLE, id=table_id, host=9), twice, [], [BoardShown()], NOW, [row])
        with pytest.raises(SeatTaken):
            await store.begin(replace(TABLE, id=table_id, stage="running"), (ADA, ADA), snapshot(0), [], NOW)
        with pytest.raises(SeatTaken):
            await store.add_table(TABLE, twice, [], [])
        assert await everything(store, table_id) == before
        assert len(await store.tables_at("lobby")) == 1

    async def test_robots_share_a_table(self, store: StoreWriter) -> None:
        table_id = await store.add_table(TABLE, [ROBOT, replace(ROBOT, seat=3)], [], [])
        assert [seat.user for seat in await store.seats(table_id)] == [None, None]

    async def test_dms_are_remembered_by_seat(self, store: StoreWriter) -> None:
        table_id = await add(store)
        await store.set_dms(table_id, {0: "told", 1: "open"}, [HandChanged(1)], NOW)
        assert [seat.dm for seat in await store.seats(table_id)] == ["told", "open", "closed"]
        assert await queue(store, table_id) == [HandChanged(1)]

    async def test_a_blocked_channel_is_remembered_until_it_is_open(self, store: StoreWriter) -> None:
        table_id = await add(store)
        for reason, items in (("gone", [HandChanged(0)]), (None, [])):
            await store.set_blocked(table_id, reason, items, NOW)
            table = await store.table(table_id)
            assert table is not None
            assert table.blocked == reason
        assert await queue(store, table_id) == [HandChanged(0)]

    async def test_nothing_is_kept_for_a_table_that_is_not_there(self, store: StoreWriter) -> None:
        vote = VoteRow(table_id=77, proposer=11, answers={}, at=NOW)
        for attempt in (
            play(store, 77, 1),
            store.add_items(77, [BoardShown()], NOW),
            store.save_vote(vote, [], NOW),
            store.save_draft(77, 0, 0, "draft"),
            store.save_table(replace(TABLE, id=77), SEATS, [], [], NOW),
        ):
            with pytest.raises(UnknownTable):
                await attempt
        assert await everything(store, 77) == [None, (), (), [], [], None, None, [], [], ()]

    async def test_a_game_that_begins_begins_the_history_of_its_seats(self, store: StoreWriter) -> None:
        lobby = await add(store)
        assert await store.seatings(lobby) == []
        table_id = await begin(store, replace(TABLE, channel=501))
        assert await store.seatings(table_id) == [
            SeatingRow(seat=0, user=11, name="Ada", at=NOW),
            SeatingRow(seat=1, user=12, name="Bo", at=NOW),
            SeatingRow(seat=2, robot="conductor", name="Robot 1", at=NOW),
        ]

    async def test_a_seat_changes_hands_from_the_next_action_on_and_its_draft_goes(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await play(store, table_id, 1, 2)
        for seat in (0, 1):
            await store.save_draft(table_id, seat, 0, "draft")
            await store.save_plans(table_id, {seat: PlanRow(seat=seat, user=11 + seat, plan="plan", armed=2)})
        robot = replace(BO, user=None, robot="conductor", name="Robot (Bo)", dm="closed", offered=ANYBODY)
        audit = [AuditRow(user=12, name="Bo", what="resigned")]
        due = TimerChanges(set=((NOW + 5, LeaverSought()),))
        await store.reseat(table_id, 12, [robot], [HandChanged(1)], NOW + 1, None, audit, due)
        assert await store.seats(table_id) == (ADA, robot, ROBOT)
        row = SeatingRow(seat=1, after=2, robot="conductor", name="Robot (Bo)", at=NOW + 1)
        assert (await store.seatings(table_id))[3:] == [row]
        assert (await store.draft(table_id, 0, 0), await store.draft(table_id, 1, 0)) == ("draft", None)
        await store.reseat(table_id, 12, [replace(BO, dm="untried")], [], NOW + 2)
        assert [plan.seat for plan in await store.plans(table_id)] == [0]
        await store.reseat(table_id, 12, [robot], [], NOW + 3)
        table = await store.table(table_id)
        assert table is not None
        assert table.host == 12
        assert await queue(store, table_id) == [HandChanged(1)]
        assert [(row.what, row.seq) for row in await store.audit(table_id)] == [("resigned", 2)]
        assert [row.due for row in await store.timers(table_id)] == [NOW + 5]

    async def test_a_seat_that_is_only_offered_begins_no_new_row(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.save_draft(table_id, 1, 0, "draft")
        await store.set_dms(table_id, {1: "open"})
        await store.reseat(table_id, 11, [replace(BO, offered=13)], [], NOW)
        assert await store.seats(table_id) == (ADA, replace(BO, dm="open", offered=13), ROBOT)
        assert len(await store.seatings(table_id)) == 3
        assert await store.draft(table_id, 1, 0) == "draft"

    async def test_nobody_gets_a_second_seat(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        before = [*await everything(store, table_id), await store.seatings(table_id)]
        with pytest.raises(SeatTaken):
            await store.reseat(table_id, 12, [replace(ROBOT, user=11, robot=None)], [BoardShown()], NOW)
        assert [*await everything(store, table_id), await store.seatings(table_id)] == before

    async def test_a_vote_that_gave_a_seat_away_is_kept_with_it(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.save_vote(VoteRow(table_id=table_id, proposer=11, answers={11: True}, at=NOW), [], NOW)
        vote = await store.vote(table_id)
        assert vote is not None
        decided = replace(vote, result="yes")
        await store.reseat(table_id, 11, [replace(BO, user=13, name="Cyd")], [VoteChanged()], NOW, decided)
        assert await store.vote(table_id) == decided
        assert [row.user for row in await store.seatings(table_id)] == [11, 12, None, 13]
