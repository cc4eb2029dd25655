"""All that is kept of one person: read for an export, and made neutral. `bot/store/personal.py` lists the columns."""

import re
from collections.abc import Iterable, Mapping
from operator import itemgetter

import msgspec

from bot.store.items import MessageReplaced
from bot.store.packed import unpack
from bot.store.personal import Data, Neutral
from bot.store.sql.database import Found, SqlConnection
from bot.store.sql.results import RECOUNT
from bot.store.sql.statements import as_json, write_items

ANSWER = "'$.\"' || CAST(?1 AS BIGINT) || '\"'"
"""Where the answers of a vote have this person's own."""
KEPT = {
    "settings": "SELECT settings FROM users WHERE id = ?1",
    "hosted": "SELECT id AS table_id, title, name, stage, opened FROM tables WHERE host = ?1",
    "seats": "SELECT game AS table_id, seat, name, colour, dm FROM seats WHERE user = ?1",
    "offered_seats": "SELECT game AS table_id, seat FROM seats WHERE offered = ?1",
    "seatings": "SELECT game AS table_id, seat, after, name, at FROM seatings WHERE user = ?1",
    "invitations": "SELECT game AS table_id FROM invitations WHERE user = ?1",
    "drafts": "SELECT d.game AS table_id, d.seat, d.draft FROM drafts d JOIN seats s "
    "ON s.game = d.game AND s.seat = d.seat WHERE s.user = ?1",
    "plans": "SELECT game AS table_id, seat, plan, outcome FROM plans WHERE user = ?1",
    "notes": "SELECT game AS table_id, note, at FROM notes WHERE user = ?1",
    "actions": "SELECT a.game AS table_id, a.seq, a.turn, a.at, a.action FROM seatings h JOIN actions a "
    "ON a.game = h.game AND a.player = h.seat AND a.seq > h.after AND a.seq <= coalesce((SELECT min(n.after) "
    "FROM seatings n WHERE n.game = h.game AND n.seat = h.seat AND n.id > h.id), a.seq) WHERE h.user = ?1 "
    "ORDER BY a.game, a.seq",
    "results": "SELECT game AS table_id, seat, points, place, share, turns, seconds, at FROM results WHERE user = ?1",
    "standings": "SELECT guild, title, points, doubt, rated, games, wins, total, best, turns, seconds FROM standings "
    "WHERE user = ?1 ORDER BY guild, title",
    "ratings": "SELECT guild, title, rated, points, doubt FROM ratings WHERE user = ?1",
    "votes": "SELECT game AS table_id, kind, CASE WHEN proposer = ?1 THEN 1 ELSE 0 END AS proposed, result, at, "
    f"CASE WHEN CAST(json_extract(answers, {ANSWER}) AS TEXT) IN ('1', 'true') THEN 1 "
    f"WHEN CAST(json_extract(answers, {ANSWER}) AS TEXT) IN ('0', 'false') THEN 0 END AS answer FROM votes "
    f"WHERE proposer = ?1 OR json_type(answers, {ANSWER}) IS NOT NULL",
    "waits": "SELECT w.game AS table_id, w.seat, w.since, w.is_muted FROM waits w JOIN seats s "
    "ON s.game = w.game AND s.seat = w.seat WHERE s.user = ?1",
    "log": "SELECT game AS table_id, name, what, about, at FROM audit WHERE user = ?1",
    "messages": "SELECT game AS table_id, slot AS about, channel, message FROM messages "
    "WHERE slot LIKE '%:' || CAST(?1 AS BIGINT)",
    "to_be_sent": "SELECT game AS table_id, kind FROM letters WHERE slot LIKE '%:' || CAST(?1 AS BIGINT) "
    "OR CAST(json_extract(about, '$.user') AS BIGINT) = ?1",
}
"""What an export holds, part by part, each found by the person's id."""
PACKED = (
    "SELECT h.game, h.seat, h.after, coalesce((SELECT min(n.after) FROM seatings n WHERE n.game = h.game "
    "AND n.seat = h.seat AND n.id > h.id), p.last), p.log FROM seatings h JOIN packed_logs p ON p.game = h.game "
    "WHERE h.user = ? ORDER BY h.game, h.after"
)
NAMED = ("player", "successor", "order", "robot", "name", "seated")
"""Fields of the log, and of votes, in which people are named."""


def personal_data(found: Mapping[str, list[dict[str, object]]], packed: Iterable[Found]) -> Data:
    """As people read it: rows that were found by `KEPT`, and logs by `PACKED`."""
    data = {
        part: [{name: readable(value) for name, value in row.items()} for row in rows] for part, rows in found.items()
    }
    actions = data["actions"] + packed_actions(packed)
    return {**data, "actions": sorted(actions, key=itemgetter("table_id", "seq"))}


def packed_actions(rows: Iterable[Found]) -> list[dict[str, object]]:
    """The person's own in the logs that have no rows any more, as they are found in those that have."""
    return [
        {"table_id": table_id, "seq": each.seq, "turn": each.turn, "at": each.at, "action": readable(each.action)}
        for table_id, seat, after, until, log in rows
        for each in unpack(log)
        if each.player == seat and after < each.seq <= until
    ]


def readable(value: object) -> object:
    """JSON that is kept as text or bytes, as what it says."""
    if isinstance(value, str | bytes) and value[:1] in ("{", "[", b"{", b"["):
        try:
            decoded: object = msgspec.json.decode(value)
            return decoded
        except msgspec.MsgspecError:
            return str(value)
    return value


async def erase(db: SqlConnection, user: int, neutral: Neutral, now: float) -> list[int]:
    """Within a transaction; the tables at which something has changed."""
    names = await names_by_table(db, user)
    for table_id, known in names.items():
        await make_neutral(db, table_id, user, known, neutral)
    await delete_messages(db, user, now)
    for statement in (
        "DELETE FROM drafts WHERE EXISTS "
        "(SELECT 1 FROM seats s WHERE s.game = drafts.game AND s.seat = drafts.seat AND s.user = ?1)",
        "DELETE FROM plans WHERE user = ?1",
        "DELETE FROM notes WHERE user = ?1",
        "DELETE FROM invitations WHERE user = ?1",
        "DELETE FROM letters WHERE slot LIKE '%:' || CAST(?1 AS BIGINT) "
        "OR CAST(json_extract(about, '$.user') AS BIGINT) = ?1 OR CAST(json_extract(about, '$.by') AS BIGINT) = ?1",
        # A seat of a game that is set aside may have to be played once more.
        "UPDATE seats SET robot = 'conductor' WHERE user = ?1 AND game IN "
        "(SELECT id FROM tables WHERE stage IN ('running', 'aside'))",
        "UPDATE seats SET user = NULL WHERE user = ?1",
        "UPDATE seats SET offered = NULL WHERE offered = ?1",
        "UPDATE seatings SET user = NULL WHERE user = ?1",
        "UPDATE tables SET host = 0 WHERE host = ?1",
        "UPDATE votes SET proposer = 0 WHERE proposer = ?1",
        f"UPDATE votes SET answers = json_remove(answers, {ANSWER}) WHERE json_type(answers, {ANSWER}) IS NOT NULL",
        f"UPDATE waits SET answers = json_remove(answers, {ANSWER}) WHERE json_type(answers, {ANSWER}) IS NOT NULL",
        "UPDATE audit SET user = NULL WHERE user = ?1",
        "UPDATE results SET user = NULL WHERE user = ?1",
        "DELETE FROM standings WHERE user = ?1",
        "DELETE FROM ratings WHERE user = ?1",
        "DELETE FROM users WHERE id = ?1",
    ):
        await db.execute(statement, (user,))
    await db.executemany(*RECOUNT)
    return sorted(names)


async def names_by_table(db: SqlConnection, user: int) -> dict[int, set[str]]:
    """Every table that knows the person, with the names that they had there."""
    found: dict[int, set[str]] = {}
    for sql in (
        "SELECT game, name FROM seats WHERE user = ?1",
        "SELECT game, name FROM seatings WHERE user = ?1",
        "SELECT game, name FROM audit WHERE user = ?1",
        "SELECT id, '' FROM tables WHERE host = ?1",
        "SELECT game, '' FROM invitations WHERE user = ?1",
        "SELECT game, '' FROM seats WHERE offered = ?1",
    ):
        for table_id, name in await db.execute_fetchall(sql, (user,)):
            found.setdefault(table_id, set()).update({name} - {""})
    return found


async def make_neutral(db: SqlConnection, table_id: int, user: int, known: set[str], neutral: Neutral) -> None:
    """Another name wherever this table says one of theirs: on seats, in the log, in votes, in its own name."""
    (table,) = await db.execute_fetchall("SELECT language, name FROM tables WHERE id = ?", (table_id,))
    language, called = table
    held = await db.execute_fetchall(
        "SELECT seat FROM seatings WHERE game = ?1 AND user = ?2 UNION "
        "SELECT seat FROM seats WHERE game = ?1 AND user = ?2 ORDER BY seat",
        (table_id, user),
    )
    name = neutral(language, next((seat for (seat,) in held), None))
    if renamed(called, known, "") != called:
        await db.execute("UPDATE tables SET name = '' WHERE id = ?", (table_id,))
    for part, key in (("seats", "seat"), ("seatings", "id"), ("audit", "id")):
        for row, old in await db.execute_fetchall(f"SELECT {key}, name FROM {part} WHERE game = ?", (table_id,)):
            if (new := renamed(old, known, name)) != old:
                await db.execute(f"UPDATE {part} SET name = ? WHERE game = ? AND {key} = ?", (new, table_id, row))
    for part in ("audit", "votes"):
        for row, old in await db.execute_fetchall(f"SELECT id, about FROM {part} WHERE game = ?", (table_id,)):
            about = msgspec.json.decode(old, type=dict[str, str])
            if (other := renamed_in(about, known, name)) != about:
                await db.execute(f"UPDATE {part} SET about = ? WHERE id = ?", (as_json(other), row))


def renamed_in(about: Mapping[str, str], known: Iterable[str], name: str) -> dict[str, str]:
    return {field: renamed(value, known, name) if field in NAMED else value for field, value in about.items()}


def renamed(words: str, known: Iterable[str], name: str) -> str:
    """With a new name in place of each that is known; a robot is called after whoever it plays for."""
    for old in sorted(known, key=len, reverse=True):
        words = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: name, words)
    return words


async def delete_messages(db: SqlConnection, user: int, now: float) -> None:
    """What the bot has written to the person, or to a channel about them alone, is deleted there too."""
    rows = await db.execute_fetchall(
        "SELECT game, channel, message FROM messages WHERE slot LIKE '%:' || CAST(?1 AS BIGINT)", (user,)
    )
    for table_id, channel, message in list(rows):
        await write_items(db, table_id, [MessageReplaced(channel, message)], now)
    await db.execute("DELETE FROM messages WHERE slot LIKE '%:' || CAST(?1 AS BIGINT)", (user,))
