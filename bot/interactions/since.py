"""What happened since the reader's last turn, with the board on which all of it stands out."""

from bot.errors import NotSeated
from bot.games.page import Button
from bot.games.status import waiting_line
from bot.interactions.board import heading, tuple_of, ways_back
from bot.interactions.log_page import moment
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.outbox.lines import joined, since_lines
from bot.outbox.post import Post
from bot.tables.since import Since
from data.texts import text


class SinceHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables

    async def since(self, request: Request) -> Post:
        """For whoever has a seat: in words, and as a picture made from what the reader may see."""
        snapshot, language = await request.snapshot(), request.language
        if snapshot.seat is None:
            raise NotSeated
        since = await self.tables.since(snapshot, snapshot.seat)
        told = since_lines(snapshot, since, language) or [text("since.nothing", language)]
        waiting = waiting_line(snapshot.view, snapshot.names, language)
        lines = [since_heading(heading(snapshot, language), since, language), *told, waiting]
        self.services.allowance.take(request.user)
        board, theme = await request.public_snapshot(), request.reader.settings.theme
        picture = await self.services.pictures.since(board, since.actions, theme, language)
        film = Button(label=text("press.film", language), verb="film", choice="since")
        row = (*ways_back(snapshot, language), film) if since.actions else ways_back(snapshot, language)
        return Post(text=joined(lines), files=tuple_of(picture), rows=(row,), table_id=request.table_id)


def since_heading(table: str, since: Since, language: str) -> str:
    """USA #12 · since your turn 20, and when that was"""
    if since.at is None:
        return f"{table} · {text('since.begin', language)}"
    return f"{table} · {text('since.turn', language, turn=since.turn, when=moment(since.at))}"
