"""Metro's slash commands: a typed twin for everything that can be tapped."""

from discord import app_commands
from discord.app_commands import Range

from bot.games.face import Play
from bot.games.metro import typed
from bot.text.slash import Interaction, Tree, about, choices, options

Typed = Range[str, 0, 100]


def add_metro_commands(tree: Tree, play: Play) -> None:
    group = app_commands.Group(name="metro", description=about("metro"), guild_only=True)
    add_tile_commands(group, play)
    add_other_commands(group, play)
    tree.add_command(group)


def add_tile_commands(group: app_commands.Group, play: Play) -> None:
    @group.command(name="place", description=about("metro place"))
    @app_commands.describe(**options("square", "turn", "tile"))
    async def place(
        interaction: Interaction, square: Typed, turn: Range[int, 0, 270] | None = None, tile: Typed | None = None
    ) -> None:
        await play.make(interaction, typed.parse_place, square, turn, tile)

    @group.command(name="draw", description=about("metro draw"))
    async def draw(interaction: Interaction) -> None:
        await play.make(interaction, typed.parse_draw_tile)

    for option in ("square", "tile"):
        place.autocomplete(option)(play.completing(option))


def add_other_commands(group: app_commands.Group, play: Play) -> None:
    @group.command(name="share", description=about("metro share"))
    @app_commands.describe(**options("give", "take"))
    @app_commands.choices(take=choices("take", ("open", "hidden")))
    async def share(interaction: Interaction, give: Typed, take: str) -> None:
        await play.make(interaction, typed.parse_share, give, take, page="share")

    @group.command(name="train", description=about("metro train"))
    @app_commands.describe(**options("space", "share"))
    async def train(interaction: Interaction, space: Typed, share: Typed | None = None) -> None:
        await play.make(interaction, typed.parse_train, space, share, page="train")

    share.autocomplete("give")(play.completing("give"))
    for option in ("space", "share"):
        train.autocomplete(option)(play.completing(option))
