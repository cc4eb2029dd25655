"""/game: the table from its opening to its start, and how it stands."""

from collections.abc import Awaitable, Callable, Iterable

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.errors import Refusal
from bot.games.catalog import every_face
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.opening import open_table
from bot.interactions.responder import Interaction, Reader, answer
from bot.interactions.router import Router
from bot.interactions.services import Services
from bot.outbox.post import Post
from bot.tables.lobby import TABLE_OPTIONS, known_options
from bot.tables.pace import PACES
from bot.tables.variants import title_options
from bot.text.matching import fold
from bot.text.slash import about, choices, options, titles
from bot.text.variants import as_rules_say, as_typed
from data.texts import LANGUAGES, text
from rules.catalog import all_titles

STRENGTHS = ("conductor", "none")


class GameCommands(app_commands.Group):
    def __init__(self, router: Router) -> None:
        super().__init__(name="game", description=about("game"), guild_only=True)
        self.router = router
        self.services: Services = router.services
        self.lobbies: LobbyHandlers = router.lobbies
        add_new(self)

    async def _here(self, interaction: Interaction, work: Callable[[Reader, int], Awaitable[Post]]) -> None:
        """Answer with what `work` makes of the channel's table."""

        async def run(reader: Reader) -> Post:
            return await work(reader, (await self.services.table_here(reader)).id)

        await answer(interaction, self.services.tables, run)

    async def _meant(
        self, interaction: Interaction, game: str | None, work: Callable[[Reader, int], Awaitable[Post]]
    ) -> None:
        """The same for a table that may be elsewhere."""

        async def run(reader: Reader) -> Post:
            table = await self.services.table_meant(reader, game)
            return await work(await self.services.at_table(reader, table), table.id)

        await answer(interaction, self.services.tables, run)

    @app_commands.command(name="join", description=about("game join"))
    async def join(self, interaction: Interaction) -> None:
        await self._here(interaction, self.lobbies.join)

    @app_commands.command(name="leave", description=about("game leave"))
    async def leave(self, interaction: Interaction) -> None:
        await self._here(interaction, self.lobbies.leave)

    @app_commands.command(name="colour", description=about("game colour"))
    @app_commands.describe(**options("colour"))
    async def colour(self, interaction: Interaction, colour: Range[str, 0, 40]) -> None:
        meant = colour_meant(colour)
        await self._here(interaction, lambda reader, table_id: self.lobbies.colour(reader, table_id, meant))

    @colour.autocomplete("colour")
    async def free_colours(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        language = await self.services.language(interaction)
        free = await self.lobbies.free_colours(interaction.channel_id or 0)
        words = {colour: text(f"colour.{colour}", language) for colour in free}
        fitting = [colour for colour in free if fold(current) in fold(words[colour]) or current == colour]
        return [app_commands.Choice(name=words[colour], value=colour) for colour in fitting]

    @app_commands.command(name="options", description=about("game options"))
    @app_commands.describe(**options("option", "value"))
    async def set_options(
        self, interaction: Interaction, option: Range[str, 0, 40] | None = None, value: Range[str, 0, 40] | None = None
    ) -> None:
        await self._here(interaction, lambda reader, table_id: self.lobbies.options(reader, table_id, option, value))

    @set_options.autocomplete("option")
    async def option_names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return typed_choices(await self._known_options(interaction), current, await self.services.language(interaction))

    @set_options.autocomplete("value")
    async def option_values(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        option = as_rules_say(interaction.namespace.option or "")
        known = (await self._known_options(interaction)).get(option, ())
        return typed_choices(known, current, await self.services.language(interaction))

    async def _known_options(self, interaction: Interaction) -> dict[str, tuple[str, ...]]:
        table = await self.services.store.table_in(interaction.channel_id or 0)
        return known_options(table) if table else TABLE_OPTIONS

    @app_commands.command(name="invite", description=about("game invite"))
    @app_commands.describe(**options("member"))
    async def invite(self, interaction: Interaction, member: discord.Member) -> None:
        async def work(reader: Reader, table_id: int) -> Post:
            if member.bot:
                raise Refusal("refuse.invited_bot")
            return await self.lobbies.invite(reader, table_id, (member.id,))

        await self._here(interaction, work)

    @app_commands.command(name="robot", description=about("game robot"))
    @app_commands.describe(**options("strength", "seat"))
    @app_commands.choices(strength=choices("strength", STRENGTHS))
    async def robot(self, interaction: Interaction, strength: str, seat: Range[int, 1, 6] | None = None) -> None:
        place = seat - 1 if seat else None
        await self._here(interaction, lambda reader, table_id: self.lobbies.robot(reader, table_id, strength, place))

    @app_commands.command(name="seats", description=about("game seats"))
    @app_commands.describe(**options("order"))
    async def seats(self, interaction: Interaction, order: Range[str, 1, 200]) -> None:
        await self._here(interaction, lambda reader, table_id: self.lobbies.order(reader, table_id, order.strip()))

    @seats.autocomplete("order")
    async def seats_order(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [one for one in choices("order", ("random", "rotate", "given")) if current.casefold() in one.value]

    @app_commands.command(name="revive", description=about("game revive"))
    async def revive(self, interaction: Interaction) -> None:
        await self._here(interaction, self.router.clocks.wake)

    @app_commands.command(name="start", description=about("game start"))
    async def start(self, interaction: Interaction) -> None:
        await self._here(interaction, self.lobbies.start)

    @app_commands.command(name="cancel", description=about("game cancel"))
    @app_commands.describe(**options("game"))
    async def cancel(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self._meant(interaction, game, self.lobbies.cancel)

    @app_commands.command(name="vote", description=about("game vote"))
    @app_commands.describe(**options("answer", "game"))
    @app_commands.choices(answer=choices("answer", ("yes", "no")))
    async def vote(self, interaction: Interaction, answer: str, game: Range[str, 0, 100] | None = None) -> None:
        is_yes = answer == "yes"
        await self._meant(interaction, game, lambda reader, number: self.lobbies.votes.vote(reader, number, is_yes))

    @cancel.autocomplete("game")
    @vote.autocomplete("game")
    async def own_game(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.router.game_choices(interaction, current)


def add_new(game: GameCommands) -> None:
    """`/game new`, which lists the titles that there are when the bot starts."""

    @game.command(name="new", description=about("game new"))
    @app_commands.describe(**options("title", "seats", "robots", "variant", "name", "place", "pace", "language"))
    @app_commands.choices(
        title=titles(all_titles()),
        place=choices("place", ("here", "thread")),
        pace=choices("pace", PACES),
        language=choices("language", LANGUAGES),
    )
    async def new(
        interaction: Interaction,
        title: str,
        seats: Range[int, 2, 6] | None = None,
        robots: Range[int, 0, 5] = 0,
        variant: Range[str, 0, 200] | None = None,
        name: Range[str, 0, 32] | None = None,
        place: str | None = None,
        pace: str | None = None,
        language: str | None = None,
    ) -> None:
        async def run(reader: Reader) -> Post:
            return await open_table(
                interaction,
                game.lobbies,
                reader,
                title,
                seats=seats,
                robots=robots,
                variant=variant,
                name=name,
                place=place,
                pace=pace,
                language=language,
            )

        await answer(interaction, game.services.tables, run)

    @new.autocomplete("variant")
    async def new_variant(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        language = await game.services.language(interaction)
        return variant_choices(getattr(interaction.namespace, "title", None), current, language)


def colour_meant(typed: str) -> str:
    """A colour by its id or its name in any language; what is none stays as it was typed."""
    known = [colour for face in every_face() for colour in face.colours]
    names = {fold(text(f"colour.{colour}", language)): colour for colour in known for language in LANGUAGES}
    return typed if typed in known else names.get(fold(typed), typed)


def typed_choices(known: Iterable[str], typed: str, language: str) -> list[app_commands.Choice[str]]:
    """Names or values of options in the reader's language; what is typed may be in any."""
    words = {one: as_typed(one, language) for one in known}
    fitting = [one for one, word in words.items() if fold(typed) in fold(word) or as_rules_say(typed) == one]
    return [app_commands.Choice(name=words[one], value=one) for one in fitting][:25]


def variant_choices(title: str | None, typed: str, language: str) -> list[app_commands.Choice[str]]:
    """Every single option of a title; what is typed before the last comma stays."""
    before, comma, last = typed.rpartition(",")
    known = [(name, value) for name, values in title_options(title or "").items() for value in values]
    labels = [f"{as_typed(name, language)}={as_typed(value, language)}" for name, value in known]
    fitting = [f"{before}{comma}{one}" for one in labels if fold(last) in fold(one)]
    return [app_commands.Choice(name=one, value=one) for one in fitting if len(one) <= 100][:25]
