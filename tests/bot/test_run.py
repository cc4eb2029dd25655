"""Starting, coming back and leaving."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.cli import run
from bot.cli.config import read_config
from bot.cli.speech import BadInput
from bot.store.protocol import BadStore
from bot.store.sqlite.schema import SCRIPTS
from bot.store.sqlite.store import SqliteStore


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {"SEMAFOR_DB": str(folder / "semafor.db"), **more}


@pytest.mark.parametrize(
    "wrong",
    [
        {"DISCORD_TOKEN": "too short"},
        {"DISCORD_TOKEN": "long enough but with spaces in it"},
        {"SEMAFOR_LOG": "LOUD"},
        {"SEMAFOR_DB": "/"},
        {"SEMAFOR_DB": "/no/such/folder/semafor.db"},
    ],
)
def test_what_is_wrong_in_the_environment_is_said_in_one_line(tmp_path: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(BadInput) as said:
        read_config({**environment(tmp_path), **wrong})
    assert "\n" not in str(said.value)
    assert wrong.get("DISCORD_TOKEN", "never") not in str(said.value)


def test_a_token_is_never_shown(tmp_path: Path) -> None:
    config = read_config(environment(tmp_path, DISCORD_TOKEN="x" * 60))
    assert "x" * 60 not in repr(config)


async def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "semafor.db")
    db.execute("PRAGMA user_version = 999")
    db.close()
    with pytest.raises(BadStore, match="too_new"):
        await SqliteStore.open(tmp_path / "semafor.db")


async def test_the_store_keeps_what_it_says_it_keeps(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    found = {
        name: next(iter(await store._writer.execute_fetchall(f"PRAGMA {name}")))[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "user_version")
    }
    await store.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "user_version": len(SCRIPTS)}


class Client:
    """A client whose connection ends as it is told to."""

    def __init__(self, ending: BaseException | None) -> None:
        self.ending = ending
        self.is_closed_ = False

    async def start(self, token: str) -> None:
        if self.ending is not None:
            raise self.ending
        await asyncio.Event().wait()

    async def close(self) -> None:
        self.is_closed_ = True


async def test_whatever_ends_a_connection_is_followed_by_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LONGEST_PAUSE", 0.01)
    stopping = asyncio.Event()
    endings: list[BaseException | None] = [
        AttributeError("first connection"),
        ConnectionResetError(),
        KeyError("x"),
        None,
    ]
    made: list[Client] = []

    def make() -> Any:
        made.append(Client(endings[len(made)]))
        if len(made) == len(endings):
            asyncio.get_running_loop().call_later(0.05, stopping.set)
        return made[-1]

    real_wait_for = asyncio.wait_for
    monkeypatch.setattr(run.asyncio, "wait_for", lambda work, pause: real_wait_for(work, min(pause, 0.01)))
    await real_wait_for(run.supervise(make, "token", stopping), 60)
    assert len(made) == 4
    assert all(client.is_closed_ for client in made)


@pytest.mark.parametrize(
    ("ending", "is_a_bug"),
    [(ConnectionResetError(), False), (discord.GatewayNotFound(), False), (KeyError("x"), True)],
)
async def test_only_a_bug_is_logged_with_a_traceback(
    caplog: pytest.LogCaptureFixture, ending: Exception, is_a_bug: bool
) -> None:
    stopping = asyncio.Event()
    asyncio.get_running_loop().call_later(0.05, stopping.set)
    await run.supervise(lambda: Client(ending), "token", stopping)  # type: ignore[arg-type, return-value]
    assert type(ending).__name__ in caplog.text
    assert ("Traceback" in caplog.text) == is_a_bug


async def test_a_refused_token_ends_the_run() -> None:
    with pytest.raises(discord.LoginFailure):
        await run.supervise(lambda: Client(discord.LoginFailure("no")), "token", asyncio.Event())  # type: ignore[arg-type, return-value]


async def test_a_signal_ends_the_run_in_time() -> None:
    stopping = asyncio.Event()
    asyncio.get_running_loop().call_later(0.02, stopping.set)
    client = Client(None)
    await asyncio.wait_for(run.supervise(lambda: client, "token", stopping), 60)  # type: ignore[arg-type, return-value]
    assert client.is_closed_
