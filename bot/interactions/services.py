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
from bot.naming import table_name
from bot.pictures import Pictures
from bot.store.protocol import StoreReader
from bot.store.rows import Stage, TableRow
from bot.tables.lobby import as_code
from bot.tables.writer import Tables
from rules.catalog import all_titles

LIVE: tuple[Stage, ...] = ("lobby", "running")
ANY: tuple[Stage, ...] = ("lobby", "running", "over", "aside")
GUESSES = 10
AN_HOUR = 3600.0
MOST_NAMED = 10


class Where(msgspec.Struct, frozen=True):
    """Which table a command is about: none, the channel's own, one that may be elsewhere (`meant`), or the lobby that a
    code invites to. In a DM, `here` is a table that is on no server."""

    kind: Literal["nowhere", "here", "meant", "moved", "invited"]
    given: str | None = None
    """What was typed as a table's number, or as a code."""
    stages: tuple[Stage, ...] = ANY


NOWHERE = Where("nowhere")


def here(given: str | None = None, stages: tuple[Stage, ...] = LIVE) -> Where:
    """In a DM, of several tables those are meant that are in one of these stages."""
    return Where("here", given, stages)


def moved_at(given: str | None = None) -> Where:
    """In a DM, a move is made at the only table that waits for it."""
    return Where("moved", given)


def invited(code: str) -> Where:
    return Where("invited", code)


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
        self.guesses = Allowance(now, GUESSES, AN_HOUR)
        """How often one person may name a code that there isn't."""
        self.openings = Openings(tables)

    async def find_table(self, request: Request, where: Where) -> Request:
        """The request, about that table; raises where there is none."""
        if where.kind == "nowhere":
            return request
        if where.kind == "invited":
            return await self._find_by_code(request, where.given or "")
        if where.given:
            return await self._find_numbered(request, where.given)
        if request.reader.guild is None:
            return await self._find_in_dm(request, where)
        return await self._find_here(request, LIVE if where.kind == "here" else where.stages)

    async def table_here(self, request: Request, given: str | None = None) -> TableRow | None:
        """For lists and the like: the table that a command would be about, if there is one."""
        with suppress(Refusal):
            return await (await self.find_table(request, here(given))).find_table()
        return None

    async def _find_here(self, request: Request, stages: Sequence[Stage]) -> Request:
        """The channel's own table: one that is live, else the last one."""
        channel = request.reader.channel
        table = await self.store.table_in(channel, LIVE) or await self.store.table_in(channel, stages)
        if table is None:
            raise NoTable
        return request.at(table)

    async def _find_in_dm(self, request: Request, where: Where) -> Request:
        match where.kind:
            case "here":
                return await self._find_own(request, where.stages)
            case "moved":
                return await self._find_asked(request)
            case _:
                return await self._find_meant(request, where.stages)

    async def _find_asked(self, request: Request) -> Request:
        """One of several that wait is named by whoever moves there."""
        tables = [table for table in await self.store.tables_of(request.user) if table.stage == "running"]
        asking = [each for each in map(request.at, tables) if await self._is_asked(each)]
        if len(asking) > 1:
            raise await which_of(asking)
        return asking[0] if asking else await self._find_meant(request, ("running",))

    async def _find_own(self, request: Request, stages: Sequence[Stage]) -> Request:
        """In a DM: the reader's own table that is on no server. Of several, the one that waits for them; who has to
        choose is asked to."""
        tables = [table for table in await self.store.tables_of(request.user) if table.in_dms and table.stage in LIVE]
        fitting = [request.at(table) for table in tables if table.stage in stages] or list(map(request.at, tables))
        if not fitting:
            raise NoTable("refuse.no_table")
        if len(fitting) == 1:
            return fitting[0]
        waiting = [each for each in fitting if await self._is_asked(each)]
        if len(waiting) == 1:
            return waiting[0]
        raise await which_of(fitting)

    async def _find_meant(self, request: Request, stages: Sequence[Stage]) -> Request:
        """In a DM: the game that has waited longest for the reader; where they are in none, the last table without a
        server."""
        tables = await self.store.tables_of(request.user)
        mine = [request.at(table) for table in tables if table.stage == "running" and "running" in stages]
        for each in mine:
            if await self._is_asked(each):
                return each
        if mine:
            return mine[0]
        over = await self.store.finished_of(request.user) if "over" in stages else []
        others = [table for table in (*reversed(tables), *over) if table.in_dms and table.stage in stages]
        if not others:
            raise NoTable("refuse.no_games")
        return request.at(others[0])

    async def _is_asked(self, request: Request) -> bool:
        with suppress(Refusal):  # one that can't be loaded hides no other
            return (await request.snapshot()).is_asked
        return False

    async def _find_by_code(self, request: Request, code: str) -> Request:
        """Nobody tries codes for long."""
        self.guesses.check(request.user)
        table = await self.store.table_by_code(as_code(code))
        if table is None:
            self.guesses.take(request.user, 1)
            raise NoTable("refuse.no_code")
        return replace(request.at(table), knows_code=True)

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
        if not rights.sees and not await self._is_let_in(request, table):
            raise NoTable("refuse.no_such_game")
        return replace(request, reader=replace(request.reader, is_moderator=rights.moderates, table_at=table.channel))

    async def sees(self, request: Request) -> bool:
        """Whoever sees the table's channel, and whoever sits at it."""
        table = await request.table()
        return await self._is_let_in(request, table) or (await self._rights(request.reader, table)).sees

    async def _is_let_in(self, request: Request, table: TableRow) -> bool:
        """Whoever has a seat; where there is no channel, also those who are asked to take one, or have had one."""
        seats, user = await request.seats(), request.user
        if any(seat.user == user for seat in seats) or not table.in_dms:
            return any(seat.user == user for seat in seats)
        if request.knows_code or user in await self.store.invited(table.id):
            return True
        if any(seat.offered == user for seat in seats):
            return True
        return any(row.user == user for row in await self.store.seatings(table.id))

    async def _rights(self, reader: Reader, table: TableRow) -> Rights:
        if table.guild != reader.guild:
            return Rights()
        if table.channel == reader.channel and reader.table_at is None:
            return Rights(sees=True, moderates=reader.is_moderator)
        return Rights() if reader.member is None else await self.rooms.rights(reader.member, table)


async def which_of(requests: Sequence[Request]) -> Refusal:
    """Asks which of these tables is meant."""
    names = [table_name(await each.table(), each.language) for each in requests[:MOST_NAMED]]
    return Refusal("refuse.which_table", tables=", ".join(names))


def is_host(reader: Reader, table: TableRow) -> bool:
    """Hosts, and moderators of the table's own channel, have these rights."""
    is_there = table.channel == (reader.channel if reader.table_at is None else reader.table_at)
    return reader.user == table.host or (reader.is_moderator and is_there)


def check_host(reader: Reader, table: TableRow) -> None:
    if not is_host(reader, table):
        raise Refusal("refuse.host_only")
