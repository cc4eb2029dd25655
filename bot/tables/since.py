"""What a player has missed: everything that others did since the player's last turn.

In the first turn that is all since the deal: opening choices are made side by side, some before one's own.
"""

from collections.abc import Sequence

import msgspec

from bot.store.rows import SeatingRow
from bot.tables.snapshot import KeptAction

ENDLESS = 2**62


class Since(msgspec.Struct, frozen=True, kw_only=True):
    after: int = 0
    """The player's own last action in an earlier turn than the present one; 0: there is none yet."""
    turn: int = 0
    """That turn."""
    at: float | None = None
    actions: tuple[KeptAction, ...] = ()
    """What others did since then, in order, as the reader may be told of it."""
    is_acting: bool = False
    """Whether the player has done something in the present turn already."""


class OwnActions(msgspec.Struct, frozen=True):
    """Of the numbers of a game's actions, those at which somebody held a seat."""

    stretches: tuple[tuple[int, int], ...]
    """Each from beyond the first number to the second, in order."""

    def __contains__(self, seq: int) -> bool:
        return any(after < seq <= until for after, until in self.stretches)

    def last_before(self, seq: int) -> int:
        """The last such number that is not larger; 0 where there is none."""
        return max((min(until, seq) for after, until in self.stretches if after < seq), default=0)


def own_actions(history: Sequence[SeatingRow], user: int | None) -> OwnActions:
    """When a user held the seat that this is the history of; a seat without any was always the same player's."""
    if not history:
        return OwnActions(((0, ENDLESS),))
    return OwnActions(tuple((after, until) for row, after, until in stretches(history) if row.user == user))


def stretches(history: Sequence[SeatingRow]) -> list[tuple[SeatingRow, int, int]]:
    """Each of those who held a seat, with the actions in their time: from beyond the first number to the second."""
    ends = [*(row.after for row in history[1:]), ENDLESS]
    return [(row, row.after, end) for row, end in zip(history, ends, strict=True)]
