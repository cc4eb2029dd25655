"""`semafor backup` and `semafor revive`, beside a bot that is at work."""

import asyncio
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import backup
from bot.cli.proving import replay_one
from bot.cli.speech import language
from bot.errors import TableAside
from bot.store.sqlite.lease import SqliteLease
from bot.store.sqlite.store import SqliteStore
from bot.tables.writer import Tables
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, next_action, start_table
from tests.bot.test_tables import App
from tests.cli.test_command_line import refused


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("SEMAFOR_DB", str(tmp_path / "semafor.db"))
    language.cache_clear()


async def played(folder: Path) -> tuple[App, int]:
    app = await App(folder / "semafor.db", PaperMail()).open()
    game = await start_table(app.tables)
    await app.play_on(game, 6)
    return app, game


async def in_a_thread(*words: str) -> int:
    """As a process of its own would: with an event loop of its own."""
    return await asyncio.to_thread(main, words)


async def test_a_backup_made_while_the_bot_plays_holds_every_move(tmp_path: Path) -> None:
    app, game = await played(tmp_path)
    target = tmp_path / "backup.db"
    assert await in_a_thread("backup", str(target)) == 0
    assert await app.play_on(game, 2) == 2
    await app.close()
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    store = await SqliteStore.open(target)
    tables = Tables(store, lambda: 0.0)
    assert await store.last_seq(game) == 6
    found = await next_action(tables, game)
    assert found is not None
    await tables.play(game, *found)
    await store.close()


async def test_a_plain_copy_would_not_do(tmp_path: Path) -> None:
    """What the README says of it."""
    app, _ = await played(tmp_path)
    shutil.copy(tmp_path / "semafor.db", tmp_path / "copy.db")
    (moves,) = sqlite3.connect(tmp_path / "copy.db").execute("SELECT count(*) FROM actions").fetchone()
    await app.close()
    assert moves < 6


async def test_a_backup_overwrites_nothing_and_a_failed_one_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app, _ = await played(tmp_path)
    await app.close()
    target = tmp_path / "backup.db"
    target.write_text("mine")
    assert "exists already" in refused(capsys, "backup", str(target))
    assert target.read_text() == "mine"
    assert f"{tmp_path}/no/folder.db can't be written" in refused(capsys, "backup", str(tmp_path / "no" / "folder.db"))
    raw = (tmp_path / "semafor.db").read_bytes()
    (tmp_path / "semafor.db").write_bytes(raw[: len(raw) // 2])
    assert "is damaged" in refused(capsys, "backup", str(tmp_path / "other.db"))
    assert not list(tmp_path.glob("other*"))


async def test_only_the_newest_backups_are_kept_and_nothing_else_is_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    app, _ = await played(tmp_path)
    folder = tmp_path / "backups"
    folder.mkdir()
    others = {"games.db", "games-2026.db", "games-20261117-152033.db.gz", "more-20250101-000000.db"}
    for name in others:
        (folder / name).write_text("mine")
    moments = iter(range(5))
    monkeypatch.setattr(backup.time, "time", lambda: 1_790_000_000.0 + 60 * next(moments))
    for _ in range(5):
        assert await in_a_thread("backup", str(folder / "games.db"), "--keep", "2") == 0
    await app.close()
    left = {path.name for path in folder.iterdir()} - others
    assert left == {"games-20260921-141620.db", "games-20260921-141720.db"}
    assert capsys.readouterr().out.count("is deleted") == 3
    assert "from 1" in refused(capsys, "backup", str(folder / "games.db"), "--keep", "0")


async def test_backups_made_under_load_each_hold_a_whole_moment(tmp_path: Path) -> None:
    app, game = await played(tmp_path)
    others = [await start_table(app.tables) for _ in range(3)]
    playing = asyncio.gather(*(app.play_on(each, 25) for each in (game, *others)))
    targets = [tmp_path / f"{number}.db" for number in range(4)]
    for target in targets:
        assert await in_a_thread("backup", str(target)) == 0
    assert not playing.done() or sum(playing.result()) == 100
    await playing
    await app.close()
    for target in targets:
        db = sqlite3.connect(target)
        logs = dict(db.execute("SELECT game, max(seq) FROM actions GROUP BY game"))
        assert dict(db.execute("SELECT game, seq FROM snapshots WHERE seq > 0")) == logs
        db.close()
        assert await asyncio.to_thread(replay_one, target) == others[-1]


async def test_a_backup_is_put_back_and_what_was_there_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app, game = await played(tmp_path)
    assert await in_a_thread("backup", str(tmp_path / "backup.db")) == 0
    await app.play_on(game, 4)
    await app.close()
    assert await in_a_thread("restore", str(tmp_path / "backup.db")) == 0
    (aside,) = tmp_path.glob("semafor.db.before-*")
    assert str(aside) in capsys.readouterr().out
    assert stat.S_IMODE((tmp_path / "semafor.db").stat().st_mode) == 0o600
    for path, moves in ((tmp_path / "semafor.db", 6), (aside, 10)):
        (count,) = sqlite3.connect(path).execute("SELECT count(*) FROM actions").fetchone()
        assert count == moves
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    assert await app.play_on(game, 3) == 3
    await app.close()


@pytest.mark.parametrize("spoil", ["nothing", "scratched", "gone"])
async def test_a_backup_is_put_back_whatever_has_become_of_the_file(
    tmp_path: Path, spoil: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also with the companions of a process that was killed, which would spoil what is put there."""
    db, target = tmp_path / "semafor.db", tmp_path / "backup.db"
    app, game = await played(tmp_path)
    assert await in_a_thread("backup", str(target)) == 0
    await app.play_on(game, 4)
    left = {name: (tmp_path / name).read_bytes() for name in ("semafor.db", "semafor.db-wal", "semafor.db-shm")}
    await app.close()
    for name, raw in left.items():
        (tmp_path / name).write_bytes(raw)
    if spoil == "scratched":
        db.write_bytes(b"\xa5" * 8192)
    elif spoil == "gone":
        db.unlink()
    assert await in_a_thread("restore", str(target)) == 0
    assert not list(tmp_path.glob("semafor.db-*"))
    app = await App(db, PaperMail()).open()
    assert await app.store.last_seq(game) == 6
    await app.close()
    capsys.readouterr()


async def test_nothing_is_put_back_under_a_bot_that_plays_nor_from_an_unsound_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app, game = await played(tmp_path)
    assert await in_a_thread("backup", str(tmp_path / "backup.db")) == 0
    await spoil(app, game, b'{"do":"nonsense"}')
    assert await in_a_thread("backup", str(tmp_path / "doubtful.db")) == 1
    assert f"#{game} can't be replayed" in capsys.readouterr().out
    await app.close()
    lease = SqliteLease(tmp_path / "semafor.db")
    await lease.take()
    assert await in_a_thread("restore", str(tmp_path / "backup.db")) == 3
    assert lease.holder in capsys.readouterr().err
    await lease.release()
    before = (tmp_path / "semafor.db").read_bytes()
    (tmp_path / "torn.db").write_bytes((tmp_path / "backup.db").read_bytes()[:20000])
    for name, said in (
        ("torn.db", "no sound backup"),
        ("doubtful.db", f"#{game} can't be replayed"),
        ("none.db", "there is no file"),
        ("semafor.db", "the file of games itself"),
    ):
        assert await in_a_thread("restore", str(tmp_path / name)) == 2
        assert said in capsys.readouterr().err
    assert (tmp_path / "semafor.db").read_bytes() == before
    assert not list(tmp_path.glob("*before*"))


@pytest.mark.parametrize("words", [["backup", "x.db"], ["revive"]])
def test_where_there_are_no_games_nothing_is_made(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "there is no file" in refused(capsys, *words)
    assert list(tmp_path.iterdir()) == []


async def spoil(app: App, table_id: int, action: bytes) -> bytes:
    (row,) = await app.store.actions(table_id, 2, 3)
    async with app.store._writing() as db:
        await db.execute("DELETE FROM snapshots WHERE game = ?", (table_id,))
        await db.execute("UPDATE actions SET action = ? WHERE game = ? AND seq = 3", (action, table_id))
    app.tables.games.forget(table_id)
    return row.action


async def test_a_game_set_aside_is_revived_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app, game = await played(tmp_path)
    assert await in_a_thread("revive") == 0
    assert "no game is set aside" in capsys.readouterr().out
    right = await spoil(app, game, b'{"do":"nonsense"}')
    with pytest.raises(TableAside):
        await app.tables.snapshot(game, ADA)
    assert await in_a_thread("revive", f"#{game}") == 1
    assert "stays aside" in capsys.readouterr().out
    await spoil(app, game, right)
    assert await in_a_thread("revive") == 0
    assert f"#{game} goes on" in capsys.readouterr().out
    assert await app.play_on(game, 2) == 2
    await app.close()


async def test_games_are_not_revived_under_a_bot_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app, _ = await played(tmp_path)
    await app.close()
    lease = SqliteLease(tmp_path / "semafor.db")
    await lease.take()
    assert await in_a_thread("revive") == 3
    said = capsys.readouterr().err
    assert lease.holder in said
    assert said.count("\n") == 1
    await lease.release()
    assert await in_a_thread("revive") == 0


async def test_only_a_table_that_is_set_aside_can_be_revived(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app, _ = await played(tmp_path)
    await app.close()
    for typed, said in (("7", "#7 is not set aside"), ("seven", "not the number"), ("9" * 30, "not the number")):
        assert await in_a_thread("revive", typed) == 2
        output = capsys.readouterr()
        assert said in output.err
        assert output.err.count("\n") == 1
