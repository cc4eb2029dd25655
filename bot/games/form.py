"""A form that a button opens: fields to tick, to choose from, or to type into.

Like a page it is a function of view, draft and language, and shows no more than its reader may see. What is sent is
checked again: a form may lie open for long.
"""

import msgspec

from bot.games.page import Choice

ASKS = "_form"
"""How verbs of buttons end that open a form of the game's own."""


class FormField(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    label: str
    about: str = ""
    choices: tuple[Choice, ...] = ()
    """At most 25; without any, something is typed."""
    least: int = 1
    most: int = 1


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """At most five fields. What was chosen comes back under `verb`, field by field."""

    title: str
    verb: str
    fields: tuple[FormField, ...]
    target: str = ""
    """What it was opened for; comes back too."""
    is_of_game: bool = True
    """Whether it answers what the game asks now; else it is about the table, or about its reader."""
    is_typed: bool = False
    """Whether what comes back is read as if it had been typed into the one field of a verb's form: its parts behind
    each other, those that say none left out."""
