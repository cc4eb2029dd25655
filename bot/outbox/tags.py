"""Tags of a server's games room: a forum in which each table is a post that says what is played and how it stands.

Where a forum has no such tag the bot makes it, as far as it may and there is room; where not, posts go without.
"""

import asyncio
import logging
from collections.abc import Sequence
from weakref import WeakKeyDictionary

import aiohttp
import discord

from bot.naming import title_name
from bot.outbox.post import TableTags
from bot.store.rows import SeatRow, TableRow
from data.languages import LANGUAGES
from data.texts import text

MOST_TAGS = 20
MOST_APPLIED = 5
LONGEST_TAG = 20
STATES = ("free", "running", "over")
log = logging.getLogger(__name__)
_making: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
"""A forum's tags are written as a whole, and two tables that are opened at once want new ones."""


def tags_of(table: TableRow, seats: Sequence[SeatRow], language: str) -> TableTags:
    """What is played, and whether there are seats, or it goes on, or it is over."""
    state = state_of(table, seats)
    every = [[state_name(one, each) for each in ordered(language)] for one in STATES]
    title = tuple(title_name(table.title, each)[:LONGEST_TAG] for each in ordered(language))
    own = () if state is None else (tuple(every[STATES.index(state)]),)
    return TableTags(wanted=(title, *own), ours=frozenset(name.casefold() for names in every for name in names))


def state_of(table: TableRow, seats: Sequence[SeatRow]) -> str | None:
    if table.stage == "lobby":
        return "free" if len(seats) < table.size else None
    return "running" if table.stage in ("running", "aside") else "over"


def state_name(state: str, language: str) -> str:
    return text(f"tag.{state}", language)[:LONGEST_TAG]


def ordered(language: str) -> list[str]:
    return [language, *(each for each in LANGUAGES if each != language)]


async def chosen_tags(
    forum: discord.ForumChannel, tags: TableTags, before: Sequence[discord.ForumTag] = ()
) -> list[discord.ForumTag]:
    """The tags that a post has from now on; `before`: those that it has."""
    granted = forum.permissions_for(forum.guild.me)
    async with _making.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        known = await _with_missing(forum, tags) if granted.manage_channels else forum.available_tags
    usable = [tag for tag in known if granted.manage_threads or not tag.moderated]
    found = [tag for names in tags.wanted if (tag := _named(usable, names)) is not None]
    others = [tag for tag in before if tag.name.casefold() not in tags.ours and tag.id not in [one.id for one in found]]
    if not found and not others and forum.flags.require_tag:
        others = usable[:1]
    return [*found, *others][:MOST_APPLIED]


async def _with_missing(forum: discord.ForumChannel, tags: TableTags) -> Sequence[discord.ForumTag]:
    known: Sequence[discord.ForumTag] = forum.available_tags
    if not _missing(known, tags):
        return known
    try:
        fresh = await forum.guild.fetch_channel(forum.id)  # what was made a moment ago may not be known yet
        known = fresh.available_tags if isinstance(fresh, discord.ForumChannel) else known
        if not (missing := _missing(known, tags)):
            return known
        changed = await forum.edit(available_tags=[*known, *(discord.ForumTag(name=name) for name in missing)])
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("forum %s gets no tags: %s", forum.id, error)
        return known
    return changed.available_tags if changed is not None else known


def _missing(known: Sequence[discord.ForumTag], tags: TableTags) -> list[str]:
    """As many as there is room for."""
    return [names[0] for names in tags.wanted if _named(known, names) is None][: max(0, MOST_TAGS - len(known))]


def _named(known: Sequence[discord.ForumTag], names: Sequence[str]) -> discord.ForumTag | None:
    by_name = {tag.name.casefold(): tag for tag in known}
    return next((by_name[name.casefold()] for name in names if name.casefold() in by_name), None)
