"""Rows to SQL and back: what the store's methods are made of."""

from collections.abc import Iterable, Sequence

import msgspec

from bot.store.items import Item, copy_key, copy_reader, item_from, payload_of
from bot.store.packed import pack
from bot.store.protocol import ChannelTaken, PlanChanges, TooManyOwn, TooManyTables
from bot.store.rows import (
    COACH,
    ActionRow,
    AuditRow,
    Deal,
    GuildSettings,
    OutboxRow,
    PlayedRow,
    ResultRow,
    SeatRow,
    Snapshot,
    TableRow,
    VoteRow,
    WaitRow,
)
from bot.store.sql.database import Found, SqlConnection, Statement, Value
from bot.store.timers import TimerChanges, TimerRow, timer_from, timer_payload

# Columns keep the names of the first release (`game` is a table's number, `letters` the outbox, `slot` an item's key,
# `about` its payload, `question` a decision); the fields of rows have found better ones since.
TABLE_FIELDS = TableRow.__struct_fields__[1:]
TABLE_COLUMNS = tuple("told" if name == "posted" else name for name in TABLE_FIELDS)
ACTION_COLUMNS = ActionRow.__struct_fields__
VOTE = "id, game, kind, proposer, answers, result, at, about, due"
LAPSE = "UPDATE votes SET result = 'lapsed' WHERE game = ? AND result IS NULL"
WAIT = ", ".join(WaitRow.__struct_fields__)
TIMER = "game, kind, key, payload, due"
GOES_ON = "NOT EXISTS (SELECT 1 FROM tables WHERE id = game AND stage = 'aside')"
LAST_SEQ = "coalesce((SELECT max(seq) FROM actions WHERE game = ?), (SELECT last FROM packed_logs WHERE game = ?), 0)"
ITEM = "game, slot, kind, about, id, version, tries, written, due"


def in_place(table: str, key: Sequence[str], *others: str) -> str:
    """An INSERT that takes the place of the row with the same key."""
    names = (*key, *others)
    again = ", ".join(f"{name} = excluded.{name}" for name in others)
    return (
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))}) "
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {again}"
    )


SNAPSHOT = in_place("snapshots", ["game"], "seq", "rules", "state", "questions")
DRAFT = in_place("drafts", ["game", "seat"], "question", "draft")
MESSAGE = in_place("messages", ["game", "slot"], "channel", "message", "about")
SET_TIMER = in_place("timers", ["game", "key"], "kind", "due", "payload")
USER = in_place("users", ["id"], "settings")
GUILD = in_place("guilds", ["id"], "settings")
FACT = in_place("facts", ["name"], "value")


async def write_table(db: SqlConnection, table: TableRow) -> None:
    names = ", ".join(f"{name} = ?" for name in TABLE_COLUMNS)
    await db.execute(f"UPDATE tables SET {names} WHERE id = ?", (*table_values(table), table.id))


async def write_seats(db: SqlConnection, table_id: int, seats: Iterable[SeatRow]) -> None:
    await db.execute("DELETE FROM seats WHERE game = ?", (table_id,))
    await db.executemany(
        "INSERT INTO seats (game, seat, user, robot, name, colour, dm, offered) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(table_id, row.seat, row.user, row.robot, row.name, row.colour, row.dm, row.offered) for row in seats],
    )


async def write_seatings(db: SqlConnection, table_id: int, seats: Iterable[SeatRow], now: float) -> None:
    """From the next action on; where the seat's last row says the same, it goes on."""
    same = (
        "SELECT 1 FROM (SELECT user, robot FROM seatings WHERE game = ? AND seat = ? ORDER BY id DESC LIMIT 1) AS last "
        "WHERE last.user IS ? AND last.robot IS ?"
    )
    await db.executemany(
        f"INSERT INTO seatings (game, seat, after, user, robot, name, at) SELECT ?, ?, {LAST_SEQ}, ?, ?, ?, ? "
        f"WHERE NOT EXISTS ({same})",
        [
            (
                *(table_id, row.seat, table_id, table_id, row.user, row.robot, row.name, now),
                *(table_id, row.seat, row.user, row.robot),
            )
            for row in seats
        ],
    )


async def write_reseated(db: SqlConnection, table_id: int, seats: Sequence[SeatRow]) -> None:
    """A seat whose player is another one loses its draft and its plan. All are freed first: two may change places."""
    for made in ("drafts", "plans"):
        await db.executemany(
            f"DELETE FROM {made} WHERE game = ?1 AND seat = ?2 "
            "AND EXISTS (SELECT 1 FROM seats WHERE game = ?1 AND seat = ?2 AND user IS NOT ?3)",
            [(table_id, row.seat, row.user) for row in seats],
        )
    await db.executemany(
        "UPDATE seats SET user = NULL, dm = ? WHERE game = ? AND seat = ? AND user IS NOT ?",
        [(row.dm, table_id, row.seat, row.user) for row in seats],
    )
    await db.executemany(
        "UPDATE seats SET user = ?, robot = ?, name = ?, offered = ? WHERE game = ? AND seat = ?",
        [(row.user, row.robot, row.name, row.offered, table_id, row.seat) for row in seats],
    )


async def write_vote(db: SqlConnection, vote: VoteRow) -> None:
    if vote.id:
        values = (as_json(vote.answers), vote.result, vote.id)
        await db.execute("UPDATE votes SET answers = ?, result = ? WHERE id = ?", values)
        return
    asked = (vote.table_id, vote.kind, vote.proposer, as_json(vote.answers), vote.result, vote.at)
    names = VOTE.removeprefix("id, ")
    sql = f"INSERT INTO votes ({names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    await db.execute(sql, (*asked, as_json(vote.payload), vote.due))


async def write_audit(db: SqlConnection, table_id: int, rows: Sequence[AuditRow], now: float) -> None:
    await db.executemany(
        f"INSERT INTO audit (game, seq, user, name, what, about, at) VALUES (?, {LAST_SEQ}, ?, ?, ?, ?, ?)",
        [(table_id, table_id, table_id, row.user, row.name, row.what, as_json(row.about), now) for row in rows],
    )


def audit_from(row: Found) -> AuditRow:
    fields = dict(zip(AuditRow.__struct_fields__, row, strict=True))
    fields["about"] = msgspec.json.decode(fields["about"], type=dict[str, str])
    return AuditRow(**fields)


async def write_invitations(db: SqlConnection, table_id: int, users: Iterable[int]) -> None:
    await db.execute("DELETE FROM invitations WHERE game = ?", (table_id,))
    await db.executemany("INSERT INTO invitations VALUES (?, ?)", [(table_id, user) for user in users])


async def check_limits(db: SqlConnection, table: TableRow, limits: GuildSettings) -> None:
    """Whether one more table may be opened: asked in the transaction that opens it, so that nobody comes between."""
    rows = await db.execute_fetchall(
        "SELECT count(*), count(CASE WHEN host = ? THEN 1 END), count(CASE WHEN channel = ? THEN 1 END) FROM tables "
        "WHERE guild = ? AND stage IN ('lobby', 'running')",
        (table.host, table.channel, table.guild),
    )
    ((on_server, own, here),) = rows
    if here and not table.in_dms:
        raise ChannelTaken
    if on_server >= limits.tables and not table.in_dms:
        raise TooManyTables
    if own >= limits.tables_each:
        raise TooManyOwn


def lapse(table_id: int) -> Statement:
    """What goes with the end of a game: an open vote has nothing to decide any more."""
    return LAPSE, [(table_id,)]


def action_statement(table_id: int, rows: Sequence[ActionRow]) -> Statement:
    marks = ", ".join("?" * len(ACTION_COLUMNS))
    values = [(table_id, *(plain(getattr(row, name)) for name in ACTION_COLUMNS)) for row in rows]
    return f"INSERT INTO actions (game, {', '.join(ACTION_COLUMNS)}) VALUES (?, {marks})", values


async def pack_log(db: SqlConnection, table_id: int) -> None:
    """Within a transaction: of a game that has ended, the rows of its log become one value, and what was only there to
    play on quickly goes."""
    rows = await db.execute_fetchall(
        f"SELECT {', '.join(ACTION_COLUMNS)} FROM actions WHERE game = ?1 "
        "AND EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND stage IN ('over', 'closed')) ORDER BY seq",
        (table_id,),
    )
    log = [action_from(tuple(row)) for row in rows]
    if not log:
        return
    await db.execute("INSERT INTO packed_logs (game, last, log) VALUES (?, ?, ?)", (table_id, log[-1].seq, pack(log)))
    for table in ("actions", "snapshots", "drafts"):
        await db.execute(f"DELETE FROM {table} WHERE game = ?", (table_id,))


def action_from(row: Found) -> ActionRow:
    fields = dict(zip(ACTION_COLUMNS, row, strict=True))
    fields["undoable"] = bool(fields["undoable"])
    return ActionRow(**fields)


def snapshot_statement(table_id: int, snapshot: Snapshot) -> Statement:
    row = (table_id, snapshot.seq, snapshot.rules, snapshot.state, as_json(snapshot.decisions))
    return SNAPSHOT, [row]


async def write_snapshot(db: SqlConnection, table_id: int, snapshot: Snapshot) -> None:
    await db.executemany(*snapshot_statement(table_id, snapshot))


def item_statements(table_id: int, items: Sequence[Item], now: float) -> list[Statement]:
    """What had to wait is tried again: somebody has acted, so the channel may be open to us now. What replaces an item
    that was never tried is as new as any other."""
    if not items:
        return []
    rows = [(table_id, item.key, item.kind, payload_of(item), now) for item in items]
    return [
        ("UPDATE letters SET due = 0 WHERE game = ? AND due > 0", [(table_id,)]),
        (
            "INSERT INTO letters (game, slot, kind, about, written) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (game, slot) DO UPDATE SET kind = excluded.kind, about = excluded.about, "
            "version = letters.version + 1, "
            "written = CASE letters.tries WHEN 0 THEN excluded.written ELSE letters.written END",
            rows,
        ),
    ]


def overtaken(table_id: int, key: str, message: int = 0) -> list[Statement]:
    """The message that a copy was until now, if that is another one: it stays in somebody's DMs, and is known by its
    own number from then on, until that person is erased."""
    reader = copy_reader(key)
    if reader is None:
        return []
    renaming = "UPDATE messages SET slot = 'old:' || message || ? WHERE game = ? AND slot = ? AND message <> ?"
    return [(renaming, [(copy_key("", reader), table_id, key, message)])]


async def write_items(db: SqlConnection, table_id: int, items: Sequence[Item], now: float) -> None:
    for statement in item_statements(table_id, items, now):
        await db.executemany(*statement)


def plan_statements(table_id: int, plans: PlanChanges) -> list[Statement]:
    rows = [(table_id, row.seat, row.user, row.plan, row.armed, row.outcome) for row in plans.values() if row]
    return [
        ("DELETE FROM plans WHERE game = ? AND seat = ?", [(table_id, seat) for seat in plans]),
        ("INSERT INTO plans (game, seat, user, plan, armed, outcome) VALUES (?, ?, ?, ?, ?, ?)", rows),
    ]


def timer_statements(table_id: int, timers: TimerChanges) -> list[Statement]:
    rows = [(table_id, timer.key, timer.kind, due, timer_payload(timer)) for due, timer in timers.set]
    return [
        ("DELETE FROM timers WHERE game = ?", [(table_id,)] if timers.is_all_cancelled else []),
        ("DELETE FROM timers WHERE game = ? AND key = ?", [(table_id, key) for key in timers.cancel]),
        (SET_TIMER, rows),
    ]


async def write_timers(db: SqlConnection, table_id: int, timers: TimerChanges) -> None:
    for statement in timer_statements(table_id, timers):
        await db.executemany(*statement)


def timer_row_from(row: Found) -> TimerRow:
    table_id, kind, key, payload, due = row
    return TimerRow(table_id=table_id, timer=timer_from(kind, key, payload), due=due)


def wait_statements(table_id: int, waits: Sequence[WaitRow] | None) -> list[Statement]:
    """Whom a game waits for now; None: nothing has changed about that."""
    if waits is None:
        return []
    marks = ", ".join("?" * (len(WaitRow.__struct_fields__) + 1))
    return [
        ("DELETE FROM waits WHERE game = ?", [(table_id,)]),
        (f"INSERT INTO waits (game, {WAIT}) VALUES ({marks})", [wait_values(table_id, wait) for wait in waits]),
    ]


async def write_waits(db: SqlConnection, table_id: int, waits: Sequence[WaitRow] | None) -> None:
    for statement in wait_statements(table_id, waits):
        await db.executemany(*statement)


def wait_values(table_id: int, wait: WaitRow) -> tuple[Value, ...]:
    return (table_id, *(plain(getattr(wait, name)) for name in WaitRow.__struct_fields__))


def wait_from(row: Found) -> WaitRow:
    fields = dict(zip(WaitRow.__struct_fields__, row, strict=True))
    for flag in ("is_muted", "has_reminder", "has_stand_in"):
        fields[flag] = bool(fields[flag])
    fields["answers"] = msgspec.json.decode(fields["answers"], type=dict[int, str])
    return WaitRow(**fields)


def table_values(table: TableRow) -> tuple[Value, ...]:
    return tuple(plain(getattr(table, name)) for name in TABLE_FIELDS)


def plain(value: object) -> Value:
    """A field of a row as a database keeps it."""
    if isinstance(value, dict | msgspec.Struct):
        return as_json(value)
    assert value is None or isinstance(value, str | int | float | bytes)
    return int(value) if isinstance(value, bool) else value


def table_from(row: Found) -> TableRow:
    fields = dict(zip(TableRow.__struct_fields__, row, strict=True))
    fields["variant"] = msgspec.json.decode(fields["variant"], type=dict[str, str])
    fields["owns_thread"] = bool(fields["owns_thread"])
    fields["is_asleep"] = bool(fields["is_asleep"])
    if fields["deal"] is not None:
        fields["deal"] = msgspec.json.decode(fields["deal"], type=Deal)
    return TableRow(**fields)


def vote_from(row: Found) -> VoteRow:
    fields = dict(zip(VoteRow.__struct_fields__, row, strict=True))
    fields["answers"] = msgspec.json.decode(fields["answers"], type=dict[int, bool | None])
    fields["payload"] = msgspec.json.decode(fields["payload"], type=dict[str, str])
    return VoteRow(**fields)


def outbox_row_from(row: Found) -> OutboxRow:
    table_id, key, kind, payload, id_, version, tries, written, due = row
    item = item_from(kind, key, payload)
    return OutboxRow(table_id=table_id, item=item, id=id_, version=version, tries=tries, written=written, due=due)


def result_statement(table_id: int, results: Sequence[ResultRow]) -> Statement:
    names = ResultRow.__struct_fields__
    marks = ", ".join("?" * (len(names) + 1))
    rows = [(table_id, *(getattr(row, name) for name in names)) for row in results]
    return f"INSERT INTO results (game, {', '.join(names)}) VALUES ({marks}) ON CONFLICT DO NOTHING", rows


def played_from(row: Found) -> PlayedRow:
    table_id, guild, title, help_given, seats, name, *values = row
    result = ResultRow(**dict(zip(ResultRow.__struct_fields__, values, strict=True)))
    return PlayedRow(
        table_id=table_id,
        guild=guild,
        title=title,
        seats=seats,
        name=name,
        is_coached=help_given == COACH,
        result=result,
    )


def as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
