"""The Discord client: least intents, one tree of commands, everything woken at the start and finished at the end."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.announce import Announcer
from bot.answers import Answers
from bot.buttons import TapButton, TapMembers, TapMenu
from bot.commands.lobby import GameCommands
from bot.commands.play import add_play_commands
from bot.commands.show import add_show_commands
from bot.commands.words import Polish
from bot.desk import Desk
from bot.mail import DiscordMail
from bot.pictures import Pictures
from bot.replies import explanation, spoken
from bot.scheduler import Scheduler
from bot.store import Store
from bot.tables import Tables
from bot.teller import Teller

LONGEST_FAREWELL = 8.0
log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["Semafor"]):
    async def on_error(self, interaction: discord.Interaction["Semafor"], error: app_commands.AppCommandError) -> None:
        """Only what never reached its desk gets here, such as an option that Discord should not have let through."""
        words = explanation(getattr(error, "original", error), spoken(interaction.locale))
        try:
            if not interaction.response.is_done():
                await interaction.response.send_message(words, ephemeral=True)
        except discord.HTTPException as failure:
            log.warning("an error could not be told: %s", failure.status)


class Semafor(discord.AutoShardedClient):
    def __init__(
        self,
        db: Path,
        *,
        now: Callable[[], float] = time.time,
        pictures: Pictures | None = None,
        **options: Any,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        nobody = discord.AllowedMentions.none()
        super().__init__(intents=intents, allowed_mentions=nobody, max_messages=None, **options)
        self.db = db
        self.now = now
        self.pictures = pictures or Pictures()
        self.tree = Tree(self)
        self.answers: Answers
        self.store: Store
        self.tables: Tables
        self.teller: Teller
        self.scheduler: Scheduler
        self._is_finished = False

    async def setup_hook(self) -> None:
        self.store = await Store.open(self.db)
        self.tables = Tables(self.store, self.now)
        announcer = Announcer(self.tables, self.pictures)
        self.teller = Teller(self.store, announcer, DiscordMail(self), self.now)
        self.tables.on_letters = self.teller.wake
        self.scheduler = Scheduler(self.tables, self.now)
        self.answers = Answers(Desk(self.tables, self.pictures, self.now))
        self.add_dynamic_items(TapButton, TapMenu, TapMembers)
        await self.add_commands()
        await self.sync_commands()
        await self.teller.wake_all()
        await self.tables.wake_robots()
        await self.scheduler.start()

    async def add_commands(self) -> None:
        await self.tree.set_translator(Polish())
        game = GameCommands(self.answers)
        add_play_commands(self.tree, self.answers, game)
        add_show_commands(self.tree, self.answers, game)
        self.tree.add_command(game)

    async def sync_commands(self) -> None:
        """Tell Discord about the commands, only when they are not the ones it was told last."""
        translator = self.tree.translator
        assert translator is not None
        payload = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        own = f"{self.application_id}".encode()
        digest = hashlib.sha256(own + msgspec.json.encode(payload)).hexdigest()
        if digest != await self.store.fact("commands"):
            await self.tree.sync()
            await self.store.save_fact("commands", digest)

    async def on_resumed(self) -> None:
        await self.teller.wake_all()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited again: tell what has waited."""
        log.info("joined server %s", guild.id)
        await self.teller.wake_all(is_anew=True)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        log.info("left server %s", guild.id)

    async def close(self) -> None:
        """Finish what is under way, then leave."""
        await self.finish()
        await super().close()

    async def finish(self) -> None:
        """Let moves and letters that are under way come to their end, and close the store."""
        if self._is_finished or not hasattr(self, "store"):
            return
        self._is_finished = True
        try:
            await asyncio.wait_for(self._last_works(), LONGEST_FAREWELL)
        except TimeoutError:
            log.warning("not everything was finished in time; the next start goes on with it")
        await self.store.close()
        self.pictures.close()

    async def _last_works(self) -> None:
        if hasattr(self, "scheduler"):
            await self.scheduler.stop()
        await self.tables.finish()
        await self.teller.finish()
