"""Room for a few at a time, shared fairly: whoever wants a lot keeps nobody else waiting for long."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Hashable


class Room:
    """A semaphore whose places go round: each `who` that waits gets one before any gets a second."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()
        """By who waits, in the order in which they are served next."""

    async def acquire(self, who: Hashable) -> None:
        if self._free > 0 and not self._waiting:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(place)
        try:
            await place
        except BaseException:
            if place.done() and not place.cancelled():  # given in the moment of giving up
                self.release()
            raise

    @property
    def waiting(self) -> int:
        return sum(not place.done() for places in self._waiting.values() for place in places)

    def release(self) -> None:
        self._free += 1
        while self._free > 0 and self._waiting:
            who, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[who] = places
            if not place.done():
                place.set_result(None)
                self._free -= 1
