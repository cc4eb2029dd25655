"""Troubles that pass: each costs a moment, never a post, a ping, a seat's DMs, a move or a stray thread."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import client, members
from bot.health import Health
from bot.local.driver import Driver
from bot.local.world.permissions import Permission
from bot.outbox.worker import OutboxWorker
from data.texts import text
from tests.wire.station import PATIENCE, PLACE, Station, ok, rings, station_at
from tests.wire.test_faults import CALLBACKS, POSTS, a_turn, one_new_post, two_cards

THREADS = "/channels/*/threads"


@pytest.fixture
async def hasty(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Station]:
    """A station whose bot waits for each request no longer than a second."""
    monkeypatch.setattr(client, "LONGEST_REQUEST", 1.0)
    async with station_at(folder) as station:
        yield station


# Stray answers


@pytest.mark.parametrize(("status", "code"), [(404, 0), (404, 10003), (404, 10008), (403, 0), (403, 40333), (401, 0)])
@pytest.mark.parametrize("posts", ["normal", "quiet"])
async def test_a_stray_refusal_loses_neither_post_nor_ping(
    station: Station, status: int, code: int, posts: str
) -> None:
    ada, bo = station.people
    await ok(await ada.slash(PLACE, "game new", title="usa", seats=2))
    await ok(await ada.slash(PLACE, "game options", option="posts", value=posts))
    await ok(await bo.slash(PLACE, "game join"))
    await ok(await ada.slash(PLACE, "game start"))
    for person in (ada, bo):
        await ok(await person.slash(PLACE, "tickets keep", keep="A B"))
    await station.told()
    (person,) = await station.asked(1)
    following = next(each for each in station.people if each is not person)
    before = {message.id for message in following.pings()}
    method, path = ("POST", POSTS) if posts == "normal" else ("PATCH", POSTS + "/*")
    here = path.replace("*", str(station.bench.channel(PLACE).id), 1)
    station.bench.faults.refuse(method, here, status, code)
    await two_cards(person)
    await station.told()
    assert len([message for message in following.pings() if message.id not in before]) == 1
    table = await station.bot.store.table(1)
    assert table is not None
    assert table.blocked is None
    assert all(seat.dm == "open" for seat in await station.bot.store.seats(1))


async def test_a_channel_is_gone_when_discord_says_so_twice(station: Station) -> None:
    game, person, _ = await a_turn(station)
    here = station.bench.channel(PLACE).id
    station.bench.faults.refuse("POST", f"/channels/{here}/messages", 404, 10003, times=2)
    station.bench.faults.refuse("GET", f"/channels/{here}", 404, 10003)
    await two_cards(person)
    await station.calm()
    table = await station.bot.store.table(game)
    assert table is not None
    assert table.blocked == "gone"


# Requests that hang


def dm_of(station: Station, person: Driver) -> int:
    channel = station.discord.world.dm_between(person.id, station.discord.world.bot_id)
    assert channel is not None
    return channel.id


async def nothing_left_to_tell(station: Station) -> None:
    """Unlike `told`, whatever still waits for an answer of Discord."""
    async with asyncio.timeout(PATIENCE):
        while await station.bot.store.tables_with_items():
            await asyncio.sleep(0.02)


async def test_a_hanging_dm_does_not_hold_up_the_post(station: Station) -> None:
    _, person, following = await a_turn(station)
    posts = station.bench.public(PLACE)
    paths = [f"/channels/{dm_of(station, each)}/messages/*" for each in station.people]
    hanging = [station.bench.faults.hang("PATCH", path, after=False) for path in paths]
    await two_cards(person)
    await station.bench.until(lambda: len(station.bench.public(PLACE)) > len(posts))
    for each in hanging:
        each.set()
    await one_new_post(station, len(posts), following, rings(posts)[following.id])
    assert "your turn" in following.dms()[-1].content


@pytest.mark.parametrize("has_arrived", [False, True])
async def test_a_hanging_post_holds_up_no_dm(station: Station, has_arrived: bool) -> None:
    _, person, following = await a_turn(station)
    posts = station.bench.public(PLACE)
    here = station.bench.channel(PLACE).id
    hanging = station.bench.faults.hang("POST", f"/channels/{here}/messages", after=has_arrived)
    await two_cards(person)
    await station.bench.until(lambda: "your turn" in following.dms()[-1].content)
    hanging.set()
    await one_new_post(station, len(posts), following, rings(posts)[following.id])


@pytest.mark.parametrize("has_arrived", [False, True])
async def test_a_post_that_hangs_too_long_is_sent_again_and_comes_once(hasty: Station, has_arrived: bool) -> None:
    _, person, following = await a_turn(hasty)
    posts = hasty.bench.public(PLACE)
    here = hasty.bench.channel(PLACE).id
    hanging = hasty.bench.faults.hang("POST", f"/channels/{here}/messages", after=has_arrived)
    await two_cards(person)
    await nothing_left_to_tell(hasty)
    assert len(hasty.bench.public(PLACE)) == len(posts) + 1
    hanging.set()
    await one_new_post(hasty, len(posts), following, rings(posts)[following.id])


async def test_a_dm_that_hangs_too_long_is_sent_again(hasty: Station) -> None:
    _, person, following = await a_turn(hasty)
    hanging = hasty.bench.faults.hang("PATCH", f"/channels/{dm_of(hasty, following)}/messages/*", after=False)
    await two_cards(person)
    await nothing_left_to_tell(hasty)
    assert "your turn" in following.dms()[-1].content
    hanging.set()
    await hasty.told()
    assert "your turn" in following.dms()[-1].content


async def test_a_rate_limit_of_all_met_while_somebody_is_asked_about_passes(
    station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "PATIENCE", 0.1)
    monkeypatch.setattr(members, "KNOWN_FOR", 0.0)
    _, person, following = await a_turn(station)
    posts = station.bench.public(PLACE)
    station.bench.faults.rate_limit("GET", "/guilds/*/members/*", retry_after=0.5, is_global=True)
    await two_cards(person)
    await one_new_post(station, len(posts), following, rings(posts)[following.id])


# Acknowledgements


@pytest.mark.parametrize("status", [500, 502, 503])
@pytest.mark.parametrize("times", [1, 2])
async def test_an_acknowledgement_that_failed_after_its_effect_unmakes_no_move(
    station: Station, status: int, times: int
) -> None:
    game, person, following = await a_turn(station)
    posts = station.bench.public(PLACE)
    station.bench.faults.server_error("POST", CALLBACKS, status=status, times=times, after=True)
    await two_cards(person)
    await one_new_post(station, len(posts), following, rings(posts)[following.id])
    assert (await station.asked(game)) == [following]


async def test_a_click_delivered_twice_to_a_slow_discord_acts_once(station: Station) -> None:
    game, person, _ = await a_turn(station)
    before = (await station.snapshot(game)).seq
    station.bench.faults.duplicate_next_interaction = True
    station.bench.faults.slow("POST", CALLBACKS, 1.2, times=2)
    await ok(await person.slash(PLACE, "draw", card="blind"))
    await station.calm()
    assert (await station.snapshot(game)).seq == before + 1


# Threads


def threads_at(station: Station) -> list[Any]:
    here = station.bench.channel(PLACE).id
    return [each for each in station.discord.world.channels.values() if each.is_thread and each.parent_id == here]


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (403, 50013, text("permission.create_public_threads", "en")),
        (400, 160006, text("refuse.threads_full", "en")),
        (404, 10003, text("refuse.channel_gone", "en")),
        (503, 0, text("refuse.thread_later", "en")),
        (400, 99999, text("refuse.thread_later", "en")),
    ],
)
async def test_a_refused_thread_is_said_kindly(
    station: Station, caplog: pytest.LogCaptureFixture, status: int, code: int, words: str
) -> None:
    ada = station.people[0]
    station.bench.faults.add("POST", THREADS, status=status, code=code)
    refused = await (await ok(await ada.slash(PLACE, "game new", title="usa", place="thread"))).settled()
    assert words in refused.content
    assert "Traceback" not in caplog.text
    assert threads_at(station) == []
    assert await station.bot.store.tables_of(ada.id) == []


@pytest.mark.parametrize("how", ["500", "502", "503", "drop", "reset"])
async def test_a_thread_that_was_opened_in_spite_of_a_bad_answer_is_the_tables_own(station: Station, how: str) -> None:
    ada = station.people[0]
    faults = station.bench.faults
    if how.isdecimal():
        faults.server_error("POST", THREADS, status=int(how), after=True)
    else:
        getattr(faults, how)("POST", THREADS, after=True)
    opened = await (await ok(await ada.slash(PLACE, "game new", title="usa", place="thread"))).settled()
    assert "is open" in opened.content
    await station.told()
    (table,) = await station.bot.store.tables_of(ada.id)
    assert [each.id for each in threads_at(station) if not each.archived] == [table.channel]
    assert table.owns_thread


@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_table_that_can_not_be_kept_leaves_no_thread_behind(
    station: Station, monkeypatch: pytest.MonkeyPatch, may_delete: bool
) -> None:
    if not may_delete:
        station.bench.forbid(PLACE, Permission.MANAGE_THREADS)

    async def full(*_: object, **__: object) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    ada = station.people[0]
    monkeypatch.setattr(station.bot.store, "add_table", full)
    refused = await (await ok(await ada.slash(PLACE, "game new", title="usa", place="thread"))).settled()
    assert "Nothing has changed" in refused.content
    assert [each for each in threads_at(station) if not each.archived] == []


# Health


async def test_health_is_a_connection_a_write_and_an_outbox(
    station: Station, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "alive"
    health = Health(file)

    async def is_well() -> bool:
        file.unlink(missing_ok=True)
        await health.look(file)
        return file.exists()

    assert not await is_well()
    health.watch(station.bot)
    assert await is_well()

    real, save = OutboxWorker.is_stuck, station.bot.store.save_fact

    async def stuck(_: OutboxWorker) -> bool:
        return True

    async def full(*_: str) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(OutboxWorker, "is_stuck", stuck)
    assert not await is_well()
    monkeypatch.setattr(OutboxWorker, "is_stuck", real)
    monkeypatch.setattr(station.bot.store, "save_fact", full)
    assert not await is_well()
    monkeypatch.setattr(station.bot.store, "save_fact", save)
    assert await is_well()

    await station.bench.invalidate_session()
    await station.bench.until(lambda: any(shard.is_closed() for shard in station.bot.shards.values()))
    assert not await is_well()
    async with asyncio.timeout(60):
        while not await is_well():
            await asyncio.sleep(0.05)
    await station.bot.close()
    assert not await is_well()


async def test_a_health_file_that_can_not_be_written_ends_nothing(station: Station, tmp_path: Path) -> None:
    health = Health(tmp_path / "no" / "such" / "folder")
    health.watch(station.bot)
    assert health.file is not None
    await health.look(health.file)
    assert not health.file.exists()
