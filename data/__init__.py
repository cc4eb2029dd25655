"""Everything that is written down rather than computed: maps, texts, outlines, fonts, and one small reader."""

from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent


@cache
def read(name: str) -> bytes:
    """The content of a file in this folder, such as `maps/usa.json`."""
    return (FOLDER / name).read_bytes()


def titles() -> tuple[str, ...]:
    """The ids of all games, in the order of the menus."""
    return msgspec.json.decode(read("titles.json"), type=tuple[str, ...])
