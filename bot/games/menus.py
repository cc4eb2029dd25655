"""Menus that are longer than Discord takes, and those in which something else can be typed."""

from collections.abc import Sequence
from typing import TypeVar

MENU = 25
MORE = "+"
"""The last entry of a long menu: shows what comes next."""
OTHER = "~"
"""The last entry of a menu in which anything else can be typed: opens a field for it. The reader's language follows,
then what is typed for."""

T = TypeVar("T")


def part(items: Sequence[T], offset: int, room: int = MENU) -> tuple[Sequence[T], bool]:
    """What fits a menu from `offset` on, and whether an entry for more is needed beside it."""
    if len(items) <= room:
        return items, False
    start = offset if 0 <= offset < len(items) else 0
    return items[start : start + room - 1], True


def next_offset(count: int, offset: int, room: int = MENU) -> int:
    """Where the following part of a long menu begins; after the last one, at the front again."""
    after = offset + room - 1
    return after if after < count else 0
