"""The file itself: made whole or not at all, for its owner alone, and looked over before anybody plays on it."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.protocol import BadStore, Why
from bot.store.sqlite.schema import newest, scripts_after

OWNER_ALONE = 0o600
SQLITE_VERSION = sqlite3.sqlite_version
BY_CODE: dict[int, Why] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "foreign",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "not_writable",
    sqlite3.SQLITE_CANTOPEN: "not_writable",
    sqlite3.SQLITE_PERM: "not_writable",
}
NO_ROOM = 2**20
"""On a disk with fewer free bytes than this, an error of input or output means that it is full."""


OF_SQLITE: tuple[type[Exception], ...] = (sqlite3.Error,)
OF_DISK: tuple[type[Exception], ...] = (*OF_SQLITE, OSError)


@contextmanager
def explained(path: Path, errors: tuple[type[Exception], ...] = OF_DISK) -> Iterator[None]:
    """Errors of SQLite and of the disk become `BadStore`s."""
    try:
        yield
    except errors as error:
        detail = (error.strerror or "") if isinstance(error, OSError) else str(error)
        raise BadStore(why(error, path), detail) from error


def why(error: Exception, path: Path) -> Why:
    if isinstance(error, OSError):
        return "full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "not_writable"
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and has_no_room(path.parent):
        return "full"
    return BY_CODE.get(code, "broken")


def has_no_room(folder: Path) -> bool:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize < NO_ROOM


def make_ready(path: Path) -> None:
    """Make the file where there is none, and look it over where there is one. Takes its time: it is read as a whole."""
    if path.exists():
        look_over(path)
    else:
        with explained(path):
            create(path)


def create(path: Path) -> None:
    """A new file gets its name only when it is complete, so that one without tables was never ours."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    try:
        private(new)
        with closing(sqlite3.connect(new, isolation_level=None)) as db:
            for script in scripts_after(0):
                db.executescript(script)
        new.rename(path)
    finally:
        new.unlink(missing_ok=True)


def private(path: Path) -> None:
    """An empty file that only its owner may read; SQLite gives its companions the same rights."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ALONE))


def look_over(path: Path) -> None:
    """Raises `BadStore` where this is no sound file of ours; nothing is changed."""
    with explained(path):
        check(path)


def check(path: Path) -> None:
    if path.stat().st_size == 0:
        raise BadStore("empty")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if version > newest():
            raise BadStore("too_new", f"{version} > {newest()}")
        if not names:
            raise BadStore("empty")
        if version < 1 or not {"tables", "actions", "letters"} <= names:
            raise BadStore("foreign", ", ".join(sorted(names)[:3]))
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise BadStore("damaged", found.splitlines()[-1])  # the first line says where it was looked for
