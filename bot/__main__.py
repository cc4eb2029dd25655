"""The command `semafor` and its sub-commands. Each lives in a module with `add_arguments` and `run`."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from bot.cli.speech import BadInput, one_line, say
from bot.loading import load

COMMANDS = {
    "run": "bot.cli.run",
    "backup": "bot.cli.backup",
    "restore": "bot.cli.restore",
    "doctor": "bot.cli.doctor",
    "migrate-store": "bot.cli.migrate_store",
    "revive": "bot.cli.revive",
    "simulate": "bot.cli.simulate",
    "tournament": "bot.cli.tournament",
    "tune": "bot.cli.tune",
    "replay": "bot.cli.replay",
    "review": "bot.cli.review",
    "verify": "bot.cli.verify",
    "render": "bot.cli.render",
    "film": "bot.cli.film",
    "map": "bot.cli.maps",
}


class Parser(argparse.ArgumentParser):
    """Says what is wrong on one line and leaves with exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)}\n")


def parser_for(command: str | None) -> argparse.ArgumentParser:
    """The whole command line; only the module of `command` is loaded, so that each starts quickly."""
    parser = Parser(prog="semafor", description=say("cli.about"))
    commands = parser.add_subparsers(dest="command", metavar=say("cli.command"), required=True)
    for name, module in COMMANDS.items():
        about = say(f"cli.{name}")
        sub = commands.add_parser(name, help=about, description=about)
        if name == command:
            load(module)
            sys.modules[module].add_arguments(sub)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that knows fewer letters than we print gets their codes.
        sys.stdout.reconfigure(errors="backslashreplace")
    command = next((word for word in given if word in COMMANDS), None)
    args = parser_for(command).parse_args(given)
    try:
        code: int = import_module(COMMANDS[args.command]).run(args)
    except BadInput as error:
        print(f"semafor {args.command}: {one_line(error)}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
