"""Metro's refusals: what fills their sentences, and the nearest square that is legal."""

from collections.abc import Callable
from typing import Any

from bot.words.metro import tile_text
from bot.words.names import safe_name
from bot.words.told import Told
from rules.errors import RulesError
from rules.metro import errors
from rules.metro.actions import PlaceTile
from rules.metro.board import SIZE, SQUARE

Fields = dict[str, Any]


def square(_told: Told, error: Any) -> Fields:
    return {"square": safe_name(error.square)}


def one_tile(_told: Told, error: errors.OneTileLine) -> Fields:
    key = "refusal.one_tile_line.centre" if error.start.startswith("C") else "refusal.one_tile_line"
    return {"key": key, "square": error.square, "start": error.start}


def tile(_told: Told, error: Any) -> Fields:
    return {"tile": safe_name(error.tile)}


def known_tile(_told: Told, error: errors.TileNotInHand) -> Fields:
    return {"tile": tile_text(error.tile)}


def which_tile(_told: Told, error: errors.WhichTile) -> Fields:
    return {"tiles": " / ".join(map(tile_text, dict.fromkeys(error.tiles)))}


def module(told: Told, error: errors.ModuleNotPlayed) -> Fields:
    return {"module": error.module, "name": told.say(f"metro.module.{error.module}")}


def percent(_told: Told, error: Any) -> Fields:
    return {"percent": error.percent}


def shown(told: Told, error: errors.ShareShown) -> Fields:
    return {"percent": error.percent, "company": told.say(f"word.colour.{error.company}")}


def closed(told: Told, error: errors.ExchangeClosed) -> Fields:
    if error.company is None:
        return {"key": "refusal.exchange_closed.pile"}
    return {"company": told.say(f"metro.company.{error.company}"), "n": error.points}


def space(_told: Told, error: Any) -> Fields:
    return {"space": safe_name(error.space)}


def train_used(told: Told, error: errors.TrainUsed) -> Fields:
    return {"colour": told.say(f"word.colour.{error.colour}"), "space": error.space}


def nothing(_told: Told, _error: RulesError) -> Fields:
    return {}


METRO_FIELDS: dict[type[RulesError], Callable[[Told, Any], Fields]] = {
    errors.NoSuchSquare: square,
    errors.CentralSquare: square,
    errors.SquareTaken: square,
    errors.NotReachable: square,
    errors.OneTileLine: one_tile,
    errors.NoSuchTile: tile,
    errors.TileNotInHand: known_tile,
    errors.WhichTile: which_tile,
    errors.MustPlaceDrawnTile: nothing,
    errors.NoTile: nothing,
    errors.PileEmpty: nothing,
    errors.NoSuchTurn: nothing,
    errors.TurnNotAllowed: nothing,
    errors.ModuleNotPlayed: module,
    errors.NoSuchShare: percent,
    errors.ShareShown: shown,
    errors.ExchangeClosed: closed,
    errors.NoSuchSpace: space,
    errors.SpaceTaken: space,
    errors.TrainUsed: train_used,
    errors.ShareNeeded: nothing,
    errors.NoShareNeeded: nothing,
}


def metro_instead(told: Told, error: RulesError) -> str:
    """The nearest legal square, where a square was wrong."""
    wrong = getattr(error, "square", None)
    if wrong is None:
        return ""
    squares = {action.square for action in told.legal if isinstance(action, PlaceTile)}
    if not squares:
        return ""
    return told.say("refusal.instead.square", square=min(squares, key=lambda name: (distance(name, wrong), name)))


def distance(one: str, other: str) -> int:
    """In steps along rows and columns; from no square at all, all are equally far."""
    if one not in SQUARE or other not in SQUARE:
        return 0
    (row, column), (to_row, to_column) = divmod(SQUARE[one], SIZE), divmod(SQUARE[other], SIZE)
    return abs(row - to_row) + abs(column - to_column)
