"""Where a ticket game stands. Frozen values throughout; everything a table would have in front of it, hidden or not."""

from typing import TypeAlias, TypeVar

import msgspec

from rules.chance import Chance
from rules.game import PlayerId, Score

T = TypeVar("T")
EMPTY = 255
"""A place of the row without a card."""


class TicketOptions(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The ticket games are played as printed."""


class Player(msgspec.Struct, frozen=True, gc=False):
    """Tracks and tickets by number in the map file, cards packed."""

    hand: int
    wagons: int
    ships: int = 0
    box: tuple[int, int] = (0, 0)
    """Wagons and ships that were not chosen."""
    points: int = 0
    """For tracks."""
    tickets: tuple[int, ...] = ()
    offer: tuple[int, ...] = ()
    """Tickets drawn and not yet chosen from."""
    opening: tuple[str, ...] = ()
    """Opening questions still to be answered, in order: short names of actions."""
    tracks: int = 0
    """Mask of those claimed."""
    barred: int = 0
    """Mask of the sister tracks of those claimed."""
    passengers: tuple[int, ...] = ()
    """Taken ones by colour."""
    harbours: int = 0
    """Left to build."""
    exchanged: int = 0
    """Points given for exchanged pieces."""


class Opening(msgspec.Struct, frozen=True, gc=False, tag="opening"):
    """Everybody answers opening questions, side by side."""


class Turn(msgspec.Struct, frozen=True, gc=False, tag="turn"):
    pass


class SecondCard(msgspec.Struct, frozen=True, gc=False, tag="second_card"):
    pass


class ChoosingTickets(msgspec.Struct, frozen=True, gc=False, tag="choosing_tickets"):
    pass


class Tunnel(msgspec.Struct, frozen=True, gc=False, tag="tunnel"):
    """Cards are laid and turned up; more are asked for than none."""

    track: int
    laid: int
    turned: tuple[int, ...]
    asked: int
    passengers: tuple[str | None, str | None] = (None, None)
    """Wished for at the two ends of the track."""


class Finished(msgspec.Struct, frozen=True, gc=False, tag="over"):
    scores: tuple[Score, ...]
    ranking: tuple[tuple[PlayerId, ...], ...]


Phase: TypeAlias = Opening | Turn | SecondCard | ChoosingTickets | Tunnel | Finished


class Supply(msgspec.Struct, frozen=True, gc=False):
    """Transport cards on the table."""

    decks: tuple[bytes, ...]
    """Kinds of card; the last is the top."""
    discards: tuple[int, ...]
    """Packed, one for each deck."""
    reshuffles: tuple[int, ...]
    """How often each deck was made anew."""
    row: bytes
    """Face-up kinds by place, or `EMPTY`."""


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    options: TicketOptions
    chance: Chance
    players: tuple[Player, ...]
    supply: Supply
    piles: tuple[tuple[int, ...], ...]
    """Tickets; the first is the top."""
    open: int
    """Mask of the tracks that somebody may still claim."""
    phase: Phase = Opening()
    turn: int = 0
    current: PlayerId = 0
    turns_left: int | None = None
    """Turns to the end, all players together, once the last round has begun."""
    passes: int = 0
    """In a row."""
    waiting: tuple[tuple[int, ...], ...] = ()
    """Passengers by place: colours."""
    harbours: tuple[tuple[int, PlayerId], ...] = ()
    """City and owner."""


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The same values but for one of them, such as the players after one of them has drawn a card."""
    changed = [*values]
    changed[at] = value
    return tuple(changed)
