"""A table on no server, in SimCord: posts become copies in everybody's DMs, and so does whatever falls due."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import simcord
from msgspec.structs import replace

from bot.client import Semafor
from bot.outbox.post import DmClosed, NoServerShared, NotAllowed, Post, SendError
from bot.outbox.worker import HALF_A_TURN
from bot.store.items import copy_reader
from bot.store.rows import NO_CHANNEL, NO_SERVER, OutboxRow
from bot.tables.lobby import Lobby, join
from tests.bot.conftest import Clock
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, table_of
from tests.bot.test_tables import App
from tests.bot.town import typed
from tests.yardstick import sensible_wish

AN_HOUR = 3600


class Guests:
    """People who meet in their DMs with the bot."""

    def __init__(self, env: simcord.Env, *names: str) -> None:
        self.env = env
        self.people = [env.create_user(name) for name in names]
        guild = env.create_guild()
        for person in self.people:
            guild.add_member(person)

    @property
    def bot(self) -> Semafor:
        assert isinstance(self.env.bot, Semafor)
        return self.env.bot

    async def begin(self, title: str = "metro", **options: Any) -> int:
        host, *others = self.people
        await host.slash("game new", title=title, seats=len(self.people), **options)
        (table,) = await self.bot.store.tables_of(host.id)
        for person in others:
            await person.slash("game join", code=table.code)
        await host.slash("game start")
        return table.id

    async def asked(self, table_id: int) -> Any:
        snapshot = await self.bot.tables.snapshot(table_id, None)
        users = [snapshot.seats[seat].user for seat in snapshot.view.to_act]
        return next(person for person in self.people if person.id in users)

    async def others(self, table_id: int) -> list[Any]:
        asked = await self.asked(table_id)
        return [person for person in self.people if person is not asked]

    async def move(self, table_id: int) -> Any:
        """By whoever is asked, with a command in their DMs."""
        person = await self.asked(table_id)
        snapshot = await self.bot.tables.snapshot(table_id, person.id)
        wish = sensible_wish(snapshot.game, snapshot.view, snapshot.legal, Random(snapshot.seq).random)
        command, options = typed(wish, snapshot.view)
        result = await person.slash(command, **options)
        assert result.ephemeral
        return person

    async def pass_hours(self, hours: int) -> None:
        for _ in range(hours // 4):
            await self.env.advance_time(4 * AN_HOUR)


@pytest.fixture
def guests(simcord_env: simcord.Env, clock: Clock) -> Guests:
    clock.now = lambda: simcord_env.now().timestamp()
    return Guests(simcord_env, "ada", "bo", "cyd")


def said(person: Any) -> list[Any]:
    return list(person.dm_channel.history())


def has(person: Any, words: str) -> bool:
    return any(words in message.content for message in said(person))


def newest(person: Any, label: str) -> Any:
    """The last message that has this button."""
    return [message for message in said(person) if label in str([row.to_dict() for row in message.components])][-1]


async def undoable(guests: Guests, person: Any) -> bool:
    (table,) = await guests.bot.store.tables_of(person.id)
    is_first = (await guests.bot.tables.snapshot(table.id, None)).view.turn <= 1
    return not is_first and await guests.bot.tables.take_backs.undoable(table.id, person.id) is not None


async def test_a_reminder_rings_whom_the_table_waits_for_and_the_others_are_asked_in_time(guests: Guests) -> None:
    table_id = await guests.begin()
    asked, others = await guests.asked(table_id), await guests.others(table_id)
    await guests.pass_hours(20)
    assert has(asked, "20 hours")
    assert not [person for person in others if has(person, "20 hours")]
    await guests.pass_hours(4 * 24 - 20)
    for person in others:
        assert f"<@{person.id}>" in newest(person, "Wait").content
    for person in others:
        await person.click(newest(person, "Wait"), label="Robot plays this turn")
    assert await guests.asked(table_id) is not asked
    assert has(others[0], "robot")


async def test_votes_pauses_undo_and_since_come_to_all_and_to_nobody_else(guests: Guests) -> None:
    table_id = await guests.begin("lantern")
    mover = await guests.move(table_id)
    while len((await guests.bot.tables.snapshot(table_id, None)).view.to_act) > 1 or not await undoable(guests, mover):
        mover = await guests.move(table_id)
    others = [person for person in guests.people if person is not mover]
    await mover.slash("game undo")
    assert await guests.asked(table_id) is mover
    for person in guests.people:
        assert has(person, "takes the last move back")
        assert [message for message in said(person) if message.content.startswith("~~")]
    host, second, third = guests.people
    await host.slash("game pause")
    await host.slash("game resume")
    await second.slash("game cancel")
    for person in (host, third):
        ballot = newest(person, "Agree")
        assert f"<@{person.id}>" in ballot.content
    await host.click(newest(host, "Agree"), label="Agree")
    assert "ada ✓" in newest(third, "Agree").content
    await third.click(newest(third, "Agree"), label="Agree")
    for person in guests.people:
        assert has(person, "was stopped unfinished")
    result = await others[0].slash("since", game=f"#{table_id}")
    assert result.response.content


async def test_quiet_hours_hold_and_ring_later(guests: Guests) -> None:
    for person in guests.people:
        await person.slash("settings me", option="zone", value="UTC")
    table_id = await guests.begin()
    mover, others = await guests.asked(table_id), await guests.others(table_id)
    now = int(guests.env.now().timestamp() // AN_HOUR % 24)
    for person in others:
        await person.slash("settings me", option="quiet", value=f"{now}-{(now + 3) % 24}")
    await guests.move(table_id)
    called = await guests.asked(table_id)
    assert called is not mover
    assert not [message for message in said(called) if f"<@{called.id}>, your turn" in message.content]
    await guests.pass_hours(4)
    assert [message for message in said(called) if f"<@{called.id}>, your turn" in message.content]


async def test_who_is_erased_leaves_the_table_and_no_message_behind(guests: Guests) -> None:
    table_id = await guests.begin()
    await guests.move(table_id)
    ada, bo, _ = guests.people
    result = await bo.slash("privacy erase")
    await bo.click(result.response, label="Erase everything")
    assert said(bo) == []
    seats = await guests.bot.store.seats(table_id)
    assert bo.id not in [seat.user for seat in seats]
    assert has(ada, "robot")
    kept = await guests.bot.store.personal_data(bo.id)
    assert not any(rows for part, rows in kept.items() if part != "settings")


async def test_a_seat_is_handed_on_by_name_to_somebody_who_had_none(guests: Guests) -> None:
    table_id = await guests.begin()
    ada, bo, cyd = guests.people
    dan = guests.env.create_user("dan")
    guests.env.create_guild().add_member(dan)
    seat = next(row.seat for row in await guests.bot.store.seats(table_id) if row.user == bo.id)
    refused = await bo.slash("game replace", seat=seat + 1)
    assert "Name somebody" in refused.response.content
    await bo.slash("game replace", seat=seat + 1, member=dan)
    offer = newest(dan, "Take")
    assert f"<@{dan.id}>" in offer.content
    await dan.click(offer, label="Take the seat")
    assert (await guests.bot.store.seats(table_id))[seat].user == dan.id
    for person in (ada, cyd):
        assert has(person, "Dan") or has(person, "dan")
    await guests.move(table_id) if (await guests.bot.store.seats(table_id))[0].user != dan.id else None
    assert [message for message in said(dan) if "Play" in str(message.components)]


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    yield app
    await app.close()


async def begin(app: App) -> int:
    table = replace(table_of("usa", 2), guild=NO_SERVER, channel=NO_CHANNEL)
    opened = await app.tables.open_lobby(join(join(Lobby(table=table), ADA, "Ada"), BO, "Bo"))
    await app.tables.start(opened.id)
    await app.told()
    return opened.id


def copies(app: App, user: int) -> list[str]:
    return [words for words in app.sender.posts(user * 10) if words.startswith("turn")]


async def test_a_copy_that_arrived_before_a_crash_is_not_sent_again(app: App) -> None:
    table_id = await begin(app)
    sent, crashed = app.store.mark_sent, []

    async def crash(row: OutboxRow, *given: Any, **named: Any) -> None:
        if row.item.key.startswith("post:") and copy_reader(row.key) == ADA:
            crashed.append(row)
            raise OSError("the power is cut")
        await sent(row, *given, **named)

    app.store.mark_sent = crash  # type: ignore[method-assign]
    await app.play_on(table_id, 2)
    app.store.mark_sent = sent  # type: ignore[method-assign]
    assert crashed
    app.sender.nonces.clear()
    app.time += 3600
    await app.reopen()
    assert len(set(copies(app, ADA))) == len(copies(app, ADA)) == len(copies(app, BO)) == 2
    assert await app.store.items(table_id) == []


@pytest.mark.parametrize("refusal", [DmClosed, NoServerShared, NotAllowed])
async def test_one_closed_dm_holds_up_no_other_and_blocks_no_table(app: App, refusal: type[SendError]) -> None:
    table_id = await begin(app)
    send = app.sender.send

    async def refusing(channel: int, post: Post, nonce: str) -> int:
        if channel == ADA * 10:
            raise refusal
        return await send(channel, post, nonce)

    app.sender.send = refusing  # type: ignore[method-assign]
    await app.play_on(table_id, 9)
    assert len(copies(app, BO)) > len(copies(app, ADA))
    app.time += HALF_A_TURN
    app.outbox.wake(table_id)
    await app.told()
    assert await app.store.items(table_id) == []
    table = await app.store.table(table_id)
    assert table is not None
    assert table.blocked is None
