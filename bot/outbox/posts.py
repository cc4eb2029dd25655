"""What all posts are made from."""

from copy import copy
from typing import Self

from msgspec.structs import replace

from bot.members import Everybody, Members
from bot.naming import mention
from bot.pictures import Pictures
from bot.store.items import copy_key
from bot.store.rows import Message, SeatRow, TableRow
from bot.tables.lobby import Lobby
from bot.tables.snapshot import GameSnapshot
from bot.tables.writer import Tables
from bot.text.names import safe_name


class Posts:
    """Public posts are made from `view_for(None)` and `seen_by(None)` only; also the copies of a table that is on no
    server, which differ in language, theme and place."""

    def __init__(self, tables: Tables, pictures: Pictures, members: Members | None = None) -> None:
        self.tables = tables
        self.store = tables.store
        self.pictures = pictures
        self.members = members or Everybody()
        self.reader = 0
        """Whose copy it is; 0: everybody's in the channel."""
        self.dm = 0
        """Where that reader gets it."""

    def for_reader(self, user: int, channel: int) -> Self:
        """Composes one person's copies, for their DM channel."""
        own = copy(self)
        own.reader, own.dm = user, channel
        return own

    # A table as the post's reader knows it

    async def _table(self, table_id: int) -> TableRow | None:
        table = await self.store.table(table_id)
        return None if table is None else await self._own(table)

    async def _own(self, table: TableRow) -> TableRow:
        """In the reader's language, and at the place where they read it."""
        if not self.reader:
            return table
        settings = await self.store.user(self.reader)
        language = settings.language or settings.spoken or table.language
        return replace(table, language=language, channel=self.dm)

    async def _lobby(self, table_id: int) -> Lobby:
        lobby = await self.tables.lobby(table_id)
        return replace(lobby, table=await self._own(lobby.table))

    async def _snapshot(self, table_id: int) -> GameSnapshot:
        """As the channel may see it, by now."""
        return await self._own_snapshot(await self.tables.snapshot(table_id, None))

    async def _snapshot_at(self, table_id: int, seq: int) -> GameSnapshot:
        return await self._own_snapshot(await self.tables.snapshot_at(table_id, seq))

    async def _own_snapshot(self, snapshot: GameSnapshot) -> GameSnapshot:
        return replace(snapshot, table=await self._own(snapshot.table)) if self.reader else snapshot

    async def _message(self, table_id: int, key: str) -> Message | None:
        return await self.store.message(table_id, copy_key(key, self.reader))

    async def _theme(self) -> str:
        """A channel's pictures are light."""
        return (await self.store.user(self.reader)).theme if self.reader else "light"

    def _mention(self, seat: SeatRow) -> str:
        """In somebody's DMs Discord knows nobody else by a mention."""
        is_known = seat.user is not None and self.reader in (0, seat.user)
        return mention(seat.user or 0) if is_known else safe_name(seat.name)

    def _mentions(self, seats: tuple[SeatRow, ...]) -> str:
        """All people of these."""
        return " ".join(self._mention(seat) for seat in seats if seat.user)

    async def _left(self, snapshot: GameSnapshot) -> list[int]:
        """The seats that are asked now and whose players have left the server."""
        if snapshot.view.turn == 0:
            return []
        asked = {user: seat for seat in snapshot.view.to_act if (user := snapshot.seats[seat].user) is not None}
        gone = await self.members.left(snapshot.table.guild, asked)
        return [seat for user, seat in asked.items() if user in gone]
