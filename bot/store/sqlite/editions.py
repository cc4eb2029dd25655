"""Which run of which file an outbox item comes from.

Items are numbered by their file: a copy, or a backup that is put back, counts on from the same number. Each opening
of a file gets an id of its own, and the items written from then on carry it: no two of them are ever taken for one.
"""

import secrets
from collections.abc import Sequence

import aiosqlite
import msgspec

FACT = "editions"
FIRST = "semafor"
"""The id of all items that were written before there were editions."""


class Edition(msgspec.Struct, frozen=True):
    after: int
    """Items with a larger number belong to it, unless a later edition has them."""
    id: str


async def begin_edition(db: aiosqlite.Connection) -> tuple[Edition, ...]:
    """The editions of which items may still wait, oldest first, and a new one for what is written from now on."""
    kept = await db.execute_fetchall("SELECT value FROM facts WHERE name = ?", (FACT,))
    before = [edition for row in kept for edition in msgspec.json.decode(row[0], type=list[Edition])]
    last = await number(db, "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'letters'")
    oldest = await number(db, f"SELECT coalesce(min(id), {last + 1}) FROM letters")
    ends = [edition.after for edition in before[1:]] + [last]
    waiting = [edition for edition, end in zip(before, ends, strict=False) if edition.after < end and oldest <= end]
    editions = (*waiting, Edition(after=last, id=secrets.token_hex(4)))
    value = msgspec.json.encode(editions).decode()
    await db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (FACT, value))
    return editions


async def number(db: aiosqlite.Connection, sql: str) -> int:
    return next(int(row[0]) for row in await db.execute_fetchall(sql))


def edition_of(item_id: int, editions: Sequence[Edition]) -> str:
    return next((edition.id for edition in reversed(editions) if item_id > edition.after), FIRST)
