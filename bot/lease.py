"""One process at a time: the lease of a database is waited for, kept, and given up before any harm is done.

A second process waits until the first lets go, dies, or has not beaten for `PATIENCE`. One that was stopped and goes on
later trusts nothing that it remembers: it looks first, and answers and sends nothing where another has taken over.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

from bot.store.protocol import BadStore, Lease, LeaseHeld, LostLease, StoreError
from bot.store.rows import LeaseRow

BEAT = 3.0
"""Seconds between two beats."""
LOOK = 1.0
"""Seconds between two looks of one who waits."""
PATIENCE = 10
"""After so many looks without a beat, whoever waits takes over."""
SURE = 7.0
"""For so many seconds after a beat its holder need not look: less than anybody who waits has patience for."""
PASSES = ("full", "locked")
"""What is wrong with a store for a while."""
log = logging.getLogger(__name__)


def awake() -> float:
    """Seconds that go on while this process is stopped or the machine sleeps, whoever sets its clock."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class LeaseKeeper:
    def __init__(self, lease: Lease, seconds: Callable[[], float] = awake) -> None:
        self.lease = lease
        self.seconds = seconds
        self.lost = asyncio.Event()
        """Somebody else has it by now."""
        self._beaten = float("-inf")
        self._said: str | None = None

    async def take(self, over: LeaseRow | None = None) -> None:
        """Raises `LeaseHeld`."""
        began = self.seconds()
        taken = await self.lease.take(over)
        has_waited = over is not None or self._said is not None
        self._beaten, self._said = began, None
        self.lost.clear()
        log.log(logging.INFO if has_waited else logging.DEBUG, "this process answers as number %s", taken.epoch)

    async def wait_until_taken(self, stopping: asyncio.Event) -> None:
        """Until it is ours, or we are to stop."""
        seen: LeaseRow | None = None
        quiet = 0
        while not stopping.is_set():
            try:
                await self.take(seen if quiet >= PATIENCE else None)
                return
            except LeaseHeld as held:
                quiet = quiet + 1 if held.lease == seen else 0
                seen = held.lease
            except (StoreError, BadStore) as error:
                if isinstance(error, BadStore) and error.why not in PASSES:
                    raise
                log.warning("waiting: %s", type(error).__name__)
            await slept(LOOK, stopping)

    async def keep(self) -> None:
        """Beat until somebody else has it."""
        while not self.lost.is_set():
            await asyncio.sleep(BEAT)
            await self._beat()

    async def _beat(self) -> None:
        began = self.seconds()
        trouble = None
        try:
            await self.lease.beat()
            self._beaten = began
        except LostLease:
            trouble = "another process answers by now"
            self.lost.set()
        except StoreError as error:
            trouble = f"the lease can't be renewed: {error}"
        if trouble != self._said:
            log.warning("%s", trouble or "the lease is renewed again")
        self._said = trouble

    @property
    def is_sure(self) -> bool:
        """Whether nobody else can have it, without a look."""
        return not self.lost.is_set() and self.seconds() - self._beaten < SURE

    async def is_held(self) -> bool:
        """Whether it is ours: by a beat that was just now, by one more, or, on a full disk, at least by a look."""
        if not self.is_sure and not self.lost.is_set():
            await self._beat()
        return self.is_sure or (not self.lost.is_set() and await self._stands())

    async def _stands(self) -> bool:
        with contextlib.suppress(StoreError):
            kept = await self.lease.look()
            return kept is not None and kept.epoch == self.lease.epoch and kept.holder is not None
        return False

    async def release(self) -> None:
        with contextlib.suppress(StoreError):
            await self.lease.release()


async def slept(seconds: float, stopping: asyncio.Event) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)
