"""Opening a table: everything that can be wrong is found first, then there is a thread, then a lobby."""

from collections.abc import Collection
from contextlib import suppress
from itertools import chain, count

import discord
from msgspec.structs import replace

from bot.errors import Refusal
from bot.interactions.forums import GamesRoom, find_room, open_post
from bot.interactions.lobby import LobbyHandlers, invitation_words, variant_from
from bot.interactions.places import Held
from bot.interactions.request import Request
from bot.interactions.threads import NEEDED_FOR_THREADS, open_thread, remove_thread
from bot.naming import link, robot_name, table_name, way_to
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.store.rows import NO_CHANNEL, NO_SERVER, GuildSettings, Message, TableRow
from bot.tables.lobby import A_WEEK, LONGEST_NAME, ROBOT, Lobby, clean_name, rematch, rules_of
from bot.text.slash import Interaction
from data.texts import text

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
LONGEST_THREAD_NAME = 100


async def open_table(
    request: Request,
    lobbies: LobbyHandlers,
    title: str,
    *,
    seats: int | None = None,
    robots: int = 0,
    strength: str = ROBOT,
    variant: str | None = None,
    name: str | None = None,
    place: str | None = None,
    pace: str | None = None,
    language: str | None = None,
) -> Post:
    """Open a lobby here, in a new thread, or in the DMs of those who will sit there; the answer for whoever asked."""
    reader = request.reader
    in_dms = reader.guild is None or place == "dm"
    server = GuildSettings() if in_dms else await request.server()
    size = seats or rules_of(title).seats[-1]
    is_alone = robots + 1 >= size
    table = TableRow(
        guild=NO_SERVER if in_dms else reader.guild or NO_SERVER,
        channel=NO_CHANNEL if in_dms else reader.channel,
        title=title,
        name=clean_name(name)[:LONGEST_NAME] if name else "",
        host=reader.user,
        size=size,
        variant=variant_from(variant),
        pace=pace or server.pace,
        posts=server.posts,
        language=language or (reader.language if is_alone or in_dms else await request.server_language()),
        opened=lobbies.services.now(),
        closes=lobbies.services.now() + A_WEEK,
    )
    room = await find_room(request) if place in (None, "thread") and not in_dms else GamesRoom()
    if room.forum is not None or (room.note and place is None and has_threads(request)):
        place = "thread"
    opened, is_full = await placed(request, lobbies, table, robots, strength, place, room)
    request = request.at(opened)
    if in_dms:
        return await opened_by_dm(request, lobbies, is_full)
    key = "lobby.begun_at_once" if is_full else "lobby.opened"
    words = text(key, reader.language, table=table_name(opened, reader.language), link=link(opened))
    words = joined([words, room.note])
    if is_full or await lobbies.reaches(request):
        return Post(text=words)
    return lobbies.without_dm(request, words)


async def opened_by_dm(request: Request, lobbies: LobbyHandlers, is_full: bool) -> Post:
    """A table without a server is open: how others come to it."""
    table, language = await request.anew().table(), request.language
    name = table_name(table, language)
    if is_full:
        words = text("lobby.begun_at_once", language, table=name, link=way_to(table, language))
    else:
        words = joined([text("lobby.opened_dm", language, table=name), invitation_words(request, table)])
    return Post(text=words) if await lobbies.reaches(request) else lobbies.without_dm(request, words)


async def open_rematch(request: Request, lobbies: LobbyHandlers) -> Post:
    """The same people and options again, in the same place. Whoever asks first is the host; the others' seats are kept
    for them, and with the same button they say yes."""
    old, seats = await request.table(), await request.seats()
    if old.stage != "over":
        raise Refusal("refuse.rematch_later")
    if request.user not in [seat.user for seat in seats]:
        raise Refusal("refuse.not_seated")
    again = await rematch_under_way(request, old)
    if again is not None:
        return await lobbies.join(request.at(again))
    now = lobbies.services.now()
    table = TableRow(
        guild=old.guild,
        channel=old.channel,
        owns_thread=old.owns_thread,
        room=old.room,
        title=old.title,
        name=old.name,
        host=request.user,
        size=len(seats),
        variant=old.variant,
        pace=old.pace,
        reminder=old.reminder,
        deadline=old.deadline,
        consequence=old.consequence,
        away=old.away,
        help=old.help,
        posts=old.posts,
        language=old.language,
        seating="rotated",
        opened=now,
        closes=now + A_WEEK,
        rematch_of=old.id,
    )
    held = await lobbies.held(request, table, "here")
    try:
        lobby = rematch(table, seats, lambda n: robot_name(n, table.language))
        if not old.in_dms:
            check_permissions(request, False)
        opened = await lobbies.open(request, lobby, held)
    finally:
        lobbies.openings.release(held)
    key, language = "lobby.rematch" if lobby.awaited else "lobby.begun_at_once", request.language
    return Post(text=text(key, language, table=table_name(opened, language), link=way_to(opened, language)))


async def rematch_under_way(request: Request, old: TableRow) -> TableRow | None:
    """Whoever played has a seat there, so it is one of their own tables."""
    if not old.in_dms:
        found = [await request.store.table_in(old.channel, ("lobby",))]
    else:
        found = [table for table in await request.store.tables_of(request.user) if table.stage == "lobby"]
    return next((table for table in found if table is not None and table.rematch_of == old.id), None)


async def open_alone(request: Request, lobbies: LobbyHandlers, title: str, robots: int, strength: str) -> Post:
    """A table for one against robots, with no lobby: in a thread of its own where there can be one, else here."""
    try:
        check_permissions(request, True)
        parent_of(request.interaction)
        place = "thread"
    except Refusal:
        place = "here"
    seats = robots + 1
    return await open_table(request, lobbies, title, seats=seats, robots=robots, strength=strength, place=place)


async def placed(
    request: Request,
    lobbies: LobbyHandlers,
    table: TableRow,
    robots: int,
    strength: str,
    place: str | None,
    room: GamesRoom,
) -> tuple[TableRow, bool]:
    """The table opened where it belongs, and whether it was full at once."""
    held = await lobbies.held(request, table, place)
    try:
        lobby = lobbies.prepared(request, table, robots, strength)
        if room.forum is not None:
            return await in_new_post(request, lobbies, lobby, held, room.forum), lobby.is_full
        if not table.in_dms:
            check_permissions(request, held.in_thread)
        if held.in_thread:
            return await in_new_thread(request, lobbies, lobby, held), lobby.is_full
        return await lobbies.open(request, lobby, held), lobby.is_full
    finally:
        lobbies.openings.release(held)


def check_permissions(request: Request, in_thread: bool) -> None:
    """Raises a refusal that names what the bot is not allowed to do here."""
    interaction, language = request.interaction, request.language
    rights = interaction.app_permissions
    needed = [*NEEDED, *NEEDED_FOR_THREADS] if in_thread else list(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        needed = ["send_messages_in_threads" if name == "send_messages" else name for name in needed]
    missing = [name for name in needed if not getattr(rights, name)]
    if missing:
        raise Refusal("refuse.permissions", names=", ".join(text(f"permission.{name}", language) for name in missing))


async def in_new_thread(request: Request, lobbies: LobbyHandlers, lobby: Lobby, held: Held) -> TableRow:
    """The table in a thread of its own."""
    table, interaction = lobby.table, request.interaction
    parent = parent_of(interaction)
    name = thread_name(request, table, parent)
    thread = await open_thread(parent, name, interaction.id, request.language)
    moved = replace(lobby, table=replace(table, channel=thread.id, owns_thread=True))
    return await kept_in(thread, request, lobbies, moved, held)


async def in_new_post(
    request: Request, lobbies: LobbyHandlers, lobby: Lobby, held: Held, forum: discord.ForumChannel
) -> TableRow:
    """The table in a post of the games room, whose first message shows its lobby."""
    thread = await open_post(request, forum, lobby, thread_name(request, lobby.table, forum))
    moved = replace(lobby, table=replace(lobby.table, channel=thread.id, owns_thread=True, room=forum.id))
    starter = Message(key="lobby", channel=thread.id, message=thread.id)
    return await kept_in(thread, request, lobbies, moved, held, starter)


async def kept_in(
    thread: discord.Thread,
    request: Request,
    lobbies: LobbyHandlers,
    lobby: Lobby,
    held: Held,
    starter: Message | None = None,
) -> TableRow:
    """Where no table can be kept, no thread stays behind."""
    try:
        return await lobbies.open(request, lobby, held, starter)
    except Exception:
        with suppress(Exception):
            if await lobbies.store.table_in(thread.id) is None:
                await remove_thread(thread)
        raise


def thread_name(request: Request, table: TableRow, parent: discord.TextChannel | discord.ForumChannel) -> str:
    title = text(f"word.game.{table.title}", table.language)
    wished = f"{title} · {table.name or request.interaction.user.display_name}"
    return unused(wished, {each.name for each in parent.threads})


def unused(name: str, taken: Collection[str]) -> str:
    """A name that no thread beside it has: Metro · Ada, Metro · Ada (2)."""
    names = (f"{name[: LONGEST_THREAD_NAME - 5]} ({number})" for number in count(2))
    return next(each for each in chain((name[:LONGEST_THREAD_NAME],), names) if each not in taken)


def has_threads(request: Request) -> bool:
    """Whether an ordinary thread can be opened from here."""
    try:
        parent_of(request.interaction)
    except Refusal:
        return False
    return True


def parent_of(interaction: Interaction) -> discord.TextChannel:
    """The channel in which a thread can be opened; raises where there is none."""
    channel: object = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise Refusal("refuse.no_threads")
    return channel
