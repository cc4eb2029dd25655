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
from bot.interactions.router import Router
from bot.outbox.post import Post
from bot.tables.snapshot import GameSnapshot
from bot.text.slash import about, choices, options

Tree = app_commands.CommandTree[Any]
Typed = Range[str, 0, 100]
TURNS = ("0", "90", "180", "270")


class PlayCommands:
    """What all of them share: which table is meant, who asks, what is offered while typing."""

    def __init__(self, router: Router) -> None:
        self.router = router

    async def make(
        self,
        interaction: Interaction,
        parse: Callable[[GameSnapshot, str], Tapped],
        page: str = "home",
        game: str | None = None,
    ) -> None:
        async def run(reader: Reader) -> Post:
            table = await self.router.services.table_meant(reader, game)
            return await self.router.panel.command(
                reader, table.id, lambda snapshot: parse(snapshot, reader.language), page
            )

        await answer(interaction, self.router.services.tables, run)

    def completing(self, option: str) -> Any:
        async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
            return await self.router.suggestions(interaction, option, current)

        return complete


def add_play_commands(tree: Tree, router: Router, game: app_commands.Group) -> None:
    shared = PlayCommands(router)
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
    return parse_move(snapshot.view, legal(snapshot), move, language=language, names=snapshot.names)


def add_pass(game: app_commands.Group, shared: PlayCommands) -> None:
    @game.command(name="pass", description=about("game pass"))
    async def pass_(interaction: Interaction) -> None:
        await shared.make(interaction, lambda snapshot, _: parsing.parse_pass(snapshot.view, legal(snapshot)))


def add_draw(tree: Tree, shared: PlayCommands) -> None:
    @tree.command(name="draw", description=about("draw"))
    @app_commands.describe(**options("card", "second", "refill"))
    @app_commands.guild_only()
    async def draw(
        interaction: Interaction, card: Typed | None = None, second: Typed | None = None, refill: Typed | None = None
    ) -> None:
        def parse(snapshot: GameSnapshot, language: str) -> Tapped:
            return parsing.parse_draw(snapshot.view, legal(snapshot), card, second, refill, language=language)

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
        def parse(snapshot: GameSnapshot, language: str) -> Tapped:
            return parsing.parse_claim(
                snapshot.view, legal(snapshot), route, pay, passenger1, passenger2, language=language
            )

        await shared.make(interaction, parse)

    for option in ("route", "pay", "passenger1", "passenger2"):
        claim.autocomplete(option)(shared.completing(option))


def tickets_group(shared: PlayCommands) -> app_commands.Group:
    group = app_commands.Group(name="tickets", description=about("tickets"), guild_only=True)

    @group.command(name="draw", description=about("tickets draw"))
    @app_commands.describe(**options("long"))
    async def draw(interaction: Interaction, long: Range[int, 0, 4] | None = None) -> None:
        await shared.make(
            interaction, lambda snapshot, _: parsing.parse_ticket_draw(snapshot.view, legal(snapshot), long), "tickets"
        )

    @group.command(name="keep", description=about("tickets keep"))
    @app_commands.describe(**options("keep"))
    async def keep(interaction: Interaction, keep: Typed) -> None:
        def parse(snapshot: GameSnapshot, language: str) -> Tapped:
            return parsing.parse_ticket_keep(snapshot.view, legal(snapshot), keep, language=language)

        await shared.make(interaction, parse)

    keep.autocomplete("keep")(shared.completing("keep"))
    return group


def fleet_group(shared: PlayCommands) -> app_commands.Group:
    group = app_commands.Group(name="fleet", description=about("fleet"), guild_only=True)

    @group.command(name="pieces", description=about("fleet pieces"))
    @app_commands.describe(**options("wagons"))
    async def pieces(interaction: Interaction, wagons: Range[int, 10, 25]) -> None:
        await shared.make(interaction, lambda snapshot, _: parsing.parse_pieces(snapshot.view, legal(snapshot), wagons))

    @group.command(name="exchange", description=about("fleet exchange"))
    @app_commands.describe(**options("direction", "count"))
    @app_commands.choices(direction=choices("direction", ("ships", "wagons")))
    async def exchange(interaction: Interaction, direction: str, count: Range[int, 1, 25]) -> None:
        def parse(snapshot: GameSnapshot, language: str) -> Tapped:
            return parsing.parse_exchange(snapshot.view, legal(snapshot), direction, count, language=language)

        await shared.make(interaction, parse, "exchange")

    @group.command(name="harbour", description=about("fleet harbour"))
    @app_commands.describe(**options("city", "pay"))
    async def harbour(interaction: Interaction, city: Typed, pay: Typed | None = None) -> None:
        def parse(snapshot: GameSnapshot, language: str) -> Tapped:
            return parsing.parse_harbour(snapshot.view, legal(snapshot), city, pay, language=language)

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
        def parse(snapshot: GameSnapshot, _: str) -> Tapped:
            return metro_parsing.parse_place(snapshot.view, legal(snapshot), square, turn, tile)

        await shared.make(interaction, parse)

    @group.command(name="draw", description=about("metro draw"))
    async def draw(interaction: Interaction) -> None:
        await shared.make(
            interaction, lambda snapshot, _: metro_parsing.parse_draw_tile(snapshot.view, legal(snapshot))
        )

    @group.command(name="share", description=about("metro share"))
    @app_commands.describe(**options("give", "take"))
    @app_commands.choices(take=choices("take", ("open", "hidden")))
    async def share(interaction: Interaction, give: Typed, take: str) -> None:
        def parse(snapshot: GameSnapshot, language: str) -> Tapped:
            return metro_parsing.parse_share(snapshot.view, legal(snapshot), give, take, language=language)

        await shared.make(interaction, parse, "share")

    @group.command(name="train", description=about("metro train"))
    @app_commands.describe(**options("space", "share"))
    async def train(interaction: Interaction, space: Typed, share: Typed | None = None) -> None:
        def parse(snapshot: GameSnapshot, language: str) -> Tapped:
            return metro_parsing.parse_train(snapshot.view, legal(snapshot), space, share, language=language)

        await shared.make(interaction, parse, "train")

    for command, names in ((place, ("square", "tile")), (share, ("give",)), (train, ("space", "share"))):
        for option in names:
            command.autocomplete(option)(shared.completing(option))
    return group


def legal(snapshot: GameSnapshot) -> Any:
    assert snapshot.legal is not None
    return snapshot.legal
