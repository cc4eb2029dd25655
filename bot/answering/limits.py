"""How often one person may ask for something that costs us a lot, such as a picture."""

from collections import deque
from collections.abc import Callable

from bot.errors import Refusal


class Allowance:
    """`count` in any `seconds`; whoever wants more is told to wait."""

    def __init__(self, now: Callable[[], float], count: int = 12, seconds: float = 60.0) -> None:
        self._now = now
        self._count = count
        self._seconds = seconds
        self._taken: dict[int, deque[float]] = {}

    def take(self, user: int) -> None:
        now = self._now()
        taken = self._taken.setdefault(user, deque())
        while taken and taken[0] <= now - self._seconds:
            taken.popleft()
        if len(taken) >= self._count:
            raise Refusal("refuse.too_often", n=int(taken[0] + self._seconds - now) + 1)
        taken.append(now)
        self._forget(now)

    def _forget(self, now: float) -> None:
        """Nobody who has been quiet for a while is remembered."""
        if len(self._taken) > 10_000:
            self._taken = {user: taken for user, taken in self._taken.items() if taken[-1] > now - self._seconds}
