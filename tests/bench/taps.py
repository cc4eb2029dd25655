"""What an action costs that somebody taps together in the panel, by what a plain RGB encode of the title's board costs.

Counted, in one process: everything from the call to the receipt, and what comes of it. That is each tap on the way with
its page, its components, its preview or hand; the action itself, checked, kept and committed; the turns of two robots;
the words of the next call, its board, the edit of the last post, and the hand by DM. Only what a worker has loaded when
it begins is loaded before: the first pictures of a game are among the others. Not counted is what Discord's library and
the network take.
"""

import asyncio
import statistics
import tempfile
import time
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from bot import drawing
from bot.attachment import Attachment
from bot.errors import Refusal
from bot.games.menus import OTHER
from bot.interactions.components import Tap, tap_in
from bot.interactions.request import Reader, Request
from bot.interactions.rights import Rights
from bot.interactions.router import Router
from bot.interactions.services import Services
from bot.members import Everybody
from bot.outbox.components import view_of
from bot.outbox.compose import PostComposer
from bot.outbox.post import Post
from bot.outbox.worker import OutboxWorker
from bot.pictures import Pictures, Progress
from bot.store.sqlite.store import SqliteStore
from bot.tables.writer import Tables
from tests.bench.tables import plain_encode
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, CHANNEL, start_table
from tests.bot.tapping import BESIDE, Tapper

TITLES = ("usa", "world")
TARGETS = {"tapped action ÷ plain RGB encode, ": ("<=", 0.5, 0.3)}
TABLES, ACTIONS = 3, 30
"""Tables of each title, and how many actions somebody makes at each, from the deal on."""
MOST_TAPS = 400
A_WHILE = 60.0
"""Seconds between two turns on the clock of the tables, so that nobody taps too fast for pictures."""


def ratios() -> dict[str, float]:
    drawing.warm()
    return {f"tapped action ÷ plain RGB encode, {title}": asyncio.run(tapped(title)) for title in TITLES}


async def tapped(title: str) -> float:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        place = await Place.open(Path(folder), title)
        try:
            spent = [await place.cpu_of_actions(seed) for seed in range(TABLES)]
            board = await place.pictures.board(await place.tables.snapshot(1, None), language="en")
            assert board is not None
            return statistics.mean(spent) / plain_encode(board.content)
        finally:
            await place.close()


class DrawnOnce(Pictures):
    """What a worker would do, in this process, whose time is measured; what is drawn twice is found again."""

    async def _made(self, kind: str, _about: str, order: bytes, _on_progress: Progress | None) -> Attachment | None:
        return Attachment(kind, *drawing.read_drawn(drawing.draw(order)))


class OneRoom:
    """Everybody may do there what they like."""

    async def rights(self, *_: object) -> Rights:
        return Rights(sees=True, moderates=True)


class Place:
    """A bot whose Discord is of paper."""

    def __init__(self, store: SqliteStore, title: str) -> None:
        self.title = title
        self.later = 0.0
        deals = count(1)
        self.tables = Tables(store, self.now, lambda: f"taps/{title}/{next(deals)}")
        self.pictures = DrawnOnce()
        composer = PostComposer(self.tables, self.pictures)
        self.outbox = OutboxWorker(
            store, self.tables.ledger, composer, PaperMail(), self.now, self.tables.robots.are_playing
        )
        self.tables.on_items = self.outbox.wake
        self.router = Router(Services(self.tables, self.pictures, self.now, Everybody(), OneRoom()))

    @classmethod
    async def open(cls, folder: Path, title: str) -> "Place":
        return cls(await SqliteStore.open(folder / "semafor.db"), title)

    def now(self) -> float:
        return time.time() + self.later

    async def cpu_of_actions(self, seed: int) -> float:
        """Seconds of processor for each action of one person, with two robots at the table."""
        table_id = await start_table(self.tables, self.title, people=1, robots=2)
        await self.wait_until_told(table_id)
        began = time.process_time()
        await Finger(self, table_id, seed).tap_on(ACTIONS)
        return (time.process_time() - began) / ACTIONS

    async def wait_until_told(self, table_id: int) -> None:
        """Until the robots have played and all is sent, and for a while longer on the clock."""
        await self.tables.finish()
        await self.outbox.wait_until_sent(table_id)
        self.later += A_WHILE

    async def close(self) -> None:
        await self.outbox.finish()
        await self.tables.close()
        self.pictures.close()


class Finger(Tapper):
    """Taps as people do who look at everything, with no Discord between; plans are made beside the actions."""

    beside = BESIDE | {"plan"}

    def __init__(self, place: Place, table_id: int, seed: int) -> None:
        self.place, self.game, self.random = place, table_id, Random(seed)

    async def tap_on(self, actions: int) -> None:
        """From the call to the receipt, again and again, until so many actions are made."""
        made, panel = 0, NOTHING
        for _ in range(MOST_TAPS):
            if self.is_asking(panel):
                before = await self.decision()
                panel = await self.answer(self.chosen(panel))
                made += before != await self.decision()
            else:
                await self.place.wait_until_told(self.game)
                panel = await self.answer(Tap(table_id=self.game, decision=None, verb="play", values=()))
            if made == actions:
                await self.place.wait_until_told(self.game)
                return
        raise AssertionError("taps led nowhere")

    async def decision(self) -> int:
        return (await self.place.tables.snapshot(self.game, ADA)).decision

    async def answer(self, tap: Tap) -> "Shown":
        """Read and answered as a tap in a private message is."""
        nobody: Any = None  # no handler on this way looks at Discord's own
        settings = await self.place.tables.store.user(ADA)
        reader = Reader(
            user=ADA,
            name="P0",
            guild=1,
            channel=CHANNEL,
            language="en",
            guild_spoken="en",
            settings=settings,
            is_moderator=False,
            is_manager=False,
        )
        request = Request(
            interaction=nobody,
            tables=self.place.tables,
            reader=reader,
            tap=tap,
            is_private=tap.verb != "play",
            table_id=self.game,
        )
        try:
            return Shown(await self.place.router.handle(request))
        except Refusal:  # it is said in words
            return NOTHING

    def chosen(self, panel: "Shown") -> Tap:
        part = self.choice(panel)
        values = [option["value"] for option in part.get("options", ()) if not option["value"].startswith(OTHER)]
        if values:
            most = self.random.randint(max(1, part.get("min_values", 1)), part.get("max_values", 1))
            part = {**part, "values": self.random.sample(values, most)}
        tap = tap_in({**part, "component_type": part["type"]})
        assert tap is not None
        return tap


class Shown:
    """A post as Discord gets it."""

    def __init__(self, post: Post) -> None:
        view = view_of(post, {})
        self.components: list[dict[str, Any]] = view.to_components() if view else []


NOTHING = Shown(Post(text=""))
