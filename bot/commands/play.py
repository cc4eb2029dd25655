"""Commands for playing: a typed twin for everything that can be tapped. `commands_parsing` knows what they mean."""

from collections.abc import Callable
from typing import Any

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.games.metro import typed as metro_parsing
from bot.games.page import Tapped
from bot.games.parsing import parse_move
from bot.games.tickets import typed as parsing
from bot.interactions.responder import Interaction, Reader, answer
from bot.interactions.router import Answers
from bot.outbox.post import Parcel
from bot.tables.writer import Seen
from bot.text.slash import about, choices, options

Tree = app_commands.CommandTree[Any]
Typed = Range[str, 0, 100]
TURNS = ("0", "90", "180", "270")


class PlayCommands:
    """What all of them share: which table is meant, who asks, what is offered while typing."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers

    async def make(
        self,
        interaction: Interaction,
        parse: Callable[[Seen, str], Tapped],
        page: str = "home",
        game: str | None = None,
    ) -> None:
        async def run(reader: Reader) -> Parcel:
            table = await self.answers.desk.table_meant(reader, game)
            return await self.answers.panel.command(reader, table.id, lambda seen: parse(seen, reader.language), page)

        await answer(interaction, self.answers.desk.store, run)

    def completing(self, option: str) -> Any:
        async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
            return await self.answers.suggestions(interaction, option, current)

        return complete


def add_play_commands(tree: Tree, answers: Answers, game: app_commands.Group) -> None:
    shared = PlayCommands(answers)
    add_play(tree, shared)
    add_pass(game, shared)
    add_draw(tree, shared)
    add_claim(tree, shared)
    tree.add_command(tickets_group(shared))
    tree.add_command(fleet_group(shared))
    tree.add_command(metro_group(shared))


def add_play(tree: Tree, shared: PlayCommands) -> None:
    @tree.command(name="play", description=about("play"))
    @app_commands.describe(**options("move", "game"))
    async def play(interaction: Interaction, move: Typed | None = None, game: Typed | None = None) -> None:
        async def run(reader: Reader) -> Parcel:
            table = await shared.answers.desk.table_meant(reader, game)
            if not move:
                return await shared.answers.panel.open(reader, table.id)
            return await shared.answers.panel.command(reader, table.id, lambda seen: moved(seen, move, reader.language))

        await answer(interaction, shared.answers.desk.store, run)

    play.autocomplete("move")(shared.completing("move"))

    @play.autocomplete("game")
    async def games(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await shared.answers.game_choices(interaction, current)


def moved(seen: Seen, move: str, language: str) -> Tapped:
    return parse_move(seen.view, legal(seen), move, language=language, names=seen.names)


def add_pass(game: app_commands.Group, shared: PlayCommands) -> None:
    @game.command(name="pass", description=about("game pass"))
    async def pass_(interaction: Interaction) -> None:
        await shared.make(interaction, lambda seen, _: parsing.parse_pass(seen.view, legal(seen)))


def add_draw(tree: Tree, shared: PlayCommands) -> None:
    @tree.command(name="draw", description=about("draw"))
    @app_commands.describe(**options("card", "second", "refill"))
    @app_commands.guild_only()
    async def draw(
        interaction: Interaction, card: Typed | None = None, second: Typed | None = None, refill: Typed | None = None
    ) -> None:
        def parse(seen: Seen, language: str) -> Tapped:
            return parsing.parse_draw(seen.view, legal(seen), card, second, refill, language=language)

        await shared.make(interaction, parse)

    for option in ("card", "second", "refill"):
        draw.autocomplete(option)(shared.completing(option))


def add_claim(tree: Tree, shared: PlayCommands) -> None:
    @tree.command(name="claim", description=about("claim"))
    @app_commands.describe(**options("route", "pay", "passenger1", "passenger2"))
    @app_commands.guild_only()
    async def claim(
        interaction: Interaction,
        route: Typed | None = None,
        pay: Typed | None = None,
        passenger1: Typed | None = None,
        passenger2: Typed | None = None,
    ) -> None:
        def parse(seen: Seen, language: str) -> Tapped:
            return parsing.parse_claim(seen.view, legal(seen), route, pay, passenger1, passenger2, language=language)

        await shared.make(interaction, parse)

    for option in ("route", "pay", "passenger1", "passenger2"):
        claim.autocomplete(option)(shared.completing(option))


def tickets_group(shared: PlayCommands) -> app_commands.Group:
    group = app_commands.Group(name="tickets", description=about("tickets"), guild_only=True)

    @group.command(name="draw", description=about("tickets draw"))
    @app_commands.describe(**options("long"))
    async def draw(interaction: Interaction, long: Range[int, 0, 4] | None = None) -> None:
        await shared.make(
            interaction, lambda seen, _: parsing.parse_ticket_draw(seen.view, legal(seen), long), "tickets"
        )

    @group.command(name="keep", description=about("tickets keep"))
    @app_commands.describe(**options("keep"))
    async def keep(interaction: Interaction, keep: Typed) -> None:
        def parse(seen: Seen, language: str) -> Tapped:
            return parsing.parse_ticket_keep(seen.view, legal(seen), keep, language=language)

        await shared.make(interaction, parse)

    keep.autocomplete("keep")(shared.completing("keep"))
    return group


def fleet_group(shared: PlayCommands) -> app_commands.Group:
    group = app_commands.Group(name="fleet", description=about("fleet"), guild_only=True)

    @group.command(name="pieces", description=about("fleet pieces"))
    @app_commands.describe(**options("wagons"))
    async def pieces(interaction: Interaction, wagons: Range[int, 10, 25]) -> None:
        await shared.make(interaction, lambda seen, _: parsing.parse_pieces(seen.view, legal(seen), wagons))

    @group.command(name="exchange", description=about("fleet exchange"))
    @app_commands.describe(**options("direction", "count"))
    @app_commands.choices(direction=choices("direction", ("ships", "wagons")))
    async def exchange(interaction: Interaction, direction: str, count: Range[int, 1, 25]) -> None:
        def parse(seen: Seen, language: str) -> Tapped:
            return parsing.parse_exchange(seen.view, legal(seen), direction, count, language=language)

        await shared.make(interaction, parse, "exchange")

    @group.command(name="harbour", description=about("fleet harbour"))
    @app_commands.describe(**options("city", "pay"))
    async def harbour(interaction: Interaction, city: Typed, pay: Typed | None = None) -> None:
        def parse(seen: Seen, language: str) -> Tapped:
            return parsing.parse_harbour(seen.view, legal(seen), city, pay, language=language)

        await shared.make(interaction, parse, "harbour")

    harbour.autocomplete("city")(shared.completing("city"))
    harbour.autocomplete("pay")(shared.completing("pay"))
    return group


def metro_group(shared: PlayCommands) -> app_commands.Group:
    group = app_commands.Group(name="metro", description=about("metro"), guild_only=True)

    @group.command(name="place", description=about("metro place"))
    @app_commands.describe(**options("square", "turn", "tile"))
    async def place(
        interaction: Interaction, square: Typed, turn: Range[int, 0, 270] | None = None, tile: Typed | None = None
    ) -> None:
        def parse(seen: Seen, _: str) -> Tapped:
            return metro_parsing.parse_place(seen.view, legal(seen), square, turn, tile)

        await shared.make(interaction, parse)

    @group.command(name="draw", description=about("metro draw"))
    async def draw(interaction: Interaction) -> None:
        await shared.make(interaction, lambda seen, _: metro_parsing.parse_draw_tile(seen.view, legal(seen)))

    @group.command(name="share", description=about("metro share"))
    @app_commands.describe(**options("give", "take"))
    @app_commands.choices(take=choices("take", ("open", "hidden")))
    async def share(interaction: Interaction, give: Typed, take: str) -> None:
        def parse(seen: Seen, language: str) -> Tapped:
            return metro_parsing.parse_share(seen.view, legal(seen), give, take, language=language)

        await shared.make(interaction, parse, "share")

    @group.command(name="train", description=about("metro train"))
    @app_commands.describe(**options("space", "share"))
    async def train(interaction: Interaction, space: Typed, share: Typed | None = None) -> None:
        def parse(seen: Seen, language: str) -> Tapped:
            return metro_parsing.parse_train(seen.view, legal(seen), space, share, language=language)

        await shared.make(interaction, parse, "train")

    for command, names in ((place, ("square", "tile")), (share, ("give",)), (train, ("space", "share"))):
        for option in names:
            command.autocomplete(option)(shared.completing(option))
    return group


def legal(seen: Seen) -> Any:
    assert seen.legal is not None
    return seen.legal
