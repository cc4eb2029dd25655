"""Commands for looking: status, hand, board, log, games, rules, help, settings."""

from typing import Any

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.interactions.responder import Interaction, Reader, answer
from bot.interactions.router import Answers
from bot.interactions.services import ANY
from bot.interactions.show import MINE, SERVERS
from bot.outbox.post import Parcel
from bot.text.slash import about, choices, options, titles
from rules.catalog import TITLES

Tree = app_commands.CommandTree[Any]


def add_show_commands(tree: Tree, answers: Answers, game: app_commands.Group) -> None:
    add_status(game, answers)
    add_hand_and_board(tree, answers)
    add_log_and_games(tree, answers)
    add_rules_and_help(tree, answers)
    tree.add_command(SettingsCommands(answers))


def add_status(game: app_commands.Group, answers: Answers) -> None:
    @game.command(name="status", description=about("game status"))
    @app_commands.describe(**options("game"))
    async def status(interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        async def run(reader: Reader) -> Parcel:
            return await answers.shows.status(reader, await answers.desk.table_meant(reader, game))

        await answer(interaction, answers.desk.store, run)

    status.autocomplete("game")(own_games(answers))


def own_games(answers: Answers) -> Any:
    """Autocomplete: the reader's own running games, those that wait for the reader first."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await answers.game_choices(interaction, current)

    return complete


def add_hand_and_board(tree: Tree, answers: Answers) -> None:
    @tree.command(name="hand", description=about("hand"))
    @app_commands.describe(**options("game"))
    async def hand(interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        async def run(reader: Reader) -> Parcel:
            return await answers.desk.hand(reader, (await answers.desk.table_meant(reader, game)).id)

        await answer(interaction, answers.desk.store, run)

    @tree.command(name="board", description=about("board"))
    @app_commands.describe(**options("zoom", "view", "public", "game"))
    @app_commands.choices(view=choices("view", ("picture", "text")))
    async def board(
        interaction: Interaction,
        zoom: Range[str, 0, 100] | None = None,
        view: str = "picture",
        public: bool = False,
        game: Range[str, 0, 100] | None = None,
    ) -> None:
        async def run(reader: Reader) -> Parcel:
            table = await answers.desk.table_meant(reader, game)
            if public:
                return await answers.show_to_all(reader, table.id)
            if view == "text":
                return await answers.desk.board_text(reader, table.id)
            return await answers.desk.board(reader, table.id, zoom)

        await answer(interaction, answers.desk.store, run)

    hand.autocomplete("game")(own_games(answers))
    board.autocomplete("game")(own_games(answers))

    @board.autocomplete("zoom")
    async def zooms(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await answers.suggestions(interaction, "zoom", current)


def add_log_and_games(tree: Tree, answers: Answers) -> None:
    @tree.command(name="log", description=about("log"))
    @app_commands.describe(**options("page", "game"))
    async def log(
        interaction: Interaction, page: Range[int, 1, 999] | None = None, game: Range[str, 0, 100] | None = None
    ) -> None:
        async def run(reader: Reader) -> Parcel:
            table = await answers.desk.table_meant(reader, game, (*ANY, "closed"))
            return await answers.shows.log(reader, table.id, page)

        await answer(interaction, answers.desk.store, run)

    log.autocomplete("game")(own_games(answers))

    @tree.command(name="games", description=about("games"))
    @app_commands.describe(**options("scope"))
    @app_commands.choices(scope=choices("scope", ("mine", "server")))
    async def games(interaction: Interaction, scope: str = "mine") -> None:
        async def run(reader: Reader) -> Parcel:
            return await answers.shows.games(reader, scope)

        await answer(interaction, answers.desk.store, run)


def add_rules_and_help(tree: Tree, answers: Answers) -> None:
    @tree.command(name="rules", description=about("rules"))
    @app_commands.describe(**options("title", "topic"))
    @app_commands.choices(title=titles(TITLES))
    async def rules(
        interaction: Interaction, title: str | None = None, topic: Range[str, 0, 100] | None = None
    ) -> None:
        async def run(reader: Reader) -> Parcel:
            return await answers.rules(reader, title, topic)

        await answer(interaction, answers.desk.store, run)

    @rules.autocomplete("topic")
    async def topics(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await answers.topics(interaction, interaction.namespace.title, current)

    @tree.command(name="help", description=about("help"))
    @app_commands.describe(**options("topic"))
    async def help_(interaction: Interaction, topic: Range[str, 0, 100] | None = None) -> None:
        async def run(reader: Reader) -> Parcel:
            return await answers.help.help(reader, topic)

        await answer(interaction, answers.desk.store, run)

    @help_.autocomplete("topic")
    async def help_topics(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await answers.help_topics(interaction, current)


class SettingsCommands(app_commands.Group):
    def __init__(self, answers: Answers) -> None:
        super().__init__(name="settings", description=about("settings"))
        self.answers = answers

    @app_commands.command(name="me", description=about("settings me"))
    @app_commands.describe(**options("option", "value"))
    async def me(
        self, interaction: Interaction, option: Range[str, 0, 40] | None = None, value: Range[str, 0, 40] | None = None
    ) -> None:
        async def run(reader: Reader) -> Parcel:
            return await self.answers.shows.my_settings(reader, option, value)

        await answer(interaction, self.answers.desk.store, run)

    @app_commands.command(name="server", description=about("settings server"))
    @app_commands.describe(**options("option", "value"))
    async def server(
        self, interaction: Interaction, option: Range[str, 0, 40] | None = None, value: Range[str, 0, 40] | None = None
    ) -> None:
        async def run(reader: Reader) -> Parcel:
            return await self.answers.shows.server_settings(reader, option, value)

        await answer(interaction, self.answers.desk.store, run)

    @me.autocomplete("option")
    async def my_option(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return listed(MINE, current)

    @me.autocomplete("value")
    async def my_value(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return listed(MINE.get(interaction.namespace.option or "", ()), current)

    @server.autocomplete("option")
    async def server_option(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return listed(SERVERS, current)

    @server.autocomplete("value")
    async def server_value(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return listed(SERVERS.get(interaction.namespace.option or "", ()), current)


def listed(values: Any, typed: str) -> list[Choice[str]]:
    return [Choice(name=value, value=value) for value in values if value.startswith(typed.casefold())][:25]
