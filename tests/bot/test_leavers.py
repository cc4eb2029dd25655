"""A player leaves the server in mid-game: it goes on, the table knows, and coming back is enough to play."""

import asyncio
from typing import Any

import discord
import pytest
import simcord

from tests.bot.conftest import Clock
from tests.bot.tapping import Tapper
from tests.bot.town import Town


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


async def leave_server(town: Town, person: Any) -> None:
    await town.bot.http.kick(person.id, town.guild.id)
    await town.env.advance_time(3601)


def come_back(town: Town, person: Any) -> Any:
    back = town.guild.add_member(town.users[person.id])
    town.by_id[back.id] = back
    town.people = [town.by_id[one.id] for one in town.people]
    return back


def notes(town: Town) -> list[Any]:
    return [message for message in town.channel.history() if "No longer on this server" in message.content]


async def a_turn(town: Town, title: str = "usa") -> tuple[int, Any, Any]:
    """A game in mid-play: its number, whose turn it is, who comes next."""
    game = await town.begin(title)
    await town.play_by_commands(game, 2 if title == "usa" else 1)
    (person,) = await town.asked(game)
    return game, person, next(one for one in town.people if one is not person)


async def play_turn(town: Town, table_id: int, person: Any) -> None:
    while person in await town.asked(table_id):
        await town.type_move(table_id, person)


@pytest.mark.parametrize("title", ["usa", "metro"])
async def test_the_table_is_told_once_and_nobody_is_rung(town: Town, title: str) -> None:
    game, person, leaver = await a_turn(town, title)
    await leave_server(town, leaver)
    await play_turn(town, game, person)
    (note,) = notes(town)
    assert leaver.name in note.content
    assert "/game cancel" in note.content
    assert not note.mentions
    post = await Tapper(town, game).live_post()
    assert post.content.startswith(f"{leaver.name}, your turn")
    assert not post.mentions
    assert post.attachments
    assert await town.bot.store.items(game) == []


async def test_whoever_stays_still_sees_everything(town: Town) -> None:
    game, person, leaver = await a_turn(town)
    await leave_server(town, leaver)
    await play_turn(town, game, person)
    for command, words in (
        ("game status", leaver.name),
        ("games", leaver.name),
        ("log", leaver.name),
        ("hand", "Hand"),
    ):
        result = await person.slash(town.channel, command)
        assert words in result.response.content, command
    assert (await person.slash(town.channel, "board")).response.attachments


async def test_a_dm_that_no_longer_arrives_stops_nothing(town: Town) -> None:
    game, person, leaver = await a_turn(town)
    await leave_server(town, leaver)
    for path in ("/users/@me/channels", "/channels/*/messages/*"):
        method = "POST" if path.startswith("/users") else "PATCH"
        town.env.inject_error(method, path, status=403, code=50278, times=1)
    await play_turn(town, game, person)
    assert await town.bot.store.items(game) == []
    assert len(notes(town)) == 1


async def test_coming_back_is_enough_to_play_on(town: Town) -> None:
    game, person, leaver = await a_turn(town)
    await leave_server(town, leaver)
    await play_turn(town, game, person)
    back = come_back(town, leaver)
    await town.env.advance_time(60)
    post = await Tapper(town, game).live_post()
    panel = await back.click(post, custom_id=f"sm:{game}:-:play")
    assert "Hand" in panel.response.content or "hand" in panel.response.content
    await play_turn(town, game, back)
    await play_turn(town, game, person)
    assert [user.id for user in (await Tapper(town, game).live_post()).mentions] == [leaver.id]
    assert len(notes(town)) == 1


async def test_somebody_who_leaves_in_their_own_turn_is_noticed_after_a_while(town: Town) -> None:
    game, leaver, _ = await a_turn(town)
    await leave_server(town, leaver)
    assert not notes(town)
    for _ in range(8):
        await town.env.advance_time(6 * 3600)
    assert len(notes(town)) == 1
    assert await town.bot.store.items(game) == []


async def test_a_quiet_game_whose_players_are_all_there_is_left_alone(town: Town) -> None:
    game = await town.begin("usa", pace="none")
    await town.play_by_commands(game, 2)
    before = len(town.channel.history())
    for _ in range(8):
        await town.env.advance_time(6 * 3600)
    assert len(town.channel.history()) == before


async def test_a_finished_game_names_those_who_left(town: Town) -> None:
    game = await town.begin("metro")
    leaver = town.people[1]
    await leave_server(town, leaver)
    while asked := await town.asked(game):
        snapshot = await town.bot.tables.snapshot(game, asked[0].id)
        await town.bot.tables.play(game, asked[0].id, await town.wish(game, asked[0]), snapshot.decision)
        await town.bot.tables.finish()
    assert town.bot.app is not None
    while telling := set(town.bot.app.outbox._tasks.values()):
        await asyncio.wait(telling)
    assert await town.bot.store.items(game) == []
    assert leaver.name in town.channel.last_message.content


async def test_a_host_stops_a_game_that_waits_for_somebody_gone(town: Town) -> None:
    game, person, leaver = await a_turn(town)
    await leave_server(town, leaver)
    await play_turn(town, game, person)
    role = town.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    mod = town.guild.add_member(town.env.create_user("mod"), roles=[role])
    table = await town.bot.store.table(game)
    assert table is not None
    who = person if table.host == person.id else mod
    sure = (await who.slash(town.channel, "game cancel")).response
    stop = sure.components[0]["components"][0]["custom_id"]
    assert "is stopped" in (await who.click(sure, custom_id=stop)).response.content
