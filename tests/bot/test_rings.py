"""Whoever is asked is rung once, however much is told late or in pieces."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.outbox.compose import PostComposer
from bot.store.rows import UserSettings
from bot.tables.lobby import Lobby, join
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, next_action, table_of
from tests.bot.test_tables import App


class NoPictures:
    async def board(self, *_: Any, **__: Any) -> None:
        return None

    async def since(self, *_: Any, **__: Any) -> None:
        return None

    async def result(self, *_: Any, **__: Any) -> tuple[()]:
        return ()

    async def hand(self, *_: Any, **__: Any) -> None:
        return None


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    app.outbox.dispatcher.composer = PostComposer(app.tables, NoPictures())  # type: ignore[arg-type]
    yield app
    await app.close()


async def begin(app: App, posts: str) -> int:
    lobby = Lobby(table=replace(table_of("usa", 2), posts=posts))
    for user in (ADA, BO):
        lobby = join(lobby, user, f"P{user}")
    table = await app.tables.open_lobby(lobby)
    await app.tables.start(table.id)
    await app.told()
    return table.id


async def test_a_dm_rings_once_a_turn(app: App) -> None:
    """A turn of two draws is one turn."""
    for user in (ADA, BO):
        await app.store.save_user(user, UserSettings(dm_on_turn=True))
    game = await begin(app, "normal")
    rung: Counter[tuple[int, int]] = Counter()
    actions = 0
    for _ in range(16):
        before = len(app.sender.rung)
        actions += await app.play_on(game, 1)
        turn = (await app.tables.snapshot(game, None)).view.turn
        rung.update((user, turn) for user, _ in app.sender.rung[before:])
    assert actions > turn + 2
    assert set(range(2, turn + 1)) <= {turn for _, turn in rung}
    assert set(rung.values()) == {1}


@pytest.mark.parametrize("posts", ["normal", "quiet"])
async def test_an_opening_rings_everybody_once_also_by_dm(app: App, posts: str) -> None:
    await app.store.save_user(BO, UserSettings(dm_on_turn=True))
    await begin(app, posts)
    assert sorted(user for user, _ in app.sender.rung) == [ADA, BO]


async def test_a_quiet_table_that_was_told_late_rings_once(app: App) -> None:
    game = await begin(app, "quiet")
    await app.play_on(game, 4)
    wake, app.tables.on_items = app.tables.on_items, lambda _: None
    before, turn = len(app.sender.rung), (await app.tables.snapshot(game, None)).view.turn
    while (await app.tables.snapshot(game, None)).view.turn < turn + 3:
        found = await next_action(app.tables, game)
        assert found is not None
        await app.tables.play(game, *found)
    app.tables.on_items = wake
    app.outbox.wake(game)
    await app.told()
    asked = (await app.tables.snapshot(game, None)).view.to_act
    assert [user for user, _ in app.sender.rung[before:]] == [(ADA, BO)[seat] for seat in asked]
    assert await app.store.items(game) == []
    assert len(app.sender.posts(CHANNEL)) == 3
