"""Two real processes on one database: one answers, the other waits, and nobody hears twice."""

import asyncio
import os
import sys
from itertools import pairwise
from pathlib import Path

from tests.wire.process import PATIENCE, PLACE, Site, ok, site_at

STANDS_BY, TAKES_OVER = "takes over when that one ends", "this one plays on"
CONNECTED = "connected to Gateway"


def doubled(site: Site) -> list[str]:
    """Posts that say again what the one before has said: turns are of different people."""
    said = [post.content for post in site.bench.public(PLACE)]
    return [one for one, other in pairwise(said) if one == other]


async def test_one_answers_and_another_takes_over_when_it_is_stopped_or_killed(folder: Path) -> None:
    async with site_at(folder) as site:
        first = site.start()
        await first.wait_until_says(CONNECTED)
        second, refused = site.start(), site.start("--no-wait")
        finger = await site.begin()
        await second.wait_until_says(STANDS_BY)
        assert await refused.ended() == 3
        assert "Another Semafor plays on" in refused.words
        assert refused.words.count("\n") == 1
        await finger.play_on(1)
        assert len(site.discord.gateway.sessions) == 1

        first.stop()
        await second.wait_until_says(TAKES_OVER)
        await second.wait_until_says(CONNECTED)
        await site.bench.until(lambda: len(site.discord.gateway.sessions) == 2, PATIENCE)
        finger.panels.clear()
        asked = [await finger.tap(person) for person in 2 * site.people]
        asked.append(await ok(await site.people[0].slash(PLACE, "help")))
        first.go_on()
        await first.wait_until_says("another process answers by now")
        await first.wait_until_says(STANDS_BY)
        assert [site.answers_of(each) for each in asked] == [1] * 5
        await finger.play_on(1)

        await second.kill()
        await first.wait_until_says(TAKES_OVER)
        await first.wait_until_says(CONNECTED, 2)
        finger.panels.clear()
        await finger.play_on(2)
        assert await first.close() == 0
        assert site.ask("SELECT holder IS NULL, epoch FROM leases") == (1, 3)
        assert not doubled(site)
        assert " ERROR " not in first.words + second.words


async def test_a_backup_made_while_people_play_is_put_back_after_a_kill_and_their_game_goes_on(folder: Path) -> None:
    async with site_at(folder) as site:
        first = site.start()
        await first.wait_until_says(CONNECTED)
        finger = await site.begin()
        await finger.play_on(2)
        assert await semafor(site, "backup", str(folder / "backup.db")) == 0
        kept = site.moves()
        await finger.play_on(1)
        assert await semafor(site, "restore", str(folder / "backup.db")) == 3
        await first.kill()
        for lost in folder.glob("semafor.db*"):
            lost.unlink()
        assert await semafor(site, "restore", str(folder / "backup.db")) == 0
        assert site.moves() == kept
        second = site.start()
        await second.wait_until_says(CONNECTED)
        finger.panels.clear()
        await finger.play_on(3)
        assert await second.close() == 0
        assert " ERROR " not in second.words


async def semafor(site: Site, *words: str) -> int:
    environment = {**os.environ, "SEMAFOR_DB": str(site.db), "LC_ALL": "C"}
    command = (sys.executable, "-m", "bot", *words)
    return await (await asyncio.create_subprocess_exec(*command, env=environment)).wait()
