"""What all posts are made from."""

from bot.members import Everybody, Members
from bot.pictures import Pictures
from bot.tables.snapshot import GameSnapshot
from bot.tables.writer import Tables


class Posts:
    """Public posts are made from `view_for(None)` and `seen_by(None)` only."""

    def __init__(self, tables: Tables, pictures: Pictures, members: Members | None = None) -> None:
        self.tables = tables
        self.store = tables.store
        self.pictures = pictures
        self.members = members or Everybody()

    async def _left(self, snapshot: GameSnapshot) -> list[int]:
        """The seats that are asked now and whose players have left the server."""
        if snapshot.view.turn == 0:
            return []
        asked = {user: seat for seat in snapshot.view.to_act if (user := snapshot.seats[seat].user) is not None}
        gone = await self.members.left(snapshot.table.guild, asked)
        return [seat for user, seat in asked.items() if user in gone]
