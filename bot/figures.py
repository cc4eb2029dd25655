"""What is counted and timed while the bot works. Where nobody listens, it costs next to nothing.

Labels are kinds and outcomes, a handful of each: never an id, a name or a word of anybody.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, Protocol, TypeAlias

Count: TypeAlias = Literal["interactions", "pictures", "posts", "discord_responses"]
Duration: TypeAlias = Literal["acknowledge", "answer", "turn", "picture", "timer_late", "robot"]
LABELS: dict[Count, tuple[str, ...]] = {
    "interactions": ("kind", "outcome"),
    "pictures": ("kind", "outcome"),
    "posts": ("outcome",),
    "discord_responses": ("status",),
}


class Listener(Protocol):
    def count(self, figure: Count, labels: tuple[str, ...]) -> None:
        """`labels` are the values of `LABELS`, in that order."""
        ...

    def took(self, figure: Duration, seconds: float) -> None: ...


_listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """From now on; None: nobody."""
    global _listener
    _listener = listener


def count(figure: Count, *labels: str) -> None:
    if _listener is not None:
        _listener.count(figure, labels)


def took(figure: Duration, seconds: float) -> None:
    if _listener is not None:
        _listener.took(figure, seconds)


@contextmanager
def timed(figure: Duration) -> Iterator[None]:
    """What is done here, if it comes to its end."""
    began = time.monotonic()
    yield
    took(figure, time.monotonic() - began)
