"""Which process answers and writes: a row of the file, and a lock beside it that ends with its holder.

The row alone decides: every transaction looks at it. The lock says at once that a holder has died, however it died, so
that nobody has to wait for beats that don't come. A holder who was stopped keeps the lock and loses the row.
"""

import fcntl
import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock

import msgspec

from bot.store.protocol import Lease, LeaseHeld, LostLease, StoreError
from bot.store.rows import LeaseRow
from bot.store.sqlite.failures import translated
from bot.store.sqlite.file import OWNER_ALONE, explained, make_ready
from bot.store.sqlite.schema import SCRIPTS
from bot.threads import in_thread

NAME = "bot"
TABLE = next(script for script in SCRIPTS if script.name.endswith("_leases.sql"))
BUSY = 5.0
"""Seconds to wait for another transaction."""
BEING_MADE = LeaseRow(holder="?", epoch=0, beat=0)
"""By another process, this very moment: there is no file yet that could say by which."""
KEPT = "SELECT holder, epoch, beat, has_lock FROM leases WHERE name = ?"
COUNTS = "SELECT 1 FROM leases WHERE name = ? AND epoch = ? AND holder IS NOT NULL"


class Fence(msgspec.Struct, frozen=True):
    """What a transaction has to find as it was."""

    name: str
    epoch: int

    def check(self, db: sqlite3.Connection) -> None:
        if db.execute(COUNTS, (self.name, self.epoch)).fetchone() is None:
            raise LostLease


class SqliteLease(Lease):
    def __init__(self, path: Path, name: str = NAME) -> None:
        self.path = path
        self.name = name
        self.holder = f"{socket.gethostname()}, process {os.getpid()}"
        self._epoch: int | None = None
        self._db: sqlite3.Connection | None = None
        self._lock_file: int | None = None
        self._is_looked_over = False
        self._one_at_a_time = Lock()

    @property
    def epoch(self) -> int | None:
        return self._epoch

    async def look(self) -> LeaseRow | None:
        return await in_thread(self._look)

    async def take(self, over: LeaseRow | None = None) -> LeaseRow:
        return await in_thread(self._take, over)

    async def beat(self) -> None:
        await in_thread(self._beat)

    async def release(self) -> None:
        await in_thread(self._release)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody plays here meanwhile, whatever state the file is in. Raises `LeaseHeld`."""
        with self._one_at_a_time:
            try:
                with explained(self.path):
                    is_elsewhere = self._try_lock()
                if is_elsewhere or self._is_held_without_lock():
                    raise LeaseHeld(self._readable() or BEING_MADE)
                yield
            finally:
                self._let_go()

    def _is_held_without_lock(self) -> bool:
        """For a few seconds after somebody has taken over from a process that was stopped."""
        try:
            with closing(sqlite3.connect(self.path, timeout=BUSY)) as db:
                kept, had_lock = self._kept(db)
        except sqlite3.Error:
            return False
        return kept is not None and kept.holder is not None and not had_lock and self._lock_file is not None

    def _readable(self) -> LeaseRow | None:
        try:
            return self._look()
        except StoreError:
            return None

    # In a thread

    def _look(self) -> LeaseRow | None:
        """The file is opened each time: another may have been put into its place."""
        if not self.path.exists():
            return None
        with translated(), closing(sqlite3.connect(self.path, timeout=BUSY)) as db:
            return self._kept(db)[0]

    def _kept(self, db: sqlite3.Connection) -> tuple[LeaseRow | None, bool]:
        """What is there, and whether its holder has the lock."""
        if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'leases'").fetchone() is None:
            return None, False
        row = db.execute(KEPT, (self.name,)).fetchone()
        return (None, False) if row is None else (LeaseRow(holder=row[0], epoch=row[1], beat=row[2]), bool(row[3]))

    def _take(self, over: LeaseRow | None) -> LeaseRow:
        with self._one_at_a_time:
            try:
                with explained(self.path):
                    is_elsewhere = self._try_lock()
                if not self.path.exists() and is_elsewhere:
                    raise LeaseHeld(BEING_MADE)
                self._make_ready_once()
                with explained(self.path):
                    self._db = sqlite3.connect(self.path, timeout=BUSY, isolation_level=None, check_same_thread=False)
                    taken = self._taken(self._db, over)
            except BaseException:
                self._let_go()
                raise
            self._epoch = taken.epoch
        return taken

    def _make_ready_once(self) -> None:
        """Whoever waits for long need not read all of it each time."""
        if not self._is_looked_over:
            make_ready(self.path)
            self._is_looked_over = True

    def _taken(self, db: sqlite3.Connection, over: LeaseRow | None) -> LeaseRow:
        # A beat need not outlive a power cut: nobody else does. What is kept under it waits for the disk itself.
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL"):
            db.execute(f"PRAGMA {pragma}")
        self._look_whether_free(db, over)  # whoever waits asks often, and keeps nobody from writing
        db.execute("BEGIN IMMEDIATE")
        epoch = self._look_whether_free(db, over)
        db.execute(TABLE.read_text())
        taken = LeaseRow(holder=self.holder, epoch=epoch + 1, beat=0)
        db.execute(
            "INSERT OR REPLACE INTO leases (name, holder, epoch, beat, has_lock) VALUES (?, ?, ?, ?, ?)",
            (self.name, taken.holder, taken.epoch, taken.beat, int(self._lock_file is not None)),
        )
        db.execute("COMMIT")
        return taken

    def _look_whether_free(self, db: sqlite3.Connection, over: LeaseRow | None) -> int:
        """The last epoch there was; raises `LeaseHeld`."""
        kept, had_lock = self._kept(db)
        if kept is None:
            return 0
        is_dead = had_lock and self._lock_file is not None
        if kept.holder is not None and not is_dead and kept != over:
            raise LeaseHeld(kept)
        return kept.epoch

    def _beat(self) -> None:
        with self._one_at_a_time:
            if self._db is None:
                raise LostLease
            self._try_lock()  # it may have been left with somebody who was stopped, and has gone on or died since
            with translated():
                beaten = self._db.execute(
                    "UPDATE leases SET beat = beat + 1, has_lock = ? WHERE name = ? AND epoch = ?",
                    (int(self._lock_file is not None), self.name, self._epoch),
                )
            if not beaten.rowcount:
                self._let_go()
                raise LostLease

    def _release(self) -> None:
        with self._one_at_a_time:
            if self._db is None:
                return
            try:
                with translated():
                    self._db.execute(
                        "UPDATE leases SET holder = NULL, has_lock = 0 WHERE name = ? AND epoch = ?",
                        (self.name, self._epoch),
                    )
            finally:
                self._let_go()

    def _try_lock(self) -> bool:
        """Whether another process has it. Where the file system knows no locks nobody has, and only beats count."""
        if self._lock_file is not None:
            return False
        file = os.open(self.path.with_name(f"{self.path.name}.lock"), os.O_CREAT | os.O_RDWR, OWNER_ALONE)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(file)
            return isinstance(error, BlockingIOError)
        self._lock_file = file
        return False

    def _let_go(self) -> None:
        self._epoch = None
        if self._db is not None:
            self._db.close()
        if self._lock_file is not None:
            os.close(self._lock_file)
        self._db = self._lock_file = None


@contextmanager
def alone_on(path: Path) -> Iterator[None]:
    """For whoever changes the file as a whole."""
    with SqliteLease(path).alone():
        yield
