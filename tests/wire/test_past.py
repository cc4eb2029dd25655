"""Looking back over the wire: the board turn by turn, films, records."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.interactions import past
from bot.local.driver import labels
from bot.local.world.model import Message
from bot.local.world.threads import open_dm
from rules.record import read_record
from rules.verify import verify
from tests.bot.conftest import SmallPictures
from tests.wire.station import PLACE, Station, ok, station_at, verbs


async def content(station: Station, message: Message) -> bytes:
    (file,) = message.attachments
    found = await station.discord.store.file(station.discord.world, file.id)
    assert found is not None
    return found


def step_id(message: Message, which: str) -> str:
    ids = [part["custom_id"] for row in message.components for part in row["components"]]
    return next(each for each in ids if f":step__{which}:" in each)


async def stepped(person: Any, message: Message, which: str) -> Message:
    found: Message = (await ok(await person.click(message, custom_id=step_id(message, which)))).message
    return found


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_a_game_is_looked_back_at_turn_by_turn_and_as_a_film(folder: Path, language: str) -> None:
    async with station_at(folder) as station:
        ada, bo = station.people
        for person in station.people:
            person.speak("pl" if language == "pl" else "en-GB")
        station.bot.router.services.allowance._count = 10**6  # nobody here is as slow as people are
        await station.begin("lantern", language=language)
        for _ in range(9):
            await station.type_move(1, (await station.asked(1))[0])
        log = (await ok(await bo.slash(PLACE, "log"))).message
        assert ("Plansza tura po turze" if language == "pl" else "Step through the board") in labels(log)
        board = (await ok(await bo.click(log, custom_id="sm:1:-:step"))).message
        last = board.content
        for which in ("first", "on", "on", "back", "last"):
            board = await stepped(bo, board, which)
            assert [file.filename for file in board.attachments] == ["board.png"]
            if which == "first":
                assert ("rozdanie" if language == "pl" else "the deal") in board.content
        assert board.content == last

        film = (await ok(await bo.slash(PLACE, "replay"))).message
        assert [file.filename for file in film.attachments] == ["film.gif"]
        assert "film" in film.content
        (asked,) = await station.asked(1)
        told = (await ok(await asked.slash(PLACE, "since"))).message
        tapped = await ok(await asked.click(told, custom_id="sm:1:-:film:since"))
        await station.calm()
        since = tapped.message
        assert [file.filename for file in since.attachments] == ["film.gif"]
        assert "play" in verbs(since)
        since = (await ok(await asked.slash(PLACE, "replay", part="since"))).message
        assert [file.filename for file in since.attachments] == ["film.gif"]
        before = len(station.bench.public(PLACE))
        await ok(await ada.slash(PLACE, "replay", public=True))
        await station.told()
        (posted,) = station.bench.public(PLACE)[before:]
        assert [file.filename for file in posted.attachments] == ["film.gif"]
        assert not posted.pinged

        while people := await station.asked(1):
            await station.type_move(1, people[0])
        end = station.bench.public(PLACE)[-1]
        assert {"film", "log", "record"} <= verbs(end)
        record = (await ok(await bo.click(end, custom_id="sm:1:-:record"))).message
        assert verify(read_record(await content(station, record)))
        watched = (await ok(await ada.click(end, custom_id="sm:1:-:film"))).message
        assert [file.filename for file in watched.attachments] == ["film.gif"]


async def test_a_log_for_all_is_what_the_channel_may_know_and_stays_in_the_channel(folder: Path) -> None:
    async with station_at(folder, people=3) as station:
        ada, bo, cyd = station.people
        ada.speak("pl")
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2, language="en"))
        await ok(await bo.slash(PLACE, "game join"))
        await ok(await ada.slash(PLACE, "game start"))
        await station.calm()
        for _ in range(6):
            await station.type_move(1, (await station.asked(1))[0])
        before = station.bench.public(PLACE)
        dm = open_dm(station.discord.world, ada.id, station.discord.world.bot_id).id
        elsewhere = (await ok(await ada.slash(dm, "log", public=True, game="1"))).message
        assert "tylko na kanale stolika" in elsewhere.content
        assert (await ok(await cyd.slash(PLACE, "log", public=True))).message.content.startswith("Nie masz miejsca")
        assert station.bench.public(PLACE) == before
        told = await ok(await ada.slash(PLACE, "log", public=True, page=1))
        assert told.message.content == "Pokazane wszystkim."
        (posted,) = told.follow_ups
        cyd.speak("en-GB")
        private = (await ok(await cyd.slash(PLACE, "log", page=1))).message
        assert posted.content == private.content
        assert not posted.components
        assert not posted.pinged


async def test_there_is_no_film_before_the_first_move_and_none_for_all_from_a_stranger(folder: Path) -> None:
    async with station_at(folder, people=3) as station:
        ada, bo, cyd = station.people
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2))
        await ok(await bo.slash(PLACE, "game join"))
        await ok(await ada.slash(PLACE, "game start"))
        early = (await ok(await bo.slash(PLACE, "replay"))).message
        assert "Nothing has happened yet" in early.content
        await station.calm()
        await station.type_move(1, (await station.asked(1))[0])
        before = len(station.bench.public(PLACE))
        for options in ({"public": True}, {"part": "since"}):
            refused = (await ok(await cyd.slash(PLACE, "replay", **options))).message
            assert not refused.attachments
        assert len(station.bench.public(PLACE)) == before
        assert (await ok(await cyd.slash(PLACE, "replay"))).message.attachments


async def test_the_answer_says_how_far_a_film_has_come(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "TOLD_EVERY", 0.01)
    go_on = asyncio.Event()

    class SlowFilms(SmallPictures):
        async def film(self, *given: Any, **named: Any) -> Any:
            given[-1](3, 4)
            await go_on.wait()
            return await super().film(*given, **named)

    async with station_at(folder, make_pictures=SlowFilms) as station:
        ada = station.people[0]
        await station.begin("lantern")
        await station.type_move(1, (await station.asked(1))[0])
        result = await ada.slash(PLACE, "replay")
        await station.bench.until(lambda: not result.thinking and "75%" in result.message.content)
        go_on.set()
        await station.bench.until(lambda: bool(result.message.attachments))
        assert "75%" not in result.message.content
