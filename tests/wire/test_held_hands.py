"""A hand waits for the robots' turns behind it: nothing is sent that is overwritten before anybody sees it."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.outbox import worker
from bot.outbox.post import Post
from bot.outbox.sender import DiscordSender
from tests.wire.station import PLACE, Station, ok, station_at


@pytest.fixture
def edits(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """How often a message of a channel was changed."""
    found, edit = Counter[int](), DiscordSender.edit

    async def counted(sender: DiscordSender, channel: int, message: int, post: Post) -> None:
        found[channel] += 1
        await edit(sender, channel, message, post)

    monkeypatch.setattr(DiscordSender, "edit", counted)
    return found


def dm_of(station: Station) -> int:
    (hand,) = (dm for dm in station.people[0].dms() if not dm.is_ephemeral)
    return hand.channel_id


async def test_a_turn_with_robots_behind_it_changes_the_hand_once(folder: Any, edits: Counter[int]) -> None:
    async with station_at(folder, people=1) as station:
        game = await station.begin("metro", robots=3)
        await station.told()
        turns = 0
        for _ in range(6):
            (person,) = await station.asked(game)
            before, turn = edits[dm_of(station)], (await station.snapshot(game)).view.turn
            await station.type_move(game, person)
            await station.told()
            if (await station.snapshot(game)).view.turn > turn:
                assert edits[dm_of(station)] == before + 1
                turns += 1
        assert turns


async def test_a_hand_waits_no_longer_than_people_would(
    folder: Any, edits: Counter[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "LONGEST_HELD", 0.1)
    async with station_at(folder, people=1) as station:
        (ada,) = station.people
        await ok(await ada.slash(PLACE, "game new", title="metro", seats=2))
        await ok(await ada.slash(PLACE, "game robot", strength="stationmaster"))
        await ok(await ada.slash(PLACE, "game options", option="seating", value="given"))
        may_think = asyncio.Event()

        async def slowly(*_thought: object) -> bytes:
            await may_think.wait()
            raise TimeoutError

        station.bot.tables.robots.think = slowly
        await ok(await ada.slash(PLACE, "game start"))
        await station.told()
        before = edits[dm_of(station)]
        while await station.asked(1):
            (person,) = await station.asked(1)
            snapshot = await station.snapshot(1, person)
            action = await station.wish(1, person)
            await station.bot.tables.play(1, person.id, action, snapshot.decision)
        await station.bench.until(lambda: edits[dm_of(station)] > before)
        may_think.set()
        await station.told()
        assert await station.asked(1)
