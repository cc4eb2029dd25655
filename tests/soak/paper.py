"""A Discord that outlives the bot's process: messages in a file of their own, written at once."""

import re
import sqlite3
import time
from collections.abc import Set as AbstractSet
from pathlib import Path

from bot.outbox.post import MessageGone, Post, TableTags, is_the_same

UNTIL = re.compile(r" · until <t:\d+:R>")
NUMBER = re.compile(r"(?<!<)#\d+")
SCHEMA = """
CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, channel INTEGER, nonce TEXT, text TEXT, pings TEXT, buttons INTEGER, at REAL,
    is_there INTEGER DEFAULT 1
);
"""


class FileMail:
    """`forgets` leaves nonces out of account, as Discord does after some minutes."""

    def __init__(self, path: Path, *, forgets: bool) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA synchronous = OFF")
        self.db.executescript(SCHEMA)
        self.forgets = forgets

    async def send(self, channel: int, post: Post, nonce: str) -> int:
        if not self.forgets:
            sql = "SELECT id FROM messages WHERE channel = ? AND nonce = ?"
            known = self.db.execute(sql, (channel, nonce)).fetchone()
            if known:
                return int(known[0])
        pings = ",".join(str(user) for user in post.pings)
        sql = "INSERT INTO messages (channel, nonce, text, pings, buttons, at) VALUES (?, ?, ?, ?, ?, ?)"
        cursor = self.db.execute(sql, (channel, nonce, post.text, pings, len(post.rows), time.time()))
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    async def open_dm(self, user: int) -> int:
        return user * 1000

    async def edit(self, channel: int, message: int, post: Post) -> None:
        self._change(message, "text = ?, buttons = ?", post.text, len(post.rows))

    async def strip(self, channel: int, message: int) -> None:
        self._change(message, "buttons = ?", 0)

    async def strike(self, channel: int, message: int) -> None:
        self._change(message, "text = '~~' || text || '~~', buttons = ?", 0)

    async def delete(self, channel: int, message: int) -> None:
        self._change(message, "is_there = ?", 0)

    async def archive(self, thread: int, *, is_locked: bool = False) -> None:
        pass

    async def tag(self, thread: int, tags: TableTags) -> None:
        pass

    def _change(self, message: int, what: str, *values: object) -> None:
        sql = f"UPDATE messages SET {what} WHERE id = ? AND is_there"
        if self.db.execute(sql, (*values, message)).rowcount == 0:
            raise MessageGone

    async def find(
        self, channel: int, post: Post, since: float, after: int = 0, besides: AbstractSet[int] = frozenset()
    ) -> int | None:
        newer = "id > ?" if after else "at > ?"
        sql = f"SELECT id, text FROM messages WHERE channel = ? AND {newer} AND is_there ORDER BY id"
        rows = self.db.execute(sql, (channel, after or since)).fetchall()
        return next((id_ for id_, text in rows if id_ not in besides and is_the_same(post, text)), None)

    def close(self) -> None:
        self.db.close()


def posts(path: Path) -> list[tuple[int, str, str, int]]:
    """Channel, first line, who was rung, rows of buttons; in the order of sending. When time is up goes by the clock,
    and is said only where the turn has not passed when its post goes out. A table's number is left out: a server gives
    none a second time, also where the first run was killed before it had opened the table."""
    db = sqlite3.connect(path)
    rows = db.execute("SELECT channel, text, pings, buttons FROM messages WHERE is_there ORDER BY id").fetchall()
    db.close()
    return [(channel, told(text), pings, buttons) for channel, text, pings, buttons in rows]


def told(text: str) -> str:
    return NUMBER.sub("#", UNTIL.sub("", text.split("\n")[0]))
