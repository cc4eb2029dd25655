"""Forks runs of the game and kills them with SIGKILL at random moments."""

import asyncio
import os
import signal
import sys
import time
import traceback
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import asyncpg

from bot.store.opening import Place, PostgresUrl
from rules.catalog import TITLES
from tests.postgres import Postgres, make_template, new_database, server
from tests.soak.paper import posts
from tests.soak.player import play

LONGEST_RUN = 120.0


def run_once(folder: Path, title: str, db: Place, *, forgets: bool, life: float | None) -> bool:
    """One run in a process of its own, killed after `life` seconds; whether it came to the end of the game."""
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(play(folder, title, db, forgets=forgets))
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    deadline = time.monotonic() + (LONGEST_RUN if life is None else life)
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            if os.waitstatus_to_exitcode(status) != 0:
                raise AssertionError("a run failed; see above")
            return True
        time.sleep(0.0005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if life is None:
        raise AssertionError("an undisturbed run did not end")
    return False


def soak(folder: Path, title: str, kills: int, server: Postgres | None, *, forgets: bool, seed: int) -> int:
    """Play to the end with about `kills` kills, then without; compare. Returns how often it was killed. Games are kept
    in a file, or on the server."""
    random = Random(seed)
    calm, rough = folder / "calm", folder / "rough"
    calm.mkdir(parents=True)
    rough.mkdir()
    db, moments = new_place(calm, server), [time.monotonic()]
    for _ in range(2):  # the second one only finds that all is done: so long takes a start
        run_once(calm, title, db, forgets=forgets, life=None)
        moments.append(time.monotonic())
    whole, start = moments[1] - moments[0], moments[2] - moments[1]
    longest = max(0.02, 4 * whole / max(kills, 1), 3 * start)
    killed, db = 0, new_place(rough, server)
    if isinstance(db, PostgresUrl):
        asyncio.run(lose_number(db.url))
    while not run_once(rough, title, db, forgets=forgets, life=random.uniform(0.0, longest + 0.02) + 0.01):
        killed += 1
        longest *= 1.1  # a machine that has become slower gets to the end too
    check(calm, rough)
    return killed


def new_place(folder: Path, server: Postgres | None) -> Place:
    return folder / "semafor.db" if server is None else PostgresUrl(asyncio.run(new_database(server)))


async def lose_number(dsn: str) -> None:
    """As if a run had been killed just before its table was there: the server gives its number to nobody else."""
    db = await asyncpg.connect(dsn)
    await db.execute("SELECT nextval(pg_get_serial_sequence('tables', 'id'))")
    await db.close()


def check(calm: Path, rough: Path) -> None:
    assert (rough / "record.json").read_bytes() == (calm / "record.json").read_bytes(), "another record"
    told, expected = posts(rough / "discord.db"), posts(calm / "discord.db")
    assert sorted(told) == sorted(expected), difference(told, expected)


def difference(told: list[tuple[int, str, str, int]], expected: list[tuple[int, str, str, int]]) -> str:
    more = [post for post in told if told.count(post) > expected.count(post)]
    less = [post for post in expected if expected.count(post) > told.count(post)]
    return f"too much: {more[:5]}; missing: {less[:5]}"


def main(arguments: list[str]) -> int:
    """`python -m tests.soak 300 usa metro`: at least so many kills, in each of these titles or in all of them; with
    `postgres` among the words, on such a server."""
    words = [word for word in arguments if word != "postgres"]
    if words == arguments:
        return kill_until(words, None)
    with server() as here:
        asyncio.run(make_template(here))
        return kill_until(words, here)


def kill_until(words: list[str], here: Postgres | None) -> int:
    wanted = int(words[0]) if words else 500
    killed, seed = 0, int(time.time())
    print(f"seed {seed}")
    while killed < wanted:
        for title, forgets in product(words[1:] or TITLES, (False, True)):
            with TemporaryDirectory() as folder:
                seed += 1
                killed += soak(Path(folder), title, 30, here, forgets=forgets, seed=seed)
            print(f"{title}: the same game and the same posts; {killed} kills so far", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
