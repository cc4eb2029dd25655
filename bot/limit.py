"""Several processes are one bot to Discord, which takes fifty requests a second from it: each keeps to its share."""

import asyncio
from collections import deque

ALL = 50.0
"""Requests a second, of all processes together."""


class SharedLimit:
    def __init__(self, share: float) -> None:
        self.most = max(1, int(ALL * share))
        """In any second."""
        self._sent: deque[float] = deque(maxlen=self.most)
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        """Until one more request is within our share; whoever came first goes first."""
        async with self._turn:
            now = asyncio.get_running_loop().time()
            if len(self._sent) == self.most and (early := self._sent[0] + 1.0 - now) > 0:
                await asyncio.sleep(early)
            self._sent.append(asyncio.get_running_loop().time())
