"""A tile or train that is being thought about, and the board as it would be then."""

import msgspec

from rules.metro.board import SPACES, SQUARE, STATIONS
from rules.metro.placement import squares_by_turn, squares_for, train_squares
from rules.metro.preview import LineEffect, effects_of
from rules.metro.tracing import Laid, Tracks, pattern_of, points_of
from rules.metro.view import Line, MetroView, Place, tracks_in


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


def planned(view: MetroView, plan: TilePlan) -> Planned:
    if plan.space is not None:
        return with_train(view, plan)
    assert plan.tile is not None
    legal = legal_squares(view, plan.tile, plan.turn)
    if plan.square is None:
        return Planned(view, (), legal)
    laid = Laid(plan.square, plan.tile, plan.turn)
    tracks, _ = tracks_in(view).lay(SQUARE[plan.square], laid, pattern_of(laid))
    after = msgspec.structs.replace(view, laid=tracks.laid, lines=lines_on(tracks, view.stations + view.spaces))
    effects = effects_of(view, plan.square, plan.tile, plan.turn)
    return Planned(after, tuple(effect for effect in effects if effect.owner is not None), legal)


def legal_squares(view: MetroView, tile: str, turn: int) -> int:
    """The squares where this tile may go, turned like this."""
    reachable = tracks_in(view).reachable
    trains = train_squares(tuple(STATIONS + at for at, space in enumerate(view.spaces) if space.owner))
    if view.options.direction == "arrow":
        return squares_for(reachable, trains, tile)
    return squares_by_turn(reachable, trains, tile)[turn // 90]


def with_train(view: MetroView, plan: TilePlan) -> Planned:
    assert plan.space is not None
    assert view.reader is not None
    at = SPACES.index(plan.space)
    owner = train_colour(view, plan)
    player = view.reader if view.colours else None
    place = msgspec.structs.replace(view.spaces[at], owner=owner, player=player)
    spaces = (*view.spaces[:at], place, *view.spaces[at + 1 :])
    tracks = tracks_in(view)
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
