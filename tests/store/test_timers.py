"""Timers as rows: what any release has kept is read as what it meant, and an older file gets those it needs."""

import sqlite3
import typing
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import timers as under_test
from bot.store.sqlite.schema import scripts_after
from bot.store.sqlite.store import SqliteStore
from bot.store.timers import (
    ClockRang,
    LeaverSought,
    LobbyClosed,
    LobbyWarned,
    LogPacked,
    NudgeRested,
    SeatRings,
    SilenceOver,
    ThreadPutAway,
    Timer,
    TimerChanges,
    UnknownTimer,
    VoteRings,
    timer_from,
    timer_payload,
    together,
)

ONE_OF_EACH: list[Timer] = [
    LobbyWarned(),
    LobbyClosed(),
    ThreadPutAway(),
    LogPacked(),
    LeaverSought(),
    LeaverSought(2),
    ClockRang(0),
    NudgeRested(1),
    SilenceOver(),
    SeatRings(1, 24),
    VoteRings(11, 2),
]
AN_OLD_TABLE = (
    "INSERT INTO tables (guild, channel, title, name, stage, host, size, variant, pace, language, posts, seating, "
    "opened, closes, is_warned, archives) VALUES (1, 5, 'usa', 'T', ?, 11, 2, '{}', 'daily', 'en', 'normal', 'random', "
    "0, ?, ?, ?)"
)


def test_every_timer_comes_back_as_it_was_kept() -> None:
    assert {type(timer) for timer in ONE_OF_EACH} == {*typing.get_args(under_test.Timer)}
    for timer in ONE_OF_EACH:
        assert timer_from(timer.kind, timer.key, timer_payload(timer)) == timer


@pytest.mark.parametrize(("kind", "payload"), [("sundial", "{}"), ("leaver", '{"tries":"x"}'), ("close", "nonsense")])
def test_what_nobody_knows_is_unknown_and_raises_nothing(kind: str, payload: str) -> None:
    assert timer_from(kind, "a key", payload) == UnknownTimer(kind=kind, key="a key")


def test_changes_of_several_kinds_are_made_together() -> None:
    first = TimerChanges(set=((1.0, LobbyClosed()),), cancel=("warn",))
    second = TimerChanges(set=((2.0, ThreadPutAway()),), is_all_cancelled=True)
    assert together([first, second]) == TimerChanges(
        set=((1.0, LobbyClosed()), (2.0, ThreadPutAway())), cancel=("warn",), is_all_cancelled=True
    )
    assert not together([])


async def test_lobbies_and_threads_of_an_older_file_get_their_timers(tmp_path: Path) -> None:
    path, before = tmp_path / "semafor.db", 4
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for script, _ in zip(scripts_after(0), range(before), strict=False):
            db.executescript(script)
        for row in (
            ("lobby", 900_000.0, 0, None),
            ("lobby", 900_000.0, 1, None),
            ("lobby", None, 0, None),
            ("running", None, 0, None),
            ("over", None, 0, 700_000.0),
        ):
            db.execute(AN_OLD_TABLE, row)
    store = await SqliteStore.open(path)
    kept = [[(row.due, row.timer) for row in await store.timers(number)] for number in range(1, 6)]
    await store.close()
    assert kept == [
        [(813_600.0, LobbyWarned()), (900_000.0, LobbyClosed())],
        [(900_000.0, LobbyClosed())],
        [],
        [],
        [(700_000.0, ThreadPutAway())],
    ]
