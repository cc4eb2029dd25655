"""All that has been said: the newest messages of each channel at hand, older ones in an archive that is asked for them.

Without an archive everything stays at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import islice
from typing import Protocol

from bot.local.world.model import Message

AT_HAND = 50
"""So many of a channel's newest messages are in memory once they are saved."""


class Archive(Protocol):
    """Where every message lies that has been saved."""

    def message(self, channel_id: int, message_id: int) -> Message | None: ...

    def backwards(self, channel_id: int, before: int | None) -> Iterator[Message]:
        """A channel's messages, newest first."""
        ...


class Conversations:
    def __init__(self) -> None:
        self.archive: Archive | None = None
        self._at_hand: dict[int, dict[int, Message]] = {}
        """By channel, then by id, oldest first."""
        self._longer: set[int] = set()
        """The channels of which the archive holds more than is at hand."""
        self._gone: set[int] = set()
        """Deleted messages that the archive may still hold."""

    def at_hand(self, channel_id: int) -> list[Message]:
        """Oldest first; everything that is not yet saved is among them."""
        return [*self._at_hand.get(channel_id, {}).values()]

    def get(self, channel_id: int, message_id: int | None) -> Message | None:
        if message_id is None:
            return None
        found = self._at_hand.get(channel_id, {}).get(message_id)
        if found is None and self.archive and channel_id in self._longer and message_id not in self._gone:
            return self.archive.message(channel_id, message_id)
        return found

    def backwards(self, channel_id: int, before: int | None = None) -> Iterator[Message]:
        """Newest first, as far back as somebody reads on."""
        here = [each for each in self.at_hand(channel_id)[::-1] if before is None or each.id < before]
        if self.archive is None or channel_id not in self._longer:
            return iter(here)
        known = self._at_hand.get(channel_id, {})
        older = (
            each
            for each in self.archive.backwards(channel_id, before)
            if each.id not in known and each.id not in self._gone
        )
        return merge(here, older, key=lambda each: -each.id)

    def place(self, message: Message) -> None:
        here = self._at_hand.setdefault(message.channel_id, {})
        is_late = message.id not in here and bool(here) and next(reversed(here)) > message.id
        here[message.id] = message
        if is_late:  # an old one that has been changed
            self._at_hand[message.channel_id] = dict(sorted(here.items()))

    def open(self, channel_id: int) -> None:
        """Take a channel's newest messages out of the archive."""
        assert self.archive
        newest = [*islice(self.archive.backwards(channel_id, None), AT_HAND + 1)]
        if len(newest) > AT_HAND:
            self._longer.add(channel_id)
        for message in reversed(newest[:AT_HAND]):
            self.place(message)

    def drop(self, message: Message) -> None:
        self._at_hand.get(message.channel_id, {}).pop(message.id, None)
        if self.archive:
            self._gone.add(message.id)

    def close(self, channel_id: int) -> None:
        """Forget a channel whose messages are all dropped."""
        self._at_hand.pop(channel_id, None)
        self._longer.discard(channel_id)

    def erased(self, message_id: int) -> None:
        """The archive holds it no more."""
        self._gone.discard(message_id)

    def put_away(self, channel_id: int, unsaved: set[int]) -> None:
        """Leave old messages of a channel to the archive, which has them all but those `unsaved`."""
        here = self._at_hand.get(channel_id, {})
        for message_id in [*here][:-AT_HAND]:
            if message_id not in unsaved:
                del here[message_id]
                self._longer.add(channel_id)
