"""A text as it is sent: with small pictures and with commands to tap, as far as there is room for them."""

from collections.abc import Mapping

from bot.text.commands import with_mentions
from bot.text.emojis import NONE, Emojis, with_emojis
from bot.text.labels import PAGE


def as_sent(words: str, language: str | None, ids: Mapping[str, int], emojis: Emojis) -> str:
    """`language` is that of commands which can't be tapped; None leaves them as they are. Only a text that is too long
    by itself is longer than a message."""
    for known in (emojis, NONE):
        whole = with_mentions(with_emojis(words, known), language, ids)
        if len(whole) <= PAGE:
            return whole
    return with_mentions(with_emojis(words, NONE), language, {})
