"""Two real processes on one database: one answers, the other waits, and nobody hears twice."""

from collections import Counter
from pathlib import Path

from tests.wire.process import PATIENCE, PLACE, Site, ok, site_at

STANDS_BY, TAKES_OVER = "takes over when that one ends", "this one plays on"
CONNECTED = "connected to Gateway"


def posts(site: Site) -> Counter[str]:
    return Counter(post.content for post in site.bench.public(PLACE))


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
        told = posts(site)
        first.go_on()
        await first.wait_until_says("another process answers by now")
        await first.wait_until_says(STANDS_BY)
        assert [site.answers_of(each) for each in asked] == [1] * 5
        assert posts(site) == told
        await finger.play_on(1)

        await second.kill()
        await first.wait_until_says(TAKES_OVER)
        await first.wait_until_says(CONNECTED, 2)
        finger.panels.clear()
        await finger.play_on(2)
        assert await first.close() == 0
        assert site.ask("SELECT holder IS NULL, epoch FROM leases") == (1, 3)
        assert max(posts(site).values()) == 1
        assert " ERROR " not in first.words + second.words
