"""A game that is set aside, as its players meet it."""

import pytest

from bot.local.driver import words
from tests.wire.station import PLACE, Station, ok, rings

NONSENSE = b'{"do":"nonsense"}'


async def spoil(station: Station, table_id: int, action: bytes) -> bytes:
    (row,) = await station.bot.store.actions(table_id, 0, 1)
    async with station.bot.store._writing() as db:
        await db.execute("DELETE FROM snapshots WHERE game = ?", (table_id,))
        await db.execute("UPDATE actions SET action = ? WHERE game = ? AND seq = 1", (action, table_id))
    station.bot.tables.games.forget(table_id)
    return row.action


@pytest.mark.parametrize("language", ["en-GB", "pl"])
async def test_its_players_are_told_and_find_it_again_when_it_goes_on(station: Station, language: str) -> None:
    ada, bo = station.people
    for person in (ada, bo):
        person.speak(language)
    game = await station.begin("usa")
    await station.play_until(game, lambda snapshot: snapshot.view.turn == 3)
    right = await spoil(station, game, NONSENSE)
    rung = rings(station.bench.public(PLACE))
    refused = await (await ok(await ada.slash(PLACE, "play"))).settled()
    await station.calm()
    table = await station.bot.store.table(game)
    assert table is not None
    assert table.error
    assert table.error in words(refused)
    notice = station.bench.public(PLACE)[-1].id
    assert table.error in station.bench.public(PLACE)[-1].content
    assert {user: count - rung[user] for user, count in rings(station.bench.public(PLACE)).items()} == {
        ada.id: 1,
        bo.id: 1,
    }
    listed = await (await ok(await bo.slash(PLACE, "games"))).settled()
    assert f"#{game}" in listed.content
    before = bo.dms()[-1].content
    await spoil(station, game, right)
    await station.restart()
    await station.calm()
    assert table.error not in station.bench.world.message(station.bench.channel(PLACE).id, notice).content
    assert bo.dms()[-1].content != before
    assert (await station.snapshot(game)).table.stage == "running"
    (person,) = await station.asked(game)
    await station.type_move(game, person)
