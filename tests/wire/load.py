"""Many tables at once for a while: `python -m tests.wire.load 600`. Robots play, and a person at every table types.

`--taps`: the person taps through the panel instead; `--cores 1`: all of it on one core; `--robots stationmaster`:
robots are of that strength, and think. `--thinking 0 --unrationed`: nobody thinks and Discord takes whatever comes, so
that moves a second are as many as the processor manages.

The bot has a process of its own; Discord and the people are in another. Moves and requests are counted from when all
tables are open. At the end: nothing logged as an error, no heartbeat late, no interaction unanswered, no picture left
out, 99 in 100 acknowledged within a second, and no memory that keeps growing.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from bot.games.menus import OTHER
from bot.local.driver import Driver
from bot.local.world import components
from bot.local.world.errors import Json
from bot.local.world.model import GatewayEvent, Interaction, Message
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import ROBOT
from bot.tables.snapshot import GameSnapshot
from bot.tables.writer import Tables
from rules.catalog import TITLES
from rules.robots import STRENGTHS
from tests.bot.tapping import BESIDE, Tapper
from tests.bot.town import typed
from tests.wire.process import Site, site_at

TABLES = 50
THINKING = 6.0
"""Seconds that a person takes over a move, on average."""
RATION = 50
"""Requests a second that Discord takes."""
LONGEST_ACKNOWLEDGEMENT = 1.0
OPENED_WITHIN = 300.0
"""Seconds for a lobby, a seat or a deal, on a machine that has much else to do."""
GROWTH = 0.10
SLACK = 24 * 2**20
MOST_TAPS = 30
LEFT_OUT = "is left out"
FALLS_BEHIND = "discord.gateway"
"""Whose warnings say that a heartbeat came late: something has held up the event loop."""


class Logged(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.errors: Counter[str] = Counter()
        self.warnings: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """By place and kind: the numbers of games and errors say nothing here."""
        cause = f" {record.exc_info[1]!r:.200}" if record.exc_info else ""
        self.count(record.name, record.levelno, f"{record.msg}{cause}")

    def count(self, name: str, level: int, says: str) -> None:
        if level >= logging.WARNING:
            is_wrong = level >= logging.ERROR or name == FALLS_BEHIND
            (self.errors if is_wrong else self.warnings)[f"{name}: {says}"] += 1

    def read(self, words: str) -> None:
        """What another process has said: its log, a line of JSON at a time, after a greeting."""
        greeting, *rest = words.splitlines()
        assert not greeting.startswith("{"), greeting
        for line in rest:
            try:
                said = msgspec.json.decode(line, type=Said)
            except msgspec.MsgspecError:
                self.count("beside the log", logging.ERROR, line)
            else:
                cause = said.error.strip().rpartition("\n")[2]
                says = re.sub(r"\d+", "%s", f"{said.says} {cause}".strip())
                self.count(said.place, logging.getLevelName(said.level), says)


class Said(msgspec.Struct, rename={"place": "from"}):
    level: str
    place: str
    says: str
    error: str = ""


def lines(counts: Counter[str]) -> list[str]:
    return [f"{count} × {line}" for line, count in counts.most_common()]


@dataclass
class Load:
    """What is measured while it runs."""

    site: Site
    tables: Tables
    """To look at, from outside."""
    bot: int
    """Its process."""
    by_taps: bool = False
    robots: str = ROBOT
    """How strong they are."""
    thinking: float = THINKING
    began: float = field(default_factory=time.monotonic)
    """When all tables were open, with the moves and requests until then."""
    moves_before: int = 0
    spent_before: float = 0.0
    """Seconds of the processor."""
    requests_before: Counter[str] = field(default_factory=Counter)
    acknowledged: list[float] = field(default_factory=list)
    failed: int = 0
    moves: int = 0
    games: int = 0
    memory: list[int] = field(default_factory=list)
    waiting: dict[int, asyncio.Future[None]] = field(default_factory=dict)

    def hear(self, event: GatewayEvent) -> None:
        """Somebody's interaction was answered, or not."""
        if event.name != "interaction" or event.data["state"] == "sent":
            return
        interaction = self.site.bench.world.interactions[int(event.data["id"])]
        if event.data["state"] == "failed":
            self.failed += 1
        else:
            self.acknowledged.append(time.time() - interaction.made_at)
        waiting = self.waiting.pop(interaction.id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def use(self, person: Driver, place: str, command: str, options: Json) -> Interaction:
        return await self.answered(person.person.use(self.site.bench.channel(place), command, options))

    async def answered(self, begun: Interaction) -> Interaction:
        self.waiting[begun.id] = asyncio.get_running_loop().create_future()
        await self.waiting[begun.id]
        return begun

    async def sit(self, person: Driver, place: str, title: str, random: Random) -> None:
        """One table after the other in one channel, for as long as it is let."""
        while True:
            await self.open(person, place, title)
            game = await self.running_in(place)
            self.games += 1
            finger = Finger(self, person, game, random)
            while await self.is_running(game):
                await asyncio.sleep(random.uniform(0.5, 1.5) * self.thinking)
                if self.by_taps:
                    await finger.tap_through(place)
                else:
                    await self.move(person, place, game)

    async def is_running(self, game: int) -> bool:
        table = await self.tables.store.table(game)
        return table is not None and table.stage == "running"

    async def seen_by(self, person: Driver | None, game: int) -> GameSnapshot:
        self.tables.games.forget(game)  # another process has played on
        return await self.tables.snapshot(game, person.id if person else None)

    async def open(self, person: Driver, place: str, title: str) -> None:
        """A table of robots that is full begins by itself; robots of another strength are asked in one by one."""
        wished = {"title": title, "seats": 3, "place": "here"}
        if self.robots == ROBOT:
            await self.use(person, place, "game new", {**wished, "robots": 2})
            return
        await self.use(person, place, "game new", wished)
        lobby = await self.in_stage(place, "lobby")
        for seats in (2, 3):
            await self.use(person, place, "game robot", {"strength": self.robots})
            await self.has_seats(lobby, seats)
        await self.use(person, place, "game start", {})

    async def has_seats(self, lobby: int, seats: int) -> None:
        """Acknowledged is not yet seated either."""
        async with asyncio.timeout(OPENED_WITHIN):
            while len(await self.tables.store.seats(lobby)) < seats:
                await asyncio.sleep(1)

    async def running_in(self, place: str) -> int:
        """The table that was just opened: acknowledged is not yet dealt."""
        return await self.in_stage(place, "running")

    async def in_stage(self, place: str, stage: str) -> int:
        async with asyncio.timeout(OPENED_WITHIN):
            while True:
                table = await self.tables.store.table_in(self.site.bench.channel(place).id, (stage,))
                if table is not None:
                    return table.id
                await asyncio.sleep(1)

    async def move(self, person: Driver, place: str, table_id: int) -> None:
        snapshot = await self.seen_by(person, table_id)
        if snapshot.is_asked:
            wish = await asyncio.to_thread(
                snapshot.game.advise, snapshot.view, snapshot.legal, Random(snapshot.seq).random
            )
            command, options = typed(wish, snapshot.view)
            await self.use(person, place, command, options)
            self.moves += 1
        else:
            await self.use(person, place, "game status", {})

    def begin(self) -> None:
        """From now on it goes on like this."""
        self.began = time.monotonic()
        self.spent_before = spent(self.bot)
        self.moves_before, self.requests_before = self.moves, self.site.discord.api.rationed.copy()

    def look(self) -> None:
        self.memory.append(resident(self.bot))

    def report(self) -> dict[str, float]:
        spread = statistics.quantiles(self.acknowledged, n=100)
        memory = early_and_late(self.memory)
        a_second = (self.moves - self.moves_before) / (time.monotonic() - self.began)
        requests, moves = (
            self.site.discord.api.rationed - self.requests_before,
            max(1, self.moves - self.moves_before),
        )
        a_move, cpu = requests.total() / moves, (spent(self.bot) - self.spent_before) / moves
        cores = len(os.sched_getaffinity(0))
        return {
            "games": self.games,
            "moves": self.moves,
            "moves a second": round(a_second, 2),
            "CPU a move, its robots' too, ms": round(cpu * 1000, 1),
            "rationed requests a move": round(a_move, 2),
            **{f"  {route}": round(count / moves, 3) for route, count in requests.most_common(6)},
            "moves ÷ what the ration allows": round(a_second * a_move / RATION, 2),
            "the same, if Discord and people were on other cores": round(cores / cpu * a_move / RATION, 2),
            "interactions": len(self.acknowledged),
            "unanswered": self.failed,
            "ack p50 s": round(spread[49], 3),
            "ack p99 s": round(spread[98], 3),
            "ack max s": round(max(self.acknowledged), 3),
            "memory after a third MB": round(memory[0] / 2**20, 1),
            "memory at the end MB": round(memory[1] / 2**20, 1),
            "memory at the end ÷ after a third": round(memory[1] / memory[0], 3),
        }


class Finger(Tapper):
    """Somebody who plays by taps, each half a second after the answer to the one before, and makes no plans: those have
    a soak of their own."""

    beside = BESIDE | {"plan"}

    def __init__(self, load: Load, person: Driver, table_id: int, random: Random) -> None:
        self.load, self.person, self.game, self.random = load, person, table_id, random

    async def tap_through(self, place: str) -> None:
        """From the call to the panel, and there until something is done."""
        tables = self.load.tables
        before = (await self.load.seen_by(None, self.game)).seq
        kept = await tables.store.message(self.game, "post")
        if kept is None:
            return
        post = self.load.site.bench.world.message(self.load.site.bench.channel(place).id, kept.message)
        play = f"sm:{self.game}:-:play"
        if components.find(post.components, play) is None:
            return  # its buttons go before the next post is there
        panel = await self.shown(self.person.person.press(post, play))
        for _ in range(MOST_TAPS):
            if panel is None or not self.is_asking(panel):
                break
            panel = await self.shown(self.pressed(panel))
        snapshot = await self.load.seen_by(self.person, self.game)
        done = await tables.kept_actions(self.game, before, None, None)
        self.load.moves += sum(action.player == snapshot.seat for action in done)

    def pressed(self, panel: Message) -> Interaction:
        part = self.choice(panel)
        if part["type"] == components.BUTTON:
            return self.person.person.press(panel, part["custom_id"])
        values = [option["value"] for option in part["options"] if not option["value"].startswith(OTHER)]
        most = self.random.randint(max(1, part.get("min_values", 1)), part.get("max_values", 1))
        return self.person.person.press(panel, part["custom_id"], self.random.sample(values, most))

    async def shown(self, begun: Interaction) -> Message | None:
        """The panel as the tap has left it; None: it opened a form, or nothing any more."""
        await self.load.answered(begun)
        await asyncio.sleep(0.5)
        world = self.load.site.bench.world
        return world.message(begun.channel_id, begun.response_id) if begun.response_id else None


def early_and_late(measured: list[int]) -> tuple[float, float]:
    """After a third, when caches are full, and at the end; the median of a twentieth of the time, as moments differ."""
    third, few = len(measured) // 3, max(3, len(measured) // 20)
    return statistics.median(measured[third : third + few]), statistics.median(measured[-few:])


def resident(process: int) -> int:
    """Bytes of memory that a process and its workers occupy; what they share counts once."""
    return sum(map(occupied, family_of(process)))


def family_of(process: int) -> set[int]:
    """The process, those that it has begun, and those that they have."""
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    found, size = {process}, 0
    while len(found) > size:
        size = len(found)
        found |= {child for child, parent in parents.items() if parent in found}
    return found


def spent(process: int) -> float:
    """Seconds that a process and its workers have had; those of workers that are gone are not among them."""
    ticks = 0
    for each in family_of(process):
        with suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def occupied(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


async def load(
    seconds: float,
    by_taps: bool = False,
    robots: str = ROBOT,
    thinking: float = THINKING,
    is_rationed: bool = True,
    titles: Sequence[str] = TITLES,
) -> tuple[dict[str, float], Logged]:
    """Figures, and what the bot has logged."""
    logged = Logged()
    with tempfile.TemporaryDirectory() as folder:
        async with site_at(Path(folder), is_limited=is_rationed) as site:
            store = await SqliteStore.open(site.db)
            many = msgspec.structs.replace(await store.guild(site.bench.guild.id), tables=10 * TABLES)
            await store.save_guild(site.bench.guild.id, many)
            bot = site.start(pace=1.0, SEMAFOR_LOG="warning,json")
            await site.wait_until_served()
            measured = Load(site, Tables(store, time.time), bot.process.pid, by_taps, robots, thinking)
            site.bench.world.listeners.remove(site.bench._stir)
            site.bench.world.listeners.append(measured.hear)
            await run(measured, seconds, titles)
            report = measured.report()
            await bot.close()
            logged.read(bot.words)
            await store.close()
            assert not site.discord.api.unknown
    report["pictures left out"] = sum(n for line, n in logged.warnings.items() if LEFT_OUT in line)
    return report, logged


async def run(measured: Load, seconds: float, titles: Sequence[str]) -> None:
    bench, random = measured.site.bench, Random(1)
    tables = []
    for number in range(TABLES):
        person = bench.add_person(f"guest{number}")
        bench.add_channel(f"line-{number}")
        title = titles[number % len(titles)]
        tables.append(asyncio.create_task(measured.sit(person, f"line-{number}", title, random)))
        await asyncio.sleep(0.2)
    measured.begin()
    ends = measured.began + seconds
    while time.monotonic() < ends and not any(table.done() for table in tables):
        await asyncio.sleep(1)
        measured.look()
    for table in tables:
        table.cancel()
    for outcome in await asyncio.gather(*tables, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


def complaints(report: dict[str, float], errors: list[str]) -> list[str]:
    found = [f"logged: {line}" for line in errors]
    if report["unanswered"]:
        found.append("some interactions were not answered")
    if report["pictures left out"]:
        found.append("pictures were left out")
    if report["ack p99 s"] > LONGEST_ACKNOWLEDGEMENT:
        found.append("acknowledging takes too long")
    if report["memory at the end MB"] > report["memory after a third MB"] * (1 + GROWTH) + SLACK / 2**20:
        found.append("memory grows")
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.wire.load", description=__doc__)
    parser.add_argument("seconds", type=float, nargs="?", default=600.0)
    parser.add_argument("--taps", action="store_true")
    parser.add_argument("--cores", type=int, help="use so many of the machine's")
    parser.add_argument("--robots", choices=STRENGTHS, default=ROBOT)
    parser.add_argument("--thinking", type=float, default=THINKING, help="seconds that a person takes over a move")
    parser.add_argument("--title", choices=TITLES, help="all tables play this one")
    parser.add_argument("--unrationed", action="store_true", help="Discord takes as many requests as come")
    args = parser.parse_args(arguments)
    if args.cores:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: args.cores])
    titles = (args.title,) if args.title else TITLES
    report, logged = asyncio.run(load(args.seconds, args.taps, args.robots, args.thinking, not args.unrationed, titles))
    for name, value in report.items():
        print(f"{name:>60} {value:.8g}")
    for line in lines(logged.warnings):
        print(f"warned: {line}")
    wrong = complaints(report, lines(logged.errors))
    print("\n".join(wrong) or f"{TABLES} tables for {args.seconds:g} s: all is well")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
