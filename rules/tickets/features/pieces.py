"""Wagons and ships: how many of each a player takes along, and swapping them later."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from rules.tickets.features.feature import Feature
from rules.tickets.state import State

if TYPE_CHECKING:
    from rules.tickets.board import Board


class PieceChoice(Feature, frozen=True, tag="piece_choice"):
    """Everybody secretly chooses so many pieces after the opening tickets; the others stay in that player's box."""

    answers: ClassVar[tuple[str, ...]] = ("pieces",)

    pieces: int
    recommended: int
    """Wagons for somebody who plays for the first time."""

    def wagons(self, board: Board) -> range:
        """How many of the pieces may be wagons; the rest are ships."""
        most = board.file.pieces
        return range(max(0, self.pieces - most["ships"]), min(self.pieces, most["wagons"]) + 1)

    def set_up(self, board: Board, state: State) -> State:
        """All pieces are in the box until they are chosen."""
        box = (board.file.pieces["wagons"], board.file.pieces["ships"])
        players = [
            replace(player, wagons=0, ships=0, box=box, opening=player.opening + self.answers)
            for player in state.players
        ]
        return replace(state, players=tuple(players))


class Exchange(Feature, frozen=True, tag="exchange"):
    """Unplaced pieces may be swapped for others from the box."""

    in_turn: ClassVar[tuple[str, ...]] = ("exchange",)

    cost: int
    """Points lost for each piece."""
