"""What is kept of a person can be taken along, and erased: then nothing of them is found anywhere any more."""

import json
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import Refusal
from bot.store.items import HandChanged, MessageReplaced, UserGreeted, UserInvited
from bot.store.personal import IMPERSONAL, PERSONAL
from bot.store.rows import Message, UserSettings
from bot.store.sqlite.schema import scripts_after
from bot.store.sqlite.store import SqliteStore
from bot.tables.audit import Author
from bot.tables.lobby import Lobby, invite, join, order_seats
from bot.tables.writer import Tables
from rules.record import replayed
from tests.bot.plain import next_action, table_of

ADA, BO = 4_000_000_000_000_001, 4_000_000_000_000_002
NAME = "Ada Lovelace"


def columns() -> set[tuple[str, str]]:
    db = sqlite3.connect(":memory:")
    for script in scripts_after(0):
        db.executescript(script)
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {
        (table, row[1])
        for table in tables
        if table[:7] != "sqlite_"
        for row in db.execute(f"PRAGMA table_info({table})")
    }


def test_every_column_is_known_to_hold_something_of_a_person_or_nothing() -> None:
    """A new column has to be put into one of the lists, and what it holds of a person into export and erasure."""
    personal = {(table, column) for table, listed in PERSONAL.items() for column in listed}
    impersonal = {(table, column) for table, listed in IMPERSONAL.items() for column in listed}
    assert not personal & impersonal
    assert personal | impersonal == columns()


def found_in(path: Path, *words: str) -> list[tuple[str, str]]:
    """Where any of these words stands in a database, whatever it stands in."""
    db = sqlite3.connect(path)
    found = []
    for table, column in sorted(columns()):
        for (value,) in db.execute(f"SELECT {column} FROM {table}"):
            shown = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
            if any(word in shown for word in words):
                found.append((table, column))
    db.close()
    return sorted(set(found))


async def play(tables: Tables, game: int, moves: int) -> None:
    for _ in range(moves):
        found = await next_action(tables, game)
        if found is None:
            return
        await tables.play(game, *found)
        await tables.finish()


async def begin(tables: Tables, channel: int, *users: int, title: str = "lantern") -> int:
    names = {ADA: NAME, BO: "Bo"}
    lobby = Lobby(table=replace(table_of(title, len(users)), channel=channel, host=users[0]))
    for user in users:
        lobby = join(lobby, user, names.get(user, f"P{user}"))
    opened = await tables.open_lobby(lobby)
    if len(users) > 1:
        await tables.change_lobby(opened.id, lambda one: order_seats(one, "rotate"), by=Author(user=ADA, name=NAME))
        await tables.start(opened.id, by=Author(user=ADA, name=NAME))
        await tables.finish()
    return opened.id


async def lived(tables: Tables, store: SqliteStore) -> tuple[int, int, int]:
    """A finished game, a running one and a lobby, with all that a person can leave behind."""
    over = await begin(tables, 601, ADA, BO)
    await play(tables, over, 500)
    running = await begin(tables, 602, ADA, BO, 13)
    await play(tables, running, 6)
    await tables.save_note(running, ADA, "watch Bo")
    await tables.votes.propose(running, ADA, [ADA, BO])
    lobby = await begin(tables, 603, BO)
    await tables.change_lobby(lobby, lambda one: invite(one, ADA))
    await tables.add_items(running, [UserGreeted(ADA), UserInvited(ADA), HandChanged(0)])
    row = next(row for row in await store.items(running) if row.item == HandChanged(0))
    await store.mark_sent(row, 0.0, keep=Message(key=f"hand:{ADA}", channel=77, message=78))
    await store.save_user(ADA, UserSettings(language="pl"))
    return over, running, lobby


async def test_after_export_and_erasure_nothing_of_the_person_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="bot")
    path = tmp_path / "semafor.db"
    store = await SqliteStore.open(path)
    try:
        tables = Tables(store, lambda: 5.0, lambda: "a seed")
        over, running, _ = await lived(tables, store)
        before = await tables.record(over)
        await tables.standings.ensure()
        data = await tables.erasure.data(ADA)
        assert {part for part, rows in data.items() if rows} == {*data} - {"offered_seats", "drafts", "plans"}
        logs = [(await store.actions(game), seat) for game, seat in ((over, 1), (running, 2))]
        assert len(data["actions"]) == sum(row.player == seat for log, seat in logs for row in log)
        json.dumps(data)
        assert found_in(path, str(ADA), NAME)

        await tables.erasure.erase(ADA)
        await tables.finish()
        assert found_in(path, str(ADA), NAME) == []
        assert not any((await tables.erasure.data(ADA)).values())

        after = await tables.record(over)
        assert "Person 2" in after.players
        assert (after.actions, after.seed) == (before.actions, before.seed)
        replayed(after)
        seats = await store.seats(running)
        assert [seat.robot is not None for seat in seats].count(True) == 1
        assert "Bo" in [seat.name for seat in seats]
        waiting = [row.item for row in await store.items(running)]
        assert MessageReplaced(77, 78) in waiting
        vote = await store.vote(running)
        assert vote is not None
        assert ADA not in vote.answers
        await play(tables, running, 500)
        table = await store.table(running)
        assert table is not None
        assert table.stage == "over"
    finally:
        await store.close()
    assert not [record for record in caplog.records if NAME in record.getMessage() or str(ADA) in record.getMessage()]


async def test_others_keep_what_is_theirs(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        tables = Tables(store, lambda: 5.0, lambda: "a seed")
        _over, running, lobby = await lived(tables, store)
        await tables.save_note(running, BO, "through the north")
        before = await tables.erasure.data(BO)
        await tables.erasure.erase(ADA)
        after = await tables.erasure.data(BO)
        for part in ("settings", "seats", "notes", "actions", "results"):
            assert after[part][: len(before[part])] == before[part]
        assert (await store.seats(lobby))[0].user == BO
        assert {row.result.user for row in await store.results()} == {BO, None}
    finally:
        await store.close()


async def test_a_game_that_nobody_else_plays_is_stopped_and_a_lobby_closed(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        tables = Tables(store, lambda: 5.0, lambda: "a seed")
        lobby = await begin(tables, 604, ADA)
        alone = await begin(tables, 605, ADA, 13)
        await tables.erasure.erase(13)
        await tables.finish()
        await tables.erasure.erase(ADA)
        assert [(await store.table(one)).stage for one in (lobby, alone)] == ["closed", "closed"]  # type: ignore[union-attr]
        with pytest.raises(Refusal):
            await tables.snapshot(alone, ADA)
    finally:
        await store.close()
