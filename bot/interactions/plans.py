"""A plan for one's next turn: its page, and what is added to it and taken from it. Nobody else sees any of it."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot.errors import NotSeated
from bot.games.catalog import face_of
from bot.games.menus import MENU, OTHER
from bot.games.mistakes import SeveralMatch
from bot.games.page import Button, Choice, Menu
from bot.games.plan_words import plan_lines
from bot.games.plans import Plan
from bot.games.typed import one_of
from bot.interactions.panel import refused_to
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.naming import table_name, way_to
from bot.outbox.lines import joined, past_plan
from bot.outbox.post import Post
from bot.tables.plans import plan_of
from bot.tables.snapshot import GameSnapshot
from bot.text.labels import OPTION, clipped
from bot.text.matching import Entry
from data.texts import text
from rules.errors import IllegalAction


class PlanHandlers:
    def __init__(self, services: Services) -> None:
        self.plans = services.tables.plans

    async def show(self, request: Request, news: str = "") -> Post:
        """The plan, and what can be added to it."""
        snapshot = await self._own(request)
        language, plan = request.language, waiting_plan(snapshot)
        lines = [
            f"**{table_name(snapshot.table, language)}** · {way_to(snapshot.table, language)}",
            news,
            *past_plan(snapshot, language),
        ]
        lines.append(text("plan.about" if plan.wishes else "plan.empty", language))
        lines += plan_lines(snapshot.view, plan, language)
        if snapshot.is_asked or snapshot.view.is_over or snapshot.view.turn == 0:
            return Post(text=joined(lines), table_id=request.table_id)
        planner = face_of(snapshot.table.title).planner
        wishes = planner.wishes(snapshot.view, language, snapshot.names)
        conditions = planner.conditions(snapshot.view, language, snapshot.names)
        rows = [menu("plan_add", "plan.add", wishes, plan.wishes, language)]
        if plan.wishes and conditions:
            rows.append(menu("plan_stop", "plan.condition", conditions, plan.conditions, language))
        buttons = (
            Button(label=text("plan.remove", language), verb="plan_remove"),
            Button(label=text("plan.clear", language), verb="plan_clear", style="bad"),
        )
        return Post(text=joined(lines), rows=(*rows, *((buttons,) if plan.wishes else ())), table_id=request.table_id)

    async def add_wish(self, request: Request) -> Post:
        """One more thing to try, after those that are there."""
        return await self._add(request, is_wish=True)

    async def add_condition(self, request: Request) -> Post:
        return await self._add(request, is_wish=False)

    async def remove_last(self, request: Request) -> Post:
        """The condition that was added last, or, where there is none, the wish."""

        def shortened(plan: Plan) -> Plan:
            if plan.conditions:
                return replace(plan, conditions=plan.conditions[:-1])
            return replace(plan, wishes=plan.wishes[:-1])

        return await self._change(request, shortened)

    async def clear(self, request: Request) -> Post:
        await self._own(request)
        return await self._change(request, lambda _: Plan())

    async def set(self, request: Request, wishes: Sequence[str | None], conditions: Sequence[str | None]) -> Post:
        """`/plan set`: a whole plan in place of the last one."""
        snapshot = await self._own(request)
        language = request.language
        try:
            tried = [self._read(snapshot, one, language, is_wish=True) for one in wishes if one]
            heeded = [self._read(snapshot, one, language, is_wish=False) for one in conditions if one]
        except IllegalAction as error:
            return await self.show(request, refused_to(snapshot, error, language).words)
        plan = Plan(wishes=tuple(dict.fromkeys(tried)), conditions=tuple(dict.fromkeys(heeded)))
        return await self._change(request, lambda _: plan)

    async def _own(self, request: Request) -> GameSnapshot:
        snapshot = await request.snapshot()
        if snapshot.seat is None:
            raise NotSeated
        return snapshot

    async def _add(self, request: Request, *, is_wish: bool) -> Post:
        snapshot, language = await self._own(request), request.language
        try:
            new = self._read(snapshot, request.choice or "", language, is_wish=is_wish)
        except IllegalAction as error:
            return await self.show(request, refused_to(snapshot, error, language).words)

        def longer(plan: Plan) -> Plan:
            if is_wish:
                return replace(plan, wishes=(*without(plan.wishes, new), new))
            return replace(plan, conditions=(*without(plan.conditions, new), new))

        return await self._change(request, longer)

    def _read(self, snapshot: GameSnapshot, typed: str, language: str, *, is_wish: bool) -> str:
        """By its id, or by words that fit one entry alone."""
        planner = face_of(snapshot.table.title).planner
        entries = (planner.wishes if is_wish else planner.conditions)(snapshot.view, language, snapshot.names)
        try:
            return one_of(entries, "first" if is_wish else "stop", typed)
        except SeveralMatch as error:  # a grey route also stands there with each colour: without one is plainest
            plainest = min(error.values, key=len)
            if all(value.startswith(plainest) for value in error.values):
                return plainest
            raise

    async def _change(self, request: Request, change: Callable[[Plan], Plan]) -> Post:
        plan = await self.plans.change(request.table_id, request.user, change)
        return await self.show(request.anew(), text("plan.armed" if plan.wishes else "plan.cleared", request.language))


def waiting_plan(snapshot: GameSnapshot) -> Plan:
    return plan_of(snapshot.plan) if snapshot.plan and snapshot.plan.outcome is None else Plan()


def without(entries: tuple[str, ...], one: str) -> tuple[str, ...]:
    return tuple(entry for entry in entries if entry != one)


def menu(verb: str, about: str, entries: Sequence[Entry], chosen: Sequence[str], language: str) -> Menu:
    """The likeliest; anything else can be typed."""
    left = [entry for entry in entries if entry.value not in chosen]
    choices = [Choice(label=clipped(entry.label, OPTION), value=entry.value) for entry in left[: MENU - 1]]
    if len(left) >= MENU:
        choices.append(Choice(label=text("plan.other", language), value=f"{OTHER}{language}:"))
    return Menu(verb=verb, placeholder=text(about, language), choices=tuple(choices))
