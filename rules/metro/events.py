"""What has happened."""

from typing import Self, TypeAlias

from msgspec.structs import replace

from rules.game import Event, PlayerId
from rules.metro.actions import Take


class TilePlaced(Event, frozen=True, tag="tile placed", gc=False):
    player: PlayerId
    square: str
    tile: str
    turn: int
    is_forced: bool
    """The tile made a one-tile line because it could not be placed in any other way."""


class LineScored(Event, frozen=True, tag="line scored", gc=False):
    """A line has reached its end. Places are station numbers, or C1 to C8 in the central station."""

    start: str
    end: str
    owner: str | None
    """The colour of the train; None where no train stands, and nobody gets the points."""
    player: PlayerId | None
    """Whose train it is; None for a company's."""
    passes: int
    points: int


class TileDrawn(Event, frozen=True, tag="tile drawn", gc=False):
    """One tile from the pile: into the hand, or drawn instead and to be placed now."""

    player: PlayerId
    tile: str | None
    must_be_placed: bool

    def seen_by(self, reader: PlayerId | None) -> Self:
        return self if reader == self.player else replace(self, tile=None)


class ShareExchanged(Event, frozen=True, tag="share exchanged", gc=False):
    """`given` is known to its giver only, `taken` to everybody where it was the open one."""

    player: PlayerId
    percent: int
    take: Take
    given: str | None
    taken: str | None
    turned_up: str | None

    def seen_by(self, reader: PlayerId | None) -> Self:
        if reader == self.player:
            return self
        return replace(self, given=None, taken=self.taken if self.take == "open" else None)


class ExchangeEnded(Event, frozen=True, tag="exchange ended", gc=False):
    """No share can be exchanged any more: `company` has come far enough, or the pile is empty."""

    company: str | None


class TrainPlaced(Event, frozen=True, tag="train placed", gc=False):
    player: PlayerId
    space: str
    colour: str
    share: int | None
    """The percentage of the share that was shown, with module 1."""


class PlayerSkipped(Event, frozen=True, tag="player skipped", gc=False):
    """No tile, no pile, and no train to place."""

    player: PlayerId


class GameEnded(Event, frozen=True, tag="game ended", gc=False):
    winners: tuple[PlayerId, ...]


MetroEvent: TypeAlias = (
    TilePlaced | LineScored | TileDrawn | ShareExchanged | ExchangeEnded | TrainPlaced | PlayerSkipped | GameEnded
)
