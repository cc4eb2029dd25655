"""In an opening nobody waits for a robot: it chooses at once, whenever a post is made."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.attachment import Attachment
from bot.outbox.compose import PostComposer
from bot.pictures import Pictures
from bot.store.sqlite.store import SqliteStore
from bot.tables.snapshot import GameSnapshot
from bot.tables.writer import Tables
from tests.bot.plain import start_table


class Noted(Pictures):
    """Keeps what boards are drawn from."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[GameSnapshot] = []

    async def board(self, snapshot: GameSnapshot, *, events: Sequence[Any] = (), **looks: Any) -> Attachment | None:
        self.drawn.append(snapshot)
        return None


@pytest.mark.parametrize("title", ["usa", "world"])
async def test_only_people_are_counted_as_choosing(tmp_path: Any, title: str) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    tables, pictures = Tables(store, lambda: 1.0, lambda: "a seed"), Noted()
    game = await start_table(tables, title, people=2, robots=1)
    post = await PostComposer(tables, pictures).post(game, 0, 0, is_plain=False)
    (snapshot,) = pictures.drawn
    robots = {seat.seat for seat in snapshot.seats if seat.robot}
    assert post is not None
    assert "Robot 0 ✓" in post.text
    assert len(snapshot.view.to_act) == 2
    assert {each.player for each in snapshot.view.players if not each.is_choosing} == robots
    await store.close()
    pictures.close()
