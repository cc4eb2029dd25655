"""Who or what a game needs goes away: the bot, a player, the channel. The game waits, or goes on without."""

import logging
from typing import Any

import pytest

from bot import members
from bot.local.driver import Driver, labels
from bot.local.world.errors import ApiRefusal
from bot.local.world.model import Message
from tests.wire.station import PLACE, Station, ok, rings, verbs
from tests.wire.test_faults import a_turn, two_cards


@pytest.fixture(autouse=True)
def nobody_is_known_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "KNOWN_FOR", 0.0)
    monkeypatch.setattr(members, "GONE_FOR", 0.0)


def no_errors(caplog: pytest.LogCaptureFixture) -> bool:
    return not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def two_cards_by_dm(station: Station, person: Driver) -> None:
    """A whole turn in the panel that the DM opens."""
    hand = hand_of(person)
    panel = await (await ok(await person.click(hand, custom_id=next(i for i in ids(hand) if ":play" in i)))).settled()
    for _ in range(2):
        blind = next(each for each in ids(panel) if each.split(":")[3] == "blind")
        tapped = await ok(await person.click(panel, custom_id=blind))
        await station.bench.until(lambda: not station.bot.under_way)
        await station.calm()
        panel = tapped.message


def hand_of(person: Driver) -> Message:
    (hand,) = (dm for dm in person.dms() if not dm.is_ephemeral)
    return hand


def ids(message: Any) -> list[str]:
    return [part["custom_id"] for row in message.components for part in row["components"] if "custom_id" in part]


async def test_a_bot_that_was_thrown_out_goes_on_when_it_is_invited_again(
    station: Station, caplog: pytest.LogCaptureFixture
) -> None:
    game, person, following = await a_turn(station)
    await ok(await following.slash(PLACE, "settings me", option="dm_on_turn", value="on"))
    posts, commands = station.bench.public(PLACE), dict(station.discord.world.commands)
    before = await station.snapshot(game, person)
    station.bench.remove_bot()
    await station.bench.until(lambda: not station.bot.guilds)
    with pytest.raises(ApiRefusal):
        await person.slash(PLACE, "draw", card="blind")
    clicked = await person.click(station.live_post(), custom_id=f"sm:{game}:-:play", wait=False)
    await station.bench.advance(4)
    assert clicked.failed
    assert (await station.snapshot(game, person)).view == before.view

    called = len(following.pings())
    await two_cards_by_dm(station, person)
    await station.calm()
    assert [post.id for post in station.bench.public(PLACE)] == [post.id for post in posts]
    assert await station.bot.store.items(game)
    assert (await station.asked(game)) == [following]

    station.bench.invite_bot()
    await station.told()
    (new,) = station.bench.public(PLACE)[len(posts) :]
    assert new.id == station.live_post().id
    assert "your turn" in hand_of(following).content
    assert len(following.pings()) == called + 1
    assert all(seat.dm == "open" for seat in await station.bot.store.seats(game))
    table = await station.bot.store.table(game)
    assert table is not None
    assert table.blocked is None
    assert station.discord.world.commands == commands
    await two_cards(following)
    await station.told()
    assert (await station.asked(game)) == [person]
    assert no_errors(caplog)


async def test_a_bot_that_starts_without_its_server_waits_for_it(station: Station) -> None:
    game, person, following = await a_turn(station)
    posts = len(station.bench.public(PLACE))
    station.bench.remove_bot()
    await station.restart()
    await two_cards_by_dm(station, person)
    await station.calm()
    station.bench.invite_bot()
    await station.told()
    assert len(station.bench.public(PLACE)) == posts + 1
    assert (await station.asked(game)) == [following]


async def test_a_player_who_left_is_waited_for_and_simply_comes_back(
    station: Station, caplog: pytest.LogCaptureFixture
) -> None:
    game, person, leaver = await a_turn(station)
    await ok(await leaver.slash(PLACE, "settings me", option="dm_on_turn", value="on"))
    station.bench.remove_person(leaver)
    rung = rings(station.bench.public(PLACE))[leaver.id]
    await two_cards(person)
    await station.told()
    post, note = station.bench.public(PLACE)[-2:]
    assert "play" in verbs(post)
    assert "No longer on this server" in note.content
    assert "/game cancel" in note.content
    assert rings(station.bench.public(PLACE))[leaver.id] == rung
    seats = await station.bot.store.seats(game)
    assert next(seat.dm for seat in seats if seat.user == leaver.id) == "away"
    status = await (await ok(await person.slash(PLACE, "game status"))).settled()
    assert leaver.person.user.display in status.content

    station.bench.return_person(leaver)
    await ok(await leaver.click(station.live_post(), custom_id=f"sm:{game}:-:play"))
    await two_cards(leaver)
    await station.told()
    assert (await station.asked(game)) == [person]
    assert next(s.dm for s in await station.bot.store.seats(game) if s.user == leaver.id) == "open"
    assert no_errors(caplog)


async def test_players_of_a_deleted_channel_know_and_play_on(
    station: Station, caplog: pytest.LogCaptureFixture
) -> None:
    place = station.bench.add_channel("sidings")
    game = await station.begin("usa", place=place.name)
    for person in station.people:
        await ok(await person.slash(place.name, "tickets keep", keep="A B"))
    await station.calm()
    station.bench.delete_channel(place.name)
    await station.bench.until(lambda: all("channel is gone" in hand_of(person).content for person in station.people))
    await station.calm()
    for person in station.people:
        hand = hand_of(person)
        assert f"<#{place.id}>" not in hand.content
        assert "Table" not in labels(hand)
        games = await (await ok(await person.slash(PLACE, "games"))).settled()
        assert "channel is gone" in games.content
        assert str(place.id) not in games.content
    for _ in range(3):
        (person,) = await station.asked(game)
        await two_cards_by_dm(station, person)
        await station.calm()
    assert await station.bot.store.tables_with_items() == []
    assert no_errors(caplog)


async def test_a_game_without_a_channel_is_stopped_by_a_vote_in_the_dms(station: Station) -> None:
    place = station.bench.add_channel("sidings")
    game = await station.begin("usa", place=place.name)
    station.bench.delete_channel(place.name)
    ada, bo = station.people
    await station.bench.until(lambda: all("channel is gone" in hand_of(person).content for person in (ada, bo)))
    await ok(await ada.slash(PLACE, "game cancel", game=f"#{game}"))
    await station.calm()
    assert "vote" not in verbs(hand_of(ada))
    agree = next(each for each in ids(hand_of(bo)) if ":vote:yes" in each)
    await ok(await bo.click(hand_of(bo), custom_id=agree))
    await station.told()
    assert all("stopped unfinished" in hand_of(person).content for person in (ada, bo))
    assert "No games yet" in (await (await ok(await ada.slash(PLACE, "games"))).settled()).content


async def test_a_lobby_whose_channel_is_deleted_is_closed(station: Station, caplog: pytest.LogCaptureFixture) -> None:
    place = station.bench.add_channel("sidings")
    ada, bo = station.people
    await ok(await ada.slash(place.name, "game new", title="usa", seats=3))
    await ok(await bo.slash(place.name, "game join"))
    await station.calm()
    station.bench.delete_channel(place.name)
    await station.bench.until(lambda: "closed" in hand_of(bo).content and "closed" in hand_of(ada).content)
    await station.calm()
    assert await station.bot.store.tables_of(bo.id) == []
    assert await station.bot.store.tables_with_items() == []
    assert no_errors(caplog)


async def test_a_deleted_thread_is_noticed_too(station: Station) -> None:
    ada, bo = station.people
    await ok(await ada.slash(PLACE, "game new", title="usa", seats=2, place="thread"))
    table = (await station.bot.store.tables_of(ada.id))[0]
    await ok(await bo.slash(table.channel, "game join"))
    await ok(await ada.slash(table.channel, "game start"))
    await station.calm()
    station.bench.delete_channel(table.channel)
    await station.bench.until(lambda: "channel is gone" in hand_of(bo).content)
    gone = await station.bot.store.table(table.id)
    assert gone is not None
    assert (gone.stage, gone.blocked) == ("running", "gone")
