"""`semafor revive`: games that were set aside are tried again."""

import argparse
import asyncio
import os
import time

from bot.cli.config import kept_db, unusable
from bot.cli.speech import BadInput, Occupied, say
from bot.store.opening import Place, lease_of, open_store
from bot.store.protocol import BadStore, LeaseHeld
from bot.tables.writer import Tables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", nargs="?", metavar="TABLE", help=say("cli.revive.table"))


def run(args: argparse.Namespace) -> int:
    number = None if args.table is None else table_number(args.table)
    db = kept_db(os.environ)
    try:
        return asyncio.run(revive(db, number))
    except BadStore as error:
        raise BadInput(unusable(db, error)) from None
    except LeaseHeld as error:
        raise Occupied(say("cli.revive.occupied", path=db, holder=error.lease.holder)) from None


def table_number(typed: str) -> int:
    plain = typed.removeprefix("#")
    if not (plain.isascii() and plain.isdecimal() and len(plain) <= 12):
        raise BadInput(say("cli.revive.no_number", value=ascii(typed[:20])[1:-1]))
    return int(plain)


async def revive(db: Place, number: int | None) -> int:
    """0 where every game that was meant goes on now."""
    lease = lease_of(db)
    await lease.take()
    store = await open_store(db, lease)
    try:
        aside = [table.id for table in await store.tables_at("aside") if number in (None, table.id)]
        if number is not None and not aside:
            raise BadInput(say("cli.revive.not_aside", n=number))
        if not aside:
            print(say("cli.revive.none"))
        tables = Tables(store, time.time)
        revived = [await tried(tables, game) for game in aside]
        return 0 if all(revived) else 1
    finally:
        await store.close()
        await lease.release()


async def tried(tables: Tables, table_id: int) -> bool:
    is_revived = await tables.revive(table_id)
    print(say("cli.revive.goes_on" if is_revived else "cli.revive.stays", n=table_id))
    return is_revived
