"""A station for each test, on a disk that costs no time."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.wire.station import Station, station_at

MEMORY = Path("/dev/shm")


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory if possible: every move is synced to the disk, which takes most of the time and tells nothing here."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as made:
        yield Path(made)


@pytest.fixture
async def station(folder: Path) -> AsyncIterator[Station]:
    async with station_at(folder) as opened:
        yield opened
