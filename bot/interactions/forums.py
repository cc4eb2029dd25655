"""A server's games room: the forum in which each new table is a post that begins with its lobby."""

import logging

import discord
import msgspec

from bot.errors import Refusal
from bot.interactions.request import Request
from bot.interactions.threads import A_WEEK_IN_MINUTES, may_have_arrived, opened_since, refusal_of
from bot.outbox.sender import NO_NETWORK
from bot.outbox.tags import chosen_tags, tags_of
from bot.tables.lobby import Lobby
from data.texts import text

NEEDED = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files", "read_message_history")
WISHED = ("manage_threads", "manage_channels")
"""Without these, posts are not closed at the end, and have only tags that are there."""
log = logging.getLogger(__name__)


class GamesRoom(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table goes on a server that has named a games room."""

    forum: discord.ForumChannel | None = None
    note: str = ""
    """Why not there, for whoever opens the table."""


def forums_of(request: Request) -> list[discord.ForumChannel]:
    guild = request.interaction.guild
    return [] if guild is None else list(guild.forums)


async def find_room(request: Request) -> GamesRoom:
    """The games room, where the server has one that the reader sees and the bot may use."""
    wanted, member, language = (await request.server()).room, request.reader.member, request.language
    if wanted is None or member is None:
        return GamesRoom()
    forum = next((each for each in forums_of(request) if each.id == wanted), None)
    if forum is None:
        return GamesRoom(note=text("room.gone", language))
    if not forum.permissions_for(member).view_channel:
        return GamesRoom()
    if lacking := missing_rights(forum, NEEDED):
        return GamesRoom(note=rights_text("room.lacks", forum, lacking, language))
    return GamesRoom(forum=forum)


def missing_rights(forum: discord.ForumChannel, wanted: tuple[str, ...]) -> list[str]:
    granted = forum.permissions_for(forum.guild.me)
    return [name for name in wanted if not getattr(granted, name)]


def rights_text(key: str, forum: discord.ForumChannel, names: list[str], language: str) -> str:
    """Each permission with what it is for."""
    each = [f"{text(f'permission.{name}', language)} ({text(f'permission.{name}.for', language)})" for name in names]
    return text(key, language, room=f"<#{forum.id}>", names=", ".join(each))


async def open_post(request: Request, forum: discord.ForumChannel, lobby: Lobby, name: str) -> discord.Thread:
    """A new post for a table that is about to be kept; what its first message says is edited in when it is."""
    language = await request.server_language()
    words = text("room.setting", lobby.table.language)
    try:
        tags = await chosen_tags(forum, tags_of(lobby.table, lobby.seats, language))
        made = await forum.create_thread(
            name=name,
            content=words,
            auto_archive_duration=A_WEEK_IN_MINUTES,
            applied_tags=tags,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except (discord.HTTPException, *NO_NETWORK) as error:
        found = await opened_since(forum, name, request.interaction.id) if may_have_arrived(error) else []
        if not found:
            log.warning("no post in forum %s: %s", forum.id, error)
            raise refusal_in(error, forum, request.language) from error
        return found[0]
    return made.thread


def refusal_in(error: Exception, forum: discord.ForumChannel, language: str) -> Refusal:
    lacking = missing_rights(forum, NEEDED)
    if isinstance(error, discord.Forbidden) and lacking:
        return Refusal("refuse.said", words=rights_text("room.lacks", forum, lacking, language))
    return refusal_of(error, forum, language)
