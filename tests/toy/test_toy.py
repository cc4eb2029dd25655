"""A game that nothing outside its folder knows of is played over the wire, from its lobby to its end."""

from pathlib import Path
from typing import Any

import pytest

from bot.local.driver import words
from bot.local.world import components
from bot.local.world.model import Message
from bot.pictures import Pictures
from tests.rules import contract
from tests.toy.rules import TITLE
from tests.wire.station import PLACE, Station, ok, station_at, verbs

PROMISES = (
    contract.assert_game_ends,
    contract.assert_legal_actions_are_the_ones_that_apply,
    contract.assert_replays,
    contract.assert_everything_survives_json,
)


def id_of(message: Message, verb: str) -> str:
    ids = (str(each["custom_id"]) for each in components.walk(message.components) if "custom_id" in each)
    return next(each for each in ids if each.split(":")[3] == verb)


async def move(station: Station, person: int, square: str) -> str:
    result = await ok(await station.people[person].slash(PLACE, "play", move=square))
    await station.calm()
    return words(result.message)


async def test_two_people_play_it_from_the_lobby_to_the_end(station: Station) -> None:
    table_id = await station.begin(TITLE)
    first = station.people.index((await station.asked(table_id))[0])
    assert "Toy #" in words(station.live_post())
    assert [file.filename for file in station.live_post().attachments] == ["board.png"]

    panel = await ok(await station.people[first].click(station.live_post(), custom_id=f"sm:{table_id}:-:play"))
    assert verbs(panel.message) >= {"square", "mark"}
    assert panel.message.attachments[0].filename == "mark.png"
    menu = id_of(panel.message, "square")
    panel = await ok(await station.people[first].select(panel.message, "B2", custom_id=menu))
    assert "Mark B2" in words(panel.message)
    panel = await ok(await station.people[first].click(panel.message, custom_id=id_of(panel.message, "mark")))
    await station.calm()
    assert "You mark B2." in words(panel.message)

    assert "B2 is taken." in await move(station, 1 - first, "b2")
    assert "You mark A1." in await move(station, 1 - first, "a1")
    result = await ok(await station.people[first].slash(PLACE, "mark", square="a3"))
    await station.calm()
    assert "You mark A3." in words(result.message)
    await move(station, 1 - first, "C3")
    assert "wins" in await move(station, first, "c1")

    last = station.bench.public(PLACE)[-1]
    files = {file.filename: file for file in last.attachments}
    assert files.keys() >= {"board.png", "scores.png", f"semafor-{table_id}.json"}
    assert "wins" in words(last)
    assert not any("play" in verbs(post) for post in station.bench.public(PLACE))


@pytest.mark.usefixtures("toy")
async def test_a_robot_plays_it(folder: Path) -> None:
    async with station_at(folder, people=1, make_pictures=Pictures) as station:
        table_id = await station.begin(TITLE, robots=1)
        while await station.asked(table_id):
            snapshot = await station.snapshot(table_id, station.people[0])
            assert snapshot.legal is not None
            await move(station, 0, [action.square for action in snapshot.legal][-1])
        snapshot = await station.snapshot(table_id)
        assert snapshot.view.is_over
        assert 4 <= snapshot.seq <= 9


async def test_what_is_offered_shown_and_refused_is_its_own(station: Station) -> None:
    table_id = await station.begin(TITLE)
    person = (await station.asked(table_id))[0]
    offered = await person.autocomplete(PLACE, "play", "move", "b")
    assert [each["value"] for each in offered] == ["B1", "B2", "B3"]
    board = await ok(await person.slash(PLACE, "board"))
    assert "zoom" not in verbs(board.message)
    hand = await ok(await person.slash(PLACE, "hand"))
    assert "You are X." in words(hand.message)
    elsewhere = await ok(await person.slash(PLACE, "draw", card="red"))
    assert "Toy" in words(elsewhere.message)
    rules = await ok(await person.slash(PLACE, "rules"))
    assert "Three in a row" in words(rules.message)


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_it_keeps_what_every_game_promises(promise: Any) -> None:
    promise(contract.Table(TITLE, 2), 1)
