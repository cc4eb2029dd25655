"""Cards, hands and payments in words. Where a language has cases: nominative in lists, accusative for what is paid.

Where a `title` is given, each card stands behind its small picture: for messages, not for labels.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from bot.games.tickets.emojis import with_card
from data.texts import text
from rules.tickets.actions import Cards

Case = Literal["nom", "acc", "gen"]


def card_name(card: str, language: str) -> str:
    return text(f"word.card.{card}", language)


def card_names(cards: Iterable[str], language: str, title: str = "") -> str:
    return ", ".join(with_card(title, card, card_name(card, language)) for card in cards)


def card_groups(cards: Iterable[str], language: str, one: str = "word.card", title: str = "") -> list[str]:
    """2 purple, red: equal cards together, single ones as `one` names them."""
    return [
        with_card(title, card, text(f"{one}.{card}", language) if n == 1 else counted(card, n, language))
        for card, n in Counter(cards).items()
    ]


def counted(card: str, count: int, language: str, case: Case = "nom") -> str:
    """3 red; 3 czerwone"""
    return text(f"card.{case}.{card}", language, n=count)


def cards_text(
    cards: Cards | Mapping[str, int], language: str, case: Case = "nom", between: str = " + ", title: str = ""
) -> str:
    pairs = cards.items() if isinstance(cards, Mapping) else cards
    parts = [with_card(title, card, counted(card, n, language, case)) for card, n in pairs]
    return between.join(parts) or text("card.none", language)


def payment_text(cards: Cards, language: str, title: str = "") -> str:
    """2 red + 1 loco, in the accusative: as it stands after *for*."""
    return cards_text(cards, language, "acc", title=title)


def hand_text(hand: Mapping[str, int], language: str, title: str = "") -> str:
    """9 cards: 3 red · 2 blue · 1 loco"""
    if not hand:
        return text("card.hand.empty", language)
    cards = "; ".join(_groups(hand, language, title))
    return text("card.hand", language, n=sum(hand.values()), cards=cards)


def _groups(hand: Mapping[str, int], language: str, title: str) -> list[str]:
    """Cards with a mark of their own, such as ships, are put together under it."""
    groups: dict[str, list[str]] = {}
    for card, count in hand.items():
        colour, _, mark = card.partition("-")
        groups.setdefault(mark, []).append(with_card(title, card, counted(colour, count, language)))
    listed = {mark: " · ".join(cards) for mark, cards in groups.items()}
    return [text(f"card.group.{mark}", language, cards=cards) if mark else cards for mark, cards in listed.items()]


def payment_id(cards: Cards) -> str:
    """red2+loco1: a payment as it is written into a command."""
    return "+".join(f"{card}{count}" for card, count in cards)
