"""Undo and rollback over the wire: pings and buttons, in both languages, by tap and by command."""

from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.local.driver import Driver, Result, words
from bot.local.world import components
from bot.local.world.model import Message
from data.texts import text
from rules.game import Action, may_undo
from tests.bot.town import typed
from tests.wire.station import PLACE, Station, ok, station_at, verbs


@pytest.fixture
async def station(tmp_path: Path) -> AsyncIterator[Station]:
    async with station_at(tmp_path) as found:
        yield found


async def undoable(station: Station, game: int) -> tuple[Driver, Action]:
    """Play on until somebody can end a turn with a move that may be taken back; who, and with which."""
    for _ in range(400):
        cached = await station.bot.tables.games.read(game)
        rules, state, view = cached.game, cached.state, cached.view(None)
        if view.turn > 0:
            for action in islice(rules.legal_actions(state, view.to_act[0]), 400):
                step = rules.apply(state, action)
                if may_undo(rules, state, step) and rules.view_for(step.state, None).turn > view.turn:
                    user = cached.seats[view.to_act[0]].user
                    assert user is not None
                    return station.person(user), action
        await station.type_move(game, (await station.asked(game))[0])
    raise AssertionError("nothing could be taken back")


async def make(station: Station, game: int, person: Driver, action: Action) -> Result:
    command, options = typed(action, (await station.snapshot(game, person)).view)
    result = await ok(await person.slash(PLACE, command, **options))
    await station.calm()
    return result


def id_of(message: Message, verb: str) -> str:
    ids = (str(each["custom_id"]) for each in components.walk(message.components) if "custom_id" in each)
    return next(each for each in ids if each.split(":")[3] == verb)


async def name_of(station: Station, game: int, person: Driver) -> str:
    snapshot = await station.snapshot(game, person)
    assert snapshot.seat is not None
    return snapshot.names[snapshot.seat]


def posts(station: Station) -> list[Message]:
    return list(station.bench.public(PLACE))


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_the_receipt_takes_its_move_back_and_the_ping_is_struck_out(station: Station, language: str) -> None:
    game = await station.begin("usa", language=language)
    person, action = await undoable(station, game)
    await ok(await person.slash(PLACE, "settings me", option="language", value=language))
    other = next(each for each in station.people if each is not person)
    before = (await station.snapshot(game, other)).view
    receipt = (await make(station, game, person, action)).message
    assert receipt is not None
    called = station.live_post()
    assert list(called.pinged) == [other.id]
    panel = (await ok(await person.slash(PLACE, "play"))).message
    result = await ok(await person.click(receipt, custom_id=id_of(receipt, "undo")))
    await station.calm()
    assert text("undo.done", language) in words(result.message)
    assert "play" not in verbs(called)
    struck = next(each for each in posts(station) if each.id == called.id)
    assert struck.content.startswith("~~")
    assert verbs(struck) == set()
    live = station.live_post()
    assert live.id != called.id
    assert text("audit.undone", language, name=await name_of(station, game, person)) in live.content
    assert list(live.pinged) == []
    assert (await station.snapshot(game, other)).view == before
    # The same button elsewhere is answered, and takes nothing more back.
    seq = await station.bot.store.last_seq(game)
    again = await ok(await person.click(panel, custom_id=id_of(panel, "undo")))
    await station.calm()
    assert text("refuse.undo_done", language) in words(again.message)
    assert await station.bot.store.last_seq(game) == seq
    # Made again, it calls nobody a second time.
    await make(station, game, person, action)
    assert list(station.live_post().pinged) == []
    assert "undo" not in verbs(station.live_post())


async def test_the_command_is_the_buttons_twin_and_says_why_not(station: Station) -> None:
    game = await station.begin("usa")
    person, action = await undoable(station, game)
    other = next(each for each in station.people if each is not person)
    await make(station, game, person, action)
    assert "Others have acted since" in words((await ok(await other.slash(PLACE, "game undo"))).message)
    panel = (await ok(await person.slash(PLACE, "play"))).message
    assert "undo" in verbs(panel)  # for as long as it holds
    assert text("undo.done", "en") in words((await ok(await person.slash(PLACE, "game undo"))).message)
    await station.calm()
    await make(station, game, person, action)
    await station.type_move(game, other)
    panel = (await ok(await person.slash(PLACE, "play"))).message
    last = (await station.bot.store.actions(game))[-1].player
    if last != (await station.snapshot(game, person)).seat:
        assert "undo" not in verbs(panel)
        assert "Others have acted since" in words((await ok(await person.slash(PLACE, "game undo"))).message)


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_a_table_goes_back_by_command_list_and_vote(station: Station, language: str) -> None:
    game = await station.begin("nordic", language=language)
    ada, bo = station.people
    for person in station.people:
        await ok(await person.slash(PLACE, "settings me", option="language", value=language))
    while (await station.snapshot(game)).view.turn < 3:
        await station.type_move(game, (await station.asked(game))[0])
    third = [(await station.snapshot(game, person)).view for person in station.people]
    while (await station.snapshot(game)).view.turn < 7:
        await station.type_move(game, (await station.asked(game))[0])
    offered = await ada.autocomplete(PLACE, "game rollback", "to", "")
    assert [choice["value"] for choice in offered][-1] == "1"
    assert offered[0]["name"].startswith("Turn 6 · " if language == "en" else "Tura 6 · ")
    bad = await ok(await ada.slash(PLACE, "game rollback", to="99"))
    assert text("refuse.rollback_turn", language, last=6) in words(bad.message)
    called = station.live_post()
    await ok(await ada.slash(PLACE, "game rollback", to="3"))
    await station.calm()
    (proposal,) = (each for each in posts(station) if "vote" in verbs(each))
    assert list(proposal.pinged) == [bo.id]
    learnt = await station.bot.tables.take_backs.revealed_since(game, 3)
    for kind, count in learnt.items():
        assert text(f"revealed.{kind}", language, n=count) in proposal.content
    agree = next(each for each in ids_of(proposal) if ":yes" in each)
    await ok(await bo.click(proposal, custom_id=agree))
    await station.calm()
    assert [(await station.snapshot(game, person)).view for person in station.people] == third
    assert next(each for each in posts(station) if each.id == called.id).content.startswith("~~")
    assert text("table.rolled_back", language, turn=3) in station.live_post().content
    asked = (await station.asked(game))[0]
    assert list(station.live_post().pinged) == [asked.id]
    assert verbs(next(each for each in posts(station) if each.id == proposal.id)) == set()
    late = await ok(await bo.slash(PLACE, "game vote", answer="yes"))
    assert text("refuse.no_vote", language) in words(late.message)
    log = await ok(await ada.slash(PLACE, "log"))
    assert "~~" in words(log.message)
    await station.type_move(game, asked)


def ids_of(message: Message) -> list[str]:
    return [str(each["custom_id"]) for each in components.walk(message.components) if "custom_id" in each]


async def test_whoever_plays_with_robots_alone_goes_back_at_once(tmp_path: Path) -> None:
    async with station_at(tmp_path, people=1) as station:
        (ada,) = station.people
        game = await station.begin("usa", robots=1)
        while (await station.snapshot(game)).view.turn < 5:
            await station.type_move(game, (await station.asked(game))[0])
        result = await ok(await ada.slash(PLACE, "game rollback", to="2"))
        await station.calm()
        assert text("table.rolled_back", "en", turn=2) in words(result.message)
        assert any(row.undone for row in await station.bot.store.log(game))
        assert await station.asked(game) == [ada]


async def test_a_receipt_kept_over_a_restart_still_takes_its_move_back(station: Station) -> None:
    game = await station.begin("metro", variant="modules=2")
    person, action = await undoable(station, game)
    receipt = (await make(station, game, person, action)).message
    await station.restart()
    result: Any = await ok(await person.click(receipt, custom_id=id_of(receipt, "undo")))
    await station.calm()
    assert text("undo.done", "en") in words(result.message)
    assert await station.asked(game) == [person]
