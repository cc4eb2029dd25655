"""The bot's own emojis on a local Discord: brought once, renewed when they look different, never in the way."""

from pathlib import Path

import pytest

from bot.emojis import name_on_discord
from bot.games.tickets.atlas import atlas
from bot.local.driver import labels
from bot.local.world import components
from bot.local.world.model import Message
from bot.text.emojis import BEGIN
from render.catalog import draw_every_emoji
from render.tickets.emojis import draw_emojis
from tests.bot.conftest import SmallPictures
from tests.wire.station import PLACE, Station, ok, station_at

FEW = {name: picture for name, picture in draw_emojis("lantern").items() if name in ("red", "loco", "deck")}


class WithEmojis(SmallPictures):
    few = FEW

    async def emojis(self) -> dict[str, bytes]:
        return dict(self.few)


class WithAll(SmallPictures):
    async def emojis(self) -> dict[str, bytes]:
        return draw_every_emoji()


async def brought(station: Station) -> None:
    """Until it is over with."""
    assert station.bot.bringing is not None
    await station.bot.bringing


def there(station: Station) -> set[str]:
    return {each.name for each in station.discord.world.emojis.values()}


def emojis_on(message: Message) -> list[str]:
    shown = []
    for each in components.walk(message.components):
        shown += [one["emoji"]["name"] for one in (each, *(each.get("options") or [])) if one.get("emoji")]
    return shown


async def test_they_are_brought_once_and_renewed_when_they_look_different(folder: Path) -> None:
    async with station_at(folder, make_pictures=WithEmojis) as station:
        await brought(station)
        first = there(station)
        assert first == {name_on_discord(name, picture) for name, picture in FEW.items()}
        ids = set(station.discord.world.emojis)
        await station.restart()
        await brought(station)
        assert set(station.discord.world.emojis) == ids
        foreign = await station.bot.create_application_emoji(name="own_of_the_host", image=FEW["red"])
        WithEmojis.few = {**FEW, "red": FEW["loco"]}
        try:
            await station.restart()
            await brought(station)
        finally:
            WithEmojis.few = FEW
        assert there(station) == {*first, foreign.name, name_on_discord("red", FEW["loco"])} - {
            name_on_discord("red", FEW["red"])
        }


async def test_buttons_menus_and_hands_show_them_and_say_the_same_without(folder: Path) -> None:
    async with station_at(folder, make_pictures=WithAll) as station:
        await brought(station)
        ada, _ = station.people
        game = await station.begin("lantern")
        person = await station.play_until(game, lambda snapshot: snapshot.view.turn > 0)
        panel = (await ok(await person.click(station.live_post(), custom_id=f"sm:{game}:-:play"))).message
        await station.calm()
        shown = emojis_on(panel)
        assert any(name.startswith("deck_") for name in shown)
        assert len([name for name in shown if name[:-5] in atlas("lantern").cards]) >= 5
        assert "<:" in panel.content
        (hand,) = (line for line in person.dms()[0].content.split("\n") if "<:" in line)
        station.bot.known_emojis.clear()
        plain = (await ok(await person.slash(PLACE, "play"))).message
        assert labels(plain)[:5] == labels(panel)[:5]
        assert not emojis_on(plain)
        for message in [panel, plain, *station.bench.public(PLACE), *ada.dms()]:
            assert BEGIN not in message.content
        assert [word for word in hand.split() if not word.startswith("<:")] == next(
            line for line in plain.content.split("\n") if line.startswith(hand.split()[0])
        ).split()


async def test_a_failed_upload_costs_no_more_than_the_emoji(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with station_at(folder, make_pictures=WithEmojis) as station:
        await brought(station)
        lost = next(each for each in station.discord.world.emojis.values() if each.name.startswith("red_"))
        station.discord.world.drop(lost)
        station.bench.faults.refuse("POST", "/applications/*/emojis", 400, 50035)
        await station.restart()
        await brought(station)
        assert set(station.bot.known_emojis) == set(FEW) - {"red"}
        assert "emoji red_" in caplog.text
        await station.restart()
        await brought(station)
        assert set(station.bot.known_emojis) == set(FEW)


async def test_a_message_with_an_emoji_that_is_gone_is_sent_without(folder: Path) -> None:
    async with station_at(folder, make_pictures=WithAll) as station:
        await brought(station)
        game = await station.begin("lantern")
        person = await station.play_until(game, lambda snapshot: snapshot.view.turn > 0)
        for each in [*station.discord.world.emojis.values()]:
            station.discord.world.drop(each)
        panel = (await ok(await person.click(station.live_post(), custom_id=f"sm:{game}:-:play"))).message
        await station.told()
        assert labels(panel)
        assert not emojis_on(panel)
        assert not station.bot.known_emojis
