"""A game that nobody will finish is stopped: together, or by whoever has nobody to ask. Nothing hidden comes out."""

import re
from collections.abc import Callable
from typing import Any

import discord
import pytest
import simcord

from bot.client import Semafor
from bot.errors import Refusal
from bot.store.timers import LogPacked, ThreadPutAway
from tests.bot.conftest import Clock
from tests.bot.tapping import Tapper
from tests.bot.town import Town


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env, people=3)


def moderator(town: Town) -> Any:
    role = town.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    return town.guild.add_member(town.env.create_user("mod"), roles=[role])


async def stage(town: Town, table_id: int) -> str:
    table = await town.bot.store.table(table_id)
    assert table is not None
    return table.stage


def ids(message: Any) -> list[str]:
    """Of a private answer, or of a message in the channel."""
    rows = message.components
    if rows and not isinstance(rows[0], dict):
        rows = [row.to_dict() for row in rows]
    return [part["custom_id"] for row in rows for part in row["components"]]


def marks(proposal: Any) -> set[str]:
    return set(proposal.content.splitlines()[-1].split(" · "))


def proposals(town: Town) -> list[Any]:
    return [message for message in town.channel.history() if "proposes to stop" in message.content]


async def leave_server(town: Town, person: Any) -> None:
    await town.bot.http.kick(person.id, town.guild.id)


async def test_everybody_agrees_and_the_game_is_stopped(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 5)
    ada, bo, cyd = town.people
    asked = await ada.slash(town.channel, "game cancel")
    assert re.search("Asked: (bo, cyd|cyd, bo)", asked.response.content)
    (post,) = proposals(town)
    assert {user.id for user in post.mentions} == {bo.id, cyd.id}
    assert marks(post) == {"ada ✓", "bo …", "cyd …"}
    noted = await bo.click(post, custom_id=ids(post)[0])
    assert "Still asked: cyd" in noted.response.content
    assert marks(proposals(town)[0]) == {"ada ✓", "bo ✓", "cyd …"}
    last = await cyd.slash(town.channel, "game vote", answer="yes")
    assert "is stopped" in last.response.content
    assert await stage(town, game) == "closed"
    assert "Agreed" in proposals(town)[0].content
    assert "stopped unfinished" in town.channel.last_message.content
    assert not any(ids(message) for message in town.channel.history())
    assert await town.bot.store.items(game) == []


async def test_a_stopped_game_is_forgotten_and_shows_nothing_more(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 5)
    ada, bo, cyd = town.people
    panel = (await ada.slash(town.channel, "play")).response
    await ada.slash(town.channel, "game cancel")
    for person in (bo, cyd):
        await person.slash(town.channel, "game vote", answer="yes")
    assert "No games yet" in (await ada.slash(town.channel, "games")).response.content
    for command in ("hand", "board", "log", "play", "game status"):
        result = await ada.slash(town.channel, command, game=f"#{game}")
        assert "stopped unfinished" in result.response.content, command
        assert not result.response.attachments
    assert not (await ada.autocomplete(town.channel, "hand", "game", ""))
    hand = next(own for own in ids(panel) if own.startswith("sm:"))
    assert "stopped unfinished" in (await ada.click(panel, custom_id=hand)).response.content
    for person in town.people:
        (hand,) = town.users[person.id].dm_channel.history()
        assert "stopped unfinished" in hand.content
        assert "Hand" not in hand.content
        assert not hand.attachments
        assert not hand.components
    with pytest.raises(Refusal):
        await town.bot.tables.record(game)
    opened = await bo.slash(town.channel, "game new", title="usa", place="here")
    assert "is open" in opened.response.content


async def test_one_no_ends_the_proposal_and_the_game_goes_on(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, cyd = town.people
    await ada.slash(town.channel, "game cancel")
    (post,) = proposals(town)
    _, keep = ids(post)
    kept = await bo.click(post, custom_id=keep)
    assert "goes on" in kept.response.content
    assert "Not everybody agrees" in proposals(town)[0].content
    assert "no open vote" in (await cyd.slash(town.channel, "game vote", answer="yes")).response.content
    assert await stage(town, game) == "running"
    await ada.slash(town.channel, "game cancel")
    assert len(proposals(town)) == 2
    assert [len(ids(one)) for one in proposals(town)] == [0, 2]
    assert await town.play_by_commands(game, 4) == 4


async def test_a_button_of_an_older_vote_answers_nothing(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, _ = town.people
    await ada.slash(town.channel, "game cancel")
    first = await town.bot.store.vote(game)
    assert first is not None
    votes = town.bot.router.lobbies.votes.votes
    await votes.answer(game, bo.id, False, first.id)
    await votes.propose(game, ada.id, [ada.id, bo.id])
    with pytest.raises(Refusal):
        await votes.answer(game, bo.id, True, first.id)
    assert await stage(town, game) == "running"


async def test_whoever_plays_may_propose(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, cyd = town.people
    asked = await bo.slash(town.channel, "game cancel")
    assert "bo" not in asked.response.content
    (post,) = proposals(town)
    assert {user.id for user in post.mentions} == {ada.id, cyd.id}
    for person in (ada, cyd):
        await person.click(post, custom_id=ids(post)[0])
    assert await stage(town, game) == "closed"


async def test_others_neither_propose_nor_vote(town: Town) -> None:
    game = await town.begin("usa")
    ada, _, _ = town.people
    eve = town.guild.add_member(town.env.create_user("eve"))
    assert "Only the host" in (await eve.slash(town.channel, "game cancel")).response.content
    await ada.slash(town.channel, "game cancel")
    post = proposals(town)[0]
    result = await eve.click(post, custom_id=ids(post)[0])
    assert "not asked" in result.response.content
    assert await stage(town, game) == "running"


async def test_a_moderator_without_a_seat_stops_at_once_after_a_question(town: Town) -> None:
    game = await town.begin("usa")
    mod = moderator(town)
    sure = await mod.slash(town.channel, "game cancel")
    assert sure.ephemeral
    assert await stage(town, game) == "running"
    stop, keep = ids(sure.response)
    assert "goes on" in (await mod.click(sure.response, custom_id=keep)).response.content
    again = (await mod.slash(town.channel, "game cancel")).response
    assert "is stopped" in (await mod.click(again, custom_id=stop)).response.content
    assert await stage(town, game) == "closed"
    assert not proposals(town)
    assert "stopped unfinished" in town.channel.last_message.content


async def test_a_moderator_ends_a_vote_that_nobody_answers(town: Town) -> None:
    game = await town.begin("usa")
    await town.people[0].slash(town.channel, "game cancel")
    mod = moderator(town)
    sure = (await mod.slash(town.channel, "game cancel")).response
    await mod.click(sure, custom_id=ids(sure)[0])
    assert await stage(town, game) == "closed"
    assert not any(ids(message) for message in town.channel.history())


async def test_a_host_alone_with_robots_is_only_asked_for_sure(town: Town) -> None:
    ada = town.people[0]
    town.people = [ada]
    game = await town.begin("usa", robots=2)
    sure = (await ada.slash(town.channel, "game cancel")).response
    await ada.click(sure, custom_id=ids(sure)[0])
    assert await stage(town, game) == "closed"
    assert await town.bot.store.items(game) == []


async def test_whoever_has_left_the_server_is_not_asked(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, cyd = town.people
    await leave_server(town, cyd)
    asked = await ada.slash(town.channel, "game cancel")
    assert "Asked: bo." in asked.response.content
    assert "not asked: cyd" in asked.response.content
    assert "cyd" not in proposals(town)[0].content
    await bo.slash(town.channel, "game vote", answer="yes")
    assert await stage(town, game) == "closed"


async def test_a_vote_does_not_wait_for_somebody_who_leaves_during_it(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, cyd = town.people
    await ada.slash(town.channel, "game cancel")
    await bo.slash(town.channel, "game vote", answer="yes")
    await leave_server(town, cyd)
    again = await ada.slash(town.channel, "game cancel")
    assert "is stopped" in again.response.content
    assert await stage(town, game) == "closed"


async def test_a_vote_outlives_a_restart(town: Town, make_bot: Callable[[], Semafor]) -> None:
    game = await town.begin("usa")
    ada, bo, cyd = town.people
    await ada.slash(town.channel, "game cancel")
    (post,) = proposals(town)
    for person in (bo, cyd):
        await town.bot.finish()
        await town.env.restart_bot(make_bot())
        await person.click(post, custom_id=ids(post)[0])
    assert await stage(town, game) == "closed"
    assert len(proposals(town)) == 1


async def test_a_game_that_ends_first_ends_its_vote(town: Town) -> None:
    ada, bo, _ = town.people
    town.people = [ada, bo]
    game = await town.begin("metro")
    await ada.slash(town.channel, "game cancel")
    await town.play_by_commands(game)
    assert await stage(town, game) == "over"
    assert "come to its end" in proposals(town)[0].content
    assert not ids(proposals(town)[0])
    assert "no open vote" in (await bo.slash(town.channel, "game vote", answer="yes")).response.content
    assert await stage(town, game) == "over"


async def test_a_game_can_be_played_on_while_its_vote_is_open(town: Town) -> None:
    game = await town.begin("usa")
    await town.people[0].slash(town.channel, "game cancel")
    assert await town.play_by_commands(game, 8) == 8
    assert await Tapper(town, game).live_post()


async def test_what_waited_to_be_told_gives_way_to_the_end(town: Town, caplog: pytest.LogCaptureFixture) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 4)
    town.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await town.play_by_commands(game, 2)
    ada, bo, cyd = town.people
    await ada.slash(town.channel, "game cancel")
    for person in (bo, cyd):
        await person.slash(town.channel, "game vote", answer="yes")
    assert await town.bot.store.items(game) == []
    assert "stopped unfinished" in town.channel.last_message.content
    assert not any(ids(message) for message in town.channel.history())
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_quiet_table_is_stopped_without_a_trace_of_its_ping(town: Town) -> None:
    ada, bo, _ = town.people
    town.people = [ada, bo]
    await ada.slash(town.channel, "game new", title="usa", seats=2)
    await ada.slash(town.channel, "game options", option="posts", value="quiet")
    await bo.slash(town.channel, "game join")
    await ada.slash(town.channel, "game start")
    await town.play_by_commands(1, 6)
    await ada.slash(town.channel, "game cancel")
    await bo.slash(town.channel, "game vote", answer="yes")
    assert "stopped unfinished" in town.channel.last_message.content
    assert not any(ids(message) for message in town.channel.history())
    assert not any("your turn · USA" in message.content and message.mentions for message in town.channel.history()[1:])


async def test_the_thread_of_a_stopped_game_is_put_away_too(town: Town) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="usa", seats=2, robots=1, place="thread")
    (thread,) = town.channel.threads
    sure = (await ada.slash(thread, "game cancel")).response
    await ada.click(sure, custom_id=ids(sure)[0])
    assert [row.timer for row in await town.bot.store.timers(1)] == [ThreadPutAway(), LogPacked()]
    for _ in range(5):
        await town.env.advance_time(6 * 3600)
    now = await town.bot.fetch_channel(thread.id)
    assert isinstance(now, discord.Thread)
    assert now.archived


async def test_a_thread_in_which_another_table_was_opened_is_not_put_away(town: Town) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="usa", seats=2, robots=1, place="thread")
    (thread,) = town.channel.threads
    sure = (await ada.slash(thread, "game cancel")).response
    await ada.click(sure, custom_id=ids(sure)[0])
    await ada.slash(thread, "game new", title="usa", seats=2, robots=1, place="here")
    for _ in range(5):
        await town.env.advance_time(6 * 3600)
    now = await town.bot.fetch_channel(thread.id)
    assert isinstance(now, discord.Thread)
    assert not now.archived
    assert not await town.bot.store.timers(1)
