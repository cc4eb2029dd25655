"""What the command line shares: its language, its texts, and input that makes no sense."""

import argparse
import os
from functools import cache

from data.texts import LANGUAGES, text
from rules.catalog import TITLES, find_game
from rules.errors import BadOption, BadRecord, BadSeats, RulesError
from rules.game import AnyGame


class BadInput(Exception):
    """Ends a command with one line and exit code 2."""


@cache
def language() -> str:
    """The language of the terminal, English where it is neither English nor Polish."""
    wished = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return wished[:2] if wished[:2] in LANGUAGES else "en"


def say(key: str, **fields: object) -> str:
    return text(key, language(), **fields)


def game_named(title: str) -> AnyGame:
    game = find_game(title)
    if game is None:
        raise argparse.ArgumentTypeError(say("cli.unknown_game", title=title, titles=", ".join(TITLES)))
    return game


def explain(error: RulesError) -> str:
    """One line on why a game can't be set up or a record can't be read."""
    match error:
        case BadSeats():
            return say("cli.bad_seats", game=error.game, given=error.given, least=error.least, most=error.most)
        case BadOption(allowed=()):
            return say("cli.no_such_option", name=error.name)
        case BadOption():
            return say("cli.bad_option", name=error.name, value=error.value, allowed=", ".join(error.allowed))
        case BadRecord():
            return explain_record(error)
        case _:
            return repr(error)


def explain_record(error: BadRecord) -> str:
    reason = say(f"cli.record.{error.reason.replace(' ', '_')}", detail=error.detail)
    if error.seq is None:
        return say("cli.bad_record", reason=reason)
    return say("cli.bad_action", seq=error.seq, reason=reason, cause=repr(error.cause) if error.cause else error.detail)
