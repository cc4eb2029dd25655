"""What people do in a lobby, by command or by button: the same functions for both."""

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.errors import Refusal
from bot.games.catalog import face_of
from bot.games.page import Button, Choice, Menu
from bot.interactions.option_menus import option_menus
from bot.interactions.pauses import PauseHandlers
from bot.interactions.places import Held
from bot.interactions.request import Request
from bot.interactions.seats import SeatHandlers
from bot.interactions.services import Services, check_host, is_host
from bot.interactions.votes import VoteHandlers
from bot.naming import awaited_names, lobby_lines, pace_text, robot_name, seat_text, table_name, way_to
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.store.items import UserInvited
from bot.store.rows import GuildSettings, Message, TableRow
from bot.tables import lobby as rooms
from bot.tables.lobby import Lobby
from bot.tables.records import game_of
from bot.text.names import capital
from bot.text.variants import as_rules_say, option_hint
from data.texts import text
from rules.robots import STRENGTHS

LONGEST_VARIANT = 200
NEXT_QUESTION = {("pace", "own"): "reminder", ("reminder", ""): "deadline", ("deadline", ""): "consequence"}
"""A pace of one's own is three questions: each opens the menu of the next."""
ASKED_AGAIN = ("refuse.span", "refuse.deadline_first")
"""What was typed or chosen is no such time: the menu stays open."""
WITHOUT = "without"
INSTALL_LINK = (
    "https://discord.com/oauth2/authorize?client_id={application}&integration_type=1&scope=applications.commands"
)
"""Where somebody adds the bot for themselves; Discord has no link that leads to a command."""
LAST_GAMES = 3
"""So many tell which colours somebody likes."""
LONGEST_TRY = 4.0
"""For so many seconds an answer waits to know whether a DM arrives."""


class LobbyHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store
        self.votes = VoteHandlers(services)
        self.seats = SeatHandlers(services, self.votes)
        self.pauses = PauseHandlers(services, self.votes)
        self.openings = services.openings

    async def held(self, request: Request, table: TableRow, place: str | None) -> Held:
        """Room for a table that this person is about to open; raises where there is none."""
        settings = GuildSettings() if table.in_dms else await request.server()
        if settings.opening == "moderators" and not request.reader.is_moderator:
            raise Refusal("refuse.opening")
        return await self.openings.hold(table, settings, place)

    def prepared(self, request: Request, table: TableRow, robots: int, strength: str) -> Lobby:
        """A lobby with its host and robots seated; raises where it can't be set like this."""
        name = request.reader.name
        return rooms.new_lobby(table, name, robots, lambda n: robot_name(n, table.language), strength)

    async def open(self, request: Request, lobby: Lobby, held: Held, starter: Message | None = None) -> TableRow:
        """Open the table; one that is full already, the host and robots, begins at once."""
        begins = lobby.is_full and not lobby.awaited
        opened = await self.openings.open(held, lobby, is_told=not begins, starter=starter)
        if begins:
            await self.tables.start(opened.id, lambda lobby: rooms.salted(lobby, request.salt))
        return opened

    async def change(self, request: Request, change: Callable[[Lobby], Lobby]) -> Lobby:
        return await self.tables.change_lobby(request.table_id, change, by=request.author)

    async def join(self, request: Request) -> Post:
        """A seat of a lobby; at a game that has begun, one that is offered."""
        if (await request.table()).stage == "running":
            return await self.seats.take(request)

        def change(lobby: Lobby) -> Lobby:
            return rooms.salted(rooms.join(lobby, request.user, request.reader.name), request.salt)

        lobby = await self.change(request, change)
        if await self._begins_again(request, lobby):
            return await self._begun(request)
        seat = next(seat for seat in lobby.seats if seat.user == request.user)
        language = request.language
        pace = pace_text(lobby.table, language)
        table = table_name(lobby.table, language)
        is_open = await self.reaches(request)
        key = "lobby.joined" if is_open and not lobby.table.in_dms else "lobby.seated"
        words = text(key, language, table=table, seat=seat_text(lobby.table.title, seat, language), pace=pace)
        if lobby.table.deal is not None:
            words = joined([words, text("fair.salt", language, salt=request.salt)])
        return said(words) if is_open else self.without_dm(request, words)

    async def _begins_again(self, request: Request, lobby: Lobby) -> bool:
        """A rematch begins with the last yes; whether it does now."""
        if lobby.table.rematch_of is None or lobby.awaited or not lobby.is_full:
            return False
        with suppress(Refusal):  # somebody was quicker, with leaving or with starting
            await self.tables.start(request.table_id)
            return True
        return False

    async def _begun(self, request: Request) -> Post:
        table = await request.anew().table()
        name = table_name(table, request.language)
        return said(text("lobby.begun_at_once", request.language, table=name, link=way_to(table, request.language)))

    async def reaches(self, request: Request) -> bool:
        """Whether a DM gets through to this player, as far as is known soon; whoever is told so is not told again."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_TRY):
                await self.tables.wait_until_sent(request.table_id)
        seat = next((row for row in await self.store.seats(request.table_id) if row.user == request.user), None)
        if seat is None or seat.dm not in ("away", "closed", "told"):
            return True
        await self.tables.mark_dm_told(request.table_id, request.user)
        return False

    def without_dm(self, request: Request, words: str) -> Post:
        again = Button(label=text("press.dm_again", request.language), verb="dm_again")
        note = text("hand.dm_closed", request.language)
        return Post(text=joined([words, note]), rows=((again,),), table_id=request.table_id)

    async def try_dm(self, request: Request) -> Post:
        """Once more, because the player asks for it."""
        await self.tables.retry_dm(request.table_id, request.user)
        if await self.reaches(request):
            return said(text("hand.dm_open", request.language))
        return self.without_dm(request, "")

    async def leave(self, request: Request) -> Post:
        """Out of the lobby; whoever plays already is asked whether a robot should go on for them."""
        is_seated = any(seat.user == request.user for seat in await request.seats())
        if is_seated and (await request.table()).stage == "running":
            return await self.seats.resign(request)
        lobby = await self.change(request, lambda lobby: rooms.leave(lobby, request.user))
        return said(text("lobby.left", request.language, table=table_name(lobby.table, request.language)))

    async def free_colours(self, request: Request, given: str | None = None) -> tuple[str, ...]:
        """Those that can still be chosen at the lobby here."""
        table = await self.services.table_here(request, given)
        if table is None or table.stage != "lobby" or face_of(table.title).gives_colours:
            return ()
        return await self._likely_colours(request, (await self.tables.lobby(table.id)).free_colours)

    async def _likely_colours(self, request: Request, free: Sequence[str]) -> tuple[str, ...]:
        """Those first in which they played last."""
        played = [*reversed(await self.store.tables_of(request.user)), *await self.store.finished_of(request.user)]
        chosen = [table for table in played if not face_of(table.title).gives_colours and table.stage != "lobby"]
        seats = [seat for table in chosen[:LAST_GAMES] for seat in await self.store.seats(table.id)]
        worn = [seat.colour for seat in seats if seat.user == request.user and seat.colour in free]
        return tuple(dict.fromkeys([*worn, *free]))

    async def known_options(self, request: Request, given: str | None = None) -> dict[str, tuple[str, ...]]:
        """What can be set at the table here, with all values."""
        table = await self.services.table_here(request, given)
        return rooms.known_options(table) if table else rooms.TABLE_OPTIONS

    async def colour(self, request: Request, colour: str | None) -> Post:
        """Take a colour; without one, a menu of those that are free."""
        language = request.language
        if colour is not None:
            lobby = await self.change(request, lambda lobby: rooms.choose_colour(lobby, request.user, colour))
            seat = next(seat for seat in lobby.seats if seat.user == request.user)
            return said(text("lobby.coloured", language, seat=seat_text(lobby.table.title, seat, language)))
        lobby = await self.tables.lobby(request.table_id)
        rooms.check_open(lobby.table)
        if not lobby.free_colours:
            raise Refusal("refuse.no_colour")
        shown, likely = face_of(lobby.table.title).colour_emoji, await self._likely_colours(request, lobby.free_colours)
        choices = tuple(Choice(label=text(f"colour.{c}", language), value=c, emoji=shown(c)) for c in likely)
        menu = Menu(verb="colour", placeholder=text("press.colour", language), choices=choices)
        return Post(text=text("lobby.choose_colour", language), rows=(menu,), table_id=request.table_id)

    async def robot(self, request: Request, strength: str | None = None, seat: int | None = None) -> Post:
        """Seat a robot of a strength, or send one away (`none`); without a strength, they are offered."""
        if strength is None:
            return await self.ask_how_strong(request)
        if strength not in (*STRENGTHS, "none"):
            raise Refusal("refuse.changed")

        def change(lobby: Lobby) -> Lobby:
            check_host(request.reader, lobby.table)
            if strength == "none":
                return rooms.remove_robot(lobby, seat)
            number = sum(1 for row in lobby.seats if row.robot) + 1
            return rooms.add_robot(lobby, strength, robot_name(number, lobby.table.language))

        lobby = await self.change(request, change)
        return self.page(request, lobby)

    async def ask_how_strong(self, request: Request) -> Post:
        lobby, language = await self.tables.lobby(request.table_id), request.language
        rooms.check_open(lobby.table)
        check_host(request.reader, lobby.table)
        if lobby.is_full:
            raise Refusal("refuse.full")
        buttons = tuple(
            Button(label=capital(text(f"choice.strength.{one}", language)), verb="robot", choice=one)
            for one in STRENGTHS
        )
        away = Button(label=text("press.robot_none", language), verb="robot", choice="none")
        has_robots = any(seat.robot for seat in lobby.seats)
        words = joined([text("lobby.which_robot", language), *(strength_line(one, language) for one in STRENGTHS)])
        return Post(text=words, rows=((*buttons, away) if has_robots else buttons,), table_id=request.table_id)

    async def invite(self, request: Request, users: tuple[int, ...], *, are_members: bool = True) -> Post:
        table = await request.table()
        if not are_members and not table.in_dms:
            raise Refusal("refuse.not_member")

        def change(lobby: Lobby) -> Lobby:
            if request.user not in lobby.humans:
                check_host(request.reader, lobby.table)
            for user in users:
                lobby = rooms.invite(lobby, user)
            return lobby

        await self.change(request, change)
        people = " ".join(f"<@{user}>" for user in users)
        words = text("lobby.invited", request.language, people=people)
        return await self._invited_by_dm(request, users, words) if table.in_dms else said(words)

    async def _invited_by_dm(self, request: Request, users: tuple[int, ...], words: str) -> Post:
        """Whoever can't be written to is told of it by whoever invites them."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_TRY):
                await self.tables.wait_until_sent(request.table_id)
        keys = {user: UserInvited(user, to=user).key for user in users}
        missed = [user for user, key in keys.items() if await self.store.message(request.table_id, key) is None]
        if not missed:
            return said(words)
        people = " ".join(f"<@{user}>" for user in missed)
        hint = text("lobby.not_invited", request.language, people=people)
        return said(joined([words, hint, invitation_words(request, await request.table())]))

    async def ask_whom(self, request: Request) -> Post:
        if (table := await request.table()).in_dms:
            rooms.check_open(table)
            command = text("lobby.invite_command", request.language)
            return said(joined([invitation_words(request, table), command]))
        placeholder = text("press.invite", request.language)
        menu = Menu(verb="member_invite", placeholder=placeholder, most=5, lists_members=True)
        return Post(text=text("lobby.whom", request.language), rows=(menu,), table_id=request.table_id)

    async def options(self, request: Request, option: str | None = None, value: str | None = None) -> Post:
        """Read the options, or change one: the host and moderators may. Without a value, an option's menu is opened."""
        if option is not None and value is not None:

            def change(lobby: Lobby) -> Lobby:
                check_host(request.reader, lobby.table)
                return rooms.set_option(lobby, as_rules_say(option), as_rules_say(value))

            chosen = as_rules_say(option), as_rules_say(value)
            try:
                changed = await self.change(request, change)
            except Refusal as refusal:
                if refusal.key not in ASKED_AGAIN:
                    raise
                lobby = await self.tables.lobby(request.table_id)
                return self.page(request, lobby, chosen[0], text(refusal.key, request.language))
            return self.page(request, changed, NEXT_QUESTION.get(chosen) or NEXT_QUESTION.get((chosen[0], "")))
        return self.page(request, await self.tables.lobby(request.table_id), as_rules_say(option or ""))

    async def order(self, request: Request, order: str) -> Post:
        def change(lobby: Lobby) -> Lobby:
            check_host(request.reader, lobby.table)
            return rooms.order_seats(lobby, order)

        return self.page(request, await self.change(request, change))

    async def start(self, request: Request, *, without_awaited: bool = False) -> Post:
        """Deal. Where seats are kept for people who have not said yes, the host says whether it begins without them."""
        own, spoken = await self._own_languages(request), await request.server_language()
        if not without_awaited and (lobby := await self.tables.lobby(request.table_id)).awaited:
            check_host(request.reader, lobby.table)
            rooms.check_open(lobby.table)
            return start_without(lobby, request.language)

        def last_change(lobby: Lobby) -> Lobby:
            check_host(request.reader, lobby.table)
            lobby = rooms.without_awaited(lobby)
            return rooms.salted(rooms.speak_alone(lobby, own, spoken), request.salt)

        await self.tables.start(request.table_id, last_change, request.author)
        name = table_name(await request.table(), request.language)
        return said(text("lobby.started", request.language, table=name))

    async def _own_languages(self, request: Request) -> dict[int, str]:
        """What those at the table speak, as far as they have ever asked for something."""
        users = [seat.user for seat in await request.seats() if seat.user is not None]
        settings = await self.store.users(users)
        return {user: own for user, each in settings.items() if (own := each.language or each.spoken)}

    async def cancel(self, request: Request) -> Post:
        """Close a lobby, or propose to stop a game that has begun."""
        table = await request.table()
        if table.stage != "lobby":
            return await self.votes.cancel(request)

        def change(lobby: Lobby) -> Lobby:
            check_host(request.reader, lobby.table)
            return rooms.close(lobby)

        lobby = await self.change(request, change)
        return said(text("lobby.closed", request.language, table=table_name(lobby.table, request.language)))

    def page(self, request: Request, lobby: Lobby, opened: str | None = None, note: str = "") -> Post:
        """The lobby in private; for its host with menus to change it, one of them open at an option."""
        language, table = request.language, lobby.table
        seats = game_of(table).seats
        lines = [note, f"**{table_name(table, language)}**", *lobby_lines(lobby, seats[0], seats[-1], language)]
        lines.append(option_hint(opened or "", language))
        is_theirs = is_host(request.reader, table) and table.stage == "lobby"
        rows = option_menus(lobby, language, opened) if is_theirs else ()
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


def invitation_words(request: Request, table: TableRow) -> str:
    """How somebody comes to a table without a server: the code, and where the bot is found."""
    link = INSTALL_LINK.format(application=request.interaction.application_id)
    return text("lobby.invitation_code", request.language, code=table.code or "", link=link)


def strength_line(strength: str, language: str) -> str:
    name = capital(text(f"choice.strength.{strength}", language))
    return f"- **{name}**: {text(f'about.strength.{strength}', language)}"


def start_without(lobby: Lobby, language: str) -> Post:
    """Who has not said yes, and a button that doesn't wait for them."""
    button = Button(label=text("press.start_without", language), verb="start", choice=WITHOUT, style="good")
    words = text("lobby.start_without", language, names=awaited_names(lobby))
    return Post(text=words, rows=((button,),), table_id=lobby.table.id)


def said(words: str) -> Post:
    return Post(text=words)
