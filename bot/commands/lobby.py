"""/game: the table from its opening to its start, and how it stands."""

from collections.abc import Iterable

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.errors import Refusal
from bot.games.catalog import every_face
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.opening import open_rematch, open_table
from bot.interactions.request import read_request
from bot.interactions.router import Router
from bot.interactions.services import NOWHERE, Services, here, invited, meant
from bot.tables.pace import PACES
from bot.tables.variants import title_options
from bot.text.matching import fold
from bot.text.slash import Interaction, about, choices, languages, options, titles
from bot.text.variants import as_rules_say, as_typed
from data.languages import LANGUAGES
from data.texts import text
from rules.catalog import all_titles
from rules.robots import STRENGTHS


class GameCommands(app_commands.Group):
    def __init__(self, router: Router) -> None:
        super().__init__(name="game", description=about("game"))
        self.router = router
        self.services: Services = router.services
        self.lobbies: LobbyHandlers = router.lobbies
        add_new(self)

    @app_commands.command(name="join", description=about("game join"))
    @app_commands.describe(**options("code", "game"))
    async def join(
        self, interaction: Interaction, code: Range[str, 1, 40] | None = None, game: Range[str, 0, 100] | None = None
    ) -> None:
        where = invited(code) if code else here(game, ("lobby",))
        await self.router.run(interaction, where, self.lobbies.join)

    @app_commands.command(name="leave", description=about("game leave"))
    @app_commands.describe(**options("game"))
    async def leave(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, here(game, ("lobby",)), self.lobbies.leave)

    @app_commands.command(name="colour", description=about("game colour"))
    @app_commands.describe(**options("colour", "game"))
    async def colour(
        self, interaction: Interaction, colour: Range[str, 0, 40], game: Range[str, 0, 100] | None = None
    ) -> None:
        await self.router.run(interaction, here(game, ("lobby",)), self.lobbies.colour, colour_meant(colour))

    @colour.autocomplete("colour")
    async def free_colours(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        request = await read_request(interaction, self.services.tables)
        free = await self.lobbies.free_colours(request, interaction.namespace.game)
        words = {colour: text(f"colour.{colour}", request.language) for colour in free}
        fitting = [colour for colour in free if fold(current) in fold(words[colour]) or current == colour]
        return [app_commands.Choice(name=words[colour], value=colour) for colour in fitting]

    @app_commands.command(name="options", description=about("game options"))
    @app_commands.describe(**options("option", "value", "game"))
    async def set_options(
        self,
        interaction: Interaction,
        option: Range[str, 0, 40] | None = None,
        value: Range[str, 0, 40] | None = None,
        game: Range[str, 0, 100] | None = None,
    ) -> None:
        await self.router.run(interaction, here(game, ("lobby",)), self.lobbies.options, option, value)

    @set_options.autocomplete("option")
    async def option_names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        request = await read_request(interaction, self.services.tables)
        return typed_choices(
            await self.lobbies.known_options(request, interaction.namespace.game), current, request.language
        )

    @set_options.autocomplete("value")
    async def option_values(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        request = await read_request(interaction, self.services.tables)
        known = await self.lobbies.known_options(request, interaction.namespace.game)
        option = as_rules_say(interaction.namespace.option or "")
        return typed_choices(known.get(option, ()), current, request.language)

    @app_commands.command(name="invite", description=about("game invite"))
    @app_commands.describe(**options("member", "game"))
    async def invite(
        self, interaction: Interaction, member: discord.User, game: Range[str, 0, 100] | None = None
    ) -> None:
        if (wrong := why_nobody(member)) is not None:
            await self.router.refuse(interaction, wrong)
            return
        is_member = isinstance(member, discord.Member)
        await self.router.run(
            interaction, here(game, ("lobby",)), self.lobbies.invite, (member.id,), are_members=is_member
        )

    @app_commands.command(name="robot", description=about("game robot"))
    @app_commands.describe(**options("strength", "seat", "game"))
    @app_commands.choices(strength=choices("strength", (*STRENGTHS, "none")))
    async def robot(
        self,
        interaction: Interaction,
        strength: str,
        seat: Range[int, 1, 6] | None = None,
        game: Range[str, 0, 100] | None = None,
    ) -> None:
        await self.router.run(
            interaction, here(game, ("lobby",)), self.lobbies.robot, strength, seat - 1 if seat else None
        )

    @app_commands.command(name="seats", description=about("game seats"))
    @app_commands.describe(**options("order", "game"))
    async def seats(
        self, interaction: Interaction, order: Range[str, 1, 200], game: Range[str, 0, 100] | None = None
    ) -> None:
        await self.router.run(interaction, here(game, ("lobby",)), self.lobbies.order, order.strip())

    @seats.autocomplete("order")
    async def seats_order(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [one for one in choices("order", ("random", "rotate", "given")) if current.casefold() in one.value]

    @app_commands.command(name="revive", description=about("game revive"))
    @app_commands.describe(**options("game"))
    async def revive(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, here(game, ("running",)), self.router.clocks.wake)

    @app_commands.command(name="start", description=about("game start"))
    @app_commands.describe(**options("game"))
    async def start(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, here(game, ("lobby",)), self.lobbies.start)

    @app_commands.command(name="rematch", description=about("game rematch"))
    @app_commands.describe(**options("game"))
    async def rematch(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, meant(game, ("over",)), open_rematch, self.lobbies)

    @app_commands.command(name="cancel", description=about("game cancel"))
    @app_commands.describe(**options("game"))
    async def cancel(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, meant(game), self.lobbies.cancel)

    @app_commands.command(name="pause", description=about("game pause"))
    @app_commands.describe(**options("game"))
    async def pause(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, here(game, ("running",)), self.lobbies.pauses.pause)

    @app_commands.command(name="resume", description=about("game resume"))
    @app_commands.describe(**options("game"))
    async def resume(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, here(game, ("running",)), self.lobbies.pauses.resume)

    @app_commands.command(name="resign", description=about("game resign"))
    @app_commands.describe(**options("game"))
    async def resign(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, here(game, ("running",)), self.lobbies.seats.resign)

    @app_commands.command(name="return", description=about("game return"))
    @app_commands.describe(**options("game"))
    async def come_back(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, here(game, ("running",)), self.lobbies.seats.come_back)

    @app_commands.command(name="replace", description=about("game replace"))
    @app_commands.describe(**options("seat", "member", "strength", "game"))
    @app_commands.choices(strength=choices("strength", STRENGTHS))
    async def replace(
        self,
        interaction: Interaction,
        seat: Range[int, 1, 6],
        member: discord.User | None = None,
        strength: str | None = None,
        game: Range[str, 0, 100] | None = None,
    ) -> None:
        if member is not None and (wrong := why_nobody(member)) is not None:
            await self.router.refuse(interaction, wrong)
            return
        user, is_member = None if member is None else member.id, member is None or isinstance(member, discord.Member)
        await self.router.run(
            interaction,
            here(game, ("running",)),
            self.lobbies.seats.replace,
            seat - 1,
            user,
            strength,
            is_member=is_member,
        )

    @app_commands.command(name="kick", description=about("game kick"))
    @app_commands.describe(**options("seat", "game"))
    async def kick(
        self, interaction: Interaction, seat: Range[int, 1, 6], game: Range[str, 0, 100] | None = None
    ) -> None:
        await self.router.run(interaction, here(game, ("running",)), self.lobbies.seats.kick, seat - 1)

    @replace.autocomplete("seat")
    @kick.autocomplete("seat")
    async def seats_here(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self.router.suggestions.seats(interaction, current)

    @app_commands.command(name="vote", description=about("game vote"))
    @app_commands.describe(**options("answer", "game"))
    @app_commands.choices(answer=choices("answer", ("yes", "no")))
    async def vote(self, interaction: Interaction, answer: str, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, meant(game), self.lobbies.votes.vote, answer == "yes")

    @app_commands.command(name="undo", description=about("game undo"))
    @app_commands.describe(**options("game"))
    async def undo(self, interaction: Interaction, game: Range[str, 0, 100] | None = None) -> None:
        await self.router.run(interaction, meant(game), self.router.undos.undo)

    @app_commands.command(name="rollback", description=about("game rollback"))
    @app_commands.describe(**options("to", "game"))
    async def rollback(
        self, interaction: Interaction, to: Range[str, 1, 100], game: Range[str, 0, 100] | None = None
    ) -> None:
        await self.router.run(interaction, meant(game), self.router.undos.rollback, to)

    @rollback.autocomplete("to")
    async def earlier_turns(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.router.suggestions.turns(interaction, current)

    @join.autocomplete("game")
    @leave.autocomplete("game")
    @colour.autocomplete("game")
    @set_options.autocomplete("game")
    @invite.autocomplete("game")
    @robot.autocomplete("game")
    @seats.autocomplete("game")
    @start.autocomplete("game")
    @cancel.autocomplete("game")
    async def own_table(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.router.suggestions.tables_of(interaction, current)

    @revive.autocomplete("game")
    @rematch.autocomplete("game")
    @pause.autocomplete("game")
    @resume.autocomplete("game")
    @resign.autocomplete("game")
    @come_back.autocomplete("game")
    @replace.autocomplete("game")
    @kick.autocomplete("game")
    @vote.autocomplete("game")
    @undo.autocomplete("game")
    @rollback.autocomplete("game")
    async def own_game(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.router.suggestions.games(interaction, current)


def add_new(game: GameCommands) -> None:
    """`/game new`, which lists the titles that there are when the bot starts."""

    @game.command(name="new", description=about("game new"))
    @app_commands.describe(**options("title", "seats", "robots", "variant", "name", "place", "pace", "language"))
    @app_commands.choices(
        title=titles(all_titles()),
        place=choices("place", ("here", "thread", "dm")),
        pace=choices("pace", PACES),
        language=languages(),
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
        await game.router.run(
            interaction,
            NOWHERE,
            open_table,
            game.lobbies,
            title,
            seats=seats,
            robots=robots,
            variant=variant,
            name=name,
            place=place,
            pace=pace,
            language=language,
        )

    @new.autocomplete("variant")
    async def new_variant(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        request = await read_request(interaction, game.services.tables)
        return variant_choices(getattr(interaction.namespace, "title", None), current, request.language)


def why_nobody(member: object) -> Refusal | None:
    """Why this is no person who could take a seat; Discord may not say who somebody is."""
    if not isinstance(member, discord.User | discord.Member):
        return Refusal("refuse.not_member")
    return Refusal("refuse.invited_bot") if member.bot else None


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
