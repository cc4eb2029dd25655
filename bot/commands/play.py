"""/play, and what the slash commands that each game brings are answered by."""

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.games.catalog import every_face
from bot.games.face import Parse
from bot.interactions.router import Router
from bot.interactions.services import meant, moved_at
from bot.text.slash import Autocomplete, Interaction, Tree, about, options

Typed = Range[str, 0, 100]


class PlayCommands:
    """What all of them share: which table is meant, what is offered while typing."""

    def __init__(self, router: Router) -> None:
        self.router = router

    async def make(
        self, interaction: Interaction, parse: Parse, *options: object, page: str = "home", game: str | None = None
    ) -> None:
        await self.router.run(interaction, moved_at(game), self.router.panel.command, parse, options, page)

    async def games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The reader's own running games, those first that wait for the reader."""
        return await self.router.suggestions.games(interaction, current)

    def completing(self, option: str) -> Autocomplete:
        async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
            return await self.router.suggestions.options(interaction, option, current)

        return complete


def add_play_commands(tree: Tree, router: Router, game_group: app_commands.Group) -> None:
    shared = PlayCommands(router)
    add_play(tree, shared)
    for face in every_face():
        face.add_commands(tree, game_group, shared)


def add_play(tree: Tree, shared: PlayCommands) -> None:
    router = shared.router

    @tree.command(name="play", description=about("play"))
    @app_commands.describe(**options("move", "hint", "game"))
    async def play(
        interaction: Interaction, move: Typed | None = None, hint: bool = False, game: Typed | None = None
    ) -> None:
        await router.run(interaction, meant(game), router.panel.move, move, is_hint=hint)

    play.autocomplete("move")(shared.completing("move"))
    play.autocomplete("game")(shared.games)
