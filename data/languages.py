"""The languages that are spoken, each of them data alone: its texts in `i18n/<code>/`, its name in `i18n/<code>.json`.

The code is CLDR's, from which Babel knows how the language counts and what it calls places, days and other languages.
"""

import re
from functools import cache, lru_cache

import msgspec
from babel import Locale

from data import FOLDER, read


class Language(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    """What it calls itself."""
    locales: tuple[str, ...]
    """Those of Discord whose people it is for, the most common first."""
    is_reviewed: bool
    """Whether somebody whose language it is has read all of its texts."""


FALLBACK = "en"
"""In it commands are written down; it is spoken to those whose own language isn't there."""
LANGUAGES = (FALLBACK, *sorted({file.stem for file in (FOLDER / "i18n").glob("*.json")} - {FALLBACK}))


@cache
def facts_of(code: str) -> Language:
    return msgspec.json.decode(read(f"i18n/{code}.json"), type=Language)


@cache
def locale(code: str) -> Locale:
    return Locale.parse(code)


def own_name(code: str) -> str:
    return facts_of(code).name


def language_name(code: str, reader: str) -> str:
    """What one language is called in another: German, niemiecki."""
    return str(locale(reader).languages.get(code, own_name(code)))


@lru_cache
def spoken_in(place: str) -> str:
    """The language for a locale of Discord's or of a terminal, such as `en-GB` or `de_AT.UTF-8`."""
    listed = [code for code in LANGUAGES if place in facts_of(code).locales]
    bare = re.split("[-_.@]", place)[0]
    return listed[0] if listed else bare if bare in LANGUAGES else FALLBACK
