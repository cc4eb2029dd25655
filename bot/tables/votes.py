"""What a table decides together. One rule for every kind: a no ends the proposal, all who are asked have to agree.

Kept like a move, under the table's lock and in one transaction with the items that tell about it. What a kind of vote
decides is carried out by whoever has taught it, in the transaction that keeps the last answer.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from bot.errors import NoTable, Refusal
from bot.store.items import GameStopped, Item, VoteChanged
from bot.store.protocol import StoreWriter
from bot.store.rows import AuditRow, SeatRow, TableRow, VoteRow
from bot.store.timers import NO_TIMERS, SilenceOver, TimerChanges
from bot.tables.audit import Author, row
from bot.tables.cache import GameCache
from bot.tables.news import hands_changed, offers_ended
from bot.tables.pace import A_DAY, schedule, seconds
from bot.tables.timers import end_timers

SILENCE_WITHOUT_PACE = 3 * A_DAY
CarryOut: TypeAlias = Callable[[TableRow, VoteRow], Awaitable[None]]
"""Keeps a vote that is agreed to, with all that comes of it, in one transaction. The table's lock is held."""


class Votes:
    def __init__(
        self, store: StoreWriter, games: GameCache, now: Callable[[], float], on_items: Callable[[int], None]
    ) -> None:
        self._store = store
        self._games = games
        self._now = now
        self._on_items = on_items
        self._carry_out: dict[str, CarryOut] = {"stop": self._stop_agreed}

    def teach(self, kind: str, carry_out: CarryOut) -> None:
        """From now on there are votes of this kind; their words are `vote.KIND`, `vote.result.KIND.yes` and `.no`."""
        self._carry_out[kind] = carry_out

    async def propose(
        self,
        table_id: int,
        proposer: int,
        asked: Sequence[int],
        kind: str = "stop",
        payload: Mapping[str, str] | None = None,
        due: float | None = None,
    ) -> VoteRow:
        """Ask `asked`; whoever proposes agrees. The same vote that is open already stays as it is, and lets no other be
        opened. From `due` on silence counts as agreement."""
        about = dict(payload or {})
        async with self._games.lock(table_id):
            table = await self._running(table_id)
            vote = await self.open(table_id)
            if vote is None:
                answers = {user: True if user == proposer else None for user in asked}
                now = self._now()
                vote = VoteRow(
                    table_id=table_id, kind=kind, proposer=proposer, answers=answers, at=now, payload=about, due=due
                )
                audit = [await self._row(table, proposer, f"proposed.{kind}", about)]
                timers = NO_TIMERS if due is None else TimerChanges(set=((due, SilenceOver()),))
                await self._store.save_vote(vote, await self._items(table), now, audit, timers)
            elif (vote.kind, vote.payload) != (kind, about):
                raise Refusal("refuse.vote_open")
        self._on_items(table_id)
        return vote

    async def answer(
        self, table_id: int, user: int, is_yes: bool, number: int | None = None, left: Collection[int] = ()
    ) -> VoteRow:
        """Keep an answer and what comes of it. `number` is the vote that a button was made for, `left` who is gone."""
        async with self._games.lock(table_id):
            table, vote = await self._running(table_id), await self.open(table_id)
            if vote is None or number not in (None, vote.id):
                raise Refusal("refuse.no_vote")
            if user not in vote.answers:
                raise Refusal("refuse.vote_not_asked")
            vote = counted(replace(vote, answers={**vote.answers, user: is_yes}), left)
            if vote.result == "yes":
                await self._carry_out[vote.kind](table, vote)
            else:
                audit = [] if is_yes else [await self._row(table, user, "opposed")]
                await self._store.save_vote(vote, await self._items(table), self._now(), audit, vote_timers(vote))
        self._on_items(table_id)
        return vote

    async def recount(self, table_id: int) -> None:
        """Somebody has left whom an open vote was waiting for: perhaps all others have agreed."""
        await self._settle(table_id, lambda vote: counted(vote, ()))

    async def expire(self, table_id: int) -> None:
        """Whoever has said nothing until now agrees."""
        now = self._now()
        await self._settle(table_id, lambda vote: replace(vote, result="yes") if is_expired(vote, now) else vote)

    async def _settle(self, table_id: int, count: Callable[[VoteRow], VoteRow]) -> None:
        async with self._games.lock(table_id):
            vote = await self.open(table_id)
            decided = None if vote is None else count(vote)
            if decided is None or decided.result is None:
                return
            await self._carry_out[decided.kind](await self._running(table_id), decided)
        self._on_items(table_id)

    async def stop(self, table_id: int, by: Author | None = None) -> None:
        """Stop the game without asking anybody."""
        async with self._games.lock(table_id):
            table = await self._running(table_id)
            await self._stop(table, None, row(table, by, "stopped"))
        self._on_items(table_id)

    def silence_ends(self, table: TableRow) -> float:
        """When whoever has not answered a proposal made now counts as agreeing: after the time that the table's pace
        gives for a turn."""
        spans = schedule(table)
        return self._now() + (seconds(spans[-1]) if spans else SILENCE_WITHOUT_PACE)

    async def open(self, table_id: int) -> VoteRow | None:
        vote = await self._store.vote(table_id)
        return vote if vote is not None and vote.result is None else None

    async def _running(self, table_id: int) -> TableRow:
        table = await self._store.table(table_id)
        if table is None or table.stage != "running":
            raise NoTable
        return table

    async def _items(self, table: TableRow) -> list[Item]:
        """One post in the channel; where that is gone, the players' DMs show it instead."""
        seats = await self._store.seats(table.id) if table.blocked == "gone" else ()
        return [VoteChanged(), *hands_changed(seats)]

    async def _row(self, table: TableRow, user: int, what: str, about: Mapping[str, str] | None = None) -> AuditRow:
        name = names_by_user(await self._store.seats(table.id)).get(user, "?")
        return AuditRow(user=user, name=name, what=what, about=dict(about or {}))

    async def _stop_agreed(self, table: TableRow, vote: VoteRow) -> None:
        await self._stop(table, vote, row(table, None, "stopped"))

    async def _stop(self, table: TableRow, vote: VoteRow | None, audit: AuditRow) -> None:
        seats = await self._store.seats(table.id)
        items: list[Item] = [GameStopped(), *hands_changed(seats), *offers_ended(seats)]
        if vote is not None or await self.open(table.id) is not None:
            items.insert(0, VoteChanged())
        now = self._now()
        self._games.forget(table.id)  # as with a move
        await self._store.stop(table.id, items, now, vote, [audit], end_timers(table, now))


def counted(vote: VoteRow, left: Collection[int]) -> VoteRow:
    """With its result, if there is one: a no decides at once, a yes is everybody's who is still there."""
    answers = vote.answers.values()
    if False in answers:
        return replace(vote, result="no")
    return vote if waiting(vote, left) else replace(vote, result="yes")


def is_expired(vote: VoteRow, now: float) -> bool:
    return vote.due is not None and vote.due <= now


def vote_timers(vote: VoteRow) -> TimerChanges:
    """With its result, silence decides nothing any more."""
    return NO_TIMERS if vote.result is None else TimerChanges(cancel=(SilenceOver().key,))


def asking_others(vote: VoteRow, gone: Collection[int]) -> VoteRow:
    """Without the answers of those who play no longer; with nobody else to ask there is nothing to decide."""
    left = {user: answer for user, answer in vote.answers.items() if user not in gone}
    return replace(vote, answers=left, result=vote.result if left else "lapsed")


def waiting(vote: VoteRow, left: Collection[int] = ()) -> list[int]:
    """Users who are still to answer."""
    return [user for user, answer in vote.answers.items() if answer is None and user not in left]


def names_by_user(seats: Sequence[SeatRow]) -> dict[int, str]:
    return {seat.user: seat.name for seat in seats if seat.user is not None}
