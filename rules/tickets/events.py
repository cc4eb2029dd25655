"""What can happen in a ticket game. `seen_by` hides what a reader may not know."""

from typing import Literal, Self, TypeAlias

from msgspec.structs import replace

from rules.game import Event, PlayerId
from rules.tickets.actions import Cards


class CardDrawn(Event, frozen=True, tag="drawn"):
    player: PlayerId
    deck: str
    is_blind: bool
    card: str | None
    """None where the reader may not know it."""

    def seen_by(self, reader: PlayerId | None) -> Self:
        return replace(self, card=None) if self.is_blind and reader != self.player else self


class RowRefilled(Event, frozen=True, tag="refilled"):
    """A new card lies face up; `card` is None when there was none left for the place."""

    slot: int
    card: str | None


class RowSwept(Event, frozen=True, tag="swept"):
    """Too many locomotives lay face up: `old` was discarded, `new` dealt."""

    old: tuple[str, ...]
    new: tuple[str, ...]


class DeckReshuffled(Event, frozen=True, tag="reshuffled"):
    deck: str
    cards: int


class RouteClaimed(Event, frozen=True, tag="claimed"):
    player: PlayerId
    track: str
    cards: Cards
    points: int
    pieces_left: int
    """Pieces of the kind that was placed."""


class TunnelTurned(Event, frozen=True, tag="tunnel"):
    """Cards turned up for a tunnel, and how many more it asks for."""

    player: PlayerId
    track: str
    laid: Cards
    turned: tuple[str, ...]
    asked: int


class TunnelGivenUp(Event, frozen=True, tag="tunnel_given_up"):
    player: PlayerId
    track: str


class PassengerTaken(Event, frozen=True, tag="passenger"):
    player: PlayerId
    place: str
    colour: str


class TicketsDrawn(Event, frozen=True, tag="tickets_drawn"):
    player: PlayerId
    count: int
    long: int
    """How many of them came from the long pile, where there is one."""
    tickets: tuple[str, ...] | None

    def seen_by(self, reader: PlayerId | None) -> Self:
        return self if reader == self.player else replace(self, tickets=None)


class TicketsKept(Event, frozen=True, tag="tickets_kept"):
    player: PlayerId
    kept: int
    returned: int
    tickets: tuple[str, ...] | None

    def seen_by(self, reader: PlayerId | None) -> Self:
        return self if reader == self.player else replace(self, tickets=None)


class PiecesChosen(Event, frozen=True, tag="pieces_chosen"):
    """Secret until everybody has chosen."""

    player: PlayerId
    wagons: int | None
    ships: int | None

    def seen_by(self, reader: PlayerId | None) -> Self:
        return self if reader == self.player else replace(self, wagons=None, ships=None)


class PiecesRevealed(Event, frozen=True, tag="pieces_revealed"):
    wagons: tuple[int, ...]
    """By player."""
    ships: tuple[int, ...]


class HarbourBuilt(Event, frozen=True, tag="harbour_built"):
    player: PlayerId
    city: str
    cards: Cards
    harbours_left: int


class PiecesExchanged(Event, frozen=True, tag="exchanged"):
    player: PlayerId
    to: Literal["wagons", "ships"]
    count: int


class Passed(Event, frozen=True, tag="passed"):
    player: PlayerId


class TurnBegan(Event, frozen=True, tag="turn"):
    player: PlayerId
    turn: int


class LastRoundBegan(Event, frozen=True, tag="last_round"):
    """`player` has few pieces left: everyone, that player included, has `turns` more turns."""

    player: PlayerId
    turns: int


class GameEnded(Event, frozen=True, tag="ended"):
    winners: tuple[PlayerId, ...]


TicketEvent: TypeAlias = (
    CardDrawn
    | RowRefilled
    | RowSwept
    | DeckReshuffled
    | RouteClaimed
    | TunnelTurned
    | TunnelGivenUp
    | PassengerTaken
    | TicketsDrawn
    | TicketsKept
    | PiecesChosen
    | PiecesRevealed
    | HarbourBuilt
    | PiecesExchanged
    | Passed
    | TurnBegan
    | LastRoundBegan
    | GameEnded
)
