"""A month in which hundreds of people play, each as they are used to: `python -m tests.soak.month [tables] [days]`.

The real bot plays over a local Discord and its own store; only the clock is quick. It jumps from one moment at which
something happens to the next: somebody looks at Discord, or a timer falls due. Now and then the bot is restarted.

At the end, printed and asserted: every table is over, asleep with its notice, or waiting within its agreed time; nobody
was rung twice for one thing, in quiet hours, on a day off or while away; nothing that fell due was done early or more
than a minute late; the bot itself kept nobody waiting.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import re
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.errors import Refusal
from bot.local.driver import Driver
from bot.local.world.components import walk
from bot.local.world.errors import Json
from bot.local.world.model import GatewayEvent, Message
from bot.store.rows import TableRow, WaitRow
from bot.store.timers import ClockRang, TimerRow
from bot.tables.pace import schedule, seconds
from bot.tables.snapshot import GameSnapshot
from rules.catalog import TITLES, find_game
from tests.bot.town import typed
from tests.soak.characters import DAY, Character, people
from tests.wire.load import Logged, lines
from tests.wire.station import PLACE, Station, station_at, verbs
from tests.yardstick import sensible_wish

MARCH = datetime(2026, 3, 9, 12, tzinfo=UTC).timestamp()
"""From then on Europe changes its clocks after three weeks and New Zealand after four; New York has just done so."""
LATE = 60.0
SLACK = 2.0
"""Seconds that pass while a message is on its way."""
MOVES_AT_ONCE = 30
BETWEEN_RESTARTS = 150
"""So many things happen before the bot is restarted."""
NEVER = float("inf")
TERMS = (("daily", "ask"), ("brisk", "turn"), ("relaxed", "ask"), ("daily", "turn"), ("brisk", "ask"), ("none", "ask"))
"""Paces, and what was agreed for somebody whose time is up."""
LOOKED_THROUGH = 12
"""Whoever looks at a table reads so many of its last posts."""
WHIMS = {"nudge": 0.06, "resign": 0.006, "pause": 0.006, "cancel": 0.003}
"""How likely somebody who looks at a table does more than to play there."""
COMES_BACK = 0.25
"""How likely whoever looks at a table that they have left returns to it, or has one that is paused go on."""
NUDGED = re.compile("nudges you|prosi o twój ruch")
CALLED = re.compile("a vote waits for you|głosowanie czeka na")
CHANNEL = re.compile(r"channels/\d+/(\d+)|<#(\d+)>")


@dataclass
class Person:
    driver: Driver
    character: Character
    tables: list[int] = field(default_factory=list)

    @property
    def id(self) -> int:
        return self.driver.id


@dataclass
class Ring:
    """A message that rang somebody."""

    at: float
    user: int
    table: int
    turn: int
    kind: str
    thing: object
    """What it is about; nobody is rung twice for one."""
    words: str


class Month:
    titles: Sequence[str] = TITLES

    def __init__(self, station: Station, start: float, days: float, random: Random) -> None:
        self.station = station
        self.random = random
        self.start, self.end = start, start + days * DAY
        self.offset = station.discord.clock() - start
        self.people: dict[int, Person] = {}
        self.places: dict[int, str] = {}
        """By table, its channel."""
        self.tables: dict[int, int] = {}
        """By channel, its table."""
        self.looks: list[tuple[float, int, int, str]] = []
        """What people do next, and when."""
        self.numbers = count()
        self.rings: list[Ring] = []
        self.wrong: list[str] = []
        self.moves: Counter[str] = Counter()
        self.whims: Counter[str] = Counter()
        self.happened = self.restarts = self.acted = 0
        self.pressed: set[tuple[int, int, int]] = set()
        self.under_way: dict[int, asyncio.Future[bool]] = {}
        station.bench.world.listeners.append(self.hear)

    # The clock

    def now(self) -> float:
        return self.station.discord.clock() - self.offset

    def jump(self, moment: float) -> None:
        self.station.discord.clock.ahead += max(0.0, moment - self.now())

    # Listening

    def hear(self, event: GatewayEvent) -> None:
        if event.name == "MESSAGE_CREATE":
            message = self.station.bench.world.message(int(event.data["channel_id"]), int(event.data["id"]))
            for user in message.pinged:
                if user in self.people:
                    self._hear_ring(user, message)
        elif event.name == "interaction" and event.data["state"] != "sent":
            waiting = self.under_way.pop(int(event.data["id"]), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(event.data["state"] != "failed")

    def _hear_ring(self, user: int, message: Message) -> None:
        at, found = self.now(), CHANNEL.search(message.content)
        named = int(found[1] or found[2]) if found else 0
        table = self.tables.get(message.channel_id) or self.tables.get(named, 0)
        cached = self.station.bot.tables.games.in_memory(table)
        turn = cached.game.view_for(cached.state, None).turn if cached else -1
        kind, waits = kind_of(message), cached.waits if cached else ()
        thing: object = turn
        if kind == "reminder" and cached is None:
            thing = message.content.partition("\n")[0]
        elif kind == "reminder":
            thing = [(wait.start, wait.rung) for wait in waits if cached.seats[wait.seat].user == user]
        elif kind == "vote":  # its own post, or a line that links to it
            thing = int(message.content.rpartition("/")[2]) if CALLED.search(message.content) else message.id
        elif kind == "ask":
            thing = message.content.partition("\n")[0], [wait.start for wait in waits if wait.asked is not None]
        elif kind == "nudge":
            thing = at
        ring = Ring(at, user, table, turn, kind, repr(thing), message.content)
        self.rings.append(ring)
        character = self.people[user].character
        if not character.may_ring(at) and not character.may_ring(at - SLACK):
            self.wrong.append(f"rung at a bad hour: {character.kind}, {local(at, character)}: {ring}")

    # Doing

    async def use(self, person: Person, place: str, command: str, options: Json) -> Message:
        """The answer to a command."""
        made = person.driver.person.use(self.station.bench.channel(place), command, options)
        await self._wait(made.id, command)
        return self.station.bench.world.message(made.channel_id, made.response_id or 0)

    async def press(self, person: Person, message: Message, custom_id: str) -> None:
        await self._wait(person.driver.person.press(message, custom_id).id, custom_id)

    async def _wait(self, interaction: int, what: str) -> None:
        """Until it is acknowledged, worked on and told."""
        self.under_way[interaction] = asyncio.get_running_loop().create_future()
        if not await self.under_way[interaction]:
            self.wrong.append(f"not answered: {what}")
        await self.settle()

    async def settle(self) -> None:
        app = self.station.bot.app
        assert app is not None
        for _ in range(3):  # what is sent may set a timer, and what falls due has to be sent
            await self.station.calm()
            await app.scheduler.wait_until_done()

    async def run(self) -> None:
        while True:
            look = self.looks[0][0] if self.looks else NEVER
            due = await self.station.bot.store.next_timer(0.0)
            moment = min(look, due if due is not None else NEVER)
            if moment > self.end:
                break
            if due is not None and due <= look:
                await self.let_fall_due(due)
            else:
                await self.let_look()
            self.happened += 1
            if self.happened % BETWEEN_RESTARTS == 0:
                await self.restart()
        self.jump(self.end)
        await self.settle()

    async def let_fall_due(self, due: float) -> None:
        app = self.station.bot.app
        assert app is not None
        if app.scheduler._next > max(due, self.now()) + LATE:
            self.wrong.append(f"the scheduler would have slept beyond {local(due)}")
        before = {row.table_id: await self.station.bot.store.waits(row.table_id) for row in await self.soon(due)}
        self.jump(due)
        at = self.now()
        app.scheduler.wake()
        await self.settle()
        for table, waits in before.items():
            await self.check_moments(table, waits, at)
        late = [row for row in await self.station.bot.store.due_timers(self.now()) if row.due <= due]
        if late:
            self.wrong.append(f"not done when it fell due: {late}")
            raise AssertionError(self.wrong[-1])  # or it would be tried for ever

    async def soon(self, due: float) -> list[TimerRow]:
        return await self.station.bot.store.due_timers(due)

    async def check_moments(self, table_id: int, before: Sequence[WaitRow], at: float) -> None:
        """Each reminder and each deadline has come when the own clock of whoever is waited for says so."""
        store = self.station.bot.store
        table, seats, after = await store.table(table_id), await store.seats(table_id), await store.waits(table_id)
        assert table is not None
        for wait in before:
            now = next((each for each in after if each.seat == wait.seat and each.start == wait.start), None)
            user = seats[wait.seat].user
            is_acted = now is not None and now.rung > wait.rung
            if not is_acted or user not in self.people or wait.asked is not None:
                continue
            assert now is not None
            self.acted += 1
            character = self.people[user].character
            expected = character.deadline(wait.start, seconds(schedule(table)[now.rung - 1]))
            if not -LATE - SLACK <= at - expected <= LATE + SLACK:
                self.wrong.append(
                    f"table {table_id}: {character.kind}, moment {now.rung} of {table.pace} since "
                    f"{local(wait.start, character)} was at {local(at, character)}, not {local(expected, character)}"
                )

    async def restart(self) -> None:
        self.restarts += 1
        await self.station.restart()
        await self.settle()

    # People

    def plan(self, person: Person, after: float, what: str = "look") -> None:
        at = person.character.next_look(after) if what == "look" else after
        if at < NEVER:
            heapq.heappush(self.looks, (at, next(self.numbers), person.id, what))

    async def let_look(self) -> None:
        at, _, user, what = heapq.heappop(self.looks)
        self.jump(at)
        person = self.people[user]
        if what == "leave":
            await self.go(person)
            return
        for table in person.tables:
            await self.look_at(person, table)
        self.plan(person, self.now())

    async def go(self, person: Person) -> None:
        """The day has come on which somebody goes away, with a word or without."""
        character = person.character
        assert character.gone is not None
        if character.announces:
            zone = ZoneInfo(character.zone)
            last = datetime.fromtimestamp(character.gone[1], zone).date()
            back = datetime.combine(last + timedelta(days=1), datetime.min.time(), zone).timestamp()
            character.away.append((self.now(), back))
            character.gone = (self.now(), back)
            await self.use(person, PLACE, "away", {"until": last.isoformat()})
        elif character.kind == "leaving":
            self.station.bench.remove_person(person.driver)

    async def look_at(self, person: Person, table: int) -> None:
        await self.answer_posts(person, table)
        await self.follow_whim(person, table)
        await self.make_moves(person, table)

    async def answer_posts(self, person: Person, table: int) -> None:
        """Whoever is asked about somebody silent, or finds the table asleep, presses a button."""
        for message in self.station.bench.public(self.places[table])[-LOOKED_THROUGH:]:
            ids = [each["custom_id"] for each in walk(message.components) if "custom_id" in each]
            wished = [each for each in ids if ":ask:" in each or each.endswith(":wake") or ":vote:" in each]
            if wished and (person.id, message.id, len(wished)) not in self.pressed:
                self.pressed.add((person.id, message.id, len(wished)))
                await self.press(person, message, person.character.random.choice(wished))

    async def follow_whim(self, person: Person, table_id: int) -> None:
        """Somebody nudges, resigns, pauses or proposes to stop; comes back, or has the clocks go on."""
        store, place = self.station.bot.store, self.places[table_id]
        table, seats = await store.table(table_id), await store.seats(table_id)
        if table is None or table.stage != "running":
            return
        is_seated = any(seat.user == person.id and not seat.robot for seat in seats)
        chance = person.character.whims.random()
        if not is_seated or table.paused is not None:
            if chance < COMES_BACK:
                await self.do(person, place, "resume" if is_seated else "return")
            return
        for whim, share in WHIMS.items():
            if 0 <= chance < share:
                await (self.nudge(person, place) if whim == "nudge" else self.do(person, place, whim))
            chance -= share

    async def do(self, person: Person, place: str, command: str) -> None:
        """By command; whoever is asked whether they are sure is so."""
        self.whims[command] += 1
        answer = await self.use(person, place, f"game {command}", {})
        for each in walk(answer.components):
            if each.get("custom_id", "").endswith(":resign:yes"):
                await self.press(person, answer, each["custom_id"])

    async def nudge(self, person: Person, place: str) -> None:
        for message in self.station.bench.public(place)[-LOOKED_THROUGH:]:
            if "nudge" in verbs(message):
                self.whims["nudge"] += 1
                found = [each["custom_id"] for each in walk(message.components) if "custom_id" in each]
                await self.press(person, message, next(each for each in found if each.endswith(":nudge")))
                return

    async def make_moves(self, person: Person, table: int) -> None:
        for _ in range(MOVES_AT_ONCE):
            try:
                snapshot = await self.station.bot.tables.snapshot(table, person.id)
            except Refusal:
                return
            if not snapshot.is_asked:
                return
            await self.move(person, table, snapshot)

    async def move(self, person: Person, table: int, snapshot: GameSnapshot) -> None:
        wish = sensible_wish(snapshot.game, snapshot.view, snapshot.legal, Random(snapshot.seq).random)
        command, options = typed(wish, snapshot.view)
        character, before = person.character, self.now()
        if character.is_away(before):  # what has waited for them may ring at once
            begin, _ = character.away[-1]
            character.away[-1] = (begin, before)
        await self.use(person, self.places[table], command, options)
        self.moves[character.kind] += 1

    # Setting up

    async def invite(self, characters: list[Character]) -> None:
        bench, tables = self.station.bench, self.station.bot.tables
        for number, character in enumerate(characters):
            driver = bench.add_person(f"p{number}", character.language)
            person = self.people[driver.id] = Person(driver, character)
            driver.close_dms(character.kind == "closed")
            quiet = character.quiet or (None, None)
            await tables.people.change(
                driver.id,
                lambda settings, character=character, quiet=quiet: replace(  # type: ignore[misc]
                    settings,
                    zone=character.zone,
                    quiet_from=quiet[0],
                    quiet_until=quiet[1],
                    days_off=character.days_off,
                    dm_on_turn=character.dm_on_turn,
                    next_up=character.next_up,
                ),
            )
            self.plan(person, self.start)
            if character.gone is not None:
                self.plan(person, character.gone[0], "leave")

    async def open_tables(self, number: int) -> None:
        """All titles and paces; most people sit at one table, some at several."""
        server = await self.station.bot.store.guild(self.station.bench.guild.id)
        await self.station.bot.tables.save_guild(
            self.station.bench.guild.id, replace(server, tables=1000, tables_each=1000)
        )
        waiting = [*self.people.values()]
        self.random.shuffle(waiting)
        for n in range(number):
            title = self.titles[n % len(self.titles)]
            game = find_game(title)
            assert game is not None
            size = self.random.randint(game.seats[0], min(game.seats[-1], 4))
            robots = self.random.choice([0, 0, 1]) if size > 2 else 0
            seated = [waiting.pop() if waiting else self.random.choice([*self.people.values()])]
            while len(seated) < size - robots:
                person = waiting.pop() if waiting else self.random.choice([*self.people.values()])
                if person not in seated:
                    seated.append(person)
            await self.open_table(f"line-{n}", title, size, robots, seated, TERMS[n % len(TERMS)])

    async def open_table(
        self, place: str, title: str, size: int, robots: int, seated: list[Person], terms: tuple[str, str]
    ) -> None:
        channel = self.station.bench.add_channel(place)
        (host, *others), (pace, consequence) = seated, terms
        options = {"title": title, "seats": size, "robots": robots, "place": "here", "pace": pace}
        await self.use(host, place, "game new", options)
        table = await self.station.bot.store.table_in(channel.id)
        assert table is not None
        self.places[table.id], self.tables[channel.id] = place, table.id
        if consequence != "ask":
            await self.use(host, place, "game options", {"option": "consequence", "value": consequence})
        for person in others:
            await self.use(person, place, "game join", {})
        await self.use(host, place, "game start", {})
        for person in seated:
            person.tables.append(table.id)

    # The end

    async def check(self) -> dict[str, object]:
        store = self.station.bot.store
        stands: Counter[str] = Counter()
        lasted: dict[str, list[float]] = defaultdict(list)
        for table_id in self.places:
            table = await store.table(table_id)
            assert table is not None
            stand = await self.stand_of(table)
            stands[stand] += 1
            if stand == "over":
                rows = await store.actions(table_id)
                lasted[table.pace].append((rows[-1].at - rows[0].at) / DAY)
        self.check_rings()
        self.check_nudges()
        await self.station.outbox.wake_all()  # what waits for the rest of a turn does so for seconds of the usual clock
        await self.station.calm()
        for table_id, _ in await store.tables_with_items():
            self.wrong.append(f"table {table_id}: not told: {[row.item for row in await store.items(table_id)]}")
        every = [days for each in lasted.values() for days in each]
        return {
            "tables": len(self.places),
            "people": len(self.people),
            **{f"tables {stand}": number for stand, number in sorted(stands.items())},
            "moves": sum(self.moves.values()),
            **{f"whims: {whim}": number for whim, number in sorted(self.whims.items())},
            "rings": len(self.rings),
            **{f"rings: {kind}": number for kind, number in sorted(Counter(r.kind for r in self.rings).items())},
            "reminders and deadlines": self.acted,
            "restarts": self.restarts,
            "median days of a game": round(statistics.median(every), 2) if every else "-",
            **{f"median days, {pace}": round(statistics.median(days), 2) for pace, days in sorted(lasted.items())},
        }

    async def stand_of(self, table: TableRow) -> str:
        """How a table stands at the end; a game that runs and doesn't sleep waits for somebody within their time."""
        if table.stage != "running":
            return table.stage
        store = self.station.bot.store
        if table.is_asleep:
            posts = self.station.bench.public(self.places[table.id])
            if not any("wake" in verbs(post) for post in posts):
                self.wrong.append(f"table {table.id} is asleep and nobody was told")
            return "asleep"
        if table.paused is not None:
            return "paused"
        timers, waits = await store.timers(table.id), await store.waits(table.id)
        if not waits:
            self.wrong.append(f"table {table.id} runs and waits for nobody")
        for wait in waits if schedule(table) else ():
            due = [row.due for row in timers if row.timer == ClockRang(wait.seat)]
            if not due or due[0] < self.now():
                self.wrong.append(f"table {table.id} ({table.pace}) waits for seat {wait.seat} beyond its time: {wait}")
        return f"waiting, {table.pace}"

    def check_nudges(self) -> None:
        last: dict[tuple[int, int], float] = {}
        for ring in self.rings:
            if ring.kind == "nudge":
                if ring.at - last.get((ring.user, ring.table), 0.0) < DAY - SLACK:
                    self.wrong.append(f"nudged twice a day: {ring}")
                last[ring.user, ring.table] = ring.at

    def check_rings(self) -> None:
        """Once for each turn, and for each table once that it begins and that it is over."""
        by_thing = Counter((ring.user, ring.table, ring.kind, ring.thing) for ring in self.rings)
        for thing, rung in by_thing.items():
            if rung > 1:
                same = [ring for ring in self.rings if (ring.user, ring.table, ring.kind, ring.thing) == thing]
                words = [f"{local(ring.at)}: {ring.words}" for ring in same]
                self.wrong.append(f"rung {rung} times for one thing, {thing}: {words}")


def kind_of(message: Message) -> str:
    """What a message rings for, by its buttons."""
    has = verbs(message)
    if NUDGED.search(message.content):
        return "nudge"
    if CALLED.search(message.content) or ("vote" in has and "play" not in has):
        return "vote"
    for verb, kind in (("mute", "reminder"), ("ask", "ask"), ("log", "end"), ("join", "invitation")):
        if verb in has:
            return kind
    return "turn"


def local(moment: float, character: Character | None = None) -> str:
    return datetime.fromtimestamp(moment, ZoneInfo(character.zone) if character else UTC).isoformat(" ", "seconds")


@asynccontextmanager
async def month_at(
    folder: Path, start: float, days: float, seed: int, kind: type[Month] = Month
) -> AsyncIterator[Month]:
    """A server with its bot, whose every clock is the quick one."""
    with patch("bot.app.steady", lambda now: now):
        now = [lambda: start]
        async with station_at(folder, now=lambda: now[0]()) as station:
            month = kind(station, start, days, Random(seed))
            now[0] = month.now
            yield month


async def simulate(
    folder: Path, tables: int, guests: int, days: float, seed: int, kind: type[Month] = Month
) -> tuple[dict[str, object], list[str]]:
    """Figures, and what was wrong."""
    logged = Logged()
    logging.getLogger().addHandler(logged)
    try:
        async with month_at(folder, MARCH, days, seed, kind) as month:
            await month.invite(people(guests, MARCH, days, month.random))
            await month.open_tables(tables)
            await month.run()
            report = await month.check()
    finally:
        logging.getLogger().removeHandler(logged)
    return report, [*month.wrong, *(f"logged: {line}" for line in lines(logged.errors))]


def main(arguments: list[str]) -> int:
    tables, days = (int(arguments[0]) if arguments else 100), (float(arguments[1]) if arguments[1:] else 31.0)
    seed = int(arguments[2]) if arguments[2:] else int(time.time())
    print(f"seed {seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report, wrong = asyncio.run(simulate(Path(folder), tables, 3 * tables, days, seed))
    for name, value in report.items():
        print(f"{name:>28} {value}")
    print(f"{'seconds':>28} {time.monotonic() - began:.0f}")
    print("\n".join(wrong) or f"{tables} tables for {days:g} days: all is well")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
