"""A copy of the file of games that holds together, made while the bot plays on."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from bot.store.sqlite.file import OF_SQLITE, check, explained, private
from bot.store.sqlite.lease import alone_on


class Copied(msgspec.Struct, frozen=True, kw_only=True):
    """What is in a backup."""

    tables: int
    actions: int


def back_up(db: Path, target: Path) -> Copied:
    """Write a backup, open it and look it over; only then does it get its name. Raises `BadStore` about `target`.

    All of it is from one moment: SQLite copies in one step, and whoever writes meanwhile writes beside it. A plain copy
    of the file would miss what is still in its companion (`-wal`), or be torn.
    """
    part = target.with_name(f"{target.name}.part")
    with explained(target):
        part.unlink(missing_ok=True)
        try:
            private(part)
            with closing(sqlite3.connect(db)) as source, closing(sqlite3.connect(part)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            check(part)
            found = count(part)
            flush(part)
            part.rename(target)
        finally:
            part.unlink(missing_ok=True)
    return found


def put_back(source: Path, db: Path, aside: Path) -> Copied:
    """A backup in place of the file of games, which is kept as `aside`. Raises `LeaseHeld` where somebody plays there,
    `BadStore` about `db`. At each moment there is a whole file under the name."""
    new = db.with_name(f"{db.name}.restored")
    with alone_on(db):
        with explained(db):
            new.unlink(missing_ok=True)
        found = back_up(source, new)
        with explained(db):
            if db.exists():
                settle(db, aside)
                os.link(db, aside)
            new.replace(db)
            flush(db.parent)
    return found


def settle(db: Path, aside: Path) -> None:
    """Bring all that was kept into the file itself. Companions of one that can't be opened go aside with it: beside
    another file they would spoil it."""
    wal, shm = db.with_name(f"{db.name}-wal"), db.with_name(f"{db.name}-shm")
    try:
        with closing(sqlite3.connect(db)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except OF_SQLITE:
        pass
    if wal.exists():
        wal.rename(aside.with_name(f"{aside.name}-wal"))
    shm.unlink(missing_ok=True)


def count(path: Path) -> Copied:
    with closing(sqlite3.connect(path)) as db:
        (tables,) = db.execute("SELECT count(*) FROM tables").fetchone()
        (rows,) = db.execute("SELECT count(*) FROM actions").fetchone()
        packed = 0
        if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'packed_logs'").fetchone():  # not in old ones
            (packed,) = db.execute("SELECT coalesce(sum(last), 0) FROM packed_logs").fetchone()
    return Copied(tables=tables, actions=rows + packed)


def flush(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
