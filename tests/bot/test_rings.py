"""Whoever is asked is rung once, however much is told late or in pieces."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.outbox.compose import Announcer
from bot.store.rows import UserSettings
from bot.tables.lobby import Lobby, join
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, next_action, table_of
from tests.bot.test_tables import House


class NoPictures:
    async def board(self, *_: Any, **__: Any) -> None:
        return None

    async def hand(self, *_: Any, **__: Any) -> None:
        return None


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = await House(tmp_path / "semafor.db", PaperMail()).open()
    house.teller.composer = Announcer(house.tables, NoPictures())  # type: ignore[arg-type]
    yield house
    await house.close()


async def begin(house: House, posts: str) -> int:
    lobby = Lobby(table=replace(table_of("usa", 2), posts=posts))
    for user in (ADA, BO):
        lobby = join(lobby, user, f"P{user}")
    table = await house.tables.open_lobby(lobby)
    await house.tables.start(table.id)
    await house.told()
    return table.id


async def test_a_dm_rings_once_a_turn(house: House) -> None:
    """A turn of two draws is one turn."""
    for user in (ADA, BO):
        await house.store.save_user(user, UserSettings(dm_on_turn=True))
    game = await begin(house, "normal")
    rung: Counter[tuple[int, int]] = Counter()
    actions = 0
    for _ in range(16):
        before = len(house.mail.rung)
        actions += await house.play_on(game, 1)
        turn = (await house.tables.seen(game, None)).view.turn
        rung.update((user, turn) for user, _ in house.mail.rung[before:])
    assert actions > turn + 2
    assert set(range(2, turn + 1)) <= {turn for _, turn in rung}
    assert set(rung.values()) == {1}


async def test_a_quiet_table_that_was_told_late_rings_once(house: House) -> None:
    game = await begin(house, "quiet")
    await house.play_on(game, 4)
    wake, house.tables.on_letters = house.tables.on_letters, lambda _: None
    before, turn = len(house.mail.rung), (await house.tables.seen(game, None)).view.turn
    while (await house.tables.seen(game, None)).view.turn < turn + 3:
        found = await next_action(house.tables, game)
        assert found is not None
        await house.tables.play(game, *found)
    house.tables.on_letters = wake
    house.teller.wake(game)
    await house.told()
    asked = (await house.tables.seen(game, None)).view.to_act
    assert [user for user, _ in house.mail.rung[before:]] == [(ADA, BO)[seat] for seat in asked]
    assert await house.store.letters(game) == []
    assert len(house.mail.posts(CHANNEL)) == 3
