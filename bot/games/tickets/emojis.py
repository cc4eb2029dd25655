"""Which small picture goes with what, in the ticket games."""

from bot.games.tickets.atlas import atlas
from bot.text.emojis import with_emoji
from render.tickets.emoji_names import card_emoji
from rules.tickets.actions import Cards


def emoji_of_card(title: str, card: str) -> str:
    found = atlas(title).card(card)
    return card_emoji(found) if found else ""


def emoji_of_payment(title: str, cards: Cards) -> str:
    """Of the card that most of it is paid with."""
    card, _ = max(cards, key=lambda pair: pair[1], default=("", 0))
    return emoji_of_card(title, card)


def with_card(title: str, card: str, words: str) -> str:
    """The words behind the card's picture; without a title, the words alone."""
    return with_emoji(emoji_of_card(title, card), words) if title else words
