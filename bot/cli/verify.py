"""`semafor verify`: whether the deal of a finished game was what had been promised."""

import argparse
from pathlib import Path

from bot.cli.speech import BadInput, explain, plain, read_file, reason_of, say
from rules.errors import BadRecord, RulesError
from rules.record import read_record
from rules.verify import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="RECORD", help=say("cli.film.file"))


def run(args: argparse.Namespace) -> int:
    try:
        record = read_record(read_file(args.file))
    except RulesError as error:
        raise BadInput(explain(error)) from None
    try:
        proof = verify(record)
    except BadRecord as error:
        key = "cli.verify.refused" if error.seq is None else "cli.verify.refused_at"
        raise BadInput(say(key, seq=error.seq, reason=reason_of(error))) from None
    print(say("cli.verify.hash", hash=proof.hash))
    print(say("cli.verify.seed", n=len(proof.salts), salts=", ".join(map(plain, proof.salts)) or "–"))
    print(say("cli.verify.moves", n=len(record.actions)))
    print(say("cli.verify.points", points=", ".join(map(str, proof.points))))
    print(say("cli.verify.compare"))
    return 0
