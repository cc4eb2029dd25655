"""What any store must do. A store is put to it by a class with one fixture: `open_store`, which opens the same database
at each call."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from msgspec.structs import replace

from bot.store.items import (
    AsideChanged,
    AwayChanged,
    BoardShown,
    ButtonsExpired,
    GameFinished,
    HandChanged,
    Item,
    LobbyChanged,
    MessageReplaced,
    SeatRung,
    TurnPosted,
    UserInvited,
    VoteChanged,
)
from bot.store.protocol import (
    ChannelTaken,
    LostRace,
    SeatTaken,
    StoreError,
    StoreWriter,
    TooManyOwn,
    TooManyTables,
    UnknownTable,
    VoteOpen,
)
from bot.store.rows import (
    ANYBODY,
    ActionRow,
    AuditRow,
    GuildSettings,
    Message,
    MessageState,
    OutboxRow,
    PlanRow,
    ResultRow,
    SeatingRow,
    SeatRow,
    Snapshot,
    StandingChanges,
    StandingRow,
    TableRow,
    UserSettings,
    VoteRow,
    WaitRow,
)
from bot.store.timers import (
    NO_TIMERS,
    ClockRang,
    LeaverSought,
    LobbyClosed,
    LobbyWarned,
    LogPacked,
    SeatRings,
    ThreadPutAway,
    TimerChanges,
    TimerRow,
)

OpenStore = Callable[[], Awaitable[StoreWriter]]
LARGEST = 2**63 - 1
"""No number that Discord gives is larger."""
ODD_NAMES = ["Zażółć gęślą jaźń", "李小龙", "אָדָם", "🚂🇵🇱", "Robert'); DROP TABLE tables;--", '"', "%", "\u0301", " x "]
TABLE = TableRow(guild=1, channel=500, title="usa", name="Test", host=11, size=3, opened=1000.0)
ADA = SeatRow(seat=0, user=11, name="Ada", colour="teal")
BO = SeatRow(seat=1, user=12, name="Bo", colour="lime")
ROBOT = SeatRow(seat=2, robot="conductor", name="Robot 1", colour="brown", dm="closed")
SEATS = (ADA, BO, ROBOT)
NOW = 2000.0


def action(seq: int, player: int = 0, at: float = NOW) -> ActionRow:
    return ActionRow(seq=seq, player=player, action=b'{"do":"x"}', events=b"[\x00\xff]", turn=seq, at=at)


def snapshot(seq: int) -> Snapshot:
    return Snapshot(seq=seq, rules=2, state=bytes([seq, 0, 255]), decisions=(seq, 0, 0))


async def add(store: StoreWriter, table: TableRow = TABLE, *items: Item, limits: GuildSettings | None = None) -> int:
    return await store.add_table(table, SEATS, [], items, limits)


async def play(store: StoreWriter, table_id: int, *seqs: int, items: tuple[Item, ...] = (), at: float = NOW) -> None:
    rows = [action(seq, at=at) for seq in seqs]
    await store.append(table_id, rows, snapshot(seqs[-1]), items, posted=seqs[-1], stage="running", now=at)


async def take_back(
    store: StoreWriter,
    table_id: int,
    seq: int,
    *,
    after: int,
    items: tuple[Item, ...] = (),
    vote: VoteRow | None = None,
    rings_again: bool = False,
) -> None:
    row = replace(action(seq), undone=seq)
    await store.take_back(
        table_id, row, after, snapshot(seq), items, posted=after, now=NOW, vote=vote, rings_again=rings_again
    )


async def begin(store: StoreWriter, table: TableRow = TABLE, *items: Item) -> int:
    table_id = await add(store, table)
    running = replace(table, id=table_id, stage="running", rules=2, options="{}", seed="secret")
    await store.begin(running, SEATS, snapshot(0), items, NOW)
    return table_id


async def everything(store: StoreWriter, table_id: int) -> list[object]:
    """All that is kept of a table."""
    return [
        await store.table(table_id),
        await store.seats(table_id),
        await store.invited(table_id),
        await store.audit(table_id),
        await store.log(table_id),
        await store.snapshot(table_id),
        await store.vote(table_id),
        await store.items(table_id),
        await store.timers(table_id),
        await store.waits(table_id),
    ]


async def queue(store: StoreWriter, table_id: int) -> list[object]:
    return [row.item for row in await store.items(table_id)]


async def only(store: StoreWriter, table_id: int) -> OutboxRow:
    (row,) = await store.items(table_id)
    return row


class StoreContract:
    @pytest.fixture
    async def store(self, open_store: OpenStore) -> AsyncIterator[StoreWriter]:
        store = await open_store()
        yield store
        await store.close()

    # Tables, seats, invitations

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

    # Who sits where

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

    # The log

    async def test_results_come_with_the_end_of_a_game_and_are_of_one_server(self, store: StoreWriter) -> None:
        first, second = await begin(store), await begin(store, replace(TABLE, channel=501))
        won = ResultRow(seat=0, user=11, points=80, place=1, share=0.5, turns=4, seconds=9.5, at=NOW)
        rest = ResultRow(seat=0, part=1, robot="conductor", points=80, place=1, share=0.5, at=NOW)
        await store.append(first, [action(1)], snapshot(1), (), posted=1, stage="over", now=NOW, results=[won, rest])
        await store.append(second, [action(1)], snapshot(1), (), posted=1, stage="over", now=NOW)
        assert [(row.table_id, row.guild, row.title, row.seats, row.result) for row in await store.results()] == [
            (first, 1, "usa", 3, won),
            (first, 1, "usa", 3, rest),
        ]
        assert await store.results_of(11) == await store.results_of(11, 1) == await store.results()
        assert await store.results_of(11, 2) == await store.results_of(12) == []
        assert await store.uncounted() == [second]
        await store.save_results(second, [won])
        assert await store.uncounted() == []

    async def test_games_that_were_stopped_are_counted_by_player(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.stop(table_id, [], NOW)
        await begin(store, replace(TABLE, channel=501))
        elsewhere = await begin(store, replace(TABLE, guild=2, channel=502))
        await store.stop(elsewhere, [], NOW)
        assert await store.stopped_games(1) == {11: 1, 12: 1}
        assert await store.stopped_games(None) == {11: 2, 12: 2}

    async def test_somebodys_results_come_with_all_others_of_the_same_games(self, store: StoreWriter) -> None:
        async def finish(guild: int, at: float, *users: int) -> int:
            table_id = await begin(store, replace(TABLE, guild=guild, channel=500 + round(at)))
            results = [ResultRow(seat=seat, user=user, points=80, place=1, at=at) for seat, user in enumerate(users)]
            await store.append(table_id, [action(1)], snapshot(1), (), posted=1, stage="over", now=NOW, results=results)
            return table_id

        late, early = await finish(1, 9.0, 11, 12), await finish(2, 3.0, 11, 13)
        await finish(1, 5.0, 12, 14)
        assert [row.table_id for row in await store.results_of(11)] == [early, early, late, late]
        assert [row.table_id for row in await store.results_of(11, 1)] == [late, late]

    async def test_standings_come_with_the_end_of_a_game_and_are_counted_anew_when_results_change(
        self, store: StoreWriter
    ) -> None:
        ada = StandingRow(guild=1, title="usa", user=11, points=1040.5, doubt=300.25, rated=1, games=1.0, best=80)
        robot = StandingRow(guild=1, title="usa", robot="conductor", points=900.0, rated=1)
        assert await store.counted() is None
        await store.save_standings(StandingChanges(until=(0.0, 0)))
        table_id = await begin(store)
        changes = StandingChanges(standings=(ada, robot), steps=(ada, robot), until=(NOW, table_id))
        await store.append(table_id, [action(1)], snapshot(1), (), posted=1, stage="over", now=NOW, standings=changes)
        assert await store.counted() == (NOW, table_id)
        assert await store.standings(1, "usa") == [robot, ada]
        assert await store.standings(1, "usa", [12]) == [robot]
        assert await store.standings(1, "") == await store.standings(0, "usa") == []
        assert await store.rating_history(11, 1, "usa") == [(1040.5, 300.25)]
        assert await store.last_names([11, 12, 13], 1) == {11: "Ada", 12: "Bo"}
        assert await store.last_names([11], 2) == {}
        better = replace(ada, points=1100.0, rated=2)
        await store.save_standings(StandingChanges(standings=(better,), steps=(ada, better), until=(NOW, 9)))
        assert await store.standings(1, "usa") == [better]
        assert await store.rating_history(11, 1, "usa") == [(1040.5, 300.25), (1100.0, 300.25)]
        await store.save_results(table_id, [ResultRow(seat=0, user=11, points=80, place=1, at=NOW)])
        assert await store.counted() is None

    async def test_somebody_who_is_erased_stands_nowhere_at_once(self, store: StoreWriter) -> None:
        ada, bo = [StandingRow(guild=1, title="usa", user=user, rated=1) for user in (11, 12)]
        await store.save_standings(StandingChanges(standings=(ada, bo), steps=(ada, bo), until=(NOW, 1)))
        await store.erase(11, lambda _language, _seat: "somebody", NOW)
        assert await store.standings(1, "usa") == [bo]
        assert await store.rating_history(11, 1, "usa") == []
        assert await store.counted() is None

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

    # Votes and audit

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

    # Drafts

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

    # The outbox

    async def test_items_keep_their_order_and_a_newer_one_takes_the_place_of_its_like(self, store: StoreWriter) -> None:
        table_id = await add(store)
        await store.add_items(table_id, [HandChanged(1), BoardShown(), HandChanged(0)], NOW)
        first = await store.items(table_id)
        await store.add_items(table_id, [HandChanged(0), BoardShown(), SeatRung(0, 4)], NOW + 5)
        rows = await store.items(table_id)
        assert [row.item for row in rows] == [HandChanged(1), BoardShown(), HandChanged(0), SeatRung(0, 4)]
        assert [row.id for row in rows[:3]] == [row.id for row in first]
        assert [row.version for row in rows] == [1, 2, 2, 1]
        assert [row.written for row in rows] == [NOW, NOW, NOW, NOW + 5]
        assert all(row.table_id == table_id for row in rows)

    async def test_the_newer_of_two_with_one_key_is_what_is_sent(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.add_items(table_id, [GameFinished(1, 2)], NOW)
        await store.add_items(table_id, [GameFinished(1, 3)], NOW)
        assert await queue(store, table_id) == [GameFinished(1, 3)]

    async def test_numbers_of_items_are_never_used_again(self, store: StoreWriter) -> None:
        table_id = await add(store)
        numbers = []
        for _ in range(3):
            await store.add_items(table_id, [BoardShown()], NOW)
            row = await only(store, table_id)
            await store.mark_sent(row, NOW)
            numbers.append(row.id)
        assert numbers == sorted({*numbers})

    async def test_tries_and_pauses_are_counted_and_whoever_acts_ends_the_pause(self, store: StoreWriter) -> None:
        table_id, other = await add(store), await add(store, replace(TABLE, channel=501), BoardShown())
        await store.add_items(table_id, [BoardShown(), HandChanged(0)], NOW)
        row, _ = await store.items(table_id)
        await store.count_try(row)
        await store.count_try(row)
        await store.postpone(row, NOW + 60)
        await store.postpone(await only(store, other), NOW + 90)
        assert [(row.tries, row.due) for row in await store.items(table_id)] == [(2, NOW + 60), (0, 0.0)]
        assert await store.tables_with_items() == [(table_id, 0.0), (other, NOW + 90)]
        await store.add_items(table_id, [HandChanged(1)], NOW)
        assert [row.due for row in await store.items(table_id)] == [0.0, 0.0, 0.0]
        assert (await only(store, other)).due == NOW + 90
        await store.make_all_due()
        assert (await only(store, other)).due == 0.0

    async def test_what_is_sent_is_remembered_as_its_message(self, store: StoreWriter) -> None:
        table_id = await begin(store, TABLE, TurnPosted(0, 0))
        row = await only(store, table_id)
        state = MessageState(after=0, until=0, rang=0b101)
        kept = Message(key="post", channel=500, message=LARGEST, payload=state)
        await store.mark_sent(row, NOW, keep=kept, more=[HandChanged(1)], dm=(12, "open"))
        assert await store.message(table_id, "post") == kept
        assert await store.messages_in(500) == [(table_id, LARGEST)]
        assert await queue(store, table_id) == [HandChanged(1)]
        assert [seat.dm for seat in await store.seats(table_id)] == ["untried", "open", "closed"]
        newer = Message(key="post", channel=500, message=8, payload=MessageState(asked=0))
        await store.mark_sent(await only(store, table_id), NOW, keep=newer)
        assert await store.message(table_id, "post") == newer
        assert await store.items(table_id) == await store.tables_with_items() == []

    async def test_a_message_is_forgotten_and_another_stays(self, store: StoreWriter) -> None:
        table_id = await add(store)
        for key in ("ping", "post"):
            await store.add_items(table_id, [BoardShown()], NOW)
            row = await only(store, table_id)
            await store.mark_sent(row, NOW, keep=Message(key=key, channel=500, message=len(key)))
        await store.add_items(table_id, [BoardShown()], NOW)
        await store.mark_sent(await only(store, table_id), NOW, forget="ping")
        assert await store.message(table_id, "ping") is None
        assert await store.message(table_id, "post") == Message(key="post", channel=500, message=4)

    async def test_an_item_rewritten_while_it_was_sent_is_sent_again(self, store: StoreWriter) -> None:
        table_id = await add(store, TABLE, BoardShown())
        row = await only(store, table_id)
        await store.add_items(table_id, [BoardShown()], NOW)
        await store.mark_sent(row, NOW, keep=Message(key="show", channel=500, message=7))
        assert (await only(store, table_id)).id == row.id
        assert await store.message(table_id, "show") is not None
        await store.mark_sent(await only(store, table_id), NOW)
        assert await store.items(table_id) == []

    async def test_messages_that_are_about_to_go_are_known_too(self, store: StoreWriter) -> None:
        table_id, other = await add(store), await add(store, replace(TABLE, channel=501))
        await store.add_items(table_id, [MessageReplaced(500, 7), ButtonsExpired(500, 8, 3)], NOW)
        await store.add_items(other, [MessageReplaced(500, 9), MessageReplaced(501, 10), BoardShown()], NOW)
        assert sorted(await store.messages_in(500)) == [(table_id, 7), (table_id, 8), (other, 9)]

    async def test_another_run_has_another_edition_and_what_waits_keeps_its_own(self, open_store: OpenStore) -> None:
        first = await open_store()
        table_id = await add(first, TABLE, BoardShown())
        row = await only(first, table_id)
        edition = first.edition_of(row)
        await first.close()
        second = await open_store()
        await second.add_items(table_id, [HandChanged(0)], NOW)
        old, new = await second.items(table_id)
        assert second.edition_of(old) == edition
        assert second.edition_of(new) not in ("", edition)
        await second.close()

    # Clocks

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

    # Timers

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

    # People, servers, facts

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

    # All of it

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
