"""The bot in a process of its own, on the local Discord of a test: `python -m tests.wire.process URL PACE`.

It is `semafor run` with a token; only Discord is elsewhere, and the lease's seconds are as short as `PACE` says. Where
they are shorter than they should be, nothing is drawn either: what is tested then is something else.
"""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import yarl

from bot.local.driver import Bench, Driver, Result
from bot.local.server import LocalDiscord
from bot.local.world import components
from bot.local.world.model import Message
from tests.bot.tapping import BESIDE
from tests.wire.station import NAMES, PLACE, Finger, ok, verbs

PACE = 0.3
"""Of the lease's seconds, so that nobody waits long; a slow machine still keeps up with it."""
PATIENCE = 120.0
TOKEN = "local.semafor.token.as-long-as-a-real-one"


def main() -> int:
    url, pace = sys.argv[1], float(sys.argv[2])
    import discord
    from discord.gateway import DiscordWebSocket

    from bot import lease, pictures
    from bot.__main__ import main as semafor

    discord.http.Route.BASE = url + "/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1) + "/gateway")
    lease.BEAT, lease.LOOK, lease.SURE = pace * lease.BEAT, pace * lease.LOOK, pace * lease.SURE
    if pace < 1.0:
        pictures.Pictures._attempted = no_picture  # type: ignore[method-assign, assignment]
        pictures.Pictures.wake = lambda _: None  # type: ignore[method-assign]
    return semafor(["run", *sys.argv[3:]])


async def no_picture(*_: object) -> None:
    """Words go without."""


class BotProcess:
    """One process, with what it says."""

    def __init__(self, discord: LocalDiscord, db: Path, *words: str, pace: float = PACE, **environment: str) -> None:
        self.said = db.with_name(f"said-{os.urandom(4).hex()}.txt")
        with self.said.open("wb") as said:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.wire.process", discord.url, str(pace), *words],
                env={
                    **os.environ,
                    "DISCORD_TOKEN": discord.token,
                    "SEMAFOR_DB": str(db),
                    "SEMAFOR_LOG": "INFO",
                    "LC_ALL": "C",
                    **environment,
                },
                stdout=said,
                stderr=subprocess.STDOUT,
            )

    @property
    def words(self) -> str:
        return self.said.read_text()

    async def wait_until_says(self, words: str, times: int = 1) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.words.count(words) < times:
                assert self.process.poll() is None, self.words
                await asyncio.sleep(0.05)

    async def ended(self) -> int:
        async with asyncio.timeout(PATIENCE):
            while (code := self.process.poll()) is None:
                await asyncio.sleep(0.02)
        return code

    def stop(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    async def kill(self) -> None:
        self.process.kill()
        await self.ended()

    async def close(self) -> int:
        """As whoever runs it would."""
        self.process.terminate()
        return await self.ended()

    async def wait_until_connected(self, site: "Site") -> None:
        await self.wait_until_says("connected to Gateway")
        await site.wait_until_served()


class Site:
    """People on a Discord whose bots are processes."""

    def __init__(self, discord: LocalDiscord, folder: Path) -> None:
        self.discord = discord
        self.db = folder / "semafor.db"
        self.bench = Bench(discord)
        self.people = [self.bench.person(name) for name in NAMES[:2]]
        self.bots: list[BotProcess] = []
        self.asked: list[tuple[str, str]] = []
        """Every request: method and path."""
        take = discord.faults.take

        def noted(method: str, path: str):  # type: ignore[no-untyped-def]
            self.asked.append((method, path))
            return take(method, path)

        discord.faults.take = noted  # type: ignore[method-assign]

    def start(self, *words: str, pace: float = PACE, **environment: str) -> BotProcess:
        self.bots.append(BotProcess(self.discord, self.db, *words, pace=pace, **environment))
        return self.bots[-1]

    async def wait_until_served(self) -> None:
        """Until a bot listens at the gateway."""
        async with asyncio.timeout(PATIENCE):
            while not any(session.connection for session in self.discord.gateway.sessions.values()):
                await asyncio.sleep(0.02)

    async def begin(self, title: str = "lantern") -> "OutsideFinger":
        """Two people and their game, begun."""
        host, other = self.people
        await ok(await host.slash(PLACE, "game new", title=title, seats=2))
        await ok(await other.slash(PLACE, "game join"))
        await ok(await host.slash(PLACE, "game start"))
        (number,) = self.ask("SELECT max(id) FROM tables")
        finger = OutsideFinger(self, number)
        await self.bench.until(finger.has_post, PATIENCE)
        return finger

    def ask(self, sql: str, *values: object) -> tuple[int, ...]:
        with closing(sqlite3.connect(self.db)) as db:
            return tuple(db.execute(sql, values).fetchone())

    def moves(self) -> int:
        (count,) = self.ask("SELECT count(*) FROM actions")
        return count

    def answers_of(self, result: Result) -> int:
        """How often an interaction was answered, or was to be."""
        path = f"/interactions/{result.interaction.id}/"
        return sum(method == "POST" and asked.startswith(path) for method, asked in self.asked)


class OutsideFinger(Finger):
    """Taps without looking into the bot."""

    def __init__(self, site: Site, table_id: int) -> None:
        super().__init__(site, table_id)  # type: ignore[arg-type]
        self.site = site

    def has_post(self) -> list[Message]:
        return [each for each in self.site.bench.public(PLACE) if "play" in verbs(each)]

    async def tap(self, person: Driver) -> Result:
        panel = self.panels.get(person.id)
        if panel is None or not self.is_usable(panel):
            result = await person.click(self.has_post()[-1], custom_id=f"sm:{self.game}:-:play")
        else:
            result = await self.use(person, panel)
        message = (await ok(result)).message
        self.panels[person.id] = message if self.is_asking(message) else None
        return result

    def is_usable(self, panel: Message) -> bool:
        """It may have been changed since: it follows its own game."""
        parts = [part for part in components.walk(panel.components) if "custom_id" in part]
        return any(not part.get("disabled") and part["custom_id"].split(":")[3] not in BESIDE for part in parts)

    async def play_on(self, moves: int) -> None:
        """Tap by turns until so many moves more are kept."""
        wanted = self.site.moves() + moves
        for _ in range(60 * moves):
            for person in self.site.people:
                await self.tap(person)
                if self.site.moves() >= wanted:
                    return
        raise AssertionError("nobody could move")


@asynccontextmanager
async def site_at(folder: Path, *, is_limited: bool = False) -> AsyncIterator[Site]:
    async with LocalDiscord(folder / "discord.db", port=0) as discord:
        discord.api.limits.is_on = is_limited
        discord.token = discord.api.token = discord.gateway.token = TOKEN
        site = Site(discord, folder)
        try:
            yield site
        finally:
            for bot in site.bots:
                if bot.process.poll() is None:
                    bot.go_on()
                    await bot.kill()


if __name__ == "__main__":
    sys.exit(main())
