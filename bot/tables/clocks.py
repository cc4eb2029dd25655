"""Whom a running game waits for, and what comes of their time: reminders, a deadline and what was agreed for it, sleep.

Each of those who are waited for has a clock of their own, a `WaitRow`, and one timer for the next moment of their pace.
Both are written in the transaction of the move, of the change of seats or of the timer's effect that causes them.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from bot.errors import NotSeated, Refusal
from bot.store.items import Item, PlayerNudged, ReminderExpired, TableAsked, TableSlept, TurnContinued, TurnReminded
from bot.store.protocol import StoreWriter
from bot.store.rows import AuditRow, SeatRow, TableRow, UserSettings, VoteRow, WaitRow
from bot.store.timers import NO_TIMERS, ClockRang, NudgeRested, SeatRings, TimerChanges, TimerRow, together
from bot.tables.audit import NOBODY, Author, row
from bot.tables.cache import GameCache
from bot.tables.calendar import Habits, away_until, habits_of, limited, ring_moment
from bot.tables.pace import A_DAY, AN_HOUR, away_limit, begun_anew, deadline, next_moment, passed, resumed, schedule
from bot.tables.records import CachedGame, seat_of
from bot.tables.timers import leaver_timer
from bot.tables.votes import vote_timers
from bot.text.names import safe_name

ANSWERS = ("turn", "seat", "wait")
"""What the others may decide about somebody whose time is up: a robot plays this turn, or keeps the seat until they
return, or they wait on."""
GiveToRobot: TypeAlias = Callable[[int, int, Author | None, Sequence[Item]], Awaitable[None]]
"""Has a robot keep a seat of a table whose lock is held; who has decided so, and what is to be sent with it."""


class Waited(msgspec.Struct, frozen=True, kw_only=True):
    """What may be said about somebody who is waited for."""

    seat: int
    since: float
    until: float | None
    """When their time is up; None: never, or not while the clocks stand still."""


class Clocks:
    """`go_on`: tell what was kept, and let robots play whose turn it has become."""

    def __init__(
        self,
        store: StoreWriter,
        games: GameCache,
        now: Callable[[], float],
        go_on: Callable[[int], None],
        give_to_robot: GiveToRobot,
    ) -> None:
        self._store = store
        self._games = games
        self._now = now
        self._go_on = go_on
        self._give_to_robot = give_to_robot

    # For whoever writes a change under the table's lock

    async def after(
        self, before: Sequence[WaitRow], after: CachedGame, fresh: Collection[int] = ()
    ) -> tuple[tuple[WaitRow, ...], TimerChanges]:
        """Whom a game waits for after a change, and the timers of that. The clocks of those who were waited for before
        go on, but for the seats that are `fresh`: somebody else sits there now."""
        kept = {wait.seat: wait for wait in before if wait.seat not in fresh}
        return await self._after(before, after, kept)

    async def after_moves(
        self, before: CachedGame, after: CachedGame, actors: Collection[int], *, is_same_turn: bool, is_person: bool
    ) -> tuple[tuple[WaitRow, ...], TimerChanges, list[Item]]:
        """The same for moves, with what becomes of messages that have rung somebody. Whoever has moved has all their
        time again; a turn that goes on stays muted, or with the robot that has begun it."""
        now, kept = self._now(), {wait.seat: wait for wait in before.waits if wait.seat not in actors}
        if before.table.is_asleep:
            kept = {seat: begun_anew(wait, now) for seat, wait in kept.items()}
        for wait in before.waits if is_same_turn else ():
            has_stand_in = wait.has_stand_in and not is_person
            anew = WaitRow(seat=wait.seat, since=now, start=now, is_muted=wait.is_muted, has_stand_in=has_stand_in)
            kept.setdefault(wait.seat, anew)
        waits, timers = await self._after(before.waits, after, kept)
        if before.table.is_asleep:
            timers = together([await self._rings_now(before.table.id, actors), timers])
        return waits, timers, [*settled_items(before.waits, kept), *([TableSlept()] if before.table.is_asleep else [])]

    async def _after(
        self, before: Sequence[WaitRow], after: CachedGame, kept: Mapping[int, WaitRow]
    ) -> tuple[tuple[WaitRow, ...], TimerChanges]:
        now = self._now()
        people = [seat for seat in sorted(after.game.to_act(after.state)) if is_person(after.seats[seat])]
        waits = tuple(kept.get(seat) or WaitRow(seat=seat, since=now, start=now) for seat in people)
        return waits, await self.timers(after.table, after.seats, waits, before)

    async def timers(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        waits: Sequence[WaitRow],
        before: Sequence[WaitRow] = (),
        settings: Mapping[int, UserSettings] | None = None,
    ) -> TimerChanges:
        """One for each of those who are waited for, if anything ever falls due for them."""
        habits = {wait.seat: await self.habits(table, seats[wait.seat], settings) for wait in waits}
        moments = {wait.seat: next_moment(table, habits[wait.seat], wait) for wait in waits}
        due = tuple((moment, ClockRang(seat)) for seat, moment in moments.items() if moment is not None)
        gone = {wait.seat for wait in before} | {*moments}
        cancel = tuple(ClockRang(seat).key for seat in sorted(gone) if moments.get(seat) is None)
        return TimerChanges(set=due, cancel=cancel)

    async def anew(self, table: TableRow, settings: Mapping[int, UserSettings]) -> TimerChanges:
        """The timers of those who are about to change when they may be rung, or are away, or back."""
        seats, waits = await self._store.seats(table.id), await self._store.waits(table.id)
        theirs = [wait for wait in waits if seats[wait.seat].user in settings]
        return await self.timers(table, seats, theirs, settings=settings)

    async def habits(
        self, table: TableRow, seat: SeatRow, settings: Mapping[int, UserSettings] | None = None
    ) -> Habits:
        """Of whoever sits there, as far as the table lets a time away stop their clock."""
        if seat.user is None:
            return Habits()
        own = habits_of((settings or {}).get(seat.user) or await self._store.user(seat.user))
        return limited(own, away_limit(table))

    # Looking

    async def clocks(self, table_id: int) -> list[Waited]:
        """Of everybody whom a running game waits for."""
        table, seats = await self._store.table(table_id), await self._store.seats(table_id)
        if table is None or table.stage != "running":
            return []
        return [
            Waited(
                seat=wait.seat,
                since=wait.since,
                until=deadline(table, await self.habits(table, seats[wait.seat]), wait),
            )
            for wait in await self._store.waits(table_id)
        ]

    # What falls due

    async def ring(self, due: TimerRow, seat: int) -> None:
        """The next moment of the pace has come for a seat."""
        async with self._games.lock(due.table_id):
            if due not in await self._store.timers(due.table_id):
                return
            cached = await self._games.load(due.table_id)
            wait = wait_of(cached, seat)
            if wait is not None:
                await self._ring(cached, wait)
        self._go_on(due.table_id)

    async def _ring(self, cached: CachedGame, wait: WaitRow) -> None:
        now, habits = self._now(), await self.habits(cached.table, cached.seats[wait.seat])
        moment = next_moment(cached.table, habits, wait)
        if moment is None or moment > now:  # they have changed their habits since the timer was set
            await self._save(cached, cached.table, cached.waits, [])
        elif wait.asked is not None:
            await self._put_to_sleep(cached)
        elif (count := passed(cached.table, habits, wait, now)) < len(schedule(cached.table)):
            items: list[Item] = [] if wait.is_muted else [TurnReminded(wait.seat, count)]
            rung = replace(wait, rung=count, has_reminder=wait.has_reminder or not wait.is_muted)
            await self._save(cached, cached.table, changed(cached, rung), items)
        else:
            await self._time_is_up(cached, replace(wait, rung=count))

    async def _time_is_up(self, cached: CachedGame, wait: WaitRow) -> None:
        """What the table has agreed on; where nobody else is there whom it would help, the table sleeps."""
        others = people_besides(cached, wait.seat)
        if cached.table.missed >= len(others):
            await self._put_to_sleep(cached)
        elif cached.table.consequence == "turn":
            await self._let_robot_play(cached, wait, replace(cached.table, missed=cached.table.missed + 1))
        elif cached.table.consequence == "seat":
            await self._give_to_robot(cached.table.id, wait.seat, None, settled_items([wait]))
        else:
            asked = replace(wait, asked=self._now(), answers={})
            await self._save(cached, cached.table, changed(cached, asked), [TableAsked(wait.seat, int(wait.start))])

    async def _let_robot_play(
        self, cached: CachedGame, wait: WaitRow, table: TableRow, by: Author | None = None
    ) -> None:
        played = replace(wait, has_stand_in=True, has_reminder=False, asked=None, answers={})
        name = cached.seats[wait.seat].name
        audit = AuditRow(name=NOBODY, what="stand_in", about={"player": name})
        if by is not None:
            audit = row(cached.table, by, "stand_in", player=name)
        await self._save(cached, table, changed(cached, played), settled_items([wait]), [audit])

    async def _put_to_sleep(self, cached: CachedGame) -> None:
        table = replace(cached.table, is_asleep=True)
        await self._save(cached, table, cached.waits, [TableSlept()], [AuditRow(name=NOBODY, what="asleep")])

    # What people do about it

    async def mute(self, table_id: int, user: int) -> None:
        """No more reminders for this turn; its deadline stays."""
        async with self._games.lock(table_id):
            cached = await self._games.load(table_id)
            wait = own_wait(cached, user)
            items = [ReminderExpired(wait.seat)] if wait.has_reminder else []
            muted = replace(wait, is_muted=True, has_reminder=False)
            await self._save(cached, cached.table, changed(cached, muted), items)
        self._go_on(table_id)

    async def answer(self, table_id: int, by: Author, seat: int, answer: str, *, is_host: bool) -> str | None:
        """What somebody decides about a player whose time is up, and what comes of it; None: more of them must say so.

        The host's word counts at once, else that of more than half of the others who are there.
        """
        async with self._games.lock(table_id):
            cached = await self._games.load(table_id)
            wait = wait_of(cached, seat)
            if wait is None or wait.asked is None or answer not in ANSWERS:
                raise Refusal("refuse.ask_settled")
            others = people_besides(cached, seat)
            if by.user == cached.seats[seat].user:
                raise Refusal("refuse.ask_own")
            if by.user not in others and not is_host:
                raise NotSeated
            wait = replace(wait, answers={**wait.answers, by.user: answer})
            votes = sum(wait.answers.get(user) == answer for user in others)
            is_decided = is_host or votes * 2 > len([user for user in others if await self._is_there(user)])
            await self._keep_answer(cached, wait, answer if is_decided else None, by)
        self._go_on(table_id)
        return answer if is_decided else None

    async def _is_there(self, user: int) -> bool:
        """Those who are away block nothing."""
        return away_until(habits_of(await self._store.user(user)), self._now()) is None

    async def _keep_answer(self, cached: CachedGame, wait: WaitRow, decided: str | None, by: Author) -> None:
        awake = replace(cached.table, is_asleep=False, missed=0)
        if decided == "turn":
            await self._let_robot_play(cached, wait, awake, by)
        elif decided == "seat":
            if cached.table.is_asleep:
                await self._save(cached, awake, cached.waits, [TableSlept()])
            await self._give_to_robot(cached.table.id, wait.seat, by, settled_items([wait]))
        elif decided == "wait":
            audit = row(cached.table, by, "waits_on", player=cached.seats[wait.seat].name)
            waits = changed(cached, begun_anew(wait, self._now()))
            items = [*settled_items([wait]), *([TableSlept()] if cached.table.is_asleep else []), TurnContinued()]
            await self._save(cached, awake, waits, items, [audit])
        else:
            await self._save(cached, cached.table, changed(cached, wait), [TableAsked(wait.seat, int(wait.start))])

    async def nudge(self, table_id: int, user: int) -> list[SeatRow]:
        """Ring those who are waited for, because another player asks for it; whom it rings. At most once a day each,
        never when they don't want to be rung, and not when they have only just been."""
        async with self._games.lock(table_id):
            cached = await self._games.load(table_id)
            if seat_of(cached.seats, user) is None:
                raise NotSeated
            check_running(cached.table)
            others = [wait for wait in cached.waits if cached.seats[wait.seat].user != user]
            if not others:
                raise Refusal("refuse.nudge_own" if cached.waits else "refuse.nudge_nobody")
            refusals = {wait.seat: await self._why_no_nudge(cached, wait) for wait in others}
            seats = [seat for seat, refusal in refusals.items() if refusal is None]
            if not seats:
                raise next(refusal for refusal in refusals.values() if refusal is not None)
            rest = TimerChanges(set=tuple((self._now() + A_DAY, NudgeRested(seat)) for seat in seats))
            items = [PlayerNudged(seat, user) for seat in seats]
            waits = tuple(replace(w, has_reminder=w.has_reminder or w.seat in seats) for w in cached.waits)
            await self._save(cached, cached.table, waits, items, more=rest)
        self._go_on(table_id)
        return [cached.seats[seat] for seat in seats]

    async def _why_no_nudge(self, cached: CachedGame, wait: WaitRow) -> Refusal | None:
        player, now = cached.seats[wait.seat], self._now()
        rests = [row.due for row in await self._store.timers(cached.table.id) if row.timer == NudgeRested(wait.seat)]
        may_be_rung = ring_moment(await self.habits(cached.table, player), now)
        for when, why in ((max(rests, default=now), "rests"), (wait.since + AN_HOUR, "new"), (may_be_rung, "quiet")):
            if when > now:
                return Refusal(f"refuse.nudge_{why}", player=safe_name(player.name), when=f"<t:{int(when) + 1}:R>")
        return None

    async def wake(self, table_id: int, by: Author) -> bool:
        """A table that sleeps goes on, with all clocks begun anew; whether it was asleep."""
        async with self._games.lock(table_id):
            cached = await self._games.load(table_id)
            if not cached.table.is_asleep:
                return False
            waits = tuple(begun_anew(wait, self._now()) for wait in cached.waits)
            awake = replace(cached.table, is_asleep=False, missed=0)
            items = [TableSlept(), *settled_items(cached.waits), TurnContinued()]
            audit, rings = row(cached.table, by, "awake"), await self._rings_now(table_id)
            await self._save(cached, awake, waits, items, [audit], rings)
        self._go_on(table_id)
        return True

    async def pause(
        self,
        cached: CachedGame,
        items: Sequence[Item],
        audit: Sequence[AuditRow],
        *,
        is_paused: bool,
        vote: VoteRow | None = None,
    ) -> None:
        """For whoever holds the lock: all clocks stand still, or go on where they stood. A vote that decided so, or has
        nothing to decide any more, is kept with it."""
        now, since = self._now(), cached.table.paused
        waits = cached.waits if since is None else tuple(resumed(wait, since, now) for wait in cached.waits)
        table = replace(cached.table, paused=now if is_paused else None)
        rings = NO_TIMERS if is_paused else await self._rings_now(table.id)
        settled = NO_TIMERS if vote is None else vote_timers(vote)
        await self._save(cached, table, waits, [*items, TurnContinued()], audit, together([rings, settled]), vote)

    async def _rings_now(self, table_id: int, moved: Collection[int] = ()) -> TimerChanges:
        """What was to ring for a turn while the table stood still falls due as it goes on."""
        rings = [row.timer for row in await self._store.timers(table_id) if isinstance(row.timer, SeatRings)]
        return TimerChanges(set=tuple((self._now(), ring) for ring in rings if ring.seat not in moved))

    async def begin_missing(self) -> None:
        """After a start: games of an older release have no clocks yet. They begin now: nobody has lost any time."""
        for table in await self._store.tables_without_clocks():
            async with self._games.lock(table.id):
                try:
                    cached = await self._games.load(table.id)
                except Refusal:
                    continue
                waits, timers = await self.after((), cached)
                timers = together([timers, leaver_timer(self._now())])
                await self._store.save_clocks(cached.table, waits, [], self._now(), (), timers)
                self._games.remember(replace(cached, waits=waits))

    async def _save(
        self,
        cached: CachedGame,
        table: TableRow,
        waits: Sequence[WaitRow],
        items: Sequence[Item],
        audit: Sequence[AuditRow] = (),
        more: TimerChanges = NO_TIMERS,
        vote: VoteRow | None = None,
    ) -> None:
        timers = together([await self.timers(table, cached.seats, waits, cached.waits), more])
        self._games.forget(table.id)
        await self._store.save_clocks(table, waits, items, self._now(), audit, timers, vote)
        self._games.remember(replace(cached, table=table, waits=tuple(waits)))


def is_person(seat: SeatRow) -> bool:
    return seat.user is not None and not seat.robot


def wait_of(cached: CachedGame, seat: int) -> WaitRow | None:
    return next((wait for wait in cached.waits if wait.seat == seat), None)


def own_wait(cached: CachedGame, user: int) -> WaitRow:
    seat = seat_of(cached.seats, user)
    if seat is None:
        raise NotSeated
    wait = wait_of(cached, seat)
    if wait is None:
        raise Refusal("refuse.not_waited")
    return wait


def changed(cached: CachedGame, new: WaitRow) -> tuple[WaitRow, ...]:
    return tuple(new if wait.seat == new.seat else wait for wait in cached.waits)


def people_besides(cached: CachedGame, seat: int) -> list[int]:
    """The users of those who are asked about somebody."""
    return [player.user for player in people_asked(cached.seats, cached.waits, seat) if player.user is not None]


def people_asked(seats: Sequence[SeatRow], waits: Sequence[WaitRow], seat: int) -> list[SeatRow]:
    """The other players who are still there: not those about whom the table is asked as well."""
    silent = {wait.seat for wait in waits if wait.asked is not None}
    return [player for player in seats if is_person(player) and player.seat not in (seat, *silent)]


def settled_items(waits: Sequence[WaitRow], kept: Mapping[int, WaitRow] | None = None) -> list[Item]:
    """What becomes of the messages about those who are no longer waited for as they were."""
    settled = [wait for wait in waits if wait != (kept or {}).get(wait.seat)]
    reminders = [ReminderExpired(wait.seat) for wait in settled if wait.has_reminder]
    return [*reminders, *(TableAsked(wait.seat, int(wait.start)) for wait in settled if wait.asked is not None)]


def check_running(table: TableRow) -> None:
    """Nobody is rung while the clocks stand still."""
    if table.paused is not None:
        raise Refusal("refuse.table_paused")
    if table.is_asleep:
        raise Refusal("refuse.table_asleep")
