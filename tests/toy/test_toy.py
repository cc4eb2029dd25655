"""A game that nothing outside its folder knows of is played over the wire, from its lobby to its end."""

from pathlib import Path
from typing import Any

import pytest

from bot.local.driver import Result, labels, words
from bot.local.world import components
from bot.local.world.model import Message
from tests.rules import contract
from tests.toy.registered import ToyPictures
from tests.toy.rules import TITLE
from tests.wire.station import PLACE, Station, ok, station_at, verbs


def assert_any_mark_may_be_undone(table: contract.Table, seed: int) -> None:
    contract.assert_replays_with_parts_taken_back(table, seed, back=0.5)
    contract.assert_what_may_be_undone_teaches_nobody(table, seed, lambda state, *_: state)


PROMISES = (
    contract.assert_game_ends,
    contract.assert_legal_actions_are_the_ones_that_apply,
    contract.assert_views_tell_what_is_legal,
    contract.assert_replays,
    contract.assert_everything_survives_json,
    assert_any_mark_may_be_undone,
)


def id_of(message: Message, verb: str) -> str:
    ids = (str(each["custom_id"]) for each in components.walk(message.components) if "custom_id" in each)
    return next(each for each in ids if each.split(":")[3] == verb)


async def answered(station: Station, result: Result) -> Message:
    """The answer once all is told: a tap changes its own panel, which doesn't say that it is being changed."""
    await ok(result)
    await station.calm()
    return result.message


async def move(station: Station, person: int, square: str) -> str:
    return words(await answered(station, await station.people[person].slash(PLACE, "play", move=square)))


async def test_two_people_play_it_from_the_lobby_to_the_end(station: Station) -> None:
    table_id = await station.begin(TITLE)
    first = station.people.index((await station.asked(table_id))[0])
    assert "Toy #" in words(station.live_post())
    assert [file.filename for file in station.live_post().attachments] == ["board.png"]

    player = station.people[first]
    panel = await answered(station, await player.click(station.live_post(), custom_id=f"sm:{table_id}:-:play"))
    assert verbs(panel) >= {"square", "mark"}
    assert panel.attachments[0].filename == "mark.png"
    panel = await answered(station, await player.select(panel, "B2", custom_id=id_of(panel, "square")))
    assert "Mark B2" in labels(panel)
    panel = await answered(station, await player.click(panel, custom_id=id_of(panel, "mark")))
    assert "You mark B2." in words(panel)

    assert "B2 is taken." in await move(station, 1 - first, "b2")
    assert "You mark A1." in await move(station, 1 - first, "a1")
    assert "You mark A3." in words(await answered(station, await player.slash(PLACE, "mark", square="a3")))
    await move(station, 1 - first, "C3")
    assert "wins" in await move(station, first, "c1")

    last = station.bench.public(PLACE)[-1]
    files = {file.filename: file for file in last.attachments}
    assert files.keys() >= {"board.png", "scores.png", f"semafor-{table_id}.json"}
    assert "wins" in words(last)
    assert not any("play" in verbs(post) for post in station.bench.public(PLACE))


@pytest.mark.usefixtures("toy")
async def test_a_robot_plays_it(folder: Path) -> None:
    async with station_at(folder, people=1, make_pictures=ToyPictures) as station:
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
    board = await answered(station, await person.slash(PLACE, "board"))
    assert "zoom" not in verbs(board)
    hand = await answered(station, await person.slash(PLACE, "hand"))
    assert "You are X." in words(hand)
    elsewhere = await answered(station, await person.slash(PLACE, "draw", card="red"))
    assert "Toy" in words(elsewhere)
    rules = await answered(station, await person.slash(PLACE, "rules"))
    assert "Three in a row" in words(rules)


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_it_keeps_what_every_game_promises(promise: Any) -> None:
    promise(contract.Table(TITLE, 2), 1)
