"""Rights are those in the table's own channel, from wherever somebody asks; a channel out of sight hides its table."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.local.driver import Driver, Result, words
from bot.local.world import interactions, threads
from bot.local.world.model import Channel, InteractionType, Overwrite
from bot.local.world.permissions import Permission
from tests.wire.station import PLACE, Station, ok, station_at

ELSEWHERE = "slow-line"
LOOKS = ("board", "log", "hand", "game status", "play", "since", "replay", "review", "verify", "note", "plan show")
CHANGES = ("game vote", "game cancel", "game undo", "game rollback")
VERBS = ("board", "hand", "log", "play", "rules", "since", "film", "record", "review")
CHANGING = ("join", "options", "start", "cancel", "colour", "robot", "rematch", "take", "vote", "ask", "nudge", "wake")
UNSEEN = "There is no such game"


@pytest.fixture
async def station(folder: Path) -> AsyncIterator[Station]:
    """Bo and Cyd play; Ada owns the server; Dora is one of its members."""
    async with station_at(folder, people=4) as opened:
        opened.people = opened.people[1:3]
        for person in opened.people:
            person.speak("en-GB")
        opened.bench.person("dora").speak("en-GB")
        yield opened


def overwrite(place: Channel, station: Station, *given: tuple[int, Permission, Permission]) -> None:
    """Each an id, what it is allowed and what it is denied here."""
    roles = station.bench.guild.roles
    place.overwrites = [
        Overwrite(id=one, is_member=one not in roles, allow=int(allow), deny=int(deny)) for one, allow, deny in given
    ]
    station.bench._change(place)


def hide(place: Channel, station: Station, *seen_by: Driver) -> None:
    """From everybody but the bot and some."""
    view, nothing = Permission.VIEW_CHANNEL, Permission(0)
    people = [(one, view, nothing) for one in (station.bench.world.bot_id, *(person.id for person in seen_by))]
    overwrite(place, station, (station.bench.guild.id, nothing, view), *people)


def moderate(place: Channel, station: Station, person: Driver) -> None:
    overwrite(place, station, (person.id, Permission.MANAGE_CHANNELS, Permission(0)))


async def asked(person: Driver, command: str, place: Any = ELSEWHERE, **options: Any) -> str:
    needed = {"game vote": {"answer": "yes"}, "game rollback": {"to": "1"}}
    options = {**needed.get(command, {}), **options}
    return words((await ok(await person.slash(place, command, **options))).message)


async def tap(person: Driver, custom_id: str, place: Any = ELSEWHERE) -> Result:
    """A button that isn't there: perhaps it was, as long as the channel was to be seen."""
    data = {"custom_id": custom_id, "component_type": 2, "id": 1}
    channel, world = person.bench.channel(place), person.bench.world
    begun = interactions._begin(world, InteractionType.COMPONENT, person.person.user, channel, data)
    return await ok(await person._answered(begun))


async def is_hidden_from(person: Driver, table_id: int) -> None:
    for command in (*LOOKS, *CHANGES):
        assert UNSEEN in await asked(person, command, game=f"#{table_id}"), command
    for verb in (*VERBS, *CHANGING):
        assert UNSEEN in (await tap(person, f"sm:{table_id}:-:{verb}")).message.content, verb
    for scope in ("server", "open"):
        assert f"#{table_id}" not in await asked(person, "games", scope=scope)
    assert await person.autocomplete(ELSEWHERE, "board", "zoom", "", game=f"#{table_id}") == []


async def is_shown_to(person: Driver, table_id: int) -> None:
    assert f"USA #{table_id}" in await asked(person, "board", game=f"#{table_id}")
    assert f"USA #{table_id}" in await asked(person, "log", game=f"#{table_id}")
    assert f"USA #{table_id}" in await asked(person, "games", scope="server")
    assert await person.autocomplete(ELSEWHERE, "board", "zoom", "", game=f"#{table_id}")


async def test_a_moderator_of_one_channel_has_no_say_in_another(station: Station) -> None:
    dora = station.bench.person("dora")
    game = await station.begin("usa")
    moderate(station.bench.channel(ELSEWHERE), station, dora)
    assert "Only the host" in await asked(dora, "game cancel", game=f"#{game}")
    await tap(dora, f"sm:{game}:-:cancel")
    await asked(dora, "game cancel", PLACE)
    table = await station.bot.store.table(game)
    assert table is not None
    assert table.stage == "running"
    assert await station.bot.store.vote(game) is None


async def test_a_lobby_is_changed_by_no_moderator_of_elsewhere(station: Station) -> None:
    dora, (bo, _) = station.bench.person("dora"), station.people
    await ok(await bo.slash(PLACE, "game new", title="usa"))
    moderate(station.bench.channel(ELSEWHERE), station, dora)
    for verb in ("start", "cancel", "robot"):
        assert "Only the host" in (await tap(dora, f"sm:1:-:{verb}")).message.content, verb
    options = await tap(dora, "sm:1:-:options")
    assert not options.message.components
    table = await station.bot.store.table(1)
    assert table is not None
    assert table.stage == "lobby"


async def test_a_moderator_of_the_tables_channel_has_a_say_from_anywhere(station: Station) -> None:
    dora = station.bench.person("dora")
    game = await station.begin("usa")
    moderate(station.bench.channel(PLACE), station, dora)
    await station.calm()
    sure = (await ok(await dora.slash(ELSEWHERE, "game cancel", game=f"#{game}"))).message
    await ok(await dora.click(sure, custom_id=f"sm:{game}:-:stop:yes"))
    table = await station.bot.store.table(game)
    assert table is not None
    assert table.stage == "closed"


async def test_who_lost_the_right_meanwhile_stops_nothing(station: Station) -> None:
    dora = station.bench.person("dora")
    game = await station.begin("usa")
    moderate(station.bench.channel(PLACE), station, dora)
    await station.calm()
    sure = (await ok(await dora.slash(ELSEWHERE, "game cancel", game=f"#{game}"))).message
    overwrite(station.bench.channel(PLACE), station)
    await station.calm()
    answer = (await ok(await dora.click(sure, custom_id=f"sm:{game}:-:stop:yes"))).message
    assert "Only the host" in answer.content


async def test_the_table_of_a_hidden_channel_is_hidden(station: Station) -> None:
    bo, cyd = station.people
    ada, dora = station.bench.person("ada"), station.bench.person("dora")
    game = await station.begin("usa")
    await is_shown_to(dora, game)
    hide(station.bench.channel(PLACE), station, bo)
    await station.calm()
    await is_hidden_from(dora, game)
    for person in (ada, bo, cyd):
        await is_shown_to(person, game)
    assert await asked(cyd, "hand", game=f"#{game}")


async def test_a_role_opens_a_hidden_channel(station: Station) -> None:
    dora = station.bench.person("dora")
    game = await station.begin("usa")
    guild = station.bench.guild
    role = next(one for one in guild.roles.values() if one.name == "Stationmasters")
    place, view, nothing = station.bench.channel(PLACE), Permission.VIEW_CHANNEL, Permission(0)
    bot = station.bench.world.bot_id
    overwrite(place, station, (guild.id, nothing, view), (bot, view, nothing), (role.id, view, nothing))
    await station.calm()
    await is_hidden_from(dora, game)
    guild.members[dora.id].roles = [role.id]
    await is_shown_to(dora, game)


async def in_thread(station: Station, kind: int, *members: Driver) -> tuple[int, Channel]:
    """A game in a thread that somebody has opened."""
    bo, _ = station.people
    parent = station.bench.channel(PLACE)
    thread = threads.open_thread(station.bench.world, bo.id, parent, {"name": "side line", "type": kind})
    for person in (station.bench.world.bot_id, *(one.id for one in members)):
        threads.join(station.bench.world, thread, person)
    await station.calm()
    game = await station.begin("usa", place=thread.name)
    assert (await station.bot.store.table_in(thread.id)) is not None
    return game, thread


async def test_a_thread_is_seen_with_its_channel(station: Station) -> None:
    bo, cyd = station.people
    dora = station.bench.person("dora")
    game, _ = await in_thread(station, 11)
    await is_shown_to(dora, game)
    moderate(station.bench.channel(PLACE), station, dora)
    await station.calm()
    assert "Stop" in await asked(dora, "game cancel", game=f"#{game}")
    hide(station.bench.channel(PLACE), station, bo, cyd)
    await station.calm()
    await is_hidden_from(dora, game)


async def test_a_private_thread_is_for_those_who_are_in_it(station: Station) -> None:
    dora = station.bench.person("dora")
    game, thread = await in_thread(station, 12, *station.people)
    await is_hidden_from(dora, game)
    await is_shown_to(station.bench.person("ada"), game)
    threads.join(station.bench.world, thread, dora.id)
    await is_shown_to(dora, game)


async def test_an_archived_thread_is_still_judged_by_its_channel(station: Station) -> None:
    bo, cyd = station.people
    dora = station.bench.person("dora")
    game, thread = await in_thread(station, 11)
    await station.calm()
    threads.update(station.bench.world, bo.id, thread, {"archived": True})
    await station.bench.until(lambda: station.bot.get_channel(thread.id) is None)
    await is_shown_to(dora, game)
    hide(station.bench.channel(PLACE), station, bo, cyd)
    await station.calm()
    await is_hidden_from(dora, game)


async def test_what_discord_does_not_tell_is_not_shown(station: Station) -> None:
    bo, _ = station.people
    dora = station.bench.person("dora")
    game, thread = await in_thread(station, 11)
    threads.update(station.bench.world, bo.id, thread, {"archived": True})
    await station.bench.until(lambda: station.bot.get_channel(thread.id) is None)
    station.bench.faults.refuse("GET", f"/channels/{thread.id}", 403, 50001)
    assert UNSEEN in await asked(dora, "board", game=f"#{game}")


async def test_the_table_of_a_deleted_channel_is_left_to_its_players_and_the_servers_moderators(
    station: Station,
) -> None:
    bo, _ = station.people
    ada, dora = station.bench.person("ada"), station.bench.person("dora")
    game = await station.begin("usa")
    place = station.bench.channel(PLACE).id
    station.bench.delete_channel(PLACE)
    await station.bench.until(lambda: station.bot.get_channel(place) is None)
    await station.calm()
    await is_hidden_from(dora, game)
    await is_shown_to(bo, game)
    assert "Stop" in await asked(ada, "game cancel", game=f"#{game}")


async def test_a_channel_gives_no_right_over_the_server(station: Station) -> None:
    dora = station.bench.person("dora")
    overwrite(station.bench.channel(ELSEWHERE), station, (dora.id, Permission.MANAGE_GUILD, Permission(0)))
    assert "Manage Server" in await asked(dora, "settings server")
    assert "Manage Server" not in await asked(station.bench.person("ada"), "settings server")
