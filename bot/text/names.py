"""Names of people in sentences: harmless, never inflected."""

import re
from collections.abc import Callable, Iterable, Sequence

from data.texts import text
from rules.game import PlayerId

Names = Sequence[str]
"""Display names by seat, as people wrote them."""
Naming = Callable[[Names, PlayerId], str]
"""How a player is written: `name_of` in sentences, `label_of` on labels."""

LONGEST_NAME = 32
INVISIBLE = "\u200b"
"""A space of no width: it keeps Discord from reading a mention, and people from seeing a difference."""
MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<:-])")
COMMAND_OR_SITE = re.compile(r"(?i)\b(?:www|discord)\.|(?<![\w/])/(?=\w)")
CONTROL = re.compile(r"[\x00-\x1f\x7f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def plain_name(name: str) -> str:
    """For labels, which know no formatting: one line, not too long, nothing that turns the writing round."""
    cleaned = " ".join(CONTROL.sub(" ", name).split())
    return cleaned if len(cleaned) <= LONGEST_NAME else cleaned[: LONGEST_NAME - 1] + "…"


def safe_name(name: str) -> str:
    """For sentences: pings nobody, formats nothing, links nowhere."""
    return safe_text(plain_name(name)) or "?"


def safe_text(words: str) -> str:
    """Anything that others wrote, made as harmless as a name: no command in it can be tapped."""
    escaped = MARKDOWN.sub(r"\\\1", CONTROL.sub(" ", words))
    harmless = escaped.replace("@", "@" + INVISIBLE).replace("://", ":" + INVISIBLE + "//")
    return COMMAND_OR_SITE.sub(lambda found: found[0] + INVISIBLE, harmless)


def name_of(names: Names, player: PlayerId) -> str:
    return safe_name(names[player]) if 0 <= player < len(names) else "?"


def label_of(names: Names, player: PlayerId) -> str:
    """As `name_of`, for labels."""
    return plain_name(names[player]) or "?" if 0 <= player < len(names) else "?"


def names_of(names: Names, players: Iterable[PlayerId]) -> str:
    return ", ".join(name_of(names, player) for player in players)


def listed(parts: Sequence[str], language: str) -> str:
    """ "a, b and c", or "a, b i c"."""
    if len(parts) < 2:
        return "".join(parts)
    return text("list.and", language, first=", ".join(parts[:-1]), last=parts[-1])


def listed_names(names: Names, players: Iterable[PlayerId], language: str) -> str:
    """Ada, Bo and Cyd"""
    return listed([name_of(names, player) for player in players], language)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
