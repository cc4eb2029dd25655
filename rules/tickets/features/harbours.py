"""Harbours: three to build for everybody, worth points with the tickets that lead to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from rules.game import PlayerId, Score
from rules.tickets.features.feature import Feature
from rules.tickets.scoring import completed_tickets
from rules.tickets.state import State

if TYPE_CHECKING:
    from rules.tickets.board import Board


class Harbours(Feature, frozen=True, tag="harbours"):
    in_turn: ClassVar[tuple[str, ...]] = ("harbour",)

    each: int
    wagons: int
    """Wagon cards with the symbol that one costs."""
    ships: int
    """Ship cards with the symbol that one costs."""
    points: tuple[int, ...]
    """For a harbour, by the number of completed tickets that name its city; the last is for more as well."""
    unbuilt: int

    def set_up(self, board: Board, state: State) -> State:
        return replace(state, players=tuple(replace(player, harbours=self.each) for player in state.players))

    def score(self, board: Board, state: State) -> Iterable[Score]:
        lines = []
        for seat, player in enumerate(state.players):
            lines.append(Score(seat, "harbours", self.worth(board, state, seat)))
            lines.append(Score(seat, "unbuilt_harbours", player.harbours * self.unbuilt))
        return lines

    def worth(self, board: Board, state: State, seat: PlayerId) -> int:
        """A ticket counts for every harbour that it names."""
        player = state.players[seat]
        cities = {board.file.cities[city].id for city, owner in state.harbours if owner == seat}
        leading_there = tuple(t for t in player.tickets if not cities.isdisjoint(board.tickets[t].cities))
        if not leading_there:
            return self.points[0] * len(cities)
        done = completed_tickets(board, replace(player, tickets=leading_there))
        counts = (sum(city in board.tickets[ticket].cities for ticket in done) for city in cities)
        return sum(self.points[min(count, len(self.points) - 1)] for count in counts)
