"""Room for tables that are being opened: a thread is made before its table is kept, so its place is held meanwhile."""

import asyncio

import msgspec

from bot.errors import Refusal
from bot.naming import link
from bot.store.rows import GuildSettings, Message, TableRow
from bot.tables.lobby import Lobby
from bot.tables.writer import Tables


class Held(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One place."""

    table: TableRow
    limits: GuildSettings
    in_thread: bool


class Openings:
    """The store has the last word when a table is written; here whoever comes too late is refused before a thread is
    made in vain."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._held: list[Held] = []
        self._lock = asyncio.Lock()
        """Who counts sees each table once: as held, or as kept."""

    async def hold(self, table: TableRow, limits: GuildSettings, place: str | None) -> Held:
        """`place` is `here`, `thread`, or None: here if there is no table yet."""
        async with self._lock:
            in_thread = not table.in_dms and (place == "thread" or await self._is_taken(table.channel))
            if in_thread and place == "here":
                here = await self.tables.store.table_in(table.channel)
                raise Refusal("refuse.table_here", link=link(here or table))
            await self._check(table, limits)
            held = Held(table=table, limits=limits, in_thread=in_thread)
            self._held.append(held)
        return held

    async def _is_taken(self, channel: int) -> bool:
        is_held = any(held.table.channel == channel and not held.in_thread for held in self._held)
        return is_held or await self.tables.store.table_in(channel) is not None

    async def _check(self, table: TableRow, limits: GuildSettings) -> None:
        hosts = await self.tables.store.hosts(table.guild)
        hosts += [held.table.host for held in self._held if held.table.guild == table.guild]
        if len(hosts) >= limits.tables and not table.in_dms:
            raise Refusal("refuse.too_many_tables", n=limits.tables)
        if hosts.count(table.host) >= limits.tables_each:
            key = "refuse.too_many_own.dm" if table.in_dms else "refuse.too_many_own"
            raise Refusal(key, n=limits.tables_each)

    async def open(self, held: Held, lobby: Lobby, *, is_told: bool, starter: Message | None = None) -> TableRow:
        async with self._lock:
            opened = await self.tables.open_lobby(lobby, is_told=is_told, limits=held.limits, starter=starter)
            self.release(held)
        return opened

    def release(self, held: Held) -> None:
        """Nobody needs the place any more, or the table is there."""
        if held in self._held:
            self._held.remove(held)
