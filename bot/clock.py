"""Time that only goes forward."""

import time
from collections.abc import Callable


def steady(now: Callable[[], float]) -> Callable[[], float]:
    """`now` as it is at this moment, and from then on as seconds pass: whoever sets the clock doesn't change it."""
    began, wall = time.monotonic(), now()
    return lambda: wall + time.monotonic() - began
