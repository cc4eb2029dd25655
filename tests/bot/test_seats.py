"""Seats of a running game change hands, without Discord: who may take which, who hosts, what is kept and told."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.errors import NoTable, NotSeated, Refusal
from bot.outbox.compose import PostComposer
from bot.outbox.post import is_the_same
from bot.store.rows import ANYBODY, SeatingRow, SeatRow
from bot.tables.audit import Author
from bot.tables.seats import Sitting, come_back, decline, names_at, offer, take, to_robot
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, next_action, start_table, table_of
from tests.bot.test_tables import App
from tests.soak.player import NoPictures
from tests.wire.released import GOLDEN, RELEASES, unpack

CYD = 13


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    yield app
    await app.close()


def sitting() -> Sitting:
    """Ada, Bo and a robot."""
    seats = (
        SeatRow(seat=0, user=ADA, name="Ada", colour="teal"),
        SeatRow(seat=1, user=BO, name="Bo", colour="lime"),
        SeatRow(seat=2, robot="conductor", name="Robot 1", colour="brown", dm="closed"),
    )
    rows = [SeatingRow(seat=seat.seat, user=seat.user, robot=seat.robot, name=seat.name, at=0.0) for seat in seats]
    return Sitting(table=replace(table_of("usa", 3), stage="running"), seats=seats, history=tuple(rows))


def then(sitting: Sitting, after: int = 5) -> Sitting:
    """With its history brought up to date, as the store does it."""
    last = {row.seat: (row.user, row.robot) for row in sitting.history}
    new = [
        SeatingRow(seat=seat.seat, after=after, user=seat.user, robot=seat.robot, name=seat.name, at=1.0)
        for seat in sitting.seats
        if last[seat.seat] != (seat.user, seat.robot)
    ]
    return replace(sitting, history=(*sitting.history, *new))


def refusal(work: Any) -> str:
    with pytest.raises(Refusal) as caught:
        work()
    return caught.value.key


def test_a_robot_keeps_a_seat_and_its_player_takes_it_back() -> None:
    left = then(to_robot(sitting(), 1))
    assert (left.seats[1].user, left.seats[1].robot, left.seats[1].name) == (None, "conductor", "Robot (Bo)")
    assert left.former_player(1) == BO
    back = then(come_back(left, BO, "Bo"))
    assert (back.seats[1].user, back.seats[1].robot, back.seats[1].name) == (BO, None, "Bo")
    assert back.former_player(1) is None


def test_the_host_goes_on_to_the_next_person_from_that_seat_on() -> None:
    assert to_robot(sitting(), 0).table.host == BO
    assert to_robot(sitting(), 1).table.host == ADA
    handed = take(offer(sitting(), 0, CYD), CYD, "Cyd")
    assert handed.table.host == CYD
    alone = to_robot(then(to_robot(sitting(), 1)), 0)
    assert alone.table.host == ADA


def test_a_former_host_who_returns_is_a_guest() -> None:
    assert come_back(then(to_robot(sitting(), 0)), ADA, "Ada").table.host == BO


def test_names_stay_apart_and_fit() -> None:
    long = "x" * 32
    named = replace(sitting(), seats=tuple(replace(seat, name=long) for seat in sitting().seats[:1]))
    assert len(to_robot(named, 0).seats[0].name) <= 32
    assert take(offer(sitting(), 2, CYD), CYD, "Ada").seats[2].name == "Ada (2)"


def test_only_whom_a_seat_is_offered_to_takes_it() -> None:
    offered = offer(sitting(), 2, CYD)
    assert refusal(lambda: take(offered, 14, "Dan")) == "refuse.no_open_seat"
    assert refusal(lambda: take(offered, 14, "Dan", 2)) == "refuse.not_offered"
    assert refusal(lambda: take(offered, CYD, "Cyd", 1)) == "refuse.not_offered"
    assert take(offered, CYD, "Cyd").seats[2].user == CYD
    wanted = offer(sitting(), 2, ANYBODY)
    assert take(wanted, 14, "Dan").seats[2].user == 14
    assert take(wanted, 14, "Dan").seats[2].offered is None


def test_an_own_offer_comes_before_an_open_seat() -> None:
    both = offer(offer(sitting(), 1, ANYBODY), 2, CYD)
    assert take(both, CYD, "Cyd").seats[2].user == CYD
    assert take(both, CYD, "Cyd", 1).seats[1].user == CYD


def test_whoever_has_seen_one_hand_takes_no_other() -> None:
    left = then(to_robot(sitting(), 1))
    assert refusal(lambda: offer(left, 2, BO)) == "refuse.they_have_seen"
    assert refusal(lambda: take(offer(left, 2, ANYBODY), BO, "Bo")) == "refuse.have_seen"
    assert take(offer(left, 1, ANYBODY), BO, "Bo").seats[1].user == BO


def test_nobody_sits_twice() -> None:
    assert refusal(lambda: offer(sitting(), 2, ADA)) == "refuse.already_seated"
    assert refusal(lambda: take(offer(sitting(), 2, ANYBODY), ADA, "Ada")) == "refuse.seated_already"
    assert refusal(lambda: come_back(sitting(), ADA, "Ada")) == "refuse.seated_already"


def test_there_is_a_way_back_only_while_a_robot_keeps_the_seat() -> None:
    gone = then(take(offer(then(to_robot(sitting(), 1)), 1, CYD), CYD, "Cyd"))
    assert refusal(lambda: come_back(gone, BO, "Bo")) == "refuse.seat_given"
    assert refusal(lambda: come_back(gone, 14, "Dan")) == "refuse.never_sat"
    assert come_back(then(to_robot(gone, 1)), CYD, "Cyd").seats[1].user == CYD
    assert refusal(lambda: come_back(then(to_robot(gone, 1)), BO, "Bo")) == "refuse.seat_given"


def test_seats_that_are_not_there_and_robots_that_are() -> None:
    assert refusal(lambda: to_robot(sitting(), 3)) == "refuse.no_seat"
    assert refusal(lambda: to_robot(sitting(), -1)) == "refuse.no_seat"
    assert refusal(lambda: to_robot(sitting(), 2)) == "refuse.robots_seat"
    assert refusal(lambda: decline(offer(sitting(), 2, CYD), 14, 2)) == "refuse.not_offered"
    assert decline(offer(sitting(), 2, CYD), CYD, 2) == sitting()


def test_the_log_calls_everybody_as_they_were_called_then() -> None:
    after = then(to_robot(sitting(), 1), after=5)
    assert names_at(after.history, after.seats, 5) == ("Ada", "Bo", "Robot 1")
    assert names_at(after.history, after.seats, 6) == ("Ada", "Robot (Bo)", "Robot 1")


# Kept


async def resign(app: App, table_id: int, user: int, name: str = "?") -> None:
    def change(now: Sitting) -> Sitting:
        return to_robot(now, now.seat_of(user).seat)

    await app.tables.seats.change(table_id, change, "resigned", Author(user=user, name=name))
    await app.told()


async def hand_over(app: App, table_id: int, seat: int, user: int) -> None:
    await app.tables.seats.change(table_id, lambda now: offer(now, seat, user), "offered", Author(user=ADA, name="A"))
    await app.tables.seats.change(
        table_id, lambda now: take(now, user, f"P{user}"), "replaced", Author(user=user, name=f"P{user}")
    )
    await app.told()


def dms(app: App, user: int) -> list[str]:
    return app.sender.posts(user * 10)


async def test_the_robot_plays_on_at_once_and_the_game_goes_on(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 5)
    found = await next_action(app.tables, game)
    assert found is not None
    waited_for = found[0]
    await resign(app, game, waited_for)
    following = await next_action(app.tables, game)
    assert following is not None
    assert following[0] != waited_for
    await app.play_on(game)
    table = await app.store.table(game)
    assert table is not None
    assert table.stage == "over"


async def test_robots_finish_what_everybody_has_left(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 6)
    for user in (ADA, BO):
        await resign(app, game, user)
    await app.told()
    table = await app.store.table(game)
    assert table is not None
    assert table.stage == "over"
    assert app.sender.posts(CHANNEL)[-1].startswith("over after")
    assert await app.store.items(game) == []
    assert dms(app, ADA) == [f"no hand of {ADA}"]


async def test_a_hand_goes_to_the_new_player_and_leaves_the_dm_of_the_old_one(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 5)
    await hand_over(app, game, 1, CYD)
    new = await app.tables.snapshot(game, CYD)
    assert dms(app, CYD) == [f"hand of 1: {new.view.hand}"]
    assert dms(app, BO) == [f"no hand of {BO}"]
    await app.play_on(game, 6)
    later = await app.tables.snapshot(game, CYD)
    assert dms(app, CYD) == [f"hand of 1: {later.view.hand}"]
    assert dms(app, BO) == [f"no hand of {BO}"]
    assert (await app.tables.snapshot(game, BO)).seat is None


async def test_a_hand_on_its_way_to_somebody_who_leaves_ends_up_closed(app: App) -> None:
    """The edit that shows the hand is under way when the seat changes hands, and arrives late."""
    game = await start_table(app.tables)
    await app.play_on(game, 4)
    edit, is_editing, may_edit = app.sender.edit, asyncio.Event(), asyncio.Event()

    async def slow(channel: int, message: int, post: Any) -> None:
        if channel == BO * 10 and not may_edit.is_set():
            is_editing.set()
            await may_edit.wait()
        await edit(channel, message, post)

    app.sender.edit = slow  # type: ignore[method-assign]
    await app.tables.retry_dm(game, BO)
    await is_editing.wait()
    await app.tables.seats.change(game, lambda now: offer(now, 1, CYD), "offered", Author(user=BO, name="Bo"))
    await app.tables.seats.change(game, lambda now: take(now, CYD, "Cyd"), "replaced", Author(user=CYD, name="Cyd"))
    may_edit.set()
    await app.told()
    assert dms(app, BO) == [f"no hand of {BO}"]
    new = await app.tables.snapshot(game, CYD)
    assert dms(app, CYD) == [f"hand of 1: {new.view.hand}"]


async def test_coming_back_brings_the_hand_back_into_the_same_message(app: App) -> None:
    game = await start_table(app.tables, people=3)
    await app.play_on(game, 5)
    (before,) = [m for m in app.sender.order if app.sender.channels[m] == BO * 10]
    await resign(app, game, BO)
    await app.tables.seats.change(game, lambda now: come_back(now, BO, "Bo"), "returned", Author(user=BO, name="Bo"))
    await app.told()
    assert [m for m in app.sender.order if app.sender.channels[m] == BO * 10] == [before]
    snapshot = await app.tables.snapshot(game, BO)
    assert dms(app, BO) == [f"hand of 1: {snapshot.view.hand}"]


async def test_of_two_who_take_one_seat_one_is_refused(app: App) -> None:
    game = await start_table(app.tables)
    await app.tables.seats.change(game, lambda now: offer(now, 1, ANYBODY), "opened", Author(user=BO, name="Bo"))

    async def come(user: int) -> object:
        author = Author(user=user, name="?")
        return await app.tables.seats.change(game, lambda now: take(now, user, f"P{user}", 1), "replaced", author)

    outcomes = await asyncio.gather(come(CYD), come(14), return_exceptions=True)
    assert sorted(type(each).__name__ for each in outcomes) == ["Refusal", "Sitting"]
    await app.told()
    seats = await app.store.seats(game)
    assert seats[1].user in (CYD, 14)
    assert len(await app.store.seatings(game)) == 3
    assert len([post for post in app.sender.posts(CHANNEL) if post == "seat 1 changed 1"]) == 1


async def test_a_second_click_changes_nothing(app: App) -> None:
    game = await start_table(app.tables, people=3)
    await resign(app, game, BO)
    kept = await app.store.seatings(game)
    with pytest.raises(NotSeated):
        await resign(app, game, BO)
    assert await app.store.seatings(game) == kept
    for _ in range(2):
        await app.tables.seats.change(game, lambda now: offer(now, 1, 14), "offered", Author(user=ADA, name="Ada"))
    assert len([row for row in await app.store.audit(game) if row.what == "offered"]) == 1


async def test_a_seat_changed_before_a_crash_is_told_once_afterwards(app: App) -> None:
    game = await start_table(app.tables, people=2)
    await app.play_on(game, 4)
    sent = app.store.mark_sent

    async def crash(*_: object, **__: object) -> None:
        raise OSError("the power is cut")

    app.store.mark_sent = crash  # type: ignore[method-assign]
    await app.tables.seats.change(game, lambda now: offer(now, 1, CYD), "offered", Author(user=BO, name="Bo"))
    await app.tables.seats.change(game, lambda now: take(now, CYD, "Cyd"), "replaced", Author(user=CYD, name="Cyd"))
    await app.told()
    app.store.mark_sent = sent  # type: ignore[method-assign]
    app.time += 3600.0
    await app.reopen()
    await app.told()
    posts = app.sender.posts(CHANNEL)
    assert posts.count("seat 1 changed 1") == 1
    assert dms(app, BO) == [f"no hand of {BO}"]
    new = await app.tables.snapshot(game, CYD)
    assert dms(app, CYD) == [f"hand of 1: {new.view.hand}"]
    assert [row.item for row in await app.store.items(game)] == []


async def test_a_change_that_could_not_be_kept_never_was(app: App) -> None:
    game = await start_table(app.tables, people=3)
    reseat = app.store.reseat

    async def crash(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    app.store.reseat = crash  # type: ignore[method-assign]
    with pytest.raises(OSError, match="full"):
        await resign(app, game, BO)
    app.store.reseat = reseat  # type: ignore[method-assign]
    assert (await app.tables.snapshot(game, BO)).seat == 1
    assert (await app.store.seats(game))[1].user == BO


async def test_a_vote_asks_nobody_who_has_left(app: App) -> None:
    game, votes = await start_table(app.tables, people=3), app.tables.votes
    await votes.propose(game, ADA, [ADA, BO, CYD])
    await votes.answer(game, BO, True)
    await resign(app, game, CYD)
    table = await app.store.table(game)
    assert table is not None
    assert table.stage == "closed"


async def test_a_vote_of_which_nobody_is_left_lapses(app: App) -> None:
    game, votes = await start_table(app.tables, people=3), app.tables.votes
    await votes.propose(game, ADA, [ADA])
    await resign(app, game, ADA)
    assert await votes.open(game) is None
    vote = await app.store.vote(game)
    assert vote is not None
    assert vote.result == "lapsed"


async def propose_kick(app: App, table_id: int, seat: int, asked: list[int], due: float | None = None) -> None:
    snapshot = await app.tables.snapshot_of_seat(table_id, seat)
    payload = {"seat": str(seat + 1), "seated": snapshot.names[seat], "decision": str(snapshot.decision)}
    await app.tables.votes.propose(table_id, asked[0], asked, "kick", payload, due)


async def test_a_table_gives_a_seat_away_together(app: App) -> None:
    game = await start_table(app.tables, people=3)
    await propose_kick(app, game, 1, [ADA, CYD])
    await app.tables.votes.answer(game, CYD, True)
    await app.told()
    seat = (await app.store.seats(game))[1]
    assert (seat.robot, seat.offered) == ("conductor", ANYBODY)
    vote = await app.store.vote(game)
    assert vote is not None
    assert vote.result == "yes"
    assert "vote: yes" in app.sender.posts(CHANNEL)


async def test_silence_gives_a_seat_away_once_however_often_the_power_is_cut(app: App) -> None:
    game = await start_table(app.tables, people=3)
    await propose_kick(app, game, 1, [ADA, CYD], due=app.time + 60.0)
    app.time += 61.0
    reseat = app.store.reseat

    async def crash(*_: object, **__: object) -> None:
        raise OSError("the power is cut")

    app.store.reseat = crash  # type: ignore[method-assign]
    with pytest.raises(OSError, match="power"):
        await app.tables.votes.expire(game)
    assert "silence" in [row.key for row in await app.store.timers(game)]
    app.store.reseat = reseat  # type: ignore[method-assign]
    await app.reopen()
    for _ in range(2):
        await app.tables.votes.expire(game)
    await app.told()
    assert [row.robot for row in await app.store.seatings(game) if row.seat == 1] == [None, "conductor"]
    assert "silence" not in [row.key for row in await app.store.timers(game)]
    assert app.sender.posts(CHANNEL).count("seat 1 changed 1") == 1


async def test_whoever_moves_meanwhile_keeps_the_seat(app: App) -> None:
    game = await start_table(app.tables, people=3)
    await propose_kick(app, game, 1, [ADA, CYD])
    own = await app.tables.snapshot(game, BO)
    assert own.legal is not None
    await app.tables.play(game, BO, next(iter(own.legal)), own.decision)
    await app.tables.votes.answer(game, CYD, True)
    assert (await app.store.seats(game))[1].user == BO
    assert await app.tables.votes.open(game) is None


async def test_a_vote_about_a_seat_that_was_left_is_settled(app: App) -> None:
    game = await start_table(app.tables, people=3)
    await propose_kick(app, game, 1, [ADA, CYD], due=5000.0)
    await resign(app, game, BO)
    assert await app.tables.votes.open(game) is None
    assert "silence" not in [row.key for row in await app.store.timers(game)]


async def test_seats_of_lobbies_and_ended_games_stay_as_they_are(app: App) -> None:
    game = await start_table(app.tables)
    await app.tables.votes.stop(game)
    with pytest.raises(NoTable):
        await resign(app, game, ADA)
    with pytest.raises(NoTable):
        await resign(app, 77, ADA)


@pytest.mark.parametrize("release", RELEASES)
async def test_games_of_every_release_have_a_history_of_their_seats(tmp_path: Path, release: str) -> None:
    unpack(GOLDEN / f"{release}.db.gz", tmp_path / "old.db")
    app = await App(Path(shutil.copy(tmp_path / "old.db", tmp_path / "semafor.db")), PaperMail()).open()
    running = await app.store.tables_at("running")
    assert running
    for table in running:
        seats = await app.store.seats(table.id)
        rows = await app.store.seatings(table.id)
        assert [(row.seat, row.after, row.user, row.robot, row.name) for row in rows] == [
            (seat.seat, 0, seat.user, seat.robot, seat.name) for seat in seats
        ]
        hands = [await app.store.message(table.id, f"hand:{seat.user}") for seat in seats if seat.user]
        assert any(hands)
    for table in await app.store.tables_at("lobby"):
        assert await app.store.seatings(table.id) == []
    await app.close()


async def test_what_is_posted_late_names_whoever_sat_there_then(app: App) -> None:
    game = await start_table(app.tables, "metro", people=2)
    found = await next_action(app.tables, game)
    assert found is not None
    await app.tables.play(game, *found)
    seat = found[1].player
    await app.tables.seats.change(game, lambda sitting: to_robot(sitting, seat), "resigned")
    await app.told()
    post = await PostComposer(app.tables, NoPictures()).post(game, 0, 1, is_plain=True)
    assert post is not None
    told = post.text.splitlines()[1:]
    assert f"P{seat} " in told[0], told
    assert "Robot" not in "".join(told)


@pytest.mark.parametrize("title", ["usa", "metro"])
async def test_a_call_that_had_arrived_is_known_though_its_newcomer_has_played_since(app: App, title: str) -> None:
    game = await start_table(app.tables, title, people=2)
    await app.told()
    composer = PostComposer(app.tables, NoPictures())
    first = await composer.post(game, 0, 0, is_plain=True)
    for user in (ADA, BO):
        await app.tables.people.change(user, lambda settings: replace(settings, led=True))
    again = await composer.post(game, 0, 0, is_plain=True)
    assert first is not None
    assert again is not None
    assert first.text != again.text
    assert is_the_same(again, first.text)
    await app.play_on(game, 6)
    other = await composer.post(game, 0, 3, is_plain=True)
    assert other is not None
    assert not is_the_same(other, first.text)
