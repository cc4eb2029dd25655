"""What a store does, whatever it keeps things in; and the ways in which it fails, none of them a database's own.

StoreError          nothing of what was to be kept is kept
├── LostRace        somebody else was first with one of these numbers of a table's log
├── VoteOpen        the table has an open vote already
├── SeatTaken       two people on one seat, or one on two
├── ChannelTaken    a table is open in that channel
├── TooManyTables   the server has as many open tables as it wants
├── TooManyOwn      so has this host
├── UnknownTable    there is no such table
└── StoreFailing    the disk is full, the database is busy: it passes, and may be tried again
BadStore            nothing can be kept here at all; found when a store is opened
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from bot.store.rows import (
    ActionRow,
    AuditRow,
    GuildSettings,
    Letter,
    Message,
    SeatRow,
    Snapshot,
    Stage,
    TableRow,
    UserSettings,
    VoteRow,
)

Why = Literal["empty", "foreign", "damaged", "full", "locked", "not_writable", "broken", "too_new"]
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


class StoreFailing(StoreError):
    pass


class BadStore(Exception):
    """`why` names the sentence that says so, `detail` is the database's own word."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(f"{why}: {detail}")
        self.why = why
        self.detail = detail


class StoreReader(Protocol):
    """The half that changes nothing. A reader sees all of a transaction or none of it, and its own table's last one."""

    async def table(self, table_id: int) -> TableRow | None: ...

    async def table_in(self, channel: int, stages: Sequence[Stage] = OPEN_STAGES) -> TableRow | None:
        """The newest table of a channel that is in one of these stages."""
        ...

    async def tables_of(self, user: int) -> list[TableRow]:
        """Every table in lobby, running or set aside where `user` has a seat, oldest first."""
        ...

    async def tables_at(self, stage: Stage, guild: int | None = None) -> list[TableRow]:
        """Oldest first; of one server, or of all."""
        ...

    async def quiet_tables(self, since: float, until: float) -> list[TableRow]:
        """Running games in which somebody was the last to act between these moments, oldest first."""
        ...

    async def tables_to_put_away(self) -> list[TableRow]:
        """Ended games whose own thread is still to be put away, oldest first."""
        ...

    async def hosts(self, guild: int) -> list[int]:
        """Of every open table of a server, its host."""
        ...

    async def seats(self, table_id: int) -> tuple[SeatRow, ...]:
        """In the order of play."""
        ...

    async def invited(self, table_id: int) -> tuple[int, ...]:
        """Users, the smallest number first."""
        ...

    async def audit(self, table_id: int) -> list[AuditRow]:
        """Who did what to a table, in order."""
        ...

    async def actions(self, table_id: int, after: int = 0, until: int | None = None) -> list[ActionRow]:
        """The log in order, without `after`, with `until`."""
        ...

    async def snapshot(self, table_id: int) -> Snapshot | None: ...

    async def last_seq(self, table_id: int) -> int:
        """The number of the last action; 0 where there is none."""
        ...

    async def vote(self, table_id: int) -> VoteRow | None:
        """The table's last vote, open or not."""
        ...

    async def draft(self, table_id: int, seat: int, decision: int) -> str | None:
        """A move half made; one made for another decision is none."""
        ...

    async def letters(self, table_id: int) -> list[Letter]:
        """In the order in which they were first written. Of a game that is set aside, only those that say so: the
        others wait until it goes on."""
        ...

    async def games_with_letters(self) -> list[tuple[int, float]]:
        """Every table that has something to send, with the moment from which it may be tried."""
        ...

    def edition_of(self, letter: Letter) -> str:
        """With its number, what no other letter has: not in another database, not in a copy of this one."""
        ...

    async def message(self, table_id: int, slot: str) -> Message | None: ...

    async def messages_in(self, channel: int) -> list[tuple[int, int]]:
        """The messages of a channel, or of somebody's DMs, that are known for what they are: table and message."""
        ...

    async def user(self, user: int) -> UserSettings: ...

    async def guild(self, guild: int) -> GuildSettings: ...

    async def fact(self, name: str) -> str | None: ...


class StoreWriter(StoreReader, Protocol):
    """Both halves. Each method is one transaction: it is kept when the call returns, power cut or not, or it has raised
    and changed nothing. Only `bot/tables` holds this half."""

    async def close(self) -> None:
        """Wait for what is being kept."""
        ...

    async def add_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        invited: Sequence[int],
        letters: Sequence[Letter],
        limits: GuildSettings | None = None,
    ) -> int:
        """The new table's number, larger than any before it. With limits, raises `ChannelTaken`, `TooManyTables` or
        `TooManyOwn` where they leave no room; nobody comes between the look and the writing."""
        ...

    async def save_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        invited: Sequence[int],
        letters: Sequence[Letter],
        now: float,
        audit: Sequence[AuditRow] = (),
    ) -> None:
        """A lobby as it is now, what is to be sent about it, and who has changed what."""
        ...

    async def begin(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        snapshot: Snapshot,
        letters: Sequence[Letter],
        now: float,
        audit: Sequence[AuditRow] = (),
    ) -> None:
        """The lobby becomes a running game, together with its deal."""
        ...

    async def append(
        self,
        table_id: int,
        actions: Sequence[ActionRow],
        snapshot: Snapshot,
        letters: Sequence[Letter],
        *,
        told: int,
        stage: Stage,
        now: float,
    ) -> None:
        """Actions, the state after them and what is to be sent. The end of a game lets an open vote lapse, and sets the
        moment at which its thread is put away. Raises `LostRace`."""
        ...

    async def stop(
        self,
        table_id: int,
        letters: Sequence[Letter],
        now: float,
        vote: VoteRow | None = None,
        audit: Sequence[AuditRow] = (),
    ) -> None:
        """End a running game unfinished; a vote that decided so is kept with it, any other that is open lapses."""
        ...

    async def set_aside(self, table_id: int, error: str, letters: Sequence[Letter], now: float) -> None: ...

    async def revive(self, table_id: int, stage: Stage, letters: Sequence[Letter], now: float) -> None:
        """No longer aside; what has waited may be tried."""
        ...

    async def put_away(self, table_id: int, letters: Sequence[Letter], now: float) -> None:
        """Its thread need not be thought of any more."""
        ...

    async def set_blocked(
        self, table_id: int, reason: str | None, letters: Sequence[Letter] = (), now: float = 0.0
    ) -> None: ...

    async def set_dm(self, table_id: int, seat: int, dm: str) -> None: ...

    async def save_vote(
        self, vote: VoteRow, letters: Sequence[Letter], now: float, audit: Sequence[AuditRow] = ()
    ) -> None:
        """A new vote, or one with another answer. Raises `VoteOpen`."""
        ...

    async def save_draft(self, table_id: int, seat: int, decision: int, draft: str) -> None:
        """In place of the seat's last one."""
        ...

    async def write_letters(self, table_id: int, letters: Sequence[Letter], now: float) -> None:
        """One with the slot of another takes its place and its number, as a new version. Whatever waits at this table
        may be tried now: somebody has acted."""
        ...

    async def count_try(self, letter: Letter) -> None:
        """Kept before anything leaves the house: after a crash, a tried letter may have arrived."""
        ...

    async def make_due(self) -> None:
        """Whatever waits, at any table, may be tried now."""
        ...

    async def postpone(self, letter: Letter, due: float) -> None: ...

    async def sent(
        self,
        letter: Letter,
        now: float,
        *,
        keep: Message | None = None,
        forget: str | None = None,
        more: Sequence[Letter] = (),
        dm: tuple[int, str] | None = None,
    ) -> None:
        """The letter has arrived: remember its message. One rewritten in the meantime stays to be sent again.

        `dm` is a user, and whether they can be written to.
        """
        ...

    async def save_user(self, user: int, settings: UserSettings) -> None: ...

    async def save_guild(self, guild: int, settings: GuildSettings) -> None: ...

    async def save_fact(self, name: str, value: str) -> None: ...
