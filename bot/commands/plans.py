"""/plan: one's next turn, prepared."""

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.commands.show import own_games
from bot.interactions.router import Router
from bot.interactions.services import meant
from bot.text.slash import Autocomplete, Interaction, Tree, about, options

Typed = Range[str, 0, 100]


def add_plan_commands(tree: Tree, router: Router) -> None:
    group = app_commands.Group(name="plan", description=about("plan"))

    @group.command(name="set", description=about("plan set"))
    @app_commands.describe(**options("first", "then", "stop", "game"), last=options("finally")["finally"])
    @app_commands.rename(last="finally")
    async def set_plan(
        interaction: Interaction,
        first: Typed,
        then: Typed | None = None,
        last: Typed | None = None,
        stop: Typed | None = None,
        game: Typed | None = None,
    ) -> None:
        await router.run(interaction, meant(game), router.plans.set, (first, then, last), (stop,))

    @group.command(name="show", description=about("plan show"))
    @app_commands.describe(**options("game"))
    async def show(interaction: Interaction, game: Typed | None = None) -> None:
        await router.run(interaction, meant(game), router.plans.show)

    @group.command(name="clear", description=about("plan clear"))
    @app_commands.describe(**options("game"))
    async def clear(interaction: Interaction, game: Typed | None = None) -> None:
        await router.run(interaction, meant(game), router.plans.clear)

    for option in ("first", "then", "last", "stop"):
        set_plan.autocomplete(option)(wishes(router, is_wish=option != "stop"))
    set_plan.autocomplete("game")(own_games(router))
    show.autocomplete("game")(own_games(router))
    clear.autocomplete("game")(own_games(router))
    tree.add_command(group)


def wishes(router: Router, *, is_wish: bool) -> Autocomplete:
    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        return await router.suggestions.plans(interaction, current, is_wish=is_wish)

    return complete
