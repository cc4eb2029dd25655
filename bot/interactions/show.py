"""What people look at: status, their games, settings."""

import asyncio
from collections.abc import Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot.errors import Refusal
from bot.games.page import Button, Choice, Menu
from bot.games.status import result_line
from bot.interactions.board import play_at, status_of
from bot.interactions.clocks import clock_lines
from bot.interactions.components import SEVERAL
from bot.interactions.forums import NEEDED, WISHED, forums_of, missing_rights, rights_text
from bot.interactions.habits import HABITS, habit_lines, habits_page, know_zones, with_habit
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.naming import away_line, lobby_lines, table_label, table_name, way_to
from bot.outbox.clock_posts import moment
from bot.outbox.lines import joined
from bot.outbox.post import Post, Row
from bot.store.rows import ANYBODY, GuildSettings, TableRow, UserSettings
from bot.tables.clocks import Waited
from bot.tables.lobby import POSTS
from bot.tables.pace import COMMON_PACES
from bot.tables.records import game_of
from bot.tables.seats import Sitting
from bot.text.labels import LABEL, clipped
from bot.text.names import label_of, names_of, safe_name
from bot.text.variants import value_about
from data.languages import LANGUAGES, own_name
from data.texts import text

MOST_GAMES = 15
GAMES_A_PAGE = 10
THEMES = ("light", "dark", "contrast")
MOST_ROOMS = 24
MINE: dict[str, tuple[str, ...]] = {
    "language": ("auto", *LANGUAGES),
    "theme": THEMES,
    "confirm": ("on", "off"),
    "tips": ("on", "off"),
    "dm_on_turn": ("off", "on"),
    "next_up": ("off", "on"),
    "listed": ("on", "off"),
}
"""A user's own settings and their values; those of `HABITS` are typed."""
ON_FIRST_PAGE = ("language", "theme", "confirm", "tips")
SERVERS: dict[str, tuple[str, ...]] = {
    "language": ("auto", *LANGUAGES),
    "opening": ("everyone", "moderators"),
    "pace": COMMON_PACES,
    "posts": POSTS,
}


ROOM = "room"
"""The games room is one of the server's own forums, so its values are no list of ours."""
NO_ROOM = "none"


class ShowHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store

    async def status(self, request: Request) -> Post:
        language, table = request.language, await request.table()
        name = f"**{table_name(table, language)}** · {way_to(table, language)}"
        if table.stage == "lobby":
            lobby = await self.tables.lobby(table.id)
            seats = game_of(table).seats
            return Post(text=joined([name, *lobby_lines(lobby, seats[0], seats[-1], language)]))
        blocked = text(f"table.blocked.{table.blocked}", language) if table.blocked else ""
        snapshot, clocks = await request.public_snapshot(), await self.tables.clocks.clocks(table.id)
        away = away_line(await self.tables.people.away(snapshot.seats), snapshot.names, language)
        waiting = clock_lines(snapshot, table, clocks, language)
        limit = text(f"choice.away.{table.away}", language) if table.away != "none" else ""
        words = joined([name, *status_of(snapshot, language), *waiting, away, limit, blocked])
        return Post(text=words, rows=await self._ways(request, clocks), table_id=table.id)

    async def _ways(self, request: Request, clocks: list[Waited]) -> tuple[Row, ...]:
        """What the reader may do about the table itself: nudge whoever it waits for, leave or end it, come back, take a
        seat that is offered."""
        if (await request.table()).stage != "running":
            return ()
        sitting, language = await self.tables.seats.sitting(request.table_id), request.language
        verbs: list[str] = []
        if request.user in sitting.humans:
            is_waiting = any(sitting.seats[clock.seat].user != request.user for clock in clocks)
            pause = "pause" if sitting.table.paused is None else "resume"
            verbs = [*(["nudge"] if is_waiting else []), pause, "hand_on", "resign", "cancel"]
        elif request.user in [sitting.former_player(seat.seat) for seat in sitting.seats]:
            verbs = ["return"]
        ways = tuple(Button(label=text(f"press.table.{verb}", language), verb=verb) for verb in verbs)
        offers = await self._open_at(request)
        return (ways, self._kicks(request, sitting, clocks), tuple(button for _, button in offers[:5]))

    def _kicks(self, request: Request, sitting: Sitting, clocks: list[Waited]) -> tuple[Button, ...]:
        """The seats that players may free: of those whose time is up."""
        if request.user not in sitting.humans:
            return ()
        language, names = request.language, tuple(row.name for row in sitting.seats)
        late = [clock.seat for clock in clocks if clock.until is not None and clock.until <= self.tables.now()]
        return tuple(
            Button(
                label=clipped(text("press.kick", language, name=label_of(names, seat)), LABEL),
                verb="kick",
                choice=str(seat),
            )
            for seat in late
            if sitting.seats[seat].user not in (None, request.user)
        )

    async def games(self, request: Request, scope: str = "mine") -> Post:
        """The reader's running games anywhere, or all that they may see here, with links and whose turn it is."""
        language, guild = request.language, request.reader.guild
        scope, _, page = scope.partition(".")
        if scope == "open":
            return await self.open_seats(request)
        if scope == "over":
            return await self._finished(request, int(page) if page.isdecimal() else 1)
        if scope == "server" and guild is not None:
            found = await self._visible(request, guild)
        else:
            found = [request.at(table) for table in await self.store.tables_of(request.user)]
        told = [(await self._game_line(each), await each.table()) for each in found]
        lines = sorted(line for line, _ in told)[:MOST_GAMES]
        waiting = [table for (number, _), table in told if number == 0][:MOST_GAMES]
        if len(found) > MOST_GAMES:
            lines.append((2, text("games.more", language, n=len(found) - MOST_GAMES)))
        first = text("games.heading" if lines else "games.none", language)
        buttons = [play_at(table, "press.play_at", language) for table in waiting]
        over = Button(label=text("press.games_over", language), verb="games", choice="over.1")
        return Post(text=joined([first, *(line for _, line in lines)]), rows=in_rows([*buttons, over]))

    async def _finished(self, request: Request, page: int) -> Post:
        """The reader's finished games, newest first."""
        language, tables = request.language, await self.store.finished_of(request.user)
        pages = max(1, -(-len(tables) // GAMES_A_PAGE))
        shown = min(max(page, 1), pages)
        lines = []
        for table in tables[(shown - 1) * GAMES_A_PAGE : shown * GAMES_A_PAGE]:
            name = f"{table_name(table, language)} · {way_to(table, language)}"
            try:
                snapshot = await self.tables.snapshot(table.id, None)
                lines.append(f"{name} · {result_line(snapshot.view, snapshot.names, language)}")
            except Refusal as refusal:
                lines.append(f"{name} · {text(refusal.key, language, **refusal.fields)}")
        first = text("games.over", language, page=shown, pages=pages) if tables else text("games.none_over", language)
        back = Button(label="◀", verb="games", choice=f"over.{shown - 1}", is_disabled=shown == 1)
        forth = Button(label="▶", verb="games", choice=f"over.{shown + 1}", is_disabled=shown == pages)
        mine = Button(label=text("press.games_mine", language), verb="games", choice="mine")
        return Post(text=joined([first, *lines]), rows=((back, forth, mine),))

    async def _visible(self, request: Request, guild: int) -> list[Request]:
        """The running games and lobbies of a server that the reader may see."""
        tables = [t for stage in ("running", "lobby") for t in await self.store.tables_at(stage, guild)]
        every = [request.at(table) for table in tables]
        visible = await asyncio.gather(*(self.services.sees(each) for each in every))
        return [each for each, is_seen in zip(every, visible, strict=True) if is_seen]

    async def open_seats(self, request: Request) -> Post:
        """Lobbies with room and seats for which a substitute is wanted, each with the button that takes it."""
        guild, language = request.reader.guild, request.language
        if guild is None:
            raise Refusal("refuse.server_only")
        found = [entry for each in await self._visible(request, guild) for entry in await self._open_at(each)]
        buttons = [button for _, button in found[:MOST_GAMES]]
        lines = [
            text("games.open" if found else "games.none_open", language),
            *(line for line, _ in found[:MOST_GAMES]),
        ]
        if len(found) > MOST_GAMES:
            lines.append(text("games.more", language, n=len(found) - MOST_GAMES))
        rows = tuple(tuple(buttons[first : first + 5]) for first in range(0, len(buttons), 5))
        return Post(text=joined(lines), rows=rows)

    async def _open_at(self, request: Request) -> list[tuple[str, Button]]:
        """What the reader may take at one table."""
        table, seats, language = await request.table(), await request.seats(), request.language
        if any(seat.user == request.user for seat in seats):
            return []
        name, label = f"{table_name(table, language)} · {way_to(table, language)}", table_label(table, language)
        if table.stage == "lobby":
            if len(seats) >= table.size:
                return []
            join = Button(label=text("press.join_table", language, table=label), verb="join", table_id=table.id)
            return [(text("games.open_lobby", language, table=name, taken=len(seats), size=table.size), join)]
        return [
            (
                text("games.open_seat", language, table=name, n=seat.seat + 1, name=safe_name(seat.name)),
                Button(
                    label=text("press.take_at", language, table=label, n=seat.seat + 1),
                    verb="take",
                    choice=str(seat.seat),
                    table_id=table.id,
                ),
            )
            for seat in seats
            if seat.offered in (ANYBODY, request.user)
        ]

    async def _game_line(self, request: Request) -> tuple[int, str]:
        """A line, and a number that sorts those first where the reader is waited for."""
        language, table = request.language, await request.table()
        name = f"{table_name(table, language)} · {way_to(table, language)}"
        if table.blocked == "gone":
            name = text("games.gone", language, table=table_name(table, language))
        if table.stage == "lobby":
            return 1, text("games.lobby", language, table=name)
        try:
            snapshot = await request.snapshot()
        except Refusal as refusal:
            return 2, f"{name} · {text(refusal.key, language, **refusal.fields)}"
        if snapshot.is_asked:
            own = [clock for clock in await self.tables.clocks.clocks(table.id) if clock.seat == snapshot.seat]
            return 0, " · ".join([text("games.your_turn", language, table=name), *times(table, own, language)])
        names = names_of(snapshot.names, snapshot.view.to_act)
        words = text("games.waiting", language, table=name, names=names)
        clocks = await self.tables.clocks.clocks(table.id)
        return 1, " · ".join([words, *times(table, clocks, language)])

    async def my_settings(self, request: Request, option: str | None, value: str | None) -> Post:
        settings = request.reader.settings
        if option is not None and value is not None:
            await know_zones(option)
            settings = await self.tables.people.change(request.user, lambda before: set_mine(before, option, value))
        language = settings.language or request.language
        if option is not None and option not in (*ON_FIRST_PAGE, "listed"):
            return habits_page(settings, language, self.tables.now())
        page = settings_page("mine", {name: MINE[name] for name in ON_FIRST_PAGE}, settings, language)
        listed = setting_text("listed", written(settings.listed), language)
        lines = [f"- {line}" for line in [listed, *habit_lines(settings, language, self.tables.now())]]
        more = Button(label=text("press.habits", language), verb="habits")
        return replace(page, text=joined([page.text, *lines]), rows=(*page.rows, (more,)))

    async def server_settings(self, request: Request, option: str | None, value: str | None) -> Post:
        guild = request.reader.guild
        if guild is None:
            raise Refusal("refuse.server_only")
        if not request.reader.is_manager:
            raise Refusal("refuse.manager_only")
        settings = await request.server()
        if option is not None and value is not None:
            is_room = option == ROOM
            settings = with_room(request, settings, value) if is_room else changed(settings, SERVERS, option, value)
            await self.tables.save_guild(guild, settings)
        page = settings_page("server", SERVERS, settings, request.language)
        words, menu = room_setting(request, settings.room)
        return replace(page, text=joined([page.text, *words]), rows=(*page.rows, *((menu,) if menu else ())))


S = TypeVar("S", bound=msgspec.Struct)


def with_room(request: Request, settings: GuildSettings, value: str) -> GuildSettings:
    """The server's forum of that id or name; `none`: tables are opened where somebody asks for one."""
    if value.casefold() == NO_ROOM:
        return replace(settings, room=None)
    wanted = value.strip("<#> ").casefold()
    forum = next((each for each in forums_of(request) if wanted in (str(each.id), each.name.casefold())), None)
    if forum is None:
        names = ", ".join([each.name for each in forums_of(request)][:MOST_ROOMS]) or "–"
        raise Refusal("refuse.no_room", name=safe_name(value[:40]), names=names)
    return replace(settings, room=forum.id)


def room_setting(request: Request, room: int | None) -> tuple[list[str], Menu | None]:
    """The games room as it is set, with what the bot lacks there; and a menu of the server's forums."""
    language, forums = request.language, forums_of(request)
    forum = next((each for each in forums if each.id == room), None)
    named = text("setting.room.none", language) if room is None else f"<#{room}>"
    lines = [f"- {text('setting.room', language)}: {named}"]
    if room is not None and forum is None:
        lines.append(text("room.gone", language))
    elif forum is not None:
        for key, rights in (("room.lacks", NEEDED), ("room.wishes", WISHED)):
            if lacking := missing_rights(forum, rights):
                lines.append(rights_text(key, forum, lacking, language))
    if not forums:
        return [*lines, text("room.none_there", language)], None
    none = Choice(label=text("setting.room.none", language), value=f"{ROOM}={NO_ROOM}", is_chosen=forum is None)
    shown = [
        Choice(label=each.name[:100], value=f"{ROOM}={each.id}", is_chosen=each.id == room)
        for each in forums[:MOST_ROOMS]
    ]
    verb = f"set_server{SEVERAL}{ROOM}"
    return lines, Menu(verb=verb, placeholder=text("setting.room", language), choices=(none, *shown))


def times(table: TableRow, clocks: list[Waited], language: str) -> list[str]:
    """since 2 days ago · until in a day; or that the clocks stand still."""
    if table.paused is not None or table.is_asleep:
        return [text("clock.paused" if table.paused is not None else "clock.asleep", language)]
    since = [text("clock.since_short", language, when=moment(min(clock.since for clock in clocks)))] if clocks else []
    moments = [clock.until for clock in clocks if clock.until is not None]
    return [*since, *([text("clock.until", language, when=moment(min(moments)))] if moments else [])]


def in_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    return tuple(tuple(buttons[first : first + 5]) for first in range(0, len(buttons), 5))


def set_mine(settings: UserSettings, option: str, value: str) -> UserSettings:
    if option in HABITS:
        return with_habit(settings, option, value)
    after = changed(settings, MINE, option, value)
    return replace(after, no_tips=()) if (option, value) == ("tips", "on") else after


def changed(settings: S, allowed: dict[str, tuple[str, ...]], option: str, value: str) -> S:
    if option not in allowed:
        raise Refusal("refuse.no_option", name=option[:40])
    if value not in allowed[option]:
        raise Refusal("refuse.option", name=option, value=value[:40], allowed=", ".join(allowed[option]))
    kept: object = {"on": True, "off": False, "auto": None}.get(value, value)
    return replace(settings, **{option: kept})


def written(value: object) -> str:
    if value is None:
        return "auto"
    return str(value) if not isinstance(value, bool) else "on" if value else "off"


def settings_page(
    kind: str, allowed: dict[str, tuple[str, ...]], settings: UserSettings | GuildSettings, language: str
) -> Post:
    """All settings as menus: what is chosen now is marked."""
    rows: list[Row] = []
    lines = [text(f"settings.{kind}", language)]
    for option, values in allowed.items():
        now = written(getattr(settings, option))
        choices = tuple(
            Choice(
                label=setting_text(option, value, language),
                value=f"{option}={value}",
                description=value_about(option, value, language),
                is_chosen=value == now,
            )
            for value in values
        )
        lines.append(f"- {setting_text(option, now, language)}")
        rows.append(
            Menu(verb=f"set_{kind}{SEVERAL}{option}", placeholder=text(f"setting.{option}", language), choices=choices)
        )
    return Post(text=joined(lines), rows=tuple(rows))


def setting_text(option: str, value: str, language: str) -> str:
    """Theme: dark"""
    said = own_name(value) if value in LANGUAGES else text(f"setting.{option}.{value}", language)
    return f"{text(f'setting.{option}', language)}: {said}"
