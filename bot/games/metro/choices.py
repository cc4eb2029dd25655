"""What a Metro player can pick from now. Pages and taps share it."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.games.metro.draft import MetroDraft
from rules.metro.actions import ExchangeShare, PlaceTile, PlaceTrain
from rules.metro.board import SIZE, SQUARE
from rules.metro.legal import MetroLegalActions
from rules.metro.preview import Gains
from rules.metro.tiles import TURNS
from rules.metro.view import MetroView

WAYS = {"left": (0, -1), "up": (-1, 0), "down": (1, 0), "right": (0, 1)}
"""Steps in rows and columns."""


def at(square: str) -> tuple[int, int]:
    """Row and column, counted from 0."""
    row, column = divmod(SQUARE[square], SIZE)
    return row, column


def steps(one: str, other: str) -> int:
    (row, column), (to_row, to_column) = at(one), at(other)
    return abs(row - to_row) + abs(column - to_column)


@dataclass(frozen=True)
class Offer:
    """Every legal move, sorted by kind."""

    squares: dict[tuple[str, int], tuple[str, ...]]
    """By tile and turn, where it may go."""
    can_draw: bool
    exchanges: tuple[ExchangeShare, ...]
    trains: tuple[PlaceTrain, ...]

    @property
    def tiles(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(tile for tile, _ in self.squares))

    def turns(self, tile: str) -> tuple[int, ...]:
        return tuple(turn for turn in TURNS if (tile, turn) in self.squares)


def offer_of(view: MetroView, legal: MetroLegalActions) -> Offer:
    squares: dict[tuple[str, int], list[str]] = {}
    exchanges, trains, can_draw = [], [], False
    for action in legal:
        match action:
            case PlaceTile():
                tile = action.tile or view.drawn or view.hand[0]
                squares.setdefault((tile, action.turn), []).append(action.square)
            case ExchangeShare():
                exchanges.append(action)
            case PlaceTrain():
                trains.append(action)
            case _:
                can_draw = True
    found = {key: tuple(sorted(names, key=SQUARE.__getitem__)) for key, names in squares.items()}
    return Offer(found, can_draw, tuple(exchanges), tuple(trains))


@dataclass(frozen=True)
class Spot:
    """A tile as it would be placed."""

    tile: str
    turn: int
    square: str

    @property
    def id(self) -> str:
        return f"{self.square}.{self.tile}.{self.turn}"


def spot_from(written: str) -> Spot | None:
    """C4.abcd.90 as a button carries it; None where it isn't written like that."""
    square, tile, turn = [*written.split("."), "", ""][:3]
    turned = next((way for way in TURNS if str(way) == turn), None)
    return Spot(tile, turned, square) if square in SQUARE and tile and turned is not None else None


def spot_of(view: MetroView, offer: Offer, draft: MetroDraft) -> Spot | None:
    """What the draft says, put right where it isn't legal; as long as it names no square, the best one. None where
    there is no tile to place."""
    if not offer.squares:
        return None
    if draft.square not in SQUARE:
        drafted = [spot for spot in spots(offer) if spot.tile == draft.tile]
        return best_first(view, drafted or spots(offer))[0]
    tile = draft.tile if draft.tile in offer.tiles else offer.tiles[0]
    turns = offer.turns(tile)
    turn = draft.turn if draft.turn in turns else turns[0]
    squares = offer.squares[tile, turn]
    nearest = min(squares, key=lambda square: (steps(square, draft.square or square), at(square)))
    return Spot(tile, turn, nearest)


def spots(offer: Offer) -> list[Spot]:
    return [Spot(tile, turn, square) for (tile, turn), squares in offer.squares.items() for square in squares]


def best_first(view: MetroView, found: Iterable[Spot]) -> list[Spot]:
    """By what each brings the reader at once; equal ones as they stand."""
    gains = Gains(view)
    return sorted(found, key=lambda spot: -gains.of(spot.square, spot.tile, spot.turn))


def train_of(offer: Offer, draft: MetroDraft) -> PlaceTrain:
    """The train on the page: the space and the share that are drafted where they are legal, else the first."""
    spaces = [action.space for action in offer.trains]
    space = draft.space if draft.space in spaces else spaces[0]
    here = [action for action in offer.trains if action.space == space]
    return next((action for action in here if str(action.share) == draft.share), here[0])


def next_square(squares: tuple[str, ...], square: str, way: str) -> str | None:
    """The nearest legal square on one side of another, along the line first."""
    (row, column), (down, right) = at(square), WAYS[way]

    def forward(other: str) -> int:
        return (at(other)[0] - row) * down + (at(other)[1] - column) * right

    def aside(other: str) -> int:
        return abs((at(other)[0] - row) * right) + abs((at(other)[1] - column) * down)

    ahead = [other for other in squares if forward(other) > 0]
    return min(ahead, key=lambda other: (aside(other) + forward(other), aside(other), at(other)), default=None)


def in_column(squares: tuple[str, ...], column: str, row: str) -> str | None:
    """The square of a column that is nearest to a row."""
    here = [square for square in squares if square[0] == column]
    return min(here, key=lambda square: abs(int(square[1]) - int(row)), default=None)
