"""What people look at in pictures and words: the board, its parts, their own hand."""

from msgspec.structs import replace

from bot.attachment import Attachment
from bot.errors import Refusal
from bot.games.catalog import face_of
from bot.games.page import Button, Choice, Menu
from bot.games.regions import MINE, REGION
from bot.games.zooms import zoom_meant
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.naming import table_label, table_name, way_to
from bot.outbox.lines import hand_lines, joined
from bot.outbox.post import Post, Row
from bot.pictures import board_as_text
from bot.store.rows import TableRow
from bot.tables.snapshot import GameSnapshot
from bot.text.labels import LABEL, clipped
from bot.text.names import safe_name
from bot.threads import in_thread
from data.texts import text
from rules.game import Event

LONGEST_TURN = 12
"""No turn has more actions, what was taken back in between included."""


class BoardHandlers:
    def __init__(self, services: Services) -> None:
        self.tables = services.tables
        self.pictures = services.pictures
        self.allowance = services.allowance

    async def board(self, request: Request, zoom: str | None = None, note: str = "") -> Post:
        """The board as the channel may see it, whole or enlarged: `zoom` is an id or free text."""
        public, own = await request.public_snapshot(), await request.snapshot()
        language = request.language
        if zoom:
            zoom = meant_zoom(own, zoom, language)
        self.allowance.take(request.user)
        shown = own if zoom == MINE else public
        events = await self.last_turn(public)
        theme = request.reader.settings.theme
        picture = await self.pictures.board(shown, events=events, theme=theme, language=language, zoom=zoom)
        lines = [note, heading(public, language), *status_of(public, language)]
        rows: tuple[Row, ...] = (*zoom_menus(own, zoom, language), board_buttons(own, language))
        return Post(text=joined(lines), files=tuple_of(picture), rows=rows, table_id=request.table_id)

    async def last_turn(self, snapshot: GameSnapshot) -> list[Event]:
        """All that was done in the turn of the last action, as the channel may be told of it."""
        kept = await self.tables.kept_actions(snapshot.table.id, max(0, snapshot.seq - LONGEST_TURN), None, None)
        return [event for one in kept if one.turn == kept[-1].turn for event in one.events]

    async def unseated(self, request: Request) -> Post:
        """The board for somebody who asked for what only players have."""
        return await self.board(request, note=text("refuse.not_seated.board", request.language))

    async def hand(self, request: Request) -> Post:
        """The reader's own hand; to somebody without a seat, the public board."""
        snapshot = await request.snapshot()
        if snapshot.seat is None:
            return await self.unseated(request)
        self.allowance.take(request.user)
        picture = await self.pictures.hand(snapshot, request.reader.settings.theme, request.language)
        lines, rows = hand_lines(snapshot, request.language), (ways_back(snapshot, request.language),)
        return Post(text=joined(lines), files=tuple_of(picture), rows=rows, table_id=request.table_id)

    async def board_text(self, request: Request) -> Post:
        """The whole board in words, as a file where it is long: for whoever would rather read it."""
        self.allowance.take(request.user)
        public, language = await request.public_snapshot(), request.language
        words = await in_thread(board_as_text, public, language)
        lines = [heading(public, language), *status_of(public, language)]
        files = (Attachment("board.txt", words.encode(), table_name(public.table, language)),) if words else ()
        rows = (ways_back(await request.snapshot(), language),)
        return Post(text=joined(lines), files=files, rows=rows, table_id=request.table_id)

    async def show_to_all(self, request: Request) -> Post:
        """Post the board for all to see: for whoever has a seat."""
        if (await request.snapshot()).seat is None:
            raise Refusal("refuse.not_seated")
        self.allowance.take(request.user)
        await self.tables.show_board(request.table_id)
        key = "table.shown_dm" if (await request.table()).in_dms else "table.shown"
        return Post(text=text(key, request.language))


def meant_zoom(snapshot: GameSnapshot, typed: str, language: str) -> str:
    meant = zoom_meant(snapshot.table.title, typed, language, snapshot.seat is not None)
    if meant is None:
        raise Refusal("refuse.no_zoom", typed=safe_name(typed))
    return meant


def heading(snapshot: GameSnapshot, language: str) -> str:
    return f"**{table_name(snapshot.table, language)}** · {way_to(snapshot.table, language)}"


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


def play_at(table: TableRow, key: str, language: str) -> Button:
    """Opens the panel of another table than the message is about."""
    label = clipped(text(key, language, table=table_label(table, language)), LABEL)
    return Button(label=label, verb="play", style="good", table_id=table.id)


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


def with_note(post: Post, note: str) -> Post:
    return replace(post, text=joined([note, post.text])) if note else post
