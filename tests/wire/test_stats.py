"""/stats over the wire, in every language; whoever hides is nowhere in it."""

from pathlib import Path
from typing import Any

from bot.local.driver import Driver
from bot.local.world.model import Message
from bot.local.world.threads import open_dm
from tests.wire.station import PLACE, Station, ok, station_at


async def use(person: Driver, command: str, **options: Any) -> Message:
    return (await ok(await person.slash(PLACE, command, **options))).message


async def play_out(station: Station) -> None:
    game = await station.begin("lantern", robots=1)
    while people := await station.asked(game):
        await station.type_move(game, people[0])


async def test_a_finished_game_counts_and_who_hides_is_shown_to_nobody(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        ada, bo = station.people
        bo.speak("pl")
        assert "No finished games" in (await use(ada, "stats server")).content
        await play_out(station)
        board = (await use(ada, "stats server")).content
        assert "**Ada**" in board
        assert "**Bo**" in board
        assert "Robots:" in board
        mine = await use(bo, "stats player")
        assert "partie: 1" in mine.content
        assert "Ada" in mine.content
        assert [file.filename for file in mine.attachments] == ["stats.png"]
        hidden = (await ok(await bo.click(mine, custom_id="sm:0:-:listed:off"))).message
        await station.calm()
        assert "nikomu" in hidden.content
        assert not hidden.attachments
        assert "Bo" not in (await use(ada, "stats server")).content
        assert "Bo" not in (await use(ada, "stats player")).content
        public = len(station.bench.public(PLACE))
        for options in ({}, {"public": True}):
            assert "listed" in (await use(ada, "stats player", member=bo.id, **options)).content
        assert len(station.bench.public(PLACE)) == public


async def test_statistics_are_shown_to_the_channel_and_ones_own_in_a_dm(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        ada, bo = station.people
        bo.speak("pl")
        dm = open_dm(station.discord.world, bo.id, station.discord.world.bot_id).id
        assert "zakończonych" in (await ok(await bo.slash(dm, "stats player"))).message.content
        await play_out(station)
        for command in ("stats player", "stats server"):
            told = await ok(await bo.slash(PLACE, command, public=True))
            await station.calm()
            assert told.ephemeral
            assert told.message.content == "Pokazane wszystkim."
            (shown,) = told.follow_ups
            assert shown == station.bench.public(PLACE)[-1]
            assert "on this server" in shown.content
            assert bool(shown.attachments) == (command == "stats player")
            assert not shown.components
        mine = (await ok(await bo.slash(dm, "stats player"))).message
        assert "na wszystkich serwerach" in mine.content
        assert mine.attachments
        refused = (await ok(await bo.slash(dm, "stats player", member=ada.id))).message
        assert "tylko twoje" in refused.content
        assert not refused.attachments
        await ok(await bo.click(mine, custom_id="sm:0:-:listed:off"))
        assert "nikomu" in (await ok(await bo.slash(dm, "stats player"))).message.content


async def test_what_discord_will_not_post_is_told_to_whoever_asked(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        ada, _ = station.people
        station.bench.faults.refuse("POST", "/webhooks/*", 403, 50013)
        told = await ok(await ada.slash(PLACE, "stats server", public=True))
        await station.calm()
        assert "would not let me post" in told.message.content
        assert not told.follow_ups


async def test_a_setting_says_whether_one_is_listed(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        ada, bo = station.people
        bo.speak("pl")
        await play_out(station)
        off = await use(ada, "settings me", option="listed", value="off")
        assert "Listed in statistics: no" in off.content
        assert "Ada" not in (await use(bo, "stats server")).content
        on = await use(ada, "settings me", option="listed", value="on")
        assert "Listed in statistics: yes" in on.content
        assert "Ada" in (await use(bo, "stats server")).content


async def test_games_with_a_coach_are_shown_apart_and_rated_for_nobody(folder: Path) -> None:
    async with station_at(folder, people=1) as station:
        (ada,) = station.people
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2))
        await ok(await ada.slash(PLACE, "game robot", strength="apprentice"))
        await ok(await ada.slash(PLACE, "game options", option="help", value="coach"))
        await ok(await ada.slash(PLACE, "game start"))
        await station.calm()
        while asked := await station.asked(1):
            await station.type_move(1, asked[0])
        own = (await use(ada, "stats player")).content
        assert "With a coach, and not rated: games: 1" in own
        assert "rating" not in own
        assert (await use(ada, "stats server")).content == "No finished games on this server yet."
        ada.speak("pl")
        assert "Z trenerem, bez wpływu na ranking: partie: 1" in (await use(ada, "stats player")).content
