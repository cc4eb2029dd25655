"""The local Discord's own SQLite file: every thing as JSON under its kind and id, and the files beside them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiosqlite
import msgspec

from bot.local.world.model import KINDS
from bot.local.world.world import World

SCHEMA = """
CREATE TABLE IF NOT EXISTS things (kind TEXT NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
"""


class Store:
    def __init__(self, path: Path | str) -> None:
        self._path = path
        self._connection: aiosqlite.Connection | None = None
        self._lock = asyncio.Lock()

    async def open(self) -> None:
        self._connection = await aiosqlite.connect(self._path)
        await self._connection.execute("PRAGMA journal_mode=WAL")
        await self._connection.execute("PRAGMA synchronous=NORMAL")
        await self._connection.executescript(SCHEMA)
        await self._connection.commit()

    async def close(self) -> None:
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
        decoders = {kind.kind: msgspec.json.Decoder(kind) for kind in KINDS}
        async with self.connection.execute("SELECT kind, body FROM things ORDER BY id") as rows:
            async for kind, body in rows:
                world.place(decoders[kind].decode(body))

    async def file(self, world: World, file_id: int) -> bytes | None:
        if file_id in world.files:
            return world.files[file_id]
        async with self.connection.execute("SELECT content FROM files WHERE id = ?", (file_id,)) as rows:
            found = await rows.fetchone()
        return found[0] if found else None

    async def save(self, world: World) -> None:
        """Write down whatever has changed; when this returns, it is on disk."""
        async with self._lock:
            things, world.unsaved = world.unsaved, {}
            files, lost = dict(world.files), world.dropped_files
            world.dropped_files = set()
            if not things and not files and not lost:
                return
            kept = [(kind, key, msgspec.json.encode(thing)) for (kind, key), thing in things.items() if thing]
            gone = [key for key, thing in things.items() if thing is None]
            await self.connection.executemany("INSERT OR REPLACE INTO things VALUES (?, ?, ?)", kept)
            await self.connection.executemany("DELETE FROM things WHERE kind = ? AND id = ?", gone)
            await self.connection.executemany("INSERT OR REPLACE INTO files VALUES (?, ?)", list(files.items()))
            await self.connection.executemany("DELETE FROM files WHERE id = ?", [(file_id,) for file_id in lost])
            await self.connection.commit()
            for file_id in files:
                world.files.pop(file_id, None)
