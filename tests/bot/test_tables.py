"""Games through the one door: kept, told, locked, rebuilt."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.errors import NoTable, NotSeated, Refusal, StaleAction, TableAside
from bot.outbox.post import ChannelGone, DmClosed, Later, MessageGone, NotAllowed
from bot.outbox.worker import OutboxWorker
from bot.store.protocol import VoteOpen
from bot.store.rows import GuildSettings, TableRow, VoteRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import Lobby, join
from bot.tables.records import history_of
from bot.tables.writer import Tables
from rules.record import read_record, replayed
from rules.tickets.actions import DrawBlind
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, PlainComposer, next_action, start_table, table_of

GOLDEN = Path(__file__).parent.parent / "golden"


class App:
    """A store on disk with tables, an outbox and a Discord of paper."""

    def __init__(self, path: Path, sender: PaperMail) -> None:
        self.path, self.sender, self.time = path, sender, 1000.0

    async def open(self) -> "App":
        self.store = await SqliteStore.open(self.path)
        self.tables = Tables(self.store, lambda: self.time, lambda: "a seed")
        self.outbox = OutboxWorker(
            self.store, self.tables.ledger, PlainComposer(self.tables), self.sender, lambda: self.time
        )
        self.tables.on_items = self.outbox.wake
        return self

    async def told(self) -> None:
        """Everything that can be told now has been told."""
        await self.tables.finish()
        while self.outbox._tasks:
            await asyncio.wait(set(self.outbox._tasks.values()))
            await asyncio.sleep(0)

    async def close(self) -> None:
        await self.tables.finish()
        await self.outbox.finish()
        await self.store.close()

    async def reopen(self) -> None:
        await self.close()
        await self.open()
        await self.tables.revive_all()
        await self.outbox.wake_all()
        await self.tables.wake_robots()
        await self.told()

    async def play_on(self, table_id: int, most: int = 10_000) -> int:
        played = 0
        while played < most and (found := await next_action(self.tables, table_id)) is not None:
            user, action, decision = found
            await self.tables.play(table_id, user, action, decision)
            await self.told()
            played += 1
        return played


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    yield app
    await app.close()


async def test_a_whole_game_is_kept_told_once_and_replays(app: App) -> None:
    game = await start_table(app.tables, people=2, robots=1)
    await app.play_on(game)
    record = await app.tables.record(game)
    rules, state = replayed(record)
    assert rules.is_over(state)
    posts = app.sender.posts(CHANNEL)
    assert posts[-1].startswith("over after")
    assert len(set(posts)) == len(posts)
    assert await app.store.items(game) == []


async def test_each_turn_rings_exactly_the_next_player_once(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 12)
    by_message: dict[int, list[int]] = {}
    for user, message in app.sender.rung:
        by_message.setdefault(message, []).append(user)
    opening, *turns = by_message.values()
    assert sorted(opening) == [ADA, BO]
    assert all(len(users) == 1 for users in turns)


async def test_only_the_newest_post_has_buttons(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 9)
    posts = [m for m in app.sender.order if app.sender.channels[m] == CHANNEL]
    with_buttons = [m for m in posts if app.sender.messages[m].rows]
    assert with_buttons == posts[-1:]


async def test_one_dm_for_each_player_and_game(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 9)
    assert len(app.sender.posts(ADA * 10)) == 1
    assert len(app.sender.posts(BO * 10)) == 1
    snapshot = await app.tables.snapshot(game, ADA)
    assert app.sender.posts(ADA * 10) == [f"hand of 0: {snapshot.view.hand}"]


async def test_a_stale_a_foreign_and_a_doubled_click_change_nothing(app: App) -> None:
    game = await start_table(app.tables)
    found = await next_action(app.tables, game)
    assert found is not None
    user, action, decision = found
    with pytest.raises(NotSeated):
        await app.tables.play(game, 99, action, decision)
    with pytest.raises(NotSeated):
        await app.tables.play(game, BO if user == ADA else ADA, action, decision)
    results = await asyncio.gather(
        *(app.tables.play(game, user, action, decision) for _ in range(3)), return_exceptions=True
    )
    assert sum(isinstance(result, StaleAction) for result in results) == 2
    assert await app.store.last_seq(game) == 1


async def test_games_at_rest_leave_no_locks_timers_or_tasks_behind(app: App) -> None:
    for _ in range(5):
        game = await start_table(app.tables, "metro", people=1, robots=1)
        await app.play_on(game)
    await app.told()
    assert not app.tables.games._locks
    assert not app.tables.robots._tasks
    assert not app.tables.robots._retries
    assert not app.outbox._timers
    assert not app.outbox._tasks
    assert not app.outbox._bells
    assert not app.outbox._under_way


async def test_two_players_choosing_at_once_do_not_disturb_each_other(app: App) -> None:
    game = await start_table(app.tables)
    wishes = []
    for user in (ADA, BO):
        own = await app.tables.snapshot(game, user)
        assert own.legal is not None
        wishes.append((user, next(iter(own.legal)), own.decision))
    await asyncio.gather(*(app.tables.play(game, *wish) for wish in wishes))
    assert await app.store.last_seq(game) == 2


async def test_a_game_goes_on_after_a_restart_without_its_snapshot(app: App) -> None:
    game = await start_table(app.tables, people=2, robots=1)
    await app.play_on(game, 7)
    before = await app.tables.snapshot(game, ADA)
    async with app.store._writing() as db:
        await db.execute("DELETE FROM snapshots")
    await app.reopen()
    after = await app.tables.snapshot(game, ADA)
    assert (after.view, after.decision, after.seq) == (before.view, before.decision, before.seq)


async def test_a_log_that_does_not_replay_sets_only_its_game_aside(app: App) -> None:
    broken, sound = await start_table(app.tables), await start_table(app.tables)
    await app.play_on(broken, 4)
    async with app.store._writing() as db:
        await db.execute("DELETE FROM snapshots WHERE game = ?", (broken,))
        await db.execute("UPDATE actions SET action = ? WHERE game = ? AND seq = 3", (b'{"do":"nonsense"}', broken))
    await app.reopen()
    with pytest.raises(TableAside) as first:
        await app.tables.snapshot(broken, ADA)
    with pytest.raises(TableAside) as second:
        await app.tables.play(broken, ADA, DrawBlind(0))
    assert first.value.fields["error"] == second.value.fields["error"]
    assert await app.play_on(sound, 3) == 3


async def test_a_bad_moment_of_discord_only_delays_the_telling(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    app.sender.failures = [Later(5.0)]
    await app.play_on(game, 2)
    app.time += 600
    app.outbox.wake(game)
    await app.told()
    posts = app.sender.posts(CHANNEL)
    assert posts[-1].startswith("turn 1 after 2")
    assert await app.store.items(game) == []


async def test_a_missing_permission_is_remembered_and_tried_again_when_somebody_acts(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 1)
    allowed = app.sender.send

    async def forbidden(*_: object) -> int:
        raise NotAllowed("send_messages")

    app.sender.send = forbidden  # type: ignore[method-assign]
    await app.play_on(game, 1)
    assert (await app.tables.lobby(game)).table.blocked == "permission"
    app.sender.send = allowed  # type: ignore[method-assign]
    await app.play_on(game, 1)
    assert (await app.tables.lobby(game)).table.blocked is None
    assert await app.store.items(game) == []


async def test_what_waits_for_a_permission_is_told_when_the_bot_is_invited_again(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 1)
    allowed = app.sender.send

    async def forbidden(*_: object) -> int:
        raise NotAllowed("removed")

    app.sender.send = forbidden  # type: ignore[method-assign]
    await app.play_on(game, 1)
    app.sender.send = allowed  # type: ignore[method-assign]
    await app.outbox.wake_all()
    await app.told()
    assert await app.store.items(game)
    await app.outbox.wake_all(is_anew=True)
    await app.told()
    assert await app.store.items(game) == []


async def test_a_permission_given_back_while_a_try_is_failing_is_not_waited_for(app: App) -> None:
    game = await start_table(app.tables)
    await app.play_on(game, 1)
    allowed = app.sender.send

    async def forbidden_for_a_moment(*_: object) -> int:
        app.sender.send = allowed  # type: ignore[method-assign]
        await app.outbox.wake_all(is_anew=True)
        raise NotAllowed("send_messages")

    app.sender.send = forbidden_for_a_moment  # type: ignore[method-assign]
    await app.play_on(game, 1)
    await app.told()
    assert await app.store.items(game) == []


async def test_robots_that_failed_try_again(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.robots.ROBOT_PAUSE", 0.02)
    append, failures = app.store.append, [OSError("disk full")]

    async def failing(*args: Any, **options: Any) -> None:
        if failures:
            raise failures.pop()
        await append(*args, **options)

    monkeypatch.setattr(app.store, "append", failing)
    game = await start_table(app.tables, people=1, robots=1)
    assert await app.store.last_seq(game) == 0
    await asyncio.sleep(0.1)
    await app.told()
    assert await app.store.last_seq(game) == 1
    app.tables.robots.rest()


async def test_a_deleted_channel_does_not_stop_the_game(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()

    async def gone(*_: object) -> int:
        raise ChannelGone

    app.sender.send = gone  # type: ignore[method-assign]
    await app.play_on(game, 6)
    table = await app.store.table(game)
    assert table is not None
    assert table.blocked == "gone"
    assert await app.store.items(game) == []


async def test_closed_dms_are_remembered_and_the_game_goes_on(app: App) -> None:
    async def closed(_: int) -> int:
        raise DmClosed

    app.sender.open_dm = closed  # type: ignore[method-assign]
    game = await start_table(app.tables)
    await app.told()
    assert [seat.dm for seat in await app.store.seats(game)] == ["closed", "closed"]
    assert await app.play_on(game, 4) == 4
    assert await app.store.items(game) == []


async def test_a_message_too_old_to_edit_is_replaced_without_ringing(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    rung = len(app.sender.rung)

    async def too_old(*_: object) -> None:
        raise MessageGone

    app.sender.edit = too_old  # type: ignore[method-assign]
    await app.play_on(game, 1)
    assert len(app.sender.rung) == rung
    assert await app.store.items(game) == []


async def test_what_a_crash_left_untold_is_told_at_the_next_start(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    app.tables.on_items = lambda _: None
    for _ in range(3):
        found = await next_action(app.tables, game)
        assert found is not None
        await app.tables.play(game, *found)
    assert await app.store.items(game)
    await app.reopen()
    assert await app.store.items(game) == []
    assert len(set(app.sender.posts(CHANNEL))) == len(app.sender.posts(CHANNEL))


async def test_a_vote_and_its_end_are_told_after_a_crash(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    for step in ("propose", "answer"):
        app.tables.on_items = lambda _: None
        votes = app.tables.votes
        if step == "propose":
            await votes.propose(game, ADA, [ADA, BO])
        else:
            await votes.answer(game, BO, True)
        assert await app.store.items(game)
        await app.reopen()
        assert await app.store.items(game) == []
    posts = app.sender.posts(CHANNEL)
    assert posts[-2:] == ["vote: yes", "stopped"]
    assert posts.count("stopped") == 1
    assert app.sender.posts(ADA * 10) == app.sender.posts(BO * 10) == ["no hand"]
    assert not any(post.rows for post in app.sender.messages.values())


async def test_a_vote_of_another_kind_waits_until_the_open_one_is_decided(app: App) -> None:
    game, votes = await start_table(app.tables), app.tables.votes
    agreed: list[VoteRow] = []

    async def carry_out(_: TableRow, vote: VoteRow) -> None:
        agreed.append(vote)
        await app.store.save_vote(vote, [], app.time)

    votes.teach("toast", carry_out)
    await votes.propose(game, ADA, [ADA, BO])
    with pytest.raises(Refusal):
        await votes.propose(game, BO, [ADA, BO], "toast", {"to": "Bo"})
    await votes.answer(game, BO, False)
    await votes.propose(game, BO, [ADA, BO], "toast", {"to": "Bo"})
    again = await votes.propose(game, BO, [ADA, BO], "toast", {"to": "Bo"})
    assert again == await votes.open(game)
    with pytest.raises(Refusal):
        await votes.propose(game, ADA, [ADA, BO], "toast", {"to": "Ada"})
    assert agreed == []
    decided = await votes.answer(game, ADA, True)
    assert agreed == [decided]
    assert (decided.result, decided.payload) == ("yes", {"to": "Bo"})
    assert await votes.open(game) is None


async def test_a_table_has_one_open_vote_at_a_time(app: App) -> None:
    game = await start_table(app.tables)
    votes = app.tables.votes
    await asyncio.gather(*(votes.propose(game, ADA, [ADA, BO]) for _ in range(3)))
    first = await votes.open(game)
    assert first is not None
    with pytest.raises(VoteOpen):
        await app.store.save_vote(VoteRow(table_id=game, proposer=BO, answers={}, at=0.0), [], 0.0)
    assert await votes.open(game) == first


async def test_a_stopped_game_takes_no_move_and_its_robots_rest(app: App) -> None:
    game = await start_table(app.tables, people=1, robots=1)
    await app.told()
    found = await next_action(app.tables, game)
    assert found is not None
    before = await app.store.last_seq(game)
    await app.tables.votes.stop(game)
    with pytest.raises(NoTable) as refused:
        await app.tables.play(game, *found)
    assert refused.value.key == "refuse.stopped"
    await app.reopen()
    assert await app.store.last_seq(game) == before
    with pytest.raises(NoTable):
        await app.tables.votes.stop(game)


@pytest.mark.parametrize(("record", "category"), [("usa-5-greedy", "routes"), ("metro-6p", "lines")])
def test_the_chart_of_points_goes_to_the_last_turn(record: str, category: str) -> None:
    scores = json.loads((GOLDEN / f"{record}.scores.json").read_bytes())["scores"]
    on_the_board = [score["points"] for score in scores if score["category"] == category]
    assert list(history_of(read_record((GOLDEN / f"{record}.json").read_bytes()))[-1]) == on_the_board


@pytest.mark.parametrize(
    ("limits", "is_in_one_channel", "key", "fitting"),
    [
        (GuildSettings(), True, "refuse.table_here", 1),
        (GuildSettings(tables=3), False, "refuse.too_many_tables", 3),
        (GuildSettings(tables_each=4), False, "refuse.too_many_own", 4),
    ],
)
async def test_limits_are_checked_by_whoever_writes(
    app: App, limits: GuildSettings, is_in_one_channel: bool, key: str, fitting: int
) -> None:
    tables = [replace(table_of("usa", 2), channel=CHANNEL + (0 if is_in_one_channel else n)) for n in range(6)]
    lobbies = [join(Lobby(table=table), ADA, "Ada") for table in tables]
    opening = (app.tables.open_lobby(lobby, limits=limits) for lobby in lobbies)
    results = await asyncio.gather(*opening, return_exceptions=True)
    assert [result.key for result in results if isinstance(result, Refusal)] == [key] * (6 - fitting)
    assert len(await app.store.tables_at("lobby")) == fitting
