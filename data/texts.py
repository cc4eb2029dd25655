"""Every text that people read, by key and language. One reader for pictures and chat alike.

A catalogue is every file of `i18n/<language>/`, one a topic: flat dotted keys. An entry is a sentence with `{fields}`,
or an object of plural forms (`one`, `few`, `many`, `other`) of which the field `n` chooses one by the language's own
rules.
"""

from functools import cache

import msgspec
from babel import Locale

from data import FOLDER

LANGUAGES = ("en", "pl")

Entry = str | dict[str, str]


@cache
def catalogue(language: str) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for file in sorted((FOLDER / "i18n" / language).glob("*.json")):
        topic = msgspec.json.decode(file.read_bytes(), type=dict[str, Entry])
        twice = entries.keys() & topic.keys()
        if twice:
            raise ValueError(f"{file.name} repeats {sorted(twice)}")
        entries |= topic
    return entries


@cache
def locale(language: str) -> Locale:
    return Locale.parse(language)


def has_text(key: str, language: str) -> bool:
    return key in catalogue(language)


def text(key: str, language: str, **fields: object) -> str:
    """The sentence for `key`, with its fields filled in; `n` also chooses the plural form."""
    entry = catalogue(language)[key]
    if isinstance(entry, dict):
        n = fields["n"]
        assert isinstance(n, int)
        return plural(entry, language, n).format_map({**fields, "n": typeset(n)})
    return entry.format_map(fields)


def plural(forms: dict[str, str], language: str, n: int) -> str:
    return forms[locale(language).plural_form(abs(n))]


def signed(points: int) -> str:
    """Points with their sign, as typeset: +7, −4, 0."""
    return f"+{points}" if points > 0 else typeset(points)


def typeset(number: int) -> str:
    """A number with a true minus where it is below zero."""
    return str(number) if number >= 0 else f"−{-number}"
