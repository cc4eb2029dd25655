"""/privacy and /games over the wire, in every language."""

import json
from pathlib import Path
from typing import Any

from bot.local.driver import Driver, labels
from bot.local.world.model import Message
from tests.bot.test_erasure import found_in
from tests.wire.station import PLACE, ok, station_at


async def use(person: Driver, command: str, **options: Any) -> Message:
    return (await ok(await person.slash(PLACE, command, **options))).message


async def test_own_data_is_shown_exported_and_erased_once_that_is_sure(folder: Path) -> None:
    async with station_at(folder, people=3) as station:
        ada, bo, _ = station.people
        bo.speak("pl")
        game = await station.begin("lantern")
        await use(bo, "note", text="na wschód")
        shown = await use(bo, "privacy show")
        assert "notatki: 1" in shown.content
        exported = await use(bo, "privacy export")
        (file,) = exported.attachments
        assert file.filename.endswith(".json")
        asked = await use(bo, "privacy erase")
        assert "neutralną nazwą" in asked.content
        assert "robot" in asked.content
        kept = (await ok(await bo.click(asked, custom_id="sm:0:-:privacy_erase:no"))).message
        await station.calm()
        assert "Niczego nie wymazano" in kept.content
        assert await station.bot.store.note(game, bo.id) == "na wschód"
        asked = await use(bo, "privacy erase")
        await ok(await bo.click(asked, custom_id="sm:0:-:privacy_erase:yes"))
        await station.told()
        assert found_in(station.db, str(bo.id), "Bo") == []
        assert not bo.dms()
        while people := await station.asked(game):
            await station.type_move(game, people[0])
        assert "What is kept of you" in (await use(ada, "privacy show")).content
        over = await use(ada, "games", scope="over")
        assert "page 1 of 1" in over.content
        assert "#1" in over.content
        record = json.loads(json.dumps((await station.record(game)).players))
        assert len(record) == 3


async def test_a_table_that_waits_is_one_tap_away_from_games_and_from_a_receipt(folder: Path) -> None:
    async with station_at(folder, people=1) as station:
        (ada,) = station.people
        first = await station.begin("lantern", robots=1)
        second = await station.begin("metro", robots=1, place="slow-line")
        listed = await use(ada, "games")
        assert {"Play: Lantern Isle #1", "Play: Metro #2"} <= set(labels(listed))
        panel = (await ok(await ada.click(listed, custom_id=f"sm:{second}:-:play"))).message
        await station.calm()
        assert "Metro #2" in panel.content
        turn = (await station.snapshot(second)).view.turn
        while (await station.snapshot(second)).view.turn == turn:  # a tile may be drawn instead first
            receipt = (await station.type_move(second, ada, place="slow-line")).message
        assert f"Next: Lantern Isle #{first}" in labels(receipt)
        opened = (await ok(await ada.click(receipt, custom_id=f"sm:{first}:-:play"))).message
        await station.calm()
        assert "Lantern Isle #1" in opened.content
