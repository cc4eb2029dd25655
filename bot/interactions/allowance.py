"""How often one person may ask for something that costs us a lot, such as a picture."""

from collections import deque
from collections.abc import Callable

from bot.errors import Refusal

A_BOARD = 3
"""What a picture or a text of a whole board or hand costs, asked for by itself."""
A_PAGE = 1
"""What the picture on a page of the panel costs: a turn has many of them."""


class Allowance:
    """`count` in any `seconds`, whatever it is spent on and at however many tables; whoever wants more has to wait."""

    def __init__(self, now: Callable[[], float], count: int = 36, seconds: float = 60.0) -> None:
        self._now = now
        self._count = count
        self._seconds = seconds
        self._taken: dict[int, deque[tuple[float, int]]] = {}

    def take(self, user: int, cost: int = A_BOARD) -> None:
        """Raises `Refusal` with the seconds until there is enough again."""
        now = self._now()
        self._check(user, cost, now).append((now, cost))
        self._forget(now)

    def check(self, user: int, cost: int = 1) -> None:
        """Raises likewise; nothing is spent."""
        if user in self._taken:
            self._check(user, cost, self._now())

    def _check(self, user: int, cost: int, now: float) -> deque[tuple[float, int]]:
        taken = self._taken.setdefault(user, deque())
        while taken and taken[0][0] <= now - self._seconds:
            taken.popleft()
        if (missing := sum(spent for _, spent in taken) + cost - self._count) > 0:
            raise Refusal("refuse.too_often", n=int(self._regained(taken, missing) - now) + 1)
        return taken

    def _regained(self, taken: deque[tuple[float, int]], missing: int) -> float:
        """The moment at which so much can be spent again."""
        for at, spent in taken:
            missing -= spent
            if missing <= 0:
                return at + self._seconds
        return self._now() + self._seconds

    def _forget(self, now: float) -> None:
        """Nobody who has been quiet for a while is remembered."""
        if len(self._taken) > 10_000:
            long_ago = now - self._seconds
            self._taken = {user: taken for user, taken in self._taken.items() if taken and taken[-1][0] > long_ago}
