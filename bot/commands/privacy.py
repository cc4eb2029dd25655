"""/privacy: what is kept of whoever asks."""

from discord import app_commands

from bot.interactions.router import Router
from bot.interactions.services import NOWHERE
from bot.text.slash import Interaction, about


class PrivacyCommands(app_commands.Group):
    def __init__(self, router: Router) -> None:
        super().__init__(name="privacy", description=about("privacy"))
        self.router = router

    @app_commands.command(name="show", description=about("privacy show"))
    async def show(self, interaction: Interaction) -> None:
        await self.router.run(interaction, NOWHERE, self.router.privacy.show)

    @app_commands.command(name="export", description=about("privacy export"))
    async def export(self, interaction: Interaction) -> None:
        await self.router.run(interaction, NOWHERE, self.router.privacy.export)

    @app_commands.command(name="erase", description=about("privacy erase"))
    async def erase(self, interaction: Interaction) -> None:
        await self.router.run(interaction, NOWHERE, self.router.privacy.erase)
