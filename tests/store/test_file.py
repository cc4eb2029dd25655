"""The file in which games are kept: made for its owner alone, and refused with its own reason where it is not sound."""

import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cli import run
from bot.cli.config import read_config
from bot.cli.speech import BadInput
from bot.store.protocol import BadStore
from bot.store.sqlite import file as store_file
from bot.store.sqlite.store import SqliteStore
from tests.bot.outside import PaperMail
from tests.bot.plain import start_table
from tests.bot.test_tables import App


async def kept(path: Path) -> None:
    """A file with a game in it."""
    app = await App(path, PaperMail()).open()
    await start_table(app.tables)
    await app.close()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_a_new_file_and_its_companions_are_its_owners_alone(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    await store.save_fact("a", "b")
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["semafor.db", "semafor.db-shm", "semafor.db-wal"]
    assert {mode(path) for path in files} == {0o600}
    await store.close()


def test_so_is_the_file_of_the_local_discord(tmp_path: Path) -> None:
    db = tmp_path / "semafor.discord.db"
    for _ in range(2):
        assert mode(run.made_private(db)) == 0o600


async def test_reading_the_environment_makes_no_file(tmp_path: Path) -> None:
    read_config({"SEMAFOR_DB": str(tmp_path / "semafor.db")})
    assert list(tmp_path.iterdir()) == []


async def test_a_file_that_could_not_be_completed_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = ["PRAGMA max_page_count = 2", *(f"CREATE TABLE t{n} (a)" for n in range(3))]
    monkeypatch.setattr(store_file, "scripts_after", lambda _: iter(small))
    with pytest.raises(BadStore, match="full"):
        await SqliteStore.open(tmp_path / "semafor.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_half_made_file_of_an_earlier_start_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "semafor.db.new").write_bytes(b"half")
    await (await SqliteStore.open(tmp_path / "semafor.db")).close()
    assert [path.name for path in tmp_path.iterdir()] == ["semafor.db"]


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def without_tables(path: Path) -> None:
    path.unlink()
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.close()


def foreign(path: Path) -> None:
    path.unlink()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name)")
    db.close()


def no_database(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)


def scratched(path: Path) -> None:
    """Some pages in the middle are noise."""
    raw = bytearray(path.read_bytes())
    raw[4096 * 3 : 4096 * 12] = b"\xa5" * (4096 * 9)
    path.write_bytes(raw)


def cut_off(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (emptied, "empty"),
        (without_tables, "empty"),
        (foreign, "foreign"),
        (no_database, "foreign"),
        (scratched, "damaged"),
        (cut_off, "damaged"),
    ],
)
async def test_an_unsound_file_is_refused_with_its_own_reason_and_left_as_it_is(
    tmp_path: Path, spoil: Callable[[Path], None], why: str
) -> None:
    path = tmp_path / "semafor.db"
    await kept(path)
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(BadStore) as refused:
        await SqliteStore.open(path)
    assert refused.value.why == why
    assert path.read_bytes() == before


async def full(_: Any) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


async def test_a_disk_that_is_full_is_found_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "semafor.db"
    await kept(path)
    monkeypatch.setattr("bot.store.sqlite.database.prepare", full)
    with pytest.raises(BadStore) as refused:
        await SqliteStore.open(path)
    assert refused.value.why == "full"


async def test_an_error_of_the_disk_means_a_full_one_where_no_room_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR | (19 << 8)
    assert store_file.why(error, tmp_path / "semafor.db") == "broken"
    monkeypatch.setattr(store_file.os, "statvfs", lambda _: SimpleNamespace(f_bavail=1, f_frsize=4096))
    assert store_file.why(error, tmp_path / "semafor.db") == "full"


async def refused_before_login(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said where the bot can't keep its games; Discord has heard nothing of it."""
    clients: list[object] = []
    monkeypatch.setattr(run, "Semafor", lambda *given, **_: clients.append(given))
    config = read_config({"SEMAFOR_DB": str(path), "DISCORD_TOKEN": "x" * 60})
    with pytest.raises(BadInput) as said:
        await run.serve(config, "x" * 60)
    assert not clients
    assert "\n" not in str(said.value)
    return str(said.value)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [(emptied, "is empty"), (foreign, "is not a database of Semafor"), (scratched, "is damaged")],
)
async def test_the_bot_says_on_one_line_what_is_wrong_with_its_file_and_does_not_log_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "semafor.db"
    await kept(path)
    spoil(path)
    assert words in await refused_before_login(path, monkeypatch)


async def test_what_fails_only_when_the_file_is_opened_is_found_before_the_login_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "semafor.db"
    await kept(path)
    monkeypatch.setattr("bot.store.sqlite.database.prepare", full)
    assert "full" in await refused_before_login(path, monkeypatch)
