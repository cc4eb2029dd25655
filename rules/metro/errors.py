"""What a Metro player can't do, one class for each reason."""

from dataclasses import dataclass

from rules.errors import IllegalAction


@dataclass
class NoSuchSquare(IllegalAction):
    square: str


@dataclass
class CentralSquare(IllegalAction):
    """The central station takes no tiles."""

    square: str


@dataclass
class SquareTaken(IllegalAction):
    square: str


@dataclass
class NotReachable(IllegalAction):
    """The square touches neither the edge nor a tile; the centre counts as neither."""

    square: str


@dataclass
class OneTileLine(IllegalAction):
    """The line from `start`, a station number or a space such as C3, would be one tile long."""

    square: str
    start: str


@dataclass
class NoSuchTile(IllegalAction):
    tile: str


@dataclass
class TileNotInHand(IllegalAction):
    tile: str


@dataclass
class WhichTile(IllegalAction):
    """Several kinds are in hand, and the action names none."""

    tiles: tuple[str, ...]


@dataclass
class MustPlaceDrawnTile(IllegalAction):
    tile: str


@dataclass
class NoTile(IllegalAction):
    """Nothing in hand and nothing to draw."""


@dataclass
class PileEmpty(IllegalAction):
    pass


@dataclass
class NoSuchTurn(IllegalAction):
    turn: int


@dataclass
class TurnNotAllowed(IllegalAction):
    """The arrow has to point up, unless the table plays in free direction."""

    turn: int


@dataclass
class ModuleNotPlayed(IllegalAction):
    module: int


@dataclass
class NoSuchShare(IllegalAction):
    percent: int


@dataclass
class ShareShown(IllegalAction):
    """A share that was shown for a train can't be exchanged."""

    percent: int
    company: str


@dataclass
class ExchangeClosed(IllegalAction):
    """`company` has reached `points`, or the pile is empty and there is no company to name."""

    company: str | None
    points: int


@dataclass
class NoSuchSpace(IllegalAction):
    space: str


@dataclass
class SpaceTaken(IllegalAction):
    space: str


@dataclass
class TrainUsed(IllegalAction):
    """The one extra train of this colour stands in the central station already."""

    colour: str
    space: str


@dataclass
class ShareNeeded(IllegalAction):
    """With module 1 a train is placed by showing a share of its company."""


@dataclass
class NoShareNeeded(IllegalAction):
    """Without module 1 there are no shares to show."""
