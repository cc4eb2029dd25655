"""What a tile would do to every line it touches, in the words of a view: for previews, the log and hints."""

import msgspec

from rules.game import PlayerId
from rules.metro.board import SQUARE
from rules.metro.tiles import PATTERNS
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
