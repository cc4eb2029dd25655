"""What the local Discord keeps in memory stays small, however long it runs; what it has put away is still there."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.local.driver import Bench, Driver
from bot.local.gateway import RESUMABLE_FOR
from bot.local.rate_limits import MOST_BUCKETS, Limit, RateLimits
from bot.local.server import LocalDiscord
from bot.local.world import limits
from bot.local.world.conversations import AT_HAND
from bot.local.world.model import Message, Upload
from tests.local.conftest import running
from tests.local.sample_bot import SampleBot, png

MANY = 3 * AT_HAND


@pytest.fixture
async def talk(local: LocalDiscord) -> list[Message]:
    return await long_talk(local)


async def long_talk(local: LocalDiscord) -> list[Message]:
    """Many messages in one channel, saved like every request's; the first has a picture."""
    bench = Bench(local)
    ada, trains = bench.person("ada").person, bench.channel("trains")
    said = [ada.say(trains, "first", files=[Upload(index=0, filename="a.png", content=png())])]
    for number in range(1, MANY):
        said.append(ada.say(trains, f"word {number}"))
        if number % 20 == 0:
            await local.store.save(local.world)
    await local.store.save(local.world)
    return said


@pytest.fixture
async def web() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def pages(web: aiohttp.ClientSession, local: LocalDiscord, channel: int) -> list[str]:
    """Every message that the page shows to somebody who scrolls back to the beginning, oldest first."""
    found: list[Any] = []
    more = True
    while more:
        asked = {"user": "ada", "channel": str(channel)} | ({"before": found[0]["id"]} if found else {})
        async with web.get(f"{local.url}/page/messages", params=asked) as response:
            page = await response.json()
        found, more = page["messages"] + found, page["more"]
    return [each["id"] for each in found]


async def test_only_the_newest_messages_stay_in_memory(local: LocalDiscord, talk: list[Message]) -> None:
    channel = talk[0].channel_id
    assert [each.id for each in local.world.messages.at_hand(channel)] == [each.id for each in talk[-AT_HAND:]]


async def test_whoever_scrolls_back_sees_everything(
    local: LocalDiscord, talk: list[Message], web: aiohttp.ClientSession
) -> None:
    assert await pages(web, local, talk[0].channel_id) == [str(each.id) for each in talk]


async def test_a_restart_shows_the_same_conversation(tmp_path: Path, web: aiohttp.ClientSession) -> None:
    async with LocalDiscord(tmp_path / "discord.db", port=0) as first:
        talk = await long_talk(first)
    async with LocalDiscord(tmp_path / "discord.db", port=0) as second:
        assert len(second.world.messages.at_hand(talk[0].channel_id)) == AT_HAND
        assert await pages(web, second, talk[0].channel_id) == [str(each.id) for each in talk]
        assert second.world.ids.next() > talk[-1].id


async def test_a_file_of_an_older_form_is_read(tmp_path: Path, web: aiohttp.ClientSession) -> None:
    path = tmp_path / "discord.db"
    async with LocalDiscord(path, port=0) as first:
        talk = await long_talk(first)
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO things SELECT 'message', id, body FROM messages")
        db.execute("DROP TABLE messages")
    db.close()
    async with LocalDiscord(path, port=0) as second:
        assert await pages(web, second, talk[0].channel_id) == [str(each.id) for each in talk]


async def test_the_bot_reads_history_past_what_is_in_memory(bot: SampleBot, talk: list[Message]) -> None:
    channel = bot.get_channel(talk[0].channel_id)
    assert isinstance(channel, discord.TextChannel)
    ids = [each.id for each in talk]
    assert [each.id async for each in channel.history(limit=None)] == ids[::-1]
    assert [each.id async for each in channel.history(limit=150, oldest_first=True)] == ids[:150]
    middle = discord.Object(ids[50])
    assert [each.id async for each in channel.history(limit=3, after=middle)] == ids[51:54]
    assert [each.id async for each in channel.history(limit=3, before=middle)] == ids[47:50][::-1]
    around = [each.id async for each in channel.history(limit=5, around=middle)]
    assert sorted(around) == ids[48:53]


async def test_an_old_message_can_be_changed_and_is_put_away_again(local: LocalDiscord, talk: list[Message]) -> None:
    bench = Bench(local)
    ada, bo, first = bench.person("ada"), bench.person("bo"), talk[0]
    old = local.world.message(first.channel_id, first.id)
    bo.person.react(old, "👍")
    assert [each.id for each in ada.sees("trains")] == [each.id for each in talk]
    await local.store.save(local.world)
    assert len(local.world.messages.at_hand(first.channel_id)) == AT_HAND
    assert local.world.message(first.channel_id, first.id).reactions == {"👍": [bo.id]}
    answer = bo.person.say(bench.channel("trains"), "I saw that", reply_to=first.id)
    assert bo.person.message_shown(answer)["referenced_message"]["content"] == "first"


async def test_a_deleted_old_message_is_gone_at_once_and_for_good(local: LocalDiscord, talk: list[Message]) -> None:
    ada = Bench(local).person("ada")
    ada.person.delete(local.world.message(talk[0].channel_id, talk[0].id))
    rest = [each.id for each in talk[1:]]
    assert [each.id for each in ada.sees("trains")] == rest
    assert local.world.messages.get(talk[0].channel_id, talk[0].id) is None
    await local.store.save(local.world)
    assert [each.id for each in ada.sees("trains")] == rest
    assert await local.store.file(local.world, talk[0].attachments[0].id) is None


async def test_the_picture_of_an_old_message_is_served(
    local: LocalDiscord, talk: list[Message], web: aiohttp.ClientSession
) -> None:
    channel, picture = talk[0].channel_id, talk[0].attachments[0]
    async with web.get(f"{local.url}/attachments/{channel}/{picture.id}/a.png") as response:
        assert (response.status, response.content_type, await response.read()) == (200, "image/png", png())
    async with web.get(f"{local.url}/attachments/{channel}/{talk[1].id}/a.png") as response:
        assert response.status == 404


async def test_a_deleted_channel_takes_everything_with_it(local: LocalDiscord, talk: list[Message]) -> None:
    Bench(local).delete_channel("trains")
    await local.store.save(local.world)
    assert not [*local.world.messages.backwards(talk[0].channel_id)]
    async with local.store.connection.execute("SELECT COUNT(*) FROM files") as rows:
        assert await rows.fetchone() == (0,)


async def test_nonces_are_forgotten_when_they_run_out(bench: Bench, bot: SampleBot) -> None:
    channel = bot.get_channel(bench.channel("trains").id)
    assert isinstance(channel, discord.TextChannel)
    for number in range(3):
        await channel.send("again", nonce=str(number))
    await bench.advance(limits.NONCE_LIVES + 1)
    await channel.send("again", nonce="last")
    assert [nonce for _, nonce in bench.world.nonces] == ["last"]


async def test_a_search_for_choices_is_forgotten_soon_and_a_command_when_its_token_runs_out(bench: Bench) -> None:
    ada: Driver = bench.person("ada")
    await ada.autocomplete("trains", "game new", "title", "us")
    used = await ada.slash("trains", "hand")
    await bench.advance(limits.ACKNOWLEDGE_WITHIN + 1)
    assert [*bench.world.interactions] == [used.interaction.id]
    await bench.advance(limits.TOKEN_LIVES)
    assert not bench.world.interactions
    assert not bench.world.by_token


def test_buckets_whose_window_is_over_are_forgotten() -> None:
    now = 0.0
    rates = RateLimits(lambda: now)
    for number in range(5 * MOST_BUCKETS):
        now += 0.1
        assert rates.take("PATCH", f"token {number}", Limit(5, 2.0), counts_globally=False).retry_after is None
    assert len(rates._buckets) <= MOST_BUCKETS


def test_a_bucket_that_is_used_up_is_not_forgotten() -> None:
    rates = RateLimits(lambda: 1.0)
    for number in range(2 * MOST_BUCKETS):
        rates.take("PATCH", str(number), Limit(1, 2.0), counts_globally=False)
    assert rates.take("PATCH", "0", Limit(1, 2.0), counts_globally=False).retry_after


async def test_a_session_that_nobody_resumes_is_forgotten(local: LocalDiscord) -> None:
    async with running(SampleBot(), local):
        await local.advance(RESUMABLE_FOR + 1)
        assert len(local.gateway.sessions) == 1
    await local.look_at_the_clock()
    await local.advance(RESUMABLE_FOR + 1)
    assert not local.gateway.sessions


async def test_what_a_session_remembers_is_text(bench: Bench) -> None:
    await bench.person("ada").slash("trains", "hand")
    (session,) = bench.discord.gateway.sessions.values()
    numbers = [number for number, _ in session.sent]
    assert numbers == list(range(1, session.sequence + 1))
    assert json.loads(session.sent[-1][1])["s"] == session.sequence


async def test_all_who_wait_for_a_save_share_the_next_one(local: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, trains = Bench(local).person("ada").person, Bench(local).channel("trains")
    written: list[int] = []
    write = local.store._write

    async def counted(things: Any, *more: Any) -> None:
        written.append(sum(isinstance(each, Message) for each in things.values()))
        await write(things, *more)

    monkeypatch.setattr(local.store, "_write", counted)

    async def request(number: int) -> None:
        said = ada.say(trains, f"word {number}")
        await local.store.save(local.world)
        with sqlite3.connect(local.store._path) as db:
            assert db.execute("SELECT COUNT(*) FROM messages WHERE id = ?", (said.id,)).fetchone() == (1,)
        db.close()

    first = asyncio.create_task(request(0))
    while not written:
        await asyncio.sleep(0)
    await asyncio.gather(first, *(request(number) for number in range(1, 50)))
    assert written == [1, 49]
