"""A table on no server has no channel: everybody who sits there gets a copy of each post in their own DMs.

An item for such a table is written once, like any other. Taken up, it becomes an item for each of its readers, in one
transaction; from then on each goes its own way, so that nobody waits for somebody whose DMs are closed.
"""

from collections.abc import Iterable, Sequence

from bot.store.items import (
    ButtonsExpired,
    HandChanged,
    HandClosed,
    Item,
    MessageReplaced,
    PlayerNudged,
    PostOvertaken,
    SeatNext,
    SeatOffered,
    SeatRung,
    TagsChanged,
    ThreadExpired,
    TurnReminded,
    Unreadable,
    UserGreeted,
    UserInvited,
    VoteRung,
)
from bot.store.rows import SeatRow

UNREACHED = ("closed", "told")
"""Of a seat: no DM is tried."""
NOT_POSTED = (
    HandChanged,
    HandClosed,
    UserGreeted,
    SeatNext,
    ButtonsExpired,
    PostOvertaken,
    MessageReplaced,
    ThreadExpired,
    TagsChanged,
    Unreadable,
)
"""What goes to one person anyway, or is about a message that is there."""


def readers(item: Item, seats: Sequence[SeatRow]) -> list[int]:
    """To whom an item is sent at a table without a channel. Nobody looks on there: what is about one person alone goes
    to that person alone."""
    match item:
        case UserInvited(user) | VoteRung(user):
            return [user]
        case TurnReminded(number) | PlayerNudged(number) | SeatRung(number):
            return reached(seat for seat in seats if seat.seat == number)
        case SeatOffered(_, user) if user:
            return list(dict.fromkeys([*reached(seats), user]))
        case _:
            return reached(seats)


def reached(seats: Iterable[SeatRow]) -> list[int]:
    return [seat.user for seat in seats if seat.user is not None and seat.dm not in UNREACHED]
