"""A whole bot against SimCord, an in-memory Discord."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.attachment import Attachment
from bot.client import Semafor
from bot.pictures import Pictures


class SmallPictures(Pictures):
    """Pictures of a few bytes: what is on them is tested elsewhere."""

    def wake(self) -> None:
        """There is nothing to load."""

    async def emojis(self) -> dict[str, bytes]:
        return {}

    async def _attempted(self, kind: str, about: str, *_order: object) -> Attachment | None:
        return Attachment(f"{kind}.png", b"\x89PNG", f"{kind} of {about}")


class Clock:
    def __init__(self) -> None:
        self.now: Callable[[], float] = lambda: 1_700_000_000.0

    def __call__(self) -> float:
        return self.now()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def make_bot(tmp_path: Path, clock: Clock) -> AsyncIterator[Callable[[], Semafor]]:
    """Bots on one and the same file; each is finished at the end of the test."""
    bots: list[Semafor] = []

    def make() -> Semafor:
        looks = SmallPictures()
        db = tmp_path / "semafor.db"
        bots.append(Semafor(db, now=clock, pictures=looks, new_seed=lambda: "a seed for tests", shard_count=1))
        return bots[-1]

    yield make
    for bot in bots:
        await bot.finish()


@pytest.fixture
def simcord_bot(make_bot: Callable[[], Semafor]) -> Semafor:
    return make_bot()
