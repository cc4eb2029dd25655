"""What is to be told gets out: each item as itself, in its own lane, whatever the clock and Discord do."""

import asyncio
import re
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.clock import steady
from bot.outbox import worker as under_test
from bot.outbox.compose import PostComposer
from bot.outbox.post import DmClosed, Later, NotAllowed, Post, Unreachable, is_the_same
from bot.store.items import BoardShown, ButtonsExpired, HandChanged, LobbyClosing, TurnRung, UserInvited, hand_key
from bot.store.rows import UserSettings
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import Lobby, join
from rules.tickets.actions import DrawBlind
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, next_action, start_table, table_of
from tests.bot.test_rings import NoPictures
from tests.bot.test_tables import App

HAND = HandChanged(0)
SHOW = BoardShown()


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    yield app
    await app.close()


@pytest.fixture
async def talking(app: App) -> App:
    """With real words."""
    app.outbox.dispatcher.composer = PostComposer(app.tables, NoPictures())  # type: ignore[arg-type]
    return app


async def begin(app: App, *, number: int = 0, name: str = "", posts: str = "normal") -> int:
    """A game of Ada and Bo; `number`: the table's."""
    if number:
        async with app.store._writing() as db:
            await db.execute("DELETE FROM sqlite_sequence WHERE name = 'tables'")
            await db.execute("INSERT INTO sqlite_sequence VALUES ('tables', ?)", (number - 1,))
    lobby = Lobby(table=replace(table_of("usa", 2), name=name, posts=posts, channel=CHANNEL + number))
    for user in (ADA, BO):
        lobby = join(lobby, user, f"P{user}")
    table = await app.tables.open_lobby(lobby)
    await app.tables.start(table.id)
    await app.told()
    return table.id


async def play_to_a_turn(app: App, table_id: int, user: int) -> None:
    while True:
        snapshot = await app.tables.snapshot(table_id, None)
        if snapshot.view.turn > 0 and [snapshot.seats[seat].user for seat in snapshot.view.to_act] == [user]:
            return
        await app.play_on(table_id, 1)


def fails_once(what: str) -> Callable[[str], None]:
    left = [Unreachable()]

    def happens(now: str) -> None:
        if now == what and left:
            raise left.pop()

    return happens


# An item is itself


@pytest.mark.parametrize(
    ("mark", "sent", "is_it"),
    [
        ("USA #1", "**USA #1** · lobby", True),
        ("USA #1", "USA #1 has begun.", True),
        ("USA #1", "**USA #10** · lobby", False),
        ("USA #1", "**USA #11** · <#5> · your turn", False),
        ("USA #10", "**USA #1** · lobby", False),
        ("USA #1", "**USA \\#1 #10** · lobby", False),
        ("SA #1", "**USA #1** · lobby", False),
        ("**Ada proposes to stop USA #1.**", "**Ada proposes to stop USA #1.**\nAll agree", True),
        ("**Ada proposes to stop USA #1.**", "**Ada proposes to stop USA #11.**\nAll agree", False),
    ],
)
def test_a_mark_is_compared_as_a_whole(mark: str, sent: str, is_it: bool) -> None:
    assert is_the_same(Post(text="something newer", mark=mark), sent) == is_it


@pytest.mark.parametrize("names", [("", "", ""), ("Friday", "Friday", "Friday"), ("", "USA #1", "USA #10")])
@pytest.mark.parametrize("retried", [1, 10, 11])
async def test_a_hand_that_is_tried_again_takes_over_no_other_tables_dm(
    talking: App, names: tuple[str, ...], retried: int
) -> None:
    app = talking
    for user in (ADA, BO):
        await app.store.save_user(user, UserSettings(dm_on_turn=True))
    games = [await begin(app, number=n, name=name) for n, name in zip((1, 10, 11), names, strict=True)]
    assert games == [1, 10, 11]
    for game in games:
        await play_to_a_turn(app, game, BO)
    app.sender.nonces.clear()  # it was long ago
    await play_to_a_turn(app, retried, ADA)
    await play_to_a_turn(app, retried, BO)
    rung = Counter(user for user, _ in app.sender.rung)
    app.sender.before = fails_once("send")
    app.time += 1000
    await play_to_a_turn(app, retried, ADA)
    app.time += 1000
    app.outbox.wake(retried)
    await app.told()
    assert Counter(user for user, _ in app.sender.rung)[ADA] == rung[ADA] + 1
    kept = [await app.store.message(game, hand_key(ADA)) for game in games]
    assert len({message.message for message in kept if message}) == 3
    for game, message in zip(games, kept, strict=True):
        assert message is not None
        assert re.search(rf"\*\*USA #{game}( \(.*\))?\*\* ", app.sender.messages[message.message].text)
    assert len(app.sender.posts(ADA * 10)) == 3


async def test_a_hand_rewritten_under_way_takes_over_no_message_that_is_being_taken_away(talking: App) -> None:
    """The hand of the turn before still stands there: its removal has not got through yet."""
    app = talking
    await app.store.save_user(ADA, UserSettings(dm_on_turn=True))
    game = await begin(app)
    await play_to_a_turn(app, game, ADA)

    def no_removal(what: str) -> None:
        if what == "delete":
            raise Unreachable

    app.sender.before = no_removal
    async with app.store._writing() as db:
        await db.execute("UPDATE letters SET written = 0")
    await play_to_a_turn(app, game, BO)
    await play_to_a_turn(app, game, ADA)
    before = await app.store.message(game, hand_key(ADA))
    assert len(app.sender.posts(ADA * 10)) == 2
    await play_to_a_turn(app, game, BO)
    rung = len([1 for user, _ in app.sender.rung if user == ADA])
    failing = [Unreachable()]

    def not_at_once(what: str) -> None:
        no_removal(what)
        if what == "send" and failing:
            raise failing.pop()

    app.sender.before = not_at_once
    await play_to_a_turn(app, game, ADA)
    app.time += 1000
    app.outbox.wake(game)
    await app.told()
    after = await app.store.message(game, hand_key(ADA))
    assert before is not None
    assert after is not None
    assert after.message > before.message
    assert len([1 for user, _ in app.sender.rung if user == ADA]) == rung + 1


async def test_a_line_that_rings_again_is_not_taken_for_the_one_before(app: App) -> None:
    """In a quiet table with one person the same line comes every turn."""
    game = await start_table(app.tables)
    await app.told()
    app.outbox.dispatcher.composer.ping = same_line  # type: ignore[method-assign]
    await app.tables.add_items(game, [TurnRung(1)])
    await app.told()
    app.sender.failures.append(Unreachable())
    await app.tables.add_items(game, [TurnRung(2)])
    await app.told()
    app.time += 10
    app.outbox.wake(game)
    await app.told()
    assert [user for user, _ in app.sender.rung].count(99) == 2
    assert app.sender.posts(CHANNEL).count("your turn") == 1


async def same_line(*_: object) -> Post:
    return Post(text="your turn", pings=(99,))


# Turns


async def test_a_post_that_is_edited_late_tells_nothing_that_the_next_one_tells(talking: App) -> None:
    app = talking
    game = await start_table(app.tables, "germany", robots=2)
    await app.told()
    await play_to_a_turn(app, game, ADA)
    sent = len(app.sender.posts(CHANNEL))
    app.tables.on_items = lambda _: None
    for _ in range(2):
        await app.tables.play(game, ADA, DrawBlind(0))
    await app.tables.finish()  # the robots too
    app.outbox.wake(game)
    await app.told()
    own, *later = app.sender.posts(CHANNEL)[sent - 1 :]
    assert later
    assert not set(own.splitlines()) & {line for post in later for line in post.splitlines()}


# A turn that is half made


async def half_a_turn(app: App) -> tuple[int, str]:
    """Ada has drawn one card; the table, and its last post before that."""
    game = await begin(app)
    while (found := await next_action(app.tables, game)) and (await app.tables.snapshot(game, None)).view.turn == 0:
        user, action, decision = found
        await app.tables.play(game, user, action, decision)
    await app.told()
    post = app.sender.posts(CHANNEL)[-1]
    app.sender.edits.clear()
    app.time += 100
    await app.tables.play(game, ADA, DrawBlind(0))
    await app.told()
    return game, post


async def test_half_a_turn_waits_for_the_rest_of_it(talking: App) -> None:
    """The post is there at once, and the hand changes once."""
    app = talking
    game, post = await half_a_turn(app)
    assert (app.sender.posts(CHANNEL)[-1], app.sender.edits) == (post, [])
    app.time += 6
    await app.tables.play(game, ADA, DrawBlind(0))
    await app.told()
    assert await app.store.items(game) == []
    assert "draws" in app.sender.posts(CHANNEL)[-1]
    assert sorted(app.sender.edits) == [ADA * 10, BO * 10]


async def test_half_a_turn_that_stays_one_is_shown(talking: App) -> None:
    app = talking
    game, post = await half_a_turn(app)
    app.time += under_test.HALF_A_TURN
    app.outbox.wake(game)
    await app.told()
    assert await app.store.items(game) == []
    assert app.sender.posts(CHANNEL)[-1].splitlines()[1:-1] == post.splitlines()[1:]
    assert "draws" in app.sender.posts(CHANNEL)[-1].splitlines()[-1]
    assert sorted(app.sender.edits) == [ADA * 10, CHANNEL]


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
async def test_half_a_turn_is_shown_in_the_next_run_whatever_the_clock_says(app: App, jump: float) -> None:
    game, _ = await half_a_turn(app)
    app.time += jump
    await app.reopen()
    assert await app.store.items(game) == []
    assert sorted(app.sender.edits) == [ADA * 10, CHANNEL]


async def test_what_else_a_hand_has_to_show_does_not_wait_for_the_rest_of_a_turn(talking: App) -> None:
    app = talking
    game, _ = await half_a_turn(app)
    await app.store.add_items(game, [HAND], app.time)
    app.outbox.wake(game)
    await app.told()
    assert app.sender.edits == [ADA * 10]


# Lanes


async def held(app: App, what: str, channel: int | None = None) -> asyncio.Event:
    """Requests of that kind hang until the event is set."""
    free = asyncio.Event()
    real = getattr(app.sender, what)

    async def hanging(*args: Any) -> Any:
        if channel is None or args[0] == channel:
            await free.wait()
        return await real(*args)

    setattr(app.sender, what, hanging)
    return free


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def test_a_hanging_dm_mutes_neither_the_channel_nor_other_dms(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    free = await held(app, "edit", ADA * 10)
    items = [HAND, HandChanged(1), SHOW]
    edited = len(app.sender.edits)
    await app.tables.add_items(game, items)
    await until(lambda: "board" in app.sender.posts(CHANNEL) and app.sender.edits[edited:] == [BO * 10])
    found = await next_action(app.tables, game)
    assert found is not None
    await app.tables.play(game, *found)
    await until(lambda: CHANNEL in app.sender.edits[edited:])
    free.set()
    await app.told()
    assert await app.store.items(game) == []


async def test_a_hanging_post_mutes_neither_dms_nor_other_tables(app: App) -> None:
    game, other = await start_table(app.tables), await begin(app, number=9)
    await app.told()
    free = await held(app, "send", CHANNEL)
    edited = len(app.sender.edits)
    await app.tables.add_items(game, [SHOW, HAND])
    await app.tables.add_items(other, [SHOW])
    await until(lambda: ADA * 10 in app.sender.edits[edited:] and "board" in app.sender.posts(CHANNEL + 9))
    assert "board" not in app.sender.posts(CHANNEL)
    free.set()
    await app.told()
    assert app.sender.posts(CHANNEL)[-1] == "board"


async def test_tidying_up_that_fails_holds_up_no_post(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()

    def no_tidying(what: str) -> None:
        if what in ("strip", "delete"):
            raise Unreachable

    app.sender.before = no_tidying
    await app.play_on(game, 6)
    assert {type(row.item) for row in await app.store.items(game)} == {ButtonsExpired}
    app.sender.before = lambda _: None
    app.time += 1000
    app.outbox.wake(game)
    await app.told()
    assert sum(bool(app.sender.messages[m].rows) for m in app.sender.order if app.sender.channels[m] == CHANNEL) == 1


async def test_a_greeting_under_way_becomes_the_hand(app: App) -> None:
    async def hello(*_: object) -> Post:
        return Post(text="hello")

    app.outbox.dispatcher.composer.hello = hello  # type: ignore[method-assign]
    free = await held(app, "open_dm")
    lobby = Lobby(table=table_of("usa", 2))
    for user in (ADA, BO):
        lobby = join(lobby, user, f"P{user}")
    table = await app.tables.open_lobby(lobby)
    await until(lambda: bool(app.sender.posts(CHANNEL)))
    await app.tables.start(table.id)
    await until(lambda: len(app.sender.posts(CHANNEL)) == 2)
    free.set()
    await app.told()
    for user in (ADA, BO):
        (hand,) = app.sender.posts(user * 10)
        assert hand.startswith("hand of")


async def test_whoever_is_rung_by_a_dm_that_is_refused_is_rung_in_the_channel(talking: App) -> None:
    """Once, and not at all where the post knew in time."""
    app = talking
    await app.store.save_user(ADA, UserSettings(dm_on_turn=True))
    game = await begin(app)
    await play_to_a_turn(app, game, BO)
    send = app.sender.send

    async def refused(channel: int, *args: Any) -> int:
        if channel == ADA * 10:
            await asyncio.sleep(0.2)
            raise DmClosed
        return await send(channel, *args)

    app.sender.send = refused  # type: ignore[method-assign]
    before = len(app.sender.rung)
    await play_to_a_turn(app, game, ADA)
    await app.told()
    ((user, message),) = app.sender.rung[before:]
    assert user == ADA
    assert app.sender.messages[message].rows  # the post itself, no line of its own
    assert await app.store.items(game) == []


async def test_whoever_is_rung_by_a_dm_that_is_refused_late_is_rung_in_the_channel(
    talking: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(under_test, "HEAD_START", 0.0)
    app = talking
    await app.store.save_user(ADA, UserSettings(dm_on_turn=True))
    game = await begin(app)
    await play_to_a_turn(app, game, BO)
    free, send = asyncio.Event(), app.sender.send

    async def refused(channel: int, *args: Any) -> int:
        if channel == ADA * 10:
            await free.wait()
            raise DmClosed
        return await send(channel, *args)

    app.sender.send = refused  # type: ignore[method-assign]
    before, posts = len(app.sender.rung), len(app.sender.posts(CHANNEL))
    while len(app.sender.posts(CHANNEL)) == posts:
        found = await next_action(app.tables, game)
        assert found is not None
        await app.tables.play(game, *found)
        await asyncio.sleep(0.1)
    assert app.sender.rung[before:] == []
    free.set()
    await app.told()
    ((user, message),) = app.sender.rung[before:]
    assert user == ADA
    assert app.sender.channels[message] == CHANNEL
    await play_to_a_turn(app, game, BO)
    assert message not in app.sender.messages


# Passing troubles pass


async def test_an_outage_of_a_thousand_tries_loses_nothing(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    app.sender.failures = [Unreachable()]
    await app.tables.add_items(game, [SHOW])
    await app.told()
    async with app.store._writing() as db:
        await db.execute("UPDATE letters SET tries = 2000")
    app.sender.failures = [Unreachable()]
    app.time += 1
    app.outbox.wake(game)
    await app.told()
    (row,) = await app.store.items(game)
    assert row.due == app.time + under_test.LONGEST_WAIT
    show, failing = app.outbox.dispatcher.composer.show, [KeyError("a bug of ours")]

    async def once_wrong(table_id: int) -> Post | None:
        if failing:
            raise failing.pop()
        return await show(table_id)

    app.outbox.dispatcher.composer.show = once_wrong  # type: ignore[method-assign]
    for _ in range(2):
        app.time += under_test.LONGEST_WAIT
        app.outbox.wake(game)
        await app.told()
    assert app.sender.posts(CHANNEL)[-1] == "board"


async def test_a_disk_that_is_full_for_long_is_no_bug_of_ours(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    show = app.outbox.dispatcher.composer.show

    async def full(_: int) -> Post | None:
        raise OSError(28, "no space left")

    app.outbox.dispatcher.composer.show = full  # type: ignore[method-assign]
    await app.tables.add_items(game, [SHOW])
    for _ in range(3 * under_test.MOST_FAILURES):
        await app.told()
        app.time += 1000
        app.outbox.wake(game)
    app.outbox.dispatcher.composer.show = show  # type: ignore[method-assign]
    app.time += 1000
    app.outbox.wake(game)
    await app.told()
    assert app.sender.posts(CHANNEL)[-1] == "board"


async def test_an_item_that_always_fails_by_a_bug_does_not_silence_the_table(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()

    async def wrong(_: int) -> Post | None:
        raise KeyError("a bug of ours")

    app.outbox.dispatcher.composer.show = wrong  # type: ignore[method-assign]
    await app.tables.add_items(game, [SHOW, LobbyClosing()])
    for _ in range(under_test.MOST_FAILURES + 1):
        await app.told()
        app.time += 1000
        app.outbox.wake(game)
    await app.told()
    assert app.sender.posts(CHANNEL)[-1] == "warning"
    assert await app.store.items(game) == []


async def test_an_item_of_a_later_release_is_given_up_and_holds_up_no_other(
    app: App, caplog: pytest.LogCaptureFixture
) -> None:
    game = await start_table(app.tables)
    await app.told()
    async with app.store._writing() as db:
        values = "VALUES (?, 'hologram:7', 'hologram', '{\"x\": 1}', 0)"
        await db.execute(f"INSERT INTO letters (game, slot, kind, about, written) {values}", (game,))
    await app.tables.add_items(game, [SHOW])
    await app.told()
    assert app.sender.posts(CHANNEL)[-1] == "board"
    assert await app.store.items(game) == []
    assert "hologram:7" in caplog.text


@pytest.mark.parametrize("was", ["permission", "gone"])
@pytest.mark.parametrize("posts", ["normal", "quiet"])
async def test_any_table_whose_channel_takes_a_post_again_is_open(talking: App, posts: str, was: str) -> None:
    app = talking
    game = await begin(app, posts=posts)
    await play_to_a_turn(app, game, BO)
    await app.store.set_blocked(game, was)
    await play_to_a_turn(app, game, ADA)
    table = await app.store.table(game)
    assert table is not None
    assert table.blocked is None
    for user in (ADA, BO):
        (hand,) = app.sender.posts(user * 10)
        assert f"<#{CHANNEL}>" in hand
    assert await app.store.items(game) == []


async def test_a_line_of_its_own_opens_a_blocked_table_too(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    app.sender.failures = [NotAllowed("send")]
    await app.tables.add_items(game, [SHOW])
    await app.told()
    assert (await app.tables.lobby(game)).table.blocked == "permission"
    await app.outbox.wake_all(is_anew=True)
    await app.told()
    assert (await app.tables.lobby(game)).table.blocked is None


# Clocks


@pytest.mark.parametrize("jump", [-1e9, -86400.0, -1000.0, 1000.0, 86400.0, 1e9])
async def test_a_clock_that_is_set_between_two_runs_delays_and_doubles_nothing(app: App, jump: float) -> None:
    game = await start_table(app.tables)
    await app.told()
    app.time = 2e9
    app.sender.after = fails_once("send")
    await app.tables.add_items(game, [SHOW])
    await app.told()
    assert app.sender.posts(CHANNEL)[-1] == "board"
    app.sender.nonces.clear()
    app.time += jump
    await app.reopen()
    if await app.store.items(game):
        app.time += under_test.LONGEST_WAIT
        app.outbox.wake(game)
        await app.told()
    assert await app.store.items(game) == []
    assert app.sender.posts(CHANNEL).count("board") == 1


async def test_a_clock_set_back_by_a_year_delays_no_post_in_the_next_run(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    app.sender.failures = [NotAllowed("send")]
    await app.tables.add_items(game, [SHOW])
    await app.told()
    app.time -= 3e7
    await app.reopen()
    assert app.sender.posts(CHANNEL)[-1] == "board"


def test_a_steady_clock_does_not_follow_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, passed = [5000.0], [10.0]
    monkeypatch.setattr("bot.clock.time.monotonic", lambda: passed[0])
    now = steady(lambda: wall[0])
    assert now() == 5000.0
    wall[0] -= 86400
    passed[0] += 3
    assert now() == 5003.0


# Nonces


async def nonces_of(app: App, users: list[int]) -> list[str]:
    """The nonces under which invitations of these users to table 1 go out."""
    before = len(app.sender.nonces)
    for user in users:
        await app.tables.add_items(1, [UserInvited(user)])
        await app.told()
    return [nonce for _, nonce in list(app.sender.nonces)[before:]]


async def test_a_copied_or_restored_database_repeats_no_nonce(app: App, tmp_path: Path) -> None:
    await start_table(app.tables)
    await app.reopen()
    await app.store.close()
    copies = []
    for name in ("backup", "copy"):
        shutil.copy(tmp_path / "semafor.db", tmp_path / f"{name}.db")
        copies.append(await App(tmp_path / f"{name}.db", PaperMail()).open())
    app.store = await SqliteStore.open(tmp_path / "semafor.db")
    await app.close()
    await app.open()
    sent = [await nonces_of(each, [1, 2]) for each in (app, *copies)]
    assert len({nonce for nonces in sent for nonce in nonces}) == 6
    assert all(len(nonce) <= 25 for nonces in sent for nonce in nonces)
    for each in copies:
        await each.close()


@pytest.mark.parametrize("restarts", [1, 2, 5])
async def test_an_item_keeps_its_nonce_over_restarts(app: App, restarts: int) -> None:
    game = await start_table(app.tables)
    await app.reopen()
    app.sender.after = fails_once("send")
    await app.tables.add_items(game, [SHOW])
    await app.told()
    (nonce,) = [nonce for channel, nonce in app.sender.nonces if channel == CHANNEL][-1:]
    for _ in range(restarts):
        app.sender.failures = [Later()]
        app.time += 1000
        await app.reopen()

    async def blind(*_: object) -> None:
        """Without the right to read the channel's history."""

    app.sender.find = blind  # type: ignore[assignment]
    app.time += 1000
    app.outbox.wake(game)
    await app.told()
    assert await app.store.items(game) == []
    assert [nonce for channel, nonce in app.sender.nonces if channel == CHANNEL][-1] == nonce
    assert app.sender.posts(CHANNEL).count("board") == 1


async def test_an_item_of_the_release_before_keeps_its_nonce(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    app.tables.on_items = lambda _: None
    await app.tables.add_items(game, [SHOW])
    (row,) = await app.store.items(game)
    async with app.store._writing() as db:
        await db.execute("DELETE FROM facts")
    await app.reopen()
    assert (CHANNEL, f"semafor.{row.id}") in app.sender.nonces


# Health


async def test_an_outbox_is_stuck_when_nothing_gets_out_for_minutes(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    assert not await app.outbox.is_stuck()
    app.sender.failures = [Unreachable()]
    await app.tables.add_items(game, [SHOW])
    await app.told()
    assert not await app.outbox.is_stuck()
    app.time += under_test.STUCK + 1
    assert await app.outbox.is_stuck()
    app.outbox.wake(game)
    await app.told()
    assert not await app.outbox.is_stuck()


async def test_an_outbox_is_stuck_when_an_item_hangs_or_nobody_takes_it_up(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    free = await held(app, "send")
    await app.tables.add_items(game, [SHOW])
    await asyncio.sleep(0.05)
    assert not await app.outbox.is_stuck()
    app.time += under_test.STUCK + 1
    assert await app.outbox.is_stuck()
    free.set()
    await app.told()
    assert not await app.outbox.is_stuck()
    app.tables.on_items = lambda _: None
    await app.tables.add_items(game, [SHOW])
    assert await app.outbox.is_stuck()


@pytest.mark.parametrize("trouble", [Later(60.0), NotAllowed("send")])
async def test_one_table_in_trouble_does_not_make_the_outbox_stuck(app: App, trouble: Exception) -> None:
    game = await start_table(app.tables)
    await app.told()
    app.sender.failures = [trouble]  # type: ignore[list-item]
    await app.tables.add_items(game, [SHOW])
    await app.told()
    app.time += under_test.STUCK + 1
    assert not await app.outbox.is_stuck()
