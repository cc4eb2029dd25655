"""A rematch over the wire: the same people and options, each one seat further."""

from pathlib import Path

import pytest

from bot.local.driver import labels
from bot.tables.lobby import TABLE_OPTIONS
from tests.wire.station import PLACE, Station, ok, station_at, verbs


async def play_to_the_end(station: Station, table_id: int) -> None:
    while asked := await station.asked(table_id):
        await station.type_move(table_id, asked[0])


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_the_same_people_play_again_with_seats_rotated(folder: Path, language: str) -> None:
    async with station_at(folder) as station:
        ada, bo = station.people
        for person in station.people:
            person.speak("pl" if language == "pl" else "en-GB")
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2, language=language))
        for option, value in (("reminder", "6h"), ("deadline", "2d"), ("consequence", "turn"), ("away", "14d")):
            await ok(await ada.slash(PLACE, "game options", option=option, value=value))
        await ok(await bo.slash(PLACE, "game join"))
        await ok(await ada.slash(PLACE, "game start"))
        await station.calm()
        early = (await ok(await bo.slash(PLACE, "game rematch"))).message
        assert ("Rewanż" if language == "pl" else "A rematch") in early.content
        await play_to_the_end(station, 1)
        end = station.bench.public(PLACE)[-1]
        assert {"rematch", "film", "log", "record"} <= verbs(end)
        opened = (await ok(await bo.click(end, custom_id="sm:1:-:rematch"))).message
        assert ("miejsca przesunięte" if language == "pl" else "seats rotated") in opened.content
        await station.calm()
        lobby = station.bench.public(PLACE)[-1]
        assert lobby.pinged == [ada.id]
        assert ("Miejsca czekają" if language == "pl" else "Seats are kept for: Ada") in lobby.content
        assert [seat.user for seat in await station.bot.store.seats(2)].count(ada.id) == 1
        asked = (await ok(await bo.slash(PLACE, "game start"))).message
        assert ("Zacznij bez nich" if language == "pl" else "Start without them") in labels(asked)
        yes = (await ok(await ada.click(end, custom_id="sm:1:-:rematch"))).message
        assert ("partia od razu się zaczyna" if language == "pl" else "begins at once") in yes.content
        await station.calm()
        old, new = [await station.bot.store.table(number) for number in (1, 2)]
        assert old is not None
        assert new is not None
        assert (new.stage, new.pace, new.language, new.rematch_of) == ("running", "own", language, 1)
        agreed = set(TABLE_OPTIONS) - {"seating"}
        assert {name: getattr(new, name) for name in agreed} == {name: getattr(old, name) for name in agreed}
        assert (new.reminder, new.deadline, new.consequence, new.away) == ("6h", "2d", "turn", "14d")
        before, after = [[seat.user for seat in await station.bot.store.seats(number)] for number in (1, 2)]
        assert after == [*before[1:], *before[:1]]
        colours = [{seat.user: seat.colour for seat in await station.bot.store.seats(number)} for number in (1, 2)]
        assert colours[0] == colours[1]
        again = (await ok(await ada.click(end, custom_id="sm:1:-:rematch"))).message
        assert len(await station.bot.store.tables_at("lobby")) == 0
        assert again.content


async def test_whoever_does_not_want_a_rematch_is_not_dealt_in(folder: Path) -> None:
    async with station_at(folder, people=3) as station:
        ada, bo, cyd = station.people
        await station.begin("lantern")
        await play_to_the_end(station, 1)
        end = station.bench.public(PLACE)[-1]
        await ok(await ada.click(end, custom_id="sm:1:-:rematch"))
        await station.calm()
        lobby = station.bench.public(PLACE)[-1]
        assert sorted(lobby.pinged) == sorted([bo.id, cyd.id])
        dora = station.bench.person("dora")
        await ok(await dora.click(lobby, custom_id="sm:2:-:join"))
        await ok(await bo.click(lobby, custom_id="sm:2:-:leave"))
        assert {seat.user for seat in await station.bot.store.seats(2)} == {ada.id, cyd.id}
        await ok(await dora.click(lobby, custom_id="sm:2:-:join"))
        await station.calm()
        table = await station.bot.store.table(2)
        assert table is not None
        assert table.stage == "lobby", "cyd has not said yes"
        asked = (await ok(await ada.slash(PLACE, "game start"))).message
        await ok(await ada.click(asked, custom_id="sm:2:-:start:without"))
        await station.calm()
        assert {seat.user for seat in await station.bot.store.seats(2)} == {ada.id, dora.id}
        assert (await station.snapshot(2)).table.stage == "running"


async def test_only_those_who_played_ask_for_a_rematch(folder: Path) -> None:
    async with station_at(folder, people=3) as station:
        ada, bo, cyd = station.people
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2, robots=1))
        await station.calm()
        await play_to_the_end(station, 1)
        end = station.bench.public(PLACE)[-1]
        for stranger in (bo, cyd):
            await ok(await stranger.click(end, custom_id="sm:1:-:rematch"))
        assert await station.bot.store.table(2) is None
        await ok(await ada.click(end, custom_id="sm:1:-:rematch"))
        await station.calm()
        table = await station.bot.store.table(2)
        assert table is not None
        assert table.stage == "running"
        seats = [[seat.user for seat in await station.bot.store.seats(number)] for number in (1, 2)]
        assert seats[1] == seats[0][::-1]
