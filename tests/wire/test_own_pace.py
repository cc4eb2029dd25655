"""A pace of one's own over the wire: any hours and days, chosen in a form."""

from pathlib import Path

import pytest

from bot.local.driver import Result
from bot.local.world import components
from bot.local.world.model import Message
from tests.wire.station import PLACE, Station, ok, station_at


def menu_of(message: Message, option: str) -> str:
    ids = [str(each["custom_id"]) for each in components.walk(message.components) if "custom_id" in each]
    return next(each for each in ids if each.endswith(f":option__{option}"))


async def answered(station: Station, result: Result) -> Message:
    """Once all is done: what is tapped on a private page changes that page, which doesn't say so meanwhile."""
    await ok(result)
    await station.calm()
    return result.message


async def chosen(station: Station, page: Message, option: str, language: str, days: int, hours: int) -> Message:
    (person,) = station.people
    form = await person.select(page, f"~{language}:{option}", custom_id=menu_of(page, option))
    assert form.modal is not None
    assert form.modal["title"] == ("Inny czas" if language == "pl" else "Another time")
    return await answered(station, await person.submit_modal(form, {"days": [f"{days}d"], "hours": [f"{hours}h"]}))


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_reminder_and_deadline_are_chosen_freely(folder: Path, language: str) -> None:
    async with station_at(folder, people=1) as station:
        (ada,) = station.people
        ada.speak("pl" if language == "pl" else "en-GB")
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2))
        page = (await ok(await ada.slash(PLACE, "game options"))).message
        page = await answered(station, await ada.select(page, "pace=own", custom_id=menu_of(page, "pace")))
        wrong = await chosen(station, page, "reminder", language, 0, 0)
        assert ("na przykład 36 godz." if language == "pl" else "such as 36 h") in wrong.content
        page = await chosen(station, wrong, "reminder", language, 1, 12)
        late = await chosen(station, page, "deadline", language, 0, 5)
        assert ("przed terminem" if language == "pl" else "before the deadline") in late.content
        page = await chosen(station, late, "deadline", language, 3, 0)
        assert menu_of(page, "consequence"), "what then is the next question"
        table = await station.bot.store.table(1)
        assert table is not None
        assert (table.pace, table.reminder, table.deadline) == ("own", "36h", "3d")
        log = (await ok(await ada.slash(PLACE, "log"))).message
        assert ("termin po 3 dniach" if language == "pl" else "deadline after 3 days") in log.content
        assert ("przypomnienie po 36 godz." if language == "pl" else "reminder after 36 h") in log.content
