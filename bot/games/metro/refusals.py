"""Metro's refusals: what fills their sentences, and the nearest square that is legal."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.games.metro.draft import MetroDraft
from bot.games.metro.status import tile_text
from bot.games.mistakes import WrongGame
from bot.games.refusal_context import Fields, Instead, RefusalContext, RefusalFields
from bot.text.names import safe_name
from rules.errors import RulesError
from rules.metro import errors
from rules.metro.actions import DrawTile, PlaceTile, PlaceTrain
from rules.metro.board import SIZE, SQUARE
from rules.metro.legal import MetroLegalActions
from rules.metro.view import MetroView

WrongSquare = errors.NoSuchSquare | errors.CentralSquare | errors.SquareTaken | errors.NotReachable


def square(_context: RefusalContext, error: WrongSquare) -> Fields:
    return {"square": safe_name(error.square)}


def one_tile(_context: RefusalContext, error: errors.OneTileLine) -> Fields:
    key = "refusal.one_tile_line.centre" if error.start.startswith("C") else "refusal.one_tile_line"
    return {"key": key, "square": error.square, "start": error.start}


def tile(_context: RefusalContext, error: errors.NoSuchTile) -> Fields:
    return {"tile": safe_name(error.tile)}


def known_tile(_context: RefusalContext, error: errors.TileNotInHand) -> Fields:
    return {"tile": tile_text(error.tile)}


def which_tile(_context: RefusalContext, error: errors.WhichTile) -> Fields:
    return {"tiles": " / ".join(map(tile_text, dict.fromkeys(error.tiles)))}


def module(context: RefusalContext, error: errors.ModuleNotPlayed) -> Fields:
    return {"module": error.module, "name": context.say(f"metro.module.{error.module}")}


def percent(_context: RefusalContext, error: errors.NoSuchShare) -> Fields:
    return {"percent": error.percent}


def shown(context: RefusalContext, error: errors.ShareShown) -> Fields:
    return {"percent": error.percent, "company": context.say(f"word.colour.{error.company}")}


def closed(context: RefusalContext, error: errors.ExchangeClosed) -> Fields:
    if error.company is None:
        return {"key": "refusal.exchange_closed.pile"}
    return {"company": context.say(f"metro.company.{error.company}"), "n": error.points}


def space(_context: RefusalContext, error: errors.NoSuchSpace | errors.SpaceTaken) -> Fields:
    return {"space": safe_name(error.space)}


def train_used(context: RefusalContext, error: errors.TrainUsed) -> Fields:
    return {"colour": context.say(f"word.colour.{error.colour}"), "space": error.space}


def nothing(_context: RefusalContext, _error: RulesError) -> Fields:
    return {}


METRO_FIELDS: dict[type[RulesError], RefusalFields] = {
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


TURNED_OR_CHOSEN = (errors.TurnNotAllowed, errors.NoSuchTurn, errors.WhichTile, errors.TileNotInHand, errors.NoSuchTile)
ABOUT_TRAINS = (errors.SpaceTaken, errors.NoSuchSpace, errors.ShareNeeded, errors.NoShareNeeded, errors.NoSuchShare)


def metro_instead(context: RefusalContext, error: RulesError) -> tuple[Instead, ...]:
    """The nearest legal square where a square was wrong, the same one where only the tile was; a free space."""
    if isinstance(error, WrongGame):
        return own_moves(context)
    wanted = context.wanted if isinstance(context.wanted, PlaceTile) else None
    wrong = getattr(error, "square", None)
    if wrong is None and wanted is not None and isinstance(error, TURNED_OR_CHOSEN):
        wrong = wanted.square
    if wrong is not None:
        return nearest_place(context, wrong, wanted)
    return free_space(context) if isinstance(error, ABOUT_TRAINS) else ()


def legal_of(context: RefusalContext) -> MetroLegalActions:
    """Only those who are asked are offered something instead."""
    assert isinstance(context.legal, MetroLegalActions)
    return context.legal


def own_moves(context: RefusalContext) -> tuple[Instead, ...]:
    """What Metro has where another game draws or claims."""
    assert isinstance(context.view, MetroView)
    draw = next(
        (context.instead("button.draw_a_tile", "draw_tile") for way in legal_of(context) if isinstance(way, DrawTile)),
        None,
    )
    last = context.view.laid[-1].square if context.view.laid else ""
    place = nearest_place(context, last, None)
    return (*((draw,) if draw else ()), *(replace(way, words="") for way in place))


def nearest_place(context: RefusalContext, wrong: str, wanted: PlaceTile | None) -> tuple[Instead, ...]:
    """The tile that was meant, as near as it may go, and turned as it was meant where that is possible."""
    assert isinstance(context.view, MetroView)
    tile, turn = (wanted.tile, wanted.turn) if wanted else (None, 0)

    def rank(action: PlaceTile) -> tuple[bool, int, bool, str, int]:
        return action.tile != tile, distance(action.square, wrong), action.turn != turn, action.square, action.turn

    best = min((action for action in legal_of(context) if isinstance(action, PlaceTile)), key=rank, default=None)
    if best is None:
        return ()
    words = context.say("refusal.instead.square", square=best.square)
    turned = f" · {best.turn}°" if best.turn else ""
    held = best.tile or context.view.drawn or context.view.hand[0]
    button = context.instead(
        "button.place", "place", f"{best.square}.{held}.{best.turn}", words=words, square=best.square
    )
    return (replace(button, label=button.label + turned),)


def free_space(context: RefusalContext) -> tuple[Instead, ...]:
    """The space that was meant where it is free, else another one."""
    wanted = context.wanted.space if isinstance(context.wanted, PlaceTrain) else ""
    free = [action.space for action in legal_of(context) if isinstance(action, PlaceTrain)]
    if not free:
        return ()
    space = wanted if wanted in free else free[0]
    return (context.instead("button.put_train", "space", space, space=space),)


def distance(one: str, other: str) -> int:
    """In steps along rows and columns; from no square at all, all are equally far."""
    if one not in SQUARE or other not in SQUARE:
        return 0
    (row, column), (to_row, to_column) = divmod(SQUARE[one], SIZE), divmod(SQUARE[other], SIZE)
    return abs(row - to_row) + abs(column - to_column)


def draft_towards(draft: MetroDraft, ways: Sequence[Instead]) -> MetroDraft:
    """The draft turned to the square that is offered instead, so that the page tells what a tile does there."""
    place = next((way for way in ways if way.verb == "place"), None)
    if place is None:
        return draft
    square, tile, turn = place.choice.split(".")
    return replace(draft, page="home", square=square, tile=tile, turn=int(turn))
