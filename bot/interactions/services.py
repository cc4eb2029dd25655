"""Where every command and tap comes together: the tables, the pictures, and which table somebody means."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from bot.attachment import Attachment
from bot.errors import NoTable, Refusal
from bot.games.catalog import face_of
from bot.games.page import Button, Choice, Menu
from bot.games.regions import MINE, REGION
from bot.games.zooms import zoom_meant
from bot.interactions.allowance import Allowance
from bot.interactions.responder import Interaction, Reader, spoken
from bot.interactions.rights import Rights, Rooms
from bot.members import Members
from bot.naming import link, table_name
from bot.outbox.compose import hand_lines, joined
from bot.outbox.post import Post, Row
from bot.pictures import Pictures, board_as_text
from bot.store.protocol import StoreReader
from bot.store.rows import Stage, TableRow
from bot.tables.snapshot import GameSnapshot
from bot.tables.writer import Tables
from bot.text.names import safe_name
from data.texts import text

LIVE: tuple[Stage, ...] = ("lobby", "running")
ANY: tuple[Stage, ...] = ("lobby", "running", "over", "aside")


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

    async def language(self, interaction: Interaction) -> str:
        """What the reader has set, else what their Discord speaks."""
        return (await self.store.user(interaction.user.id)).language or spoken(interaction.locale)

    async def table_here(self, reader: Reader, stages: Sequence[Stage] = LIVE) -> TableRow:
        """The channel's own table: one that is live, else the last one."""
        table = await self.store.table_in(reader.channel, LIVE) or await self.store.table_in(reader.channel, stages)
        if table is None:
            raise NoTable
        return table

    async def table_meant(self, reader: Reader, given: str | None = None, stages: Sequence[Stage] = ANY) -> TableRow:
        """By number, else the channel's, else (in a DM) the one that has waited longest for the reader."""
        if given:
            return await self._numbered(reader, given)
        if reader.guild is not None:
            return await self.table_here(reader, stages)
        mine = [table for table in await self.store.tables_of(reader.user) if table.stage == "running"]
        for table in mine:
            with suppress(Refusal):  # one that can't be loaded hides no other
                if (await self.tables.snapshot(table.id, reader.user)).is_asked:
                    return table
        if not mine:
            raise NoTable("refuse.no_games")
        return mine[0]

    async def _numbered(self, reader: Reader, given: str) -> TableRow:
        found = re.search(r"(\d{1,12})\s*$", given) or re.search(r"#(\d{1,12})", given)
        table = await self.store.table(int(found[1])) if found else None
        if table is None or not await self.sees(reader, table):
            raise NoTable("refuse.no_such_game")
        return table

    async def at_table(self, reader: Reader, table: TableRow) -> Reader:
        """The reader with the rights that hold at this table; raises, as if there were none, where it is not theirs."""
        rights = await self._rights(reader, table)
        if not rights.sees and not await self._is_seated(reader, table):
            raise NoTable("refuse.no_such_game")
        return replace(reader, is_moderator=rights.moderates, table_at=table.channel)

    async def sees(self, reader: Reader, table: TableRow) -> bool:
        """Whoever sees the table's channel, and whoever sits at it."""
        return await self._is_seated(reader, table) or (await self._rights(reader, table)).sees

    async def _is_seated(self, reader: Reader, table: TableRow) -> bool:
        return any(seat.user == reader.user for seat in await self.store.seats(table.id))

    async def _rights(self, reader: Reader, table: TableRow) -> Rights:
        if table.guild != reader.guild:
            return Rights()
        if table.channel == reader.channel and reader.table_at is None:
            return Rights(sees=True, moderates=reader.is_moderator)
        return Rights() if reader.member is None else await self.rooms.rights(reader.member, table)

    def is_host(self, reader: Reader, table: TableRow) -> bool:
        """Hosts, and moderators of the table's own channel, have these rights."""
        is_there = table.channel == (reader.channel if reader.table_at is None else reader.table_at)
        return reader.user == table.host or (reader.is_moderator and is_there)

    def check_host(self, reader: Reader, table: TableRow) -> None:
        if not self.is_host(reader, table):
            raise Refusal("refuse.host_only")

    async def board(self, reader: Reader, table_id: int, zoom: str | None = None, note: str = "") -> Post:
        """The board as the channel may see it, whole or enlarged: `zoom` is an id or free text."""
        snapshot, own = await self.tables.snapshot(table_id, None), await self.tables.snapshot(table_id, reader.user)
        language = reader.language
        if zoom:
            zoom = self._zoom_meant(own, zoom, language)
        self.allowance.take(reader.user)
        shown = own if zoom == MINE else snapshot
        events = [
            event
            for kept in await self.tables.kept_actions(table_id, snapshot.seq - 1, None, None)
            for event in kept.events
        ]
        picture = await self.pictures.board(
            shown, events=events, theme=reader.settings.theme, language=language, zoom=zoom
        )
        lines = [note, self.heading(snapshot, language), *status_of(snapshot, language)]
        rows: tuple[Row, ...] = (*zoom_menus(own, zoom, language), board_buttons(own, language))
        return Post(text=joined(lines), files=tuple_of(picture), rows=rows, table_id=table_id)

    def _zoom_meant(self, snapshot: GameSnapshot, typed: str, language: str) -> str:
        meant = zoom_meant(snapshot.table.title, typed, language, snapshot.seat is not None)
        if meant is None:
            raise Refusal("refuse.no_zoom", typed=safe_name(typed))
        return meant

    async def hand(self, reader: Reader, table_id: int) -> Post:
        """The reader's own hand; to somebody without a seat, the public board."""
        snapshot = await self.tables.snapshot(table_id, reader.user)
        if snapshot.seat is None:
            return await self.board(reader, table_id, note=text("refuse.not_seated.board", reader.language))
        self.allowance.take(reader.user)
        picture = await self.pictures.hand(snapshot, reader.settings.theme, reader.language)
        lines, rows = hand_lines(snapshot, reader.language), (ways_back(snapshot, reader.language),)
        return Post(text=joined(lines), files=tuple_of(picture), rows=rows, table_id=table_id)

    async def board_text(self, reader: Reader, table_id: int) -> Post:
        """The whole board in words, as a file where it is long: for whoever would rather read it."""
        self.allowance.take(reader.user)
        snapshot = await self.tables.snapshot(table_id, None)
        words = board_as_text(snapshot, reader.language)
        lines = [self.heading(snapshot, reader.language), *status_of(snapshot, reader.language)]
        name = table_name(snapshot.table, reader.language)
        files = (Attachment("board.txt", words.encode(), name),) if words else ()
        rows = (ways_back(await self.tables.snapshot(table_id, reader.user), reader.language),)
        return Post(text=joined(lines), files=files, rows=rows, table_id=table_id)

    def heading(self, snapshot: GameSnapshot, language: str) -> str:
        return f"**{table_name(snapshot.table, language)}** · {link(snapshot.table)}"

    async def closed_dm_note(self, snapshot: GameSnapshot) -> str | None:
        """Said once, privately, to a player whom no DM reaches."""
        if snapshot.seat is None:
            return None
        row = (await self.store.seats(snapshot.table.id))[snapshot.seat]
        if row.user is None or row.dm != "closed":
            return None
        return "hand.dm_closed" if await self.tables.mark_dm_told(snapshot.table.id, row.user) else None


def status_of(snapshot: GameSnapshot, language: str) -> list[str]:
    """What everybody may know of a game."""
    return face_of(snapshot.table.title).status_lines(snapshot.view, snapshot.names, language)


def zoom_menus(snapshot: GameSnapshot, zoom: str | None, language: str) -> tuple[Menu, ...]:
    """The whole board, the own network, the last move, the regions: cities and squares can be typed. One menu, or none
    where a board is too small for that."""
    offered = face_of(snapshot.table.title).zooms(snapshot.table.title, language, snapshot.seat is not None)
    choices = tuple(
        Choice(label=entry.label, value=entry.value, is_chosen=entry.value.removeprefix(REGION) == zoom)
        for entry in offered.parts
    )
    return (Menu(verb="zoom", placeholder=text("option.zoom.about", language), choices=choices),) if choices else ()


def ways_back(snapshot: GameSnapshot, language: str) -> tuple[Button, ...]:
    """To the board, and to the panel for whoever is asked something."""
    play = Button(label=text("press.play", language), verb="play", style="good")
    board = Button(label=text("press.board", language), verb="board")
    return (play, board) if snapshot.is_asked else (board,)


def board_buttons(snapshot: GameSnapshot, language: str) -> tuple[Button, ...]:
    """The way back to the panel for whoever is asked something."""
    play = Button(label=text("press.play", language), verb="play", style="good")
    again = Button(label=text("press.board_text", language), verb="board_text")
    show = Button(label=text("press.show_all", language), verb="show_board")
    return (play, again, show) if snapshot.is_asked else (again, show)


def tuple_of(picture: Attachment | None) -> tuple[Attachment, ...]:
    return (picture,) if picture else ()


def with_note(parcel: Post, note: str) -> Post:
    return replace(parcel, text=joined([note, parcel.text])) if note else parcel
