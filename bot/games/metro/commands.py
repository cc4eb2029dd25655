"""Metro's slash commands: a typed twin for everything that can be tapped."""

from discord import app_commands
from discord.app_commands import Range

from bot.games.face import Play
from bot.games.metro import typed
from bot.text.slash import Interaction, Tree, about, choices, for_moves, options

Typed = Range[str, 0, 100]


def add_metro_commands(tree: Tree, play: Play) -> None:
    group = for_moves(app_commands.Group(name="metro", description=about("metro")))
    add_tile_commands(group, play)
    add_other_commands(group, play)
    tree.add_command(group)


def add_tile_commands(group: app_commands.Group, play: Play) -> None:
    @group.command(name="place", description=about("metro place"))
    @app_commands.describe(**options("square", "turn", "tile", "game"))
    async def place(
        interaction: Interaction,
        square: Typed,
        turn: Range[int, 0, 270] | None = None,
        tile: Typed | None = None,
        game: Typed | None = None,
    ) -> None:
        await play.make(interaction, typed.parse_place, square, turn, tile, game=game)

    @group.command(name="draw", description=about("metro draw"))
    @app_commands.describe(**options("game"))
    async def draw(interaction: Interaction, game: Typed | None = None) -> None:
        await play.make(interaction, typed.parse_draw_tile, game=game)

    place.autocomplete("game")(play.games)
    draw.autocomplete("game")(play.games)
    for option in ("square", "tile"):
        place.autocomplete(option)(play.completing(option))


def add_other_commands(group: app_commands.Group, play: Play) -> None:
    @group.command(name="share", description=about("metro share"))
    @app_commands.describe(**options("give", "take", "game"))
    @app_commands.choices(take=choices("take", ("open", "hidden")))
    async def share(interaction: Interaction, give: Typed, take: str, game: Typed | None = None) -> None:
        await play.make(interaction, typed.parse_share, give, take, page="share", game=game)

    @group.command(name="train", description=about("metro train"))
    @app_commands.describe(**options("space", "share", "game"))
    async def train(
        interaction: Interaction, space: Typed, share: Typed | None = None, game: Typed | None = None
    ) -> None:
        await play.make(interaction, typed.parse_train, space, share, page="train", game=game)

    share.autocomplete("game")(play.games)
    train.autocomplete("game")(play.games)
    share.autocomplete("give")(play.completing("give"))
    for option in ("space", "share"):
        train.autocomplete(option)(play.completing(option))
