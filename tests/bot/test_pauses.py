"""A table's clocks are stopped and go on: at once by its host, together by the others; a move is always welcome."""

from collections.abc import Callable
from typing import Any

import pytest
import simcord

from bot.client import Semafor
from bot.store.timers import ClockRang
from tests.bot.conftest import Clock
from tests.bot.test_leaving import advance, button, newcomer, verbs
from tests.bot.test_votes import ids
from tests.bot.town import Town


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env, people=3)


async def paused(town: Town, table_id: int) -> float | None:
    table = await town.bot.store.table(table_id)
    assert table is not None
    return table.paused


async def clocks(town: Town, table_id: int) -> list[float]:
    return [row.due for row in await town.bot.store.timers(table_id) if isinstance(row.timer, ClockRang)]


def posts(town: Town, words: str) -> list[Any]:
    return [message for message in town.channel.history() if words in message.content]


async def test_the_host_stops_the_clocks_and_they_go_on_where_they_stood(town: Town) -> None:
    game = await town.begin("usa", pace="brisk")
    await town.play_by_commands(game, 3)
    ada = town.people[0]
    (due,) = await clocks(town, game)
    begun = town.bot.tables.now()
    done = (await ada.slash(town.channel, "game pause")).response
    assert "stand still" in done.content
    assert await clocks(town, game) == []
    (line,) = posts(town, "clocks stand still")
    assert not line.mentions
    await advance(town, 10 * 86400)
    assert not posts(town, "has been waiting")
    for command in ("game status", "games"):
        assert "pause" in (await ada.slash(town.channel, command)).response.content.casefold(), command
    await ada.slash(town.channel, "game resume")
    (later,) = await clocks(town, game)
    assert abs(later - due - (town.bot.tables.now() - begun)) < 60
    assert len(posts(town, "go on where they stood")) == 1
    assert await paused(town, game) is None


async def test_moves_are_welcome_and_start_no_clock(town: Town) -> None:
    game = await town.begin("usa", pace="daily")
    await town.play_by_commands(game, 3)
    await town.people[0].slash(town.channel, "game pause")
    assert await town.play_by_commands(game, 4) == 4
    assert await paused(town, game) is not None
    assert await clocks(town, game) == []
    await town.people[0].slash(town.channel, "game resume")
    assert await clocks(town, game)


async def test_others_stop_and_start_them_together(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, cyd = town.people
    asked = (await bo.slash(town.channel, "game pause")).response
    assert "Your proposal is open" in asked.content
    post = posts(town, "proposes to stop the clocks")[0]
    assert {user.id for user in post.mentions} == {ada.id, cyd.id}
    await cyd.click(post, custom_id=button(post, "vote", f"yes.{(await vote(town, game)).id}"))
    assert await paused(town, game) is None
    last = (await ada.slash(town.channel, "game vote", answer="yes")).response
    assert "the clocks stand still" in last.content
    assert await paused(town, game) is not None
    await cyd.slash(town.channel, "game resume")
    await bo.slash(town.channel, "game vote", answer="no")
    assert await paused(town, game) is not None
    await cyd.slash(town.channel, "game resume")
    for person in (ada, bo):
        await person.slash(town.channel, "game vote", answer="yes")
    assert await paused(town, game) is None
    log = (await bo.slash(town.channel, "log")).response.content
    assert "bo proposes to stop the clocks" in log
    assert "The table stops its clocks" in log
    assert "The table lets its clocks go on" in log


async def vote(town: Town, table_id: int) -> Any:
    found = await town.bot.store.vote(table_id)
    assert found is not None
    return found


async def test_a_host_who_stops_them_ends_the_vote_about_it(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, _ = town.people
    await bo.slash(town.channel, "game pause")
    await ada.slash(town.channel, "game pause")
    assert await paused(town, game) is not None
    assert (await vote(town, game)).result == "lapsed"
    assert not any("vote" in verbs(message) for message in town.channel.history())


async def test_what_is_so_already_and_who_has_no_seat(town: Town) -> None:
    game = await town.begin("usa")
    ada = town.people[0]
    assert "running" in (await ada.slash(town.channel, "game resume")).response.content
    await ada.slash(town.channel, "game pause")
    assert "already" in (await ada.slash(town.channel, "game pause")).response.content
    assert "no seat" in (await newcomer(town).slash(town.channel, "game resume")).response.content
    assert len([row for row in await town.bot.store.audit(game) if row.what == "paused"]) == 1


async def test_the_status_page_has_the_buttons(town: Town) -> None:
    game = await town.begin("usa")
    ada = town.people[0]
    page = (await ada.slash(town.channel, "game status")).response
    assert {"pause", "resign", "cancel"} <= {own.split(":")[3] for own in ids(page)}
    await ada.click(page, custom_id=button(page, "pause"))
    assert await paused(town, game) is not None
    page = (await ada.slash(town.channel, "game status")).response
    await ada.click(page, custom_id=button(page, "resume"))
    assert await paused(town, game) is None


async def test_a_pause_outlives_a_restart(town: Town, make_bot: Callable[[], Semafor]) -> None:
    game = await town.begin("usa", pace="brisk")
    await town.play_by_commands(game, 3)
    await town.people[0].slash(town.channel, "game pause")
    since = await paused(town, game)
    await town.bot.finish()
    await town.env.restart_bot(make_bot())
    await advance(town, 3 * 86400)
    assert await paused(town, game) == since
    assert await clocks(town, game) == []
    await town.people[0].slash(town.channel, "game resume")
    (due,) = await clocks(town, game)
    assert due > town.bot.tables.now()
