"""A station for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.outbox import worker
from tests.wire.station import Station, station_at


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture(autouse=True)
def shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a turn too, so that a test which looks for it need not wait; `test_requests` has it wait."""
    monkeypatch.setattr(worker, "HALF_A_TURN", 0.0)


@pytest.fixture
async def station(folder: Path) -> AsyncIterator[Station]:
    async with station_at(folder) as opened:
        yield opened
