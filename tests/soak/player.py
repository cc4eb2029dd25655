"""One run of the bot: goes on with the game where it stands, and plays as fast as it can until it is over or killed."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from bot.attachment import Attachment
from bot.outbox.compose import PostComposer
from bot.outbox.worker import OutboxWorker
from bot.pictures import Pictures
from bot.store.opening import Place, open_store
from bot.store.protocol import StoreReader
from bot.tables.snapshot import GameSnapshot, KeptAction
from bot.tables.writer import Tables
from rules.game import Event
from rules.record import write_record
from tests.bot.plain import CHANNEL, next_action, start_table
from tests.soak.paper import FileMail


class NoPictures(Pictures):
    async def emojis(self) -> dict[str, bytes]:
        return {}

    async def board(
        self,
        snapshot: GameSnapshot,
        *,
        events: Sequence[Event] = (),
        theme: str = "light",
        language: str,
        zoom: str | None = None,
    ) -> Attachment | None:
        return None

    async def since(
        self, snapshot: GameSnapshot, actions: Sequence[KeptAction], theme: str, language: str
    ) -> Attachment | None:
        return None

    async def hand(self, snapshot: GameSnapshot, theme: str, language: str) -> Attachment | None:
        return None

    async def result(self, snapshot: GameSnapshot, history: Sequence[Sequence[int]], language: str) -> list[Attachment]:
        return []


async def play(folder: Path, title: str, db: Place, *, forgets: bool) -> None:
    """Leaves `record.json` in the folder when the game is over and all of it is told."""
    store = await open_store(db)
    tables = Tables(store, time.time, lambda: f"soak of {title}")
    sender = FileMail(folder / "discord.db", forgets=forgets)
    outbox = OutboxWorker(store, tables.ledger, PostComposer(tables, NoPictures()), sender, time.time)
    tables.on_items = outbox.wake
    await outbox.wake_all()
    await tables.wake_robots()
    await tables.finish()
    table = await store.table_in(CHANNEL, ("lobby", "running", "over"))
    game = await opened(tables, title) if table is None else table.id
    if table is not None and table.stage == "lobby":
        await tables.start(game)
        await tables.finish()
    while not await is_over(store, game):
        if (found := await next_action(tables, game)) is not None:
            await tables.play(game, *found)
        else:  # a server may take a moment to notice that the last run is dead, and its robots are nobody's
            await asyncio.sleep(0.005)
            await tables.wake_robots()
        await tables.finish()
    while await store.items(game):
        await outbox.wake_all()
        await asyncio.sleep(0.005)
    (folder / "record.tmp").write_bytes(write_record(await tables.record(game)))
    (folder / "record.tmp").rename(folder / "record.json")
    await outbox.finish()
    await store.close()
    sender.close()


async def is_over(store: StoreReader, game: int) -> bool:
    table = await store.table(game)
    return table is not None and table.stage == "over"


async def opened(tables: Tables, title: str) -> int:
    return await start_table(tables, title, people=2, robots=1)
