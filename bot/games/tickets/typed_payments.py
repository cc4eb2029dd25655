"""Payments as people type them: red2+loco1, "2 red 1 loco", "2 czerwone + 1 Lokomotywa"."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from bot.games.tickets.atlas import atlas
from bot.games.tickets.choices import payment_of
from bot.text.matching import fold
from data.languages import LANGUAGES
from data.texts import text
from rules.tickets.actions import Cards

LONGEST = 400
CASES = ("nom", "acc", "gen")
COUNTS = (1, 2, 5)
"""One of each plural form."""
FILLING = {"x", "and", "i", "oraz", "plus", "card", "cards", "kart", "karta", "karte", "karty"}
"""Words between cards that say nothing."""


def typed_payment(title: str, typed: str, allowed: Collection[str] | None = None) -> Cards | None:
    """The cards that are meant, each kind once, in the order of the deck; None where it isn't written like that.

    `allowed` are the kinds that could be meant at all, where a colour's name alone is not enough.
    """
    if len(typed) > LONGEST:
        return None
    exact = payment_of(typed.strip())
    counted = dict(exact) if exact is not None else _counted(title, typed, allowed)
    if not counted:
        return None
    order = list(atlas(title).cards)
    return tuple(sorted(counted.items(), key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order)))


def _counted(title: str, typed: str, allowed: Collection[str] | None) -> dict[str, int] | None:
    counted: dict[str, int] = {}
    for number, words in _groups(typed):
        card = _card(title, words, allowed)
        if card is None or not 0 < number < 100:
            return None
        counted[card] = counted.get(card, 0) + number
    return counted


def _groups(typed: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Numbers with their words; the number stands before them or behind, throughout as it does first."""
    parts = re.findall(r"\d+|[a-z]+", fold(typed))
    kept = [part for part in parts if part not in FILLING]
    if kept and not kept[0].isdecimal():
        kept = kept[::-1]
    number, words = 0, list[str]()
    for part in kept:
        if part.isdecimal():
            if number or words:
                yield number, words
            number, words = int(part[:4]), []
        else:
            words.append(part)
    yield number, words


def _card(title: str, words: Sequence[str], allowed: Collection[str] | None) -> str | None:
    """The one card that words name: in full if any is named so, else by the beginnings of its words."""
    if not words:
        return None
    known = {card: phrases for card, phrases in card_phrases(title).items() if allowed is None or card in allowed}
    wanted = frozenset(words)
    named = [card for card, phrases in known.items() if wanted in phrases]
    begun = [card for card, phrases in known.items() if any(_begins(words, phrase) for phrase in phrases)]
    found = named or begun
    return found[0] if len(found) == 1 else None


def _begins(words: Sequence[str], phrase: frozenset[str]) -> bool:
    return all(any(name.startswith(word) for name in phrase) for word in words)


@cache
def card_phrases(title: str) -> dict[str, frozenset[frozenset[str]]]:
    """Every way to name each card, in every language, case and number, as its words."""
    return {card: frozenset(map(_words, _names(card))) for card in atlas(title).cards}


def _names(card: str) -> Iterator[str]:
    for language in LANGUAGES:
        yield text(f"word.card.{card}", language)
        yield text(f"card.taken.{card}", language)
        yield from (text(f"card.{case}.{card}", language, n=n) for case in CASES for n in COUNTS)


def _words(phrase: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+", fold(phrase))) - FILLING
