"""Small pictures among words. A text names them by signs of its own, which whoever sends it puts right: with the
bot's own emojis where Discord has them, else with nothing, or with what stands there instead.

Labels, alt texts and lists of suggestions know no such pictures: nothing that is written with them goes there.
"""

import re
from collections.abc import Mapping
from typing import TypeAlias

Emojis: TypeAlias = Mapping[str, str]
"""How Discord writes each by its name: `<:red_1f3a:123>`."""

BEGIN, BETWEEN, END = "\ue000", "\ue001", "\ue002"
SIGN = re.compile(f"{BEGIN}([a-z_]*)(?:{BETWEEN}([^{END}]*))?{END}([ \u00a0]?)")
CUT = re.compile(f"{BEGIN}[^{END}]*$")
"""What is left of one where a text was cut within it."""
WRITTEN = re.compile("<a?:\\w{2,32}:\\d{1,20}>[ \u00a0]?")
NONE: Emojis = {}


def emoji(name: str, instead: str = "") -> str:
    """A small picture; where there is none, nothing, nor the space behind it, or what stands there `instead`."""
    return f"{BEGIN}{name}{BETWEEN}{instead}{END}" if instead else f"{BEGIN}{name}{END}"


def with_emoji(name: str, words: str) -> str:
    """On one line with its picture."""
    return f"{emoji(name)}\u00a0{words}" if name else words


def with_emojis(words: str, known: Emojis) -> str:
    """The text as it is sent, with as many small pictures as there are."""

    def written(found: re.Match[str]) -> str:
        name, instead, space = found[1], found[2] or "", found[3]
        return f"{known[name]}{space}" if name in known else f"{instead}{space}" if instead else ""

    return CUT.sub("", SIGN.sub(written, words))


def without_emojis(words: str) -> str:
    """The text alone, also of a message that was sent with them."""
    return WRITTEN.sub("", with_emojis(words, NONE))
