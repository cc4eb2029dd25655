"""Transactions committed together: however many wait, the disk is waited for once. Each is kept or fails alone."""

import sqlite3
from collections.abc import Sequence

from bot.store.sql.database import Transaction
from bot.store.sqlite.lease import Fence


def commit_together(
    db: sqlite3.Connection, transactions: Sequence[Transaction], fence: Fence | None = None
) -> list[Exception | None]:
    """What went wrong with each, None where nothing did. Raises when nothing could be committed."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if fence is not None:
            fence.check(db)
        failures = [failure_of(db, transaction) for transaction in transactions]
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return failures


def failure_of(db: sqlite3.Connection, transaction: Transaction) -> Exception | None:
    failure = None
    db.execute("SAVEPOINT alone")
    try:
        for sql, rows in transaction:
            db.executemany(sql, rows)
    except Exception as error:
        if not db.in_transaction:  # a full disk ends the transactions of all
            raise
        db.execute("ROLLBACK TO alone")
        failure = error
    db.execute("RELEASE alone")
    return failure
