"""Bonuses at the end of the game. Everybody who ties for one gets it; with nothing to show, nobody does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rules.game import Score
from rules.tickets.features.feature import Feature
from rules.tickets.scoring import completed, longest_of_all
from rules.tickets.state import State

if TYPE_CHECKING:
    from rules.tickets.board import Board


class LongestRoute(Feature, frozen=True, tag="longest_route"):
    points: int

    def score(self, board: Board, state: State) -> Iterable[Score]:
        if board.rulings.bonus_needs_one and not any(player.tracks for player in state.players):
            return []
        return [Score(player, "longest_route", self.points) for player in longest_of_all(board, state)]


class Globetrotter(Feature, frozen=True, tag="globetrotter"):
    """For most completed tickets."""

    points: int

    def score(self, board: Board, state: State) -> Iterable[Score]:
        reached = [completed(board, player) for player in state.players]
        most = max(reached)
        if board.rulings.bonus_needs_one and most == 0:
            return []
        return [Score(player, "globetrotter", self.points) for player, n in enumerate(reached) if n == most]
