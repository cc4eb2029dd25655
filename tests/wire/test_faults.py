"""Discord misbehaves, people click twice: one move, one post, one ping each time."""

import asyncio
import logging
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.local.driver import Driver, words
from tests.wire.station import PLACE, Station, ok, rings, station_at, verbs

POSTS = "/channels/*/messages"
ANSWERS = "/webhooks/*/*/messages/@original"
CALLBACKS = "/interactions/*/*/callback"


async def a_turn(station: Station, title: str = "usa") -> tuple[int, Driver, Driver]:
    """A game in its first turn: its number, whose turn it is, who comes next."""
    game = await station.begin(title)
    while len(await station.asked(game)) > 1:
        await station.type_move(game, (await station.asked(game))[0])
    if (await station.snapshot(game)).view.turn == 0:
        await station.type_move(game, (await station.asked(game))[0])
    (person,) = await station.asked(game)
    return game, person, next(each for each in station.people if each is not person)


async def two_cards(person: Driver) -> None:
    await ok(await person.slash(PLACE, "draw", card="blind", second="blind"))


async def one_new_post(station: Station, before: int, following: Driver, rung: int) -> None:
    await station.told()
    posts = station.bench.public(PLACE)
    assert len(posts) == before + 1
    assert rings(posts)[following.id] == rung + 1
    assert [post.id for post in posts if "play" in verbs(post)] == [posts[-1].id]


FAULTS: dict[str, Any] = {
    "429 of a bucket": lambda faults: faults.rate_limit("POST", POSTS, retry_after=0.2, times=2),
    "429 of all": lambda faults: faults.rate_limit("POST", POSTS, retry_after=0.2, is_global=True),
    "502": lambda faults: faults.server_error("POST", POSTS, status=502),
    "502 although it arrived": lambda faults: faults.server_error("POST", POSTS, status=502, after=True),
    "no answer": lambda faults: faults.drop("POST", POSTS),
    "no answer although it arrived": lambda faults: faults.drop("POST", POSTS, after=True),
    "connection reset": lambda faults: faults.reset("POST", POSTS),
    "connection reset although it arrived": lambda faults: faults.reset("POST", POSTS, after=True),
    "the picture is too large": lambda faults: faults.refuse("POST", POSTS, 413, 40005),
    "a slow answer": lambda faults: faults.slow("POST", POSTS, 0.5),
    "the old post can't be edited": lambda faults: faults.server_error("PATCH", POSTS + "/*", status=503),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_turn_is_posted_once_whatever_happens(station: Station, fault: str) -> None:
    _, person, following = await a_turn(station)
    posts = station.bench.public(PLACE)
    FAULTS[fault](station.bench.faults)
    await two_cards(person)
    await one_new_post(station, len(posts), following, rings(posts)[following.id])


async def test_an_answer_that_can_not_be_shown_loses_no_move(station: Station) -> None:
    game, person, following = await a_turn(station)
    station.bench.faults.refuse("PATCH", ANSWERS, 404, 10015, times=2)
    posts = station.bench.public(PLACE)
    await person.slash(PLACE, "draw", card="blind", second="blind")
    await one_new_post(station, len(posts), following, rings(posts)[following.id])
    assert (await station.asked(game)) == [following]


@pytest.mark.parametrize("has_arrived", [False, True])
@pytest.mark.parametrize("how", ["drop", "reset"])
async def test_a_lost_acknowledgement_is_tried_again(station: Station, has_arrived: bool, how: str) -> None:
    game, person, following = await a_turn(station)
    getattr(station.bench.faults, how)("POST", CALLBACKS, after=has_arrived)
    await two_cards(person)
    assert (await station.asked(game)) == [following]


@pytest.mark.parametrize("has_arrived", [False, True])
async def test_an_answer_on_a_connection_that_is_reset_is_shown_all_the_same(
    station: Station, has_arrived: bool, caplog: pytest.LogCaptureFixture
) -> None:
    _, person, _ = await a_turn(station)
    station.bench.faults.reset("PATCH", ANSWERS, after=has_arrived)
    shown = await (await ok(await person.slash(PLACE, "hand"))).settled()
    assert "Hand" in shown.content
    assert "ClientOSError" in caplog.text


@pytest.mark.parametrize("how", ["drop_socket", "ask_to_reconnect", "invalidate_session"])
async def test_the_gateway_comes_and_goes(station: Station, how: str) -> None:
    game, person, following = await a_turn(station)
    await getattr(station.bench, how)()
    if how == "invalidate_session":
        await station.bench.until(
            lambda: any(each.connection for each in station.discord.gateway.sessions.values()), 20
        )
    await two_cards(person)
    await station.calm()
    assert (await station.asked(game)) == [following]


async def test_a_click_delivered_twice_acts_once(station: Station) -> None:
    game, person, _ = await a_turn(station)
    panel = await (await ok(await person.slash(PLACE, "play"))).settled()
    before = (await station.snapshot(game)).seq
    station.bench.faults.duplicate_next_interaction = True
    button = next(each for each in ids(panel) if each.split(":")[3] in ("blind", "deck"))
    await ok(await person.click(panel, custom_id=button))
    await station.calm()
    assert (await station.snapshot(game)).seq == before + 1


async def test_a_double_click_acts_once(station: Station) -> None:
    game, person, _ = await a_turn(station)
    panel = await (await ok(await person.slash(PLACE, "play"))).settled()
    before = (await station.snapshot(game)).seq
    button = next(each for each in ids(panel) if each.split(":")[3] in ("blind", "deck"))
    first = await person.click(panel, custom_id=button, wait=False)
    second = await person.click(panel, custom_id=button, wait=False)
    await station.bench.until(lambda: first.acknowledged and second.acknowledged)
    await station.bench.breathe()
    await station.calm()
    assert (await station.snapshot(game)).seq == before + 1


async def test_all_choose_at_once(folder: Path) -> None:
    async with station_at(folder, people=4) as station:
        game = await station.begin("usa")
        moves = [person.slash(PLACE, "tickets keep", keep="A B C") for person in station.people]
        for result in await asyncio.gather(*moves):
            await ok(result)
        await station.calm()
        assert len(await station.asked(game)) == 1
        (start, turn) = station.bench.public(PLACE)[-2:]
        assert sorted(start.pinged) == sorted(person.id for person in station.people)
        assert turn.pinged == [(await station.asked(game))[0].id]


async def test_somebody_elses_tap_opens_their_own_page(station: Station) -> None:
    game, person, following = await a_turn(station)
    cyd = station.bench.person("cyd")
    for other, word in ((following, "hand"), (cyd, "nie masz miejsca")):
        result = await ok(await other.click(station.live_post(), custom_id=f"sm:{game}:-:play"))
        message = await result.settled()
        assert message.reader_id == other.id
        assert message.id not in {each.id for each in person.sees(PLACE)}
        assert word in words(message).casefold()


async def test_closed_dms_are_said_once_and_stop_nothing(folder: Path) -> None:
    async with station_at(folder) as station:
        bo = station.people[1]
        bo.close_dms()
        ada = station.people[0]
        await ok(await ada.slash(PLACE, "game new", title="usa", seats=2))
        joined = await (await ok(await bo.slash(PLACE, "game join"))).settled()
        assert "can't write to you" in joined.content
        await ok(await ada.slash(PLACE, "game start"))
        await station.calm()
        game = 1
        assert not bo.dms()
        message = await (await ok(await bo.click(station.live_post(), custom_id=f"sm:{game}:-:play"))).settled()
        assert "can't write to you" not in message.content
        assert (await (await ok(await bo.slash(PLACE, "hand"))).settled()).content
        await station.play_until(game, lambda snapshot: snapshot.view.turn > 4)


async def test_a_deleted_post_is_followed_by_the_next(station: Station) -> None:
    _, person, following = await a_turn(station)
    station.bench.delete_message(station.live_post())
    rung = rings(station.bench.public(PLACE))
    await two_cards(person)
    await station.told()
    posts = station.bench.public(PLACE)
    assert rings(posts) == rung + Counter([following.id])
    assert [post.id for post in posts if "play" in verbs(post)] == [posts[-1].id]


async def test_a_deleted_channel_disturbs_nobody(station: Station, caplog: pytest.LogCaptureFixture) -> None:
    place = station.bench.add_channel("sidings")
    game = await station.begin("usa", place=place.name)
    station.bench.delete_channel(place.name)
    ada, bo = station.people
    for person in (ada, bo):
        (dm,) = person.dms()
        result = await ok(await person.click(dm, custom_id=f"sm:{game}:-:play"))
        panel = await result.settled()
        assert "tick" in verbs(panel)
    await ok(await ada.slash(PLACE, "play", game=f"#{game}", move="A B"))
    await station.calm()
    assert await station.bot.store.tables_with_items() == []
    assert "USA" in (await (await ok(await ada.slash(PLACE, "games"))).settled()).content
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_missing_permission_is_waited_for(station: Station) -> None:
    game, person, following = await a_turn(station)
    posts = station.bench.public(PLACE)
    station.bench.forbid(PLACE)
    await two_cards(person)
    await station.calm()
    assert len(station.bench.public(PLACE)) == len(posts)
    status = await (await ok(await person.slash(PLACE, "game status"))).settled()
    assert "not allowed" in status.content.casefold()
    assert (await station.asked(game)) == [following]
    station.bench.allow_again(PLACE)
    await one_new_post(station, len(posts), following, rings(posts)[following.id])


def ids(message: Any) -> list[str]:
    return [part["custom_id"] for row in message.components for part in row["components"] if "custom_id" in part]
