"""What is to be told gets out: each letter as itself, in its own lane, whatever the clock and Discord do."""

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
from bot.outbox.compose import Announcer
from bot.outbox.post import DmClosed, Later, NotAllowed, Parcel, Unreachable, is_the_same
from bot.store.rows import Letter, UserSettings
from bot.store.store import Store
from bot.tables.lobby import Lobby, join
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, next_action, start_table, table_of
from tests.bot.test_rings import NoPictures
from tests.bot.test_tables import House

HAND = Letter(slot="dm:0", kind="dm", about={"seat": 0})
SHOW = Letter(slot="show", kind="show")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = await House(tmp_path / "semafor.db", PaperMail()).open()
    yield house
    await house.close()


@pytest.fixture
async def talking(house: House) -> House:
    """With real words."""
    house.teller.composer = Announcer(house.tables, NoPictures())  # type: ignore[arg-type]
    return house


async def begin(house: House, *, number: int = 0, name: str = "", posts: str = "normal") -> int:
    """A game of Ada and Bo; `number`: the table's."""
    if number:
        async with house.store._writing() as db:
            await db.execute("DELETE FROM sqlite_sequence WHERE name = 'tables'")
            await db.execute("INSERT INTO sqlite_sequence VALUES ('tables', ?)", (number - 1,))
    lobby = Lobby(table=replace(table_of("usa", 2), name=name, posts=posts, channel=CHANNEL + number))
    for user in (ADA, BO):
        lobby = join(lobby, user, f"P{user}")
    table = await house.tables.open_lobby(lobby)
    await house.tables.start(table.id)
    await house.told()
    return table.id


async def play_to_a_turn(house: House, game: int, user: int) -> None:
    while True:
        seen = await house.tables.seen(game, None)
        if seen.view.turn > 0 and [seen.seats[seat].user for seat in seen.view.to_act] == [user]:
            return
        await house.play_on(game, 1)


def fails_once(what: str) -> Callable[[str], None]:
    left = [Unreachable()]

    def happens(now: str) -> None:
        if now == what and left:
            raise left.pop()

    return happens


# A letter is itself


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
    assert is_the_same(Parcel(text="something newer", mark=mark), sent) == is_it


@pytest.mark.parametrize("names", [("", "", ""), ("Friday", "Friday", "Friday"), ("", "USA #1", "USA #10")])
@pytest.mark.parametrize("retried", [1, 10, 11])
async def test_a_hand_that_is_tried_again_takes_over_no_other_tables_dm(
    talking: House, names: tuple[str, ...], retried: int
) -> None:
    house = talking
    for user in (ADA, BO):
        await house.store.save_user(user, UserSettings(dm_on_turn=True))
    games = [await begin(house, number=n, name=name) for n, name in zip((1, 10, 11), names, strict=True)]
    assert games == [1, 10, 11]
    for game in games:
        await play_to_a_turn(house, game, BO)
    house.mail.nonces.clear()  # it was long ago
    await play_to_a_turn(house, retried, ADA)
    await play_to_a_turn(house, retried, BO)
    rung = Counter(user for user, _ in house.mail.rung)
    house.mail.before = fails_once("send")
    house.time += 1000
    await play_to_a_turn(house, retried, ADA)
    house.time += 1000
    house.teller.wake(retried)
    await house.told()
    assert Counter(user for user, _ in house.mail.rung)[ADA] == rung[ADA] + 1
    kept = [await house.store.message(game, "dm:0") for game in games]
    assert len({message.message for message in kept if message}) == 3
    for game, message in zip(games, kept, strict=True):
        assert message is not None
        assert re.search(rf"\*\*USA #{game}( \(.*\))?\*\* ", house.mail.messages[message.message].text)
    assert len(house.mail.posts(ADA * 10)) == 3


async def test_a_hand_rewritten_under_way_takes_over_no_message_that_is_being_taken_away(talking: House) -> None:
    """The hand of the turn before still stands there: its removal has not got through yet."""
    house = talking
    await house.store.save_user(ADA, UserSettings(dm_on_turn=True))
    game = await begin(house)
    await play_to_a_turn(house, game, ADA)

    def no_removal(what: str) -> None:
        if what == "delete":
            raise Unreachable

    house.mail.before = no_removal
    async with house.store._writing() as db:
        await db.execute("UPDATE letters SET written = 0")
    await play_to_a_turn(house, game, BO)
    await play_to_a_turn(house, game, ADA)
    before = await house.store.message(game, "dm:0")
    assert len(house.mail.posts(ADA * 10)) == 2
    await play_to_a_turn(house, game, BO)
    rung = len([1 for user, _ in house.mail.rung if user == ADA])
    failing = [Unreachable()]

    def not_at_once(what: str) -> None:
        no_removal(what)
        if what == "send" and failing:
            raise failing.pop()

    house.mail.before = not_at_once
    await play_to_a_turn(house, game, ADA)
    house.time += 1000
    house.teller.wake(game)
    await house.told()
    after = await house.store.message(game, "dm:0")
    assert before is not None
    assert after is not None
    assert after.message > before.message
    assert len([1 for user, _ in house.mail.rung if user == ADA]) == rung + 1


async def test_a_line_that_rings_again_is_not_taken_for_the_one_before(house: House) -> None:
    """In a quiet table with one person the same line comes every turn."""
    game = await start_table(house.tables)
    await house.told()
    house.teller.composer.ping = same_line  # type: ignore[method-assign]
    await house.tables.write(game, [Letter(slot="ping:1", kind="ping", about={"until": 1})])
    await house.told()
    house.mail.failures.append(Unreachable())
    await house.tables.write(game, [Letter(slot="ping:2", kind="ping", about={"until": 2})])
    await house.told()
    house.time += 10
    house.teller.wake(game)
    await house.told()
    assert [user for user, _ in house.mail.rung].count(99) == 2
    assert house.mail.posts(CHANNEL).count("your turn") == 1


async def same_line(*_: object) -> Parcel:
    return Parcel(text="your turn", pings=(99,))


# Lanes


async def held(house: House, what: str, channel: int | None = None) -> asyncio.Event:
    """Requests of that kind hang until the event is set."""
    free = asyncio.Event()
    real = getattr(house.mail, what)

    async def hanging(*args: Any) -> Any:
        if channel is None or args[0] == channel:
            await free.wait()
        return await real(*args)

    setattr(house.mail, what, hanging)
    return free


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.005)


async def test_a_hanging_dm_mutes_neither_the_channel_nor_other_dms(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    free = await held(house, "edit", ADA * 10)
    letters = [HAND, Letter(slot="dm:1", kind="dm", about={"seat": 1}), SHOW]
    edited = len(house.mail.edits)
    await house.tables.write(game, letters)
    await until(lambda: "board" in house.mail.posts(CHANNEL) and house.mail.edits[edited:] == [BO * 10])
    found = await next_action(house.tables, game)
    assert found is not None
    await house.tables.play(game, *found)
    await until(lambda: CHANNEL in house.mail.edits[edited:])
    free.set()
    await house.told()
    assert await house.store.letters(game) == []


async def test_a_hanging_post_mutes_neither_dms_nor_other_tables(house: House) -> None:
    game, other = await start_table(house.tables), await begin(house, number=9)
    await house.told()
    free = await held(house, "send", CHANNEL)
    edited = len(house.mail.edits)
    await house.tables.write(game, [SHOW, HAND])
    await house.tables.write(other, [SHOW])
    await until(lambda: ADA * 10 in house.mail.edits[edited:] and "board" in house.mail.posts(CHANNEL + 9))
    assert "board" not in house.mail.posts(CHANNEL)
    free.set()
    await house.told()
    assert house.mail.posts(CHANNEL)[-1] == "board"


async def test_tidying_up_that_fails_holds_up_no_post(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()

    def no_tidying(what: str) -> None:
        if what in ("strip", "delete"):
            raise Unreachable

    house.mail.before = no_tidying
    await house.play_on(game, 6)
    assert {letter.kind for letter in await house.store.letters(game)} == {"strip"}
    house.mail.before = lambda _: None
    house.time += 1000
    house.teller.wake(game)
    await house.told()
    assert sum(bool(house.mail.messages[m].rows) for m in house.mail.order if house.mail.channels[m] == CHANNEL) == 1


async def test_a_greeting_under_way_becomes_the_hand(house: House) -> None:
    async def hello(*_: object) -> Parcel:
        return Parcel(text="hello")

    house.teller.composer.hello = hello  # type: ignore[method-assign]
    free = await held(house, "open_dm")
    lobby = Lobby(table=table_of("usa", 2))
    for user in (ADA, BO):
        lobby = join(lobby, user, f"P{user}")
    table = await house.tables.open_lobby(lobby)
    await until(lambda: bool(house.mail.posts(CHANNEL)))
    await house.tables.start(table.id)
    await until(lambda: len(house.mail.posts(CHANNEL)) == 2)
    free.set()
    await house.told()
    for user in (ADA, BO):
        (hand,) = house.mail.posts(user * 10)
        assert hand.startswith("hand of")


async def test_whoever_is_rung_by_a_dm_that_is_refused_is_rung_in_the_channel(talking: House) -> None:
    """Once, and not at all where the post knew in time."""
    house = talking
    await house.store.save_user(ADA, UserSettings(dm_on_turn=True))
    game = await begin(house)
    await play_to_a_turn(house, game, BO)
    send = house.mail.send

    async def refused(channel: int, *args: Any) -> int:
        if channel == ADA * 10:
            await asyncio.sleep(0.2)
            raise DmClosed
        return await send(channel, *args)

    house.mail.send = refused  # type: ignore[method-assign]
    before = len(house.mail.rung)
    await play_to_a_turn(house, game, ADA)
    await house.told()
    ((user, message),) = house.mail.rung[before:]
    assert user == ADA
    assert house.mail.messages[message].rows  # the post itself, no line of its own
    assert await house.store.letters(game) == []


async def test_whoever_is_rung_by_a_dm_that_is_refused_late_is_rung_in_the_channel(
    talking: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(under_test, "HEAD_START", 0.0)
    house = talking
    await house.store.save_user(ADA, UserSettings(dm_on_turn=True))
    game = await begin(house)
    await play_to_a_turn(house, game, BO)
    free, send = asyncio.Event(), house.mail.send

    async def refused(channel: int, *args: Any) -> int:
        if channel == ADA * 10:
            await free.wait()
            raise DmClosed
        return await send(channel, *args)

    house.mail.send = refused  # type: ignore[method-assign]
    before, posts = len(house.mail.rung), len(house.mail.posts(CHANNEL))
    while len(house.mail.posts(CHANNEL)) == posts:
        found = await next_action(house.tables, game)
        assert found is not None
        await house.tables.play(game, *found)
        await asyncio.sleep(0.1)
    assert house.mail.rung[before:] == []
    free.set()
    await house.told()
    ((user, message),) = house.mail.rung[before:]
    assert user == ADA
    assert house.mail.channels[message] == CHANNEL
    await play_to_a_turn(house, game, BO)
    assert message not in house.mail.messages


# Passing troubles pass


async def test_an_outage_of_a_thousand_tries_loses_nothing(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    house.mail.failures = [Unreachable()]
    await house.tables.write(game, [SHOW])
    await house.told()
    async with house.store._writing() as db:
        await db.execute("UPDATE letters SET tries = 2000")
    house.mail.failures = [Unreachable()]
    house.time += 1
    house.teller.wake(game)
    await house.told()
    (letter,) = await house.store.letters(game)
    assert letter.due == house.time + under_test.LONGEST_WAIT
    show, failing = house.teller.composer.show, [KeyError("a bug of ours")]

    async def once_wrong(game: int) -> Parcel | None:
        if failing:
            raise failing.pop()
        return await show(game)

    house.teller.composer.show = once_wrong  # type: ignore[method-assign]
    for _ in range(2):
        house.time += under_test.LONGEST_WAIT
        house.teller.wake(game)
        await house.told()
    assert house.mail.posts(CHANNEL)[-1] == "board"


async def test_a_disk_that_is_full_for_long_is_no_bug_of_ours(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    show = house.teller.composer.show

    async def full(_: int) -> Parcel | None:
        raise OSError(28, "no space left")

    house.teller.composer.show = full  # type: ignore[method-assign]
    await house.tables.write(game, [SHOW])
    for _ in range(3 * under_test.MOST_FAILURES):
        await house.told()
        house.time += 1000
        house.teller.wake(game)
    house.teller.composer.show = show  # type: ignore[method-assign]
    house.time += 1000
    house.teller.wake(game)
    await house.told()
    assert house.mail.posts(CHANNEL)[-1] == "board"


async def test_a_letter_that_always_fails_by_a_bug_does_not_silence_the_table(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()

    async def wrong(_: int) -> Parcel | None:
        raise KeyError("a bug of ours")

    house.teller.composer.show = wrong  # type: ignore[method-assign]
    await house.tables.write(game, [SHOW, Letter(slot="warning", kind="notice")])
    for _ in range(under_test.MOST_FAILURES + 1):
        await house.told()
        house.time += 1000
        house.teller.wake(game)
    await house.told()
    assert house.mail.posts(CHANNEL)[-1] == "notice"
    assert await house.store.letters(game) == []


@pytest.mark.parametrize("was", ["permission", "gone"])
@pytest.mark.parametrize("posts", ["normal", "quiet"])
async def test_any_table_whose_channel_takes_a_post_again_is_open(talking: House, posts: str, was: str) -> None:
    house = talking
    game = await begin(house, posts=posts)
    await play_to_a_turn(house, game, BO)
    await house.store.set_blocked(game, was)
    await play_to_a_turn(house, game, ADA)
    table = await house.store.table(game)
    assert table is not None
    assert table.blocked is None
    for user in (ADA, BO):
        (hand,) = house.mail.posts(user * 10)
        assert f"<#{CHANNEL}>" in hand
    assert await house.store.letters(game) == []


async def test_a_line_of_its_own_opens_a_blocked_table_too(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    house.mail.failures = [NotAllowed("send")]
    await house.tables.write(game, [SHOW])
    await house.told()
    assert (await house.tables.lobby(game)).table.blocked == "permission"
    await house.teller.wake_all(is_anew=True)
    await house.told()
    assert (await house.tables.lobby(game)).table.blocked is None


# Clocks


@pytest.mark.parametrize("jump", [-1e9, -86400.0, -1000.0, 1000.0, 86400.0, 1e9])
async def test_a_clock_that_is_set_between_two_runs_delays_and_doubles_nothing(house: House, jump: float) -> None:
    game = await start_table(house.tables)
    await house.told()
    house.time = 2e9
    house.mail.after = fails_once("send")
    await house.tables.write(game, [SHOW])
    await house.told()
    assert house.mail.posts(CHANNEL)[-1] == "board"
    house.mail.nonces.clear()
    house.time += jump
    await house.reopen()
    if await house.store.letters(game):
        house.time += under_test.LONGEST_WAIT
        house.teller.wake(game)
        await house.told()
    assert await house.store.letters(game) == []
    assert house.mail.posts(CHANNEL).count("board") == 1


async def test_a_clock_set_back_by_a_year_delays_no_post_in_the_next_run(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    house.mail.failures = [NotAllowed("send")]
    await house.tables.write(game, [SHOW])
    await house.told()
    house.time -= 3e7
    await house.reopen()
    assert house.mail.posts(CHANNEL)[-1] == "board"


def test_a_steady_clock_does_not_follow_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, passed = [5000.0], [10.0]
    monkeypatch.setattr("bot.clock.time.monotonic", lambda: passed[0])
    now = steady(lambda: wall[0])
    assert now() == 5000.0
    wall[0] -= 86400
    passed[0] += 3
    assert now() == 5003.0


# Nonces


async def nonces_of(house: House, slots: list[str]) -> list[str]:
    """The nonces under which these letters of table 1 go out."""
    before = len(house.mail.nonces)
    for slot in slots:
        await house.tables.write(1, [Letter(slot=slot, kind="notice")])
        await house.told()
    return [nonce for _, nonce in list(house.mail.nonces)[before:]]


async def test_a_copied_or_restored_database_repeats_no_nonce(house: House, tmp_path: Path) -> None:
    await start_table(house.tables)
    await house.reopen()
    await house.store.close()
    copies = []
    for name in ("backup", "copy"):
        shutil.copy(tmp_path / "semafor.db", tmp_path / f"{name}.db")
        copies.append(await House(tmp_path / f"{name}.db", PaperMail()).open())
    house.store = await Store.open(tmp_path / "semafor.db")
    await house.close()
    await house.open()
    sent = [await nonces_of(each, ["a", "b"]) for each in (house, *copies)]
    assert len({nonce for nonces in sent for nonce in nonces}) == 6
    assert all(len(nonce) <= 25 for nonces in sent for nonce in nonces)
    for each in copies:
        await each.close()


@pytest.mark.parametrize("restarts", [1, 2, 5])
async def test_a_letter_keeps_its_nonce_over_restarts(house: House, restarts: int) -> None:
    game = await start_table(house.tables)
    await house.reopen()
    house.mail.after = fails_once("send")
    await house.tables.write(game, [SHOW])
    await house.told()
    (nonce,) = [nonce for channel, nonce in house.mail.nonces if channel == CHANNEL][-1:]
    for _ in range(restarts):
        house.mail.failures = [Later()]
        house.time += 1000
        await house.reopen()

    async def blind(*_: object) -> None:
        """Without the right to read the channel's history."""

    house.mail.find = blind  # type: ignore[assignment]
    house.time += 1000
    house.teller.wake(game)
    await house.told()
    assert await house.store.letters(game) == []
    assert [nonce for channel, nonce in house.mail.nonces if channel == CHANNEL][-1] == nonce
    assert house.mail.posts(CHANNEL).count("board") == 1


async def test_a_letter_of_the_release_before_keeps_its_nonce(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    house.tables.on_letters = lambda _: None
    await house.tables.write(game, [SHOW])
    (letter,) = await house.store.letters(game)
    async with house.store._writing() as db:
        await db.execute("DELETE FROM facts")
    await house.reopen()
    assert (CHANNEL, f"semafor.{letter.id}") in house.mail.nonces


# Health


async def test_an_outbox_is_stuck_when_nothing_gets_out_for_minutes(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    assert not await house.teller.is_stuck()
    house.mail.failures = [Unreachable()]
    await house.tables.write(game, [SHOW])
    await house.told()
    assert not await house.teller.is_stuck()
    house.time += under_test.STUCK + 1
    assert await house.teller.is_stuck()
    house.teller.wake(game)
    await house.told()
    assert not await house.teller.is_stuck()


async def test_an_outbox_is_stuck_when_a_letter_hangs_or_nobody_takes_it_up(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    free = await held(house, "send")
    await house.tables.write(game, [SHOW])
    await asyncio.sleep(0.05)
    assert not await house.teller.is_stuck()
    house.time += under_test.STUCK + 1
    assert await house.teller.is_stuck()
    free.set()
    await house.told()
    assert not await house.teller.is_stuck()
    house.tables.on_letters = lambda _: None
    await house.tables.write(game, [SHOW])
    assert await house.teller.is_stuck()


@pytest.mark.parametrize("trouble", [Later(60.0), NotAllowed("send")])
async def test_one_table_in_trouble_does_not_make_the_outbox_stuck(house: House, trouble: Exception) -> None:
    game = await start_table(house.tables)
    await house.told()
    house.mail.failures = [trouble]  # type: ignore[list-item]
    await house.tables.write(game, [SHOW])
    await house.told()
    house.time += under_test.STUCK + 1
    assert not await house.teller.is_stuck()
