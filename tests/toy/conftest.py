"""A station at which the toy can be played, with its real pictures."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.toy.registered import ToyPictures, register_toy
from tests.wire.conftest import folder
from tests.wire.station import Station, station_at

__all__ = ["folder"]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    register_toy(monkeypatch)


@pytest.fixture
async def station(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Station]:
    register_toy(monkeypatch)
    async with station_at(folder, make_pictures=ToyPictures) as opened:
        yield opened
