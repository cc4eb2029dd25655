"""The slash commands of the ticket games: a typed twin for everything that can be tapped."""

from discord import app_commands
from discord.app_commands import Range

from bot.games.face import Play
from bot.games.tickets import typed
from bot.text.slash import Interaction, Tree, about, choices, for_moves, options

Typed = Range[str, 0, 100]


def add_ticket_commands(tree: Tree, game_group: app_commands.Group, play: Play) -> None:
    add_pass(game_group, play)
    add_draw(tree, play)
    add_claim(tree, play)
    tree.add_command(tickets_group(play))
    tree.add_command(fleet_group(play))


def add_pass(game_group: app_commands.Group, play: Play) -> None:
    @game_group.command(name="pass", description=about("game pass"))
    @app_commands.describe(**options("game"))
    async def pass_(interaction: Interaction, game: Typed | None = None) -> None:
        await play.make(interaction, typed.parse_pass, game=game)

    pass_.autocomplete("game")(play.games)


def add_draw(tree: Tree, play: Play) -> None:
    @tree.command(name="draw", description=about("draw"))
    @app_commands.describe(**options("card", "second", "refill", "game"))
    @for_moves
    async def draw(
        interaction: Interaction,
        card: Typed | None = None,
        second: Typed | None = None,
        refill: Typed | None = None,
        game: Typed | None = None,
    ) -> None:
        await play.make(interaction, typed.parse_draw, card, second, refill, game=game)

    draw.autocomplete("game")(play.games)

    for option in ("card", "second", "refill"):
        draw.autocomplete(option)(play.completing(option))


def add_claim(tree: Tree, play: Play) -> None:
    @tree.command(name="claim", description=about("claim"))
    @app_commands.describe(**options("route", "pay", "passenger1", "passenger2", "game"))
    @for_moves
    async def claim(
        interaction: Interaction,
        route: Typed | None = None,
        pay: Typed | None = None,
        passenger1: Typed | None = None,
        passenger2: Typed | None = None,
        game: Typed | None = None,
    ) -> None:
        await play.make(interaction, typed.parse_claim, route, pay, passenger1, passenger2, game=game)

    claim.autocomplete("game")(play.games)

    for option in ("route", "pay", "passenger1", "passenger2"):
        claim.autocomplete(option)(play.completing(option))


def tickets_group(play: Play) -> app_commands.Group:
    group = for_moves(app_commands.Group(name="tickets", description=about("tickets")))

    @group.command(name="draw", description=about("tickets draw"))
    @app_commands.describe(**options("long", "game"))
    async def draw(interaction: Interaction, long: Range[int, 0, 4] | None = None, game: Typed | None = None) -> None:
        await play.make(interaction, typed.parse_ticket_draw, long, page="tickets", game=game)

    @group.command(name="keep", description=about("tickets keep"))
    @app_commands.describe(**options("keep", "game"))
    async def keep(interaction: Interaction, keep: Typed, game: Typed | None = None) -> None:
        await play.make(interaction, typed.parse_ticket_keep, keep, game=game)

    draw.autocomplete("game")(play.games)
    keep.autocomplete("game")(play.games)
    keep.autocomplete("keep")(play.completing("keep"))
    return group


def fleet_group(play: Play) -> app_commands.Group:
    group = for_moves(app_commands.Group(name="fleet", description=about("fleet")))

    @group.command(name="pieces", description=about("fleet pieces"))
    @app_commands.describe(**options("wagons", "game"))
    async def pieces(interaction: Interaction, wagons: Range[int, 10, 25], game: Typed | None = None) -> None:
        await play.make(interaction, typed.parse_pieces, wagons, game=game)

    @group.command(name="exchange", description=about("fleet exchange"))
    @app_commands.describe(**options("direction", "count", "game"))
    @app_commands.choices(direction=choices("direction", ("ships", "wagons")))
    async def exchange(
        interaction: Interaction, direction: str, count: Range[int, 1, 25], game: Typed | None = None
    ) -> None:
        await play.make(interaction, typed.parse_exchange, direction, count, page="exchange", game=game)

    @group.command(name="harbour", description=about("fleet harbour"))
    @app_commands.describe(**options("city", "pay", "game"))
    async def harbour(
        interaction: Interaction, city: Typed, pay: Typed | None = None, game: Typed | None = None
    ) -> None:
        await play.make(interaction, typed.parse_harbour, city, pay, page="harbour", game=game)

    pieces.autocomplete("game")(play.games)
    exchange.autocomplete("game")(play.games)
    harbour.autocomplete("game")(play.games)
    harbour.autocomplete("city")(play.completing("city"))
    harbour.autocomplete("pay")(play.completing("pay"))
    return group
