"""The store and the conversation of every release: old games, panels, buttons and items under today's bot."""

import logging
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local.driver import Driver
from bot.local.server import LocalDiscord
from bot.local.world import components
from bot.local.world.model import Message
from bot.store.rows import TableRow
from data.languages import LANGUAGES
from data.texts import text
from tests.wire.released import GOLDEN, RELEASES, unpack
from tests.wire.station import Finger, Station, ok, rings, verbs

BLOCKED = "blocked"
BUGS = [text("refuse.bug", language, error="").strip(" .`") for language in LANGUAGES]


@pytest.fixture(params=RELEASES)
async def released(folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[Station]:
    """The bot comes back a minute after the release's last move."""
    unpack(GOLDEN / f"{request.param}.db.gz", folder / "semafor.db")
    unpack(GOLDEN / f"{request.param}.discord.db.gz", folder / "discord.db")
    (last,) = sqlite3.connect(folder / "semafor.db").execute("SELECT max(at) FROM actions").fetchone()
    discord = LocalDiscord(folder / "discord.db", port=0)
    discord.clock.ahead = last + 60.0 - time.time()
    async with discord:
        discord.point_discord_py_here()
        discord.api.limits.is_on = False
        station = Station(discord, folder / "semafor.db", people=4, now=discord.clock)
        await station.open()
        try:
            await station.calm()
            yield station
        finally:
            await station.close()


async def running(station: Station) -> list[TableRow]:
    return await station.bot.store.tables_at("running")


def newest_panel(person: Driver, channel: int) -> Message | None:
    """The last private message in which this person could tap something for a question."""
    own = [each for each in person.sees(channel) if each.is_ephemeral and any_question(each) is not None]
    return own[-1] if own else None


def any_question(message: Message) -> int | None:
    """The question that a panel's components answer."""
    ids = [each["custom_id"].split(":") for each in components.walk(message.components) if "custom_id" in each]
    return next((int(parts[2]) for parts in ids if len(parts) > 3 and parts[2].isdecimal()), None)


def is_kind(message: Message) -> bool:
    return not any(bug in message.content for bug in BUGS)


async def test_what_the_last_run_did_not_tell_is_told(released: Station) -> None:
    bench = released.bench
    waiting = {game for game, _ in await released.bot.store.tables_with_items()}
    here = await released.bot.store.table_in(bench.channel(BLOCKED).id)
    assert here is not None
    assert waiting == {here.id}
    assert "Cyd" in next(post.content for post in bench.public("lobby") if "join" in verbs(post))
    assert "vote" in verbs(bench.public("untold-vote")[-1])
    turn = await released.bot.store.table_in(bench.channel("untold-turn").id)
    assert turn is not None
    posts = bench.public("untold-turn")
    assert len({post.content for post in posts}) == len(posts)
    assert "play" in verbs(posts[-1])
    before = len(bench.public(BLOCKED))
    bench.allow_again(BLOCKED)
    await released.told()
    assert len(bench.public(BLOCKED)) > before
    assert sum(rings(bench.public(BLOCKED)[before:]).values()) >= 1


async def test_old_panels_go_on_at_their_drafts(released: Station, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever is asked taps on in the panel that an earlier release has made."""
    count = 0
    for table in await running(released):
        for person in await released.asked(table.id):
            snapshot = await released.snapshot(table.id, person)
            panel, finger = newest_panel(person, table.channel), Finger(released, table.id)
            if panel is None or any_question(panel) != snapshot.decision or not finger.is_asking(panel):
                continue
            draft = await released.bot.store.draft(table.id, snapshot.seat or 0, snapshot.decision)
            opened = (await ok(await person.slash(table.channel, "play"))).message
            assert is_kind(opened)
            assert await released.bot.store.draft(table.id, snapshot.seat or 0, snapshot.decision) == draft
            finger.panels[person.id] = panel
            result = await finger.tap(person)
            assert result.message.id == panel.id
            assert is_kind(result.message)
            assert text("refuse.stale", "en") not in result.message.content
            count += 1
    assert count >= 8
    assert [each.message for each in caplog.records if each.levelno >= logging.ERROR] == []


async def test_every_old_button_is_answered_kindly(released: Station, caplog: pytest.LogCaptureFixture) -> None:
    """Those on posts open what is asked now; those of settled questions change nothing."""
    people, count = released.people, 0
    for table in await running(released):
        before = (await released.snapshot(table.id)).seq
        posts = [post for post in released.bench.public(table.channel) if "play" in verbs(post)]
        for person in people[:2]:
            panels = [each for each in person.sees(table.channel) if each.is_ephemeral and any_question(each)]
            snapshot = await released.snapshot(table.id, person)
            stale = [each for each in panels if any_question(each) != snapshot.decision][-2:]
            for message in [*posts[-1:], *stale]:
                part = next(each for each in components.walk(message.components) if "custom_id" in each)
                if part["type"] == components.BUTTON and not part.get("disabled"):
                    assert is_kind((await ok(await person.click(message, custom_id=part["custom_id"]))).message)
                    count += 1
        assert (await released.snapshot(table.id)).seq == before
    assert count >= 20
    assert [each.message for each in caplog.records if each.levelno >= logging.ERROR] == []


async def test_an_old_lobby_can_be_joined_and_started(released: Station) -> None:
    *_, dora = released.people
    lobby = released.bench.public("lobby-metro")[-1]
    host_table = await released.bot.store.table_in(released.bench.channel("lobby-metro").id)
    assert host_table is not None
    await ok(await dora.click(lobby, custom_id=f"sm:{host_table.id}:-:start"))
    await released.calm()
    assert (await released.snapshot(host_table.id)).table.stage == "running"
    assert "play" in verbs(released.bench.public("lobby-metro")[-1])


async def test_an_open_vote_is_answered_by_its_old_buttons(released: Station) -> None:
    _, bo, cyd, _ = released.people
    post = released.bench.public("voting")[-1]
    yes = next(
        each["custom_id"] for each in components.walk(post.components) if ":vote:yes" in each.get("custom_id", "")
    )
    table = await released.bot.store.table_in(released.bench.channel("voting").id)
    assert table is not None
    for person in (bo, cyd):
        await ok(await person.click(post, custom_id=yes))
    after = await released.bot.store.table(table.id)
    assert after is not None
    assert after.stage == "closed"
