"""/stats: how games went, of a member and of the server."""

import discord
from discord import app_commands

from bot.interactions.router import Router
from bot.interactions.services import NOWHERE
from bot.text.slash import Interaction, about, options, titles
from rules.catalog import all_titles


class StatsCommands(app_commands.Group):
    def __init__(self, router: Router) -> None:
        super().__init__(name="stats", description=about("stats"))
        self.router = router

    @app_commands.command(name="player", description=about("stats player"))
    @app_commands.describe(**options("member", "title", "public"))
    @app_commands.choices(title=titles(all_titles()))
    async def player(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        title: str | None = None,
        public: bool = False,
    ) -> None:
        user = None if member is None else member.id
        await self.router.run(interaction, NOWHERE, self.router.stats.player, user, title, public)

    @app_commands.command(name="server", description=about("stats server"))
    @app_commands.describe(**options("title", "public"))
    @app_commands.choices(title=titles(all_titles()))
    async def server(self, interaction: Interaction, title: str | None = None, public: bool = False) -> None:
        await self.router.run(interaction, NOWHERE, self.router.stats.server, title, public)
