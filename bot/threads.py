"""Work beside the event loop, in threads: a robot's turn, a file, a long reckoning. What is heavy goes to `workers`."""

import asyncio
import traceback
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PLACES_TOLD = 6


class ThreadFailed(Exception):
    """Something in a thread went wrong; its cause says what."""


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
