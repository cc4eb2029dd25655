"""A game and its log as one reader may see them: what leaves this package in place of states."""

import msgspec

from bot.store.rows import PlanRow, SeatRow, TableRow
from rules.game import AnyGame, AnyLegal, Event, PlayerId, View


class GameSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A running game as one reader may see it."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    game: AnyGame
    view: View
    seq: int
    seat: PlayerId | None = None
    legal: AnyLegal | None = None
    decision: int = 0
    plan: PlanRow | None = None
    """The reader's own, for their next turn, or what became of the last one."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def is_asked(self) -> bool:
        return self.seat is not None and self.seat in self.view.to_act


class KeptAction(msgspec.Struct, frozen=True, kw_only=True):
    """One kept action as a reader may be told of it."""

    seq: int
    turn: int
    player: PlayerId
    at: float
    events: tuple[Event, ...]
    undone: int | None = None
    """The number of the take-back by which it no longer stands."""
