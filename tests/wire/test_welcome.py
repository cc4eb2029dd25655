"""A server that invites the bot is told once who this is, where it may be told, in its own language."""

import asyncio

import pytest

from bot.local.driver import words
from bot.local.world.model import Message
from bot.local.world.permissions import Permission
from bot.outbox.welcome import WANTED
from data.languages import LANGUAGES
from data.texts import text
from tests.wire.station import PATIENCE, Station, ok, verbs

LOCALES = {"en": "en-GB", "pl": "pl", "de": "de"}
ALL = ("welcome", "trains", "slow-line", "station-bar")


async def settle(station: Station) -> None:
    """Until the bot has taken in what it was told."""
    await station.bench.breathe()
    async with asyncio.timeout(PATIENCE):
        while not station.bot.is_ready() or await station.bot.tables.welcomes.due():
            await asyncio.sleep(0.01)
    await station.calm()


async def invite(station: Station) -> None:
    station.bench.remove_bot()
    await station.bench.breathe()
    station.bench.invite_bot()
    async with asyncio.timeout(PATIENCE):
        while station.bench.guild.id not in [guild.id for guild in station.bot.guilds]:
            await asyncio.sleep(0.01)
    await settle(station)


def told(station: Station, language: str = "en") -> list[Message]:
    """Every welcome, wherever it stands."""
    begin = text("welcome.first", language, titles="").split("{")[0][:20]
    return [each for place in ALL for each in station.bench.public(place) if each.content.startswith(begin)]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_server_is_welcomed_once_in_its_language_where_such_messages_go(
    station: Station, language: str
) -> None:
    room = station.bench.channel("station-bar").id
    station.bench.set_up_guild(locale=LOCALES[language], system_channel_id=room)
    await invite(station)
    (welcome,) = told(station, language)
    assert welcome.channel_id == room
    assert not welcome.pinged
    assert "</help:" in welcome.content
    assert "</settings server:" in welcome.content
    assert text("welcome.missing", language) not in welcome.content
    assert {"play_now", "new_table", "help"} == verbs(welcome)
    await invite(station)
    await station.restart()
    back = asyncio.create_task(station.bot.wait_for("resumed", timeout=PATIENCE))
    await asyncio.sleep(0)
    await station.bench.drop_socket()
    await back
    await settle(station)
    assert len(told(station, language)) == 1


async def test_its_buttons_lead_on_for_whoever_taps_them(station: Station) -> None:
    await invite(station)
    (welcome,) = told(station)
    ada = station.people[0]
    first = (await ok(await ada.click(welcome, custom_id="sm:0:-:help"))).message
    assert text("press.play_now", "en") in words(first)
    page = (await ok(await ada.click(welcome, custom_id="sm:0:-:play_now"))).message
    assert text("solo.prompt", "en") in page.content
    assert "new" in verbs((await ok(await ada.click(welcome, custom_id="sm:0:-:new_table"))).message)


async def test_where_it_may_not_write_another_channel_is_found(station: Station) -> None:
    station.bench.set_up_guild(system_channel_id=station.bench.channel("trains").id)
    station.bench.forbid("trains")
    station.bench.forbid("welcome", Permission.VIEW_CHANNEL)
    await invite(station)
    (welcome,) = told(station)
    assert welcome.channel_id == station.bench.channel("slow-line").id


async def test_a_server_where_it_may_write_nowhere_hears_nothing_then_nor_later(station: Station) -> None:
    station.bench.take_from_everyone(Permission.SEND_MESSAGES)
    await invite(station)
    for role in station.bench.guild.roles.values():
        role.permissions |= int(Permission.SEND_MESSAGES)
    await station.restart()
    await settle(station)
    assert not told(station)


async def test_permissions_that_are_missing_are_named_with_what_they_are_for(station: Station) -> None:
    station.bench.take_from_everyone(Permission.ATTACH_FILES | Permission.CREATE_PUBLIC_THREADS)
    await invite(station)
    (welcome,) = told(station)
    named = {name for name in WANTED if text(f"permission.{name}.for", "en") in welcome.content}
    assert named == {"attach_files", "create_public_threads"}
    assert text("permission.attach_files", "en") in welcome.content


@pytest.mark.parametrize("arrives", [True, False], ids=["after it arrived", "before it arrived"])
async def test_what_an_outage_spoils_is_said_later_and_once(station: Station, arrives: bool) -> None:
    station.bench.faults.reset("POST", "/channels/*/messages", after=arrives)
    station.bench.remove_bot()
    await station.bench.breathe()
    station.bench.invite_bot()
    await station.bench.until(lambda: not station.bench.faults.waiting)
    await station.restart()
    await settle(station)
    assert len(told(station)) == 1
