"""What falls due at a table, and when: small values like the items, kept with the change that causes them.

A timer is kept as its kind, its key, its moment and a payload of a few numbers. Of two timers of a table with one key
only the newer is there. Its effect and its end are one transaction, so that a crash loses and doubles nothing.
"""

from collections.abc import Sequence
from typing import TypeAlias, get_args

import msgspec


class TableTimer(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)

    @property
    def key(self) -> str:
        return self.kind


class LobbyWarned(TableTimer, frozen=True, tag="warn"):
    """Nobody has started it: its host hears that it will be closed."""


class LobbyClosed(TableTimer, frozen=True, tag="close"):
    """Nobody has started it in time."""


class ThreadPutAway(TableTimer, frozen=True, tag="archive"):
    """The own thread of a game that has ended."""


class LogPacked(TableTimer, frozen=True, tag="pack"):
    """The log of a game that has ended: hardly anybody looks at it any more."""


class LeaverSought(TableTimer, frozen=True, tag="leaver"):
    """Nothing has happened for a while: whoever is waited for may have left the server. `tries`: looks before."""

    tries: int = 0


class ClockRang(TableTimer, frozen=True, tag="clock"):
    """The next moment of the pace has come for the player of a seat, or for those who are asked about them."""

    seat: int

    @property
    def key(self) -> str:
        return f"clock:{self.seat}"


class NudgeRested(TableTimer, frozen=True, tag="nudge"):
    """As long as it is there, nobody nudges the player of a seat again."""

    seat: int

    @property
    def key(self) -> str:
        return f"nudge:{self.seat}"


class SilenceOver(TableTimer, frozen=True, tag="silence"):
    """Whoever has not answered the table's open vote by now agrees."""


class SeatRings(TableTimer, frozen=True, tag="ring"):
    """A turn has begun while its player was not to be rung: now they may be."""

    seat: int
    turn: int

    @property
    def key(self) -> str:
        return ring_key(self.seat)


class VoteRings(TableTimer, frozen=True, tag="vote_ring"):
    """A vote was opened while somebody who is asked was not to be rung: now they may be."""

    user: int
    vote: int

    @property
    def key(self) -> str:
        return f"vote_ring:{self.user}"


def ring_key(seat: int) -> str:
    return f"ring:{seat}"


Timer: TypeAlias = (
    LobbyWarned
    | LobbyClosed
    | ThreadPutAway
    | LogPacked
    | LeaverSought
    | ClockRang
    | NudgeRested
    | SilenceOver
    | SeatRings
    | VoteRings
)
TIMERS: dict[str, type[Timer]] = {timer.__struct_config__.tag: timer for timer in get_args(Timer)}
"""By kind."""


class UnknownTimer(msgspec.Struct, frozen=True, kw_only=True):
    """A timer that another release has kept and this one does not know."""

    kind: str
    key: str


class TimerRow(msgspec.Struct, frozen=True, kw_only=True):
    table_id: int
    timer: Timer | UnknownTimer
    due: float

    @property
    def key(self) -> str:
        return self.timer.key


class TimerChanges(msgspec.Struct, frozen=True, kw_only=True):
    """What a change does to the timers of its table: some are cancelled, then some are set."""

    set: tuple[tuple[float, Timer], ...] = ()
    """Each with the moment at which it falls due; one with the key of another takes its place."""
    cancel: tuple[str, ...] = ()
    """Keys of those that have become pointless, or have had their effect; one that isn't there is no mistake."""
    is_all_cancelled: bool = False
    """Whatever was set before is pointless now."""

    def __bool__(self) -> bool:
        return bool(self.set or self.cancel or self.is_all_cancelled)


NO_TIMERS = TimerChanges()


def together(changes: Sequence[TimerChanges]) -> TimerChanges:
    """Several changes as one; the keys in them are different ones."""
    return TimerChanges(
        set=tuple(timer for change in changes for timer in change.set),
        cancel=tuple(key for change in changes for key in change.cancel),
        is_all_cancelled=any(change.is_all_cancelled for change in changes),
    )


def timer_payload(timer: Timer) -> str:
    """Its fields without its kind, as JSON."""
    fields = msgspec.to_builtins(timer)
    del fields["kind"]
    return msgspec.json.encode(fields).decode()


def timer_from(kind: str, key: str, payload: str) -> Timer | UnknownTimer:
    try:
        return msgspec.json.decode(payload, type=TIMERS[kind])
    except (KeyError, msgspec.MsgspecError):
        return UnknownTimer(kind=kind, key=key)
