"""`make run` without a token: what it says, and what it says when it can't start."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

NO_DATABASE = b"This is a letter and not a database. " * 40


def environment(folder: Path, port: int | str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DISCORD_TOKEN", "LANG", "LC_ALL")}
    return {**kept, "SEMAFOR_DB": str(folder / "games.db"), "SEMAFOR_PORT": str(port)}


def refusal(folder: Path, port: int | str) -> str:
    """The one line that is said instead of starting."""
    ran = subprocess.run(
        [sys.executable, "-m", "bot", "run"], env=environment(folder, port), capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    return line


def test_it_says_which_discord_it_serves_and_where_and_ends_when_told(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "bot", "run"], env=environment(tmp_path, 0), stdout=subprocess.PIPE, text=True
    )
    assert running.stdout
    try:
        said = running.stdout.readline()
        assert "DISCORD_TOKEN is not set" in said
        address = re.search(r"http://127\.0\.0\.1:[1-9]\d*", said)
        assert address
        assert b"<title>Semafor</title>" in urllib.request.urlopen(address[0]).read()
        assert str(tmp_path / "games.db") in said
    finally:
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 0
        running.stdout.close()


@pytest.mark.parametrize("port", ["99999", "eighty"])
def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    assert f"“{port}” is not a port" in refusal(tmp_path, port)


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refusal(tmp_path, port)
    assert f"Port {port} can't be used (Address already in use)" in said


@pytest.mark.parametrize("name", ["games.db", "games.discord.db"])
def test_a_file_that_is_no_database_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(NO_DATABASE)
    assert str(tmp_path / name) in refusal(tmp_path, 0)
    assert (tmp_path / name).read_bytes() == NO_DATABASE


@pytest.mark.parametrize("name", ["games.db", "games.discord.db"])
def test_a_folder_where_a_file_should_be_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    assert f"{tmp_path / name} is a folder" in refusal(tmp_path, 0)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert f"{tmp_path / 'none'} doesn't exist" in refusal(tmp_path / "none", 0)
