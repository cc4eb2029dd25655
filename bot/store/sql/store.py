"""The store of the protocol, whichever database it is in. SQL is nowhere but under `bot/store`."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from bot.store.items import Item
from bot.store.packed import unpack
from bot.store.personal import Data, Neutral
from bot.store.protocol import NO_PLANS, OPEN_STAGES, PlanChanges, StoreWriter
from bot.store.rows import (
    NO_CHANNEL,
    ActionRow,
    AuditRow,
    Census,
    GuildSettings,
    Message,
    MessageState,
    OutboxRow,
    PlanRow,
    ResultRow,
    SeatingRow,
    SeatRow,
    Snapshot,
    Stage,
    StandingChanges,
    TableRow,
    UserSettings,
    VoteRow,
    WaitRow,
)
from bot.store.sql.database import Statement, Value
from bot.store.sql.personal import KEPT, PACKED, erase, personal_data
from bot.store.sql.results import ResultStore, standing_statements
from bot.store.sql.statements import (
    ACTION_COLUMNS,
    DRAFT,
    FACT,
    GOES_ON,
    GUILD,
    ITEM,
    LAST_SEQ,
    MESSAGE,
    TABLE_COLUMNS,
    TIMER,
    USER,
    VOTE,
    WAIT,
    action_from,
    action_statement,
    as_json,
    audit_from,
    check_limits,
    item_statements,
    lapse,
    outbox_row_from,
    overtaken,
    pack_log,
    plan_statements,
    result_statement,
    snapshot_statement,
    table_from,
    table_values,
    timer_row_from,
    timer_statements,
    vote_from,
    wait_from,
    wait_statements,
    write_audit,
    write_invitations,
    write_items,
    write_reseated,
    write_seatings,
    write_seats,
    write_snapshot,
    write_table,
    write_timers,
    write_vote,
    write_waits,
)
from bot.store.timers import NO_TIMERS, TimerChanges, TimerRow


class SqlStore(ResultStore, StoreWriter):
    # Tables and seats

    async def add_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        invited: Sequence[int],
        items: Sequence[Item],
        limits: GuildSettings | None = None,
        timers: TimerChanges = NO_TIMERS,
        starter: Message | None = None,
    ) -> int:
        names = ", ".join(TABLE_COLUMNS)
        marks = ", ".join("?" * len(TABLE_COLUMNS))
        async with self._writing() as db:
            if limits is not None:
                await self._hold(db, f"tables of {table.guild}")
                await check_limits(db, table, limits)
            sql = f"INSERT INTO tables ({names}) VALUES ({marks}) RETURNING id"
            ((game,),) = await db.execute_fetchall(sql, table_values(table))
            await write_seats(db, game, seats)
            await write_invitations(db, game, invited)
            await write_items(db, game, items, table.opened)
            await write_timers(db, game, timers)
            if starter is not None:
                kept = (game, starter.key, starter.channel, starter.message, as_json(starter.payload))
                await db.execute(MESSAGE, kept)
        self._announce_timers(timers)
        return int(game)

    async def table(self, table_id: int) -> TableRow | None:
        row = await self._row(f"SELECT id, {', '.join(TABLE_COLUMNS)} FROM tables WHERE id = ?", table_id)
        return table_from(row) if row else None

    async def seats(self, table_id: int) -> tuple[SeatRow, ...]:
        sql = f"SELECT {', '.join(SeatRow.__struct_fields__)} FROM seats WHERE game = ? ORDER BY seat"
        rows = await self._rows(sql, table_id)
        return tuple(SeatRow(**dict(zip(SeatRow.__struct_fields__, row, strict=True))) for row in rows)

    async def seatings(self, table_id: int) -> list[SeatingRow]:
        sql = f"SELECT {', '.join(SeatingRow.__struct_fields__)} FROM seatings WHERE game = ? ORDER BY id"
        rows = await self._rows(sql, table_id)
        return [SeatingRow(**dict(zip(SeatingRow.__struct_fields__, row, strict=True))) for row in rows]

    async def save_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        invited: Sequence[int],
        items: Sequence[Item],
        now: float,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        async with self._writing(table.id) as db:
            await write_table(db, table)
            await write_seats(db, table.id, seats)
            await write_invitations(db, table.id, invited)
            await write_items(db, table.id, items, now)
            await write_audit(db, table.id, audit, now)
            await write_timers(db, table.id, timers)
        self._announce_timers(timers)

    async def begin(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        snapshot: Snapshot,
        items: Sequence[Item],
        now: float,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
        waits: Sequence[WaitRow] | None = None,
    ) -> None:
        async with self._writing(table.id) as db:
            await write_table(db, table)
            await write_seats(db, table.id, seats)
            await write_seatings(db, table.id, seats, now)
            await write_snapshot(db, table.id, snapshot)
            await write_items(db, table.id, items, now)
            await write_audit(db, table.id, audit, now)
            await write_timers(db, table.id, timers)
            await write_waits(db, table.id, waits)
        self._announce_timers(timers)

    async def reseat(
        self,
        table_id: int,
        host: int,
        seats: Sequence[SeatRow],
        items: Sequence[Item],
        now: float,
        vote: VoteRow | None = None,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
        waits: Sequence[WaitRow] | None = None,
    ) -> None:
        async with self._writing(table_id) as db:
            await db.execute("UPDATE tables SET host = ? WHERE id = ?", (host, table_id))
            await write_reseated(db, table_id, seats)
            await write_seatings(db, table_id, seats, now)
            if vote is not None:
                await write_vote(db, vote)
            await write_items(db, table_id, items, now)
            await write_audit(db, table_id, audit, now)
            await write_timers(db, table_id, timers)
            await write_waits(db, table_id, waits)
        self._announce_timers(timers)

    async def audit(self, table_id: int) -> list[AuditRow]:
        sql = f"SELECT {', '.join(AuditRow.__struct_fields__)} FROM audit WHERE game = ? ORDER BY id"
        return [audit_from(row) for row in await self._rows(sql, table_id)]

    async def set_aside(self, table_id: int, error: str, items: Sequence[Item], now: float) -> None:
        async with self._writing(table_id) as db:
            await db.execute("UPDATE tables SET stage = 'aside', error = ? WHERE id = ?", (error, table_id))
            await write_items(db, table_id, items, now)

    async def revive(
        self,
        table_id: int,
        stage: Stage,
        items: Sequence[Item],
        now: float,
        timers: TimerChanges = NO_TIMERS,
        waits: Sequence[WaitRow] | None = None,
    ) -> None:
        async with self._writing(table_id) as db:
            await db.execute("UPDATE tables SET stage = ?, error = NULL WHERE id = ?", (stage, table_id))
            await db.execute("UPDATE letters SET due = 0 WHERE game = ?", (table_id,))
            await write_items(db, table_id, items, now)
            await write_timers(db, table_id, timers)
            await write_waits(db, table_id, waits)
        self._announce_timers(timers)

    async def set_blocked(
        self, table_id: int, reason: str | None, items: Sequence[Item] = (), now: float = 0.0
    ) -> None:
        async with self._writing(table_id) as db:
            await db.execute("UPDATE tables SET blocked = ? WHERE id = ?", (reason, table_id))
            await write_items(db, table_id, items, now)

    async def set_dms(
        self, table_id: int, dms: Mapping[int, str], items: Sequence[Item] = (), now: float = 0.0
    ) -> None:
        async with self._writing(table_id) as db:
            await db.executemany(
                "UPDATE seats SET dm = ? WHERE game = ? AND seat = ?",
                [(dm, table_id, seat) for seat, dm in dms.items()],
            )
            await write_items(db, table_id, items, now)

    async def table_by_code(self, code: str) -> TableRow | None:
        row = await self._row(f"SELECT id, {', '.join(TABLE_COLUMNS)} FROM tables WHERE code = ?", code)
        return table_from(row) if row else None

    async def table_in(self, channel: int, stages: Sequence[Stage] = OPEN_STAGES) -> TableRow | None:
        if channel == NO_CHANNEL:
            return None
        marks = ", ".join("?" * len(stages))
        row = await self._row(
            f"SELECT id, {', '.join(TABLE_COLUMNS)} FROM tables WHERE channel = ? AND stage IN ({marks}) "
            "ORDER BY id DESC LIMIT 1",
            channel,
            *stages,
        )
        return table_from(row) if row else None

    async def tables_of(self, user: int) -> list[TableRow]:
        names = ", ".join(f"t.{name}" for name in TABLE_COLUMNS)
        rows = await self._rows(
            f"SELECT t.id, {names} FROM tables t JOIN seats s ON s.game = t.id "
            "WHERE s.user = ? AND t.stage IN ('lobby', 'running', 'aside') ORDER BY t.id",
            user,
        )
        return [table_from(row) for row in rows]

    async def finished_of(self, user: int) -> list[TableRow]:
        names = ", ".join(f"t.{name}" for name in TABLE_COLUMNS)
        rows = await self._rows(
            f"SELECT t.id, {names} FROM tables t JOIN seats s ON s.game = t.id "
            "WHERE s.user = ? AND t.stage = 'over' ORDER BY t.id DESC",
            user,
        )
        return [table_from(row) for row in rows]

    async def tables_at(self, stage: Stage, guild: int | None = None) -> list[TableRow]:
        sql = f"SELECT id, {', '.join(TABLE_COLUMNS)} FROM tables WHERE stage = ?"
        values: list[Value] = [stage]
        if guild is not None:
            sql, values = sql + " AND guild = ?", [stage, guild]
        return [table_from(row) for row in await self._rows(sql + " ORDER BY id", *values)]

    async def hosts(self, guild: int) -> list[int]:
        rows = await self._rows(
            "SELECT host FROM tables WHERE guild = ? AND stage IN ('lobby', 'running') ORDER BY id", guild
        )
        return [host for (host,) in rows]

    async def invited(self, table_id: int) -> tuple[int, ...]:
        rows = await self._rows("SELECT user FROM invitations WHERE game = ? ORDER BY user", table_id)
        return tuple(row[0] for row in rows)

    # The log

    async def append(
        self,
        table_id: int,
        actions: Sequence[ActionRow],
        snapshot: Snapshot,
        items: Sequence[Item],
        *,
        posted: int,
        stage: Stage,
        now: float,
        timers: TimerChanges = NO_TIMERS,
        waits: Sequence[WaitRow] | None = None,
        missed: int = 0,
        results: Sequence[ResultRow] = (),
        standings: StandingChanges | None = None,
        plans: PlanChanges = NO_PLANS,
    ) -> None:
        await self._at_once(
            [
                action_statement(table_id, actions),
                snapshot_statement(table_id, snapshot),
                (
                    "UPDATE tables SET told = ?, stage = ?, is_asleep = 0, missed = ? WHERE id = ?",
                    [(posted, stage, missed, table_id)],
                ),
                *([] if stage == "running" else [lapse(table_id)]),
                *item_statements(table_id, items, now),
                *timer_statements(table_id, timers),
                *wait_statements(table_id, waits),
                result_statement(table_id, results),
                *([] if standings is None else standing_statements(standings)),
                *plan_statements(table_id, plans),
            ],
            table_id,
        )
        self._announce_timers(timers)

    async def take_back(
        self,
        table_id: int,
        row: ActionRow,
        after: int,
        snapshot: Snapshot,
        items: Sequence[Item],
        *,
        posted: int,
        now: float,
        vote: VoteRow | None = None,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
        plans: PlanChanges = NO_PLANS,
        rings_again: bool = False,
        waits: Sequence[WaitRow] | None = None,
    ) -> None:
        async with self._writing(table_id) as db:
            await db.execute(
                "UPDATE actions SET undone = ? WHERE game = ? AND seq > ? AND undone IS NULL",
                (row.seq, table_id, after),
            )
            await db.executemany(*action_statement(table_id, [row]))
            await write_snapshot(db, table_id, snapshot)
            await db.execute("UPDATE tables SET told = ?, is_asleep = 0 WHERE id = ?", (posted, table_id))
            if rings_again:
                await db.execute(
                    "UPDATE messages SET about = json_remove(about, '$.asked') WHERE game = ?", (table_id,)
                )
            if vote is not None:
                await write_vote(db, vote)
            await write_items(db, table_id, items, now)
            await write_audit(db, table_id, audit, now)
            for statement in plan_statements(table_id, plans):
                await db.executemany(*statement)
            await write_timers(db, table_id, timers)
            await write_waits(db, table_id, waits)
        self._announce_timers(timers)

    async def actions(self, table_id: int, after: int = 0, until: int | None = None) -> list[ActionRow]:
        return [row for row in await self.log(table_id, after, until) if row.undone is None]

    async def log(self, table_id: int, after: int = 0, until: int | None = None) -> list[ActionRow]:
        rows = await self._rows(
            f"SELECT {', '.join(ACTION_COLUMNS)} FROM actions WHERE game = ? AND seq > ? AND seq <= ? ORDER BY seq",
            table_id,
            after,
            2**62 if until is None else until,
        )
        if rows:
            return [action_from(row) for row in rows]
        return [row for row in await self._packed(table_id) if after < row.seq and (until is None or row.seq <= until)]

    async def _packed(self, table_id: int) -> list[ActionRow]:
        """The log of a game that has ended, where it has no rows any more."""
        row = await self._row("SELECT log FROM packed_logs WHERE game = ?", table_id)
        return [] if row is None else unpack(row[0])

    async def pack_log(self, table_id: int, timers: TimerChanges = NO_TIMERS) -> None:
        async with self._writing(table_id) as db:
            await pack_log(db, table_id)
            await write_timers(db, table_id, timers)
        self._announce_timers(timers)

    async def last_action(self, table_id: int, player: int, turn: int, until: int) -> ActionRow | None:
        row = await self._row(
            "SELECT max(seq) FROM actions WHERE game = ? AND seq <= ? AND player = ? AND turn BETWEEN 1 AND ? - 1 "
            "AND undone IS NULL",
            table_id,
            until,
            player,
            turn,
        )
        if row is not None and row[0] is not None:
            return (await self.actions(table_id, row[0] - 1, row[0]))[0]
        found = [
            each
            for each in await self._packed(table_id)
            if each.seq <= until and each.player == player and 1 <= each.turn < turn and each.undone is None
        ]
        return found[-1] if found else None

    async def snapshot(self, table_id: int) -> Snapshot | None:
        row = await self._row("SELECT seq, rules, state, questions FROM snapshots WHERE game = ?", table_id)
        if row is None:
            return None
        decisions = msgspec.json.decode(row[3], type=tuple[int, ...])
        return Snapshot(seq=row[0], rules=row[1], state=row[2], decisions=decisions)

    async def last_seq(self, table_id: int) -> int:
        row = await self._row(f"SELECT {LAST_SEQ}", table_id, table_id)
        return int(row[0]) if row else 0

    # Votes

    async def vote(self, table_id: int) -> VoteRow | None:
        row = await self._row(f"SELECT {VOTE} FROM votes WHERE game = ? ORDER BY id DESC LIMIT 1", table_id)
        return vote_from(row) if row else None

    async def save_vote(
        self,
        vote: VoteRow,
        items: Sequence[Item],
        now: float,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        async with self._writing(vote.table_id) as db:
            await write_vote(db, vote)
            await write_items(db, vote.table_id, items, now)
            await write_audit(db, vote.table_id, audit, now)
            await write_timers(db, vote.table_id, timers)
        self._announce_timers(timers)

    async def stop(
        self,
        table_id: int,
        items: Sequence[Item],
        now: float,
        vote: VoteRow | None = None,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        async with self._writing(table_id) as db:
            await db.execute("UPDATE tables SET stage = 'closed' WHERE id = ?", (table_id,))
            if vote is not None:
                await write_vote(db, vote)
            await db.executemany(*lapse(table_id))
            await write_items(db, table_id, items, now)
            await write_audit(db, table_id, audit, now)
            await write_timers(db, table_id, timers)
            await write_waits(db, table_id, ())
        self._announce_timers(timers)

    # Plans, drafts and notes

    async def plans(self, table_id: int) -> list[PlanRow]:
        sql = (
            "SELECT p.seat, p.user, p.plan, p.armed, p.outcome FROM plans p JOIN seats s "
            "ON s.game = p.game AND s.seat = p.seat AND s.user = p.user WHERE p.game = ? ORDER BY p.seat"
        )
        return [
            PlanRow(seat=seat, user=user, plan=plan, armed=armed, outcome=outcome)
            for seat, user, plan, armed, outcome in await self._rows(sql, table_id)
        ]

    async def tables_with_plans(self) -> list[int]:
        rows = await self._rows("SELECT DISTINCT game FROM plans WHERE outcome IS NULL ORDER BY game")
        return [table_id for (table_id,) in rows]

    async def save_plans(
        self,
        table_id: int,
        plans: PlanChanges,
        items: Sequence[Item] = (),
        now: float = 0.0,
        posted: int | None = None,
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        await self._at_once(
            [
                *plan_statements(table_id, plans),
                ("UPDATE tables SET told = ? WHERE id = ?", [] if posted is None else [(posted, table_id)]),
                *item_statements(table_id, items, now),
                *timer_statements(table_id, timers),
            ],
            table_id,
        )
        self._announce_timers(timers)

    async def save_draft(self, table_id: int, seat: int, decision: int, draft: str) -> None:
        await self._at_once([(DRAFT, [(table_id, seat, decision, draft)])], table_id)

    async def draft(self, table_id: int, seat: int, decision: int) -> str | None:
        sql = "SELECT draft FROM drafts WHERE game = ? AND seat = ? AND question = ?"
        row = await self._row(sql, table_id, seat, decision)
        return row[0] if row else None

    async def note(self, table_id: int, user: int) -> str | None:
        row = await self._row("SELECT note FROM notes WHERE game = ? AND user = ?", table_id, user)
        return row[0] if row else None

    async def save_note(self, table_id: int, user: int, note: str, items: Sequence[Item], now: float) -> None:
        async with self._writing(table_id) as db:
            await db.execute("DELETE FROM notes WHERE game = ? AND user = ?", (table_id, user))
            if note:
                await db.execute("INSERT INTO notes VALUES (?, ?, ?, ?)", (table_id, user, note, now))
            await write_items(db, table_id, items, now)

    # The outbox

    async def add_items(
        self, table_id: int, items: Sequence[Item], now: float, timers: TimerChanges = NO_TIMERS
    ) -> None:
        await self._at_once([*item_statements(table_id, items, now), *timer_statements(table_id, timers)], table_id)
        self._announce_timers(timers)

    async def items(self, table_id: int) -> list[OutboxRow]:
        is_aside = "EXISTS (SELECT 1 FROM tables WHERE id = game AND stage = 'aside')"
        says_so = "kind IN ('aside', 'dm', 'closed')"
        sql = f"SELECT {ITEM} FROM letters WHERE game = ? AND ({says_so} OR NOT {is_aside}) ORDER BY id"
        rows = await self._rows(sql, table_id)
        return [outbox_row_from(row) for row in rows]

    async def tables_with_items(self) -> list[tuple[int, float]]:
        rows = await self._rows("SELECT game, min(due) FROM letters GROUP BY game ORDER BY game")
        return [(row[0], row[1]) for row in rows]

    async def census(self, now: float) -> Census:
        stages = await self._rows("SELECT stage, count(*) FROM tables GROUP BY stage")
        items, oldest = (await self._rows("SELECT count(*), min(written) FROM letters"))[0]
        ((overdue,),) = await self._rows(f"SELECT count(*) FROM timers WHERE due <= ? AND {GOES_ON}", now)
        return Census(tables=dict(stages), items=items, oldest_item=oldest, overdue=overdue)

    async def count_try(self, row: OutboxRow) -> bool:
        await self._at_once([("UPDATE letters SET tries = tries + 1 WHERE id = ?", [(row.id,)])])
        return True

    async def make_all_due(self) -> None:
        async with self._writing() as db:
            await db.execute("UPDATE letters SET due = 0 WHERE due > 0")

    async def postpone(self, row: OutboxRow, due: float) -> None:
        await self._at_once([("UPDATE letters SET due = ? WHERE id = ?", [(due, row.id)])])

    async def mark_sent(
        self,
        row: OutboxRow,
        now: float,
        *,
        keep: Message | None = None,
        forget: str | None = None,
        more: Sequence[Item] = (),
        dm: tuple[int, str] | None = None,
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        kept = [] if keep is None else [(row.table_id, keep.key, keep.channel, keep.message, as_json(keep.payload))]
        await self._at_once(
            [
                ("DELETE FROM letters WHERE id = ? AND version = ?", [(row.id, row.version)]),
                *([] if forget is None else overtaken(row.table_id, forget)),
                *([] if keep is None else overtaken(row.table_id, keep.key, keep.message)),
                (
                    "DELETE FROM messages WHERE game = ? AND slot = ?",
                    [] if forget is None else [(row.table_id, forget)],
                ),
                (MESSAGE, kept),
                (
                    "UPDATE seats SET dm = ? WHERE game = ? AND user = ?",
                    [] if dm is None else [(dm[1], row.table_id, dm[0])],
                ),
                *item_statements(row.table_id, more, now),
                *timer_statements(row.table_id, timers),
            ]
        )
        self._announce_timers(timers)

    async def message(self, table_id: int, key: str) -> Message | None:
        row = await self._row(
            "SELECT slot, channel, message, about FROM messages WHERE game = ? AND slot = ?", table_id, key
        )
        if row is None:
            return None
        payload = msgspec.json.decode(row[3], type=MessageState)
        return Message(key=row[0], channel=row[1], message=row[2], payload=payload)

    async def messages_in(self, channel: int) -> list[tuple[int, int]]:
        return await self._rows(
            "SELECT game, message FROM messages WHERE channel = ?1 UNION "
            "SELECT game, CAST(json_extract(about, '$.message') AS BIGINT) FROM letters "
            "WHERE kind IN ('strip', 'strike', 'erase') AND CAST(json_extract(about, '$.channel') AS BIGINT) = ?1",
            channel,
        )

    # Clocks and timers

    async def waits(self, table_id: int) -> tuple[WaitRow, ...]:
        rows = await self._rows(f"SELECT {WAIT} FROM waits WHERE game = ? ORDER BY seat", table_id)
        return tuple(wait_from(row) for row in rows)

    async def tables_without_clocks(self) -> list[TableRow]:
        sql = (
            f"SELECT id, {', '.join(TABLE_COLUMNS)} FROM tables WHERE stage = 'running' "
            "AND NOT EXISTS (SELECT 1 FROM waits WHERE game = id) ORDER BY id"
        )
        return [table_from(row) for row in await self._rows(sql)]

    async def save_clocks(
        self,
        table: TableRow,
        waits: Sequence[WaitRow],
        items: Sequence[Item],
        now: float,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
        vote: VoteRow | None = None,
    ) -> None:
        async with self._writing(table.id) as db:
            if vote is not None:
                await write_vote(db, vote)
            await db.execute(
                "UPDATE tables SET paused = ?, is_asleep = ?, missed = ? WHERE id = ?",
                (table.paused, int(table.is_asleep), table.missed, table.id),
            )
            await write_waits(db, table.id, waits)
            await write_items(db, table.id, items, now)
            await write_audit(db, table.id, audit, now)
            await write_timers(db, table.id, timers)
        self._announce_timers(timers)

    async def timers(self, table_id: int) -> list[TimerRow]:
        rows = await self._rows(f"SELECT {TIMER} FROM timers WHERE game = ? ORDER BY due, key", table_id)
        return [timer_row_from(row) for row in rows]

    async def next_timer(self, after: float) -> float | None:
        row = await self._row(f"SELECT min(due) FROM timers WHERE due > ? AND {GOES_ON}", after)
        return row[0] if row else None

    async def due_timers(self, now: float) -> list[TimerRow]:
        rows = await self._rows(f"SELECT {TIMER} FROM timers WHERE due <= ? AND {GOES_ON} ORDER BY due, game, key", now)
        return [timer_row_from(row) for row in rows]

    # People, servers, facts

    async def user(self, user: int) -> UserSettings:
        row = await self._row("SELECT settings FROM users WHERE id = ?", user)
        return msgspec.json.decode(row[0], type=UserSettings) if row else UserSettings()

    async def users(self, users: Collection[int]) -> dict[int, UserSettings]:
        marks = ", ".join("?" * len(users))
        rows = await self._rows(f"SELECT id, settings FROM users WHERE id IN ({marks})", *users) if users else []
        kept = {user: msgspec.json.decode(settings, type=UserSettings) for user, settings in rows}
        return {user: kept.get(user) or UserSettings() for user in users}

    async def save_user(
        self,
        user: int,
        settings: UserSettings,
        at_tables: Mapping[int, tuple[Sequence[Item], TimerChanges]] = {},
        now: float = 0.0,
    ) -> None:
        transaction: list[Statement] = [(USER, [(user, as_json(settings))])]
        for table_id, (items, timers) in at_tables.items():
            transaction += [*item_statements(table_id, items, now), *timer_statements(table_id, timers)]
        await self._at_once(transaction, *at_tables)
        for _, timers in at_tables.values():
            self._announce_timers(timers)

    async def guild(self, guild: int) -> GuildSettings:
        row = await self._row("SELECT settings FROM guilds WHERE id = ?", guild)
        return msgspec.json.decode(row[0], type=GuildSettings) if row else GuildSettings()

    async def personal_data(self, user: int) -> Data:
        found = {part: await self._named_rows(sql, user) for part, sql in KEPT.items()}
        return personal_data(found, await self._rows(PACKED, user))

    async def erase(self, user: int, neutral: Neutral, now: float) -> list[int]:
        async with self._writing() as db:
            return await erase(db, user, neutral, now)

    async def save_guild(self, guild: int, settings: GuildSettings) -> None:
        async with self._writing() as db:
            await db.execute(GUILD, (guild, as_json(settings)))

    async def fact(self, name: str) -> str | None:
        row = await self._row("SELECT value FROM facts WHERE name = ?", name)
        return row[0] if row else None

    async def save_fact(self, name: str, value: str) -> None:
        async with self._writing() as db:
            await db.execute(FACT, (name, value))
