"""Plans for the next turn: kept for their owners, and carried out as soon as these are asked.

What a plan does is kept like what its owner does by hand, and told in the same words: nobody can tell them apart.
"""

from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace

from bot.errors import NotSeated, Refusal
from bot.games.catalog import face_of
from bot.games.plans import MOST_CONDITIONS, MOST_WISHES, Done, Dropped, Outcome, Plan, PlannedAction, next_step
from bot.store.items import Item, TurnPosted
from bot.store.protocol import StoreWriter
from bot.store.rows import PlanRow
from bot.tables.cache import GameCache
from bot.tables.news import hands_changed
from bot.tables.records import CachedGame, kept_action, seat_of
from bot.tables.robots import Steps
from rules.game import PlayerId

Keep = Callable[[CachedGame, Steps, PlanRow | None], Awaitable[CachedGame]]


class Plans:
    def __init__(self, store: StoreWriter, games: GameCache, now: Callable[[], float], keep: Keep) -> None:
        self._store = store
        self._games = games
        self._now = now
        self._keep = keep

    async def change(self, table_id: int, user: int, change: Callable[[Plan], Plan]) -> Plan:
        """Keep what somebody makes of their plan; from now on it waits for their turn. One that is done with is begun
        anew, and one without wishes is none."""
        async with self._games.lock(table_id):
            cached = await self._games.load(table_id)
            seat = seat_of(cached.seats, user)
            if seat is None:
                raise NotSeated
            view = cached.view(seat)
            if view.is_over or view.turn == 0:
                raise Refusal("refuse.plan_not_yet")
            if seat in view.to_act:
                raise Refusal("refuse.plan_now")
            old = cached.plans.get(seat)
            plan = change(plan_of(old) if old and old.outcome is None else Plan())
            check_size(plan)
            row = PlanRow(seat=seat, user=user, plan=text_of(plan), armed=cached.seq) if plan.wishes else None
            await self._store.save_plans(table_id, {seat: row})
            self._games.remember(replace(cached, plans=with_plan(cached, seat, row)))
        return plan

    async def carry_out(self, cached: CachedGame, seat: PlayerId) -> CachedGame:
        """The next action of a plan whose owner is asked, or the end of it; the caller holds the lock."""
        row, game = cached.plans[seat], cached.game
        log = await self._store.actions(cached.table.id, after=row.armed)
        events = [event for action in log for event in kept_action(game, action, seat).events]
        planner = face_of(cached.table.title).planner
        view, legal = cached.view(seat), game.legal_actions(cached.state, seat)
        match next_step(planner, view, legal, plan_of(row), events):
            case PlannedAction(action, plan):
                step = game.apply(cached.state, action)
                goes_on = seat in game.to_act(step.state)
                outcome = None if goes_on else text_of(Done(plan.wishes[plan.begun or 0]))
                kept = replace(row, plan=text_of(plan), outcome=outcome)
                return await self._keep(cached, [(action, step)], kept)
            case Dropped() as dropped:
                return await self._drop(cached, replace(row, outcome=text_of(dropped)))

    async def _drop(self, cached: CachedGame, row: PlanRow) -> CachedGame:
        """Its owner is called, as if there had been none."""
        table = cached.table
        items: list[Item] = [*hands_changed(cached.seats, [row.seat]), TurnPosted(table.posted, cached.seq)]
        await self._store.save_plans(table.id, {row.seat: row}, items, self._now(), posted=cached.seq)
        after = replace(cached, table=replace(table, posted=cached.seq), plans=with_plan(cached, row.seat, row))
        self._games.remember(after)
        return after


def with_plan(cached: CachedGame, seat: PlayerId, row: PlanRow | None) -> dict[PlayerId, PlanRow]:
    """All of a game, with this one in place of the seat's last."""
    others = {other: plan for other, plan in cached.plans.items() if other != seat}
    return others if row is None else {**others, seat: row}


def check_size(plan: Plan) -> None:
    for entries, most in ((plan.wishes, MOST_WISHES), (plan.conditions, MOST_CONDITIONS)):
        if len(entries) > most:
            raise Refusal("refuse.plan_full", n=most)


def text_of(value: Plan | Outcome) -> str:
    return msgspec.json.encode(value).decode()


def plan_of(row: PlanRow) -> Plan:
    return msgspec.json.decode(row.plan, type=Plan)


def outcome_of(row: PlanRow) -> Outcome | None:
    return None if row.outcome is None else msgspec.json.decode(row.outcome, type=Outcome)
