"""`semafor backup`: a copy of all games that holds together, also while the bot runs."""

import argparse
import os
import re
import time
from pathlib import Path

from bot.cli.config import kept_file, unusable
from bot.cli.proving import CannotReplay, replay_one
from bot.cli.speech import BadInput, say
from bot.store.protocol import BadStore
from bot.store.sqlite.backup import back_up
from bot.store.sqlite.file import look_over


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=say("cli.backup.file"))
    parser.add_argument("--keep", type=int, metavar="N", help=say("cli.backup.keep"))


def run(args: argparse.Namespace) -> int:
    if args.keep is not None and args.keep < 1:
        raise BadInput(say("cli.backup.bad_keep"))
    db, named = kept_file(os.environ), args.file.expanduser()
    target = named if args.keep is None else dated(named, time.time())
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
    try:
        replay_one(target)
    except CannotReplay as error:  # a copy of something doubtful is still better than none
        print(say("cli.backup.doubtful", path=target, n=error.table_id))
        return 1
    if args.keep is not None:
        forget_old(named, args.keep)
    return 0


def dated(named: Path, now: float) -> Path:
    """`games.db` of a moment: `games-20261117-152033.db`, by the clock of Greenwich, so that names sort."""
    return named.with_name(f"{named.stem}-{time.strftime('%Y%m%d-%H%M%S', time.gmtime(now))}{named.suffix}")


def forget_old(named: Path, keep: int) -> None:
    """Delete all but the newest; whatever has another kind of name was not made by us."""
    ours = re.compile(rf"{re.escape(named.stem)}-\d{{8}}-\d{{6}}{re.escape(named.suffix)}")
    found = sorted(path for path in named.parent.iterdir() if ours.fullmatch(path.name))
    for path in found[:-keep]:
        path.unlink()
        print(say("cli.backup.forgot", path=path))
