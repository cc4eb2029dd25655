"""`semafor restore`: a backup takes the place of the file of games, which is kept aside."""

import argparse
import os
import time
from pathlib import Path

from bot.cli.config import named_file
from bot.cli.proving import CannotReplay, replay_one
from bot.cli.speech import BadInput, Occupied, say
from bot.store.protocol import BadStore, LeaseHeld
from bot.store.sqlite.backup import put_back
from bot.store.sqlite.file import look_over


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=say("cli.restore.file"))


def run(args: argparse.Namespace) -> int:
    db, source = named_file(os.environ), args.file.expanduser()
    if not source.is_file():
        raise BadInput(say("cli.restore.no_file", path=source))
    if db.exists() and source.samefile(db):
        raise BadInput(say("cli.restore.same", path=source))
    check(source)
    aside = db.with_name(f"{db.name}.before-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
    try:
        restored = put_back(source, db, aside)
    except LeaseHeld as error:
        raise Occupied(say("cli.restore.occupied", path=db, holder=error.lease.holder)) from None
    except BadStore as error:
        raise BadInput(say("cli.backup.failed", path=db, detail=error.detail)) from None
    print(say("cli.restore.done", path=db, tables=restored.tables, actions=restored.actions))
    if aside.exists():
        print(say("cli.restore.aside", path=aside))
    return 0


def check(source: Path) -> None:
    """Nothing is touched for the sake of a file from which nobody can play on."""
    try:
        look_over(source)
        replay_one(source)
    except BadStore as error:
        raise BadInput(say("cli.restore.unsound", path=source, why=error.why, detail=error.detail)) from None
    except CannotReplay as error:
        raise BadInput(say("cli.restore.doubtful", path=source, n=error.table_id)) from None
