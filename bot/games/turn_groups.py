"""A run of events cut into passages: what one player did in one go, with all that came of it."""

from collections.abc import Iterable, Sequence

import msgspec

from rules.game import Event, PlayerId
from rules.metro.events import LineScored
from rules.tickets.events import LastRoundBegan, TurnBegan


class TurnGroup(msgspec.Struct, frozen=True):
    player: PlayerId | None
    """Who acted; None for what nobody did."""
    events: tuple[Event, ...]


def actor(event: Event) -> PlayerId | None:
    """Whose doing an event is; None where it only follows from something."""
    if isinstance(event, TurnBegan | LastRoundBegan | LineScored):
        return None
    player = getattr(event, "player", None)
    return player if isinstance(player, int) else None


def turn_groups(events: Iterable[Event], reader: PlayerId | None) -> list[TurnGroup]:
    """In order, and as `reader` may know them; None is everybody in the channel."""
    found: list[tuple[PlayerId | None, list[Event]]] = []
    is_open = False
    for event in (event.seen_by(reader) for event in events):
        player = actor(event)
        if isinstance(event, TurnBegan):
            is_open = False
        elif is_open and player in (None, found[-1][0]):
            found[-1][1].append(event)
        else:
            found.append((player, [event]))
            is_open = True
    return [TurnGroup(player, tuple(part)) for player, part in found]


def runs(parts: Sequence[TurnGroup], robots: frozenset[PlayerId]) -> list[tuple[bool, list[TurnGroup]]]:
    """Passages with robots in a row put together; True marks such a group."""
    found: list[tuple[bool, list[TurnGroup]]] = []
    for part in parts:
        is_robot = part.player in robots
        if is_robot and found and found[-1][0]:
            found[-1][1].append(part)
        else:
            found.append((is_robot, [part]))
    return found
