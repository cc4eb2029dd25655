"""What others are told never depends on what they may not know.

Two games differ only in hidden things: decks, piles, the seed, and what the other player holds. Whatever the channel
and the reader were sent must be the same, letter by letter.
"""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.games.tickets.draft import TicketDraft
from bot.outbox.compose import PostComposer
from bot.outbox.lines import since_lines
from bot.outbox.post import Post
from bot.store.sqlite.store import SqliteStore
from bot.tables.records import CachedGame
from bot.tables.writer import Tables
from rules.tickets.board import load_board
from tests.bot.plain import ADA, next_action, start_table
from tests.rules.metro.test_view import otherwise
from tests.rules.tickets.hidden import dealt_differently
from tests.soak.player import NoPictures


def with_other_secrets(cached: CachedGame, reader: int, seed: int) -> CachedGame:
    """The same game for `reader` and the channel: other hands, decks, tickets and seed, as far as they can't tell."""
    random = Random(seed)
    if cached.table.title == "metro":
        return replace(cached, state=otherwise(cached.state, reader, random))
    return replace(cached, state=dealt_differently(load_board(cached.table.title), cached.state, reader, random))


async def everything_public(tables: Tables, table_id: int, reader: int) -> list[Any]:
    """All that the channel and `reader` are shown of a game as it stands."""
    composer = PostComposer(tables, NoPictures())
    snapshot = await tables.snapshot(table_id, None)
    own = await tables.snapshot_of_seat(table_id, reader)
    posts: list[Post | None] = [
        await composer.post(table_id, 0, snapshot.seq, is_plain=True),
        await composer.post(table_id, 0, snapshot.seq, is_plain=True, is_live=True),
        await composer.show(table_id),
        await composer.hand(table_id, reader, ADA + reader, is_plain=True),
    ]
    told = await tables.kept_actions(table_id, 0, None, reader)
    missed = since_lines(own, await tables.since(own, reader), "en")
    return [posts, missed, msgspec.json.encode(snapshot.view), msgspec.json.encode(own.view), told]


@pytest.mark.parametrize("title", ["usa", "nordic", "germany", "world", "metro"])
@pytest.mark.parametrize("moves", [2, 9, 41])
async def test_no_parcel_depends_on_what_its_reader_may_not_know(tmp_path: Path, title: str, moves: int) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        tables = Tables(store, lambda: 0.0, lambda: f"secrets {moves}")
        game = await start_table(tables, title)
        for _ in range(moves):
            found = await next_action(tables, game)
            assert found is not None
            await tables.play(game, *found)
        cached = tables.games._cached[game]
        before = await everything_public(tables, game, reader=1)
        mine = await tables.snapshot_of_seat(game, 0)
        changed = False
        for seed in range(5):
            tables.games._cached[game] = with_other_secrets(cached, 1, seed)
            assert await everything_public(tables, game, reader=1) == before
            changed = changed or (await tables.snapshot_of_seat(game, 0)).view != mine.view
        assert changed, "nothing secret was changed at all"
    finally:
        await store.close()


async def test_no_log_line_holds_a_hand_a_seed_or_a_token(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        tables = Tables(store, lambda: 0.0, lambda: "a-very-secret-seed")
        game = await start_table(tables, "usa", robots=1)
        for _ in range(12):
            found = await next_action(tables, game)
            assert found is not None
            await tables.play(game, *found)
            await tables.finish()
        async with store._writing() as db:
            await db.execute("DELETE FROM snapshots")
            await db.execute("UPDATE actions SET action = ? WHERE seq = 5", (b"{}",))
        tables.games._cached.clear()
        with pytest.raises(Exception, match="aside"):
            await tables.snapshot(game, ADA)
    finally:
        await store.close()
    own = [record for record in caplog.records if record.name.startswith("bot")]
    assert own
    assert not any("a-very-secret-seed" in record.getMessage() + (record.exc_text or "") for record in own)


async def test_a_draft_of_one_player_is_nobody_elses(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        tables = Tables(store, lambda: 0.0, lambda: "drafts")
        game = await start_table(tables, "usa")
        await store.save_draft(game, 0, 0, msgspec.json.encode(TicketDraft(page="tickets")).decode())
        assert await store.draft(game, 1, 0) is None
        assert await store.draft(game, 0, 7) is None
    finally:
        await store.close()
