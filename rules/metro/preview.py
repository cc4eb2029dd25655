"""What a tile would do to every line it touches, in the words of a view: for previews, the log and hints."""

from functools import cached_property

import msgspec

from rules.game import PlayerId
from rules.metro.board import SQUARE
from rules.metro.tiles import PATTERNS
from rules.metro.tracing import Effect
from rules.metro.view import MetroView, tracks_in


class LineEffect(msgspec.Struct, frozen=True):
    start: str
    owner: str | None
    player: PlayerId | None
    before: int
    """Passes before the tile,"""
    after: int
    """and after it."""
    end: str | None
    """Where the line then ends, if the tile finishes it."""
    points: int
    """What its owner would score now; 0 where the line goes on."""

    @property
    def is_one_tile(self) -> bool:
        return self.end is not None and self.after == 1


def effects_of(view: MetroView, square: str, tile: str, turn: int = 0) -> tuple[LineEffect, ...]:
    """The lines that a tile on an empty square would lengthen or finish, those without a train too."""
    effects = tracks_in(view).effects(SQUARE[square], PATTERNS[tile][turn // 90])
    places = view.stations + view.spaces
    return tuple(
        LineEffect(
            start=places[effect.start].name,
            owner=places[effect.start].owner,
            player=places[effect.start].player,
            before=effect.before,
            after=effect.after,
            end=None if effect.end is None else places[effect.end].name,
            points=effect.points,
        )
        for effect in effects
    )


HOPE = 4
"""Points that a line under way may still come to beyond its passes, roughly."""


class Gains:
    """What tiles would bring the reader of a view at once: own lines count for, others' against; where companies own
    the lines, each counts by the reader's shares. No look ahead: whoever reads what a tile does can add it up."""

    def __init__(self, view: MetroView) -> None:
        self.view = view
        self.tracks = tracks_in(view)

    @cached_property
    def _weights(self) -> list[float]:
        """By place, what a point of the line from there is worth to the reader."""
        view = self.view
        if view.companies:
            held = {share.company: share.percent / 100 for share in view.shares}
            return [held.get(place.owner or "", 0.0) for place in view.stations + view.spaces]
        others = -1 / max(1, view.seats - 1)
        return [
            0.0 if place.player is None else 1.0 if place.player == view.reader else others
            for place in view.stations + view.spaces
        ]

    def of(self, square: str, tile: str, turn: int = 0) -> float:
        effects = self.tracks.effects(SQUARE[square], PATTERNS[tile][turn // 90])
        return sum(self._weights[effect.start] * gain(effect) for effect in effects)


def gain(effect: Effect) -> int:
    """In points of the line's owner; one that ends loses its hope of more."""
    after = effect.after + HOPE if effect.end is None else effect.points
    return after - effect.before - HOPE
