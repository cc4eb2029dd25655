"""Quiet hours, days off and times away: nothing rings then, and what was to ring does so afterwards, once."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.outbox.compose import PostComposer
from bot.store.rows import UserSettings
from bot.store.timers import SeatRings
from bot.tables.audit import Author
from bot.tables.lobby import Lobby, join
from bot.tables.pace import A_DAY
from bot.tables.people import KEPT_FOR
from bot.tables.scheduler import Scheduler
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, table_of
from tests.bot.test_rings import NoPictures
from tests.bot.test_tables import App

EVENING = datetime(2026, 11, 17, 23, tzinfo=UTC).timestamp()
MORNING = EVENING + 8 * 3600
NIGHT = UserSettings(zone="UTC", quiet_from=22, quiet_until=7)


class AppWithTimers(App):
    async def open(self) -> "AppWithTimers":
        await super().open()
        self.composer = PostComposer(self.tables, NoPictures())  # type: ignore[arg-type]
        self.outbox.dispatcher.composer = self.composer
        self.scheduler = Scheduler(self.tables, lambda: self.time, self.composer.waits_in_vain)
        self.tables.on_timers = self.scheduler.note
        return self

    async def close(self) -> None:
        await self.scheduler.stop()
        await super().close()

    async def wait(self, until: float) -> None:
        self.time = until
        self.scheduler.wake()
        await self.scheduler.wait_until_done()
        await self.told()

    def rung(self, since: int = 0) -> list[int]:
        return [user for user, _ in self.sender.rung[since:]]


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[AppWithTimers]:
    app = AppWithTimers(tmp_path / "semafor.db", PaperMail())
    app.time = EVENING - 3 * 3600
    yield await app.open()
    await app.close()


async def begin(app: App, posts: str = "normal", channel: int = CHANNEL, title: str = "usa", away: str = "none") -> int:
    lobby = Lobby(table=replace(table_of(title, 2), posts=posts, channel=channel, away=away))
    for user in (ADA, BO):
        lobby = join(lobby, user, f"P{user}")
    table = await app.tables.open_lobby(lobby)
    await app.tables.start(table.id)
    await app.told()
    return table.id


async def play_until(app: App, game: int, user: int) -> None:
    """Until a turn of this player has begun."""
    while True:
        snapshot = await app.tables.snapshot(game, None)
        turn = snapshot.view.turn
        await app.play_on(game, 1)
        snapshot = await app.tables.snapshot(game, None)
        if snapshot.view.turn > turn and [snapshot.seats[seat].user for seat in snapshot.view.to_act] == [user]:
            return


def posts(app: App, word: str) -> list[str]:
    return [post for post in app.sender.posts(CHANNEL) if word in post]


@pytest.mark.parametrize("posting", ["normal", "quiet"])
async def test_a_turn_that_begins_at_night_rings_in_the_morning_once(app: AppWithTimers, posting: str) -> None:
    await app.store.save_user(BO, NIGHT)
    game = await begin(app, posting)
    app.time = EVENING
    await play_until(app, game, ADA)
    before = len(app.sender.rung)
    await play_until(app, game, BO)
    assert BO not in app.rung(before)
    await app.wait(MORNING - 1)
    assert BO not in app.rung(before)
    await app.wait(MORNING)
    assert app.rung(before).count(BO) == 1
    await app.wait(MORNING + 60)
    assert app.rung(before).count(BO) == 1
    assert await app.store.items(game) == []


async def test_a_turn_made_at_night_is_not_rung_for_in_the_morning(app: AppWithTimers) -> None:
    await app.store.save_user(BO, NIGHT)
    game = await begin(app)
    app.time = EVENING
    await play_until(app, game, BO)
    assert SeatRings in [type(row.timer) for row in await app.store.timers(game)]
    await play_until(app, game, ADA)
    assert SeatRings not in [type(row.timer) for row in await app.store.timers(game)]
    before = len(app.sender.rung)
    await app.wait(MORNING)
    assert BO not in app.rung(before)


@pytest.mark.parametrize("still", ["paused", "asleep"])
async def test_a_ring_put_off_to_the_morning_waits_until_the_table_goes_on(app: AppWithTimers, still: str) -> None:
    await app.store.save_user(BO, NIGHT)
    game = await begin(app)
    app.time = EVENING
    await play_until(app, game, BO)
    before = len(app.sender.rung)
    async with app.tables.lock(game):
        cached = await app.tables.games.load(game)
        if still == "paused":
            await app.tables.clocks.pause(cached, [], [], is_paused=True)
        else:
            await app.tables.clocks._put_to_sleep(cached)
    await app.wait(MORNING)
    assert app.rung(before) == []
    await app.wait(MORNING + 3600)
    assert app.rung(before) == []
    if still == "paused":
        async with app.tables.lock(game):
            await app.tables.clocks.pause(await app.tables.games.load(game), [], [], is_paused=False)
    else:
        await app.tables.clocks.wake(game, Author(user=ADA, name="P0"))
    await app.wait(MORNING + 3600)
    assert app.rung(before) == [BO]
    await app.wait(MORNING + 2 * 3600)
    assert app.rung(before) == [BO]


async def test_an_opening_at_night_rings_those_who_sleep_in_the_morning(app: AppWithTimers) -> None:
    await app.store.save_user(BO, NIGHT)
    app.time = EVENING
    game = await begin(app)
    assert app.rung() == [ADA]
    await app.wait(MORNING)
    assert app.rung() == [ADA, BO]
    assert await app.store.timers(game) == [row for row in await app.store.timers(game) if row.key != "ring:1"]


async def test_a_dm_that_rings_waits_for_the_morning_too(app: AppWithTimers) -> None:
    await app.store.save_user(BO, replace(NIGHT, dm_on_turn=True))
    game = await begin(app)
    app.time = EVENING
    await play_until(app, game, BO)
    before = len(app.sender.rung)
    await app.wait(MORNING)
    ((user, message),) = app.sender.rung[before:]
    assert (user, app.sender.channels[message]) == (BO, BO * 10)


async def test_a_dm_that_has_rung_does_not_ring_again_after_a_night(app: AppWithTimers) -> None:
    await app.store.save_user(BO, replace(NIGHT, dm_on_turn=True))
    game = await begin(app)
    await play_until(app, game, BO)
    before = len(app.sender.rung)
    app.time = EVENING
    await app.tables.retry_dm(game, BO)
    await app.told()
    await app.wait(MORNING)
    await app.tables.retry_dm(game, BO)
    await app.told()
    assert app.rung(before) == []


async def test_who_changes_their_hours_at_night_is_rung_by_the_new_ones(app: AppWithTimers) -> None:
    await app.store.save_user(BO, NIGHT)
    game = await begin(app)
    app.time = EVENING
    await play_until(app, game, BO)
    before = len(app.sender.rung)
    await app.tables.people.change(BO, lambda settings: replace(settings, quiet_until=9))
    await app.wait(MORNING)
    assert app.rung(before) == []
    await app.wait(MORNING + 2 * 3600)
    assert app.rung(before) == [BO]


async def test_the_end_rings_nobody_who_sleeps(app: AppWithTimers) -> None:
    await app.store.save_user(BO, NIGHT)
    game = await begin(app, title="metro")
    app.time = EVENING
    await app.play_on(game)
    assert [user for user, _ in app.sender.rung][-1] == ADA
    assert BO not in app.rung(len(app.sender.rung) - 1)


@pytest.mark.parametrize("is_answered", [False, True])
async def test_a_vote_that_is_opened_at_night_rings_in_the_morning_whom_it_still_waits_for(
    app: AppWithTimers, is_answered: bool
) -> None:
    await app.store.save_user(BO, NIGHT)
    game = await begin(app)
    await play_until(app, game, ADA)
    app.time = EVENING
    before = len(app.sender.rung)
    vote = await app.tables.votes.propose(game, ADA, [ADA, BO])
    await app.told()
    assert app.rung(before) == []
    if is_answered:
        await app.tables.votes.answer(game, BO, is_yes=False)
    await app.wait(MORNING)
    assert app.rung(before) == ([] if is_answered else [BO])
    await app.wait(MORNING + 60)
    assert len(app.rung(before)) == (not is_answered)
    assert [row for row in await app.store.timers(game) if row.key.startswith("vote_ring")] == []
    assert vote.answers == {ADA: True, BO: None}


# Away


async def test_every_table_is_told_once_and_nobody_is_rung(app: AppWithTimers) -> None:
    games = [await begin(app, channel=CHANNEL + number) for number in range(3)]
    before, until = len(app.sender.rung), app.time + 7 * A_DAY
    await app.tables.people.set_away(BO, app.time, until)
    await app.told()
    for number in range(3):
        lines = [post for post in app.sender.posts(CHANNEL + number) if "is away until" in post]
        assert lines == [
            f"P12 is away until <t:{int(until)}:f>: nothing rings, and P12's clock stands still. A move ends it sooner."
        ]
    assert app.rung(before) == []
    assert [await app.store.items(game) for game in games] == [[], [], []]


async def test_a_longer_time_away_changes_the_same_line(app: AppWithTimers) -> None:
    await begin(app)
    await app.tables.people.set_away(BO, app.time, app.time + A_DAY)
    await app.told()
    app.time += 3600
    settings = await app.tables.people.set_away(BO, app.time, app.time + 3 * A_DAY)
    await app.told()
    assert len(settings.away) == 1
    assert len(posts(app, "P12 is away until")) == 1


async def test_a_turn_waits_silently_for_whoever_is_away(app: AppWithTimers) -> None:
    game = await begin(app)
    await play_until(app, game, ADA)
    until = app.time + 7 * A_DAY
    await app.tables.people.set_away(BO, app.time, until)
    before = len(app.sender.rung)
    await play_until(app, game, BO)
    assert posts(app, f"Away: P12 (until <t:{int(until)}:f>)")
    assert BO not in app.rung(before)
    await app.wait(until - 1)
    assert BO not in app.rung(before)
    await app.wait(until)
    assert app.rung(before).count(BO) == 1


async def test_a_table_may_limit_for_how_long_that_stops_a_clock(app: AppWithTimers) -> None:
    """At the one table Bo is reminded and missed though away; the other goes on waiting."""
    games = [await begin(app, channel=CHANNEL + number, away=limit) for number, limit in enumerate(("7d", "none"))]
    for game in games:
        await play_until(app, game, ADA)
    left = app.time
    await app.tables.people.set_away(BO, left, left + 30 * A_DAY)
    for game in games:
        await play_until(app, game, BO)
    told = f"At this table P12's clock goes on <t:{int(left + 7 * A_DAY)}:f>, and reminders with it."
    assert [told in " ".join(app.sender.posts(CHANNEL + number)) for number in range(2)] == [True, False]
    (limited,), (free,) = [await app.tables.clocks.clocks(game) for game in games]
    assert (limited.until, free.until) == (left + 11 * A_DAY, left + 34 * A_DAY)
    before = len(app.sender.rung)
    await app.wait(left + 7 * A_DAY + 20 * 3600 - 1)
    assert app.rung(before) == []
    await app.wait(left + 7 * A_DAY + 20 * 3600)
    assert app.rung(before) == [BO]
    assert posts(app, "has been waiting for you")
    await app.wait(left + 11 * A_DAY)
    asked = [[wait.asked for wait in await app.store.waits(game)] for game in games]
    assert asked == [[app.time], [None]]
    await app.wait(left + 29 * A_DAY)
    assert app.rung(before).count(BO) == 1, "the second reminder fell together with the deadline"


async def test_a_reminder_beyond_the_limit_keeps_to_quiet_hours(app: AppWithTimers) -> None:
    await app.store.save_user(BO, NIGHT)
    game = await begin(app, away="7d")
    await play_until(app, game, ADA)
    left = app.time = EVENING - 3600 * 16  # the first reminder would come at 3 in the morning
    await app.tables.people.set_away(BO, left, left + 30 * A_DAY)
    await play_until(app, game, BO)
    before = len(app.sender.rung)
    await app.wait(MORNING + 7 * A_DAY - 1)
    assert app.rung(before) == []
    await app.wait(MORNING + 7 * A_DAY)
    assert app.rung(before) == [BO]


async def test_a_move_ends_it_at_all_tables(app: AppWithTimers) -> None:
    game, other = await begin(app), await begin(app, channel=CHANNEL + 1)
    await play_until(app, game, ADA)
    await app.tables.people.set_away(BO, app.time, app.time + 7 * A_DAY)
    await app.told()
    await play_until(app, game, BO)
    app.time += 60
    await play_until(app, game, ADA)
    assert (await app.store.user(BO)).away[-1][1] == app.time
    assert not await app.tables.people.away(await app.store.seats(other))
    for channel in (CHANNEL, CHANNEL + 1):
        assert [post for post in app.sender.posts(channel) if "away" in post and "Away:" not in post] == []
        assert [post for post in app.sender.posts(channel) if "P12 is back" in post] == ["P12 is back."]


async def test_somebody_else_who_moves_ends_nothing(app: AppWithTimers) -> None:
    game = await begin(app)
    await play_until(app, game, ADA)
    await app.tables.people.set_away(BO, app.time, app.time + 7 * A_DAY)
    await play_until(app, game, BO)
    assert await app.tables.people.away(await app.store.seats(game)) == {1: app.time + 7 * A_DAY}


async def test_what_is_announced_for_later_is_not_ended_by_a_move(app: AppWithTimers) -> None:
    game = await begin(app)
    later = app.time + 30 * A_DAY
    await app.tables.people.set_away(BO, later, later + A_DAY)
    await app.told()
    assert posts(app, "P12 will be away from")
    await play_until(app, game, BO)
    await play_until(app, game, ADA)
    assert (await app.store.user(BO)).away == ((later, later + A_DAY),)
    assert await app.tables.people.end_away(BO)
    await app.told()
    assert (await app.store.user(BO)).away == ()
    assert not posts(app, "P12 will be away from")
    assert not await app.tables.people.end_away(BO)


async def test_who_is_back_before_anybody_heard_of_it_is_not_talked_about(app: AppWithTimers) -> None:
    await begin(app)
    wake, app.tables.on_items = app.tables.on_items, lambda _: None
    app.tables.people._on_items = lambda _: None
    await app.tables.people.set_away(BO, app.time, app.time + A_DAY)
    app.time += 60
    await app.tables.people.end_away(BO)
    app.tables.on_items = wake
    await app.outbox.wake_all()
    await app.told()
    assert not posts(app, "P12 is")


async def test_old_times_away_are_forgotten(app: AppWithTimers) -> None:
    await begin(app)
    long_ago = (app.time - KEPT_FOR - 9, app.time - KEPT_FOR - 1)
    lately = (app.time - 9 * A_DAY, app.time - 8 * A_DAY)
    await app.store.save_user(BO, UserSettings(away=(long_ago, lately)))
    settings = await app.tables.people.set_away(BO, app.time, app.time + A_DAY)
    await app.told()
    assert settings.away == (lately, (app.time, app.time + A_DAY))
    assert not posts(app, "P12 is back")


async def test_two_changes_of_one_moment_are_both_kept(app: AppWithTimers) -> None:
    await begin(app)
    people = app.tables.people
    await asyncio.gather(
        people.set_away(BO, app.time, app.time + A_DAY),
        people.change(BO, lambda settings: replace(settings, theme="dark")),
        people.change(BO, lambda settings: replace(settings, zone="Europe/Warsaw")),
    )
    kept = await app.store.user(BO)
    assert (kept.theme, kept.zone, len(kept.away)) == ("dark", "Europe/Warsaw", 1)


# You are next


async def test_whoever_wants_it_hears_that_they_are_next_and_is_not_rung(app: AppWithTimers) -> None:
    await app.store.save_user(BO, UserSettings(next_up=True))
    game = await begin(app)
    await play_until(app, game, ADA)
    lines = [post for post in app.sender.posts(BO * 10) if "you are next" in post]
    assert len(lines) == 1
    assert lines[0].startswith("USA: you are next, after P11. https://discord.com/channels/")
    assert not [m for user, m in app.sender.rung if user == BO and "you are next" in app.sender.messages[m].text]
    await play_until(app, game, BO)
    assert not [post for post in app.sender.posts(BO * 10) if "you are next" in post]
    assert not [post for post in app.sender.posts(ADA * 10) if "you are next" in post]
    assert await app.store.message(game, "next:1") is None


async def test_it_is_one_line_a_turn(app: AppWithTimers) -> None:
    await app.store.save_user(BO, UserSettings(next_up=True))
    game = await begin(app)
    seen = []
    for _ in range(30):
        await app.play_on(game, 1)
        view = (await app.tables.snapshot(game, None)).view
        lines = [post for post in app.sender.posts(BO * 10) if "you are next" in post]
        seen.append((view.turn, len(lines)))
        assert len(lines) == (1 if view.turn > 0 and view.to_act == (0,) else 0), view
    assert {count for _, count in seen} == {0, 1}


async def test_after_an_undo_nobody_is_next_who_is_not(app: AppWithTimers) -> None:
    for user in (ADA, BO):
        await app.store.save_user(user, UserSettings(next_up=True))
    game = await begin(app)

    def told_next() -> list[int]:
        return [user for user in (ADA, BO) if any("you are next" in post for post in app.sender.posts(user * 10))]

    for _ in range(200):
        before = (await app.tables.snapshot(game, None)).view
        assert await app.play_on(game, 1)
        after = (await app.tables.snapshot(game, None)).view
        mover = ADA if before.to_act == (0,) else BO
        if after.turn == before.turn or before.turn == 0 or await app.tables.take_backs.undoable(game, mover) is None:
            continue
        assert told_next() == [mover]
        await app.tables.take_backs.undo(game, mover)
        await app.told()
        assert told_next() == [ADA + BO - mover]
        return
    raise AssertionError("nothing could be taken back")


@pytest.mark.parametrize("title", ["usa", "metro"])
async def test_in_the_last_turn_nobody_is_next(app: AppWithTimers, title: str) -> None:
    for user in (ADA, BO):
        await app.store.save_user(user, UserSettings(next_up=True))
    game = await begin(app, title=title)
    told = 0
    while True:
        view = (await app.tables.snapshot(game, None)).view
        lines = [post for user in (ADA, BO) for post in app.sender.posts(user * 10) if "you are next" in post]
        told += len(lines)
        if not await app.play_on(game, 1):
            break
        after = (await app.tables.snapshot(game, None)).view
        assert not (after.is_over and lines), f"turn {view.turn} was the last one"
    assert told > 10
