"""How an interaction is answered: acknowledged at once, worked on, then shown. What fails ends in a kind sentence."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
import discord
import msgspec
from discord import AppCommandOptionType
from discord.app_commands import AppCommandError, TransformerError
from msgspec.structs import replace

from bot.errors import NoOption, NoTable, Refusal
from bot.interactions.empty_states import no_table, not_begun
from bot.outbox.components import view_of
from bot.outbox.post import Post
from bot.outbox.sender import files_of
from bot.store.protocol import StoreReader
from bot.store.rows import UserSettings
from bot.tables.audit import Author
from bot.tables.writer import Tables
from bot.text.commands import with_mentions
from bot.text.labels import PAGE, clipped
from bot.text.variants import as_typed
from data.texts import LANGUAGES, text
from rules.errors import BadOption, BadSeats, IllegalAction

ALREADY_ACKNOWLEDGED = 40060
"""Discord's own error code. After a lost answer it means that ours had arrived."""
TRIES = (0.9, 0.9, 2.0)
"""How many seconds each try to acknowledge may take. After a 5xx, discord.py asks again by itself a second later, and
we could not tell its second request, refused because the first had arrived, from a click that somebody else answers."""
LONGEST_SHOWING = 10.0
TOO_LARGE = 40005
log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]


class Reader(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks, from where, and how they want to be answered."""

    user: int
    name: str
    guild: int | None
    channel: int
    language: str
    guild_language: str
    settings: UserSettings
    is_moderator: bool
    """May manage the channel: has a host's rights at the table there, and at no other."""
    is_manager: bool
    """May manage the server."""
    member: discord.Member | None = None
    """With the roles of this moment; None in a DM."""
    table_at: int | None = None
    """The channel of the table that is meant, once `is_moderator` speaks of that one; else it is the reader's own."""


def author(reader: Reader) -> Author:
    return Author(user=reader.user, name=reader.name)


Work = Callable[[Reader], Awaitable[Post]]


async def reader_of(interaction: Interaction, tables: Tables) -> Reader:
    """Whoever asks. What their Discord speaks is kept: DMs come unasked."""
    settings = await tables.store.user(interaction.user.id)
    client_language = spoken(interaction.locale)
    if settings.spoken != client_language:
        settings = replace(settings, spoken=client_language)
        await tables.save_user(interaction.user.id, settings)
    rights = interaction.permissions
    guild_settings = await tables.store.guild(interaction.guild_id) if interaction.guild_id else None
    guild_language = guild_settings.language if guild_settings else None
    in_guild = interaction.guild_id is not None
    return Reader(
        user=interaction.user.id,
        name=interaction.user.display_name,
        guild=interaction.guild_id,
        channel=interaction.channel_id or 0,
        language=settings.language or client_language,
        guild_language=guild_language or spoken(interaction.guild_locale),
        settings=settings,
        is_moderator=in_guild and (rights.manage_channels or rights.administrator),
        is_manager=server_rights(interaction).manage_guild,
        member=interaction.user if isinstance(interaction.user, discord.Member) else None,
    )


def server_rights(interaction: Interaction) -> discord.Permissions:
    """By roles alone: what a channel adds for itself is no right over the server."""
    member = interaction.user
    return member.guild_permissions if isinstance(member, discord.Member) else discord.Permissions.none()


def spoken(locale: discord.Locale | None) -> str:
    """Our language for one of Discord's."""
    wished = locale.value[:2] if locale else "en"
    return wished if wished in LANGUAGES else "en"


async def answer(interaction: Interaction, tables: Tables, work: Work, *, is_new: bool = True) -> None:
    """Acknowledge within the deadline, work, show the result privately: in a new message, or in the one tapped."""
    if interaction.client.is_leaving or interaction.id in interaction.client.met:
        return
    remember(interaction)
    if not await acknowledged(interaction, is_new):
        return
    language = spoken(interaction.locale)
    try:
        reader = await reader_of(interaction, tables)
        language = reader.language
        parcel = await answered(reader, tables.store, work)
    except Exception as error:
        parcel = Post(text=explanation(error, language), keeps_files=True)
    await show(interaction, parcel, language)


async def answered(reader: Reader, store: StoreReader, work: Work) -> Post:
    """What was asked for; where there is no table to ask, the ways to one."""
    try:
        return await work(reader)
    except NoTable as error:
        match error.key:
            case "refuse.no_table" | "refuse.no_games":
                return await no_table(reader, store, error.key)
            case "refuse.not_begun":
                return await not_begun(reader, store, error)
            case _:
                raise


def remember(interaction: Interaction) -> None:
    """A farewell waits for this answer."""
    interaction.client.met.append(interaction.id)
    under_way: set[asyncio.Task[object]] = interaction.client.under_way
    task = asyncio.current_task()
    if task is not None:
        under_way.add(task)
        task.add_done_callback(under_way.discard)


async def acknowledged(interaction: Interaction, is_new: bool) -> bool:
    """Whether Discord still listens; a second delivery of one click is none of ours."""
    is_lost = False
    for patience in TRIES:
        try:
            async with asyncio.timeout(patience):
                if is_new:
                    await interaction.response.defer(ephemeral=True, thinking=True)
                else:
                    await interaction.response.defer()
            return True
        except (aiohttp.ClientError, OSError) as error:
            is_lost, failure = True, type(error).__name__
        except discord.HTTPException as error:
            if is_lost and error.code == ALREADY_ACKNOWLEDGED:
                return True
            failure = f"{error.status} {error.code}"
            if error.status < 500:
                break
            is_lost = True
    log.warning("an interaction could not be acknowledged: %s", failure)
    return False


async def show(interaction: Interaction, parcel: Post, language: str) -> None:
    """Put a parcel into the answer. By now everything has happened: a failure here loses only the showing."""
    sorry = Post(text=text("refuse.not_shown", language))
    for each in (parcel, replace(parcel, files=()), sorry):
        try:
            async with asyncio.timeout(LONGEST_SHOWING):
                await interaction.edit_original_response(
                    content=written(each.text, language, interaction.client.command_ids) or "…",
                    attachments=files_of(each.files),
                    view=view_of(each),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            return
        except discord.HTTPException as error:
            level = logging.ERROR if error.status == 400 and error.code != TOO_LARGE else logging.WARNING
            log.log(level, "an answer could not be shown: %s %s", error.status, error.code)
            if error.code in (10008, 10015, 50027):
                return
        except (aiohttp.ClientError, OSError) as error:
            log.warning("an answer could not be shown: %s", type(error).__name__)


def written(words: str, language: str, ids: Mapping[str, int]) -> str:
    """As it is shown: with commands to tap, where there is room for it."""
    tappable = with_mentions(words, language, ids)
    return tappable if len(tappable) <= PAGE else clipped(with_mentions(words, language, {}), PAGE)


def explanation(error: Exception, language: str) -> str:
    """A sentence for whoever asked. What is our own bug gets an id that leads to the log."""
    match error:
        case NoOption():
            name, known = as_typed(error.name, language)[:40], [as_typed(one, language) for one in error.known]
            key = "refuse.no_option.known" if known else "refuse.no_option"
            return text(key, language, name=name, known=", ".join(known))
        case Refusal():
            return text(error.key, language, **error.fields)
        case BadOption(allowed=()):
            return text("refuse.no_option", language, name=as_typed(error.name, language)[:40])
        case BadOption():
            allowed = ", ".join(as_typed(value, language) for value in error.allowed)
            name = as_typed(error.name, language)[:40]
            return text("refuse.option", language, name=name, value=error.value[:40], allowed=allowed)
        case BadSeats():
            return text("refuse.seats", language, n=error.given, least=error.least, most=error.most)
        case IllegalAction():
            return text("refuse.illegal", language)
        case TransformerError(type=AppCommandOptionType.user):
            return text("refuse.not_member", language)
        case AppCommandError():
            return text("refuse.changed", language)
    error_id = secrets.token_hex(4)
    log.error("error %s", error_id, exc_info=error)
    return text("refuse.bug", language, error=error_id)
