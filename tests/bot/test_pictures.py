"""Every picture that a page, a post or a DM can ask for is really drawn, for every title."""

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.games.catalog import face_of
from bot.games.page import Settings
from bot.games.tickets.pictures import TicketPicture
from bot.pictures import DRAWN_AT_ONCE, MOST_STUCK, Drawn, NotDrawn, Pictures, about_table, drawn_hand
from bot.store.sqlite.store import SqliteStore
from bot.tables.snapshot import GameSnapshot
from bot.tables.statistics import Course
from bot.tables.writer import Tables
from rules.catalog import TITLES
from rules.game import Event
from tests.bot.plain import next_action, start_table


@pytest.mark.parametrize("title", TITLES)
async def test_board_hand_page_and_result_are_drawn(tmp_path: Path, title: str) -> None:
    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures()
    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        game = await start_table(tables, title, people=2)
        asked = set()
        while (found := await next_action(tables, game)) is not None:
            snapshot = await tables.snapshot(game, found[0])
            assert snapshot.legal is not None
            face = face_of(title)
            page = face.page(snapshot.view, snapshot.legal, face.draft(), Settings(), "en", snapshot.names)
            if page.picture is not None and page.picture.kind not in asked:
                asked.add(page.picture.kind)
                drawn = await pictures.plan(snapshot, page.picture, "light", "pl")
                assert drawn is not None
                assert drawn.content.startswith(b"\x89PNG")
                assert drawn.alt
            await tables.play(game, *found)
        over = await tables.snapshot(game, None)
        result = await pictures.result(over, await tables.history(game), "en")
        assert [drawn.name for drawn in result] == ["scores.png"]
        board = await pictures.board(over, language="pl", theme="dark", zoom="whole")
        assert board is not None
        assert len(board.content) < 2_000_000
    finally:
        pictures.close()
        await store.close()


async def test_what_happened_is_drawn_once_for_all_who_read_it_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call, a DM and the panel; in another language, at another moment or under another name it is another one."""
    drawn: list[tuple[str, str]] = []

    def draw(_snapshot: GameSnapshot, _events: Sequence[Event], theme: str, language: str) -> Drawn:
        drawn.append((theme, language))
        return b"\x89PNG", "a board"

    monkeypatch.setattr("bot.pictures.drawn_since", draw)
    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures()
    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        game = await start_table(tables, "metro", people=2)
        for _ in range(2):
            found = await next_action(tables, game)
            assert found is not None
            await tables.play(game, *found)
        snapshot, actions = await tables.snapshot(game, None), await tables.kept_actions(game, 0, None, None)
        own = await tables.kept_actions(game, 0, None, 0)
        assert await pictures.since(snapshot, actions, "light", "en") == await pictures.since(
            snapshot, own, "light", "en"
        )
        assert drawn == [("light", "en")]
        renamed = replace(snapshot, seats=(replace(snapshot.seats[0], name="Zoe"), snapshot.seats[1]))
        await pictures.since(snapshot, actions, "dark", "pl")
        await pictures.since(snapshot, actions[1:], "light", "en")
        await pictures.since(await tables.snapshot_at(game, 1), actions[:1], "light", "en")
        await pictures.since(renamed, actions, "light", "en")
        assert len(drawn) == 5
    finally:
        pictures.close()
        await store.close()


async def test_a_planned_claim_is_drawn_and_what_can_not_be_drawn_stops_nothing(tmp_path: Path) -> None:
    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures()
    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        game = await start_table(tables, "usa", people=2)
        snapshot = await tables.snapshot_of_seat(game, 0)
        track = next(iter(snapshot.game.board.file.tracks)).id  # type: ignore[attr-defined]
        claim = TicketPicture(kind="claim", track=track)
        assert await pictures.plan(snapshot, claim, "light", "en") is not None
        wrong = TicketPicture(kind="claim", track="nowhere-to-nowhere")
        with pytest.raises(NotDrawn):
            await pictures.plan(snapshot, wrong, "light", "en")
        assert await pictures.plan(snapshot, claim, "light", "en") is not None
    finally:
        pictures.close()
        await store.close()


async def test_when_too_many_wait_to_be_drawn_words_go_without_a_picture(tmp_path: Path) -> None:
    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures(longest_wait=0.05)
    held, done = threading.Event(), threading.Event()

    def slow() -> Drawn:
        held.wait(10)
        done.set()
        return b"\x89PNG", "a board"

    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        snapshot = await tables.snapshot(await start_table(tables, "usa", people=2), None)
        busy = [
            asyncio.create_task(pictures._drawn("board", about_table(snapshot), slow)) for _ in range(DRAWN_AT_ONCE)
        ]
        await asyncio.sleep(0)
        late = await asyncio.gather(*(pictures._drawn("board", about_table(snapshot), slow) for _ in range(20)))
        assert late == [None] * 20
        held.set()
        assert all(await asyncio.gather(*busy)), "one that has begun is waited for"
        assert done.is_set()
        assert await pictures.board(snapshot, language="en") is not None
    finally:
        held.set()
        pictures.close()
        await store.close()


@pytest.mark.parametrize("error", [StopIteration(), MemoryError(), SystemExit(1), RecursionError()], ids=repr)
async def test_a_drawing_that_fails_in_any_way_costs_only_itself(tmp_path: Path, error: BaseException) -> None:
    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures()

    def failing() -> Drawn:
        raise error

    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        snapshot = await tables.snapshot(await start_table(tables, "usa", people=2), None)
        async with asyncio.timeout(30):
            for _ in range(2 * DRAWN_AT_ONCE):
                assert await pictures._drawn("board", about_table(snapshot), failing) is None
            assert await pictures.board(snapshot, language="en") is not None
    finally:
        pictures.close()
        await store.close()


async def test_a_drawing_that_never_ends_is_given_up_and_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures(longest_drawing=0.1)
    held = threading.Event()

    def endless() -> Drawn:
        held.wait()
        return b"\x89PNG", "a board"

    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        snapshot = await tables.snapshot(await start_table(tables, "usa", people=2), None)
        for _ in range(MOST_STUCK):
            assert await pictures._drawn("board", about_table(snapshot), endless) is None
        assert f"table {snapshot.table.id}: the picture board is given up" in caplog.text
        drawn = await pictures._drawn("board", about_table(snapshot), lambda: (b"\x89PNG", "a board"))
        assert drawn is not None
    finally:
        held.set()
        pictures.close()
        await store.close()


async def test_pictures_name_title_and_table_once(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        game = await start_table(tables, "usa", people=2)
        snapshot = await tables.snapshot_of_seat(game, 0)
        for name, heading in (("", f"USA #{game}"), ("Friday_night", f"USA Friday_night #{game}")):
            drawn = drawn_hand(replace(snapshot, table=replace(snapshot.table, name=name)), "light", "en")
            assert drawn is not None
            assert drawn[1].startswith(f"{heading}.")
    finally:
        await store.close()


async def test_statistics_are_drawn_with_words_that_say_the_same() -> None:
    pictures = Pictures()
    try:
        course = Course(ratings=((1000.0, 333.0), (1042.0, 300.0)), scores=(88,), title="usa")
        drawn = await pictures.stats("Ada", course, "dark", "pl")
    finally:
        pictures.close()
    assert drawn is not None
    assert drawn.content.startswith(b"\x89PNG")
    assert "Ada: ranking od 1000 do 1042 ± 300" in drawn.alt
