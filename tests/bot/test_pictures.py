"""Every picture that a page, a post or a DM can ask for is really drawn, for every title."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest
from msgspec.structs import replace

from bot import drawing
from bot.attachment import Attachment
from bot.games.catalog import face_of
from bot.games.page import Settings
from bot.games.tickets.pictures import TicketPicture
from bot.pictures import DRAWN_AT_ONCE, DRAWN_NEXT, LastDrawn, NotDrawn, Pictures, sight_of
from bot.store.sqlite.store import SqliteStore
from bot.tables.statistics import Course
from bot.tables.writer import Tables
from rules.catalog import TITLES
from rules.tickets.maps import load_map
from rules.tickets.view import TicketView
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
    drawn: list[bytes] = []

    async def run(_work: object, order: bytes, *_rest: object) -> bytes:
        drawn.append(order)
        return msgspec.msgpack.encode((b"\x89PNG", "a board"))

    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures()
    try:
        monkeypatch.setattr(pictures._workers, "run", run)
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        game = await start_table(tables, "metro", people=2)
        for _ in range(2):
            found = await next_action(tables, game)
            assert found is not None
            await tables.play(game, *found)
        snapshot, actions = await tables.snapshot(game, None), await tables.kept_actions(game, 0, None, None)
        own = await tables.kept_actions(game, 0, None, 0)
        at_once = await asyncio.gather(*(pictures.since(snapshot, own, "light", "en") for _ in range(2)))
        later = await pictures.since(snapshot, actions, "light", "en")
        assert [*at_once, later] == [later] * 3
        assert len(drawn) == 1
        renamed = replace(snapshot, seats=(replace(snapshot.seats[0], name="Zoe"), snapshot.seats[1]))
        await pictures.since(snapshot, actions, "dark", "pl")
        await pictures.since(snapshot, actions[1:], "light", "en")
        await pictures.since(await tables.snapshot_at(game, 1), actions[:1], "light", "en")
        await pictures.since(renamed, actions, "light", "en")
        assert len(drawn) == 5
    finally:
        pictures.close()
        await store.close()


async def test_what_is_kept_takes_only_so_many_bytes() -> None:
    """However small or large each is; what was asked for last stays longest."""
    last, drawn = LastDrawn(100), []

    def drawing_of(name: str, size: int) -> Callable[[], Awaitable[Attachment]]:
        async def draw() -> Attachment:
            drawn.append(name)
            return Attachment(name, bytes(size), "")

        return draw

    for name, size in (("a", 40), ("b", 40), ("a", 40), ("c", 40), ("a", 40), ("b", 40)):
        await last.find(name.encode(), drawing_of(name, size))
    assert drawn == ["a", "b", "c", "b"]
    for number in range(50):
        await last.find(f"small {number}".encode(), drawing_of("small", 2))
    await last.find(b"small 0", drawing_of("once more", 2))
    assert "once more" not in drawn
    await last.find(b"large", drawing_of("large", 101))
    await last.find(b"small 49", drawing_of("once more", 2))
    assert drawn[-2:] == ["large", "once more"]


async def test_places_go_round_among_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that wants many pictures at once lets others in between: `Workers` take turns among those who ask."""
    asking: list[object] = []

    async def run(_work: object, _order: bytes, who: object, *_rest: object) -> bytes:
        asking.append(who)
        return msgspec.msgpack.encode((b"\x89PNG", "a board"))

    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures()
    try:
        monkeypatch.setattr(pictures._workers, "run", run)
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        busy, calm = [await tables.snapshot(await start_table(tables, "metro", people=2), None) for _ in range(2)]
        for snapshot, language in ((busy, "en"), (busy, "pl"), (calm, "en")):
            await pictures.board(snapshot, language=language)
        assert asking[0] == asking[1] != asking[2]
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


def held(_: bytes) -> NoReturn:
    """A drawing that never ends."""
    while True:
        time.sleep(1)


def failing(_: bytes) -> NoReturn:
    raise SystemExit(1)


async def test_when_too_many_wait_to_be_drawn_words_go_without_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures(longest_wait=0.05)
    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        snapshot = await tables.snapshot(await start_table(tables, "usa", people=2), None)
        with monkeypatch.context() as patched:
            patched.setattr(drawing, "draw", held)
            taken = DRAWN_AT_ONCE * (1 + DRAWN_NEXT)
            zooms = [city.id for city in load_map("usa").cities[: taken + 9]]
            drawing_them = [asyncio.create_task(pictures.board(snapshot, language="en", zoom=zoom)) for zoom in zooms]
            busy, late = drawing_them[:taken], drawing_them[taken:]
            assert await asyncio.gather(*late) == [None] * 9
        assert not any(task.done() for task in busy), "one that has begun is waited for"
    finally:
        pictures.close()
        await store.close()


async def test_a_drawing_that_fails_costs_only_itself_and_tells_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures()
    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        snapshot = await tables.snapshot(await start_table(tables, "usa", people=2), None)
        with monkeypatch.context() as patched:
            patched.setattr(drawing, "draw", failing)
            for _ in range(2 * DRAWN_AT_ONCE):
                assert await pictures.board(snapshot, language="en") is None
        assert f"table {snapshot.table.id}: the picture board could not be drawn: SystemExit < " in caplog.text
        assert await pictures.board(snapshot, language="en") is not None
    finally:
        pictures.close()
        await store.close()


async def test_a_drawing_that_never_ends_is_given_up_and_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store, pictures = await SqliteStore.open(tmp_path / "semafor.db"), Pictures()
    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        snapshot = await tables.snapshot(await start_table(tables, "usa", people=2), None)
        with monkeypatch.context() as patched:
            patched.setattr(drawing, "draw", held)
            patched.setattr(pictures._workers, "longest_work", 0.1)
            for _ in range(2 * DRAWN_AT_ONCE):
                assert await pictures.board(snapshot, language="en") is None
        assert f"table {snapshot.table.id}: the picture board is given up" in caplog.text
        assert await pictures.board(snapshot, language="en") is not None
    finally:
        pictures.close()
        await store.close()


@pytest.mark.parametrize("reader", [0, None])
async def test_an_order_holds_no_more_than_its_reader_may_see(tmp_path: Path, reader: int | None) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        tables = Tables(store, lambda: 0.0, lambda: "a seed that nobody may see")
        game = await start_table(tables, "usa", people=2)
        snapshot = await tables.snapshot(game, None) if reader is None else await tables.snapshot_of_seat(game, reader)
        other = await tables.snapshot_of_seat(game, 1)
        raw = msgspec.json.encode(drawing.HandOrder(sight=sight_of(snapshot, "light", "en")))
    finally:
        await store.close()
    assert b"a seed that nobody may see" not in raw
    assert isinstance(other.view, TicketView)
    assert other.view.offer
    assert not [ticket for ticket in other.view.offer if ticket.encode() in raw]


async def test_pictures_name_title_and_table_once(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        tables = Tables(store, lambda: 0.0, lambda: "pictures")
        game = await start_table(tables, "usa", people=2)
        snapshot = await tables.snapshot_of_seat(game, 0)
        for name, heading in (("", f"USA #{game}"), ("Friday_night", f"USA Friday_night #{game}")):
            named = replace(snapshot, table=replace(snapshot.table, name=name))
            words = drawing.HandOrder(sight=sight_of(named, "light", "en")).tell()
            assert words.startswith(f"{heading}.")
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
