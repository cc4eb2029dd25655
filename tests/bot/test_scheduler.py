"""What falls due is done once, in time, whatever clocks, crashes and restarts do."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.store.protocol import LostLease
from bot.store.timers import LeaverSought, LobbyClosed, LobbyWarned, TimerChanges
from bot.tables import scheduler as under_test
from bot.tables.lobby import A_WEEK, Lobby, join
from bot.tables.pace import A_DAY
from bot.tables.scheduler import Scheduler
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, CHANNEL, next_action, start_table, table_of
from tests.bot.test_tables import App


async def nobody_has_left(_: int) -> bool:
    return False


class Timed(App):
    """With a scheduler whose clock is moved by hand."""

    async def open(self) -> "Timed":
        await super().open()
        self.scheduler = Scheduler(self.tables, lambda: self.time, nobody_has_left)
        self.tables.on_timers = self.scheduler.note
        self.scheduler.wake()
        await self.scheduler.wait_until_done()
        return self

    async def close(self) -> None:
        await self.scheduler.stop()
        await super().close()

    async def pass_time(self, seconds: float) -> None:
        self.time += seconds
        self.scheduler.wake()
        await self.scheduler.wait_until_done()
        await self.told()


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Timed]:
    app = await Timed(tmp_path / "semafor.db", PaperMail()).open()
    yield app
    await app.close()


async def open_lobby(app: Timed) -> int:
    lobby = join(Lobby(table=replace(table_of("usa", 2), closes=app.time + A_WEEK)), ADA, "Ada")
    table = await app.tables.open_lobby(lobby)
    await app.told()
    return table.id


async def stage(app: Timed, table_id: int) -> str:
    table = await app.store.table(table_id)
    assert table is not None
    return table.stage


async def test_a_lobby_is_warned_once_and_closed_in_time(app: Timed) -> None:
    game = await open_lobby(app)
    assert [row.key for row in await app.store.timers(game)] == ["warn", "close"]
    await app.pass_time(A_WEEK - A_DAY - 1)
    assert "warning" not in app.sender.posts(CHANNEL)
    for _ in range(3):
        await app.pass_time(1)
    assert app.sender.posts(CHANNEL).count("warning") == 1
    await app.pass_time(A_DAY)
    assert (await stage(app, game), await app.store.timers(game)) == ("closed", [])


async def test_a_lobby_found_too_late_is_closed_without_a_warning(app: Timed) -> None:
    game = await open_lobby(app)
    await app.pass_time(A_WEEK)
    assert await stage(app, game) == "closed"
    assert "warning" not in app.sender.posts(CHANNEL)


async def test_a_started_game_has_no_timer_of_its_lobby(app: Timed) -> None:
    game = await start_table(app.tables)
    assert {row.key for row in await app.store.timers(game)} == {"clock:0", "clock:1", "leaver"}
    await app.tables.votes.stop(game)
    assert [row.key for row in await app.store.timers(game)] == ["pack"]


async def test_a_day_after_its_end_a_log_is_packed_and_reads_the_same(app: Timed) -> None:
    game = await start_table(app.tables)
    for _ in range(2):
        wish = await next_action(app.tables, game)
        assert wish is not None
        await app.tables.play(game, *wish)
    log = await app.store.log(game)
    await app.tables.votes.stop(game)
    await app.pass_time(A_DAY - 1)
    assert await app.store.snapshot(game) is not None
    await app.pass_time(1)
    assert (await app.store.snapshot(game), await app.store.timers(game)) == (None, [])
    assert await app.store.log(game) == log


async def test_sleep_ends_when_an_earlier_timer_is_kept(app: Timed) -> None:
    """By its own alarm, without anybody who wakes it."""
    game = await open_lobby(app)
    await app.store.add_items(game, [], app.time, TimerChanges(set=((app.time + 0.01, LobbyWarned()),)))
    app.time += 0.01
    async with asyncio.timeout(60):
        while "warning" not in app.sender.posts(CHANNEL):
            await asyncio.sleep(0.001)


async def test_a_clock_that_was_set_is_noticed_without_a_word(app: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await open_lobby(app)
    monkeypatch.setattr(under_test, "LONGEST_SLEEP", 0.01)
    app.scheduler.wake()
    app.time += A_WEEK
    async with asyncio.timeout(60):
        while await stage(app, game) != "closed":
            await asyncio.sleep(0.001)
    app.time -= A_WEEK
    other = await open_lobby(app)
    await app.pass_time(60)
    assert await stage(app, other) == "lobby"


async def test_what_is_no_longer_due_once_the_clock_is_put_back_is_left_alone(app: Timed) -> None:
    game = await open_lobby(app)
    due_timers = app.store.due_timers

    async def put_back(*values: Any) -> Any:
        rows = await due_timers(*values)
        app.time -= A_WEEK
        return rows

    app.store.due_timers = put_back  # type: ignore[method-assign]
    app.time += A_WEEK
    app.scheduler.wake()
    await asyncio.sleep(0)
    app.store.due_timers = due_timers  # type: ignore[method-assign]
    await app.scheduler.wait_until_done()
    assert await stage(app, game) == "lobby"
    await app.pass_time(A_WEEK)
    assert await stage(app, game) == "closed"


async def test_a_restart_goes_on_with_what_has_fallen_due_meanwhile(app: Timed) -> None:
    game = await open_lobby(app)
    await app.close()
    app.time += A_WEEK - 60
    await app.open()
    await app.told()
    assert app.sender.posts(CHANNEL).count("warning") == 1
    await app.pass_time(60)
    assert await stage(app, game) == "closed"


@pytest.mark.parametrize("is_kept", [False, True])
async def test_a_crash_around_an_effect_neither_loses_nor_doubles_it(app: Timed, is_kept: bool) -> None:
    game = await open_lobby(app)
    add_items = app.store.add_items

    async def crash(*values: Any) -> None:
        if is_kept:
            await add_items(*values)
        raise OSError("the power is cut")

    app.store.add_items = crash  # type: ignore[method-assign]
    await app.pass_time(A_WEEK - A_DAY)
    app.store.add_items = add_items  # type: ignore[method-assign]
    await app.reopen()
    await app.pass_time(0)
    assert app.sender.posts(CHANNEL).count("warning") == 1
    assert [row.timer for row in await app.store.timers(game)] == [LobbyClosed()]


async def test_a_table_that_fails_holds_up_no_other_and_is_tried_again(
    app: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(under_test, "PAUSE", 0.01)
    first, second = await open_lobby(app), await open_lobby(app)
    change, failures = app.tables.change_lobby, iter([True, True])

    async def failing(table_id: int, *values: Any) -> Any:
        if table_id == first and next(failures, False):
            raise OSError("the disk is full")
        return await change(table_id, *values)

    app.tables.change_lobby = failing  # type: ignore[method-assign]
    await app.pass_time(A_WEEK)
    assert await stage(app, second) == "closed"
    async with asyncio.timeout(60):
        while await stage(app, first) != "closed":
            await asyncio.sleep(0.001)


async def test_whoever_asks_discord_for_long_holds_up_no_other_table(app: Timed) -> None:
    game, lobby = await start_table(app.tables), await open_lobby(app)
    answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def asking(_: int) -> bool:
        return await answer

    app.scheduler.has_left = asking
    app.time += A_WEEK
    app.scheduler.wake()
    async with asyncio.timeout(60):
        while await stage(app, lobby) != "closed":
            await asyncio.sleep(0.001)
    answer.set_result(False)
    await app.scheduler.wait_until_done()
    assert LeaverSought(1) in [row.timer for row in await app.store.timers(game)]


async def test_leavers_are_sought_for_three_days(app: Timed) -> None:
    game = await start_table(app.tables)
    for _ in range(20):
        await app.pass_time(6 * 3600)
    assert "leaver" not in {row.key for row in await app.store.timers(game)}


async def test_a_timer_of_another_release_is_dropped(app: Timed) -> None:
    game = await start_table(app.tables)
    async with app.store._writing() as db:
        await db.execute("INSERT INTO timers VALUES (?, 'sundial', 'sundial', 5.0, '{}')", (game,))
    await app.pass_time(0)
    assert "sundial" not in {row.key for row in await app.store.timers(game)}


async def test_a_timer_that_is_kept_during_a_look_is_not_slept_over(
    app: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await open_lobby(app)
    read, soon = app.store.next_timer, app.time + 100
    is_first = True

    async def read_too_early(after: float) -> float | None:
        nonlocal is_first
        found = await read(after)
        if is_first:
            is_first = False
            await app.store.add_items(game, [], app.time, TimerChanges(set=((soon, LobbyWarned()),)))
        return found

    app.scheduler._next = app.time  # as when it has just been woken by its alarm
    monkeypatch.setattr(app.store, "next_timer", read_too_early)
    app.scheduler.wake()
    await app.scheduler.wait_until_done()
    assert app.scheduler._next == soon


async def test_what_falls_due_after_another_has_taken_over_is_left_to_it(
    app: Timed, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def lost(*_: object) -> None:
        raise LostLease

    await open_lobby(app)
    monkeypatch.setattr(app.tables, "warn_lobby", lost)
    await app.pass_time(A_WEEK - A_DAY)
    await app.pass_time(A_WEEK)
    assert not caplog.records
    assert await app.store.due_timers(app.time)
