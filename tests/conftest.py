"""Settings for all tests."""

import asyncio
import os
import shutil
from functools import partial
from pathlib import Path
from threading import Thread

import aiosqlite.core
import discord
import pytest
from hypothesis import HealthCheck, settings

from tests import postgres

settings.register_profile("semafor", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("semafor")

aiosqlite.core.Thread = partial(Thread, daemon=True)  # type: ignore[attr-defined, assignment, misc]
"""A test that fails leaves its store open, and else its thread would keep the whole run from coming to its end."""

MEMORY = Path("/dev/shm")
ROOM = 2**30
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    # Every move is synced to the disk, which takes most of the time and tells nothing here.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

os.environ["XDG_CACHE_HOME"] = str(Path(__file__).parents[1] / ".pytest_cache" / "pictures")
"""Kept between runs, apart from those of whoever lives here."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what the golden tests found as the new truth")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.announce()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.end_shared()


@pytest.fixture(scope="session")
def postgres_database() -> str:
    """A database of this process; whoever uses it clears it first."""
    return asyncio.run(postgres.new_database(postgres.shared()))


@pytest.fixture
async def postgres_url(postgres_database: str) -> str:
    """The address of a database with nothing in it."""
    return await postgres.cleared(postgres_database)


@pytest.fixture(autouse=True)
def hasty_identify(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py waits five seconds before it identifies anew, for a limit that no Discord of ours has."""

    async def pause(_client: discord.Client, _shard: int | None, *, initial: bool = False) -> None:
        await asyncio.sleep(0.0 if initial else 0.3)

    monkeypatch.setattr(discord.Client, "before_identify_hook", pause)
