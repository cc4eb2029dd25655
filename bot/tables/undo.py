"""Taking back: one's own last action as long as the rules allow it, anything more by a vote of the table.

What is taken back stays in the log, marked, and the take-back has a number there: no number ever comes twice, and every
button made before it is stale. Decks and piles lie as they did: going back deals nothing anew, so nobody can try for
better cards. What somebody has seen meanwhile can't be unseen; a proposal says what that is.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.errors import NotSeated, Refusal, StaleAction
from bot.store.items import Item, MoveUndone, TableSlept, TurnContinued, TurnRestored, VoteChanged
from bot.store.protocol import LostRace, StoreWriter
from bot.store.rows import ActionRow, AuditRow, TableRow, TakeBack, VoteRow
from bot.store.timers import NO_TIMERS, TimerChanges, ring_key, together
from bot.tables.audit import NOBODY
from bot.tables.cache import GameCache
from bot.tables.clocks import Clocks, settled_items
from bot.tables.news import hands_changed, next_told
from bot.tables.records import CachedGame, record_from, seat_of, snapshot_of
from bot.tables.robots import robots_to_act
from bot.tables.timers import leaver_timer
from bot.tables.votes import vote_timers
from bot.text.names import names_of
from bot.threads import in_thread
from rules.game import PlayerId, View
from rules.record import replayed, revealed_since

ROLLBACK = "rollback"
"""The kind of vote, which is about a `turn`."""
MOST_NEWEST = 1000
LOOKED_BACK = 60
"""So many numbers of the log are looked through for somebody's last action."""


class TakeBacks:
    def __init__(
        self,
        store: StoreWriter,
        games: GameCache,
        clocks: Clocks,
        now: Callable[[], float],
        go_on: Callable[[int], None],
    ) -> None:
        self._store = store
        self._games = games
        self._clocks = clocks
        self._now = now
        self._go_on = go_on
        self._newest: dict[int, ActionRow] = {}
        """By table, the last action that this process has kept: who has just moved need not be looked up."""

    def note(self, table_id: int, row: ActionRow) -> None:
        """An action was kept, and nothing after it."""
        if len(self._newest) >= MOST_NEWEST:
            self._newest.clear()
        self._newest[table_id] = row

    async def undoable(self, table_id: int, user: int) -> int | None:
        """The number of the action that somebody may take back now. Where a robot comes next, none is offered: it will
        have moved before anybody can tap."""
        cached = await self._games.read(table_id)
        seat = seat_of(cached.seats, user)
        # Whoever acted last has the log's last number as their decision; so has everybody after a take-back.
        if seat is None or cached.decisions[seat] != cached.seq or robots_to_act(cached):
            return None
        newest = self._newest.get(table_id)
        if newest is not None and newest.seq == cached.seq:
            return newest.seq if newest.player == seat and newest.undoable else None
        try:
            return checked(cached, await self._last(cached, seat), seat, None).seq
        except Refusal:
            return None

    async def undo(self, table_id: int, user: int, number: int | None = None) -> None:
        """Take somebody's last action back, or refuse; `number` is the action that a button was made for."""
        async with self._games.lock(table_id):
            cached = await self._games.load(table_id)
            seat = seat_of(cached.seats, user)
            if seat is None:
                raise NotSeated
            row = checked(cached, await self._last(cached, seat), seat, number)
            audit = AuditRow(user=user, name=cached.seats[seat].name, what="undone")
            await self._keep(cached, seat, row.seq - 1, "undo", audit)
        self._go_on(table_id)

    async def revealed_since(self, table_id: int, turn: int) -> Counter[str]:
        """What somebody has learnt since a turn began, by kind: never what it was."""
        cached = await self._games.read(table_id)
        log = await self._store.log(table_id)
        after = last_before(log, turn)
        kept = sum(row.seq <= after and not row.is_take_back for row in log)
        return await in_thread(revealed_since, record_from(cached.table, cached.seats, log), kept)

    async def check_turn(self, table_id: int, turn: int) -> None:
        """Whether there is something to go back over; raises `Refusal`."""
        log = await self._store.log(table_id)
        turns = [row.turn for row in log if row.undone is None and row.turn > 0]
        if not turns or not 1 <= turn <= max(turns):
            raise Refusal("refuse.rollback_turn", last=max(turns, default=0))

    async def roll_back(self, table_id: int, user: int, turn: int) -> None:
        """For somebody who has nobody to ask."""
        async with self._games.lock(table_id):
            cached = await self._games.load(table_id)
            seat = seat_of(cached.seats, user)
            if seat is None:
                raise NotSeated
            await self.check_turn(table_id, turn)
            after = last_before(await self._store.log(table_id), turn)
            audit = AuditRow(user=user, name=cached.seats[seat].name, what="rolled_back", about={"turn": str(turn)})
            await self._keep(cached, seat, after, "rollback", audit)
        self._go_on(table_id)

    async def carry_out(self, table: TableRow, vote: VoteRow) -> None:
        """Go back to the beginning of a turn, as the table has agreed; the lock is held."""
        cached = await self._games.load(table.id)
        turn = int(vote.payload["turn"])
        after = last_before(await self._store.log(table.id), turn)
        if not await self._store.actions(table.id, after):
            lapsed = replace(vote, result="lapsed")
            await self._store.save_vote(lapsed, [VoteChanged()], self._now(), timers=vote_timers(lapsed))
            return
        proposer = seat_of(cached.seats, vote.proposer) or 0
        audit = AuditRow(name=NOBODY, what="rolled_back", about={"turn": str(turn)})
        await self._keep(cached, proposer, after, "rollback", audit, vote)

    async def _last(self, cached: CachedGame, seat: PlayerId) -> list[ActionRow]:
        """The end of the log, since the seat's present player has it: what was done there before is another's move."""
        table_id = cached.table.id
        seated = max((row.after for row in await self._store.seatings(table_id) if row.seat == seat), default=0)
        return await self._store.log(table_id, max(seated, cached.seq - LOOKED_BACK))

    async def _keep(
        self,
        cached: CachedGame,
        seat: PlayerId,
        after: int,
        why: Literal["undo", "rollback"],
        audit: AuditRow,
        vote: VoteRow | None = None,
    ) -> None:
        """Write mark, snapshot and items in one transaction; the caller holds the lock."""
        table_id, now, game = cached.table.id, self._now(), cached.game
        rows = await self._store.actions(table_id, until=after)
        _, state = await in_thread(replayed, record_from(cached.table, cached.seats, rows))
        views = cached.view(None), game.view_for(state, None)
        number = cached.seq + 1
        plans = cached.plans if why == "rollback" else {}  # they were made for what is no more
        posted = max((row.seq for row in rows if row.turn < views[1].turn), default=0)
        now_stands = replace(
            cached,
            state=state,
            seq=number,
            decisions=(number,) * len(cached.seats),
            table=replace(cached.table, posted=posted, is_asleep=False),
            plans={seat: plan for seat, plan in cached.plans.items() if seat not in plans},
        )
        fresh = range(len(cached.seats)) if why == "rollback" or cached.table.is_asleep else ()
        waits, clocks = await self._clocks.after(cached.waits, now_stands, fresh)
        now_stands = replace(now_stands, waits=waits)
        no_longer_asked = game.to_act(cached.state) - game.to_act(state)
        unrung = TimerChanges(cancel=tuple(map(ring_key, sorted(no_longer_asked))))
        row = take_back_row(number, seat, TakeBack(after=after, why=why), views[0].turn, now)
        items = [
            *news_of_take_back(cached, now_stands, views, row, why),
            *settled_items(cached.waits, {wait.seat: wait for wait in waits}),
            *([TableSlept()] if cached.table.is_asleep else []),
            *(await next_told(self._store, now_stands, cached) if views[0].turn != views[1].turn else []),
        ]
        self._games.forget(table_id)  # as with a move
        try:
            await self._store.take_back(
                table_id,
                row,
                after,
                snapshot_of(now_stands),
                [*items, VoteChanged()] if vote is not None else items,
                posted=posted,
                now=now,
                vote=vote,
                audit=[audit],
                timers=together([leaver_timer(now), clocks, unrung, NO_TIMERS if vote is None else vote_timers(vote)]),
                waits=waits,
                plans=dict.fromkeys(plans),
                rings_again=why == "rollback",
            )
        except BaseException as error:
            self._games.forget(table_id)
            if isinstance(error, LostRace):
                raise StaleAction from None
            raise
        self._games.remember(now_stands)


def checked(cached: CachedGame, log: Sequence[ActionRow], seat: PlayerId, number: int | None) -> ActionRow:
    """The action that a seat may take back now; raises `Refusal`. `log` is its end."""
    if cached.table.stage != "running":
        raise Refusal("refuse.undo_over")
    if number is not None and not any(row.seq == number and row.undone is None for row in log):
        raise Refusal("refuse.undo_done")
    own = [row for row in log if row.player == seat and row.undone is None]
    if not own:
        raise Refusal("refuse.undo_nothing")
    # Also what others have taken back was an action: they have shown what they would do.
    since = {row.player for row in log if row.seq > own[-1].seq and row.player != seat}
    if since:
        raise Refusal("refuse.undo_since", names=names_of([each.name for each in cached.seats], sorted(since)))
    if number not in (None, own[-1].seq):
        raise Refusal("refuse.undo_later")
    if not own[-1].undoable:
        raise Refusal("refuse.undo_seen")
    return own[-1]


def last_before(log: Sequence[ActionRow], turn: int) -> int:
    """The last action that stands and was made before a turn; 0 where that is none."""
    return max((row.seq for row in log if row.undone is None and row.turn < turn), default=0)


def take_back_row(number: int, seat: PlayerId, what: TakeBack, turn: int, now: float) -> ActionRow:
    kept = msgspec.json.encode(what)
    return ActionRow(seq=number, player=seat, action=kept, events=b"[]", turn=turn, at=now, undone=number)


def news_of_take_back(
    before: CachedGame, after: CachedGame, views: tuple[View, View], row: ActionRow, why: Literal["undo", "rollback"]
) -> list[Item]:
    """The post that has called the next player is overtaken by one that calls nobody, or, after a vote, whoever is
    asked now. Within a turn the post is only edited."""
    old, new = views
    asked = before.game.to_act(before.state) ^ after.game.to_act(after.state)
    touched = None if why == "rollback" or (old.turn > 0) != (new.turn > 0) else sorted({row.player} | asked)
    hands = hands_changed(after.seats, touched)
    if why == "rollback":
        return [*hands, TurnRestored(row.seq, after.table.posted)]
    return [*hands, TurnContinued() if new.turn == old.turn else MoveUndone(row.seq, after.table.posted)]
