"""How an interaction is answered: acknowledged at once, worked on, then shown. What fails ends in a kind sentence."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Mapping

import aiohttp
import discord
from discord import AppCommandOptionType
from discord.app_commands import AppCommandError, TransformerError
from msgspec.structs import replace

from bot import figures
from bot.errors import NoOption, NoTable, Refusal
from bot.interactions.components import NO_TAP, Tap
from bot.interactions.empty_states import no_table, not_begun
from bot.interactions.request import Request, read_request, spoken
from bot.outbox.components import files_of, forget_emojis, view_of
from bot.outbox.post import Post
from bot.store.protocol import LostLease
from bot.tables.writer import Tables
from bot.text.emojis import Emojis
from bot.text.labels import PAGE, clipped
from bot.text.sent import as_sent
from bot.text.slash import Interaction
from bot.text.variants import as_typed
from data.texts import text
from rules.errors import BadOption, BadSeats, IllegalAction

ALREADY_ACKNOWLEDGED = 40060
"""Discord's own error code. After a lost answer it means that ours had arrived."""
TRIES = (0.9, 0.9, 2.0)
"""How many seconds each try to acknowledge may take. After a 5xx, discord.py asks again by itself a second later, and
we could not tell its second request, refused because the first had arrived, from a click that somebody else answers."""
LONGEST_SHOWING = 10.0
TOO_LARGE = 40005
KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "tap",
    discord.InteractionType.modal_submit: "form",
}
EXPECTED = (Refusal, BadOption, BadSeats, IllegalAction, AppCommandError, LostLease)
"""What people may meet without anything being wrong."""
log = logging.getLogger(__name__)


async def take_up(
    interaction: Interaction, tables: Tables, tap: Tap = NO_TAP, *, is_new: bool = True
) -> Request | None:
    """Acknowledge within the deadline, for a new private message or for a change of the one tapped, and find out who
    asks. None: there is nobody to answer any more."""
    if interaction.client.is_leaving or interaction.id in interaction.client.met:
        return None
    remember(interaction)
    began = time.monotonic()
    if not await acknowledged(interaction, is_new):
        figures.count("interactions", KINDS.get(interaction.type, "other"), "too_late")
        return None
    figures.took("acknowledge", time.monotonic() - began)
    try:
        return await read_request(interaction, tables, tap)
    except Exception as error:
        language = spoken(interaction.locale)
        await show(interaction, Post(text=explanation(error, language)), language)
        return None


async def answer(request: Request, handling: Awaitable[Post]) -> None:
    """Show what a handler makes of it. What fails ends in a kind sentence."""
    outcome = "answered"
    with figures.timed("answer"):
        try:
            post = await handled(request, handling)
        except Exception as error:
            outcome = "refused" if isinstance(error, EXPECTED) else "failed"
            post = Post(text=explanation(error, request.language))
        await show(request.interaction, post, request.language)
    figures.count("interactions", KINDS.get(request.interaction.type, "other"), outcome)


async def handled(request: Request, handling: Awaitable[Post]) -> Post:
    """What was asked for; where there is no table to ask, the ways to one."""
    try:
        return await handling
    except NoTable as error:
        match error.key:
            case "refuse.no_table" | "refuse.no_games":
                return await no_table(request, error.key)
            case "refuse.not_begun":
                return await not_begun(request, error)
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


async def show(interaction: Interaction, post: Post, language: str) -> None:
    """Put a post into the answer. By now everything has happened: a failure here loses only the showing."""
    emojis, sent = interaction.client.known_emojis, interaction.client.pictures_sent
    changes = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    tapped = interaction.message if changes else None
    ways = [post, replace(post, files=()), Post(text=text("refuse.not_shown", language))]
    while ways:
        each = ways[0]
        there = sent.shown_in(tapped, each.files)
        try:
            async with asyncio.timeout(LONGEST_SHOWING):
                message = await interaction.edit_original_response(
                    content=written(each.text, language, interaction.client.command_ids, emojis) or "…",
                    attachments=there or files_of(each.files),
                    view=view_of(each, emojis),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            if there is None:
                sent.note(message, each.files)
                return
            if len(message.attachments) == len(there):
                return
            sent.forget(there)  # another tap has taken the picture away meanwhile: it is sent after all
            continue
        except discord.HTTPException as error:
            if forget_emojis(error, emojis):
                continue
            if there and error.status == 400:
                sent.forget(there)
                continue
            level = logging.ERROR if error.status == 400 and error.code != TOO_LARGE else logging.WARNING
            log.log(level, "an answer could not be shown: %s %s", error.status, error.code)
            if error.code in (10008, 10015, 50027):
                return
        except (aiohttp.ClientError, OSError) as error:
            log.warning("an answer could not be shown: %s", type(error).__name__)
        ways.pop(0)


async def show_to_all(interaction: Interaction, post: Post, language: str) -> None:
    """Put a post into the channel beside the private answer; raises `Refusal` where Discord won't have it.

    The answer has to say something first: what follows a "thinking…" takes its place, and is as private as that was.
    """
    await show(interaction, Post(text=""), language)
    try:
        async with asyncio.timeout(LONGEST_SHOWING):
            await interaction.followup.send(
                written(post.text, language, interaction.client.command_ids, interaction.client.known_emojis),
                files=files_of(post.files),
                allowed_mentions=discord.AllowedMentions.none(),
            )
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("an answer could not be shown to all: %s", type(error).__name__)
        raise Refusal("refuse.not_posted") from None


def written(words: str, language: str, ids: Mapping[str, int], emojis: Emojis) -> str:
    return clipped(as_sent(words, language, ids, emojis), PAGE)


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
        case LostLease():
            return text("refuse.not_now", language)
    error_id = secrets.token_hex(4)
    log.error("error %s", error_id, exc_info=error)
    return text("refuse.bug", language, error=error_id)
