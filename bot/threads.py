"""Work beside the event loop, in threads. What fails or hangs there costs only itself."""

import asyncio
import threading
import time
import traceback
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from bot.room import Room

T = TypeVar("T")
PLACES_TOLD = 6


class ThreadFailed(Exception):
    """Something in a thread went wrong; its cause says what."""


class ThreadStuck(ThreadFailed):
    """It takes longer than anything may."""


class ThreadsBusy(Exception):
    """No thread was free in time."""


async def in_thread(work: Callable[..., T], *args: object) -> T:
    """Like `asyncio.to_thread`, where some exceptions do harm: no future can carry a StopIteration, so whoever awaits
    it waits for ever, and a SystemExit ends the whole loop. Here they arrive as a ThreadFailed."""
    return await asyncio.to_thread(_harmless, work, *args)


def _harmless(work: Callable[..., T], *args: object) -> T:
    try:
        return work(*args)
    except BaseException as error:
        if isinstance(error, Exception) and not isinstance(error, StopIteration):
            raise
        raise ThreadFailed from error


def told_plainly(error: BaseException | None) -> str:
    """The kind of an error and where it came from, for a log: its own words may hold what only one player knows."""
    if error is None:
        return "?"
    places = traceback.extract_tb(error.__traceback__)[-PLACES_TOLD:]
    return " < ".join([type(error).__name__, *(f"{place.filename}:{place.lineno}" for place in reversed(places))])


class Workers:
    """At most `at_once` threads, each for one piece of work.

    A thread can't be ended from outside. One that works longer than `longest_work` is left to itself and another may
    take its place, as long as no more than `most_stuck` are given up like that: then its place stays taken until it
    comes back. The threads are daemons, so that none of them holds up the end of the process.
    """

    def __init__(self, at_once: int, *, longest_wait: float, longest_work: float, most_stuck: int) -> None:
        self.room = Room(at_once)
        self.longest_wait = longest_wait
        self.longest_work = longest_work
        self.most_stuck = most_stuck
        self.stuck = 0
        self.threads: set[threading.Thread] = set()
        """Those that are at work and not given up."""

    async def run(self, work: Callable[[], T], who: Hashable = None) -> T:
        """What `work` returns; places go round among all `who` that wait.

        Raises ThreadsBusy, ThreadStuck, or ThreadFailed for anything at all that it raises.
        """
        try:
            async with asyncio.timeout(self.longest_wait):
                await self.room.acquire(who)
        except TimeoutError:
            raise ThreadsBusy from None
        return await Errand(self, work, asyncio.get_running_loop()).done

    def wait_for_last(self, seconds: float) -> None:
        """Before the process ends: threads that end with it in the middle of their work can bring it down hard."""
        until = time.monotonic() + seconds
        for thread in list(self.threads):
            thread.join(max(0.0, until - time.monotonic()))


class Errand(Generic[T]):
    """One piece of work in its thread. The place among the workers is the work's, not that of whoever waits for it:
    somebody who stops waiting doesn't stop the thread."""

    def __init__(self, workers: Workers, work: Callable[[], T], loop: asyncio.AbstractEventLoop) -> None:
        self.workers = workers
        self.work = work
        self.loop = loop
        self.done: asyncio.Future[T] = loop.create_future()
        self.is_replaced = False
        self.thread = threading.Thread(target=self._run, name="worker", daemon=True)
        self.watchdog = loop.call_later(workers.longest_work, self._give_up)
        workers.threads.add(self.thread)
        try:
            self.thread.start()
        except (RuntimeError, MemoryError) as error:
            self._end(error, None)

    def _run(self) -> None:
        result: T | None = None
        failed: BaseException | None = None
        try:
            result = self.work()
        except BaseException as error:
            failed = error
        with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            self.loop.call_soon_threadsafe(self._end, failed, result)

    def _end(self, failed: BaseException | None, result: T | None) -> None:
        self.watchdog.cancel()
        self.workers.threads.discard(self.thread)
        if self.is_replaced:
            self.workers.stuck -= 1
        else:
            self.workers.room.release()
        if self.done.done():
            return
        if failed is None:
            self.done.set_result(result)  # type: ignore[arg-type]
        else:
            self.done.set_exception(caused(ThreadFailed(), failed))

    def _give_up(self) -> None:
        """The watchdog's turn: whoever waits goes on, and so does the next in line if there is still room for it."""
        self.workers.threads.discard(self.thread)
        if self.workers.stuck < self.workers.most_stuck:
            self.workers.stuck += 1
            self.is_replaced = True
            self.workers.room.release()
        if not self.done.done():
            self.done.set_exception(ThreadStuck())


def caused(error: ThreadFailed, cause: BaseException) -> ThreadFailed:
    error.__cause__ = cause
    return error
