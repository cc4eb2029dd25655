"""Every button of the lobby and every command to look with is answered, each reader in their own language."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bot.attachment import Attachment
from bot.local.driver import Driver, labels, words
from bot.local.world import components
from bot.local.world.model import Message
from bot.tables.snapshot import GameSnapshot
from rules.game import Event
from tests.bot.conftest import SmallPictures
from tests.wire.station import PLACE, Station, ok, station_at

LOOKS = [
    ("game status", {}),
    ("hand", {}),
    ("board", {}),
    ("board", {"zoom": "mine"}),
    ("log", {}),
    ("games", {}),
    ("games", {"scope": "server"}),
    ("rules", {}),
    ("rules", {"title": "metro"}),
    ("help", {}),
    ("settings me", {}),
]


async def asked(person: Driver, command: str, **options: Any) -> Message:
    return (await ok(await person.slash(PLACE, command, **options))).message


async def lobby(station: Station, title: str = "usa") -> Message:
    ada, _ = station.people
    await asked(ada, "game new", title=title, seats=3)
    await station.calm()
    return station.bench.public(PLACE)[-1]


@pytest.mark.parametrize("title", ["usa", "metro"])
async def test_every_button_of_a_lobby_answers(folder: Path, title: str) -> None:
    async with station_at(folder) as station:
        ada, bo = station.people
        post = await lobby(station, title)
        game = 1
        for label in ("Join", "Colour", "Rules", "Leave"):
            assert (await ok(await bo.click(post, label=label))).message.content
        for label in ("Colour", "Invite", "Add a robot", "Rules"):
            assert (await ok(await ada.click(post, label=label))).message.content
        options = (await ok(await ada.click(post, label="Options"))).message
        menus = [each for each in components.walk(options.components) if each["type"] in components.SELECTS]
        assert len(menus) >= 3
        for menu in menus[:3]:
            value = menu["options"][-1]["value"]
            shown = await ok(await ada.select(options, value, custom_id=menu["custom_id"]))
            await station.calm()
            assert value in chosen_in(shown.message)
        assert (await ok(await ada.click(post, custom_id=f"sm:{game}:-:cancel"))).message.content
        await station.calm()
        assert not labels(station.bench.public(PLACE)[-1])


def chosen_in(message: Message) -> list[str]:
    menus = [each for each in components.walk(message.components) if each["type"] in components.SELECTS]
    return [option["value"] for menu in menus for option in menu.get("options", ()) if option.get("default")]


async def test_looking_around_in_both_languages(station: Station) -> None:
    ada, bo = station.people
    bo.speak("pl")
    await station.begin("usa")
    for command, options in LOOKS:
        english, polish = await asked(ada, command, **options), await asked(bo, command, **options)
        assert words(english), command
        assert words(english) != words(polish), command
        assert not {"your", "the"} & set(words(polish).casefold().split()), command


async def test_a_setting_is_kept_and_used(station: Station) -> None:
    ada = station.people[0]
    page = await asked(ada, "settings me")
    menus = [each for each in components.walk(page.components) if each["type"] in components.SELECTS]
    language = next(each for each in menus if any(o["value"] == "language=pl" for o in each["options"]))
    changed = await ok(await ada.select(page, "language=pl", custom_id=language["custom_id"]))
    assert "Język" in changed.message.content
    assert "Pierwsze" in words(await asked(ada, "help")) or "stolik" in words(await asked(ada, "help"))


async def test_posts_are_in_the_tables_language_and_private_answers_in_the_readers(station: Station) -> None:
    _, bo = station.people
    bo.speak("pl")
    game = await station.begin("usa", language="en")
    post = station.live_post()
    assert "Choose" in labels(post)
    panel = (await ok(await bo.click(post, custom_id=f"sm:{game}:-:play"))).message
    assert "Zachowaj" in words(panel)
    assert "twoja kolej" in bo.dms()[0].content


class Listed(SmallPictures):
    """Remembers for whom each board was drawn, how close, and with what happening on it."""

    boards: ClassVar[list[tuple[str | None, int | None, int]]] = []

    async def board(
        self, snapshot: GameSnapshot, *, events: Sequence[Event] = (), zoom: str | None = None, **looks: Any
    ) -> Attachment | None:
        self.boards.append((zoom, snapshot.view.reader, len(events)))
        return await super().board(snapshot, events=events, zoom=zoom, **looks)


async def test_close_ups_show_what_is_the_readers_own_and_what_came_last(folder: Path) -> None:
    async with station_at(folder, make_pictures=Listed) as station:
        game = await station.begin("usa")
        person = await station.play_until(game, lambda snapshot: snapshot.view.turn > 2)
        seat = (await station.snapshot(game, person)).seat
        for zoom, reader in (("mine", seat), ("last", None), ("whole", None)):
            await asked(person, "board", zoom=zoom)
            shown, drawn_for, events = Listed.boards[-1]
            assert (shown, drawn_for) == (zoom, reader)
            assert events > 0


@pytest.mark.parametrize(
    ("title", "command", "wrong"),
    [
        ("usa", "claim", {"route": "Nowhere"}),
        ("metro", "metro place", {"square": "H9"}),
        ("metro", "draw", {"card": "blind"}),
    ],
)
async def test_a_refusal_is_the_first_thing_to_read(
    folder: Path, title: str, command: str, wrong: dict[str, str]
) -> None:
    """And there is a way on below it, but no picture that would push it out of sight."""
    async with station_at(folder) as station:
        game = await station.begin(title)
        person = await station.play_until(game, lambda snapshot: snapshot.view.turn > 0)
        before = (await station.snapshot(game)).seq
        message = await asked(person, command, **wrong)
        assert "#" not in message.content.splitlines()[0]
        assert not message.attachments
        assert labels(message)
        assert (await station.snapshot(game)).seq == before
