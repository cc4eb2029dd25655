"""A run of events cut into turn groups: what one player did in one go, with all that came of it."""

from collections.abc import Iterable, Sequence

import msgspec

from rules.game import Event, PlayerId


class EventKinds(msgspec.Struct, frozen=True, kw_only=True):
    """What a game's events mean for how it is told."""

    ends: tuple[type[Event], ...]
    """The last word, with the result."""
    begins_turn: tuple[type[Event], ...] = ()
    """Not told: the next post's heading says it."""
    follows: tuple[type[Event], ...] = ()
    """Nobody's doing, whatever player they name."""
    on_board: tuple[type[Event], ...] = ()
    """What puts something on the board: pictures of what happened make it stand out."""


class TurnGroup(msgspec.Struct, frozen=True):
    player: PlayerId | None
    """Who acted; None for what nobody did."""
    events: tuple[Event, ...]


def actor(event: Event, kinds: EventKinds) -> PlayerId | None:
    """Whose doing an event is; None where it only follows from something."""
    if isinstance(event, (*kinds.begins_turn, *kinds.follows)):
        return None
    player = getattr(event, "player", None)
    return player if isinstance(player, int) else None


def turn_groups(events: Iterable[Event], kinds: EventKinds, reader: PlayerId | None) -> list[TurnGroup]:
    """In order, and as `reader` may know them; None is everybody in the channel."""
    found: list[tuple[PlayerId | None, list[Event]]] = []
    is_open = False
    for event in (event.seen_by(reader) for event in events):
        player = actor(event, kinds)
        if isinstance(event, kinds.begins_turn):
            is_open = False
        elif is_open and player in (None, found[-1][0]):
            found[-1][1].append(event)
        else:
            found.append((player, [event]))
            is_open = True
    return [TurnGroup(player, tuple(part)) for player, part in found]


def runs(parts: Sequence[TurnGroup], robots: frozenset[PlayerId]) -> list[tuple[bool, list[TurnGroup]]]:
    """Groups with robots in a row put together; True marks such a run."""
    found: list[tuple[bool, list[TurnGroup]]] = []
    for part in parts:
        is_robot = part.player in robots
        if is_robot and found and found[-1][0]:
            found[-1][1].append(part)
        else:
            found.append((is_robot, [part]))
    return found
