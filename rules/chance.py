"""Chance is a named stream of a game's seed, or an order written down beforehand.

The shuffle, exactly, so that anybody can write it again in any language:

1. Take the text `<seed>/<purpose>` in UTF-8 and feed it to SHAKE-256.
2. Read 8 × n bytes of output for n items; bytes 8i to 8i + 7, big-endian, are the key of item i.
3. Sort the items by key, smallest first; equal keys keep the order of the items.

The first item of the result is the top of the pile. SHAKE-256 can't be run backwards, so nobody learns the seed from
the cards that come up.
"""

import hashlib
import struct
from collections import Counter
from collections.abc import Sequence

import msgspec

from rules.errors import BadRecord


class Chance(msgspec.Struct, frozen=True):
    """A seed, and orders (top first) that replace single shuffles by purpose. Secret, like everything made from it."""

    seed: str | None = None
    orders: dict[str, tuple[str, ...]] = {}

    def shuffled(self, items: Sequence[str], purpose: str) -> tuple[str, ...]:
        """`items` in the order that this game has for `purpose`, such as "tickets" or "cards, reshuffle 2"."""
        given = self.orders.get(purpose)
        if given is not None:
            return checked_order(given, items, purpose)
        if self.seed is None:
            raise BadRecord("no order", purpose)
        keys = stream(self.seed, purpose, len(items))
        return tuple([items[i] for i in sorted(range(len(items)), key=keys.__getitem__)])


def stream(seed: str, purpose: str, count: int) -> list[int]:
    """`count` numbers from 0 up to 2**64, each as likely as any other."""
    try:
        text = f"{seed}/{purpose}".encode()
    except UnicodeEncodeError:
        raise BadRecord("bad seed", ascii(seed)) from None
    raw = hashlib.shake_256(text).digest(8 * count)
    return list(struct.unpack(f">{count}Q", raw))


def checked_order(given: tuple[str, ...], items: Sequence[str], purpose: str) -> tuple[str, ...]:
    """An order written down in a record must hold exactly the items that are to be shuffled."""
    if Counter(given) != Counter(items):
        wrong = sorted((Counter(given) - Counter(items)) + (Counter(items) - Counter(given)))
        raise BadRecord("wrong order", f"{purpose}: {', '.join(wrong[:5])}")
    return given
