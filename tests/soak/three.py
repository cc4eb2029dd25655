"""Three processes on one PostgreSQL: `python -m tests.soak.three 90`, so many seconds.

Whatever people do at a table reaches now one process, now another. One is killed every few seconds and started again,
and the database is restarted twice. At the end all games are played out: nothing is lost, doubled or stuck, and outside
the restarts 99 in 100 interactions were acknowledged within a second.
"""

import asyncio
import contextlib
import statistics
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from itertools import count, pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec

from bot.local.driver import Driver
from bot.local.server import LocalDiscord
from bot.local.world.model import GatewayEvent
from bot.store.opening import PostgresUrl, open_store
from bot.store.postgres.store import PostgresStore
from bot.store.protocol import StoreError
from bot.tables.records import record_from
from bot.tables.writer import Tables
from rules.record import replayed
from tests.bot.town import typed
from tests.postgres import Postgres, make_template, new_database, server
from tests.wire.process import BotProcess, Site, site_at
from tests.yardstick import sensible_wish

PROCESSES = 3
LONGEST_ACKNOWLEDGEMENT = 1.0
AFTER_RESTART = 3.0
"""Seconds after which a restarted database counts as back."""
LONGEST_END = 240.0
TITLES = ("usa", "nordic", "metro")
PLACES = ("trains", "at-the-station", "on-the-line")


class Figures(msgspec.Struct, kw_only=True):
    acknowledged: list[tuple[float, float]] = []
    """When each interaction was made, and how long it took."""
    failed: list[float] = []
    kills: int = 0
    restarts: list[tuple[float, float]] = []
    moves: int = 0

    def is_outside(self, moment: float) -> bool:
        return not any(begin - 1.0 <= moment <= end + AFTER_RESTART for begin, end in self.restarts)

    def p99(self) -> float:
        outside = sorted(took for made, took in self.acknowledged if self.is_outside(made))
        return statistics.quantiles(outside, n=100)[98] if len(outside) > 1 else 0.0


def spread(discord: LocalDiscord) -> None:
    """Each interaction to the next process that is connected; all of them know the server."""
    gateway, turn = discord.gateway, count()
    gateway._shard_of = lambda *_: True  # type: ignore[method-assign]
    tell = gateway._hear

    def hear(event: GatewayEvent) -> None:
        if event.name != "INTERACTION_CREATE":
            tell(event)
        elif live := [session for session in gateway.sessions.values() if session.connection]:
            live[next(turn) % len(live)].dispatch(event.name, event.data)

    listeners = discord.world.listeners
    listeners[listeners.index(tell)] = hear


class Three:
    def __init__(self, site: Site, postgres: Postgres, url: str, tables: Tables, pause: float) -> None:
        self.site = site
        self.postgres = postgres
        self.url = url
        self.tables = tables
        self.pause = pause
        """Seconds that a person thinks, on average."""
        self.figures = Figures()
        self.bots: list[BotProcess] = []
        self.is_ending = False
        self.waiting: dict[int, asyncio.Future[bool]] = {}
        site.discord.world.listeners.append(self.hear)

    def hear(self, event: GatewayEvent) -> None:
        if event.name != "interaction" or event.data["state"] == "sent":
            return
        interaction = self.site.bench.world.interactions[int(event.data["id"])]
        is_answered = event.data["state"] != "failed"
        if is_answered:
            self.figures.acknowledged.append((interaction.made_at, time.time() - interaction.made_at))
        else:
            self.figures.failed.append(interaction.made_at)
        future = self.waiting.pop(interaction.id, None)
        if future is not None and not future.done():
            future.set_result(is_answered)

    # Processes

    def start(self, number: int) -> BotProcess:
        shards = f"{number}/{PROCESSES}"
        return self.site.start(SEMAFOR_DB=self.url, SEMAFOR_SHARDS=shards, SEMAFOR_LOG="WARNING")

    async def open(self) -> None:
        self.bots = [self.start(number) for number in range(PROCESSES)]
        await self.wait_until_connected(PROCESSES)

    async def wait_until_connected(self, wanted: int) -> None:
        async with asyncio.timeout(120):
            while (
                sum(session.connection is not None for session in self.site.discord.gateway.sessions.values()) < wanted
            ):
                for bot in self.bots:
                    assert bot.process.poll() is None, bot.words
                await asyncio.sleep(0.05)

    async def kill_now_and_then(self, every: float) -> None:
        for number in count():
            await asyncio.sleep(every)
            which = number % PROCESSES
            await self.bots[which].kill()
            self.figures.kills += 1
            self.bots[which] = self.start(which)
            await self.wait_until_connected(PROCESSES)

    async def restart_database(self) -> None:
        began = time.time()
        await asyncio.to_thread(self.postgres.stop)
        await asyncio.to_thread(self.postgres.start)
        self.figures.restarts.append((began, time.time()))

    # People

    async def use(self, person: Driver, place: str, command: str, options: dict[str, object]) -> bool:
        begun = person.person.use(self.site.bench.channel(place), command, options)
        self.waiting[begun.id] = asyncio.get_running_loop().create_future()
        return await self.waiting[begun.id]

    async def begin(self, people: list[Driver], place: str, title: str) -> int:
        """Whoever is told that nobody answers tries again."""
        host, *others = people
        channel = self.site.bench.channel(place).id
        new = {"title": title, "seats": 3, "robots": 1, "place": "here"}
        await self.use_until(host, place, "game new", new, lambda: self.taken(channel), 2)
        for number, person in enumerate(others, start=3):
            await self.use_until(person, place, "game join", {}, lambda: self.taken(channel), number)
        await self.use_until(host, place, "game start", {}, lambda: self.running(channel), 1)
        table = await self.tables.store.table_in(channel)
        assert table is not None
        return table.id

    async def taken(self, channel: int) -> int:
        """So many seats."""
        table = await self.tables.store.table_in(channel)
        return 0 if table is None else len(await self.tables.store.seats(table.id))

    async def running(self, channel: int) -> int:
        return int(await self.tables.store.table_in(channel, ("running",)) is not None)

    async def use_until(
        self,
        person: Driver,
        place: str,
        command: str,
        options: dict[str, object],
        reached: Callable[[], Awaitable[int]],
        wanted: int,
    ) -> None:
        async with asyncio.timeout(120):
            while await reached() < wanted:
                await self.use(person, place, command, options)
                for _ in range(50):
                    if await reached() >= wanted:
                        break
                    await asyncio.sleep(0.1)

    async def play(self, people: list[Driver], place: str, table_id: int, random: Random) -> None:
        """Until the game is over."""
        while True:
            with contextlib.suppress(StoreError):  # the database is being restarted
                if (await self.tables.snapshot(table_id, None)).table.stage != "running":
                    return
                await self.move(people, place, table_id)
            await asyncio.sleep(0.02 if self.is_ending else random.uniform(0.5, 1.5) * self.pause)

    async def move(self, people: list[Driver], place: str, table_id: int) -> None:
        for person in people:
            seen = await self.tables.snapshot(table_id, person.id)
            if seen.is_asked and seen.legal is not None:
                wish = await asyncio.to_thread(
                    sensible_wish, seen.game, seen.view, seen.legal, Random(f"{person.id}/{seen.seq}").random
                )
                command, options = typed(wish, seen.view)
                self.figures.moves += await self.use(person, place, command, options)
                return

    # The end

    async def wait_until_told(self) -> None:
        async with asyncio.timeout(LONGEST_END):
            while left := await self.tables.store.tables_with_items():
                await asyncio.sleep(0.2)
            assert not left

    async def check(self, tables: list[int]) -> None:
        store = self.tables.store
        for table_id, place in zip(tables, PLACES, strict=False):
            table = await store.table(table_id)
            assert table is not None
            assert table.stage == "over"
            log = await store.log(table_id)
            assert [row.seq for row in log] == [*range(1, len(log) + 1)], "moves are missing, or there twice"
            replayed(record_from(table, await store.seats(table_id), log))
            posts = [post.content for post in self.site.bench.public(place)]
            assert not [one for one, other in pairwise(posts) if one == other], "a post was sent twice"
            ends = [words for words, times in Counter(posts).items() if times > 1 and "turn" in words.casefold()]
            assert not ends, f"sent twice: {ends[:2]}"
        assert not await store.tables_with_items(), "something is stuck"
        late = await store.due_timers(time.time() - 30)
        assert not late, f"timers are stuck: {late[:3]}"


async def run(seconds: float, folder: Path, postgres: Postgres, *, tables: int, every: float, pause: float) -> Figures:
    url = await new_database(postgres)
    async with site_at(folder) as site:
        spread(site.discord)
        store = await open_store(PostgresUrl(url))
        assert isinstance(store, PostgresStore)
        three = Three(site, postgres, url, Tables(store, time.time), pause)
        try:
            await three.open()
            await three_at_work(three, seconds, tables, every)
        finally:
            await store.close()
    return three.figures


async def three_at_work(three: Three, seconds: float, tables: int, every: float) -> None:
    people = [three.site.bench.add_person(f"player{number}") for number in range(2 * tables)]
    for place in PLACES[1:tables]:
        three.site.bench.add_channel(place)
    seats = [people[2 * number : 2 * number + 2] for number in range(tables)]
    begun = [await three.begin(seats[number], PLACES[number], TITLES[number]) for number in range(tables)]
    playing = [
        asyncio.create_task(three.play(seats[number], PLACES[number], begun[number], Random(number)))
        for number in range(tables)
    ]
    killing = asyncio.create_task(three.kill_now_and_then(every))
    for _ in range(2):
        await asyncio.sleep(seconds / 3)
        await three.restart_database()
    await asyncio.sleep(seconds / 3)
    killing.cancel()
    await asyncio.gather(killing, return_exceptions=True)
    await three.wait_until_connected(PROCESSES)
    three.is_ending = True
    async with asyncio.timeout(LONGEST_END):
        await asyncio.gather(*playing)
    await three.wait_until_told()
    await three.check(begun)


def report(figures: Figures) -> Iterator[str]:
    inside = sum(not figures.is_outside(made) for made in figures.failed)
    yield f"{figures.kills} kills, {len(figures.restarts)} restarts of the database"
    yield f"{figures.moves} moves of people acknowledged; {len(figures.acknowledged)} interactions in all"
    yield f"not answered: {len(figures.failed)}, of these {inside} around restarts"
    yield f"acknowledged within {figures.p99():.3f} s, 99 in 100, outside the restarts"


def main(arguments: list[str]) -> int:
    seconds = float(arguments[0]) if arguments else 90.0
    with server() as postgres, TemporaryDirectory() as folder:
        asyncio.run(make_template(postgres))
        figures = asyncio.run(run(seconds, Path(folder), postgres, tables=3, every=5.0, pause=1.0))
    print(*report(figures), sep="\n")
    assert figures.p99() < LONGEST_ACKNOWLEDGEMENT
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
