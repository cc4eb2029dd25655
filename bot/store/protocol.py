"""What a store does, whatever it keeps things in; and the ways in which it fails, none of them a database's own.

StoreError          nothing of what was to be kept is kept
├── LostRace        somebody else was first with one of these numbers of a table's log
├── VoteOpen        the table has an open vote already
├── SeatTaken       two people on one seat, or one on two
├── ChannelTaken    a table is open in that channel
├── TooManyTables   the server has as many open tables as it wants
├── TooManyOwn      so has this host
├── UnknownTable    there is no such table
├── LeaseHeld       another process plays on this database
├── LostLease       another process plays on this database by now: nothing of ours is kept there any more
└── StoreFailing    the disk is full, the database is busy: it passes, and may be tried again
BadStore            nothing can be kept here at all; found when a store is opened
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Literal, Protocol, TypeAlias

import msgspec

from bot.store.items import Item
from bot.store.personal import Data, Neutral
from bot.store.rows import (
    ActionRow,
    AuditRow,
    Census,
    GuildSettings,
    LeaseRow,
    Message,
    OutboxRow,
    PlanRow,
    PlayedRow,
    ResultRow,
    SeatingRow,
    SeatRow,
    Snapshot,
    Stage,
    StandingChanges,
    StandingRow,
    TableRow,
    UserSettings,
    VoteRow,
    WaitRow,
)
from bot.store.timers import NO_TIMERS, TimerChanges, TimerRow

PlanChanges: TypeAlias = Mapping[int, PlanRow | None]
"""By seat; None: no more."""
NO_PLANS: PlanChanges = {}
Why = Literal["empty", "foreign", "damaged", "full", "locked", "not_writable", "broken", "too_new", "away", "denied"]
OPEN_STAGES: tuple[Stage, ...] = ("lobby", "running")
"""What a table that takes up room is in."""


class StoreError(Exception):
    """What was to be kept is not kept, and nothing else has changed."""


class LostRace(StoreError):
    pass


class VoteOpen(StoreError):
    pass


class SeatTaken(StoreError):
    pass


class ChannelTaken(StoreError):
    pass


class TooManyTables(StoreError):
    pass


class TooManyOwn(StoreError):
    pass


class UnknownTable(StoreError):
    pass


class LeaseHeld(StoreError):
    """`lease` is what the other one holds."""

    def __init__(self, lease: LeaseRow) -> None:
        super().__init__(f"held by {lease.holder}")
        self.lease = lease


class LostLease(StoreError):
    pass


class StoreFailing(StoreError):
    pass


class BadStore(Exception):
    """`why` names the sentence that says so, `detail` is the database's own word."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(f"{why}: {detail}")
        self.why = why
        self.detail = detail


class Lease(Protocol):
    """The right to answer and to write, which one process has at a time: a row of the database, renewed by beats.

    No clock is asked. Whoever waits counts their own seconds without a beat (`bot/lease.py`), so that a clock which is
    set takes the right from nobody. Each holder has an epoch of its own, larger than any before. A store that is opened
    with a lease looks, in each of its transactions, whether that epoch still counts: where it doesn't, nothing is kept
    and `LostLease` is raised. One that is opened without a lease is not held back.
    """

    @property
    def epoch(self) -> int | None:
        """Of what we hold; None: nothing, or no longer."""
        ...

    async def look(self) -> LeaseRow | None:
        """As it is kept now; None: nobody has ever held it."""
        ...

    async def take(self, over: LeaseRow | None = None) -> LeaseRow:
        """Hold it: it is free, or its holder is known to be dead (a lock of the system that is gone, a connection that
        has ended), or it is still as `over` says, beats and all, however much its holder may live. What another version
        has written there is not changed before. Raises `LeaseHeld`, or `BadStore` where nothing can be kept at all."""
        ...

    async def beat(self) -> None:
        """Raises `LostLease`, `StoreFailing`."""
        ...

    async def release(self) -> None:
        """The next one need not wait. Nothing where it is lost."""
        ...


class Hold(msgspec.Struct, frozen=True):
    """Whoever remembers a table as of `number` is right as long as its stamp is that, or the next: nobody else has held
    it since."""

    before: int
    """Its stamp when it was taken."""
    number: int


class ProcessWatcher(Protocol):
    """What a process does about things that another one has kept, or has left behind."""

    def items_kept(self, table_id: int) -> None: ...

    def timers_kept(self, due: float) -> None: ...

    async def look_anew(self) -> None:
        """Another process has ended, or what it said may not have been heard."""
        ...


class StoreReader(Protocol):
    """The half that changes nothing. A reader sees all of a transaction or none of it, and its own table's last one."""

    async def table(self, table_id: int) -> TableRow | None: ...

    async def table_in(self, channel: int, stages: Sequence[Stage] = OPEN_STAGES) -> TableRow | None:
        """The newest table of a channel that is in one of these stages; tables that are in none are not found by it."""
        ...

    async def table_by_code(self, code: str) -> TableRow | None:
        """The one lobby that has given out this code."""
        ...

    async def tables_of(self, user: int) -> list[TableRow]:
        """Every table in lobby, running or set aside where `user` has a seat, oldest first."""
        ...

    async def finished_of(self, user: int) -> list[TableRow]:
        """Every finished game in which `user` has a seat, newest first."""
        ...

    async def tables_at(self, stage: Stage, guild: int | None = None) -> list[TableRow]:
        """Oldest first; of one server, or of all."""
        ...

    async def hosts(self, guild: int) -> list[int]:
        """Of every open table of a server, its host."""
        ...

    async def seats(self, table_id: int) -> tuple[SeatRow, ...]:
        """In the order of play."""
        ...

    async def seatings(self, table_id: int) -> list[SeatingRow]:
        """Who has sat where since the game began, in the order in which they sat down."""
        ...

    async def invited(self, table_id: int) -> tuple[int, ...]:
        """Users, the smallest number first."""
        ...

    async def audit(self, table_id: int) -> list[AuditRow]:
        """Who did what to a table, in order."""
        ...

    async def actions(self, table_id: int, after: int = 0, until: int | None = None) -> list[ActionRow]:
        """Those that stand, in order, without `after`, with `until`."""
        ...

    async def log(self, table_id: int, after: int = 0, until: int | None = None) -> list[ActionRow]:
        """The same with what was taken back, and the take-backs themselves."""
        ...

    async def last_action(self, table_id: int, player: int, turn: int, until: int) -> ActionRow | None:
        """The last one of a player in an earlier turn than this; none of the opening, and none beyond `until`."""
        ...

    async def snapshot(self, table_id: int) -> Snapshot | None: ...

    async def last_seq(self, table_id: int) -> int:
        """The last number of the log; 0 where there is none."""
        ...

    async def vote(self, table_id: int) -> VoteRow | None:
        """The table's last vote, open or not."""
        ...

    async def plans(self, table_id: int) -> list[PlanRow]:
        """Of those who sit there now, by seat; those that are done with too."""
        ...

    async def tables_with_plans(self) -> list[int]:
        """Where a plan waits to be carried out."""
        ...

    async def draft(self, table_id: int, seat: int, decision: int) -> str | None:
        """A move half made; one made for another decision is none."""
        ...

    async def note(self, table_id: int, user: int) -> str | None:
        """What a person has written down for themselves."""
        ...

    async def items(self, table_id: int) -> list[OutboxRow]:
        """What is still to be sent, in the order in which it was first written. Of a game that is set aside, only what
        says so: the rest waits until it goes on."""
        ...

    async def tables_with_items(self) -> list[tuple[int, float]]:
        """Every table that has something to send, with the moment from which it may be tried."""
        ...

    async def census(self, now: float) -> Census:
        """How much there is of everything."""
        ...

    async def waits(self, table_id: int) -> tuple[WaitRow, ...]:
        """Whom a running game waits for, by seat."""
        ...

    async def tables_without_clocks(self) -> list[TableRow]:
        """Running games of which nothing says whom they wait for: those of an older release, and robots' own."""
        ...

    async def timers(self, table_id: int) -> list[TimerRow]:
        """What falls due at a table, the earliest first."""
        ...

    async def next_timer(self, after: float) -> float | None:
        """The earliest moment beyond `after` at which one falls due. Those of a game that is set aside wait until it
        goes on."""
        ...

    async def due_timers(self, now: float) -> list[TimerRow]:
        """Those whose moment has come, the earliest first; the same wait as above."""
        ...

    def edition_of(self, row: OutboxRow) -> str:
        """With its number, what no other item has: not in another database, not in a copy of this one."""
        ...

    async def message(self, table_id: int, key: str) -> Message | None: ...

    async def messages_in(self, channel: int) -> list[tuple[int, int]]:
        """The messages of a channel, or of somebody's DMs, that are known for what they are: table and message."""
        ...

    async def results(self) -> list[PlayedRow]:
        """Of every finished game, in the order in which they ended; a game's rows by seat and part."""
        ...

    async def results_of(self, user: int, guild: int | None = None) -> list[PlayedRow]:
        """The same of those games alone in which somebody took part, on one server or on all."""
        ...

    async def counted(self) -> tuple[float, int] | None:
        """The last game, by its end and its table, that standings tell of; None: there are none that can be relied
        on."""
        ...

    async def standings(self, guild: int, title: str, users: Collection[int] | None = None) -> list[StandingRow]:
        """Of all robots and all people, or of these people."""
        ...

    async def rating_history(self, user: int, guild: int, title: str) -> list[tuple[float, float]]:
        """Somebody's rating and its doubt after each of their games."""
        ...

    async def last_names(self, users: Collection[int], guild: int) -> dict[int, str]:
        """What people were called when they last took a seat on a server."""
        ...

    async def uncounted(self) -> list[int]:
        """Finished games that have no results yet: those that ended before there were any."""
        ...

    async def stopped_games(self, guild: int | None) -> dict[int, int]:
        """By user, the games of a server, or of all, that were stopped unfinished while they sat there."""
        ...

    async def personal_data(self, user: int) -> Data:
        """Everything that is kept of a person, part by part."""
        ...

    async def user(self, user: int) -> UserSettings: ...

    async def users(self, users: Collection[int]) -> dict[int, UserSettings]:
        """Of several people at once; somebody who has set nothing has the usual settings."""
        ...

    async def guild(self, guild: int) -> GuildSettings: ...

    async def fact(self, name: str) -> str | None: ...


class StoreWriter(StoreReader, Protocol):
    """Both halves. Each method is one transaction: it is kept when the call returns, power cut or not, or it has raised
    and changed nothing. Only `bot/tables` holds this half."""

    async def close(self) -> None:
        """Wait for what is being kept."""
        ...

    def holding(self, table_id: int) -> AbstractAsyncContextManager[Hold]:
        """No other process that asks for it has the table meanwhile. Where one has taken it over since, nothing is kept
        of it, and `StoreFailing` is raised."""
        ...

    async def stamp(self, table_id: int) -> int:
        """See `Hold`."""
        ...

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """No other process has the same name meanwhile."""
        ...

    def claimed(self, work: str) -> AbstractAsyncContextManager[bool]:
        """Whether a piece of work is ours: not if a process that lives is at it."""
        ...

    def watch(self, watcher: ProcessWatcher) -> None:
        """Have it hear of what other processes keep."""
        ...

    def watch_timers(self, on_set: Callable[[float], None]) -> None:
        """Have `on_set` called with the earliest moment of those timers that a change has set, once it is kept."""
        ...

    async def add_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        invited: Sequence[int],
        items: Sequence[Item],
        limits: GuildSettings | None = None,
        timers: TimerChanges = NO_TIMERS,
        starter: Message | None = None,
    ) -> int:
        """The new table's number, larger than any before it. With limits, raises `ChannelTaken`, `TooManyTables` or
        `TooManyOwn` where they leave no room; nobody comes between the look and the writing. Without a server there is
        no channel to be taken, and only a host's own tables are counted. `starter` is a message of the table's that is
        there already."""
        ...

    async def save_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        invited: Sequence[int],
        items: Sequence[Item],
        now: float,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        """A lobby as it is now, what is to be sent about it, and who has changed what."""
        ...

    async def begin(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        snapshot: Snapshot,
        items: Sequence[Item],
        now: float,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
        waits: Sequence[WaitRow] | None = None,
    ) -> None:
        """The lobby becomes a running game, together with its deal; who sits where is the beginning of its history."""
        ...

    async def reseat(
        self,
        table_id: int,
        host: int,
        seats: Sequence[SeatRow],
        items: Sequence[Item],
        now: float,
        vote: VoteRow | None = None,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
        waits: Sequence[WaitRow] | None = None,
    ) -> None:
        """These seats of a running game as they are now. Where somebody else sits, the history says so from the next
        action on, and its draft and plan go. A vote that decided so, or asks others now, is kept with it. Raises
        `SeatTaken`."""
        ...

    async def append(
        self,
        table_id: int,
        actions: Sequence[ActionRow],
        snapshot: Snapshot,
        items: Sequence[Item],
        *,
        posted: int,
        stage: Stage,
        now: float,
        timers: TimerChanges = NO_TIMERS,
        waits: Sequence[WaitRow] | None = None,
        missed: int = 0,
        results: Sequence[ResultRow] = (),
        standings: StandingChanges | None = None,
        plans: PlanChanges = NO_PLANS,
    ) -> None:
        """Actions, the state after them, what is to be sent, and the last action that posts cover then. The end of a
        game lets an open vote lapse, has results, and changes standings. A game that was asleep is awake. Raises
        `LostRace`."""
        ...

    async def pack_log(self, table_id: int, timers: TimerChanges = NO_TIMERS) -> None:
        """Keep the log of a game that has ended as one small value; `log` and the like read it from there. Its snapshot
        and drafts go. Whoever plays on still has its rows."""
        ...

    async def save_results(self, table_id: int, results: Sequence[ResultRow]) -> None:
        """Of a game that ended without them; standings have to be worked out anew."""
        ...

    async def save_standings(self, standings: StandingChanges) -> None:
        """Worked out anew, in place of all that there were."""
        ...

    async def take_back(
        self,
        table_id: int,
        row: ActionRow,
        after: int,
        snapshot: Snapshot,
        items: Sequence[Item],
        *,
        posted: int,
        now: float,
        vote: VoteRow | None = None,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
        plans: PlanChanges = NO_PLANS,
        rings_again: bool = False,
        waits: Sequence[WaitRow] | None = None,
    ) -> None:
        """The take-back `row`: whatever stood beyond `after` is marked with its number, and stays in the log. A vote
        that decided so is kept with it. `rings_again`: DMs forget for which turn they have rung. Raises `LostRace`."""
        ...

    async def stop(
        self,
        table_id: int,
        items: Sequence[Item],
        now: float,
        vote: VoteRow | None = None,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        """End a running game unfinished; a vote that decided so is kept with it, any other that is open lapses.
        Nobody is waited for any more."""
        ...

    async def save_clocks(
        self,
        table: TableRow,
        waits: Sequence[WaitRow],
        items: Sequence[Item],
        now: float,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
        vote: VoteRow | None = None,
    ) -> None:
        """Whom a running game waits for, and of the table itself whether it is paused or asleep, and `missed`."""
        ...

    async def set_aside(self, table_id: int, error: str, items: Sequence[Item], now: float) -> None: ...

    async def revive(
        self,
        table_id: int,
        stage: Stage,
        items: Sequence[Item],
        now: float,
        timers: TimerChanges = NO_TIMERS,
        waits: Sequence[WaitRow] | None = None,
    ) -> None:
        """No longer aside; what has waited may be tried."""
        ...

    async def set_blocked(
        self, table_id: int, reason: str | None, items: Sequence[Item] = (), now: float = 0.0
    ) -> None: ...

    async def set_dms(
        self, table_id: int, dms: Mapping[int, str], items: Sequence[Item] = (), now: float = 0.0
    ) -> None:
        """By seat, whether its player can be written to."""
        ...

    async def save_vote(
        self,
        vote: VoteRow,
        items: Sequence[Item],
        now: float,
        audit: Sequence[AuditRow] = (),
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        """A new vote, or one with another answer. Raises `VoteOpen`."""
        ...

    async def save_plans(
        self,
        table_id: int,
        plans: PlanChanges,
        items: Sequence[Item] = (),
        now: float = 0.0,
        posted: int | None = None,
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        """Plans that were made, changed or dropped; where a turn was left to one that is dropped now, also the last
        action that posts cover then."""
        ...

    async def save_draft(self, table_id: int, seat: int, decision: int, draft: str) -> None:
        """In place of the seat's last one."""
        ...

    async def save_note(self, table_id: int, user: int, note: str, items: Sequence[Item], now: float) -> None:
        """In place of the person's last one; an empty one is none. Raises `UnknownTable`."""
        ...

    async def add_items(
        self, table_id: int, items: Sequence[Item], now: float, timers: TimerChanges = NO_TIMERS
    ) -> None:
        """One with the key of another takes its place and its number, as a new version. Whatever waits at this table
        may be tried now: somebody has acted. With timers alone, nothing is sent."""
        ...

    async def count_try(self, row: OutboxRow) -> bool:
        """Kept before anything is sent: after a crash, what was tried may have arrived. False: it is gone, or another
        process has taken it up in this very moment."""
        ...

    async def make_all_due(self) -> None:
        """Whatever waits, at any table, may be tried now."""
        ...

    async def postpone(self, row: OutboxRow, due: float) -> None: ...

    async def mark_sent(
        self,
        row: OutboxRow,
        now: float,
        *,
        keep: Message | None = None,
        forget: str | None = None,
        more: Sequence[Item] = (),
        dm: tuple[int, str] | None = None,
        timers: TimerChanges = NO_TIMERS,
    ) -> None:
        """The item has arrived, or need not be sent any more. One rewritten in the meantime stays to be sent again.

        `keep` is the message that it has become, `forget` the key of one that is nothing any more, `more` what is to be
        sent next, `dm` a user and whether they can be written to. A copy's message of which another takes the place
        stays known, as `old:` with its number: it is somebody's, and goes when they are erased.
        """
        ...

    async def save_user(
        self,
        user: int,
        settings: UserSettings,
        at_tables: Mapping[int, tuple[Sequence[Item], TimerChanges]] = {},
        now: float = 0.0,
    ) -> None:
        """`at_tables`: what their tables are told of it, and which of their timers fall due at another moment."""
        ...

    async def erase(self, user: int, neutral: Neutral, now: float) -> list[int]:
        """Make everything neutral that is kept of a person; the tables that knew them. Their messages are deleted, and
        standings have to be worked out anew."""
        ...

    async def save_guild(self, guild: int, settings: GuildSettings) -> None: ...

    async def save_fact(self, name: str, value: str) -> None: ...
