"""Seats change hands over the wire: panels left open, DMs, lists and typed words of the former player show nothing."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.games.catalog import face_of
from bot.local.driver import Driver, words
from bot.local.world import components
from bot.local.world.model import Message
from data.languages import LANGUAGES
from tests.wire.station import PLACE, Station, ok, station_at, verbs

MOST_PANELS = 12


@pytest.fixture
async def station(folder: Path) -> AsyncIterator[Station]:
    """Ada and Bo play; Cyd, who speaks Polish, and Dora come later."""
    async with station_at(folder, people=4) as opened:
        yield opened


async def begin(station: Station, title: str) -> int:
    everybody, station.people = station.people, station.people[:2]
    game = await station.begin(title)
    station.people = everybody
    return game


def hand_of(person: Driver) -> Message:
    (hand,) = (dm for dm in person.dms() if not dm.is_ephemeral)
    return hand


def ids(message: Message) -> list[str]:
    return [part["custom_id"] for part in components.walk(message.components) if "custom_id" in part]


def used(message: Message, verb: str) -> str:
    return next(own for own in ids(message) if own.split(":")[3] == verb)


async def secrets(station: Station, table_id: int, person: Driver) -> list[str]:
    """What only the player of a seat may read, in every language."""
    snapshot = await station.snapshot(table_id, person)
    face = face_of(snapshot.table.title)
    return [line for language in LANGUAGES for line in face.own_lines(snapshot.view, language)]


async def say(person: Driver, command: str, **options: Any) -> Message:
    return (await ok(await person.slash(PLACE, command, **options))).message


async def take_a_turn(station: Station, table_id: int, person: Driver) -> None:
    """Until it is this person's turn, past the opening."""
    await station.play_until(table_id, lambda snapshot: snapshot.view.turn > 1 and snapshot.is_asked)
    while person not in await station.asked(table_id):
        await station.type_move(table_id, (await station.asked(table_id))[0])


def shows_nothing(message: Message, hidden: list[str], what: str) -> None:
    assert not [line for line in hidden if line in message.content], what
    assert not any(attachment["filename"].startswith("hand") for attachment in as_json(message)), what


def as_json(message: Message) -> list[dict[str, Any]]:
    return [{"filename": attachment.filename} for attachment in message.attachments]


@pytest.mark.parametrize("title", ["usa", "metro"])
@pytest.mark.parametrize("way", ["robot", "member"])
async def test_panels_dms_and_lists_of_a_former_player_show_what_all_may_see(
    station: Station, title: str, way: str
) -> None:
    game = await begin(station, title)
    _, bo, cyd, dora = station.people
    await take_a_turn(station, game, bo)
    seat, hidden = (await station.snapshot(game, bo)).seat, await secrets(station, game, bo)
    assert seat is not None
    first = await say(bo, "play")
    panels = [await say(bo, "play") for _ in ids(first)[1:MOST_PANELS]]
    if way == "robot":
        sure = await say(bo, "game resign")
        await ok(await bo.click(sure, custom_id=f"sm:{game}:-:resign:yes"))
    else:
        await say(bo, "game replace", seat=seat + 1, member=cyd)
        await station.calm()
        post = next(each for each in station.bench.public(PLACE) if "take" in verbs(each))
        await ok(await cyd.click(post, custom_id=used(post, "take")))
    await station.calm()
    if way == "member":
        assert (await station.snapshot(game, cyd)).seat == seat
        assert "twoja kolej" in hand_of(cyd).content
        hidden += await secrets(station, game, cyd)
    seq = await station.bot.store.last_seq(game)
    station.bot.router.services.allowance.take = lambda *_: None  # type: ignore[method-assign]
    for panel, own in zip([first, *panels], ids(first), strict=False):
        part = next(each for each in components.walk(panel.components) if each.get("custom_id") == own)
        if part["type"] == components.BUTTON and not part.get("disabled"):
            result = await bo.click(panel, custom_id=own)
            if not result.modal:  # an empty field to type into
                shows_nothing((await ok(result)).message, hidden, own)
        elif part.get("options"):
            value = part["options"][0]["value"]
            shows_nothing((await ok(await bo.select(panel, value, custom_id=own))).message, hidden, own)
    for command in ("hand", "play", "since", "log", "game status", "board"):
        shows_nothing(await say(bo, command, game=f"#{game}"), hidden, command)
    assert await bo.autocomplete(PLACE, "play", "move", "") == []
    assert await bo.autocomplete(PLACE, "hand", "game", "") == []
    shows_nothing(await say(bo, "play", move="blind"), hidden, "a move")
    old = hand_of(bo)
    shows_nothing(old, hidden, "the DM")
    assert not ids(old)
    assert not old.attachments
    assert await station.bot.store.last_seq(game) == seq
    public = [message.content for message in station.bench.public(PLACE)]
    assert not [line for line in hidden if any(line in content for content in public)]
    await say(dora, "settings me", option="language", value="en")
    assert (await say(bo, "hand")).content == (await say(dora, "hand")).content


async def test_every_way_is_said_in_polish_too(station: Station) -> None:
    game = await begin(station, "usa")
    ada, bo, cyd, dora = station.people
    await say(ada, "settings me", option="language", value="pl")
    sure = await say(ada, "game resign")
    assert "Oddać swoje miejsce robotowi" in sure.content
    assert "Oddaj robotowi" in words(sure)
    left = (await ok(await ada.click(sure, custom_id=f"sm:{game}:-:resign:yes"))).message
    assert "Twoje miejsce ma robot" in left.content
    await station.calm()
    wanted = (await ok(await ada.click(left, custom_id=used(left, "substitute")))).message
    assert "Szukamy zastępstwa" in wanted.content
    listed = await say(cyd, "games", scope="open")
    assert "Wolne miejsca" in listed.content
    assert "szukamy zastępstwa" in listed.content
    taken = (await ok(await cyd.click(listed, custom_id=used(listed, "take")))).message
    assert "Jego ręka jest teraz twoja" in taken.content
    await station.calm()
    assert "Twoje miejsce" in (await say(ada, "game return")).content
    assert "W tej partii nie było" in (await say(await polish(dora), "game return")).content
    log = (await say(cyd, "log")).content
    for line in ("oddaje miejsce robotowi", "szuka zastępstwa", "przejmuje miejsce"):
        assert line in log, line
    kick = await say(cyd, "game kick", seat=(await station.snapshot(game, bo)).seat + 1)  # type: ignore[operator]
    assert "bo" in kick.content.casefold()


async def polish(person: Driver) -> Driver:
    await say(person, "settings me", option="language", value="pl")
    return person


async def test_two_who_tap_the_same_seat_at_once(station: Station) -> None:
    game = await begin(station, "usa")
    _, bo, cyd, dora = station.people
    seat = (await station.snapshot(game, bo)).seat
    assert seat is not None
    await say(bo, "game replace", seat=seat + 1)
    await station.calm()
    post = next(each for each in station.bench.public(PLACE) if "take" in verbs(each))
    own = used(post, "take")
    results = await asyncio.gather(*(each.click(post, custom_id=own) for each in (cyd, dora)))
    answers = [(await ok(each)).message.content for each in results]
    await station.calm()
    assert sum("Its hand is yours" in one or "Jego ręka" in one for one in answers) == 1
    (holder,) = [row.user for row in await station.bot.store.seats(game) if row.seat == seat]
    assert holder in (cyd.id, dora.id)
    taken = next(each for each in station.bench.public(PLACE) if each.id == post.id)
    assert not ids(taken)


async def test_a_restart_between_offer_and_yes_changes_nothing(station: Station) -> None:
    game = await begin(station, "usa")
    _, bo, cyd, _ = station.people
    seat = (await station.snapshot(game, bo)).seat
    assert seat is not None
    await say(bo, "game replace", seat=seat + 1, member=cyd)
    await station.calm()
    post = next(each for each in station.bench.public(PLACE) if "take" in verbs(each))
    await station.restart()
    await ok(await cyd.click(post, custom_id=used(post, "take")))
    await station.restart()
    await station.told()
    assert (await station.snapshot(game, cyd)).seat == seat
    lines = [each.content for each in station.bench.public(PLACE) if "takes over the seat" in each.content]
    assert len(lines) == 1
