"""Posts about a table being set."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from bot.games.page import Button
from bot.naming import deal_line, link, lobby_lines, mention, pace_text, place_name, seat_text, table_name
from bot.outbox.lines import joined
from bot.outbox.post import Post, Row, TableTags
from bot.outbox.posts import Posts
from bot.outbox.tags import tags_of
from bot.store.rows import SeatRow, TableRow
from bot.tables.records import game_of
from bot.text.names import safe_name
from data.texts import text

UNREACHED = ("away", "closed", "told")
STYLES: dict[str, Literal["good", "bad"]] = {"join": "good", "start": "good", "cancel": "bad"}


class LobbyPosts(Posts):
    """The lobby itself, invitations to it, and a DM to whoever has a seat."""

    async def lobby(self, table_id: int) -> Post | None:
        lobby = await self._lobby(table_id)
        table = lobby.table
        language = table.language
        seats = game_of(table).seats
        host = next((safe_name(seat.name) for seat in lobby.seats if seat.user == table.host), "?")
        mark = table_name(table, language)
        if table.stage != "lobby":
            key = "lobby.closed" if table.stage == "closed" else "lobby.begun"
            return Post(text=text(key, language, table=mark), table_id=table_id, mark=mark)
        heading = text("lobby.heading", language, table=table_name(table, language), host=host)
        if lobby.invited:
            heading += " · " + text("lobby.invited", language, people=" ".join(map(mention, lobby.invited)))
        lines = [heading, *lobby_lines(lobby, seats[0], seats[-1], language)]
        can_start = len(lobby.seats) in seats
        if not can_start:
            lines.append(text("lobby.too_few", language, n=seats[0] - len(lobby.seats)))
        if table.in_dms:
            lines += [unreached_line(lobby.seats, language), text("lobby.code", language, code=table.code or "")]
        lines.append(deal_line(table.deal, language))
        rows = lobby_buttons(language, can_start, can_join=self.reader not in lobby.joined)
        return Post(text=joined(lines), rows=rows, table_id=table_id, pings=lobby.invited, mark=mark)

    async def invitation(self, table_id: int, user: int) -> Post | None:
        lobby = await self._lobby(table_id)
        if lobby.table.stage != "lobby":
            return None
        language, table = lobby.table.language, table_name(lobby.table, lobby.table.language)
        facts = " · ".join([table, text("choice.seats", language, n=lobby.table.size), pace_of(lobby.table)])
        if lobby.table.in_dms:
            host = next((safe_name(seat.name) for seat in lobby.seats if seat.user == lobby.table.host), "?")
            words = text("lobby.invitation_dm", language, people=mention(user), table=facts, host=host)
        else:
            where = await self._lobby_link(lobby.table)
            words = text("lobby.invitation", language, people=mention(user), table=facts, link=where)
        buttons = tuple(lobby_button(verb, language) for verb in ("join", "rules"))
        return Post(text=words, rows=(buttons,), table_id=table_id, pings=(user,))

    async def warning(self, table_id: int) -> Post | None:
        """That a lobby is about to be closed."""
        table = (await self._lobby(table_id)).table
        if table.stage != "lobby":
            return None
        name, when = table_name(table, table.language), f"<t:{int(table.closes or 0)}:R>"
        where = await self._lobby_link(table)
        words = text("lobby.warning", table.language, people=mention(table.host), table=name, when=when, link=where)
        return Post(text=words, table_id=table_id, pings=(table.host,))

    async def _lobby_link(self, table: TableRow) -> str:
        post = await self._message(table.id, "lobby")
        return link(table, post.message if post else None)

    async def tags(self, table_id: int) -> TableTags | None:
        table = await self.store.table(table_id)
        if table is None or not table.room:
            return None
        spoken = (await self.store.guild(table.guild)).language or table.language
        return tags_of(table, await self.store.seats(table_id), spoken)

    async def hello(self, table_id: int, user: int) -> Post | None:
        """What a DM says before there is a hand to show."""
        lobby = await self.tables.lobby(table_id)
        settings = await self.tables.store.user(user)
        language = settings.language or settings.spoken or lobby.table.language
        seat = next((seat_text(lobby.table.title, seat, language) for seat in lobby.seats if seat.user == user), "")
        key = "hello.closed" if lobby.table.stage == "closed" else "hello.seat" if seat else "hello.free"
        name = table_name(lobby.table, language)
        return Post(text=f"{place_name(lobby.table, language)} · {text(key, language, seat=seat)}", mark=name)


def pace_of(table: TableRow) -> str:
    return pace_text(table, table.language)


def unreached_line(seats: Sequence[SeatRow], language: str) -> str:
    """Of a table without a channel: those whom nothing reaches that is posted there."""
    names = [safe_name(seat.name) for seat in seats if seat.user is not None and seat.dm in UNREACHED]
    return text("table.unreached", language, names=", ".join(names)) if names else ""


def lobby_button(verb: str, language: str) -> Button:
    return Button(label=text(f"press.{verb}", language), verb=verb, style=STYLES.get(verb, "plain"))


def lobby_buttons(language: str, can_start: bool, *, can_join: bool = True) -> tuple[Row, ...]:
    """`can_join`: whether there is anybody among its readers who may want to."""
    first = [
        lobby_button(verb, language) for verb in ("join", "leave", "colour", "options") if verb != "join" or can_join
    ]
    start = replace(lobby_button("start", language), is_disabled=not can_start)
    second = tuple(lobby_button(verb, language) for verb in ("robot", "invite", "rules", "cancel"))
    return (*first, start), second
