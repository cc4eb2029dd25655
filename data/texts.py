"""Every text that people read, by key and language. One reader for pictures and chat alike.

A catalogue is every file of `i18n/<language>/`, one a topic: flat dotted keys, a sentence with `{fields}` for each. A
text that counts has a key for each plural form of the language, the form at its end as i18next writes it (`key_one`,
`key_few`, `key_many`, `key_other`); the field `n` chooses among them by the language's own rules.
"""

from collections.abc import Mapping
from functools import cache, lru_cache

import msgspec

from data import FOLDER
from data.languages import facts_of, locale, own_name

Entry = str | dict[str, str]
"""A sentence, or its plural forms by their names in CLDR."""
FORMS = ("zero", "one", "two", "few", "many", "other")


@cache
def catalogue(language: str) -> dict[str, Entry]:
    sentences: dict[str, str] = {}
    for file in sorted((FOLDER / "i18n" / language).glob("*.json")):
        topic = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        twice = sentences.keys() & topic.keys()
        if twice:
            raise ValueError(f"{file.name} repeats {sorted(twice)}")
        sentences |= topic
    return gathered(sentences)


def gathered(sentences: Mapping[str, str]) -> dict[str, Entry]:
    """Each text under its key, plural forms together."""
    single: dict[str, Entry] = {}
    plurals: dict[str, dict[str, str]] = {}
    for key, sentence in sentences.items():
        base, _, form = key.rpartition("_")
        if form in FORMS:
            plurals.setdefault(base, {})[form] = sentence
        else:
            single[key] = sentence
    both = single.keys() & plurals.keys()
    if both:
        raise ValueError(f"plural and single at once: {sorted(both)}")
    return single | plurals


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
    return forms[plural_form(language, abs(n))]


@lru_cache(1024)
def plural_form(language: str, n: int) -> str:
    """Kept, since a rule takes longer to work out than all else of a sentence."""
    return locale(language).plural_form(n)


def doubts(language: str) -> str:
    """What a language says of itself where nobody who speaks it has read all of its texts."""
    return "" if facts_of(language).is_reviewed else text("language.unreviewed", language)


def introduced(language: str) -> str:
    """A language in a list of them: its own name, with what is to be said of it."""
    name = own_name(language)[0].upper() + own_name(language)[1:]
    return f"{name} ({doubts(language)})" if doubts(language) else name


def signed(points: int) -> str:
    """Points with their sign, as typeset: +7, −4, 0."""
    return f"+{points}" if points > 0 else typeset(points)


def typeset(number: int) -> str:
    """A number with a true minus where it is below zero."""
    return str(number) if number >= 0 else f"−{-number}"
