"""Outbox items as rows: what any release has kept is read as what it meant."""

import typing
from pathlib import Path

import pytest

from bot.store import items as under_test
from bot.store.items import (
    AsideChanged,
    AwayChanged,
    BoardShown,
    ButtonsExpired,
    FilmShown,
    GameFinished,
    GameStopped,
    HandChanged,
    HandClosed,
    Item,
    LobbyChanged,
    LobbyClosing,
    MessageReplaced,
    MoveUndone,
    PauseChanged,
    PlayerLeft,
    PlayerNudged,
    PostOvertaken,
    ReminderExpired,
    SeatChanged,
    SeatNext,
    SeatOffered,
    SeatRung,
    TableAsked,
    TableSlept,
    TagsChanged,
    ThreadExpired,
    TurnContinued,
    TurnPosted,
    TurnReminded,
    TurnRestored,
    TurnRung,
    Unreadable,
    UserGreeted,
    UserInvited,
    VoteChanged,
    VoteRung,
    item_from,
    payload_of,
)
from bot.store.sqlite.store import SqliteStore
from tests.wire.released import unpack

RELEASED = Path(__file__).parent.parent / "golden" / "released" / "store-1.db.gz"
ONE_OF_EACH: list[Item] = [
    TurnPosted(4, 6),
    TurnPosted(4, 6, to=11),
    TagsChanged(),
    TurnContinued(),
    MoveUndone(7, 4),
    TurnRestored(9, 4),
    TurnRung(6),
    SeatRung(0, 3),
    GameFinished(5, 7),
    GameStopped(),
    AsideChanged(),
    LobbyChanged(),
    LobbyClosing(),
    UserInvited(2**63 - 1),
    UserGreeted(12),
    HandChanged(0),
    TurnReminded(0, 1),
    PlayerNudged(0, 12),
    ReminderExpired(0),
    TableAsked(0, 99),
    TableSlept(),
    HandClosed(0, 12),
    SeatChanged(0, 1),
    SeatOffered(0, 12),
    SeatOffered(0, 0),
    PauseChanged(),
    PlayerLeft(0),
    AwayChanged(1, 1_700_000_000),
    SeatNext(1, 3),
    VoteChanged(),
    VoteRung(11, 2),
    BoardShown(),
    FilmShown(3),
    ButtonsExpired(500, 7, 0),
    ButtonsExpired(500, 7),
    PostOvertaken(500, 7),
    MessageReplaced(500, 8),
    ThreadExpired(),
]


def test_every_item_comes_back_as_it_was_kept() -> None:
    assert {type(item) for item in ONE_OF_EACH} == {*typing.get_args(under_test.Item)}
    for item in ONE_OF_EACH:
        assert item_from(item.kind, item.key, payload_of(item)) == item


def test_items_about_different_things_have_different_keys() -> None:
    keys = [item.key for item in ONE_OF_EACH if item != ButtonsExpired(500, 7)]
    assert len({*keys}) == len(keys)


@pytest.mark.parametrize(
    ("kind", "key", "payload", "item"),
    [
        ("post", "post:6", '{"after":4,"until":6}', TurnPosted(4, 6)),
        ("live", "live", "{}", TurnContinued()),
        ("ping", "ping:6", '{"after":4,"until":6}', TurnRung(6)),
        ("ping", "call:0", '{"seat":0,"turn":3}', SeatRung(0, 3)),
        ("end", "end", '{"after":5,"until":7}', GameFinished(5, 7)),
        ("stop", "stop", "{}", GameStopped()),
        ("aside", "aside", "{}", AsideChanged()),
        ("lobby", "lobby", "{}", LobbyChanged()),
        ("notice", "warning", "{}", LobbyClosing()),
        ("notice", "invite:12", '{"user":12}', UserInvited(12)),
        ("hello", "hello:12", '{"user":12}', UserGreeted(12)),
        ("dm", "dm:1", '{"seat":1}', HandChanged(1)),
        ("left", "left", '{"until":9}', PlayerLeft(9)),
        ("vote", "vote", "{}", VoteChanged()),
        ("show", "show", "{}", BoardShown()),
        ("strip", "strip:7", '{"channel":5,"message":7,"after":0,"until":0,"rang":3}', ButtonsExpired(5, 7, 0)),
        ("strip", "strip:7", '{"channel":5,"message":7,"rang":3}', ButtonsExpired(5, 7)),
        ("erase", "erase:8", '{"channel":5,"message":8}', MessageReplaced(5, 8)),
        ("archive", "archive", "{}", ThreadExpired()),
    ],
)
def test_rows_of_the_first_release_are_the_same_items(kind: str, key: str, payload: str, item: Item) -> None:
    """With the same key: what is written today replaces what waits since then."""
    assert item_from(kind, key, payload) == item
    assert item.key == key


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("hologram", "{}"), ("dm", "{}"), ("dm", '{"seat":"x"}'), ("post", '{"after":1}'), ("dm", "nonsense")],
)
def test_what_nobody_knows_is_unreadable_and_raises_nothing(kind: str, payload: str) -> None:
    assert item_from(kind, "a key", payload) == Unreadable(kind=kind, key="a key")


async def test_all_that_waits_in_a_released_store_is_read(tmp_path: Path) -> None:
    unpack(RELEASED, tmp_path / "semafor.db")
    store = await SqliteStore.open(tmp_path / "semafor.db")
    rows = [row for table_id, _ in await store.tables_with_items() for row in await store.items(table_id)]
    kept = await store._rows("SELECT id, slot FROM letters")
    await store.close()
    assert {row.id: row.key for row in rows} == dict(kept)
    assert {type(row.item) for row in rows} == {
        HandChanged,
        LobbyChanged,
        MessageReplaced,
        TurnContinued,
        TurnPosted,
        UserGreeted,
        VoteChanged,
    }
