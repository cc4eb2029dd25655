"""Time that passes at a table: reminders, deadlines and what was agreed for them, nudges, sleep."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import NotSeated, Refusal
from bot.store.rows import TableRow, WaitRow
from bot.store.timers import ClockRang
from bot.tables.audit import Author
from bot.tables.lobby import Lobby, add_robot, join, set_option
from bot.tables.pace import A_DAY, AN_HOUR, span_of
from bot.tables.seats import to_robot
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, next_action, table_of
from tests.bot.test_scheduler import Timed

CYD = ADA + 2
START = 1_700_000_000.0


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Timed]:
    app = Timed(tmp_path / "semafor.db", PaperMail())
    app.time = START
    yield await app.open()
    await app.close()


async def begin(app: Timed, title: str = "metro", people: int = 2, robots: int = 0, **options: str) -> int:
    """A game in which one after the other moves."""
    lobby = Lobby(table=table_of(title, people + robots))
    for number in range(people):
        lobby = join(lobby, ADA + number, f"P{number}")
    for number in range(robots):
        lobby = add_robot(lobby, "conductor", f"Robot {number}")
    for option, value in options.items():
        lobby = set_option(lobby, option, value)
    table = await app.tables.open_lobby(lobby)
    await app.tables.start(table.id)
    await app.told()
    return table.id


async def table_at(app: Timed, table_id: int) -> TableRow:
    table = await app.store.table(table_id)
    assert table is not None
    return table


async def waited(app: Timed, table_id: int) -> WaitRow:
    (wait,) = await app.store.waits(table_id)
    return wait


async def move(app: Timed, table_id: int) -> None:
    found = await next_action(app.tables, table_id)
    assert found is not None
    await app.tables.play(table_id, *found)
    await app.told()


def rings_beyond(app: Timed, count: int) -> list[int]:
    """Who was rung after the first so many times."""
    return [user for user, _ in app.sender.rung[count:]]


def by(user: int) -> Author:
    return Author(user=user, name=f"P{user - ADA}")


@pytest.mark.parametrize(
    ("pace", "moments"),
    [
        ("relaxed", (48 * AN_HOUR, 4 * A_DAY, 7 * A_DAY)),
        ("daily", (20 * AN_HOUR, 44 * AN_HOUR, 4 * A_DAY)),
        ("brisk", (2 * AN_HOUR, 6 * AN_HOUR, 24 * AN_HOUR)),
    ],
)
async def test_each_pace_reminds_twice_and_then_asks_the_others(
    app: Timed, pace: str, moments: tuple[float, float, float]
) -> None:
    game = await begin(app, pace=pace)
    before = len(app.sender.rung)
    for number, moment in enumerate(moments[:2], start=1):
        await app.pass_time(START + moment - app.time - 1)
        assert len(app.sender.rung) == before + number - 1
        await app.pass_time(1)
        assert rings_beyond(app, before) == [ADA] * number
        reminders = [post for post in app.sender.posts(CHANNEL) if post.startswith("reminder")]
        assert reminders == [f"reminder {number} of 0"], "a reminder replaces the one before"
    await app.pass_time(START + moments[2] - app.time - 1)
    assert "ask about 0: open" not in app.sender.posts(CHANNEL)
    await app.pass_time(1)
    assert "ask about 0: open" in app.sender.posts(CHANNEL)
    assert rings_beyond(app, before) == [ADA, ADA]
    assert (await waited(app, game)).asked == app.time


async def test_without_a_pace_no_time_passes(app: Timed) -> None:
    game = await begin(app, pace="none")
    before = len(app.sender.rung)
    await app.pass_time(400 * A_DAY)
    assert len(app.sender.rung) == before
    assert (await waited(app, game)).asked is None
    assert await app.tables.clocks.clocks(game) != []
    assert [clock.until for clock in await app.tables.clocks.clocks(game)] == [None]


async def test_a_pace_of_ones_own_has_one_reminder_and_a_deadline(app: Timed) -> None:
    game = await begin(app, reminder="6h", deadline="2d")
    assert (await table_at(app, game)).pace == "own"
    await app.pass_time(6 * AN_HOUR)
    assert "reminder 1 of 0" in app.sender.posts(CHANNEL)
    assert [clock.until for clock in await app.tables.clocks.clocks(game)] == [START + 2 * A_DAY]
    await app.pass_time(2 * A_DAY - 6 * AN_HOUR)
    assert "ask about 0: open" in app.sender.posts(CHANNEL)


@pytest.mark.parametrize(
    ("typed", "span"),
    [
        *(
            ("36h", "36h"),
            ("36 godz.", "36h"),
            ("3 days", "3d"),
            ("3 dni", "3d"),
            ("1 dzień", "1d"),
            ("48 hours", "2d"),
        ),
        *(("1d 12h", "36h"), ("1 h", "1h"), ("30d", "30d"), ("1 doba", "1d"), ("3 Tage", "3d"), ("36 Std.", "36h")),
        *((each, None) for each in ("", "3", "h", "0h", "31d", "721h", "99999h", "-3h", "3 weeks", "1,5 h", "3h x")),
    ],
)
def test_any_time_of_hours_and_days_can_be_typed(typed: str, span: str | None) -> None:
    assert span_of(typed) == span
    lobby = Lobby(table=table_of("metro", 2))
    if span is None:
        with pytest.raises(Refusal):
            set_option(lobby, "deadline", typed)


def test_a_reminder_comes_before_the_deadline() -> None:
    lobby = set_option(Lobby(table=table_of("metro", 2)), "deadline", "1d")
    assert (lobby.table.pace, lobby.table.reminder) == ("own", "20h")
    with pytest.raises(Refusal):
        set_option(lobby, "reminder", "2d")


async def test_a_move_ends_the_wait_and_its_reminder(app: Timed) -> None:
    game = await begin(app)
    await app.pass_time(A_DAY)
    await move(app, game)
    assert not [post for post in app.sender.posts(CHANNEL) if post.startswith("reminder")]
    wait = await waited(app, game)
    assert (wait.seat, wait.since, wait.rung) == (1, app.time, 0)
    assert [row.due for row in await app.store.timers(game) if row.timer == ClockRang(1)] == [app.time + 20 * AN_HOUR]
    assert ClockRang(0) not in [row.timer for row in await app.store.timers(game)]


async def test_all_who_choose_at_once_have_their_own_clocks(app: Timed) -> None:
    game = await begin(app, "usa")
    await app.pass_time(AN_HOUR)
    await move(app, game)
    wait = await waited(app, game)
    assert (wait.seat, wait.since) == (1, START)
    before = len(app.sender.rung)
    await app.pass_time(19 * AN_HOUR)
    assert rings_beyond(app, before) == [BO]


async def test_a_reminder_that_arrived_before_a_crash_goes_with_a_move_made_before_the_next_try(app: Timed) -> None:
    game = await begin(app)
    sent = app.store.mark_sent

    async def crash(*_: object, **__: object) -> None:
        raise OSError("the power is cut")

    app.store.mark_sent = crash  # type: ignore[method-assign]
    await app.pass_time(20 * AN_HOUR)
    assert "reminder 1 of 0" in app.sender.posts(CHANNEL)
    app.store.mark_sent = sent  # type: ignore[method-assign]
    found = await next_action(app.tables, game)
    assert found is not None
    await app.tables.play(game, *found)
    app.sender.nonces.clear()
    await app.reopen()
    await app.told()
    assert not [post for post in app.sender.posts(CHANNEL) if post.startswith("reminder")]


async def test_whoever_mutes_a_turn_hears_no_more_of_it_and_its_deadline_stays(app: Timed) -> None:
    game = await begin(app)
    await app.pass_time(20 * AN_HOUR)
    before = len(app.sender.rung)
    await app.tables.clocks.mute(game, ADA)
    await app.told()
    assert not [post for post in app.sender.posts(CHANNEL) if post.startswith("reminder")]
    await app.pass_time(A_DAY)
    assert len(app.sender.rung) == before
    await app.pass_time(START + 4 * A_DAY - app.time)
    assert "ask about 0: open" in app.sender.posts(CHANNEL)
    with pytest.raises(Refusal):
        await app.tables.clocks.mute(game, BO)


async def test_a_robot_plays_one_turn_where_that_was_agreed(app: Timed) -> None:
    game = await begin(app, consequence="turn")
    await app.pass_time(4 * A_DAY)
    wait = await waited(app, game)
    assert (wait.seat, wait.has_stand_in) == (1, False)
    assert (await table_at(app, game)).missed == 1
    assert [row.what for row in await app.store.audit(game)] == ["stand_in"]
    assert all(seat.robot is None for seat in await app.store.seats(game))
    await move(app, game)
    assert (await table_at(app, game)).missed == 0


async def test_a_stand_in_plays_after_a_restart(app: Timed) -> None:
    game = await begin(app, "usa", consequence="turn")
    for _ in range(2):
        await move(app, game)
    seat = (await waited(app, game)).seat
    wake, app.tables.robots.wake = app.tables.robots.wake, lambda _: None  # type: ignore[method-assign]
    await app.pass_time(4 * A_DAY)
    assert (await waited(app, game)).has_stand_in
    app.tables.robots.wake = wake  # type: ignore[method-assign]
    await app.reopen()
    wait = await waited(app, game)
    assert (wait.seat, wait.has_stand_in) == (1 - seat, False)


async def test_a_robot_keeps_the_seat_where_that_was_agreed(app: Timed) -> None:
    game = await begin(app, people=3, consequence="seat")
    await app.pass_time(4 * A_DAY)
    seats = await app.store.seats(game)
    assert [bool(seat.robot) for seat in seats] == [True, False, False]
    assert (await waited(app, game)).seat == 1
    assert ClockRang(0) not in [row.timer for row in await app.store.timers(game)]


async def test_everybody_gone_is_a_table_asleep(app: Timed) -> None:
    """Robots play for each of them once; then nobody is left for whom they would."""
    game = await begin(app, consequence="turn")
    await app.pass_time(4 * A_DAY)
    await app.pass_time(4 * A_DAY)
    table = await table_at(app, game)
    assert (table.is_asleep, table.missed) == (True, 1)
    assert app.sender.posts(CHANNEL)[-1] == "asleep"
    before = len(app.sender.rung)
    await app.pass_time(100 * A_DAY)
    assert len(app.sender.rung) == before
    assert not [row for row in await app.store.timers(game) if isinstance(row.timer, ClockRang)]


async def test_nobody_loses_a_turn_against_robots(app: Timed) -> None:
    game = await begin(app, people=1, robots=1, consequence="turn")
    await app.pass_time(4 * A_DAY)
    assert (await table_at(app, game)).is_asleep
    assert "asleep" in app.sender.posts(CHANNEL)


async def test_without_an_answer_the_table_sleeps_and_a_move_wakes_it(app: Timed) -> None:
    game = await begin(app)
    await app.pass_time(4 * A_DAY)
    await app.pass_time(4 * A_DAY)
    assert (await table_at(app, game)).is_asleep
    await move(app, game)
    assert not (await table_at(app, game)).is_asleep
    assert "awake" in app.sender.posts(CHANNEL)
    assert "ask about 0: settled" in app.sender.posts(CHANNEL)
    assert ClockRang(1) in [row.timer for row in await app.store.timers(game)]


async def test_a_table_that_is_woken_gives_everybody_their_time_again(app: Timed) -> None:
    game = await begin(app)
    await app.pass_time(4 * A_DAY)
    await app.pass_time(4 * A_DAY)
    assert await app.tables.clocks.wake(game, by(BO))
    await app.told()
    wait = await waited(app, game)
    assert (wait.since, wait.start, wait.rung, wait.asked) == (START, app.time, 0, None)
    assert not await app.tables.clocks.wake(game, by(BO))
    for _ in range(2):
        await app.pass_time(4 * A_DAY)
    assert app.sender.posts(CHANNEL).count("asleep") == 1
    assert app.sender.posts(CHANNEL).count("awake") == 1


async def test_the_hosts_word_counts_at_once(app: Timed) -> None:
    game = await begin(app, people=4)
    await move(app, game)
    await app.pass_time(4 * A_DAY)
    assert await app.tables.clocks.answer(game, by(ADA), 1, "turn", is_host=True) == "turn"
    await app.told()
    assert (await waited(app, game)).seat == 2
    assert "ask about 1: settled" in app.sender.posts(CHANNEL)


async def test_without_the_host_more_than_half_of_the_others_decide(app: Timed) -> None:
    game = await begin(app, people=4)
    await app.pass_time(4 * A_DAY)
    assert await app.tables.clocks.answer(game, by(BO), 0, "wait", is_host=False) is None
    assert await app.tables.clocks.answer(game, by(CYD), 0, "seat", is_host=False) is None
    assert await app.tables.clocks.answer(game, by(CYD), 0, "wait", is_host=False) == "wait"
    wait = await waited(app, game)
    assert (wait.seat, wait.since, wait.start, wait.asked) == (0, START, app.time, None)
    with pytest.raises(Refusal):
        await app.tables.clocks.answer(game, by(CYD), 0, "wait", is_host=False)


async def test_those_who_are_away_block_no_answer(app: Timed) -> None:
    game = await begin(app, people=4)
    for user in (BO, CYD):
        await app.tables.people.set_away(user, START, START + 90 * A_DAY)
    await app.pass_time(4 * A_DAY)
    assert await app.tables.clocks.answer(game, by(ADA + 3), 0, "turn", is_host=False) == "turn"


async def test_the_silent_and_strangers_answer_nothing(app: Timed) -> None:
    game = await begin(app)
    await app.pass_time(4 * A_DAY)
    for user, error in ((ADA, Refusal), (99, NotSeated)):
        with pytest.raises(error):
            await app.tables.clocks.answer(game, by(user), 0, "turn", is_host=False)
    assert (await waited(app, game)).answers == {}


async def test_a_nudge_rings_once_a_day(app: Timed) -> None:
    game = await begin(app, pace="none")
    with pytest.raises(Refusal, match="nudge_new"):
        await app.tables.clocks.nudge(game, BO)
    await app.pass_time(AN_HOUR)
    before = len(app.sender.rung)
    assert [seat.user for seat in await app.tables.clocks.nudge(game, BO)] == [ADA]
    await app.told()
    with pytest.raises(Refusal, match="nudge_rests"):
        await app.tables.clocks.nudge(game, BO)
    assert rings_beyond(app, before) == [ADA]
    await app.pass_time(A_DAY)
    await app.tables.clocks.nudge(game, BO)
    await app.told()
    assert rings_beyond(app, before) == [ADA, ADA]
    assert app.sender.posts(CHANNEL).count("nudge of 0") == 1
    await move(app, game)
    assert "nudge of 0" not in app.sender.posts(CHANNEL)


async def test_a_nudge_waits_for_the_end_of_quiet_hours(app: Timed) -> None:
    game = await begin(app, pace="none")  # it is 22:13 in Greenwich
    await app.tables.people.change(ADA, lambda settings: replace(settings, quiet_from=23, quiet_until=8))
    await app.pass_time(AN_HOUR)
    with pytest.raises(Refusal, match="nudge_quiet"):
        await app.tables.clocks.nudge(game, BO)
    await app.pass_time(9 * AN_HOUR)
    assert await app.tables.clocks.nudge(game, BO)


async def test_nobody_nudges_themselves_or_at_a_table_of_others(app: Timed) -> None:
    game = await begin(app)
    await app.pass_time(2 * AN_HOUR)
    with pytest.raises(Refusal, match="nudge_own"):
        await app.tables.clocks.nudge(game, ADA)
    with pytest.raises(NotSeated):
        await app.tables.clocks.nudge(game, 99)


async def test_time_away_stops_the_clock_of_whoever_is_waited_for(app: Timed) -> None:
    game = await begin(app)
    before = len(app.sender.rung)
    await app.tables.people.set_away(ADA, START, START + 10 * A_DAY)
    await app.pass_time(10 * A_DAY)
    assert len(app.sender.rung) == before
    assert [clock.until for clock in await app.tables.clocks.clocks(game)] == [START + 14 * A_DAY]
    await app.pass_time(20 * AN_HOUR)
    assert rings_beyond(app, before) == [ADA]


async def test_a_pause_stops_all_clocks_and_they_go_on_where_they_stood(app: Timed) -> None:
    game = await begin(app)
    await app.pass_time(10 * AN_HOUR)
    for is_paused, then in ((True, 50 * A_DAY), (False, 0.0)):
        async with app.tables.lock(game):
            await app.tables.clocks.pause(await app.tables.games.load(game), [], [], is_paused=is_paused)
        await app.pass_time(then)
    before = len(app.sender.rung)
    await app.pass_time(10 * AN_HOUR - 1)
    assert len(app.sender.rung) == before
    await app.pass_time(1)
    assert rings_beyond(app, before) == [ADA]


async def test_reminders_that_a_standstill_has_kept_back_come_as_one(app: Timed) -> None:
    game = await begin(app)
    before = len(app.sender.rung)
    await app.close()
    app.time += 3 * A_DAY
    await app.open()
    await app.told()
    await app.pass_time(0)
    assert rings_beyond(app, before) == [ADA]
    assert (await waited(app, game)).rung == 2


async def test_games_of_an_older_release_begin_their_clocks_when_they_are_found(app: Timed) -> None:
    game = await begin(app)
    async with app.store._writing() as db:
        await db.execute("DELETE FROM waits")
        await db.execute("DELETE FROM timers")
    app.time += 30 * A_DAY
    await app.reopen()
    await app.tables.clocks.begin_missing()
    await app.pass_time(0)
    assert (await waited(app, game)).start == app.time
    assert {row.key: row.due for row in await app.store.timers(game)} == {
        "clock:0": app.time + 20 * AN_HOUR,
        "leaver": app.time + A_DAY,
    }


async def test_a_game_that_was_set_aside_gives_everybody_their_time_again(app: Timed) -> None:
    game = await begin(app)
    await app.store.set_aside(game, "abcd", [], app.time)
    app.tables.games.forget(game)
    await app.pass_time(30 * A_DAY)
    assert await app.tables.revive(game)
    await app.pass_time(0)
    assert not (await waited(app, game)).rung
    assert [row.due for row in await app.store.timers(game) if row.timer == ClockRang(0)] == [app.time + 20 * AN_HOUR]


async def test_a_seat_that_changes_hands_has_a_new_clock(app: Timed) -> None:
    game = await begin(app, people=3)
    await app.pass_time(A_DAY)
    await app.tables.seats.change(game, lambda sitting: to_robot(sitting, 0), "resigned", by(ADA))
    await app.told()
    assert not [post for post in app.sender.posts(CHANNEL) if post.startswith("reminder")]
    wait = await waited(app, game)
    assert (wait.seat, wait.since) == (1, app.time)


def test_options_of_time_say_what_they_come_to() -> None:
    table = replace(table_of("metro", 2), pace="brisk")
    assert set_option(Lobby(table=table), "reminder", "6h").table.deadline == "1d"
