"""A table's clocks are stopped, and go on where they stood: by the host at once, by the others together.

Moves are welcome all the time; none of them starts the clocks again.
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from bot.errors import Refusal
from bot.store.items import Item, PauseChanged, VoteChanged
from bot.store.protocol import StoreWriter
from bot.store.rows import AuditRow, SeatRow, TableRow, VoteRow
from bot.tables.audit import NOBODY, Author
from bot.tables.cache import GameCache
from bot.tables.clocks import Clocks
from bot.tables.lobby import clean_name
from bot.tables.records import CachedGame
from bot.tables.seats import check_running
from bot.tables.votes import Votes

KINDS = {True: "pause", False: "resume"}
"""Of votes, by whether the clocks are to stand still."""


class Pauses:
    """`go_on`: tell what was kept."""

    def __init__(
        self, store: StoreWriter, games: GameCache, votes: Votes, clocks: Clocks, go_on: Callable[[int], None]
    ) -> None:
        self._store = store
        self._games = games
        self._votes = votes
        self._clocks = clocks
        self._go_on = go_on
        for is_paused, kind in KINDS.items():
            votes.teach(kind, partial(self._agreed, is_paused=is_paused))

    async def change(self, table_id: int, by: Author, *, is_paused: bool) -> None:
        """At once; a vote about the same has nothing to decide any more."""
        async with self._games.lock(table_id):
            cached = await self._games.load(table_id)
            check_running(cached.table, table_id)
            check_pause(cached.table, is_paused=is_paused)
            vote = await self._votes.open(table_id)
            is_moot = vote is not None and vote.kind in KINDS.values()
            lapsed = replace(vote, result="lapsed") if vote is not None and is_moot else None
            await self._keep(cached, by, lapsed, is_paused=is_paused)
        self._go_on(table_id)

    async def _agreed(self, table: TableRow, vote: VoteRow, *, is_paused: bool) -> None:
        cached = await self._games.load(table.id)
        await self._keep(cached, None, vote, is_paused=is_paused)

    async def _keep(self, cached: CachedGame, by: Author | None, vote: VoteRow | None, *, is_paused: bool) -> None:
        items: list[Item] = [PauseChanged(), *([VoteChanged()] if vote is not None else [])]
        audit = [pause_row(cached.table, cached.seats, by, "paused" if is_paused else "resumed")]
        await self._clocks.pause(cached, items, audit, is_paused=is_paused, vote=vote)


def check_pause(table: TableRow, *, is_paused: bool) -> None:
    """Raises where it is so already."""
    if is_paused == (table.paused is not None):
        raise Refusal("refuse.paused_already" if is_paused else "refuse.not_paused")


def pause_row(table: TableRow, seats: tuple[SeatRow, ...], by: Author | None, what: str) -> AuditRow:
    if by is None:
        return AuditRow(name=NOBODY, what=what)
    is_outside = by.user != table.host and all(seat.user != by.user for seat in seats)
    about = {"role": "moderator"} if is_outside else {}
    return AuditRow(user=by.user, name=clean_name(by.name), what=what, about=about)
