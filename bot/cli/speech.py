"""What the command line shares: its language, its texts, and input that makes no sense."""

import argparse
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import category

from data.languages import spoken_in
from data.texts import text
from rules.errors import BadOption, BadRecord, BadSeats, RulesError

if TYPE_CHECKING:
    from rules.game import AnyGame

LONGEST_LINE = 1000
LONGEST_WORD = 100


class BadInput(Exception):
    """Ends a command with one line and exit code 2."""

    exit_code = 2


class Occupied(BadInput):
    """Another process is at work here; nothing is wrong with what was asked."""

    exit_code = 3


def plain(words: str) -> str:
    """Words that came from outside on one line: what a terminal would obey, or can't print, is shown as its code."""
    return "".join(
        letter if letter.isprintable() or category(letter) == "Zs" else ascii(letter)[1:-1] for letter in words
    )


def one_line(words: object) -> str:
    return clipped(plain(str(words)), LONGEST_LINE)


def clipped(words: str, longest: int = LONGEST_WORD) -> str:
    return words if len(words) <= longest else words[: longest - 1] + "…"


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise unusable(path, error) from None


def write_file(path: Path, content: bytes, *, makes_folder: bool = False) -> None:
    try:
        if makes_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except (OSError, ValueError) as error:
        raise unusable(path, error) from None


def unusable(path: Path, error: OSError | ValueError) -> BadInput:
    """A file that isn't there or may not be touched, or a name that no file can have."""
    return BadInput(f"{path}: {error.strerror if isinstance(error, OSError) else error}")


@cache
def language() -> str:
    """The language of the terminal, where we speak it."""
    return spoken_in(os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "")


def say(key: str, **fields: object) -> str:
    return text(key, language(), **fields)


def game_named(title: str) -> "AnyGame":
    from rules.catalog import all_titles, find_game  # all engines there are, which most commands do without

    game = find_game(title)
    if game is None:
        raise argparse.ArgumentTypeError(say("cli.unknown_game", title=title, titles=", ".join(all_titles())))
    return game


def explain(error: RulesError) -> str:
    """One line on why a game can't be set up or a record can't be read."""
    match error:
        case BadSeats():
            return say("cli.bad_seats", game=error.game, given=error.given, least=error.least, most=error.most)
        case BadOption(allowed=()):
            return say("cli.no_such_option", name=clipped(error.name))
        case BadOption():
            name, value = clipped(error.name), clipped(error.value)
            return say("cli.bad_option", name=name, value=value, allowed=", ".join(error.allowed))
        case BadRecord():
            return explain_record(error)
        case _:
            return repr(error)


def reason_of(error: BadRecord) -> str:
    return say(f"cli.record.{error.reason.replace(' ', '_')}", detail=error.detail)


def explain_record(error: BadRecord) -> str:
    reason = reason_of(error)
    if error.reason == "bad seed":  # perhaps of no record at all
        return reason
    if error.seq is None:
        return say("cli.bad_record", reason=reason)
    cause = f" ({error.cause!r})" if error.cause else ""
    return say("cli.bad_action", seq=error.seq, reason=f"{reason}{cause}")
