"""All that is kept of one person: read for an export, and made neutral. `bot/store/personal.py` lists the columns."""

import re
from collections.abc import Iterable, Mapping
from operator import itemgetter

import aiosqlite
import msgspec

from bot.store.items import MessageReplaced
from bot.store.packed import unpack
from bot.store.personal import Data, Neutral
from bot.store.sqlite.statements import as_json, write_items

KEPT = {
    "settings": "SELECT settings FROM users WHERE id = :user",
    "hosted": "SELECT id AS table_id, title, name, stage, opened FROM tables WHERE host = :user",
    "seats": "SELECT game AS table_id, seat, name, colour, dm FROM seats WHERE user = :user",
    "offered_seats": "SELECT game AS table_id, seat FROM seats WHERE offered = :user",
    "seatings": "SELECT game AS table_id, seat, after, name, at FROM seatings WHERE user = :user",
    "invitations": "SELECT game AS table_id FROM invitations WHERE user = :user",
    "drafts": "SELECT d.game AS table_id, d.seat, d.draft FROM drafts d JOIN seats s "
    "ON s.game = d.game AND s.seat = d.seat WHERE s.user = :user",
    "plans": "SELECT game AS table_id, seat, plan, outcome FROM plans WHERE user = :user",
    "notes": "SELECT game AS table_id, note, at FROM notes WHERE user = :user",
    "actions": "SELECT a.game AS table_id, a.seq, a.turn, a.at, a.action FROM seatings h JOIN actions a "
    "ON a.game = h.game AND a.player = h.seat AND a.seq > h.after AND a.seq <= coalesce((SELECT min(n.after) "
    "FROM seatings n WHERE n.game = h.game AND n.seat = h.seat AND n.id > h.id), a.seq) WHERE h.user = :user "
    "ORDER BY a.game, a.seq",
    "results": "SELECT game AS table_id, seat, points, place, share, turns, seconds, at FROM results "
    "WHERE user = :user",
    "standings": "SELECT guild, title, points, doubt, rated, games, wins, total, best, turns, seconds FROM standings "
    "WHERE user = :user ORDER BY guild, title",
    "ratings": "SELECT guild, title, rated, points, doubt FROM ratings WHERE user = :user",
    "votes": "SELECT game AS table_id, kind, proposer = :user AS proposed, result, at, "
    "json_extract(answers, '$.\"' || :user || '\"') AS answer FROM votes "
    "WHERE proposer = :user OR json_type(answers, '$.\"' || :user || '\"') IS NOT NULL",
    "waits": "SELECT w.game AS table_id, w.seat, w.since, w.is_muted FROM waits w JOIN seats s "
    "ON s.game = w.game AND s.seat = w.seat WHERE s.user = :user",
    "log": "SELECT game AS table_id, name, what, about, at FROM audit WHERE user = :user",
    "messages": "SELECT game AS table_id, slot AS about, channel, message FROM messages WHERE slot LIKE '%:' || :user",
    "to_be_sent": "SELECT game AS table_id, kind FROM letters WHERE slot LIKE '%:' || :user "
    "OR json_extract(about, '$.user') = :user",
}
"""What an export holds, part by part, each found by the person's id."""
NAMED = ("player", "successor", "order", "robot", "name", "seated")
"""Fields of the log, and of votes, in which people are named."""


async def personal_data(db: aiosqlite.Connection, user: int) -> Data:
    found = {}
    for part, sql in KEPT.items():
        async with db.execute(sql, {"user": user}) as cursor:
            names = [column[0] for column in cursor.description]
            rows = await cursor.fetchall()
        found[part] = [dict(zip(names, map(readable, row), strict=True)) for row in rows]
    actions = found["actions"] + await packed_actions(db, user)
    found["actions"] = sorted(actions, key=itemgetter("table_id", "seq"))
    return found


async def packed_actions(db: aiosqlite.Connection, user: int) -> list[dict[str, object]]:
    """The person's own in the logs that have no rows any more, as they are found in those that have."""
    rows = await db.execute_fetchall(
        "SELECT h.game, h.seat, h.after, coalesce((SELECT min(n.after) FROM seatings n WHERE n.game = h.game "
        "AND n.seat = h.seat AND n.id > h.id), p.last), p.log FROM seatings h JOIN packed_logs p ON p.game = h.game "
        "WHERE h.user = ? ORDER BY h.game, h.after",
        (user,),
    )
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


async def erase(db: aiosqlite.Connection, user: int, neutral: Neutral, now: float) -> list[int]:
    """Within a transaction; the tables at which something has changed."""
    names = await names_by_table(db, user)
    for table_id, known in names.items():
        await make_neutral(db, table_id, user, known, neutral)
    await delete_messages(db, user, now)
    for statement in (
        "DELETE FROM drafts WHERE EXISTS "
        "(SELECT 1 FROM seats s WHERE s.game = drafts.game AND s.seat = drafts.seat AND s.user = :user)",
        "DELETE FROM plans WHERE user = :user",
        "DELETE FROM notes WHERE user = :user",
        "DELETE FROM invitations WHERE user = :user",
        "DELETE FROM letters WHERE slot LIKE '%:' || :user OR json_extract(about, '$.user') = :user "
        "OR json_extract(about, '$.by') = :user",
        # A seat of a game that is set aside may have to be played once more.
        "UPDATE seats SET robot = 'conductor' WHERE user = :user AND game IN "
        "(SELECT id FROM tables WHERE stage IN ('running', 'aside'))",
        "UPDATE seats SET user = NULL WHERE user = :user",
        "UPDATE seats SET offered = NULL WHERE offered = :user",
        "UPDATE seatings SET user = NULL WHERE user = :user",
        "UPDATE tables SET host = 0 WHERE host = :user",
        "UPDATE votes SET proposer = 0 WHERE proposer = :user",
        "UPDATE votes SET answers = json_remove(answers, '$.\"' || :user || '\"')",
        "UPDATE waits SET answers = json_remove(answers, '$.\"' || :user || '\"')",
        "UPDATE audit SET user = NULL WHERE user = :user",
        "UPDATE results SET user = NULL WHERE user = :user",
        "DELETE FROM standings WHERE user = :user",
        "DELETE FROM ratings WHERE user = :user",
        "DELETE FROM facts WHERE name = 'counted'",
        "DELETE FROM users WHERE id = :user",
    ):
        await db.execute(statement, {"user": user})
    return sorted(names)


async def names_by_table(db: aiosqlite.Connection, user: int) -> dict[int, set[str]]:
    """Every table that knows the person, with the names that they had there."""
    found: dict[int, set[str]] = {}
    for sql in (
        "SELECT game, name FROM seats WHERE user = :user",
        "SELECT game, name FROM seatings WHERE user = :user",
        "SELECT game, name FROM audit WHERE user = :user",
        "SELECT id, '' FROM tables WHERE host = :user",
        "SELECT game, '' FROM invitations WHERE user = :user",
        "SELECT game, '' FROM seats WHERE offered = :user",
    ):
        for table_id, name in await db.execute_fetchall(sql, {"user": user}):
            found.setdefault(table_id, set()).update({name} - {""})
    return found


async def make_neutral(db: aiosqlite.Connection, table_id: int, user: int, known: set[str], neutral: Neutral) -> None:
    """Another name wherever this table says one of theirs: on seats, in the log, in votes, in its own name."""
    (table,) = await db.execute_fetchall("SELECT language, name FROM tables WHERE id = ?", (table_id,))
    language, called = table
    held = await db.execute_fetchall(
        "SELECT seat FROM seatings WHERE game = :game AND user = :user UNION "
        "SELECT seat FROM seats WHERE game = :game AND user = :user ORDER BY seat",
        {"game": table_id, "user": user},
    )
    name = neutral(language, next((seat for (seat,) in held), None))
    if renamed(called, known, "") != called:
        await db.execute("UPDATE tables SET name = '' WHERE id = ?", (table_id,))
    for part in ("seats", "seatings", "audit"):
        for row_id, old in await db.execute_fetchall(f"SELECT rowid, name FROM {part} WHERE game = ?", (table_id,)):
            if (new := renamed(old, known, name)) != old:
                await db.execute(f"UPDATE {part} SET name = ? WHERE rowid = ?", (new, row_id))
    for part in ("audit", "votes"):
        for row_id, old in await db.execute_fetchall(f"SELECT rowid, about FROM {part} WHERE game = ?", (table_id,)):
            about = msgspec.json.decode(old, type=dict[str, str])
            if (other := renamed_in(about, known, name)) != about:
                await db.execute(f"UPDATE {part} SET about = ? WHERE rowid = ?", (as_json(other), row_id))


def renamed_in(about: Mapping[str, str], known: Iterable[str], name: str) -> dict[str, str]:
    return {field: renamed(value, known, name) if field in NAMED else value for field, value in about.items()}


def renamed(words: str, known: Iterable[str], name: str) -> str:
    """With a new name in place of each that is known; a robot is called after whoever it plays for."""
    for old in sorted(known, key=len, reverse=True):
        words = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: name, words)
    return words


async def delete_messages(db: aiosqlite.Connection, user: int, now: float) -> None:
    """What the bot has written to the person, or to a channel about them alone, is deleted there too."""
    rows = await db.execute_fetchall(
        "SELECT game, channel, message FROM messages WHERE slot LIKE '%:' || :user", {"user": user}
    )
    for table_id, channel, message in list(rows):
        await write_items(db, table_id, [MessageReplaced(channel, message)], now)
    await db.execute("DELETE FROM messages WHERE slot LIKE '%:' || :user", {"user": user})
