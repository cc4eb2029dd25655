"""A crash, a cancelled task or a rival at the worst moment: nothing is lost, doubled or stuck."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.outbox import worker as under_test
from bot.outbox.post import ChannelGone, Later, Post
from bot.store.items import BoardShown, HandChanged, LobbyClosing
from bot.store.rows import OutboxRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import Lobby, join
from bot.tables.scheduler import Scheduler
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, CHANNEL, PlainComposer, next_action, start_table, table_of
from tests.bot.test_tables import App


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    yield app
    await app.close()


@pytest.mark.parametrize("statement", ["BEGIN", "INSERT", "COMMIT"])
async def test_a_writer_that_is_cancelled_leaves_the_store_open_to_others(tmp_path: Path, statement: str) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
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


async def test_a_crash_does_not_keep_players_from_hearing_that_their_channel_is_gone(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()

    def gone(what: str) -> None:
        if what == "send":
            raise ChannelGone

    app.sender.before = gone
    sent = app.store.mark_sent

    async def crash(*_: object, **__: object) -> None:
        raise OSError("the power is cut")

    app.store.mark_sent = crash  # type: ignore[method-assign]
    await app.tables.add_items(game, [BoardShown()])
    await app.told()
    app.store.mark_sent = sent  # type: ignore[method-assign]
    assert {type(row.item) for row in await app.store.items(game)} == {BoardShown, HandChanged}


async def test_a_greeting_that_arrived_before_a_crash_becomes_the_hand_of_a_game_begun_since(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = join(join(Lobby(table=table_of("usa", 2)), ADA, "Ada"), ADA + 1, "Bo")
    sent = app.store.mark_sent

    async def greeting(table_id: int) -> Post:
        return Post(text="a greeting", table_id=table_id)

    async def crash(*_: object, **__: object) -> None:
        raise OSError("the power is cut")

    monkeypatch.setattr(PlainComposer, "hello", lambda _, table_id, __: greeting(table_id))
    app.store.mark_sent = crash  # type: ignore[method-assign]
    table = await app.tables.open_lobby(lobby)
    await app.told()
    app.store.mark_sent = sent  # type: ignore[method-assign]
    assert len(app.sender.posts(ADA * 10)) == 1
    app.sender.nonces.clear()
    await app.tables.start(table.id)
    app.time += 3600
    await app.reopen()
    (hand,) = app.sender.posts(ADA * 10)
    assert hand != "a greeting"


async def test_a_game_stopped_while_its_post_is_on_the_way_leaves_no_button(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    await app.play_on(game, 2)
    send, votes = app.sender.send, app.tables.votes

    async def waits_in_vain(table_id: int) -> Post | None:
        await app.tables.snapshot(table_id, None)
        return None

    async def too_late(channel: int, post: Post, nonce: str) -> int:
        message = await send(channel, post, nonce)
        if post.text.startswith("turn"):
            await votes.stop(game)
        return message

    app.outbox.dispatcher.composer.left = waits_in_vain  # type: ignore[method-assign]
    app.sender.send = too_late  # type: ignore[method-assign]
    while (found := await next_action(app.tables, game)) is not None:
        await app.tables.play(game, *found)
        await app.told()
        if await app.store.table_in(CHANNEL) is None:
            break
    assert app.sender.posts(CHANNEL)[-1] == "stopped"
    assert not any(post.rows for post in app.sender.messages.values())


async def test_a_hand_that_changes_while_it_is_sent_is_not_erased_with_the_old_one(app: App) -> None:
    """Both ring: the second is a message of its own, and only the first is taken away."""
    game = await start_table(app.tables)
    await app.told()
    hand, decision = app.outbox.dispatcher.composer.hand, 1

    async def ringing(table_id: int, seat: int, user: int, *, is_plain: bool) -> Post | None:
        post = await hand(table_id, seat, user, is_plain=is_plain)
        return post and replace(post, text=f"question {decision}", pings=(ADA,), about_turn=decision)

    app.outbox.dispatcher.composer.hand = ringing  # type: ignore[method-assign]
    item = HandChanged(0)
    rewriting: list[asyncio.Task[None]] = []

    def act(what: str) -> None:
        nonlocal decision
        if what == "send" and not rewriting:
            decision = 2
            rewriting.append(asyncio.create_task(app.tables.add_items(game, [item])))

    app.sender.after = act
    sent = app.store.mark_sent

    async def after_rewriting(*values: object, **more: object) -> None:
        await asyncio.gather(*rewriting)
        await sent(*values, **more)  # type: ignore[arg-type]

    app.store.mark_sent = after_rewriting  # type: ignore[method-assign]
    await app.tables.add_items(game, [item])
    await app.told()
    assert app.sender.posts(ADA * 10) == ["question 2"]
    assert len([user for user, message in app.sender.rung if app.sender.channels[message] == ADA * 10]) == 2


async def test_a_store_that_fails_for_a_moment_does_not_silence_the_table(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(under_test, "PAUSE", 0.05)
    game = await start_table(app.tables)
    await app.told()
    items = app.store.items

    async def full(_: int) -> list[OutboxRow]:
        raise OSError("no space left")

    app.store.items = full  # type: ignore[method-assign]
    await app.tables.add_items(game, [BoardShown()])
    await app.told()
    assert "board" not in app.sender.posts(CHANNEL)
    app.store.items = items  # type: ignore[method-assign]
    await asyncio.sleep(0.1)
    await app.told()
    assert app.sender.posts(CHANNEL)[-1] == "board"


async def test_what_waits_behind_a_letter_that_failed_is_told_without_being_asked_for(app: App) -> None:
    game = await start_table(app.tables)
    await app.told()
    app.sender.failures.append(Later())
    await app.tables.add_items(game, [BoardShown(), LobbyClosing()])
    await app.told()
    assert [row.due for row in await app.store.items(game)] == [app.time + 1, 0.0]
    app.time += 1
    await asyncio.sleep(1.1)
    await app.told()
    assert app.sender.posts(CHANNEL)[-2:] == ["board", "warning"]


async def test_a_look_for_leavers_that_fails_keeps_no_lobby_open(app: App) -> None:
    await start_table(app.tables)
    lobby = Lobby(table=replace(table_of("usa", 2), channel=CHANNEL + 1, closes=app.time + 60))
    opened = await app.tables.open_lobby(join(lobby, ADA, "Ada"))
    await app.told()
    app.time += 100_000

    async def failing(_: int) -> bool:
        raise RuntimeError("session is closed")

    scheduler = Scheduler(app.tables, lambda: app.time, failing)
    scheduler.wake()
    await scheduler.wait_until_done()
    await scheduler.stop()
    table = await app.store.table(opened.id)
    assert table is not None
    assert table.stage == "closed"
