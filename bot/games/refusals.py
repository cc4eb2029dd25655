"""Refusals as kind sentences: which rule stands in the way, and what could be done instead."""

import re

import msgspec

from bot.games.catalog import face_of
from bot.games.mistakes import (
    NothingMatches,
    OptionElsewhere,
    OptionMissing,
    SeveralMatch,
    WrongGame,
)
from bot.games.refusal_context import Fields, Instead, RefusalContext, RefusalFields
from bot.text.commands import localised
from bot.text.names import Names, capital, names_of, safe_name, safe_text
from data.texts import text
from rules.errors import (
    BadOption,
    BadSeats,
    CannotPass,
    GameOver,
    NoSuchAction,
    NotYourTurn,
    RulesError,
    UnknownPlayer,
    WrongMoment,
)
from rules.game import Action, AnyLegal, View

SHOWN = 3
"""So many matches are named when several fit."""


class Refused(msgspec.Struct, frozen=True):
    """Why not, and what could be done instead: up to a row of buttons."""

    words: str
    instead: tuple[Instead, ...] = ()


def refused(
    error: RulesError, view: View, legal: AnyLegal | None, names: Names, language: str, wanted: Action | None = None
) -> Refused:
    """Some sentences in private. Made from what the reader's own view holds, so it can give nothing away."""
    context = RefusalContext(view, legal, names, language, wanted)
    fields = fields_of(view.game).get(type(error))
    if fields is None:
        return Refused(text("refusal.unknown", language))
    said = fields(context, error)
    key = str(said.pop("key", "refusal." + snake_case(type(error).__name__)))
    ways = instead(context, error)
    parts = dict.fromkeys([text(key, language, **said), *(way.words for way in ways)])
    words = " ".join(part for part in parts if part)
    return Refused(localised(capital(words), language), ways)


def refusal_text(error: RulesError, view: View, legal: AnyLegal | None, names: Names, language: str) -> str:
    return refused(error, view, legal, names, language).words


def instead(context: RefusalContext, error: RulesError) -> tuple[Instead, ...]:
    """The nearest things that are legal now."""
    return face_of(context.view.game).instead(context, error) if context.is_asked else ()


def fields_of(title: str) -> dict[type[RulesError], RefusalFields]:
    """By what each refusal's sentence is filled, for all that can be refused in a game of this title."""
    return {**SHARED_FIELDS, **face_of(title).refusals}


def snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def not_your_turn(context: RefusalContext, error: NotYourTurn) -> Fields:
    if len(error.to_act) == 1:
        return {"names": names_of(context.names, error.to_act)}
    return {"key": "refusal.still_choosing", "n": len(error.to_act), "names": names_of(context.names, error.to_act)}


def wrong_moment(context: RefusalContext, error: WrongMoment) -> Fields:
    face = face_of(context.view.game)
    asked = list(dict.fromkeys(face.asked(kind, context.language) for kind in error.asked))
    first = [", ".join(asked[:-1])] if len(asked) > 1 else []
    return {"asked": text("list.or", context.language).join([*first, *asked[-1:]])}


def several(context: RefusalContext, error: SeveralMatch) -> Fields:
    labels = " / ".join(safe_text(label) for label in error.labels[:SHOWN])
    if len(error.labels) > SHOWN:
        labels = context.say("list.and", first=labels, last=context.say("list.others"))
    return {"typed": quoted(error.typed), "labels": labels, "n": len(error.labels)}


def nothing(_context: RefusalContext, error: NothingMatches) -> Fields:
    if not error.nearest:
        return {"typed": quoted(error.typed)}
    labels = " / ".join(map(safe_text, error.nearest))
    return {"key": "refusal.nothing_matches.near", "typed": quoted(error.typed), "labels": labels}


def quoted(typed: str) -> str:
    return safe_name(typed) if typed else "…"


def wrong_game(context: RefusalContext, error: WrongGame) -> Fields:
    return {"key": f"refusal.wrong_game.{error.missing}", "title": text(f"word.game.{error.title}", context.language)}


def option_elsewhere(context: RefusalContext, error: OptionElsewhere) -> Fields:
    kind = error.option.rstrip("12")
    title = text(f"word.game.{error.title}", context.language)
    return {"key": f"refusal.option_elsewhere.{kind}", "title": title, "option": error.option}


def bad_option(_context: RefusalContext, error: BadOption) -> Fields:
    if not error.allowed:
        return {"key": "refusal.bad_option.none", "name": quoted(error.name)}
    return {"name": quoted(error.name), "value": quoted(error.value), "allowed": ", ".join(error.allowed)}


def bad_seats(context: RefusalContext, error: BadSeats) -> Fields:
    title = text(f"word.game.{error.game}", context.language)
    return {"title": title, "least": error.least, "most": error.most, "given": error.given}


def nothing_to_add(_context: RefusalContext, _error: RulesError) -> Fields:
    return {}


SHARED_FIELDS: dict[type[RulesError], RefusalFields] = {
    NotYourTurn: not_your_turn,
    GameOver: nothing_to_add,
    UnknownPlayer: nothing_to_add,
    WrongMoment: wrong_moment,
    CannotPass: nothing_to_add,
    NoSuchAction: nothing_to_add,
    BadOption: bad_option,
    BadSeats: bad_seats,
    SeveralMatch: several,
    NothingMatches: nothing,
    OptionMissing: lambda context, error: {"option": text(f"option.{error.option}", context.language)},
    WrongGame: wrong_game,
    OptionElsewhere: option_elsewhere,
}
"""What can be refused in any game."""
