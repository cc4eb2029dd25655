"""Ids that no page of ours carries: met with a kind sentence, never with an error, and without any effect."""

from contextlib import suppress

import pytest
import simcord

from bot.errors import Refusal
from bot.games.metro.taps import ANSWERS as METRO
from bot.games.tickets.taps import ANSWERS as TICKETS
from bot.interactions.components import Tap
from rules.errors import RulesError
from tests.bot.conftest import Clock
from tests.bot.requests import request_of
from tests.bot.town import Town

VALUES = (
    *("", "x", "-1", "9" * 64, "٣", "²", "yes.x", "yes.²", "yes.-1", "x.1", "usa." + "9" * 60, "pace=x", "x=y", "="),
    *("seats=" + "9" * 50, "~xx", "+", "*", "C4.x.0", "Z9.abcd.90", "open.x", "hidden.-5", "-1-red", "٣-red"),
    *("red2+loco1", "red99+red1", "red١", "none", "x" * 64),
)
ENDING = ("leave", "cancel", "start", "stop", "new", "play_now")
"""Verbs after which there would be nothing left to forge, and those that open another table."""


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


async def answered(town: Town, user: int, tap: Tap) -> None:
    """Whatever else than a refusal is raised would be told as a fault of ours."""
    with suppress(Refusal, RulesError):
        await town.bot.router.handle(request_of(town, user, tap, language="pl"))


async def tapped_everything(town: Town, table_id: int) -> None:
    router, host = town.bot.router, town.people[0].id
    router.services.allowance._count = 10**6
    verbs = dict.fromkeys((*router.routes, *TICKETS, *METRO, "nonsense"))
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
    request = request_of(town, town.people[0].id, tap)
    post = await town.bot.router.handle(request)
    assert post.rows
    assert post == await town.bot.router.lobbies.ask_whom(request)
