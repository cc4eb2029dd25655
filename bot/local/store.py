"""The local Discord's own SQLite file: every thing as JSON under its kind and id, messages by channel, and files."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import aiosqlite
import msgspec

from bot.local.world.model import KINDS, Attachment, Message, Thing
from bot.local.world.world import World

SCHEMA = """
CREATE TABLE IF NOT EXISTS things (kind TEXT NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS messages (channel INTEGER NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (channel, id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS messages_by_id ON messages (id);
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
"""
MOVE_MESSAGES = """
INSERT OR REPLACE INTO messages
    SELECT json_extract(CAST(body AS TEXT), '$.channel_id'), id, body FROM things WHERE kind = 'message';
DELETE FROM things WHERE kind = 'message';
"""
"""Files of an older form keep messages among the things."""
PAGE = 50
NEWEST = 2**63 - 1
MESSAGE = msgspec.json.Decoder(Message)
Saved = dict[tuple[str, int], Thing | None]


class MessageArchive:
    """Reads messages back, a page at a time. A page takes far less than a millisecond, so nobody waits for a thread."""

    def __init__(self, path: Path | str) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)

    def close(self) -> None:
        self._connection.close()

    def message(self, channel_id: int, message_id: int) -> Message | None:
        found = self._rows("channel = ? AND id = ?", channel_id, message_id)
        return found[0] if found else None

    def backwards(self, channel_id: int, before: int | None) -> Iterator[Message]:
        last = NEWEST if before is None else before
        while page := self._rows("channel = ? AND id < ? ORDER BY id DESC LIMIT ?", channel_id, last, PAGE):
            yield from page
            last = page[-1].id

    def _rows(self, where: str, *values: int) -> list[Message]:
        rows = self._connection.execute(f"SELECT body FROM messages WHERE {where}", values).fetchall()
        return [MESSAGE.decode(body) for (body,) in rows]


class WorldStore:
    def __init__(self, path: Path | str) -> None:
        self._path = path
        self._connection: aiosqlite.Connection | None = None
        self._archive: MessageArchive | None = None
        self._lock = asyncio.Lock()
        self._next: asyncio.Task[None] | None = None
        """The save that waits for its turn."""

    async def open(self) -> None:
        self._connection = await aiosqlite.connect(self._path)
        await self._connection.execute("PRAGMA journal_mode=WAL")
        await self._connection.execute("PRAGMA synchronous=NORMAL")
        await self._connection.executescript(SCHEMA + MOVE_MESSAGES)
        await self._connection.commit()
        self._archive = MessageArchive(self._path)

    async def close(self) -> None:
        if self._archive:
            self._archive.close()
            self._archive = None
        if self._connection:
            await self._connection.close()
            self._connection = None

    @property
    def is_open(self) -> bool:
        return self._connection is not None

    @property
    def connection(self) -> aiosqlite.Connection:
        assert self._connection, "the store is not open"
        return self._connection

    async def load(self, world: World) -> None:
        """Everything but old messages, for which the world will ask."""
        decoders = {kind.kind: msgspec.json.Decoder(kind) for kind in KINDS}
        async with self.connection.execute("SELECT kind, body FROM things ORDER BY id") as rows:
            async for kind, body in rows:
                world.place(decoders[kind].decode(body))
        world.messages.archive = self._archive
        for channel_id in world.channels:
            world.messages.open(channel_id)
        async with self.connection.execute("SELECT MAX(id) FROM messages") as rows:
            async for (last,) in rows:
                world.ids.last = max(world.ids.last, last or 0)

    async def file(self, world: World, file_id: int) -> bytes | None:
        if file_id in world.files:
            return world.files[file_id]
        async with self.connection.execute("SELECT content FROM files WHERE id = ?", (file_id,)) as rows:
            found = await rows.fetchone()
        return found[0] if found else None

    async def attachment(self, world: World, channel_id: int, file_id: int) -> Attachment | None:
        """What a message of the channel says about the file that came with it."""
        for message in world.messages.at_hand(channel_id):
            for each in message.attachments:
                if each.id == file_id:
                    return each
        sql = "SELECT id FROM messages WHERE channel = ? AND instr(body, ?) > 0"
        async with self.connection.execute(sql, (channel_id, b'"id":%d,' % file_id)) as rows:
            found = [world.messages.get(channel_id, message_id) async for (message_id,) in rows]
        every = [each for message in found if message for each in message.attachments]
        return next((each for each in every if each.id == file_id), None)

    async def save(self, world: World) -> None:
        """Write down whatever has changed; when this returns, it is on disk. All who come while another save is under
        way share the next one."""
        if self._next is None:
            self._next = asyncio.create_task(self._save(world))
        await asyncio.shield(self._next)

    async def _save(self, world: World) -> None:
        async with self._lock:
            self._next = None
            things, world.unsaved = world.unsaved, {}
            files, lost = dict(world.files), world.dropped_files
            world.dropped_files = set()
            if not things and not files and not lost:
                return
            await self._write(things, files, lost)
            for file_id in files:
                world.files.pop(file_id, None)
            world.saved(things)

    async def _write(self, things: Saved, files: dict[int, bytes], lost: set[int]) -> None:
        kept = [thing for thing in things.values() if thing]
        said = [(each.channel_id, each.id, _json(each)) for each in kept if isinstance(each, Message)]
        others = [(each.kind, each.id, _json(each)) for each in kept if not isinstance(each, Message)]
        unsaid = [(key,) for (kind, key), thing in things.items() if thing is None and kind == Message.kind]
        gone = [key for key, thing in things.items() if thing is None and key[0] != Message.kind]
        statements: list[tuple[str, Sequence[tuple[str | int | bytes, ...]]]] = [
            ("INSERT OR REPLACE INTO messages VALUES (?, ?, ?)", said),
            ("DELETE FROM messages WHERE id = ?", unsaid),
            ("INSERT OR REPLACE INTO things VALUES (?, ?, ?)", others),
            ("DELETE FROM things WHERE kind = ? AND id = ?", gone),
            ("INSERT OR REPLACE INTO files VALUES (?, ?)", list(files.items())),
            ("DELETE FROM files WHERE id = ?", [(file_id,) for file_id in lost]),
        ]
        for sql, rows in statements:
            if rows:
                async with self.connection.executemany(sql, rows):  # closed in the connection's own thread
                    pass
        await self.connection.commit()


def _json(thing: Thing) -> bytes:
    return msgspec.json.encode(thing)
