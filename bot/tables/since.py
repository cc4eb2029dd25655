"""What a player has missed: everything that others did since the player's last turn.

In the first turn that is all since the deal: opening choices are made side by side, some before one's own.
"""

import msgspec

from bot.tables.snapshot import KeptAction


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
