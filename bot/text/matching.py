"""Finding what somebody means by what they type: without marks, by the beginnings of words, one slip forgiven."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from data.languages import LANGUAGES
from data.texts import text

LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ð": "d", "ı": "i", "’": "", "'": ""}
)
"""Letters that taking off the marks leaves as they are."""
SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""How some people type them."""
SAME_WORDS = {"st": "saint", "ste": "saint"}
LONGEST_TYPED = 100
UNPICKED = "…"
"""The value of a list's entry that only tells something; picking it means nothing."""
FORGIVING_FROM = 5
"""From so many letters on, one slip is forgiven."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be picked."""

    value: str
    """Its stable id."""
    label: str
    """What is shown."""
    words: tuple[str, ...]
    """What it can be found by: names, aliases, colours; each a phrase of its own."""
    firsts: tuple[str, ...] = ()
    """The phrases that count most when entries are put in order, such as the cities of a route."""


def fold(words: str) -> str:
    """Small letters without marks; anything else than letters and digits is a space."""
    plain = unicodedata.normalize("NFKD", words.casefold().translate(LETTERS))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(LETTERS)
    return " ".join(re.sub(r"[^0-9a-z]+", " ", letters).split())


@lru_cache(maxsize=8192)
def spellings(phrase: str) -> tuple[tuple[str, ...], ...]:
    """The ways to write a phrase, each as its words; the last way has it all in one."""
    composed = unicodedata.normalize("NFC", phrase.casefold())
    ways = dict.fromkeys((fold(composed), fold(composed.translate(SPELT_OUT))))
    split = [tuple(SAME_WORDS.get(word, word) for word in way.split()) for way in ways if way]
    return (*split, *((("".join(words)),) for words in split if len(words) > 1))


@lru_cache(maxsize=8192)
def vocabulary(phrases: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for phrase in phrases for way in spellings(phrase) for word in way)


@lru_cache(maxsize=1024)
def typed_words(typed: str) -> tuple[str, ...]:
    return tuple(SAME_WORDS.get(word, word) for word in fold(typed[:LONGEST_TYPED]).split())


def find(entries: Iterable[Entry], typed: str, *, forgives: bool = True) -> list[Entry]:
    """Those that fit, best first; entries that fit equally well stay in their order. Nothing typed fits all."""
    words, all_entries = typed_words(typed), list(entries)
    if not words:
        return all_entries if not typed.strip() else []
    exact = [entry for entry in all_entries if entry.value == typed.strip()]
    if exact:
        return exact
    fitting = [entry for entry in all_entries if fits(entry, words)]
    if not fitting and forgives:
        fitting = [entry for entry in all_entries if nearly_fits(entry, words)]
    return sorted(fitting, key=lambda entry: rank(entry, words))


def fits(entry: Entry, words: Sequence[str]) -> bool:
    """Each typed word begins a word of the entry."""
    known = vocabulary(entry.words)
    return all(any(name.startswith(word) for name in known) for word in words)


def nearly_fits(entry: Entry, words: Sequence[str]) -> bool:
    known = vocabulary(entry.words)
    return all(any(name.startswith(word) or is_one_slip(word, name) for name in known) for word in words)


def is_one_slip(word: str, name: str) -> bool:
    """Whether one letter is wrong, missing, too many or swapped in what begins a longer word."""
    if len(word) < FORGIVING_FROM:
        return False
    return any(is_one_edit(word, name[:length]) for length in range(len(word) - 1, len(word) + 2))


def is_one_edit(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, rest_of_other = one[at:], other[at:]
    is_swapped = rest[:2] == rest_of_other[:2][::-1] and rest[2:] == rest_of_other[2:]
    return rest[1:] == rest_of_other[1:] or rest[1:] == rest_of_other or rest == rest_of_other[1:] or is_swapped


def rank(entry: Entry, words: Sequence[str]) -> tuple[int, int]:
    """Fewest first names without a typed word that begins them; whole words before beginnings."""
    begun = sum(begins(first, words) for first in entry.firsts)
    known = vocabulary(entry.words)
    return -begun, -sum(word in known for word in words)


def begins(name: str, words: Sequence[str]) -> bool:
    """Whether a typed word is the beginning of a name's first word, in any spelling."""
    return any(way[0].startswith(word) for way in spellings(name) for word in words)


def only(entries: Iterable[Entry], typed: str, *, forgives: bool = True) -> Iterator[Entry]:
    """What `typed` can mean: the exact id alone, else a label or name written out in full alone, else all that fit."""
    all_entries, words = list(entries), fold(typed)
    found = find(all_entries, typed, forgives=forgives) or [
        entry for entry in all_entries if words and words == fold(entry.label)
    ]
    whole = [entry for entry in found if words in (fold(entry.label), *map(fold, entry.words))]
    yield from whole if len(whole) == 1 else found


def in_all_languages(*keys: str) -> tuple[str, ...]:
    """What something is called anywhere: people type names in any language."""
    return tuple(dict.fromkeys(text(key, language) for key in keys for language in LANGUAGES))
