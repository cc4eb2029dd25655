"""The Discord client: least intents, one tree of commands, everything woken at the start and finished at the end.

The app behind it is loaded when the client has logged in: until then nothing of it is needed.
"""

import asyncio
import logging
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict

import aiohttp
import discord
from discord import AppCommandOptionType, app_commands

from bot import figures
from bot.limit import SharedLimit
from bot.loading import load
from bot.store.protocol import LostLease
from bot.text.slash import ANYWHERE, BY_ANYBODY
from bot.threads import in_thread

if TYPE_CHECKING:
    from bot.app import App
    from bot.interactions.router import Router
    from bot.lease import LeaseKeeper
    from bot.outbox.components import PicturesSent
    from bot.pictures import Pictures
    from bot.store.opening import Place, Shards
    from bot.store.protocol import StoreReader
    from bot.tables.writer import Tables

    Interaction = discord.Interaction["Semafor"]

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never speak
LONGEST_ANSWER = 4.0
"""For so many seconds a farewell waits for answers that are under way."""
LONGEST_LIST = 2.0
"""After so many seconds a list of suggestions is empty: Discord waits for three."""
COMMANDS = (discord.InteractionType.application_command, discord.InteractionType.autocomplete)
SUBCOMMAND, GROUP = AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value
VALUES: dict[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}
UNLIMITED = ("/interactions", "/webhooks")
"""Answers to interactions are not among the requests that Discord counts together."""
LONGEST_REQUEST = 10.0
"""So many seconds one request to Discord may take; waiting for a rate limit is no part of it."""
log = logging.getLogger(__name__)


class AnotherAnswers(ConnectionError):
    """Another process has this database by now: nothing of ours is sent any more."""


class Option(TypedDict, total=False):
    """One option of a command, as Discord sends it; in a group, the command with its own."""

    name: str
    type: int
    value: str | int | float | bool
    focused: bool
    options: list["Option"]


class Tree(app_commands.CommandTree["Semafor"]):
    """The commands. Whatever arrives as one is answered, also where an old client sends what we no longer have."""

    async def _call(self, interaction: "Interaction") -> None:
        is_list = interaction.type is discord.InteractionType.autocomplete
        try:
            async with asyncio.timeout(LONGEST_LIST if is_list else None):
                await super()._call(interaction)
        except Exception as error:
            # discord.py hands over what our own code raises: the rest is data that it can't make sense of
            unread = app_commands.AppCommandError(type(error).__name__)
            await self.on_error(interaction, error if isinstance(error, app_commands.AppCommandError) else unread)
        if is_list:
            is_answered = interaction.response.is_done()
            figures.count("interactions", "autocomplete", "answered" if is_answered else "too_late")
            await self._offer_nothing(interaction)

    async def interaction_check(self, interaction: "Interaction") -> bool:
        command = interaction.command
        if isinstance(command, app_commands.Command):
            check_options(command, leaf_options(interaction.data), interaction.type)
        return True

    async def on_error(self, interaction: "Interaction", error: app_commands.AppCommandError) -> None:
        """Only what never reached its handler gets here."""
        log.info("a command was not understood: %s", type(error).__name__)
        if interaction.type is discord.InteractionType.autocomplete or self.client.app is None:
            return
        if not interaction.response.is_done():
            await self.client.router.refuse(interaction, getattr(error, "original", error))

    async def _offer_nothing(self, interaction: "Interaction") -> None:
        """Rather an empty list than none: the client would go on waiting for it."""
        try:
            if not interaction.response.is_done():
                await interaction.response.autocomplete([])
        except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
            log.info("a list of suggestions came too late: %s", type(error).__name__)


def leaf_options(data: Any) -> list[Option]:
    """The options of a command, however deep in groups it stands."""
    options: list[Option] = (data or {}).get("options") or []
    while options and options[0]["type"] in (SUBCOMMAND, GROUP):
        options = options[0].get("options") or []
    return options


def check_options(
    command: app_commands.Command[Any, ..., Any], options: list[Option], kind: discord.InteractionType
) -> None:
    """Raises where an option, its kind or its choice is none that the command has: discord.py would let it pass."""
    for option in options:
        parameter = next((each for each in command.parameters if each.display_name == option["name"]), None)
        if parameter is None or option["type"] != parameter.type.value:
            raise app_commands.CommandSignatureMismatch(command)
        if kind is discord.InteractionType.autocomplete:
            fits = not option.get("focused") or (parameter.autocomplete and isinstance(option["value"], str))
        else:
            fits = is_possible(parameter, option["value"])
        if not fits:
            raise app_commands.CommandSignatureMismatch(command)


def is_possible(parameter: app_commands.Parameter, value: object) -> bool:
    """Whether a value is of its kind, no longer than it may be, and one of the choices where there are some."""
    if not isinstance(value, VALUES.get(parameter.type, object)):
        return False
    if isinstance(value, str) and parameter.max_value is not None and len(value) > parameter.max_value:
        return False
    return not parameter.choices or value in [choice.value for choice in parameter.choices]


class Semafor(discord.AutoShardedClient):
    def __init__(
        self,
        db: "Place",
        *,
        now: Callable[[], float] = time.time,
        pictures: "Pictures | None" = None,
        new_seed: Callable[[], str] | None = None,
        keeper: "LeaseKeeper | None" = None,
        shards: "Shards | None" = None,
        limit: SharedLimit | None = None,
        **options: Any,
    ) -> None:
        if shards is not None:
            options = {**options, "shard_ids": shards.ids, "shard_count": shards.count}
        intents = discord.Intents.none()
        intents.guilds = True
        nobody = discord.AllowedMentions.none()
        super().__init__(intents=intents, allowed_mentions=nobody, max_messages=None, **options)
        self._connection.parsers["INTERACTION_CREATE"] = self._read_interaction
        # Nothing else gives up a single request: to cancel discord.py while it waits for a rate limit of all requests
        # would leave it waiting for ever.
        deadline = aiohttp.ClientTimeout(total=LONGEST_REQUEST)
        self._request = partial(self.http.request, timeout=deadline)
        self.http.request = self._send_request  # type: ignore[method-assign]
        self.limit = limit
        """None: nobody shares Discord's limits with this process, or somebody else sees to them."""
        self.keeper = keeper
        """None: nobody else can come to this database."""
        self.db = db
        self.now = now
        self.pictures = pictures
        self.new_seed = new_seed
        self.tree = Tree(self, allowed_contexts=ANYWHERE, allowed_installs=BY_ANYBODY)
        self.app: App | None = None
        self.loading: asyncio.Task[object] | None = None
        self.looking: asyncio.Task[object] | None = None
        self.bringing: asyncio.Task[object] | None = None
        self.under_way: set[asyncio.Task[object]] = set()
        """Answers that people wait for."""
        self.met: deque[int] = deque(maxlen=1000)
        """Interactions that were taken up: Discord may deliver one twice."""
        self.command_ids: dict[str, int] = {}
        """By the name of a command or its group: what makes it one to tap in a text."""
        self.known_emojis: dict[str, str] = {}
        """Our own, by name, as Discord writes them; those that are there by now."""
        self.pictures_sent: PicturesSent
        self.is_leaving = False
        """What is asked now is left to the next run: Discord says that nobody answers, and nothing has changed."""

    @property
    def router(self) -> "Router":
        assert self.app is not None
        return self.app.router

    @property
    def store(self) -> "StoreReader":
        assert self.app is not None
        return self.app.store

    @property
    def tables(self) -> "Tables":
        assert self.app is not None
        return self.app.tables

    async def setup_hook(self) -> None:
        load("bot.app", "bot.emojis")
        from bot.app import add_commands, open_app, sync_commands
        from bot.emojis import EmojiKeeper
        from bot.outbox.components import PicturesSent

        self.pictures_sent = PicturesSent()
        lease = None if self.keeper is None else self.keeper.lease
        self.app = await open_app(self, self.db, self.now, self.pictures, self.new_seed, lease)
        await add_commands(self.tree, self.app.router)
        self.command_ids = await sync_commands(self.tree, self.app.tables)
        await self.app.wake()
        keeper = EmojiKeeper(self, self.app.pictures.emojis, self.known_emojis)
        self.bringing = asyncio.create_task(keeper.bring())

    async def _send_request(self, *args: Any, **options: Any) -> object:
        """Also after this process was stopped for a while, between two lines of it."""
        if self.keeper is not None and not await self.keeper.is_held():
            raise AnotherAnswers
        if self.limit is not None and not args[0].path.startswith(UNLIMITED):
            await self.limit.wait()
        return await self._request(*args, **options)

    def _read_interaction(self, data: object) -> None:
        if self.keeper is None or self.keeper.is_sure:
            self._take_interaction(data)
        else:
            self.looking = asyncio.create_task(self._take_interaction_if_ours(data))

    async def _take_interaction_if_ours(self, data: object) -> None:
        """What has waited while this process was stopped: another may have answered it."""
        assert self.keeper is not None
        if await self.keeper.is_held():
            self._take_interaction(data)

    def _take_interaction(self, data: Any) -> None:
        """As discord.py does it; but one that it can't make sense of must not end the connection."""
        try:
            self._connection.parse_interaction_create(data)
        except Exception as error:
            log.warning("an interaction can't be read: %s", type(error).__name__)
            self.dispatch("interaction", discord.Interaction(data=data, state=self._connection))

    async def on_interaction(self, interaction: "Interaction") -> None:
        """Commands find their own way; taps and forms come here, also those that an earlier run has opened."""
        if interaction.type not in COMMANDS and self.app is not None:
            await self.router.use(interaction)

    async def on_connect(self) -> None:
        """The first look at a ticket's way must not wait for this on the event loop, nor the connection for it."""
        self.loading = self.loading or asyncio.create_task(in_thread(load, "networkx"))

    async def on_ready(self) -> None:
        """Also after a connection that was lost for long: what waits for a better moment need not wait longer."""
        if self.app is not None and not self.is_leaving:
            await self.app.outbox.wake_all(is_anew=True)
            await self.app.welcomer.welcome_all()

    async def on_resumed(self) -> None:
        await self.on_ready()

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Another process has the lease by now: it hears of this event too, and the keeper of ours has said so."""
        if not isinstance(sys.exception(), LostLease | AnotherAnswers):
            await super().on_error(event_method, *args, **kwargs)

    async def trouble(self) -> str | None:
        """What keeps the bot from its work; None: nothing."""
        if self.app is None or not self.is_ready() or any(shard.is_closed() for shard in self.shards.values()):
            return "no connection to Discord"
        return await self.app.trouble()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited: say who this is; invited again: tell what has waited."""
        log.info("joined server %s", guild.id)
        if self.app is not None and not self.is_leaving:
            await self.app.back_at(guild.id)
            await self.app.welcomer.joined(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._gone(thread.thread_id)

    async def _gone(self, channel: int) -> None:
        if self.app is not None and not self.is_leaving:
            await self.app.tables.note_channel_gone(channel)

    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Perhaps somebody has given back the permission that posts wait for."""
        await self._try_again_at(after.guild)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        await self._try_again_at(after.guild)

    async def _try_again_at(self, guild: discord.Guild) -> None:
        if self.app is None or self.is_leaving:
            return
        if await self.store.tables_at("running", guild.id):
            await self.app.outbox.wake_all(is_anew=True)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        log.info("left server %s", guild.id)

    async def close(self) -> None:
        """Finish what is under way, then leave."""
        await self.finish()
        await super().close()
        if self.bringing is not None:
            self.bringing.cancel()

    async def finish(self) -> None:
        self.is_leaving = True
        if self.under_way:
            _, late = await asyncio.wait(self.under_way, timeout=LONGEST_ANSWER)
            for answer in late:
                answer.cancel()
        if self.app is not None:
            await self.app.finish()
