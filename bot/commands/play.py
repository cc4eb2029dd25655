"""/play, and what the slash commands that each game brings are answered by."""

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.games.catalog import every_face, face_of
from bot.games.face import Parse
from bot.games.page import Tapped
from bot.interactions.responder import Interaction, Reader, answer
from bot.interactions.router import Router
from bot.outbox.post import Post
from bot.tables.snapshot import GameSnapshot
from bot.text.slash import Autocomplete, Tree, about, options

Typed = Range[str, 0, 100]


class PlayCommands:
    """What all of them share: which table is meant, who asks, what is offered while typing."""

    def __init__(self, router: Router) -> None:
        self.router = router

    async def make(self, interaction: Interaction, parse: Parse, page: str = "home") -> None:
        async def run(reader: Reader) -> Post:
            def meant(snapshot: GameSnapshot) -> Tapped:
                assert snapshot.legal is not None
                return parse(snapshot.view, snapshot.legal, reader.language)

            table = await self.router.services.table_meant(reader)
            return await self.router.panel.command(reader, table.id, meant, page)

        await answer(interaction, self.router.services.tables, run)

    def completing(self, option: str) -> Autocomplete:
        async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
            return await self.router.suggestions(interaction, option, current)

        return complete


def add_play_commands(tree: Tree, router: Router, game_group: app_commands.Group) -> None:
    shared = PlayCommands(router)
    add_play(tree, shared)
    for face in every_face():
        face.add_commands(tree, game_group, shared)


def add_play(tree: Tree, shared: PlayCommands) -> None:
    @tree.command(name="play", description=about("play"))
    @app_commands.describe(**options("move", "game"))
    async def play(interaction: Interaction, move: Typed | None = None, game: Typed | None = None) -> None:
        async def run(reader: Reader) -> Post:
            table = await shared.router.services.table_meant(reader, game)
            if not move:
                return await shared.router.panel.open(reader, table.id)
            return await shared.router.panel.command(
                reader, table.id, lambda snapshot: moved(snapshot, move, reader.language)
            )

        await answer(interaction, shared.router.services.tables, run)

    play.autocomplete("move")(shared.completing("move"))

    @play.autocomplete("game")
    async def games(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await shared.router.game_choices(interaction, current)


def moved(snapshot: GameSnapshot, move: str, language: str) -> Tapped:
    assert snapshot.legal is not None
    face = face_of(snapshot.table.title)
    return face.typed_move(snapshot.view, snapshot.legal, move, language, snapshot.names)
