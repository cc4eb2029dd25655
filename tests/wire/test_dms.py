"""A table on no server: everybody's own direct messages with the bot are its channel."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local.driver import Driver, words
from bot.local.world.model import Message
from tests.wire.station import Station, ok, rings, station_at, to_be_rung, verbs

CODE = re.compile(r"[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}")


@pytest.fixture
async def station(tmp_path: Path) -> AsyncIterator[Station]:
    """Three people who share no server with the bot, and with each other."""
    async with station_at(tmp_path) as opened:
        opened.people = [opened.bench.add_stranger(name) for name in ("kim", "lou", "max")]
        yield opened


async def opened(station: Station, **options: object) -> tuple[int, str]:
    """A lobby by the first of them; its number and its code."""
    host = station.people[0]
    result = await ok(await host.slash(host.dm, "game new", title="lantern", seats=3, **options))
    await station.calm()
    table = (await station.bot.store.tables_of(host.id))[-1]
    found = CODE.search(words(result.message))
    assert found is not None
    assert table.code == found[0]
    return table.id, found[0]


async def begun(station: Station, **options: object) -> int:
    host, *others = station.people
    table_id, code = await opened(station, **options)
    for person in others:
        await ok(await person.slash(person.dm, "game join", code=code))
    await ok(await host.slash(host.dm, "game start"))
    await station.calm()
    return table_id


def posts(person: Driver) -> list[Message]:
    """What the bot has posted there, without private answers."""
    return [each for each in person.dms() if not each.is_ephemeral]


def live(person: Driver) -> Message:
    (post,) = [each for each in posts(person) if {"play", "board"} <= verbs(each) and "since" not in verbs(each)]
    return post


async def play_on(station: Station, table_id: int, most: int = 500) -> None:
    """So many moves, or until the end."""
    for _ in range(most):
        asked = await station.asked(table_id)
        if not asked:
            return
        await station.type_move(table_id, asked[0], asked[0].dm)


async def test_a_whole_game_is_played_in_three_peoples_own_dms_counts_for_them_and_begins_again(
    station: Station,
) -> None:
    table_id = await begun(station)
    await play_on(station, table_id, 1)
    for person in station.people:
        assert live(person).attachments
    await play_on(station, table_id)
    record = await station.record(table_id)
    expected = to_be_rung(record)
    for person in station.people:
        seat = next(row.seat for row in await station.bot.store.seats(table_id) if row.user == person.id)
        rung = rings(posts(person))
        assert set(rung) == {person.id}
        assert rung[person.id] == expected.count(seat) + 1  # the end calls everybody
        (last,) = [each for each in posts(person) if "rematch" in verbs(each)]
        assert len(last.attachments) == 3
        assert not [each for each in posts(person) if "start" in verbs(each)]  # the lobby has become a line
    kim = station.people[0]
    standing = await station.bot.store.standings(0, "lantern", [each.id for each in station.people])
    assert {row.games for row in standing if row.user} == {1.0}
    answer = await ok(await kim.slash(kim.dm, "stats player"))
    assert "games: 1" in words(answer.message)
    for person in station.people:
        (last,) = [each for each in posts(person) if "rematch" in verbs(each)]
        await ok(await person.click(last, label="Rematch"))
    await station.calm()
    (again,) = await station.bot.store.tables_of(kim.id)
    assert (again.stage, again.rematch_of, again.guild) == ("running", table_id, 0)
    for person in station.people:
        assert f"#{again.id}" in live(person).content


async def test_each_copy_speaks_its_readers_language_and_calls_nobody_else(station: Station) -> None:
    kim, lou, _ = station.people
    lou.speak("pl")
    table_id = await begun(station)
    await play_on(station, table_id, 3)
    (asked,) = await station.asked(table_id)
    for person in station.people:
        heading = live(person).content.split("\n")[0]
        assert (person.mention in heading) == (person is asked)
        assert not [other for other in station.people if other is not person and other.mention in heading]
    assert "tura 1" in live(lou).content
    assert "turn 1" in live(kim).content


async def test_who_shares_no_server_joins_by_an_invitation_or_a_code(station: Station) -> None:
    kim, lou, max_ = station.people
    max_.add_app(False)
    table_id, code = await opened(station)
    answer = await ok(await kim.slash(kim.dm, "game invite", member=lou))
    assert code not in words(answer.message)
    (invitation,) = posts(lou)
    assert lou.id in invitation.pinged
    await ok(await lou.click(invitation, label="Join"))
    answer = await ok(await kim.slash(kim.dm, "game invite", member=max_))
    await station.calm()
    assert code in words(answer.message)  # it can't write to them, so the host passes it on
    assert not posts(max_)
    max_.add_app()
    await ok(await max_.slash(max_.dm, "game join", code=code.lower().replace("-", " ")))
    await station.calm()
    assert [seat.user for seat in await station.bot.store.seats(table_id)] == [kim.id, lou.id, max_.id]
    assert "Max" in words(posts(kim)[0])
    await ok(await kim.slash(kim.dm, "game start"))
    late = station.bench.add_stranger("nina")
    answer = await ok(await late.slash(late.dm, "game join", code=code))
    assert "No lobby has this code" in words(answer.message)


async def test_codes_can_not_be_tried_for_long(station: Station) -> None:
    _, lou, max_ = station.people
    _, code = await opened(station)
    for number in range(10):
        answer = await ok(await lou.slash(lou.dm, "game join", code=f"AAAA-BBBB-CCC{number}"))
        assert "No lobby has this code" in words(answer.message)
    answer = await ok(await lou.slash(lou.dm, "game join", code=code))
    assert "A little slower" in words(answer.message)
    answer = await ok(await max_.slash(max_.dm, "game join", code=code))
    assert "your seat is" in words(answer.message)


async def test_nobody_else_sees_or_touches_the_table(station: Station) -> None:
    table_id = await begun(station)
    ada = station.bench.person("ada")  # of a server, and its owner
    for command in ("game status", "board", "hand", "game join", "game cancel"):
        answer = await ok(await ada.slash("trains", command, game=f"#{table_id}"))
        assert "no such game" in words(answer.message), command
    assert not station.bench.public("trains")[1:]


async def test_a_closed_dm_stops_nobody_and_is_told(station: Station) -> None:
    table_id = await begun(station)
    await play_on(station, table_id, 3)
    (asked,) = await station.asked(table_id)
    order = [row.user for row in await station.bot.store.seats(table_id)]
    silent = station.person(order[(order.index(asked.id) + 1) % 3] or 0)
    others = [person for person in station.people if person is not silent]
    silent.close_dms()
    seen = len(posts(silent))
    await station.type_move(table_id, asked, asked.dm)
    while (await station.asked(table_id))[0] is asked:
        await station.type_move(table_id, asked, asked.dm)
    await station.told()
    assert len(posts(silent)) == seen
    for person in others:
        assert f"can't reach by DM: {silent.person.user.display}" in live(person).content
    silent.close_dms(False)
    answer = await ok(await silent.slash(silent.dm, "play"))
    assert "I can't write to you directly" in words(answer.message)
    await station.told()
    assert live(silent)
    (hand,) = [each for each in posts(silent) if "since" in verbs(each)]
    assert "your turn" in hand.content
    while (await station.asked(table_id))[0] is silent:
        await station.type_move(table_id, silent, silent.dm)
    assert "turn 3" in live(silent).content  # what comes next is told to them too


async def test_commands_in_dms_find_their_table_or_ask_which(station: Station) -> None:
    kim, lou, _ = station.people
    first, _ = await opened(station)
    second, code = await opened(station, name="second")
    answer = await ok(await kim.slash(kim.dm, "game leave"))
    assert f"Lantern Isle #{first}, Lantern Isle #{second} (second)" in words(answer.message)
    choices = await kim.autocomplete(kim.dm, "game start", "game", "")
    assert [each["value"] for each in choices] == [f"#{first}", f"#{second}"]
    await ok(await lou.slash(lou.dm, "game join", code=code))
    await ok(await kim.slash(kim.dm, "game start", game=f"#{second}"))
    await ok(await kim.slash(kim.dm, "game robot", strength="apprentice", game=f"#{first}"))
    await ok(await kim.slash(kim.dm, "game start"))  # the only lobby that is left
    await station.calm()
    answer = await ok(await kim.slash(kim.dm, "tickets keep", keep="A B C"))
    assert "You sit at several tables" in words(answer.message)
    answer = await ok(await kim.slash(kim.dm, "tickets keep", keep="A B C", game=f"#{second}"))
    assert "You keep" in words(answer.message)


async def test_a_server_where_the_bot_was_only_brought_along_has_no_table(station: Station) -> None:
    """Somebody has the app; the bot itself is on no server of theirs."""
    ada = station.bench.person("ada")
    ada.add_app()
    station.bench.remove_bot()
    answer = await ok(await ada.slash("trains", "game new", title="lantern", seats=2))
    await station.calm()
    assert "is open" in words(answer.message)
    (table,) = await station.bot.store.tables_of(ada.id)
    assert (table.guild, table.channel) == (0, 0)
    assert "start" in verbs(posts(ada)[-1])
    answer = await ok(await ada.slash("trains", "settings server"))
    assert "on a server only" in words(answer.message)
