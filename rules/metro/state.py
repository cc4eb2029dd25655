"""One moment of a game."""

import msgspec

from rules.game import PlayerId
from rules.metro.options import Options
from rules.metro.shares import Shares
from rules.metro.tracing import Tracks


class State(msgspec.Struct, frozen=True, gc=False):
    """Secret as a whole: whoever is not the rules sees a view of it."""

    options: Options
    seats: int
    pile: tuple[str, ...]
    """All tiles as they were shuffled, top first; `taken` of them have left the pile."""
    taken: int
    hands: tuple[tuple[str, ...], ...]
    drawn: str | None
    """The tile that the player to act has drawn instead, and now has to place."""
    player: PlayerId
    turn: int
    tracks: Tracks
    trains: tuple[int, ...]
    """For each station and space: the index of the owner's colour, or NOBODY."""
    train_squares: int
    """The squares that trains in the central station lead into, as a bit mask."""
    points: tuple[int, ...]
    """For each marker on the score track, a player's or a company's."""
    shares: Shares | None
    numbers: tuple[tuple[int, ...], ...]
    """Module 4: the number cards of each player."""

    @property
    def is_over(self) -> bool:
        return not self.tracks.free

    @property
    def has_pile(self) -> bool:
        return self.taken < len(self.pile)
