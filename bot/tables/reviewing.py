"""Reviews of finished games: worked out away from the event loop, and kept for whoever asks next."""

import os
from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeAlias

import msgspec

from bot.tables.thinking import LEAST_URGENT
from bot.threads import in_thread
from bot.workers.process import tell
from rules.record import Record, read_record, write_record
from rules.review import Review, review

MOST_KEPT = 32
Progress: TypeAlias = Callable[[int, int], None]
News: TypeAlias = Callable[[bytes], None]
Work: TypeAlias = Callable[[bytes, int, News], Awaitable[bytes]]
"""Has the record of a table's game reviewed; it tells how far it is on the way."""


def review_in_worker(raw: bytes) -> bytes:
    """The work of a worker, after whatever people wait for."""
    os.setpriority(os.PRIO_PROCESS, 0, LEAST_URGENT)
    return reviewed(raw, lambda done, whole: tell(msgspec.json.encode((done, whole))))


def reviewed(raw: bytes, on_progress: Progress) -> bytes:
    """The same each time: its chance begins with the game itself."""
    record = read_record(raw)
    return msgspec.json.encode(review(record, Random(f"review of {record.seed}").random, on_progress))


async def review_beside(raw: bytes, _table_id: int, on_news: News) -> bytes:
    """Where there are no workers for it, in a thread."""
    return await in_thread(reviewed, raw, lambda done, whole: on_news(msgspec.json.encode((done, whole))))


class Reviews:
    def __init__(self, record: Callable[[int], Awaitable[Record]]) -> None:
        self._record = record
        self._kept: dict[int, Review] = {}
        self.work: Work = review_beside

    def knows(self, table_id: int) -> bool:
        """Whether a review is there at once."""
        return table_id in self._kept

    async def review(self, table_id: int, on_progress: Progress) -> tuple[Record, Review]:
        """Raises a refusal where the game is not over; a worker's own exceptions where it fails."""
        record = await self._record(table_id)
        if table_id not in self._kept:

            def hear(news: bytes) -> None:
                on_progress(*msgspec.json.decode(news, type=tuple[int, int]))

            found = await self.work(write_record(record), table_id, hear)
            self._kept[table_id] = msgspec.json.decode(found, type=Review)
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return record, self._kept[table_id]
