"""Switches that make the local Discord misbehave the way the real one does. Everything is off until a test asks."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


@dataclass
class Fault:
    """What happens to the next `times` requests that fit: `status` 0 drops the connection without an answer."""

    method: str
    path: str
    """As in the API, with `*` for any part, such as `/channels/*/messages`."""
    times: int = 1
    status: int | None = None
    code: int = 0
    message: str = "Injected by a test"
    retry_after: float = 0.0
    is_global: bool = False
    delay: float = 0.0
    released: asyncio.Event | None = None
    """Requests wait until this is set."""
    is_reset: bool = False
    """A dropped connection is reset (ECONNRESET), not only closed."""
    after: bool = False
    """The request takes effect first, and only its answer is spoilt."""
    seen: int = 0

    def fits(self, method: str, path: str) -> bool:
        return self.times > 0 and self.method in ("*", method) and fnmatchcase(path, self.path)


@dataclass
class Faults:
    waiting: list[Fault] = field(default_factory=list)
    duplicate_next_interaction: bool = False

    def add(self, method: str, path: str, **what: object) -> Fault:
        fault = Fault(method, path, **what)  # type: ignore[arg-type]
        self.waiting.append(fault)
        return fault

    def rate_limit(
        self, method: str, path: str, *, retry_after: float = 0.1, is_global: bool = False, times: int = 1
    ) -> Fault:
        return self.add(method, path, status=429, retry_after=retry_after, is_global=is_global, times=times)

    def server_error(self, method: str, path: str, *, status: int = 500, times: int = 1, after: bool = False) -> Fault:
        return self.add(method, path, status=status, times=times, after=after)

    def refuse(
        self, method: str, path: str, status: int, code: int, message: str = "Injected", times: int = 1
    ) -> Fault:
        return self.add(method, path, status=status, code=code, message=message, times=times)

    def drop(self, method: str, path: str, *, times: int = 1, after: bool = False) -> Fault:
        """Close the connection instead of answering; with `after`, once the request has taken effect."""
        return self.add(method, path, status=0, times=times, after=after)

    def reset(self, method: str, path: str, *, times: int = 1, after: bool = False) -> Fault:
        """The same, as when a router on the way has forgotten the connection."""
        return self.add(method, path, status=0, times=times, after=after, is_reset=True)

    def slow(self, method: str, path: str, seconds: float, *, times: int = 1, after: bool = True) -> Fault:
        return self.add(method, path, delay=seconds, times=times, after=after)

    def hang(self, method: str, path: str, *, after: bool = True) -> asyncio.Event:
        """One request gets no answer until the event is set; without `after`, nor does it take effect before."""
        released = asyncio.Event()
        self.add(method, path, released=released, after=after)
        return released

    def take(self, method: str, path: str) -> Fault | None:
        fault = next((each for each in self.waiting if each.fits(method, path)), None)
        if fault is None:
            return None
        fault.times -= 1
        fault.seen += 1
        if fault.times == 0:
            self.waiting.remove(fault)
        return fault

    def clear(self) -> None:
        self.waiting.clear()
        self.duplicate_next_interaction = False
