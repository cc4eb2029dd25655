"""A picture that a panel shows already is not sent again."""

from pathlib import Path

from bot.games.menus import OTHER
from bot.local.driver import Driver
from bot.local.world.model import Message
from tests.bot.tapping import components
from tests.wire.station import PLACE, Station, ok, station_at


async def opened(station: Station) -> tuple[Driver, Message]:
    """A person's panel in the first turn."""
    table_id = await station.begin("usa", robots=1)
    person = station.people[0]
    while not (await station.snapshot(table_id)).view.turn or person not in await station.asked(table_id):
        await station.type_move(table_id, person)
    panel = (await ok(await person.slash(PLACE, "play"))).message
    await station.calm()
    return person, panel


def cities(panel: Message) -> tuple[str, list[str]]:
    """The menu that narrows the routes and changes nothing in the picture."""
    menu = next(part for part in components(panel) if part["custom_id"].split(":")[3] == "city")
    return menu["custom_id"], [each["value"] for each in menu["options"] if not each["value"].startswith(OTHER)]


async def narrow(station: Station, person: Driver, panel: Message, which: int = -1) -> Message:
    custom_id, values = cities(panel)
    result = await ok(await person.select(panel, values[which], custom_id=custom_id))
    await station.calm()
    return result.message


async def test_a_picture_that_stays_is_not_sent_again(folder: Path) -> None:
    async with station_at(folder, people=1) as station:
        person, panel = await opened(station)
        (before,) = panel.attachments
        text, components_before = panel.content, panel.components
        panel = await narrow(station, person, panel)
        assert [each.id for each in panel.attachments] == [before.id]
        assert (panel.content, panel.components) != (text, components_before)


async def test_after_a_restart_it_is_sent_once_more_and_then_stays(folder: Path) -> None:
    async with station_at(folder, people=1) as station:
        person, panel = await opened(station)
        (before,) = panel.attachments
        await station.restart()
        panel = await narrow(station, person, panel)
        (after,) = panel.attachments
        assert after.id != before.id
        panel = await narrow(station, person, panel, -2)
        assert [each.id for each in panel.attachments] == [after.id]


async def test_a_picture_that_is_gone_when_it_was_to_stay_is_sent_after_all(folder: Path) -> None:
    async with station_at(folder, people=1) as station:
        person, panel = await opened(station)
        (before,) = panel.attachments
        custom_id, values = cities(panel)
        pressed = person.person.press(panel, custom_id, [values[-1]])
        panel.attachments.clear()  # as another tap on its way may do
        await station.bench.until(lambda: pressed.response_id)
        await station.calm()
        (after,) = panel.attachments
        assert after.id != before.id


async def test_another_picture_takes_its_place(folder: Path) -> None:
    async with station_at(folder, people=1) as station:
        person, panel = await opened(station)
        (before,) = panel.attachments
        menu = next(part for part in components(panel) if part["custom_id"].split(":")[3] == "route")
        panel = (await ok(await person.select(panel, menu["options"][0]["value"], custom_id=menu["custom_id"]))).message
        await station.calm()
        (after,) = panel.attachments
        assert after.id != before.id
