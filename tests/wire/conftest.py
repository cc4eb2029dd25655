"""A station for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.station import Station, station_at


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
async def station(folder: Path) -> AsyncIterator[Station]:
    async with station_at(folder) as opened:
        yield opened
