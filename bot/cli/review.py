"""`semafor review`: a finished game from its record, with everybody's chances and the moves that cost most."""

import argparse
import sys
from itertools import cycle
from pathlib import Path
from random import Random

import msgspec
from tqdm import tqdm

from bot.cli.speech import BadInput, explain, language, plain, read_file, say, write_file
from bot.games.reviews import marks_of, point_lines
from data.languages import LANGUAGES
from render.kit.seat import Seat
from render.kit.theme import PLAYERS, THEMES
from render.review import draw_review
from rules.errors import BadRecord, RulesError
from rules.record import Record, read_record
from rules.review import Review, review


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="RECORD", help=say("cli.review.file"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=say("cli.review.out"))
    parser.add_argument("--seed", default="1", metavar="S", help=say("cli.review.seed"))
    parser.add_argument("--theme", choices=tuple(THEMES), default="light", help=say("cli.render.theme"))
    parser.add_argument("--language", choices=LANGUAGES, default=language(), help=say("cli.render.language"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace) -> int:
    try:
        record = read_record(read_file(args.file))
        found = reviewed(record, args.seed)
    except BadRecord as error:
        raise BadInput(say("cli.review.not_over") if error.reason == "not over" else explain(error)) from None
    except RulesError as error:
        raise BadInput(explain(error)) from None
    names = tuple(plain(name) for name in record.players)
    if args.out is not None:
        seats = [Seat(name, colour) for name, colour in zip(names, cycle(PLAYERS), strict=False)]
        looks = {"theme": args.theme, "language": args.language, "table": record.game}
        write_file(args.out, draw_review(found.turns, found.chances, marks_of(found), seats, **looks))
    if args.json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return 0
    for turn, chances in zip(found.turns, found.chances, strict=True):
        parts = " ".join(f"{name} {100 * chance:.0f}%" for name, chance in zip(names, chances, strict=True))
        print(say("cli.review.turn", turn=turn, chances=parts))
    for line in point_lines(record, found, names, args.language):
        print(plain(line))
    return 0


def reviewed(record: Record, seed: str) -> Review:
    with tqdm(disable=None, leave=False, unit=say("cli.review.unit")) as bar:

        def note(done: int, whole: int) -> None:
            bar.total = whole
            bar.update(done - bar.n)

        return review(record, Random(seed).random, note)
