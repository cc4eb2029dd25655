"""Taking back: one's own last move at once, or, together, all that was done since an earlier turn."""

from bot.errors import NotSeated, Refusal
from bot.interactions.panel import PanelHandlers
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.interactions.votes import VoteHandlers
from bot.outbox.post import Post
from bot.tables.undo import ROLLBACK
from data.texts import text


class UndoHandlers:
    def __init__(self, services: Services, panel: PanelHandlers, votes: VoteHandlers) -> None:
        self.take_backs = services.tables.take_backs
        self.panel = panel
        self.votes = votes

    async def undo(self, request: Request, number: int | None = None) -> Post:
        """Take the reader's last move back; `number` is the one that a button was made for."""
        await self.take_backs.undo(request.table_id, request.user, number)
        return await self.panel.open(request.anew(), [text("undo.done", request.language)])

    async def tap(self, request: Request) -> Post:
        """The button on a receipt. One that came too late says why, above what is asked now."""
        choice = request.choice or ""
        try:
            return await self.undo(request, int(choice) if choice.isdecimal() else None)
        except NotSeated:
            raise
        except Refusal as refusal:
            return await self.panel.open(request, [text(refusal.key, request.language, **refusal.fields)])

    async def rollback(self, request: Request, to: str) -> Post:
        """Propose to go back to the beginning of a turn; whoever has nobody to ask goes back at once."""
        snapshot = await request.snapshot()
        if snapshot.seat is None:
            raise NotSeated
        digits = "".join(letter for letter in to.partition("·")[0] if letter.isdecimal())
        turn = int(digits) if 0 < len(digits) < 6 else 0
        await self.take_backs.check_turn(request.table_id, turn)
        asked = await self.votes.propose(request, ROLLBACK, {"turn": str(turn)})
        if asked is not None:
            return asked
        await self.take_backs.roll_back(request.table_id, request.user, turn)
        return await self.panel.open(request.anew(), [text("table.rolled_back", request.language, turn=turn)])
