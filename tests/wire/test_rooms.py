"""A server's games room: a forum in which each table is a post with tags."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local.driver import Driver, words
from bot.local.world.model import Channel
from bot.local.world.permissions import Permission
from tests.wire.station import PATIENCE, Station, ok, station_at, verbs

ALL_TAGS = [f"tag {number}" for number in range(20)]


@pytest.fixture
async def station(tmp_path: Path) -> AsyncIterator[Station]:
    async with station_at(tmp_path) as opened:
        yield opened


async def named(station: Station, *tags: str, needs_tag: bool = False, is_at_home: bool = True) -> Channel:
    """A forum that the server's owner has named as the games room; `is_at_home`: where the bot may do all it could."""
    forum = station.bench.add_forum("games", *tags, needs_tag=needs_tag)
    if is_at_home:
        station.bench.permit(forum, Permission.MANAGE_CHANNELS | Permission.MANAGE_THREADS)
    answer = await ok(await station.people[0].slash("trains", "settings server", option="room", value="games"))
    assert f"<#{forum.id}>" in words(answer.message)
    return forum


async def opened(station: Station, **options: object) -> Channel:
    """The post of a new table of Lantern Isle for two."""
    before = len(station.bench.posts_in("games"))
    host = station.people[0]
    answer = await ok(await host.slash("trains", "game new", title="lantern", seats=2, **options))
    await station.told()
    *_, post = station.bench.posts_in("games")
    assert len(station.bench.posts_in("games")) == before + 1
    assert str(post.id) in words(answer.message)
    return post


async def play_on(station: Station, table_id: int, place: Channel) -> None:
    while asked := await station.asked(table_id):
        await station.type_move(table_id, asked[0], place)


def lobby_of(station: Station, post: Channel) -> str:
    """What the message says with which the post begins."""
    return words(station.bench.world.message(post.id, post.id))


async def test_each_table_is_a_post_whose_tags_go_with_it_to_its_end(station: Station) -> None:
    ada, bo = station.people
    await named(station)
    post = await opened(station)
    assert post.name == "Lantern Isle · Ada"
    assert "lobby · host: Ada" in lobby_of(station, post)
    assert station.bench.tags_of(post) == ["Lantern Isle", "seats free"]
    await ok(await bo.click(station.bench.world.message(post.id, post.id), label="Join"))
    await station.told()
    assert station.bench.tags_of(post) == ["Lantern Isle"]
    await ok(await ada.slash(post, "game start"))
    await station.told()
    assert station.bench.tags_of(post) == ["Lantern Isle", "running"]
    table = await station.bot.store.table_in(post.id)
    assert table is not None
    await play_on(station, table.id, post)
    await station.told()
    assert station.bench.tags_of(post) == ["Lantern Isle", "over"]
    assert not post.archived
    assert "rematch" in verbs(station.bench.public(post)[-1])
    second = await opened(station)
    assert [tag.name for tag in station.bench.channel("games").tags] == [
        "Lantern Isle",
        "seats free",
        "running",
        "over",
    ]
    await ok(await ada.slash(second, "game cancel"))
    await station.told()
    assert station.bench.tags_of(second) == ["Lantern Isle", "over"]
    for ended in (table.id, table.id + 1):
        await station.bot.tables.put_thread_away(ended)
    await station.told()
    assert (post.archived, post.locked, second.archived, second.locked) == (True, True, True, True)


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_tags_that_are_there_are_used_in_any_language_and_others_stay(station: Station, language: str) -> None:
    await named(station, "Wyspa Latarń", "wolne miejsca", "friday")
    if language == "pl":
        await ok(await station.people[0].slash("trains", "settings server", option="language", value="pl"))
    post = await opened(station)
    assert station.bench.tags_of(post) == ["Wyspa Latarń", "wolne miejsca"]
    friday = next(tag for tag in station.bench.channel("games").tags if tag.name == "friday")
    post.applied = [*post.applied, friday.id]
    station.bench.world.put(post)
    station.bench.world.tell("THREAD_UPDATE", station.people[0].person.channel_shown(post), post)
    await ok(await station.people[1].slash(post, "game join"))
    await station.told()
    assert sorted(station.bench.tags_of(post)) == ["Wyspa Latarń", "friday"]


async def test_a_forum_without_room_for_tags_or_the_right_to_make_them_goes_without(station: Station) -> None:
    await named(station, *ALL_TAGS)
    assert station.bench.tags_of(await opened(station)) == []
    station.bench.delete_channel("games")
    await named(station, "seats free", is_at_home=False)
    assert station.bench.tags_of(await opened(station)) == ["seats free"]


async def test_a_forum_that_wants_a_tag_gets_one_that_is_there(station: Station) -> None:
    await named(station, "anything", needs_tag=True, is_at_home=False)
    assert station.bench.tags_of(await opened(station)) == ["anything"]


async def lacking(station: Station, host: Driver) -> str:
    answer = await ok(await host.slash("trains", "game new", title="lantern", seats=2))
    await station.told()
    return words(answer.message)


async def test_what_the_bot_lacks_is_said_with_what_it_is_for_and_a_thread_serves(station: Station) -> None:
    ada = station.people[0]
    forum = await named(station, is_at_home=False)
    station.bench.forbid("games", Permission.SEND_MESSAGES)
    said = await lacking(station, ada)
    assert "Send Messages (to post turns and call whoever is next)" in said
    assert not station.bench.posts_in("games")
    (thread,) = station.bench.posts_in("trains")
    assert "lobby" in words(station.bench.public(thread)[-1])
    page = await ok(await ada.slash("trains", "settings server"))
    assert "Manage Threads (to close the posts of games that are over)" in words(page.message)
    station.bench.allow_again(forum)
    assert await opened(station)


async def test_a_room_that_is_gone_is_missed_kindly(station: Station) -> None:
    await named(station)
    post = await opened(station)
    station.bench.delete_channel("games")
    async with asyncio.timeout(PATIENCE):
        while await station.bot.store.table_in(post.id) is not None:
            await asyncio.sleep(0.01)
    assert "The games room of this server is gone" in await lacking(station, station.people[0])
    assert len(station.bench.posts_in("trains")) == 1
    page = await ok(await station.people[0].slash("trains", "settings server"))
    assert "is gone" in words(page.message)
    page = await ok(await station.people[0].slash("trains", "settings server", option="room", value="none"))
    assert "is gone" not in words(page.message)
    refused = await ok(await station.people[0].slash("trains", "settings server", option="room", value="cellar"))
    assert "no forum called “cellar”" in words(refused.message)


async def test_a_game_that_is_full_at_once_begins_in_its_post(station: Station) -> None:
    await named(station)
    post = await opened(station, robots=1)
    assert lobby_of(station, post).endswith("has begun.")
    assert station.bench.tags_of(post) == ["Lantern Isle", "running"]
