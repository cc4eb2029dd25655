"""What a player writes down for themselves at a table: for their eyes only, and there again on their next turn."""

from bot.errors import NotSeated, Refusal
from bot.games.page import Button
from bot.interactions.board import ways_back
from bot.interactions.panel import PanelHandlers, note_button
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.naming import table_name
from bot.outbox.lines import joined, note_line
from bot.outbox.post import Post
from data.texts import text


class NoteHandlers:
    def __init__(self, services: Services, panel: PanelHandlers) -> None:
        self.panel = panel
        self.tables = services.tables
        self.store = services.store

    async def note(self, request: Request, words: str | None = None) -> Post:
        """Write it down, or, without any words, show what is written."""
        if words is not None:
            await self.tables.save_note(request.table_id, request.user, words.strip())
        return await self._shown(request, "note.saved" if words else "")

    async def submit(self, request: Request) -> Post:
        """What was typed into the form: the panel goes on, with what it is told on its first page."""
        if not request.tap.is_form:
            raise Refusal("refuse.stale")
        words = request.tap.values[0].strip()
        await self.tables.save_note(request.table_id, request.user, words)
        if request.is_private:
            return await self.panel.open(request, [text("note.saved" if words else "note.cleared", request.language)])
        return await self._shown(request, "note.saved" if words else "note.cleared")

    async def clear(self, request: Request) -> Post:
        await self.tables.save_note(request.table_id, request.user, "")
        return await self._shown(request, "note.cleared")

    async def _shown(self, request: Request, done: str) -> Post:
        """The note, below what was done to it, if anything."""
        language, snapshot = request.language, await request.snapshot()
        if snapshot.seat is None:
            raise NotSeated
        kept = await self.store.note(request.table_id, request.user)
        name = table_name(snapshot.table, language)
        heading = text("note.heading" if kept else "note.none", language, table=name)
        lines = [text(done, language) if done else "", heading, note_line(kept)]
        clear = Button(label=text("press.note_clear", language), verb="note_clear")
        buttons = (*ways_back(snapshot, language), note_button(language), *((clear,) if kept else ()))
        return Post(text=joined(lines), rows=(buttons,), table_id=request.table_id)
