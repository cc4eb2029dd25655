"""Robots at the table: of the strength that was chosen, thinking away from the table, and never at a loss."""

import asyncio
import os
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec
import pytest
import simcord
from msgspec.structs import replace

from bot.store.protocol import LostLease
from bot.tables.records import record_from
from bot.tables.thinking import Thought, luck_of, only_action, think, thought_of
from bot.workers.pool import WorkFailed
from rules.game import Candidate
from rules.record import replayed
from rules.robots import STRENGTHS, decide
from rules.tickets import engine
from rules.tickets.actions import ClaimRoute, TicketAction
from rules.tickets.robots.conductor import Conductor
from tests.bot.outside import PaperMail
from tests.bot.plain import next_action, start_table
from tests.bot.test_leaving import seat_of
from tests.bot.test_tables import App
from tests.bot.test_votes import ids, leave_server
from tests.bot.town import Town
from tests.toy.rules import SQUARES, Mark, ToyGame
from tests.toy.rules import State as ToyState


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "games.db", PaperMail()).open()
    yield app
    await app.close()


async def play(app: App, table_id: int, moves: int) -> None:
    """What people do, a robot's turn after each."""
    for _ in range(moves):
        found = await next_action(app.tables, table_id)
        assert found is not None
        user, action, decision = found
        await app.tables.play(table_id, user, action, decision)
        await app.tables.finish()


@pytest.mark.parametrize("strength", STRENGTHS)
async def test_every_strength_plays_at_a_table(app: App, strength: str) -> None:
    table_id = await start_table(app.tables, "lantern", 1, 1, strength)
    await play(app, table_id, 8)
    assert {row.player for row in await app.store.actions(table_id)} == {0, 1}


async def test_a_robot_of_an_unknown_strength_goes_on(app: App) -> None:
    table_id = await start_table(app.tables, "lantern", 1, 1, "greedy")
    await play(app, table_id, 4)
    assert 1 in {row.player for row in await app.store.actions(table_id)}


async def test_while_a_robot_thinks_nobody_waits_for_the_table(app: App) -> None:
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def slow(thought: bytes, _: int) -> bytes:
        begun.set()
        await goes_on.wait()
        return think(thought)

    app.tables.robots.think = slow
    opened = asyncio.create_task(start_table(app.tables, "lantern", 1, 1, "stationmaster"))
    async with asyncio.timeout(60):
        await begun.wait()
    table_id = 1
    async with asyncio.timeout(60), app.tables.lock(table_id):
        seq = await app.store.last_seq(table_id)
    user, action, decision = await next_action(app.tables, table_id) or (0, None, 0)
    assert action is not None
    async with asyncio.timeout(60):
        await app.tables.play(table_id, user, action, decision)
    assert await app.store.last_seq(table_id) == seq + 1
    goes_on.set()
    assert await opened == table_id
    await play(app, table_id, 3)
    assert {row.player for row in await app.store.actions(table_id)} == {0, 1}


async def test_thoughts_that_are_lost_are_done_without(app: App) -> None:
    lost = []

    async def fails(_thought: bytes, table_id: int) -> bytes:
        lost.append(table_id)
        raise RuntimeError

    app.tables.robots.think = fails
    table_id = await start_table(app.tables, "lantern", 1, 1, "stationmaster")
    await play(app, table_id, 8)
    assert {row.player for row in await app.store.actions(table_id)} == {0, 1}
    assert lost


async def test_what_is_no_legal_wish_is_not_played(app: App) -> None:
    async def dreams(thought: bytes, _: int) -> bytes:
        return msgspec.json.decode(thought, type=Thought).game.codecs.action.encode(ClaimRoute(1, "nowhere", ()))

    app.tables.robots.think = dreams
    table_id = await start_table(app.tables, "lantern", 1, 1, "stationmaster")
    await play(app, table_id, 8)
    assert {row.player for row in await app.store.actions(table_id)} == {0, 1}


async def test_a_thought_holds_what_its_seat_sees_and_no_more(app: App) -> None:
    """And what comes of it is what a stationmaster does who sits at the table, the same each time."""
    table_id = await start_table(app.tables, "usa", 2)
    cached = await app.tables.games.read(table_id)
    for seat in cached.game.to_act(cached.state):
        thought = replace(thought_of(cached, seat), rollouts=16)
        raw = msgspec.json.encode(thought)
        view, legal = cached.game.view_for(cached.state, seat), cached.game.legal_actions(cached.state, seat)
        assert bytes(thought.view) == cached.game.codecs.view.encode(view)
        assert b"a seed" not in raw
        decided = decide("stationmaster", cached.game, view, legal, Random(luck_of(cached)).random, 16)
        assert cached.game.codecs.action.decode(think(raw)) == decided
        assert think(raw) == think(raw)


async def test_what_a_robot_might_do_is_weighed_where_it_thinks(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in the bot's own process, where people would wait for it."""
    weighed: list[int] = []

    async def elsewhere(raw: bytes, _: int) -> bytes:
        thought = msgspec.json.decode(raw, type=Thought)
        game = thought.game
        return game.codecs.action.encode(next(iter(game.legal_in(game.codecs.view.decode(thought.view)))))

    class Watched(Conductor):
        def ranked(self) -> list[Candidate[TicketAction]]:
            weighed.append(self.me)
            return super().ranked()

    app.tables.robots.think = elsewhere
    table_id = await start_table(app.tables, "lantern", 1, 1, "stationmaster")
    for _ in range(8):
        user, action, decision = await next_action(app.tables, table_id) or (0, None, 0)
        assert action is not None
        with monkeypatch.context() as patch:
            patch.setattr(engine, "Conductor", Watched)
            await app.tables.play(table_id, user, action, decision)
            await app.tables.finish()
    assert {row.player for row in await app.store.actions(table_id)} == {0, 1}
    assert not weighed


async def test_without_its_thoughts_a_robot_does_what_a_conductor_does(app: App) -> None:
    async def fails(_thought: bytes, _: int) -> bytes:
        raise RuntimeError

    app.tables.robots.think = fails
    table_id = await start_table(app.tables, "usa", 1, 1, "stationmaster")
    await app.tables.finish()
    table = await app.store.table(table_id)
    assert table is not None
    rows = [row for row in await app.store.actions(table_id) if row.player == 1]
    before = rows[0].seq - 1
    record = record_from(table, await app.store.seats(table_id), await app.store.actions(table_id))
    game, state = replayed(record, before)
    view, legal = game.view_for(state, 1), game.legal_actions(state, 1)
    luck = sha256(f"{table.seed}/robot/{before}".encode()).hexdigest()
    assert game.codecs.action.decode(rows[0].action) == game.advise(view, legal, Random(luck).random)


async def test_where_there_is_one_thing_to_do_a_robot_need_not_think(app: App) -> None:
    cached = await app.tables.games.read(await start_table(app.tables, "lantern", 2))
    full = dict(zip(SQUARES, (0, 1, 0, 0, 1, 1, 1, 0), strict=False))
    last = replace(cached, game=ToyGame(), state=ToyState(full))
    assert only_action(last, 0) == Mark(0, SQUARES[-1])
    assert only_action(replace(last, state=ToyState()), 0) is None


@pytest.fixture
def town(simcord_env: simcord.Env) -> Town:
    return Town(simcord_env, people=3)


async def test_the_lobby_offers_every_strength_and_says_which_sits_there(town: Town) -> None:
    ada, bo, _ = town.people
    await ada.slash(town.channel, "game new", title="metro", seats=5)
    lobby = town.channel.last_message
    refused = await bo.click(lobby, custom_id="sm:1:-:robot")
    assert "Only the host" in refused.response.content
    offered = (await ada.click(lobby, custom_id="sm:1:-:robot")).response
    assert {own.split(":")[4] for own in ids(offered)} == {*STRENGTHS}
    page = (await ada.click(offered, custom_id="sm:1:-:robot:apprentice")).response
    assert "Robot 1 (apprentice)" in page.content
    await ada.slash(town.channel, "game robot", strength="stationmaster")
    assert "Robot 2 (stationmaster)" in town.channel.last_message.content
    seats = await town.bot.store.seats(1)
    assert [seat.robot for seat in seats] == [None, "apprentice", "stationmaster"]
    again = (await ada.click(lobby, custom_id="sm:1:-:robot")).response
    assert "sm:1:-:robot:none" in ids(again)


async def test_a_full_lobby_offers_no_robot(town: Town) -> None:
    ada, bo, _ = town.people
    await ada.slash(town.channel, "game new", title="metro", seats=2)
    await bo.slash(town.channel, "game join")
    full = (await ada.click(town.channel.last_message, custom_id="sm:1:-:robot")).response
    assert not ids(full)


async def test_a_seat_is_left_to_a_robot_of_the_strength_that_was_asked_for(town: Town) -> None:
    game = await town.begin("lantern")
    _, bo, _ = town.people
    seat = await seat_of(town, game, bo)
    sure = (await bo.slash(town.channel, "game replace", seat=seat + 1, strength="apprentice")).response
    await bo.click(sure, custom_id=f"sm:{game}:-:resign:apprentice")
    assert (await town.bot.store.seats(game))[seat].robot == "apprentice"


async def test_a_vote_brings_the_robot_that_was_proposed(town: Town) -> None:
    game = await town.begin("lantern")
    ada, bo, cyd = town.people
    seat = await seat_of(town, game, bo)
    await leave_server(town, bo)
    await cyd.slash(town.channel, "game replace", seat=seat + 1, strength="apprentice")
    await ada.slash(town.channel, "game vote", answer="yes")
    assert (await town.bot.store.seats(game))[seat].robot == "apprentice"
    await town.bot.tables.finish()


async def test_a_bot_has_its_robots_think_in_another_process(town: Town) -> None:
    """With the same result; and what a worker dies of costs a robot its thoughts and no more."""
    tables = town.bot.tables
    table_id = await start_table(tables, "lantern", 1, 1)
    cached = await tables.games.read(table_id)
    raw = msgspec.json.encode(thought_of(cached, min(cached.game.to_act(cached.state))))
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert await tables.robots.think(raw, table_id) == think(raw)
    assert os.getpriority(os.PRIO_PROCESS, 0) == own
    with pytest.raises(WorkFailed):
        await tables.robots.think(b"nonsense", table_id)
    assert await tables.robots.think(raw, table_id) == think(raw)


async def test_robots_rest_without_a_word_once_another_process_plays_for_them(
    app: App, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[object] = []

    async def lost(*each: object) -> None:
        asked.append(each)
        raise LostLease

    table_id = await start_table(app.tables, "lantern", 1, 1)
    await app.tables.finish()
    monkeypatch.setattr(app.tables.robots, "_play_at_once", lost)
    app.tables.robots._games.forget(table_id)
    app.tables.robots.wake(table_id)
    await app.tables.finish()
    assert asked
    assert not caplog.records
    assert not app.tables.robots._retries
