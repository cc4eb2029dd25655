"""A note to oneself: written by command or in the panel's form, there again on the next turn, and nobody else's."""

from pathlib import Path
from typing import Any

from bot.local.driver import Driver, labels, words
from bot.local.world import components
from bot.local.world.model import Message
from bot.tables.seats import to_robot
from bot.tables.snapshot import GameSnapshot
from tests.wire.station import PLACE, Station, ok, station_at

PLAN = "through the north; watch *Bo*"


def is_turn(snapshot: GameSnapshot) -> bool:
    return bool(snapshot.view.turn > 0)


async def use(person: Driver, command: str, **options: Any) -> Message:
    return (await ok(await person.slash(PLACE, command, **options))).message


async def panel_of(station: Station, game: int, person: Driver) -> Message:
    return (await ok(await person.click(station.live_post(), custom_id=f"sm:{game}:-:play"))).message


def note_id(message: Message) -> str:
    return next(one["custom_id"] for one in components.walk(message.components) if ":note:" in one.get("custom_id", ""))


async def test_a_note_is_written_changed_and_cleared_and_nobody_else_sees_it(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        ada, bo = station.people
        bo.speak("pl")
        game = await station.begin("lantern")
        person = await station.play_until(game, is_turn)
        other = bo if person is ada else ada
        saved = await use(person, "note", text=PLAN)
        assert "through the north; watch \\*Bo\\*" in saved.content
        panel = await panel_of(station, game, person)
        assert "📝 through the north" in panel.content
        await station.calm()
        assert "📝 through the north" in person.dms()[0].content

        form = await person.click(panel, custom_id=note_id(panel))
        assert form.modal is not None
        assert PLAN in str(form.modal)
        changed = (await ok(await person.submit_modal(form, {"typed": "no, the south"}))).message
        await station.calm()
        assert "📝 no, the south" in changed.content
        assert labels(changed)
        assert not (await use(other, "note")).content.count("south")
        for post in [*station.bench.public(PLACE), *other.dms()]:
            assert "south" not in post.content
            assert "north" not in post.content

        await station.type_move(game, person)
        while person in await station.asked(game):
            await station.type_move(game, person)
        while person not in await station.asked(game):
            await station.type_move(game, other)
        assert "📝 no, the south" in (await panel_of(station, game, person)).content
        shown = await use(person, "note")
        cleared = (await ok(await person.click(shown, custom_id=f"sm:{game}:-:note_clear"))).message
        await station.calm()
        assert "south" not in words(cleared)
        assert "📝" not in (await panel_of(station, game, person)).content


async def test_both_languages_and_too_long_a_note(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        ada, bo = station.people
        bo.speak("pl")
        game = await station.begin("lantern")
        assert "No note yet" in (await use(ada, "note")).content
        assert "Nie ma jeszcze notatki" in (await use(bo, "note")).content
        assert "Zapisane" in (await use(bo, "note", text="na północ")).content
        shown = await use(bo, "note")
        form = await bo.click(shown, custom_id=note_id(shown))
        assert "Notatka dla siebie" in str(form.modal)
        await station.bot.tables.save_note(game, ada.id, "x" * 300)
        assert "x" * 300 in (await use(ada, "note")).content


async def test_a_note_goes_with_the_person_not_with_the_seat(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        ada, bo = station.people
        game = await station.begin("lantern")
        await use(ada, "note", text=PLAN)
        seat = (await station.snapshot(game, ada)).seat
        assert seat is not None
        await station.bot.tables.seats.change(game, lambda sitting: to_robot(sitting, seat, is_open=True), "kicked")
        await station.calm()
        assert await station.bot.store.note(game, ada.id) == PLAN
        assert "north" not in (await use(bo, "note")).content
        dora = station.bench.person("dora")
        assert "north" not in (await use(dora, "note")).content
