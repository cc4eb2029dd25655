"""`semafor backup`: a copy of all games that holds together, also while the bot runs."""

import argparse
import os
from pathlib import Path

from bot.cli.config import kept_db, unusable
from bot.cli.speech import BadInput, say
from bot.store.protocol import BadStore
from bot.store.sqlite.backup import back_up
from bot.store.sqlite.file import look_over


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=say("cli.backup.file"))


def run(args: argparse.Namespace) -> int:
    db, target = kept_db(os.environ), args.file.expanduser()
    if target.exists():
        raise BadInput(say("cli.backup.exists", path=target))
    try:
        look_over(db)
    except BadStore as error:
        raise BadInput(unusable(db, error)) from None
    try:
        copied = back_up(db, target)
    except BadStore as error:
        raise BadInput(say("cli.backup.failed", path=target, detail=error.detail)) from None
    print(say("cli.backup.done", path=target, tables=copied.tables, actions=copied.actions))
    return 0
