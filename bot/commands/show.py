"""Commands for looking: status, hand, board, since, log, games, rules, help, settings."""

from collections.abc import Iterable

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.commands.privacy import PrivacyCommands
from bot.commands.stats import StatsCommands
from bot.interactions.habits import EXAMPLES, HABITS
from bot.interactions.router import Router
from bot.interactions.services import ANY, NOWHERE, meant
from bot.interactions.show import MINE, NO_ROOM, ROOM, SERVERS
from bot.tables.writer import LONGEST_NOTE
from bot.text.slash import Autocomplete, Interaction, Tree, about, choices, options, titles
from bot.text.zones import zones_like
from bot.threads import in_thread
from data.texts import text
from rules.catalog import all_titles


def add_show_commands(tree: Tree, router: Router, game: app_commands.Group) -> None:
    add_status(game, router)
    add_hand_and_board(tree, router)
    add_since(tree, router)
    add_note(tree, router)
    add_log_and_games(tree, router)
    add_past(tree, router)
    add_rules_and_help(tree, router)
    add_away(tree, router)
    tree.add_command(SettingsCommands(router))
    tree.add_command(PrivacyCommands(router))
    tree.add_command(StatsCommands(router))


def add_status(game: app_commands.Group, router: Router) -> None:
    @game.command(name="status", description=about("game status"))
    @app_commands.describe(**options("game"))
    async def status(interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await router.run(interaction, meant(game), router.shows.status)

    status.autocomplete("game")(own_games(router))


def own_games(router: Router) -> Autocomplete:
    """Autocomplete: the reader's own running games, those that wait for the reader first."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await router.suggestions.games(interaction, current)

    return complete


def add_hand_and_board(tree: Tree, router: Router) -> None:
    @tree.command(name="hand", description=about("hand"))
    @app_commands.describe(**options("game"))
    async def hand(interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await router.run(interaction, meant(game), router.boards.hand)

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
        if public:
            await router.run(interaction, meant(game), router.boards.show_to_all)
        elif view == "text":
            await router.run(interaction, meant(game), router.boards.board_text)
        else:
            await router.run(interaction, meant(game), router.boards.board, zoom)

    hand.autocomplete("game")(own_games(router))
    board.autocomplete("game")(own_games(router))

    @board.autocomplete("zoom")
    async def zooms(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await router.suggestions.options(interaction, "zoom", current)


def add_since(tree: Tree, router: Router) -> None:
    @tree.command(name="since", description=about("since"))
    @app_commands.describe(**options("game"))
    async def since(interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await router.run(interaction, meant(game), router.news.since)

    since.autocomplete("game")(own_games(router))


def add_note(tree: Tree, router: Router) -> None:
    @tree.command(name="note", description=about("note"))
    @app_commands.describe(**options("text", "game"))
    async def note(
        interaction: Interaction,
        text: Range[str, 1, LONGEST_NOTE] | None = None,
        game: Range[str, 0, 100] | None = None,
    ) -> None:
        await router.run(interaction, meant(game), router.notes.note, text)

    note.autocomplete("game")(own_games(router))


def add_log_and_games(tree: Tree, router: Router) -> None:
    @tree.command(name="log", description=about("log"))
    @app_commands.describe(**options("page", "member", "public", "game"))
    async def log(
        interaction: Interaction,
        page: Range[int, 1, 999] | None = None,
        member: discord.User | None = None,
        public: bool = False,
        game: Range[str, 0, 100] | None = None,
    ) -> None:
        user = None if member is None else member.id
        await router.run(interaction, meant(game, (*ANY, "closed")), router.logs.log, page, user, public)

    log.autocomplete("game")(own_games(router))

    @tree.command(name="games", description=about("games"))
    @app_commands.describe(**options("scope"))
    @app_commands.choices(scope=choices("scope", ("mine", "server", "open", "over")))
    async def games(interaction: Interaction, scope: str = "mine") -> None:
        await router.run(interaction, NOWHERE, router.shows.games, scope)


def add_past(tree: Tree, router: Router) -> None:
    @tree.command(name="replay", description=about("replay"))
    @app_commands.describe(**options("part", "public", "game"))
    @app_commands.choices(part=choices("part", ("all", "since")))
    async def replay(
        interaction: Interaction, part: str = "all", public: bool = False, game: Range[str, 0, 100] | None = None
    ) -> None:
        await router.run(interaction, meant(game), router.past.film, part, public)

    replay.autocomplete("game")(own_games(router))

    @tree.command(name="review", description=about("review"))
    @app_commands.describe(**options("game"))
    async def review(interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await router.run(interaction, meant(game, ("over",)), router.past.review)

    review.autocomplete("game")(own_games(router))

    @tree.command(name="verify", description=about("verify"))
    @app_commands.describe(**options("game"))
    async def verify(interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await router.run(interaction, meant(game, (*ANY, "closed")), router.past.verify)

    verify.autocomplete("game")(own_games(router))


def add_rules_and_help(tree: Tree, router: Router) -> None:
    @tree.command(name="rules", description=about("rules"))
    @app_commands.describe(**options("title", "topic"))
    @app_commands.choices(title=titles(all_titles()))
    async def rules(
        interaction: Interaction, title: str | None = None, topic: Range[str, 0, 100] | None = None
    ) -> None:
        await router.run(interaction, NOWHERE, router.help.rules, title, topic)

    @rules.autocomplete("topic")
    async def topics(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await router.suggestions.topics(interaction, interaction.namespace.title, current)

    @tree.command(name="help", description=about("help"))
    @app_commands.describe(**options("topic"))
    async def help_(interaction: Interaction, topic: Range[str, 0, 100] | None = None) -> None:
        await router.run(interaction, NOWHERE, router.help.help, topic)

    @help_.autocomplete("topic")
    async def help_topics(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await router.suggestions.help_topics(interaction, current)


def add_away(tree: Tree, router: Router) -> None:
    @tree.command(name="away", description=about("away"))
    @app_commands.describe(**options("until"), since=text("option.from.about", "en"))
    @app_commands.rename(since="from")
    async def away(
        interaction: Interaction, until: Range[str, 0, 40] | None = None, since: Range[str, 0, 40] | None = None
    ) -> None:
        await router.run(interaction, NOWHERE, router.habits.away, until, since)


class SettingsCommands(app_commands.Group):
    def __init__(self, router: Router) -> None:
        super().__init__(name="settings", description=about("settings"))
        self.router = router

    @app_commands.command(name="me", description=about("settings me"))
    @app_commands.describe(**options("option", "value"))
    async def me(
        self, interaction: Interaction, option: Range[str, 0, 40] | None = None, value: Range[str, 0, 40] | None = None
    ) -> None:
        await self.router.run(interaction, NOWHERE, self.router.shows.my_settings, option, value)

    @app_commands.command(name="server", description=about("settings server"))
    @app_commands.describe(**options("option", "value"))
    async def server(
        self, interaction: Interaction, option: Range[str, 0, 40] | None = None, value: Range[str, 0, 40] | None = None
    ) -> None:
        await self.router.run(interaction, NOWHERE, self.router.shows.server_settings, option, value)

    @me.autocomplete("option")
    async def my_option(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return listed((*MINE, *HABITS), current)

    @me.autocomplete("value")
    async def my_value(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        option = interaction.namespace.option or ""
        if option == "zone":
            return await zones(current, self.router.services.now())
        return listed(MINE.get(option, EXAMPLES.get(option, ())), current)

    @server.autocomplete("option")
    async def server_option(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return listed((*SERVERS, ROOM), current)

    @server.autocomplete("value")
    async def server_value(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        option = interaction.namespace.option or ""
        if option == ROOM:
            return rooms(interaction, current)
        return listed(SERVERS.get(option, ()), current)


async def zones(typed: str, now: float) -> list[Choice[str]]:
    """By city or country; what they are called is found beside the event loop, the first time."""
    found = await in_thread(zones_like, typed[:100], now)
    return [Choice(name=name[:100], value=zone) for name, zone in found]


def rooms(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The server's forums, by name."""
    forums = interaction.guild.forums if interaction.guild is not None else []
    every = [Choice(name=NO_ROOM, value=NO_ROOM), *(Choice(name=each.name, value=str(each.id)) for each in forums)]
    return [each for each in every if typed.casefold() in each.name.casefold()][:25]


def listed(values: Iterable[str], typed: str) -> list[Choice[str]]:
    return [Choice(name=value, value=value) for value in values if value.startswith(typed.casefold())][:25]
