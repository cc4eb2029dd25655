"""Who sits at a running game: seats go to robots, to others and back. What they hold goes with them, and nobody else
sees it.

As with lobbies, a change is a function: who sits there goes in, who sits there then comes out. It is kept under the
table's lock, with the seat's history, what is to be sent, and an open vote that has others to ask from then on.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from bot.errors import NoTable, NotSeated, Refusal, TableAside
from bot.store.items import HandClosed, Item, SeatChanged, SeatOffered, TurnContinued, VoteChanged
from bot.store.protocol import StoreWriter
from bot.store.rows import ANYBODY, AuditRow, SeatingRow, SeatRow, TableRow, VoteRow
from bot.store.timers import NO_TIMERS, together
from bot.tables.audit import Author
from bot.tables.cache import GameCache, why_not
from bot.tables.clocks import Clocks, settled_items
from bot.tables.lobby import LONGEST_NAME, ROBOT, Lobby, clean_name, unique
from bot.tables.news import hands_changed
from bot.tables.votes import Votes, asking_others, vote_timers
from data.texts import text


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    table: TableRow
    seats: tuple[SeatRow, ...]
    history: tuple[SeatingRow, ...] = ()

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat.user for seat in self.seats if seat.user is not None)

    def seat(self, number: int) -> SeatRow:
        if not 0 <= number < len(self.seats):
            raise Refusal("refuse.no_seat", n=len(self.seats))
        return self.seats[number]

    def seat_of(self, user: int) -> SeatRow:
        found = next((seat for seat in self.seats if seat.user == user), None)
        if found is None:
            raise NotSeated
        return found

    def former_player(self, number: int) -> int | None:
        """Whose seat it was, the last one of them: they may take it back from a robot."""
        people = [row.user for row in self.history if row.seat == number and row.user is not None]
        return people[-1] if people and self.seat(number).robot else None

    def has_seen_others(self, user: int, number: int) -> bool:
        """Whether somebody knows what another seat holds, because they have sat there."""
        return any(row.user == user and row.seat != number for row in self.history)


def with_seat(sitting: Sitting, new: SeatRow) -> Sitting:
    """A host who has left hands that over to the next person, from that seat on."""
    seats = tuple(new if seat.seat == new.seat else seat for seat in sitting.seats)
    after = replace(sitting, seats=seats)
    in_turn = [seat.user for seat in (*seats[new.seat :], *seats[: new.seat]) if seat.user is not None]
    if not in_turn or sitting.table.host in in_turn or sitting.table.host not in sitting.humans:
        return after
    return replace(after, table=replace(sitting.table, host=in_turn[0]))


def called(sitting: Sitting, name: str, number: int) -> str:
    """A name for whoever sits there, that nobody else at the table has."""
    others = tuple(seat for seat in sitting.seats if seat.seat != number)
    return unique(Lobby(table=sitting.table, seats=others), name)


def to_robot(sitting: Sitting, number: int, strength: str = ROBOT, *, is_open: bool = False) -> Sitting:
    """A robot keeps the seat, until its player returns; `is_open`: or until somebody else takes it, where others come
    by: at a table without a channel nobody does."""
    seat = sitting.seat(number)
    if seat.robot:
        raise Refusal("refuse.robots_seat")
    room = LONGEST_NAME - len(text("seat.robot_for", sitting.table.language, name=""))
    name = text("seat.robot_for", sitting.table.language, name=clean_name(seat.name)[:room])
    robot = replace(
        seat,
        user=None,
        robot=strength,
        name=called(sitting, name, number),
        dm="closed",
        offered=ANYBODY if is_open and not sitting.table.in_dms else None,
    )
    return with_seat(sitting, robot)


def come_back(sitting: Sitting, user: int, name: str) -> Sitting:
    """Take the own seat back from the robot that keeps it."""
    if user in sitting.humans:
        raise Refusal("refuse.seated_already")
    kept = next((seat for seat in sitting.seats if sitting.former_player(seat.seat) == user), None)
    if kept is None:
        once = next((row.seat for row in reversed(sitting.history) if row.user == user), None)
        raise Refusal("refuse.never_sat") if once is None else Refusal("refuse.seat_given", n=once + 1)
    return seated(sitting, kept, user, name)


def seated(sitting: Sitting, seat: SeatRow, user: int, name: str) -> Sitting:
    person = replace(seat, user=user, robot=None, name=called(sitting, name, seat.seat), dm="untried", offered=None)
    return with_seat(sitting, person)


def offer(sitting: Sitting, number: int, user: int | None) -> Sitting:
    """To a user, or to `ANYBODY`; None takes the offer back."""
    seat = sitting.seat(number)
    if user in sitting.humans:
        raise Refusal("refuse.already_seated")
    if user and sitting.has_seen_others(user, number):
        raise Refusal("refuse.they_have_seen")
    return with_seat(sitting, replace(seat, offered=user))


def decline(sitting: Sitting, user: int, number: int) -> Sitting:
    if sitting.seat(number).offered != user:
        raise Refusal("refuse.not_offered")
    return offer(sitting, number, None)


def take(sitting: Sitting, user: int, name: str, number: int | None = None) -> Sitting:
    """A seat that is offered to somebody, or to whoever comes; the own one comes before an open one."""
    if user in sitting.humans:
        raise Refusal("refuse.seated_already")
    offered = sorted((seat for seat in sitting.seats if seat.offered in (user, ANYBODY)), key=by_offer)
    offered = [seat for seat in offered if number in (None, seat.seat)]
    if not offered:
        raise Refusal("refuse.no_open_seat" if number is None else "refuse.not_offered")
    free = [seat for seat in offered if not sitting.has_seen_others(user, seat.seat)]
    if not free:
        raise Refusal("refuse.have_seen")
    return seated(sitting, free[0], user, name)


def by_offer(seat: SeatRow) -> tuple[bool, int]:
    return seat.offered == ANYBODY, seat.seat


class Seats:
    """Keeps such changes. `go_on`: tell what was kept, and let robots play whose turn it has become."""

    def __init__(
        self,
        store: StoreWriter,
        games: GameCache,
        votes: Votes,
        clocks: Clocks,
        now: Callable[[], float],
        go_on: Callable[[int], None],
    ) -> None:
        self._store = store
        self._games = games
        self._votes = votes
        self._clocks = clocks
        self._now = now
        self._go_on = go_on
        votes.teach("kick", self._kick_agreed)

    async def sitting(self, table_id: int) -> Sitting:
        table = await self._store.table(table_id)
        check_running(table, table_id)
        assert table is not None
        history = await self._store.seatings(table_id)
        return Sitting(table=table, seats=await self._store.seats(table_id), history=tuple(history))

    async def change(
        self, table_id: int, change: Callable[[Sitting], Sitting], what: str, by: Author | None = None
    ) -> Sitting:
        """Apply `change` under the table's lock; `what` and `by` are for the log. What is the same as before is not
        written again: of two clicks the second changes nothing."""
        async with self._games.lock(table_id):
            before = await self.sitting(table_id)
            after = change(before)
            if after != before:
                await self._keep(before, after, what, by)
        self._go_on(table_id)
        await self._votes.recount(table_id)
        return after

    async def _keep(
        self,
        before: Sitting,
        after: Sitting,
        what: str,
        by: Author | None,
        decided: VoteRow | None = None,
        more: Sequence[Item] = (),
    ) -> None:
        table_id, cached = before.table.id, await self._games.load(before.table.id)
        changed = [seat for seat, old in zip(after.seats, before.seats, strict=True) if seat != old]
        fresh = {new.seat for _, new in moved(before, after)}
        waits, clocks = await self._clocks.after(cached.waits, replace(cached, seats=after.seats), fresh)
        settled = settled_items([wait for wait in cached.waits if wait.seat in fresh])
        items = [*seat_items(before, after), *(more or settled)]
        vote = decided
        if vote is None and (opened := await self._votes.open(table_id)) is not None:
            vote = without_leavers(opened, before, after)
            vote = None if vote == opened else vote
        if vote is not None:
            items.append(VoteChanged())
        audit = seat_audit(before, after, what, by)
        timers = together([clocks, NO_TIMERS if vote is None else vote_timers(vote)])
        self._games.forget(table_id)  # as with a move
        await self._store.reseat(table_id, after.table.host, changed, items, self._now(), vote, audit, timers, waits)

    async def give_to_robot(self, table_id: int, number: int, by: Author | None, items: Sequence[Item]) -> None:
        """Time is up for its player, and so was agreed."""
        sitting = await self.sitting(table_id)
        await self._keep(sitting, to_robot(sitting, number), "robot_keeps", by, more=items)

    async def _kick_agreed(self, table: TableRow, vote: VoteRow) -> None:
        """Unless they have moved since it was proposed: then nobody is waited for in vain."""
        number, sitting = int(vote.payload["seat"]) - 1, await self.sitting(table.id)
        cached = await self._games.load(table.id)
        if str(cached.decisions[number]) != vote.payload["decision"]:
            lapsed = replace(vote, result="lapsed")
            await self._store.save_vote(lapsed, [VoteChanged()], self._now(), timers=vote_timers(lapsed))
            return
        strength = vote.payload.get("strength", ROBOT)  # a vote of an older release names none
        await self._keep(sitting, to_robot(sitting, number, strength, is_open=True), "kicked", None, vote)


def check_running(table: TableRow | None, table_id: int) -> None:
    """Seats change hands only while a game goes on."""
    if table is not None and table.stage == "aside":
        raise TableAside(table.error or "?")
    if table is not None and table.stage == "over":
        raise Refusal("refuse.lobby_over.over")
    if table is None or table.stage != "running":
        raise NoTable(why_not(table), table_id)


def moved(before: Sitting, after: Sitting) -> list[tuple[SeatRow, SeatRow]]:
    """Seats on which somebody else sits, as they were and as they are."""
    pairs = zip(before.seats, after.seats, strict=True)
    return [(old, new) for old, new in pairs if (old.user, old.robot) != (new.user, new.robot)]


def seat_items(before: Sitting, after: Sitting) -> list[Item]:
    """Both DMs, one line for the table, and offers that are made or settled."""
    items: list[Item] = []
    for old, new in moved(before, after):
        if old.user is not None:
            items.append(HandClosed(new.seat, old.user))
        items.append(SeatChanged(new.seat, sum(row.seat == new.seat for row in before.history)))
        if new.user is not None:
            items.append(TurnContinued())  # the last post names whose turn it is
    if items:
        items += hands_changed(after.seats)
    for old, new in zip(before.seats, after.seats, strict=True):
        if old.offered != new.offered:
            items += [SeatOffered(new.seat, user) for user in (old.offered, new.offered) if user is not None]
    return items


def seat_audit(before: Sitting, after: Sitting, what: str, by: Author | None) -> list[AuditRow]:
    old, new = next(pair for pair in zip(before.seats, after.seats, strict=True) if pair[0] != pair[1])
    about = {"seat": str(new.seat + 1), "player": old.name, "successor": new.name}
    is_outside = by is not None and by.user not in (before.table.host, *before.humans, *after.humans, old.offered)
    if is_outside:
        about["role"] = "moderator"
    rows = [AuditRow(user=by.user if by else None, name=clean_name(by.name) if by else "", what=what, about=about)]
    if before.table.host != after.table.host:
        host = next(seat for seat in after.seats if seat.user == after.table.host)
        rows.append(AuditRow(user=host.user, name=host.name, what="host"))
    return rows


def without_leavers(vote: VoteRow, before: Sitting, after: Sitting) -> VoteRow:
    """An open vote asks nobody who has left, and is no longer about a seat that has changed hands."""
    if vote.payload.get("seat") in {str(new.seat + 1) for _, new in moved(before, after)}:
        return replace(vote, result="lapsed")
    return asking_others(vote, set(before.humans) - set(after.humans))


def names_at(history: Iterable[SeatingRow], seats: Sequence[SeatRow], seq: int) -> tuple[str, ...]:
    """What those were called who sat there when action `seq` was made."""
    names = {seat.seat: seat.name for seat in seats}
    for row in history:
        if row.after < seq:
            names[row.seat] = row.name
    return tuple(names[number] for number in sorted(names))
