"""`semafor film`: a finished game as a film, from its record."""

import argparse
from itertools import cycle
from pathlib import Path

from bot.cli.speech import BadInput, explain, language, plain, read_file, say, write_file
from data.languages import LANGUAGES
from render.film import draw_film
from render.kit.seat import Seat
from render.kit.theme import PLAYERS, THEMES
from rules.errors import RulesError
from rules.record import read_record
from rules.turns import moments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="RECORD", help=say("cli.film.file"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=say("cli.film.out"))
    parser.add_argument("--for", dest="reader", type=int, metavar="SEAT", help=say("cli.film.for"))
    parser.add_argument("--theme", choices=tuple(THEMES), default="light", help=say("cli.render.theme"))
    parser.add_argument("--language", choices=LANGUAGES, default=language(), help=say("cli.render.language"))


def run(args: argparse.Namespace) -> int:
    reader = None if args.reader is None else args.reader - 1
    try:
        record = read_record(read_file(args.file))
        if reader is not None and reader not in range(len(record.players)):
            raise BadInput(say("cli.render.no_such_player", n=len(record.players)))
        seen = list(moments(record, reader))
    except RulesError as error:
        raise BadInput(explain(error)) from None
    if not seen[-1].view.is_over:
        raise BadInput(say("cli.film.not_over"))
    seats = [Seat(plain(name), colour) for name, colour in zip(record.players, cycle(PLAYERS), strict=False)]
    content = draw_film(seen, seats, theme=args.theme, language=args.language)
    write_file(args.out, content)
    print(say("cli.film.done", n=len(seen) - 1, size=f"{len(content) / 1e6:.1f}"))
    return 0
