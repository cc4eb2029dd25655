"""`semafor migrate-store FROM TO`: all games of a SQLite file move into a PostgreSQL database."""

import argparse
import asyncio
import tempfile
from pathlib import Path

from bot.cli.config import checked_db, unusable
from bot.cli.speech import BadInput, Occupied, say
from bot.store.opening import PostgresUrl, lease_of, open_store, place
from bot.store.protocol import BadStore, LeaseHeld, StoreReader
from bot.store.rows import TableRow
from bot.store.sqlite.backup import back_up
from bot.tables.records import record_from
from rules.errors import RulesError
from rules.record import replayed

SAMPLE = 50
"""So many games of each stage are replayed on both sides."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help=say("cli.migrate-store.from"))
    parser.add_argument("target", metavar="TO", help=say("cli.migrate-store.to"))


def run(args: argparse.Namespace) -> int:
    source, target = place(args.source), place(args.target)
    if not isinstance(source, Path) or not isinstance(target, PostgresUrl):
        raise BadInput(say("cli.migrate-store.direction"))
    if not checked_db(source).exists():
        raise BadInput(say("cli.no_db", path=source))
    return asyncio.run(migrate_store(source, target))


async def migrate_store(source: Path, target: PostgresUrl) -> int:
    """Nobody plays on either of them meanwhile; the file is left as it is."""
    leases = []
    try:
        for db in (source, target):
            lease = lease_of(db)
            try:
                await lease.take()
            except LeaseHeld as error:
                raise Occupied(say("cli.migrate-store.live", path=db, holder=error.lease.holder)) from None
            except BadStore as error:
                raise BadInput(unusable(db, error)) from None
            leases.append(lease)
        with tempfile.TemporaryDirectory() as folder:
            return await move_copy(source, Path(folder) / "copy.db", target)
    finally:
        for lease in leases:
            await lease.release()


async def move_copy(source: Path, copy: Path, target: PostgresUrl) -> int:
    from bot.store.postgres.moving import NotEmpty, NotTheSame, move

    try:
        back_up(source, copy)
        old = await open_store(copy)  # an older file gets the newest schema: the copy alone
    except BadStore as error:
        raise BadInput(unusable(source, error)) from None
    try:
        moved = await move(copy, target.url)
        played = await compare_games(old, target)
    except NotTheSame as error:
        raise BadInput(say("cli.migrate-store.not_the_same", path=target, where=error.where)) from None
    except NotEmpty:
        raise BadInput(say("cli.migrate-store.not_empty", path=target)) from None
    except BadStore as error:
        raise BadInput(unusable(target, error)) from None
    finally:
        await old.close()
    print(say("cli.migrate-store.done", path=target, tables=moved.tables, rows=moved.rows, n=played))
    return 0


async def compare_games(old: StoreReader, target: PostgresUrl) -> int:
    """Replay some games as they are kept there now; how many. Raises `NotTheSame`."""
    new = await open_store(target)
    try:
        tables = [*(await old.tables_at("running"))[-SAMPLE:], *(await old.tables_at("over"))[-SAMPLE:]]
        for table in tables:
            await compare_game(old, new, table)
    finally:
        await new.close()
    return len(tables)


async def compare_game(old: StoreReader, new: StoreReader, table: TableRow) -> None:
    from bot.store.postgres.moving import NotTheSame

    seats, log, snapshot = await new.seats(table.id), await new.log(table.id), await new.snapshot(table.id)
    is_same = (await new.table(table.id), seats, log) == (table, await old.seats(table.id), await old.log(table.id))
    try:
        game, state = replayed(record_from(table, seats, log))
    except RulesError:
        is_same = False
    else:
        if snapshot is not None and snapshot.rules == game.rules_version:
            is_same = is_same and game.codecs.state.decode(snapshot.state) == state
    if not is_same:
        raise NotTheSame(f"#{table.id}")
