"""A tile or train that is being thought about, and the board as it would be then."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from rules.metro.board import SPACES, SQUARE, SQUARES, STATIONS
from rules.metro.placement import ARROW_UP, squares_by_turn, squares_for, train_squares
from rules.metro.preview import LineEffect, effects_of
from rules.metro.tiles import PATTERNS, TURNS
from rules.metro.tracing import Laid, Reached, Tracks, pattern_of, points_of, tracks_with
from rules.metro.view import Line, MetroView, Place


class TilePlan(msgspec.Struct, frozen=True):
    """A tile on a square, or a train on a space of the central station. A tile alone shows where it may go."""

    tile: str | None = None
    square: str | None = None
    turn: int = 0
    """Degrees clockwise."""
    space: str | None = None
    share: int | None = None
    """With module 1: the percentage of the share to show for the train."""


class Planned(msgspec.Struct, frozen=True):
    view: MetroView
    """As it would be, but for the scores."""
    effects: tuple[LineEffect, ...]
    """On lines that have a train."""
    legal: int
    """Where the tile may go, as a bit mask."""

    @property
    def changed(self) -> frozenset[str]:
        return frozenset(effect.start for effect in self.effects)


def traced(view: MetroView) -> Tracks:
    """The board of a view, to trace on; several pictures of one moment share it."""
    return _traced(view.laid, view.central_tiles)


@lru_cache(32)
def _traced(laid: tuple[Laid, ...], central: tuple[Laid, ...]) -> Tracks:
    return tracks_with(laid, central)


def planned(view: MetroView, plan: TilePlan) -> Planned:
    if plan.space is not None:
        return with_train(view, plan)
    assert plan.tile is not None
    legal = legal_squares(view, plan.tile, plan.turn)
    if plan.square is None:
        return Planned(view, (), legal)
    laid = Laid(plan.square, plan.tile, plan.turn)
    tracks, _ = traced(view).lay(SQUARE[plan.square], laid, pattern_of(laid))
    after = msgspec.structs.replace(view, laid=tracks.laid, lines=lines_on(tracks, view.stations + view.spaces))
    effects = effects_of(view, plan.square, plan.tile, plan.turn)
    return Planned(after, tuple(effect for effect in effects if effect.owner is not None), legal)


def legal_squares(view: MetroView, tile: str, turn: int) -> int:
    """The squares where this tile may go, turned like this."""
    return legal_by_turn(view, [tile])[tile][turn // 90]


def legal_by_turn(view: MetroView, tiles: Iterable[str]) -> dict[str, Sequence[int]]:
    """The squares where each tile may go, by turn; with its arrow upwards alone, the same for all."""
    reachable = traced(view).reachable
    trains = train_squares(tuple(STATIONS + at for at, space in enumerate(view.spaces) if space.owner))
    if view.options.direction == "arrow":
        return {tile: (squares_for(reachable, trains, tile),) * 4 for tile in tiles}
    return {tile: squares_by_turn(reachable, trains, tile) for tile in tiles}


def with_train(view: MetroView, plan: TilePlan) -> Planned:
    assert plan.space is not None
    assert view.reader is not None
    at = SPACES.index(plan.space)
    owner = train_colour(view, plan)
    player = view.reader if view.colours else None
    place = msgspec.structs.replace(view.spaces[at], owner=owner, player=player)
    spaces = (*view.spaces[:at], place, *view.spaces[at + 1 :])
    tracks = traced(view)
    lines = lines_on(tracks, view.stations + spaces)
    line = lines[STATIONS + at]
    effect = LineEffect(plan.space, owner, player, 0, len(line.passes), line.end, line.points)
    return Planned(msgspec.structs.replace(view, spaces=spaces, lines=lines), (effect,), 0)


def train_colour(view: MetroView, plan: TilePlan) -> str:
    """The reader's own colour, or the company of the share that is shown."""
    if view.colours:
        assert view.reader is not None
        return view.colours[view.reader]
    assert plan.share is not None
    return {share.percent: share.company for share in view.shares}[plan.share]


def lines_on(tracks: Tracks, places: tuple[Place, ...]) -> tuple[Line, ...]:
    found = []
    for start, path in enumerate(tracks.paths(range(len(places)))):
        place = places[start]
        passes, end = tracks.line(start)
        name, points = (None, 0) if end is None else (places[end].name, points_of(start, end, passes))
        found.append(Line(place.name, place.owner, place.player, path, name, points))
    return tuple(found)


class Gain(NamedTuple):
    """What a tile would bring on a square: how much longer lines become, or what they score beyond their length."""

    number: int
    """Of the tile in hand, from 1; 0 for one that was drawn."""
    square: str
    turn: int
    own: int
    others: int
    owners: tuple[str, ...]
    """The colours of the lines that change."""


def held(view: MetroView) -> list[tuple[int, str]]:
    """The tiles that may be placed, with their numbers: the one that was drawn instead, or all in hand."""
    return [(0, view.drawn)] if view.drawn else list(enumerate(view.hand, start=1))


def held_squares(view: MetroView) -> int:
    """Where any of them may go, as a bit mask."""
    found = 0
    for squares in legal_by_turn(view, [tile for _, tile in held(view)]).values():
        for turn in turns(view):
            found |= squares[turn // 90]
    return found


def turns(view: MetroView) -> tuple[int, ...]:
    return TURNS if view.options.direction == "free" else ARROW_UP


def best_places(view: MetroView, most: int = 5) -> list[Gain]:
    """Where the reader's tiles would do most for the reader's lines, each square once; where companies own the lines,
    for those whose shares the reader holds."""
    tracks = traced(view)
    places = view.stations + view.spaces
    companies = {share.company for share in view.shares}
    is_own = [place.player == view.reader if view.colours else place.owner in companies for place in places]
    waited = {
        next_square(line, place)
        for line, place in zip(view.lines, places, strict=True)
        if line.owner and not line.is_finished
    }
    colours = [place.owner for place in places]
    lines = {square: [line for line in tracks.lines_into(SQUARE[square]) if colours[line.start]] for square in waited}
    owners = {
        square: tuple(dict.fromkeys(colour for line in found if (colour := colours[line.start])))
        for square, found in lines.items()
    }
    legal_at = legal_by_turn(view, [tile for _, tile in held(view)])
    gains: dict[str, Gain] = {}
    seen: set[int] = set()
    for number, tile in held(view):
        for turn in turns(view):
            pattern = PATTERNS[tile][turn // 90]
            if pattern in seen:
                continue
            seen.add(pattern)
            legal = legal_at[tile][turn // 90]
            for square in waited:
                if legal >> SQUARE[square] & 1:
                    own, others = changes(tracks, lines[square], is_own, SQUARE[square], pattern)
                    best = gains.get(square)
                    if best is None or (own, -others) > (best.own, -best.others):
                        gains[square] = Gain(number, square, turn, own, others, owners[square])
    return sorted(gains.values(), key=worth, reverse=True)[:most]


def changes(
    tracks: Tracks, lines: Iterable[Reached], is_own: Sequence[bool], square: int, pattern: int
) -> tuple[int, int]:
    """What a tile would bring the reader and the others."""
    own = others = 0
    for line in lines:
        effect = tracks.effect(line, square, pattern)
        more = (effect.after if effect.end is None else effect.points) - effect.before
        if is_own[line.start]:
            own += more
        else:
            others += more
    return own, others


def worth(gain: Gain) -> tuple[int, int, int]:
    """Most for the reader, then least for the others."""
    return gain.own, -gain.others, -SQUARE[gain.square]


def next_square(line: Line, place: Place) -> str:
    """The empty square where a line under way would go on."""
    if not line.passes:
        return place.square
    last = line.passes[-1]
    row, column = divmod(SQUARE[last.square], 8)
    down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[last.exit // 2]
    return SQUARES[(row + down) * 8 + column + right]
