"""A game turn by turn, as one reader saw it: for films of it, and for stepping through it."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.game import Event, PlayerId
from rules.record import Record, open_record, replay


class Moment(msgspec.Struct, frozen=True):
    """How the board lay when a turn was over, and what had happened in it; the first is the deal."""

    seq: int
    """The last action that it covers."""
    view: Any
    events: tuple[Event, ...] = ()
    turn: int = 0
    """Which one; 0 for the deal and for choices before the first."""


def moments(record: Record, reader: PlayerId | None = None) -> Iterator[Moment]:
    """One for the deal, one for each turn, and one for a turn that is not over yet; for one player's eyes, or for the
    channel's."""
    game, state = open_record(record)
    view, shown = game.view_for(state, reader), 0
    yield Moment(0, view)
    events: list[Event] = []
    seq = 0
    for seq, _, step in replay(record):
        turn, view = view.turn, game.view_for(step.state, reader)
        events += [event.seen_by(reader) for event in step.events]
        if view.turn != turn or view.is_over:
            yield Moment(seq, view, tuple(events), turn)
            events, shown = [], seq
    if seq > shown:
        yield Moment(seq, view, tuple(events), view.turn)


def moments_after(found: Sequence[Moment], turn: int) -> list[Moment]:
    """How the board lay after a turn, and all that came then; after turn 0, everything."""
    begin = max((number for number, moment in enumerate(found) if moment.turn <= turn), default=0) if turn else 0
    return list(found[begin:])
