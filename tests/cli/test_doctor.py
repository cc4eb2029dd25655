"""`semafor doctor`: what is well, what deserves a look, and what fails."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.cli import doctor
from bot.cli.speech import language
from bot.local.server import LocalDiscord
from bot.local.world.permissions import Permission
from bot.store.sqlite.lease import SqliteLease
from tests.bot.outside import PaperMail
from tests.bot.plain import start_table
from tests.bot.test_tables import App
from tests.wire.process import TOKEN


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("SEMAFOR_DB", str(tmp_path / "semafor.db"))
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr(doctor, "ASLEEP", 0.01)
    language.cache_clear()
    async with LocalDiscord(tmp_path / "discord.db", port=0) as discord:
        discord.point_discord_py_here()
        discord.token = discord.api.token = TOKEN
        yield discord


async def seen(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, tuple[str, str]]]:
    """The exit code; by check, its last finding."""
    capsys.readouterr()
    code = await asyncio.to_thread(main, ["doctor", "--json"])
    findings: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return code, {each["check"]: (each["status"], each["says"]) for each in findings}


@pytest.mark.usefixtures("here")
async def test_where_all_is_well_every_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    game = await start_table(app.tables)
    await app.play_on(game, 3)
    await app.close()
    code, found = await seen(capsys)
    assert code == 0
    assert {check for check, (status, _) in found.items() if status != "ok"} == set()
    assert {"versions", "fonts", "pictures", "database", "disk", "clock", "token", "intents", "server"} <= {*found}
    assert "1 tables (running 1" in found["holds"][1]
    assert "3 moves" in found["holds"][1]
    monkeypatch.setattr(doctor, "pictures", lambda: doctor.found("settings", "ok"))
    assert await asyncio.to_thread(main, ["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["ok"] * len(lines)
    assert not any(TOKEN in line for line in lines)


async def test_what_is_wrong_says_what_to_do(
    here: LocalDiscord, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "pictures", lambda: doctor.found("pictures", "fail", error="KeyError"))
    (guild,) = here.world.guilds.values()
    for role in guild.roles.values():
        role.permissions &= ~(Permission.ATTACH_FILES | Permission.CREATE_PUBLIC_THREADS | Permission.ADMINISTRATOR)
    (tmp_path / "semafor.db").write_bytes(b"Dear diary, " * 1000)
    monkeypatch.setattr(doctor, "digest_of", lambda path: None if path.name.startswith("FiraGO") else "0")
    monkeypatch.setattr(doctor, "LITTLE_ROOM", 2**60)
    monkeypatch.setattr(doctor, "LARGEST_LAG", -1.0)
    code, found = await seen(capsys)
    assert code == 1
    assert found["server"][0] == "warn"
    assert "missing are Attach Files, Create Public Threads;" in found["server"][1]
    assert found["database"][0] == found["fonts"][0] == "fail"
    assert (found["disk"][0], found["clock"][0]) == ("warn", "warn")
    monkeypatch.setenv("DISCORD_TOKEN", "another-token-of-many-letters")
    code, found = await seen(capsys)
    assert (code, found["token"][0]) == (1, "fail")
    assert "another-token" not in str(found)


async def test_without_a_token_the_rest_is_looked_at(
    here: LocalDiscord, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    monkeypatch.setattr(doctor, "pictures", lambda: doctor.found("settings", "ok"))
    code, found = await seen(capsys)
    assert (code, found["database"][0]) == (0, "warn")
    lease = SqliteLease(tmp_path / "semafor.db")
    await lease.take()

    monkeypatch.setattr(doctor, "let_it_beat", lease.beat)
    code, found = await seen(capsys)
    assert (code, found["token"][0], found["database"][0]) == (0, "skip", "ok")
    assert lease.holder in found["process"][1]
    await lease.release()
    await here.stop()
    code, found = await seen(capsys)
    assert (code, found["discord"][0]) == (0, "skip")
