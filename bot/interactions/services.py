"""What all handlers share: the tables, the pictures, how much somebody may ask for, and which table somebody means."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.errors import NoTable, Refusal
from bot.interactions.allowance import Allowance
from bot.interactions.places import Openings
from bot.interactions.request import Reader, Request
from bot.interactions.rights import Rights, Rooms
from bot.members import Members
from bot.pictures import Pictures
from bot.store.protocol import StoreReader
from bot.store.rows import Stage, TableRow
from bot.tables.writer import Tables
from rules.catalog import all_titles

LIVE: tuple[Stage, ...] = ("lobby", "running")
ANY: tuple[Stage, ...] = ("lobby", "running", "over", "aside")


class Where(msgspec.Struct, frozen=True):
    """Which table a command is about: none, the channel's own, or (`meant`) one that may be elsewhere."""

    kind: Literal["nowhere", "here", "meant"]
    given: str | None = None
    """What was typed as a table's number."""
    stages: tuple[Stage, ...] = ANY


NOWHERE, HERE = Where("nowhere"), Where("here")


def meant(given: str | None = None, stages: tuple[Stage, ...] = ANY) -> Where:
    return Where("meant", given, stages)


class Services:
    def __init__(
        self, tables: Tables, pictures: Pictures, now: Callable[[], float], members: Members, rooms: Rooms
    ) -> None:
        self.tables = tables
        self.store: StoreReader = tables.store
        self.pictures = pictures
        self.now = now
        self.members = members
        self.rooms = rooms
        self.allowance = Allowance(now)
        self.openings = Openings(tables)

    async def find_table(self, request: Request, where: Where) -> Request:
        """The request, about that table; raises where there is none."""
        if where.kind == "nowhere":
            return request
        if where.kind == "here":
            return await self._find_here(request, LIVE)
        if where.given:
            return await self._find_numbered(request, where.given)
        if request.reader.guild is None:
            return await self._find_waiting(request)
        return await self._find_here(request, where.stages)

    async def _find_here(self, request: Request, stages: Sequence[Stage]) -> Request:
        """The channel's own table: one that is live, else the last one."""
        channel = request.reader.channel
        table = await self.store.table_in(channel, LIVE) or await self.store.table_in(channel, stages)
        if table is None:
            raise NoTable
        return request.at(table)

    async def _find_waiting(self, request: Request) -> Request:
        """In a DM: the one that has waited longest for the reader."""
        mine = [request.at(table) for table in await self.store.tables_of(request.user) if table.stage == "running"]
        for each in mine:
            with suppress(Refusal):  # one that can't be loaded hides no other
                if (await each.snapshot()).is_asked:
                    return each
        if not mine:
            raise NoTable("refuse.no_games")
        return mine[0]

    async def next_waiting(self, user: int, besides: int) -> TableRow | None:
        """Another table that waits for somebody, the one opened first."""
        running = [table for table in await self.store.tables_of(user) if table.stage == "running"]
        for table in running:
            with suppress(Refusal):  # one that can't be loaded hides no other
                if table.id != besides and (await self.tables.snapshot(table.id, user)).is_asked:
                    return table
        return None

    async def titles_for(self, user: int) -> tuple[str, ...]:
        """All titles: those first that somebody has played or plays, the last one before all."""
        played = [*reversed(await self.store.tables_of(user)), *await self.store.finished_of(user)]
        return tuple(title for title in dict.fromkeys([*(table.title for table in played), *all_titles()]))

    async def _find_numbered(self, request: Request, given: str) -> Request:
        found = re.search(r"(\d{1,12})\s*$", given) or re.search(r"#(\d{1,12})", given)
        table = await self.store.table(int(found[1])) if found else None
        if table is None or not await self.sees(at_table := request.at(table)):
            raise NoTable("refuse.no_such_game")
        return at_table

    async def with_rights(self, request: Request) -> Request:
        """The reader with the rights that hold at the table; raises, as if there were none, where it is not theirs."""
        table = await request.find_table()
        if table is None:
            return request
        rights = await self._rights(request.reader, table)
        if not rights.sees and not await self._is_seated(request):
            raise NoTable("refuse.no_such_game")
        return replace(request, reader=replace(request.reader, is_moderator=rights.moderates, table_at=table.channel))

    async def sees(self, request: Request) -> bool:
        """Whoever sees the table's channel, and whoever sits at it."""
        return await self._is_seated(request) or (await self._rights(request.reader, await request.table())).sees

    async def _is_seated(self, request: Request) -> bool:
        return any(seat.user == request.user for seat in await request.seats())

    async def _rights(self, reader: Reader, table: TableRow) -> Rights:
        if table.guild != reader.guild:
            return Rights()
        if table.channel == reader.channel and reader.table_at is None:
            return Rights(sees=True, moderates=reader.is_moderator)
        return Rights() if reader.member is None else await self.rooms.rights(reader.member, table)


def is_host(reader: Reader, table: TableRow) -> bool:
    """Hosts, and moderators of the table's own channel, have these rights."""
    is_there = table.channel == (reader.channel if reader.table_at is None else reader.table_at)
    return reader.user == table.host or (reader.is_moderator and is_there)


def check_host(reader: Reader, table: TableRow) -> None:
    if not is_host(reader, table):
        raise Refusal("refuse.host_only")
