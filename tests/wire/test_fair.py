"""A fair deal over the wire: promised in the lobby, salted by everybody, secret to the end, proved afterwards."""

import logging
import re
from pathlib import Path

import pytest

from bot.local.driver import words
from bot.local.world.model import Message
from rules.proof import hash_of, seed_of
from rules.record import read_record
from rules.verify import verify
from tests.wire.station import PLACE, Station, ok, station_at

HASH = re.compile(r"`([0-9a-f]{64})`")
SALTS = re.compile(r"(?:Start|startu): ([\d, ]+)\.")


def everything_said(station: Station) -> str:
    """Every message that anybody has seen so far, private ones included."""
    found = [message for person in station.people for message in [*person.sees(PLACE), *person.dms()]]
    return "\n".join(words(message) for message in found)


async def content(station: Station, message: Message, ending: str) -> bytes:
    """The file of that kind that came with a message."""
    (file,) = (file for file in message.attachments if file.filename.endswith(ending))
    found = await station.discord.store.file(station.discord.world, file.id)
    assert found is not None
    return found


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_a_deal_is_promised_salted_and_proved(
    folder: Path, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with station_at(folder) as station:
        ada, bo = station.people
        for person in station.people:
            person.speak("pl" if language == "pl" else "en-GB")
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2, language=language))
        await station.calm()
        (lobby,) = station.bench.public(PLACE)
        promise = HASH.search(lobby.content)
        assert promise is not None
        assert not SALTS.search(lobby.content)
        joined = (await ok(await bo.slash(PLACE, "game join"))).message
        await station.calm()
        salted = SALTS.search(station.bench.public(PLACE)[0].content)
        assert salted is not None
        assert salted[1] in joined.content
        await ok(await ada.slash(PLACE, "game start"))
        await station.calm()
        first = station.bench.public(PLACE)[1]
        assert promise[1] in first.content
        told = SALTS.search(first.content)
        assert told is not None
        salts = tuple(told[1].split(", "))
        assert len(salts) == 2
        assert salts[0] == salted[1]

        table = await station.bot.store.table(1)
        assert table is not None
        assert table.deal is not None
        secret, seed = table.deal.secret, table.seed
        assert (hash_of(secret), seed_of(secret, salts)) == (promise[1], seed)
        now = (await ok(await bo.slash(PLACE, "verify"))).message
        assert promise[1] in now.content
        while asked := await station.asked(1):
            hidden = everything_said(station) + caplog.text
            assert secret not in hidden
            assert str(seed) not in hidden
            await station.type_move(1, asked[0])

        end = station.bench.public(PLACE)[-1]
        record = read_record(await content(station, end, ".json"))
        proof = verify(record)
        assert (proof.hash, proof.salts, record.seed) == (promise[1], salts, seed)
        shown = (await ok(await bo.slash(PLACE, "verify"))).message.content
        assert ("Rozdanie jest udowodnione" if language == "pl" else "The deal is proved") in shown
        assert secret in shown
        assert secret not in caplog.text


async def test_each_lobby_has_a_secret_of_its_own_and_leavers_salts_stay(station: Station) -> None:
    ada, bo = station.people
    await ok(await ada.slash(PLACE, "game new", title="lantern"))
    for command in ("join", "leave", "join"):
        await ok(await bo.slash(PLACE, f"game {command}"))
    lobby = await station.bot.tables.lobby(1)
    assert lobby.table.deal is not None
    assert len(set(lobby.table.deal.salts)) == 2
    await ok(await ada.slash(PLACE, "game cancel"))
    await ok(await ada.slash(PLACE, "game new", title="lantern"))
    other = await station.bot.tables.lobby(2)
    assert other.table.deal is not None
    assert other.table.deal.secret != lobby.table.deal.secret
    assert not other.table.deal.salts
    closed = (await ok(await bo.slash(PLACE, "verify", game="#1"))).message
    assert "only finished games" in closed.content


async def test_a_game_that_begins_at_once_tells_its_hash_and_whose_salt_it_has(station: Station) -> None:
    ada = station.people[0]
    await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2, robots=1))
    await station.calm()
    first = station.bench.public(PLACE)[0]
    table = await station.bot.store.table(1)
    assert table is not None
    assert table.deal is not None
    assert hash_of(table.deal.secret) in first.content
    assert table.deal.salts[0] in first.content
