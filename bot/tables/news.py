"""What has to be sent after a change, as outbox items."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.games.catalog import face_of
from bot.store.items import (
    GameFinished,
    HandChanged,
    Item,
    SeatNext,
    SeatOffered,
    TurnContinued,
    TurnPosted,
    UserGreeted,
)
from bot.store.protocol import StoreReader
from bot.store.rows import SeatRow
from bot.tables.records import CachedGame, has_plan
from rules.game import PlayerId, View

NO_TURN = 0
"""In which nobody is next."""


def news_of(
    before: CachedGame, after: CachedGame, views: tuple[View, View], actors: Sequence[PlayerId]
) -> tuple[list[Item], int]:
    """What some actions give to tell, and the last action that posts cover then; `views` are the channel's, before and
    after them.

    As long as only robots are asked, no post is due: the next one, to a person or at the end, covers what they did.
    """
    old, new = views
    was_asked, is_asked = before.game.to_act(before.state), after.game.to_act(after.state)
    began = new.turn > 0 and old.turn == 0
    touched = None if began or new.is_over else sorted({*actors} | (was_asked ^ is_asked))
    hands = hands_changed(after.seats, touched)
    items: list[Item] = [*hands]
    posted = before.table.posted
    if new.is_over:
        return [*items, GameFinished(posted, after.seq), *offers_ended(after.seats)], after.seq
    if act_by_themselves(after, is_asked - after.stand_ins):
        return items, posted
    # A turn that began with robots alone was not posted then. When a person comes to be asked in it, its number is no
    # larger than before, yet its post is still due.
    is_due = new.turn > 0 and bool(was_asked) and act_by_themselves(before, was_asked)
    if new.turn > old.turn or is_due:
        return [*items, TurnPosted(posted, after.seq)], after.seq
    is_midway = new.turn > 0 and was_asked == is_asked
    return [*(replace(hand, is_midway=is_midway) for hand in hands), TurnContinued(is_midway)], posted


def act_by_themselves(cached: CachedGame, seats: frozenset[PlayerId]) -> bool:
    """Robots, and people whose plan is carried out now."""
    return all(cached.seats[seat].robot or has_plan(cached, seat) for seat in seats)


def next_person(cached: CachedGame) -> SeatRow | None:
    """Whose turn comes after that of the one person who is asked; robots in between play at once."""
    asked = cached.game.to_act(cached.state)
    if len(asked) != 1:
        return None
    (seat,) = asked
    if cached.seats[seat].robot:
        return None
    others = (*cached.seats[seat + 1 :], *cached.seats[:seat])
    person = next((row for row in others if row.user is not None and not row.robot), None)
    if person is None or not face_of(cached.table.title).plays_again(cached.view(None), person.seat):
        return None
    return person


async def next_told(store: StoreReader, cached: CachedGame, before: CachedGame | None = None) -> list[Item]:
    """A turn has begun, or has come again after what was `before`: whoever comes next may want to know, and whoever was
    next is so no longer."""
    turn, person = cached.view(None).turn, next_person(cached)
    former = next_person(before) if before is not None else None
    asked = [cached.seats[seat] for seat in sorted(cached.game.to_act(cached.state))]
    people = ([] if person is None else [person]) + (asked if turn > 0 else [])
    turns = {each.seat: turn for each in people} if turn > 0 else {}
    if former is not None:
        turns.setdefault(former.seat, NO_TURN)
    users = {seat: user for seat in turns if (user := cached.seats[seat].user) is not None}
    wishes = await store.users(users.values())
    return [SeatNext(seat, turns[seat]) for seat, user in users.items() if wishes[user].next_up]


def hands_changed(seats: Sequence[SeatRow], touched: Sequence[PlayerId] | None = None) -> list[HandChanged]:
    """The DMs of these seats, or of all; robots have none."""
    return [HandChanged(seat) for seat in (range(len(seats)) if touched is None else touched) if seats[seat].user]


def offers_ended(seats: Sequence[SeatRow]) -> list[SeatOffered]:
    """A game has ended: nobody takes a seat any more."""
    return [SeatOffered(seat.seat, seat.offered) for seat in seats if seat.offered is not None]


def greetings(users: Sequence[int]) -> list[UserGreeted]:
    """A DM to everybody who took or left a seat: closed ones are known before the deal."""
    return [UserGreeted(user) for user in users]
