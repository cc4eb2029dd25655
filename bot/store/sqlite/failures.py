"""What SQLite refuses, in the words of the protocol."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from bot.store.protocol import LostRace, SeatTaken, StoreError, StoreFailing, UnknownTable, VoteOpen

BY_COLUMNS: dict[str, type[StoreError]] = {
    "actions.game, actions.seq": LostRace,
    "votes.game": VoteOpen,
    "seats.game, seats.seat": SeatTaken,
    "seats.game, seats.user": SeatTaken,
}
"""What it means that a row with the same values in these columns is there already."""


@contextmanager
def translated() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise ours(error) from error


def ours(error: Exception) -> Exception:
    """The error of the protocol that one of SQLite stands for; any other stays as it is."""
    match error:
        case sqlite3.OperationalError():
            return StoreFailing(str(error))
        case sqlite3.IntegrityError():
            return broken_promise(error)(str(error))
        case sqlite3.Error():
            return StoreError(str(error))
    return error


def broken_promise(error: sqlite3.IntegrityError) -> type[StoreError]:
    """SQLite names the columns in its message only: "UNIQUE constraint failed: votes.game"."""
    if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return UnknownTable
    return BY_COLUMNS.get(str(error).partition(": ")[2], StoreError)
