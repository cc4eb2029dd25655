"""The real bot on a local Discord, and people who play there: by commands, or by tapping."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiohttp

from bot.client import Semafor
from bot.games.menus import OTHER
from bot.local.driver import Bench, Driver, Result
from bot.local.server import LocalDiscord
from bot.local.world import components
from bot.local.world.model import Message
from bot.outbox.worker import OutboxWorker
from bot.pictures import Pictures
from bot.tables.snapshot import GameSnapshot
from rules.game import Action
from rules.record import Record, open_record, replay
from tests.bot.conftest import SmallPictures
from tests.bot.tapping import Tapper
from tests.bot.town import typed
from tests.yardstick import sensible_wish

PLACE = "trains"
NAMES = ("ada", "bo", "cyd", "dora")
PATIENCE = 60.0


class Station:
    """One server with a bot that can be sent away and called back."""

    def __init__(
        self,
        discord: LocalDiscord,
        db: Path,
        make_pictures: Callable[[], Pictures] = SmallPictures,
        people: int = 2,
        now: Callable[[], float] = time.time,
        http_trace: aiohttp.TraceConfig | None = None,
    ) -> None:
        self.discord = discord
        self.bench = Bench(discord)
        self.db = db
        self.people = [self.bench.person(name) for name in NAMES[:people]]
        self.make_pictures = make_pictures
        self.now = now
        self.http_trace = http_trace
        self.bot: Semafor
        self._running: asyncio.Task[None]

    async def open(self) -> None:
        self.bot = Semafor(
            self.db,
            now=self.now,
            pictures=self.make_pictures(),
            guild_ready_timeout=0.05,
            http_trace=self.http_trace,
        )
        self._running = asyncio.create_task(self.bot.start(self.discord.token))
        async with asyncio.timeout(PATIENCE):
            while not self.bot.is_ready():
                if self._running.done():
                    self._running.result()
                await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self.bot.close()
        await asyncio.gather(self._running, return_exceptions=True)

    async def restart(self) -> None:
        await self.close()
        await self.open()

    @property
    def outbox(self) -> OutboxWorker:
        assert self.bot.app is not None
        return self.bot.app.outbox

    async def calm(self) -> None:
        """Until everybody is answered, the robots have played, and all that can be told by now is told."""
        async with asyncio.timeout(PATIENCE):
            while self.bot.under_way or self.bot.tables.robots._tasks or self.outbox._tasks or self.discord.api.busy:
                await asyncio.sleep(0.002)

    async def told(self) -> None:
        """Until nothing waits to be told, however often it failed."""
        async with asyncio.timeout(PATIENCE):
            while await self.bot.store.tables_with_items():
                await asyncio.sleep(0.02)
        await self.calm()

    async def begin(self, title: str, robots: int = 0, place: str = PLACE, **options: Any) -> int:
        """A table at which everybody sits, with the game begun; its number."""
        host, *others = self.people
        seats = len(self.people) + robots
        await ok(await host.slash(place, "game new", title=title, seats=seats, robots=robots, **options))
        table = await self.bot.store.table_in(self.bench.channel(place).id)
        assert table is not None
        for person in others:
            await ok(await person.slash(place, "game join"))
        if others:
            await ok(await host.slash(place, "game start"))
        await self.calm()
        return table.id

    def person(self, user: int) -> Driver:
        return next(each for each in self.people if each.id == user)

    async def snapshot(self, table_id: int, person: Driver | None = None) -> GameSnapshot:
        return await self.bot.tables.snapshot(table_id, person.id if person else None)

    async def asked(self, table_id: int) -> list[Driver]:
        """The people who are asked something now."""
        snapshot = await self.snapshot(table_id)
        return [self.person(user) for seat in snapshot.view.to_act if (user := snapshot.seats[seat].user) is not None]

    async def wish(self, table_id: int, person: Driver) -> Action:
        """What a sensible player would do in this seat."""
        snapshot = await self.snapshot(table_id, person)
        return sensible_wish(snapshot.game, snapshot.view, snapshot.legal, Random(snapshot.seq).random)

    async def type_move(self, table_id: int, person: Driver, place: str = PLACE) -> Result:
        """The command for this person's next move, answered and told."""
        snapshot = await self.snapshot(table_id, person)
        command, options = typed(await self.wish(table_id, person), snapshot.view)
        result = await ok(await person.slash(place, command, **options))
        await self.calm()
        return result

    async def play_until(self, table_id: int, fits: Callable[[GameSnapshot], bool], most: int = 400) -> Driver:
        """Play on by commands until somebody is asked the kind of question that `fits`; who that is."""
        for _ in range(most):
            for person in await self.asked(table_id):
                if fits(await self.snapshot(table_id, person)):
                    return person
            await self.type_move(table_id, (await self.asked(table_id))[0])
        raise AssertionError("never came to that")

    def live_post(self, place: str = PLACE) -> Message:
        """The only message of the channel that carries buttons to play with."""
        (post,) = (each for each in self.bench.public(place) if "play" in verbs(each))
        return post

    async def record(self, table_id: int) -> Record:
        return await self.bot.tables.record(table_id)


class Finger(Tapper):
    """A player who only taps, on a real panel."""

    def __init__(self, station: Station, table_id: int, seed: int = 1) -> None:
        self.station = station
        self.game = table_id
        self.random = Random(seed)
        self.panels: dict[int, Any] = {}
        self.last: Any = None

    async def tap(self, person: Driver) -> Result:
        panel = self.panels.get(person.id)
        result: Result
        if panel is None:
            result = await person.click(self.station.live_post(), custom_id=f"sm:{self.game}:-:play")
        else:
            result = await self.use(person, panel)
        message = (await ok(result)).message
        await self.station.calm()
        self.panels[person.id] = message if self.is_asking(message) else None
        return result

    async def use(self, person: Driver, panel: Message) -> Result:
        part = self.last = self.choice(panel)
        if part["type"] == components.BUTTON:
            return await person.click(panel, custom_id=part["custom_id"])
        values = [option["value"] for option in part["options"] if not option["value"].startswith(OTHER)]
        most = self.random.randint(max(1, part.get("min_values", 1)), part.get("max_values", 1))
        return await person.select(panel, *self.random.sample(values, most), custom_id=part["custom_id"])


async def ok(result: Result) -> Result:
    """A result that was acknowledged in time, privately, and has come to its answer."""
    assert result.acknowledged
    assert not result.failed
    async with asyncio.timeout(PATIENCE):
        while result.thinking:
            await asyncio.sleep(0.002)
    assert result.ephemeral
    return result


def verbs(message: Message) -> set[str]:
    """What the buttons and menus of a message do."""
    ids = [each["custom_id"] for each in components.walk(message.components) if "custom_id" in each]
    return {each.split(":")[3] for each in ids if each.count(":") >= 3}


def to_be_rung(record: Record) -> list[int]:
    """The seats that posts must ring until the end, in order: everybody for an opening, then whoever's turn begins."""
    game, state = open_record(record)
    view = game.view_for(state, None)
    turn, found = view.turn, list(view.to_act)
    for _, _, step in replay(record):
        view = game.view_for(step.state, None)
        if view.turn > turn and not view.is_over:
            turn = view.turn
            found += view.to_act
    return found


def rings(messages: Sequence[Message]) -> Counter[int]:
    return Counter(user for message in messages for user in message.pinged)


@asynccontextmanager
async def station_at(folder: Path, *, people: int = 2, is_limited: bool = False, **more: Any) -> AsyncIterator[Station]:
    """A station with its bot at work. Its Discord counts requests only if `is_limited`: games here are played fast."""
    async with LocalDiscord(folder / "discord.db", port=0) as discord:
        discord.point_discord_py_here()
        discord.api.limits.is_on = is_limited
        station = Station(discord, folder / "semafor.db", people=people, **more)
        await station.open()
        try:
            yield station
        finally:
            await station.close()
            assert not discord.api.unknown
