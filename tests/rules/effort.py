"""How much work something takes, the same on every machine."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Effort:
    def __init__(self) -> None:
        self.calls = 0


@contextmanager
def effort() -> Iterator[Effort]:
    """Counts the functions that are called, and the steps of generators."""
    found = Effort()

    def count(_: object, event: str, __: object) -> None:
        found.calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield found
    finally:
        sys.setprofile(None)
