"""Parts of a board that go by name: the whole of it, what is the reader's own, the last move and the regions."""

from collections.abc import Callable

from bot.text.matching import Entry, in_all_languages
from bot.text.names import capital
from data.texts import text

REGION = "region-"
"""Begins the values of regions: alone, "n" would hide every city with that letter."""
REGIONS = ("nw", "n", "ne", "w", "centre", "e", "sw", "s", "se")
MINE = "mine"
"""The reader's own network or lines, for whoever has a seat."""


def board_parts(key: Callable[[str], str], language: str, is_seated: bool) -> list[Entry]:
    """`key` gives the text in which a game names a part."""
    names = ("whole", *([MINE] if is_seated else []), "last", *REGIONS)
    return [
        Entry(
            value=f"{REGION}{name}" if name in REGIONS else name,
            label=capital(text(key(name), language)),
            words=(name, *in_all_languages(key(name))),
        )
        for name in names
    ]
