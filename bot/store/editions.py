"""Which run on which database an outbox item comes from.

Items are numbered by their database: a copy, or a backup that is put back, counts on from the same number. Each opening
gets an id of its own, and the items written from then on carry it: no two of them are ever taken for one.
"""

import secrets
from collections.abc import Sequence

import msgspec

FACT = "editions"
FIRST = "semafor"
"""The id of all items that were written before there were editions."""


class Edition(msgspec.Struct, frozen=True):
    after: int
    """Items with a larger number belong to it, unless a later edition has them."""
    id: str


def with_new(before: Sequence[Edition], last: int, oldest: int | None) -> tuple[Edition, ...]:
    """The editions of which items may still wait, oldest first, and a new one for what is written from now on. `last`
    is the largest number that an item has had, `oldest` the smallest of those that wait."""
    ends = [edition.after for edition in before[1:]] + [last]
    first = last + 1 if oldest is None else oldest
    waiting = [edition for edition, end in zip(before, ends, strict=False) if edition.after < end and first <= end]
    return (*waiting, Edition(after=last, id=secrets.token_hex(4)))


def edition_of(item_id: int, editions: Sequence[Edition]) -> str:
    return next((edition.id for edition in reversed(editions) if item_id > edition.after), FIRST)


def written(editions: Sequence[Edition]) -> str:
    return msgspec.json.encode(editions).decode()


def read(value: str | None) -> tuple[Edition, ...]:
    return () if value is None else msgspec.json.decode(value, type=tuple[Edition, ...])
