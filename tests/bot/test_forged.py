"""Ids that no page of ours carries: met with a kind sentence, never with an error, and without any effect."""

from contextlib import suppress

import pytest
import simcord

from bot.errors import Refusal
from bot.games.metro.taps import ANSWERS as METRO
from bot.games.tickets.taps import ANSWERS as TICKETS
from bot.interactions.components import Tap
from bot.interactions.responder import Reader
from bot.store.rows import UserSettings
from rules.errors import RulesError
from tests.bot.conftest import Clock
from tests.bot.town import Town

VALUES = (
    *("", "x", "-1", "9" * 64, "٣", "²", "yes.x", "yes.²", "yes.-1", "x.1", "usa." + "9" * 60, "pace=x", "x=y", "="),
    *("seats=" + "9" * 50, "~xx", "+", "*", "C4.x.0", "Z9.abcd.90", "open.x", "hidden.-5", "-1-red", "٣-red"),
    *("red2+loco1", "red99+red1", "red١", "none", "x" * 64),
)
ENDING = ("leave", "cancel", "start", "stop")
"""Verbs after which there would be nothing left to forge."""


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


def reader(town: Town, user: int) -> Reader:
    return Reader(
        user=user,
        name="Ada",
        guild=town.guild.id,
        channel=town.channel.id,
        language="pl",
        guild_language="en",
        settings=UserSettings(),
        is_moderator=False,
        is_manager=False,
    )


async def answered(town: Town, user: int, tap: Tap) -> None:
    """Whatever else than a refusal is raised would be told as a fault of ours."""
    with suppress(Refusal, RulesError):
        await town.bot.router._work(tap, is_private=True)(reader(town, user))


async def tapped_everything(town: Town, table_id: int) -> None:
    router, host = town.bot.router, town.people[0].id
    router.services.allowance._count = 10**6
    verbs = dict.fromkeys((*router._public, *router._private, *TICKETS, *METRO, "nonsense"))
    for verb in verbs:
        if verb in ENDING:
            continue
        for value in VALUES:
            for user, number, decision in (
                (host, table_id, None),
                (host, table_id, 10**9 - 1),
                (5, table_id, 0),
                (5, 0, None),
            ):
                tap = Tap(table_id=number, decision=decision, verb=verb, values=(value,) if value else ())
                await answered(town, user, tap)


@pytest.mark.parametrize("title", ["world", "metro"])
async def test_a_forged_tap_at_a_running_game_does_nothing(town: Town, title: str) -> None:
    game = await town.begin(title)
    await tapped_everything(town, game)
    assert await town.bot.store.last_seq(game) == 0


async def test_a_forged_tap_at_a_lobby_is_refused(town: Town) -> None:
    await town.people[0].slash(town.channel, "game new", title="metro", seats=4)
    table = await town.bot.store.table_in(town.channel.id)
    assert table is not None
    await tapped_everything(town, table.id)


async def test_who_invites_nobody_is_asked_again(town: Town) -> None:
    """A menu of members lists bots too; they are left out of what is chosen."""
    await town.people[0].slash(town.channel, "game new", title="usa", seats=4)
    table = await town.bot.store.table_in(town.channel.id)
    assert table is not None
    tap = Tap(table_id=table.id, decision=None, verb="member_invite", values=())
    parcel = await town.bot.router._work(tap, is_private=True)(reader(town, town.people[0].id))
    assert parcel.rows
    assert parcel == town.bot.router.lobbies.ask_whom(reader(town, town.people[0].id), table.id)
