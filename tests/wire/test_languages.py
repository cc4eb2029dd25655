"""A table at which one person plays speaks as that person does; any other as the server does, or as was chosen."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.local.driver import Driver, words
from data.texts import text
from tests.wire.station import PLACE, Station, ok, station_at


@pytest.fixture
async def station(folder: Path) -> AsyncIterator[Station]:
    """Ada owns the server, whose language is English; Cyd speaks Polish."""
    async with station_at(folder, people=3) as opened:
        yield opened


async def use(person: Driver, command: str, **options: Any) -> Any:
    return (await ok(await person.slash(PLACE, command, **options))).message


async def language(station: Station, table_id: int = 1) -> str:
    await station.calm()
    table = await station.bot.store.table(table_id)
    assert table is not None
    assert table.stage == "running"
    return table.language


async def test_a_newcomers_first_game_is_in_their_language(station: Station) -> None:
    cyd = station.people[2]
    first = await use(cyd, "help")
    asked = await ok(await cyd.click(first, custom_id="sm:0:-:play_now"))
    await station.calm()
    page = asked.message
    await ok(await cyd.click(page, custom_id="sm:0:-:play_now:usa.1.apprentice"))
    assert await language(station) == "pl"
    table = await station.bot.store.table(1)
    assert table is not None
    post = station.bench.public(table.channel)[-1]
    assert "Wybierz" in words(post)
    assert "partia się zaczyna" in post.content
    assert "Choose" not in words(post)


async def test_so_is_a_table_filled_with_robots(station: Station) -> None:
    cyd = station.people[2]
    await use(cyd, "game new", title="metro", seats=2, robots=1)
    assert await language(station) == "pl"


async def test_so_is_a_lobby_that_nobody_else_came_to(station: Station) -> None:
    ada, bo, cyd = station.people
    await use(cyd, "game new", title="usa")
    await use(bo, "game join")
    await use(bo, "game leave")
    await use(cyd, "game robot", strength="conductor")
    await use(ada, "game start")
    assert await language(station) == "pl"
    assert "Wybierz" in words(station.bench.public(PLACE)[-1])


async def test_their_own_setting_counts_more_than_their_discord(station: Station) -> None:
    cyd = station.people[2]
    await use(cyd, "settings me", option="language", value="en")
    await use(cyd, "game new", title="usa", seats=2, robots=1)
    assert await language(station) == "en"


async def test_two_people_read_the_servers_language(station: Station) -> None:
    _, bo, cyd = station.people
    await use(cyd, "game new", title="usa", seats=3, robots=1)
    await use(bo, "game join")
    await use(cyd, "game start")
    assert await language(station) == "en"


async def test_a_language_that_was_chosen_stays(station: Station) -> None:
    ada, _, cyd = station.people
    await use(cyd, "game new", title="usa", seats=2, robots=1, language="en")
    assert await language(station) == "en"
    thread = await use(ada, "game new", title="usa", seats=3, place="thread", language="pl")
    table = await station.bot.store.table(2)
    assert table is not None, thread.content
    place = station.bench.channel(table.channel)
    for command, options in (("game robot", {"strength": "conductor"}), ("game start", {})):
        await ok(await ada.slash(place, command, **options))
    assert await language(station, 2) == "pl"


async def test_any_language_of_the_catalogues_is_spoken_and_one_that_nobody_has_read_says_so(station: Station) -> None:
    bo = station.people[1]
    bo.speak("de")
    await use(bo, "game new", title="metro", seats=2, robots=1)
    assert await language(station) == "de"
    assert text("press.play", "de") in words(station.bench.public(PLACE)[-1])
    page = await use(bo, "settings me")
    offered = {choice["label"]: choice.get("description") for choice in page.components[0]["components"][0]["options"]}
    assert offered["Sprache: Deutsch"] == text("language.unreviewed", "de")
    assert not offered["Sprache: polski"]
