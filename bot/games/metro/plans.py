"""Plans for a turn of Metro.

Wishes: `place:C4` (the held tile, turned as serves the own lines best), `longest` (lengthen the own longest line),
`finish` (finish it), `draw_tile`, `share:20:open`, `train:C3`. Conditions: `own_line`, `near:C4`.
"""

from collections.abc import Sequence

from bot.games.metro.choices import at, steps
from bot.games.metro.entries import DRAW, metro_move_of
from bot.games.plans import Plan
from bot.text.matching import Entry, in_all_languages
from bot.text.names import Names
from data.texts import text
from rules.game import Action, Event
from rules.metro.actions import PlaceTile
from rules.metro.board import SQUARE, SQUARES
from rules.metro.events import LineScored, TilePlaced
from rules.metro.legal import MetroLegalActions
from rules.metro.preview import LineEffect, effects_of
from rules.metro.tiles import TURNS
from rules.metro.view import Line, MetroView, tracks_in

LONGEST = "longest"
FINISH = "finish"
OWN_LINE = "own_line"


class MetroPlanner:
    def wishes(self, view: MetroView, language: str, _names: Names) -> list[Entry]:
        rules = [_wish(view, wish, language, in_all_languages(f"plan.metro.{wish}")) for wish in (LONGEST, FINISH)]
        squares = [_wish(view, f"place:{square}", language, (square,)) for square in _free_squares(view)]
        draw = [_wish(view, DRAW, language, in_all_languages("button.draw_tile"))] if view.pile else []
        shares = [
            _wish(view, f"share:{share.percent}:{take}", language, (str(share.percent),))
            for share in view.shares
            for take in ("open", "hidden")
            if view.is_exchange_open
        ]
        trains = [
            _wish(view, f"train:{space.name}", language, (space.name,))
            for space in view.spaces
            if view.trains_left and space.owner is None
        ]
        return [*rules, *squares, *draw, *shares, *trains]

    def conditions(self, view: MetroView, language: str, _names: Names) -> list[Entry]:
        values = [OWN_LINE, *(f"near:{square}" for square in _free_squares(view))]
        labels = [self.condition_words(view, value, language) for value in values]
        return [Entry(value=value, label=label, words=(label,)) for value, label in zip(values, labels, strict=True)]

    def wish_words(self, view: MetroView, wish: str, language: str) -> str:
        kind, first, second = [*wish.split(":"), "", ""][:3]
        match kind:
            case "place":
                return text("plan.metro.place", language, square=first)
            case "share":
                share = next((one for one in view.shares if str(one.percent) == first), None)
                colour = text(f"word.colour.{share.company}", language) if share else ""
                words = text("metro.share", language, percent=first, colour=colour).strip()
                return text(f"move.share.{second}", language, share=words)
            case "train":
                return text("button.put_train", language, space=first)
            case "draw_tile":
                return text("button.draw_tile", language)
            case _:
                return text(f"plan.metro.{kind}", language)

    def condition_words(self, _view: MetroView, condition: str, language: str) -> str:
        kind, square = [*condition.split(":"), ""][:2]
        return text("plan.stop.near", language, square=square) if square else text(f"plan.stop.{kind}", language)

    def why_not(self, view: MetroView, wish: str, language: str, _names: Names) -> str:
        kind, first = [*wish.split(":"), ""][:2]
        is_taken = kind == "place" and any(laid.square == first for laid in view.laid)
        return text("plan.metro.taken", language) if is_taken else ""

    def planned(self, view: MetroView, legal: MetroLegalActions, plan: Plan, wish: str) -> Action | None:
        if plan.begun is not None:  # a tile was drawn instead: where it goes is for the player to say
            return None
        kind, first = [*wish.split(":"), ""][:2]
        places = [action for action in legal if isinstance(action, PlaceTile)]
        match kind:
            case "place":
                here = [action for action in places if action.square == first]
                return max(here, key=lambda action: worth_of(view, action), default=None)
            case "longest":
                return _longest(view, places)
            case "finish":
                return _finish(view, places)
            case "train":
                found = (action for action in legal if getattr(action, "space", None) == first)
                return next(found, None)
            case _:
                return metro_move_of(view, legal, wish)

    def is_called_off(self, view: MetroView, condition: str, events: Sequence[Event]) -> bool:
        kind, square = [*condition.split(":"), ""][:2]
        if kind == OWN_LINE:
            return any(isinstance(event, LineScored) and _is_own(view, event) for event in events)
        laid = [event for event in events if isinstance(event, TilePlaced) and event.player != view.reader]
        return square in SQUARES and any(steps(event.square, square) <= 1 for event in laid)


def _wish(view: MetroView, value: str, language: str, words: Sequence[str]) -> Entry:
    label = MetroPlanner().wish_words(view, value, language)
    return Entry(value=value, label=label, words=(label, *words), firsts=tuple(words))


def _free_squares(view: MetroView) -> list[str]:
    """Where a tile of the hand would do most for the own lines first."""
    empty = tracks_in(view).free
    taken = {laid.square for laid in (*view.laid, *view.central_tiles)}
    entries = {place.square for place in view.stations + view.spaces}
    beside = {square for square in SQUARES if any(steps(square, laid) == 1 for laid in taken)}
    free = [square for square in SQUARES if empty >> SQUARE[square] & 1 and square in entries | beside]
    tiles = view.hand or ((view.drawn,) if view.drawn else ())

    def worth(square: str) -> int:
        return max((_gain(view, effects_of(view, square, tile)) for tile in tiles), default=0)

    return sorted(free, key=lambda square: (-worth(square), at(square)))


def _is_own(view: MetroView, line: Line | LineEffect | LineScored) -> bool:
    """By the train, or, where companies own the lines, by a share."""
    if line.player is not None:
        return line.player == view.reader
    return line.owner is not None and any(share.company == line.owner for share in view.shares)


def _gain(view: MetroView, effects: Sequence[LineEffect]) -> int:
    return sum(effect.after - effect.before for effect in effects if _is_own(view, effect))


def _effects(view: MetroView, action: PlaceTile) -> tuple[LineEffect, ...]:
    tile = action.tile or view.drawn or view.hand[0]
    return effects_of(view, action.square, tile, action.turn)


def worth_of(view: MetroView, action: PlaceTile) -> tuple[int, int]:
    """What a tile does for the own lines; of two that do the same, the one turned less is worth more."""
    return _gain(view, _effects(view, action)), -TURNS.index(action.turn)


def _longest_line(view: MetroView) -> str | None:
    own = [line for line in view.lines if _is_own(view, line) and not line.is_finished]
    return max(own, key=lambda line: len(line.passes)).start if own else None


def _longest(view: MetroView, places: Sequence[PlaceTile]) -> PlaceTile | None:
    """The tile that takes the own longest line furthest and leaves it open."""
    start = _longest_line(view)
    found = [(effect.after, action) for action in places for effect in _effects(view, action) if effect.start == start]
    open_ones = [
        (after, action)
        for after, action in found
        if not any(effect.start == start and effect.end is not None for effect in _effects(view, action))
    ]
    return max(open_ones, key=lambda pair: pair[0])[1] if start and open_ones else None


def _finish(view: MetroView, places: Sequence[PlaceTile]) -> PlaceTile | None:
    """The tile that finishes the own longest line for the most points."""
    start = _longest_line(view)
    found = [
        (effect.points, action)
        for action in places
        for effect in _effects(view, action)
        if effect.start == start and effect.end is not None
    ]
    return max(found, key=lambda pair: pair[0])[1] if start and found else None
