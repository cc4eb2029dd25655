"""The bot goes away at every kind of pause and comes back: nothing is lost, said twice, or rung for again."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from bot import app as app
from bot.local.driver import Driver
from bot.local.world import components
from bot.tables.snapshot import GameSnapshot
from rules.tickets import actions as tickets
from rules.tickets.legal import TicketActions
from rules.tickets.maps import load_map
from tests.bot.town import typed
from tests.wire.station import PLACE, Finger, Station, ok, rings, station_at

Fits = Callable[[GameSnapshot], bool]


def phase(name: str) -> Fits:
    return lambda snapshot: bool(snapshot.view.phase == name)


async def one_card(station: Station, table_id: int) -> Driver:
    """Somebody has taken the first card of a turn."""
    person = await station.play_until(table_id, phase("turn"))
    await ok(await person.slash(PLACE, "draw", card="blind"))
    return person


async def new_tickets(station: Station, table_id: int) -> Driver:
    person = await station.play_until(table_id, phase("turn"))
    await ok(await person.slash(PLACE, "tickets draw"))
    return person


async def a_tunnel(station: Station, table_id: int) -> Driver:
    """Draws cards and tries tunnels until one asks for more."""
    tunnels = {track.id for track in load_map("nordic").tracks if track.kind == "tunnel"}
    for _ in range(200):
        person = (await station.asked(table_id))[0]
        snapshot = await station.snapshot(table_id, person)
        if snapshot.view.phase == "tunnel":
            return person
        if snapshot.view.phase == "turn":
            action = a_try(snapshot, tunnels) or tickets.DrawBlind(player=snapshot.seat or 0)
        else:
            action = await station.wish(table_id, person)
        command, options = typed(action, snapshot.view)
        await ok(await person.slash(PLACE, command, **options))
        await station.calm()
    raise AssertionError("no tunnel asked for more")


def a_try(snapshot: GameSnapshot, tunnels: set[str]) -> tickets.ClaimRoute | None:
    """A tunnel that can be paid. Not one of all claims: a large hand can pay a long track in millions of ways."""
    legal = cast(TicketActions, snapshot.legal)
    track = next((each for each in legal.tracks() if each in tunnels), None)
    return tickets.ClaimRoute(snapshot.seat or 0, track, next(legal.payments(track))) if track else None


async def a_drawn_tile(station: Station, table_id: int) -> Driver:
    person = await station.play_until(table_id, lambda snapshot: snapshot.view.turn > 2)
    await ok(await person.slash(PLACE, "metro draw"))
    return person


async def the_opening(station: Station, table_id: int) -> Driver:
    """One has chosen, the other has not."""
    first, second = await station.asked(table_id)
    await station.type_move(table_id, first)
    return second


PAUSES = [
    pytest.param("usa", the_opening, id="opening tickets"),
    pytest.param("world", the_opening, id="opening of the world"),
    pytest.param("usa", one_card, id="second card"),
    pytest.param("germany", new_tickets, id="ticket choice"),
    pytest.param("nordic", a_tunnel, id="tunnel"),
    pytest.param("metro", a_drawn_tile, id="drawn tile"),
]


@pytest.mark.parametrize(("title", "come_to"), PAUSES)
async def test_a_pause_outlives_a_restart(folder: Path, title: str, come_to: Any) -> None:
    async with station_at(folder) as station:
        game = await station.begin(title)
        person = await come_to(station, game)
        await station.calm()
        panel = await (await ok(await person.slash(PLACE, "play"))).settled()
        posts = [(post.id, post.content) for post in station.bench.public(PLACE)]
        rung = rings(station.bench.public(PLACE))
        before = await station.snapshot(game, person)
        await station.restart()
        await station.calm()
        assert [(post.id, post.content) for post in station.bench.public(PLACE)] == posts
        assert (await station.snapshot(game, person)).view == before.view
        finger = Finger(station, game)
        finger.panels[person.id] = panel
        result = await finger.tap(person)
        assert result.message.id == panel.id
        for _ in range(30):
            if (await station.snapshot(game)).seq > before.seq:
                break
            await finger.tap(person)
        assert (await station.snapshot(game)).seq > before.seq
        again = rings(station.bench.public(PLACE))
        assert sum(again.values()) <= sum(rung.values()) + 1


async def test_what_was_not_told_before_the_end_is_told_after_the_start(folder: Path) -> None:
    """The bot stops between the move and its post."""
    async with station_at(folder) as station:
        game = await station.begin("usa")
        await station.play_until(game, phase("turn"))
        (person,) = await station.asked(game)
        station.bot.tables.on_items = lambda _: None
        snapshot = await station.snapshot(game, person)
        command, options = typed(tickets.DrawBlind(player=snapshot.seat or 0), snapshot.view)
        for _ in range(2):
            await ok(await person.slash(PLACE, command, **options))
        before = len(station.bench.public(PLACE))
        (following,) = await station.asked(game)
        rung = rings(station.bench.public(PLACE))[following.id]
        await station.restart()
        await station.calm()
        posts = station.bench.public(PLACE)
        assert len(posts) == before + 1
        assert rings(posts)[following.id] == rung + 1


async def test_a_farewell_that_takes_too_long_leaves_the_rest_to_the_next_start(
    station: Station, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await station.begin("usa")
    person = await station.play_until(game, phase("turn"))
    posts = station.bench.public(PLACE)
    monkeypatch.setattr(app, "LONGEST_FAREWELL", 0.1)
    station.bench.faults.slow("POST", "/channels/*/messages", 1.5)
    await ok(await person.slash(PLACE, "draw", card="blind", second="blind"))
    await station.restart()
    await station.told()
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
    (new,) = station.bench.public(PLACE)[len(posts) :]
    assert new.pinged == [(await station.asked(game))[0].id]


async def test_what_is_being_answered_is_finished_first(station: Station, caplog: pytest.LogCaptureFixture) -> None:
    game = await station.begin("usa")
    person = await station.play_until(game, phase("turn"))
    panel = (await ok(await person.slash(PLACE, "play"))).message
    button = next(
        each["custom_id"] for each in components.walk(panel.components) if ":blind" in each.get("custom_id", "")
    )
    seq = (await station.snapshot(game)).seq
    clicked = await person.click(panel, custom_id=button, wait=False)
    await station.bench.until(lambda: clicked.acknowledged)
    await station.restart()
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert (await station.snapshot(game)).seq == seq + 1
