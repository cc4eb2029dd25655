"""Everything behind the Discord client, put together: tables, outbox, scheduler, handlers and commands."""

import asyncio
import hashlib
import logging
import os
from collections.abc import Callable
from functools import partial

import discord
import msgspec

from bot.clock import steady
from bot.commands.lobby import GameCommands
from bot.commands.plans import add_plan_commands
from bot.commands.play import add_play_commands
from bot.commands.show import add_show_commands
from bot.interactions.rights import DiscordRooms
from bot.interactions.router import Router
from bot.interactions.services import Services
from bot.members import DiscordMembers
from bot.outbox.compose import PostComposer
from bot.outbox.sender import DiscordSender
from bot.outbox.welcome import Welcomer
from bot.outbox.worker import OutboxWorker
from bot.pictures import Pictures
from bot.store.opening import Place, open_store
from bot.store.protocol import Lease, StoreReader, StoreWriter
from bot.tables.reviewing import review_in_worker
from bot.tables.scheduler import Scheduler
from bot.tables.thinking import think_in_worker
from bot.tables.writer import Tables
from bot.text.slash import CatalogueTranslator, Tree
from bot.workers.pool import Workers

LONGEST_FAREWELL = 8.0
LONGEST_WRITE = 10.0
THOUGHTS_AT_ONCE = max(1, (os.cpu_count() or 1) // 2)
LONGEST_QUEUE = 30.0
"""Seconds until a robot does without the thoughts for which no worker is free."""
LONGEST_THOUGHT = 20.0
LONGEST_REVIEW = 300.0
"""It takes up to a minute of the processor, and yields to everything else."""
log = logging.getLogger(__name__)


class App:
    def __init__(
        self,
        store: StoreWriter,
        client: discord.Client,
        now: Callable[[], float],
        pictures: Pictures,
        new_seed: Callable[[], str] | None,
    ) -> None:
        self.pictures = pictures
        self.tables = Tables(store, now, new_seed)
        self.thinkers = Workers(
            pictures.nursery, THOUGHTS_AT_ONCE, longest_wait=LONGEST_QUEUE, longest_work=LONGEST_THOUGHT
        )
        self.tables.robots.think = partial(self.thinkers.run, think_in_worker)
        self.reviewers = Workers(pictures.nursery, 1, longest_wait=LONGEST_REVIEW, longest_work=LONGEST_REVIEW)
        self.tables.reviews.work = partial(self.reviewers.run, review_in_worker)
        self.store: StoreReader = self.tables.store
        waiting = steady(now)
        members = DiscordMembers(client, waiting)
        composer = PostComposer(self.tables, pictures, members)
        sender = DiscordSender(client)
        self.outbox = OutboxWorker(
            self.store, self.tables.ledger, composer, sender, waiting, self.tables.robots.are_playing
        )
        self.welcomer = Welcomer(client, self.tables.welcomes, sender)
        self.tables.on_items, self.tables.wait_until_sent = self.outbox.wake, self.outbox.wait_until_sent
        self.scheduler = Scheduler(self.tables, now, composer.waits_in_vain)
        self.tables.on_timers = self.scheduler.note
        self.router = Router(Services(self.tables, pictures, now, members, DiscordRooms(client)))
        self._is_finished = False

    async def wake(self) -> None:
        """Go on where the last run stopped."""
        self.tables.watch(self)
        await self.tables.revive_all()
        await self.outbox.wake_all()
        await self.tables.wake_robots()
        await self.tables.clocks.begin_missing()
        await self.tables.count_results()
        self.scheduler.wake()
        self.pictures.wake()
        try:
            await self.tables.standings.ensure()
        except Exception:
            if not self._is_finished:  # else the store was closed meanwhile
                log.exception("finished games can't be counted; it is tried again when somebody asks for statistics")

    # What other processes do

    def items_kept(self, table_id: int) -> None:
        self.outbox.wake(table_id)

    def timers_kept(self, due: float) -> None:
        self.scheduler.note(due)

    async def look_anew(self) -> None:
        """Work that another process has left, or that we have not heard of."""
        if not self._is_finished:
            await self.outbox.wake_all()
            await self.tables.wake_robots()
            self.scheduler.wake()

    async def back_at(self, guild: int) -> None:
        """The bot is on this server again: send what has waited, and write to those it could not reach meanwhile."""
        await self.tables.reach_again(guild)
        await self.outbox.wake_all(is_anew=True)

    async def trouble(self) -> str | None:
        """What keeps the bot from its work, besides its connection; None: nothing."""
        try:
            async with asyncio.timeout(LONGEST_WRITE):
                await self.tables.save_fact("heartbeat", f"{self.tables.now():.0f}")
                return "the outbox is stuck" if await self.outbox.is_stuck() else None
        except Exception as error:
            return f"the store fails: {type(error).__name__}"

    async def finish(self) -> None:
        """Let moves and messages that are under way come to their end, and close the store."""
        if self._is_finished:
            return
        self._is_finished = True
        try:
            await asyncio.wait_for(self._last_works(), LONGEST_FAREWELL)
        except TimeoutError:
            log.warning("not everything was finished in time; the next start goes on with it")
            dropped = [*self.tables.robots.drop(), *self.outbox.drop()]
            await asyncio.gather(*dropped, return_exceptions=True)
        await self.tables.close()
        self.thinkers.close()
        self.reviewers.close()
        self.pictures.close()

    async def _last_works(self) -> None:
        await self.scheduler.stop()
        await self.tables.finish()
        await self.welcomer.finish()
        await self.outbox.finish()


async def open_app(
    client: discord.Client,
    db: Place,
    now: Callable[[], float],
    pictures: Pictures | None = None,
    new_seed: Callable[[], str] | None = None,
    lease: Lease | None = None,
) -> App:
    return App(await open_store(db, lease), client, now, pictures or Pictures(), new_seed)


async def add_commands(tree: Tree, router: Router) -> None:
    await tree.set_translator(CatalogueTranslator())
    game_group = GameCommands(router)
    add_play_commands(tree, router, game_group)
    add_show_commands(tree, router, game_group)
    add_plan_commands(tree, router)
    tree.add_command(game_group)


async def sync_commands(tree: Tree, tables: Tables) -> dict[str, int]:
    """Tell Discord about the commands, only when they are not the ones it was told last; their ids by name."""
    client, translator = tree.client, tree.translator
    assert translator is not None
    assert client.application_id is not None
    payload = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    own = f"{client.application_id}".encode()
    digest = hashlib.sha256(own + msgspec.json.encode(payload)).hexdigest()
    known = await tables.store.fact("command ids")
    if known is not None and digest == await tables.store.fact("commands"):
        return msgspec.json.decode(known, type=dict[str, int])
    # `tree.sync` would translate all of it once more.
    told = await client.http.bulk_upsert_global_commands(client.application_id, payload=payload)
    ids = {command["name"]: int(command["id"]) for command in told}
    await tables.save_fact("command ids", msgspec.json.encode(ids).decode())
    await tables.save_fact("commands", digest)
    return ids
