"""The moments of play at which a feature may have a say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

import msgspec

from rules.game import Score
from rules.tickets.state import State

if TYPE_CHECKING:
    from rules.tickets.board import Board


class Feature(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    answers: ClassVar[tuple[str, ...]] = ()
    """Short names of the actions that answer questions only this feature asks."""
    in_turn: ClassVar[tuple[str, ...]] = ()
    """What else a player may do in a turn: short names of actions."""
    shuffles: ClassVar[tuple[str, ...]] = ()
    """What is shuffled for it at set-up, by purpose."""

    def set_up(self, board: Board, state: State) -> State:
        """Change the opening state, before anybody is asked anything."""
        return state

    def score(self, board: Board, state: State) -> Iterable[Score]:
        """Lines of the final result, beside tracks and tickets."""
        return ()
