"""Everything since one's last turn: in the call, in the DM, on the first page of the panel, and asked for again."""

from pathlib import Path

from bot.local.driver import Driver, labels, words
from bot.local.world.model import Message
from bot.tables.snapshot import GameSnapshot
from tests.wire.station import PLACE, Station, ok, station_at


def is_third_round(snapshot: GameSnapshot) -> bool:
    return bool(snapshot.view.turn > 6)


async def others(station: Station, game: int, person: Driver) -> list[str]:
    snapshot = await station.snapshot(game)
    return [seat.name for seat in snapshot.seats if seat.user != person.id]


async def test_all_that_two_others_did_is_told_in_every_place_and_language(folder: Path) -> None:
    async with station_at(folder, people=3) as station:
        for person, language in zip(station.people, ("en-US", "pl", "en-US"), strict=True):
            person.speak(language)
        game = await station.begin("lantern")
        for _ in range(3):
            person = await station.play_until(game, is_third_round)
            names = await others(station, game, person)
            post = station.live_post()
            assert all(name in post.content for name in names)
            assert all(f"\n{name}:" in person.dms()[0].content for name in names)
            panel = (await ok(await person.click(post, custom_id=f"sm:{game}:-:play"))).message
            assert all(f"\n{name}:" in panel.content for name in names)
            again = (await ok(await person.slash(PLACE, "since"))).message
            assert all(f"\n{name}:" in again.content for name in names)
            assert again.attachments
            speaks_polish = person is station.people[1]
            assert ("od twojej tury" in again.content) == speaks_polish
            assert ("Zagraj" if speaks_polish else "Play") in labels(again)
            tapped = (await ok(await person.click(person.dms()[0], custom_id=f"sm:{game}:-:since"))).message
            assert words(tapped) == words(again)
            await station.type_move(game, person)
            while person in await station.asked(game):
                assert not any(f"\n{name}:" in person.dms()[0].content for name in names)
                await station.type_move(game, person)


def pictures(message: Message) -> list[str]:
    return [file.filename for file in message.attachments]


async def test_what_others_have_laid_is_to_be_seen_beside_the_hand_and_on_the_first_page(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        game = await station.begin("metro")
        (first,) = await station.asked(game)
        assert pictures(first.dms()[0]) == ["hand.png"], "nothing has happened yet"
        await station.type_move(game, first)
        (person,) = await station.asked(game)
        assert pictures(person.dms()[0]) == ["hand.png", "board.png"]
        panel = (await ok(await person.slash(PLACE, "play"))).message
        own, board = pictures(panel)
        assert (own == "board.png", board) == (False, "board.png")
        while person in await station.asked(game):
            await station.type_move(game, person)
        assert pictures(person.dms()[0]) == ["hand.png"]


async def test_tickets_that_others_have_kept_are_not_to_be_seen_on_the_board(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        game = await station.begin("lantern")
        person = await station.play_until(game, lambda snapshot: snapshot.view.turn == 1)
        assert ":" in person.dms()[0].content.splitlines()[1]
        assert pictures(person.dms()[0]) == ["hand.png"]


async def test_whoever_has_no_seat_has_missed_nothing(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        await station.begin("lantern")
        dora = station.bench.person("dora")
        told = (await ok(await dora.slash(PLACE, "since"))).message
        assert "Nie masz miejsca" in told.content
        assert not told.attachments
