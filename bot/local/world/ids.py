"""Snowflakes: ids that tell the millisecond they were made in, and are never given twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH = 1_420_070_400_000
Clock = Callable[[], float]
"""Seconds since 1970."""


class Snowflakes:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.last = 0

    def next(self) -> int:
        made = (int(self._clock() * 1000) - DISCORD_EPOCH) << 22
        self.last = max(made, self.last + 1)
        return self.last


def seconds_of(snowflake: int) -> float:
    return ((snowflake >> 22) + DISCORD_EPOCH) / 1000


def iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
