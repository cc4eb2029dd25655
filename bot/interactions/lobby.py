"""What people do in a lobby, by command or by button: the same functions for both."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress

from bot.errors import Refusal
from bot.games.catalog import face_of
from bot.games.page import Button, Choice, Menu
from bot.interactions.option_menus import option_menus
from bot.interactions.places import Held, Openings
from bot.interactions.responder import Reader, author
from bot.interactions.services import Services
from bot.interactions.votes import VoteHandlers
from bot.naming import lobby_lines, pace_text, robot_name, seat_text, table_name
from bot.outbox.compose import joined
from bot.outbox.post import Post
from bot.store.rows import TableRow
from bot.tables import lobby as rooms
from bot.tables.lobby import Lobby
from bot.tables.records import game_of
from bot.text.variants import as_rules_say, option_hint
from data.texts import text

LONGEST_VARIANT = 200
NEXT_QUESTION = {("pace", "own"): "reminder", ("reminder", ""): "deadline", ("deadline", ""): "consequence"}
"""A pace of one's own is three questions: each opens the menu of the next."""
LONGEST_TRY = 4.0
"""For so many seconds an answer waits to know whether a DM arrives."""


class LobbyHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store
        self.votes = VoteHandlers(services)
        self.openings = Openings(services.tables)

    async def held(self, reader: Reader, table: TableRow, place: str | None) -> Held:
        """Room for a table that this person is about to open; raises where there is none."""
        settings = await self.store.guild(table.guild)
        if settings.opening == "moderators" and not reader.is_moderator:
            raise Refusal("refuse.opening")
        return await self.openings.hold(table, settings, place)

    def prepared(self, reader: Reader, table: TableRow, robots: int) -> Lobby:
        """A lobby with its host seated; raises where it can't be set like this."""
        return rooms.new_lobby(table, reader.name, robots, lambda n: robot_name(n, table.language))

    async def open(self, lobby: Lobby, held: Held) -> TableRow:
        """Open the table; one that is full already, the host and robots, begins at once."""
        opened = await self.openings.open(held, lobby, is_told=not lobby.is_full)
        if lobby.is_full:
            await self.tables.start(opened.id)
        return opened

    async def change(self, reader: Reader, table_id: int, change: Callable[[Lobby], Lobby]) -> Lobby:
        return await self.tables.change_lobby(table_id, change, by=author(reader))

    async def join(self, reader: Reader, table_id: int) -> Post:
        lobby = await self.change(reader, table_id, lambda lobby: rooms.join(lobby, reader.user, reader.name))
        seat = next(seat for seat in lobby.seats if seat.user == reader.user)
        language = reader.language
        pace = pace_text(lobby.table, language)
        table = table_name(lobby.table, language)
        is_open = await self.reaches(reader, table_id)
        key = "lobby.joined" if is_open else "lobby.seated"
        words = text(key, language, table=table, seat=seat_text(seat, language), pace=pace)
        return said(words) if is_open else self.without_dm(reader, table_id, words)

    async def reaches(self, reader: Reader, table_id: int) -> bool:
        """Whether a DM gets through to this player, as far as is known soon; whoever is told so is not told again."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_TRY):
                await self.tables.wait_until_sent(table_id)
        seat = next((row for row in await self.store.seats(table_id) if row.user == reader.user), None)
        if seat is None or seat.dm not in ("away", "closed", "told"):
            return True
        await self.tables.mark_dm_told(table_id, reader.user)
        return False

    def without_dm(self, reader: Reader, table_id: int, words: str) -> Post:
        again = Button(label=text("press.dm_again", reader.language), verb="dm_again")
        note = text("hand.dm_closed", reader.language)
        return Post(text=joined([words, note]), rows=((again,),), table_id=table_id)

    async def try_dm(self, reader: Reader, table_id: int) -> Post:
        """Once more, because the player asks for it."""
        await self.tables.retry_dm(table_id, reader.user)
        if await self.reaches(reader, table_id):
            return said(text("hand.dm_open", reader.language))
        return self.without_dm(reader, table_id, "")

    async def leave(self, reader: Reader, table_id: int) -> Post:
        lobby = await self.change(reader, table_id, lambda lobby: rooms.leave(lobby, reader.user))
        return said(text("lobby.left", reader.language, table=table_name(lobby.table, reader.language)))

    async def free_colours(self, channel: int) -> tuple[str, ...]:
        """Those that can still be chosen at the lobby there."""
        table = await self.store.table_in(channel, ("lobby",))
        if table is None or face_of(table.title).gives_colours:
            return ()
        return (await self.tables.lobby(table.id)).free_colours

    async def colour(self, reader: Reader, table_id: int, colour: str | None) -> Post:
        """Take a colour; without one, a menu of those that are free."""
        language = reader.language
        if colour is not None:
            lobby = await self.change(reader, table_id, lambda lobby: rooms.choose_colour(lobby, reader.user, colour))
            seat = next(seat for seat in lobby.seats if seat.user == reader.user)
            return said(text("lobby.coloured", language, seat=seat_text(seat, language)))
        lobby = await self.tables.lobby(table_id)
        rooms.check_open(lobby.table)
        if not lobby.free_colours:
            raise Refusal("refuse.no_colour")
        choices = tuple(Choice(label=text(f"colour.{c}", language), value=c) for c in lobby.free_colours)
        menu = Menu(verb="colour", placeholder=text("press.colour", language), choices=choices)
        return Post(text=text("lobby.choose_colour", language), rows=(menu,), table_id=table_id)

    async def robot(self, reader: Reader, table_id: int, strength: str = rooms.ROBOT, seat: int | None = None) -> Post:
        def change(lobby: Lobby) -> Lobby:
            self.services.check_host(reader, lobby.table)
            if strength == "none":
                return rooms.remove_robot(lobby, seat)
            number = sum(1 for row in lobby.seats if row.robot) + 1
            return rooms.add_robot(lobby, strength, robot_name(number, lobby.table.language))

        lobby = await self.change(reader, table_id, change)
        return self.page(reader, lobby)

    async def invite(self, reader: Reader, table_id: int, users: tuple[int, ...]) -> Post:
        def change(lobby: Lobby) -> Lobby:
            if reader.user not in lobby.humans:
                self.services.check_host(reader, lobby.table)
            for user in users:
                lobby = rooms.invite(lobby, user)
            return lobby

        await self.change(reader, table_id, change)
        people = " ".join(f"<@{user}>" for user in users)
        return said(text("lobby.invited", reader.language, people=people))

    def ask_whom(self, reader: Reader, table_id: int) -> Post:
        menu = Menu(verb="member_invite", placeholder=text("press.invite", reader.language), choices=(), most=5)
        return Post(text=text("lobby.whom", reader.language), rows=(menu,), table_id=table_id)

    async def options(self, reader: Reader, table_id: int, option: str | None = None, value: str | None = None) -> Post:
        """Read the options, or change one: the host and moderators may. Without a value, an option's menu is opened."""
        lobby = await self.tables.lobby(table_id)
        if option is not None and value is not None:

            def change(lobby: Lobby) -> Lobby:
                self.services.check_host(reader, lobby.table)
                return rooms.set_option(lobby, as_rules_say(option), as_rules_say(value))

            changed, chosen = await self.change(reader, table_id, change), (as_rules_say(option), as_rules_say(value))
            return self.page(reader, changed, NEXT_QUESTION.get(chosen) or NEXT_QUESTION.get((chosen[0], "")))
        return self.page(reader, lobby, as_rules_say(option or ""))

    async def order(self, reader: Reader, table_id: int, order: str) -> Post:
        def change(lobby: Lobby) -> Lobby:
            self.services.check_host(reader, lobby.table)
            return rooms.order_seats(lobby, order)

        return self.page(reader, await self.change(reader, table_id, change))

    async def start(self, reader: Reader, table_id: int) -> Post:
        own = await self._own_languages(table_id)

        def last_change(lobby: Lobby) -> Lobby:
            self.services.check_host(reader, lobby.table)
            return rooms.speak_alone(lobby, own, reader.guild_language)

        await self.tables.start(table_id, last_change, author(reader))
        table = await self.store.table(table_id)
        assert table is not None
        return said(text("lobby.started", reader.language, table=table_name(table, reader.language)))

    async def _own_languages(self, table_id: int) -> dict[int, str]:
        """What those at the table speak, as far as they have ever asked for something."""
        users = [seat.user for seat in await self.store.seats(table_id) if seat.user is not None]
        settings = {user: await self.store.user(user) for user in users}
        return {user: own for user, each in settings.items() if (own := each.language or each.spoken)}

    async def cancel(self, reader: Reader, table_id: int) -> Post:
        """Close a lobby, or propose to stop a game that has begun."""
        table = await self.store.table(table_id)
        if table is not None and table.stage != "lobby":
            return await self.votes.cancel(reader, table)

        def change(lobby: Lobby) -> Lobby:
            self.services.check_host(reader, lobby.table)
            return rooms.close(lobby)

        lobby = await self.change(reader, table_id, change)
        return said(text("lobby.closed", reader.language, table=table_name(lobby.table, reader.language)))

    def page(self, reader: Reader, lobby: Lobby, opened: str | None = None) -> Post:
        """The lobby in private; for its host with menus to change it, one of them open at an option."""
        language, table = reader.language, lobby.table
        seats = game_of(table).seats
        lines = [f"**{table_name(table, language)}**", *lobby_lines(lobby, seats[0], seats[-1], language)]
        lines.append(option_hint(opened or "", language))
        is_host = self.services.is_host(reader, table)
        rows = option_menus(lobby, language, opened) if is_host and table.stage == "lobby" else ()
        return Post(text=joined(lines), rows=rows, table_id=table.id)


def variant_from(written: str | None) -> dict[str, str]:
    """`modules=1+2, hand=3` as options; raises `Refusal` where it is not written like that."""
    if not written:
        return {}
    if len(written) > LONGEST_VARIANT:
        raise Refusal("refuse.variant")
    options = {}
    for part in re.split(r"[,;\s]+", written.strip()):
        name, is_equal, value = part.partition("=")
        if not is_equal or not name or not value:
            raise Refusal("refuse.variant")
        options[as_rules_say(name.casefold())] = as_rules_say(value.casefold())
    return options


def said(words: str) -> Post:
    return Post(text=words)
