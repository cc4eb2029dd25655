"""A crash, a cancelled task or a rival at the worst moment: nothing is lost, doubled or stuck."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.outbox import worker as under_test
from bot.outbox.post import ChannelGone, Later, Parcel
from bot.store.rows import Letter
from bot.store.store import Store
from bot.tables.lobby import Lobby, join
from bot.tables.scheduler import Scheduler
from bot.tables.votes import Votes
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, CHANNEL, next_action, start_table, table_of
from tests.bot.test_tables import House


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = await House(tmp_path / "semafor.db", PaperMail()).open()
    yield house
    await house.close()


@pytest.mark.parametrize("statement", ["BEGIN", "INSERT", "COMMIT"])
async def test_a_writer_that_is_cancelled_leaves_the_store_open_to_others(tmp_path: Path, statement: str) -> None:
    store = await Store.open(tmp_path / "semafor.db")
    execute = store._writer.execute

    def cancelling(sql: str, *values: Any) -> Any:
        if sql.startswith(statement):
            asyncio.get_running_loop().call_soon(writing.cancel)
        return execute(sql, *values)

    store._writer.execute = cancelling  # type: ignore[method-assign]
    writing = asyncio.create_task(store.save_fact("ada", "1"))
    await asyncio.wait({writing})
    assert writing.cancelled()
    store._writer.execute = execute  # type: ignore[method-assign]
    await store.save_fact("bo", "1")
    assert await store.fact("bo") == "1"
    await store.close()


async def test_a_crash_does_not_keep_players_from_hearing_that_their_channel_is_gone(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()

    def gone(what: str) -> None:
        if what == "send":
            raise ChannelGone

    house.mail.before = gone
    sent = house.store.sent

    async def crash(*_: object, **__: object) -> None:
        raise OSError("the power is cut")

    house.store.sent = crash  # type: ignore[method-assign]
    await house.tables.write(game, [Letter(slot="show", kind="show")])
    await house.told()
    house.store.sent = sent  # type: ignore[method-assign]
    assert {letter.kind for letter in await house.store.letters(game)} == {"show", "dm"}


async def test_a_game_stopped_while_its_post_is_on_the_way_leaves_no_button(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    await house.play_on(game, 2)
    send, votes = house.mail.send, Votes(house.tables)

    async def waits_in_vain(game: int) -> Parcel | None:
        await house.tables.seen(game, None)
        return None

    async def too_late(channel: int, parcel: Parcel, nonce: str) -> int:
        message = await send(channel, parcel, nonce)
        if parcel.text.startswith("turn"):
            await votes.stop(game)
        return message

    house.teller.composer.left = waits_in_vain  # type: ignore[method-assign]
    house.mail.send = too_late  # type: ignore[method-assign]
    while (found := await next_action(house.tables, game)) is not None:
        await house.tables.play(game, *found)
        await house.told()
        if await votes.store.table_in(CHANNEL) is None:
            break
    assert house.mail.posts(CHANNEL)[-1] == "stopped"
    assert not any(parcel.rows for parcel in house.mail.messages.values())


async def test_a_hand_that_changes_while_it_is_sent_is_not_erased_with_the_old_one(house: House) -> None:
    """Both ring: the second is a message of its own, and only the first is taken away."""
    game = await start_table(house.tables)
    await house.told()
    hand, question = house.teller.composer.hand, 1

    async def ringing(game: int, seat: int, *, is_plain: bool) -> Parcel | None:
        parcel = await hand(game, seat, is_plain=is_plain)
        return parcel and replace(parcel, text=f"question {question}", pings=(ADA,), about_turn=question)

    house.teller.composer.hand = ringing  # type: ignore[method-assign]
    letter = Letter(slot="dm:0", kind="dm", about={"seat": 0})
    rewriting: list[asyncio.Task[None]] = []

    def act(what: str) -> None:
        nonlocal question
        if what == "send" and not rewriting:
            question = 2
            rewriting.append(asyncio.create_task(house.tables.write(game, [letter])))

    house.mail.after = act
    sent = house.store.sent

    async def after_rewriting(*values: object, **more: object) -> None:
        await asyncio.gather(*rewriting)
        await sent(*values, **more)  # type: ignore[arg-type]

    house.store.sent = after_rewriting  # type: ignore[method-assign]
    await house.tables.write(game, [letter])
    await house.told()
    assert house.mail.posts(ADA * 10) == ["question 2"]
    assert len([user for user, message in house.mail.rung if house.mail.channels[message] == ADA * 10]) == 2


async def test_a_store_that_fails_for_a_moment_does_not_silence_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(under_test, "PAUSE", 0.05)
    game = await start_table(house.tables)
    await house.told()
    letters = house.store.letters

    async def full(_: int) -> list[Letter]:
        raise OSError("no space left")

    house.store.letters = full  # type: ignore[method-assign]
    await house.tables.write(game, [Letter(slot="show", kind="show")])
    await house.told()
    assert "board" not in house.mail.posts(CHANNEL)
    house.store.letters = letters  # type: ignore[method-assign]
    await asyncio.sleep(0.1)
    await house.told()
    assert house.mail.posts(CHANNEL)[-1] == "board"


async def test_what_waits_behind_a_letter_that_failed_is_told_without_being_asked_for(house: House) -> None:
    game = await start_table(house.tables)
    await house.told()
    house.mail.failures.append(Later())
    await house.tables.write(game, [Letter(slot="show", kind="show"), Letter(slot="warning", kind="notice")])
    await house.told()
    assert [letter.due for letter in await house.store.letters(game)] == [house.time + 1, 0.0]
    house.time += 1
    await asyncio.sleep(1.1)
    await house.told()
    assert house.mail.posts(CHANNEL)[-2:] == ["board", "notice"]


async def test_a_look_for_leavers_that_fails_keeps_no_lobby_open(house: House) -> None:
    await start_table(house.tables)
    lobby = Lobby(table=replace(table_of("usa", 2), channel=CHANNEL + 1, closes=house.time + 60))
    opened = await house.tables.open_lobby(join(lobby, ADA, "Ada"))
    await house.told()
    house.time += 100_000

    async def failing(_: int) -> bool:
        raise RuntimeError("session is closed")

    scheduler = Scheduler(house.tables, lambda: house.time, failing)
    scheduler.wake()
    assert scheduler._task is not None
    await scheduler._task
    await scheduler.stop()
    table = await house.store.table(opened.id)
    assert table is not None
    assert table.stage == "closed"
