"""/stats over the wire, in both languages; whoever hides is nowhere in it."""

from pathlib import Path
from typing import Any

from bot.local.driver import Driver
from bot.local.world.model import Message
from tests.wire.station import PLACE, ok, station_at


async def use(person: Driver, command: str, **options: Any) -> Message:
    return (await ok(await person.slash(PLACE, command, **options))).message


async def test_a_finished_game_counts_and_who_hides_is_shown_to_nobody(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        ada, bo = station.people
        bo.speak("pl")
        assert "No finished games" in (await use(ada, "stats server")).content
        game = await station.begin("lantern", robots=1)
        while people := await station.asked(game):
            await station.type_move(game, people[0])
        board = (await use(ada, "stats server")).content
        assert "**Ada**" in board
        assert "**Bo**" in board
        assert "Robots:" in board
        mine = await use(bo, "stats player")
        assert "partie: 1" in mine.content
        assert "Ada" in mine.content
        hidden = (await ok(await bo.click(mine, custom_id="sm:0:-:listed:off"))).message
        await station.calm()
        assert "nikomu" in hidden.content
        assert "Bo" not in (await use(ada, "stats server")).content
        assert "Bo" not in (await use(ada, "stats player")).content
        assert "listed" in (await use(ada, "stats player", member=bo.id)).content
