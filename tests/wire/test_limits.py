"""Many who want a table in the same moment: limits hold, and nothing is left of those that were refused."""

from collections import Counter

import pytest

from bot.local.driver import Driver
from bot.local.world.model import Interaction
from bot.store.rows import GuildSettings
from data.texts import text
from tests.wire.station import PLACE, Station

LIMITS = GuildSettings()


async def all_at_once(station: Station, people: list[Driver], **options: object) -> list[str]:
    """Everybody types `/game new` in one moment; what each is answered."""
    channel = station.bench.channel(PLACE)
    begun: list[Interaction] = [
        person.person.use(channel, "game new", {"title": "usa", "seats": 3, **options}) for person in people
    ]
    await station.bench.until(lambda: all(each.response_id for each in begun), 60)
    await station.calm()
    await station.told()
    return [station.bench.world.message(channel.id, each.response_id or 0).content for each in begun]


async def test_sixty_tables_at_once_are_as_many_as_the_server_may_have(station: Station) -> None:
    guests = [station.bench.add_person(f"guest{number}") for number in range(60)]
    answers = await all_at_once(station, guests)
    guild = station.bench.guild.id
    tables = await station.bot.store.tables_at("lobby", guild)
    assert len(tables) == LIMITS.tables
    assert max(Counter(table.channel for table in tables).values()) == 1
    assert len(station.bench.world.threads(guild)) == LIMITS.tables - 1
    assert answers.count(text("refuse.too_many_tables", "en", n=LIMITS.tables)) == 60 - LIMITS.tables


async def test_one_person_has_so_many_tables_and_leaves_room_for_others(station: Station) -> None:
    ada, bo = station.people
    answers = await all_at_once(station, [ada] * 30, place="thread")
    tables = await station.bot.store.tables_at("lobby", station.bench.guild.id)
    assert len(tables) == LIMITS.tables_each
    assert len(station.bench.world.threads(station.bench.guild.id)) == LIMITS.tables_each
    assert answers.count(text("refuse.too_many_own", "en", n=LIMITS.tables_each)) == 30 - LIMITS.tables_each
    await all_at_once(station, [bo])
    assert len(await station.bot.store.tables_at("lobby", station.bench.guild.id)) == LIMITS.tables_each + 1


@pytest.mark.parametrize("place", ["here", None])
async def test_a_channel_has_one_table(station: Station, place: str | None) -> None:
    guests = [station.bench.add_person(f"guest{number}") for number in range(6)]
    await all_at_once(station, guests, **({"place": place} if place else {}))
    tables = await station.bot.store.tables_at("lobby", station.bench.guild.id)
    here = [table for table in tables if table.channel == station.bench.channel(PLACE).id]
    assert len(here) == 1
    assert len(tables) == (1 if place == "here" else 6)


async def test_a_place_that_was_held_in_vain_is_free_again(station: Station) -> None:
    ada, _ = station.people
    for _ in range(LIMITS.tables_each + 1):
        await all_at_once(station, [ada], robots=5)
    await all_at_once(station, [ada])
    assert len(await station.bot.store.tables_at("lobby", station.bench.guild.id)) == 1
