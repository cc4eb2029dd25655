"""How many requests a move costs, of the fifty a second that Discord gives to all tables together."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from bot.outbox import worker
from tests.wire.station import PLACE, Station, ok, station_at
from tests.wire.test_faults import two_cards

POST, EDIT = "POST /channels/{channel_id}/messages", "PATCH /channels/{channel_id}/messages/{message_id}"


async def at_table(station: Station) -> None:
    """One person with two robots, in their first turn."""
    game = await station.begin("usa", robots=2)
    while (await station.snapshot(game)).view.turn == 0:
        await station.type_move(game, station.people[0])
    await station.told()


async def test_a_turn_with_robots_behind_it_costs_a_post_the_buttons_of_the_last_one_and_one_hand(folder: Path) -> None:
    async with station_at(folder, people=1) as station:
        await at_table(station)
        before = station.discord.api.rationed.copy()
        await two_cards(station.people[0])
        await station.told()
        assert station.discord.api.rationed - before == Counter({POST: 1, EDIT: 2})


async def test_a_turn_of_two_moves_costs_no_more(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What its first half has shown is told with the second."""
    monkeypatch.setattr(worker, "HALF_A_TURN", 30.0)
    async with station_at(folder, people=1) as station:
        await at_table(station)
        before = station.discord.api.rationed.copy()
        for _ in range(2):
            await ok(await station.people[0].slash(PLACE, "draw", card="blind"))
            await station.calm()
        await station.told()
        assert station.discord.api.rationed - before == Counter({POST: 1, EDIT: 2})


async def test_a_turn_that_stays_half_made_is_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "HALF_A_TURN", 1.0)
    async with station_at(folder, people=1) as station:
        await at_table(station)
        before = station.discord.api.rationed.copy()
        await ok(await station.people[0].slash(PLACE, "draw", card="blind"))
        await station.told()
        assert station.discord.api.rationed - before == Counter({EDIT: 2})
        assert "draws" in station.bench.public(PLACE)[-1].content


async def test_a_hand_waits_for_slow_robots_but_not_for_long(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A robot that never comes to an end must not keep anybody from their cards."""
    monkeypatch.setattr(worker, "PATIENCE", 1.0)
    async with station_at(folder, people=1) as station:
        await at_table(station)
        robots, thinking = station.bot.tables.robots, asyncio.Event()
        play = robots._play_at_once

        async def slow(table_id: int) -> object:
            await thinking.wait()
            return await play(table_id)

        robots._play_at_once = slow  # type: ignore[method-assign, assignment]
        before = station.discord.api.rationed.copy()
        await two_cards(station.people[0])
        async with asyncio.timeout(60):
            while not (station.discord.api.rationed - before)[EDIT]:
                await asyncio.sleep(0.05)
        assert station.discord.api.rationed - before == Counter({EDIT: 1})
        thinking.set()
        await station.told()
