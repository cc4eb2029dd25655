"""`semafor migrate-store`: all games move into PostgreSQL, and go on there."""

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.speech import language
from bot.store.opening import PostgresUrl, open_store
from bot.store.sqlite.lease import SqliteLease
from bot.store.sqlite.store import SqliteStore
from bot.tables.writer import Tables
from tests.bot.outside import PaperMail
from tests.bot.plain import next_action, start_table
from tests.bot.test_tables import App
from tests.store.contract.rows import everything


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    language.cache_clear()


async def played(path: Path) -> list[int]:
    """A finished game, and one that runs."""
    app = await App(path, PaperMail()).open()
    tables = [await start_table(app.tables, "lantern"), await start_table(app.tables, "usa")]
    await app.play_on(tables[0], 10_000)
    await app.play_on(tables[1], 6)
    await app.close()
    return tables


async def semafor(*words: str) -> int:
    """As a process of its own would: with an event loop of its own."""
    return await asyncio.to_thread(main, words)


async def test_all_games_move_and_go_on(tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "semafor.db"
    tables = await played(path)
    assert await semafor("migrate-store", str(path), postgres_url) == 0
    assert "Tables: 2" in (said := capsys.readouterr().out)
    assert "games replayed: 2" in said
    old, new = await SqliteStore.open(path), await open_store(PostgresUrl(postgres_url))
    for table_id in tables:
        assert await everything(new, table_id) == await everything(old, table_id)
    assert await new.results() == await old.results()
    later = Tables(new, lambda: 0.0)
    found = await next_action(later, tables[1])
    assert found is not None
    await later.play(tables[1], *found)
    assert await start_table(later, "usa") > tables[1]
    assert await semafor("migrate-store", str(path), postgres_url) == 2
    assert "games are kept in" in capsys.readouterr().err
    await old.close()
    await later.finish()
    await new.close()


async def test_whoever_plays_there_is_not_disturbed_and_what_makes_no_sense_is_said(
    tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "semafor.db"
    await (await SqliteStore.open(path)).close()
    lease = SqliteLease(path)
    await lease.take()
    assert await semafor("migrate-store", str(path), postgres_url) == 3
    assert "plays there" in capsys.readouterr().err
    await lease.release()
    for words, said in (
        ((postgres_url, str(path)), "FROM must be a file"),
        ((str(path), str(path)), "FROM must be a file"),
        ((str(tmp_path / "no.db"), postgres_url), "there is no file"),
    ):
        assert await semafor("migrate-store", *words) == 2
        assert said in (heard := capsys.readouterr().err)
        assert heard.count("\n") == 1


async def test_what_a_server_has_its_own_tools_for_is_left_to_them(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SEMAFOR_DB", postgres_url)
    assert await semafor("backup", "x.db") == 2
    assert "pg_dump" in capsys.readouterr().err
    assert await semafor("revive") == 0
    assert "no game is set aside" in capsys.readouterr().out
