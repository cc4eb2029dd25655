"""Robots at the table: they act as soon as they are asked, each time the same, whenever it is worked out again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from random import Random
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from bot import figures
from bot.errors import NoTable, NotNow, Refusal
from bot.store.protocol import LostLease
from bot.tables.cache import GameCache
from bot.tables.lobby import ROBOT
from bot.tables.records import CachedGame, has_plan
from bot.tables.thinking import THINKS, luck_of, only_action, think, thought_of
from bot.threads import in_thread, told_plainly
from rules.game import Action, PlayerId, Step
from rules.robots import STRENGTHS, decide

ROBOT_ACTIONS_AT_ONCE = 24
ROBOT_PAUSE = 60.0
ELSEWHERE = 2.0
"""Seconds until robots are looked after again whom another process plays for."""
log = logging.getLogger(__name__)
Steps: TypeAlias = Sequence[tuple[Action, Step[object]]]
Keep: TypeAlias = Callable[[CachedGame, Steps], Awaitable[CachedGame]]
"""Writes steps of a game whose lock is held; the game after them."""
CarryOut: TypeAlias = Callable[[CachedGame, PlayerId], Awaitable[CachedGame]]
"""Lets the plan of somebody who is asked do its next action, or drops it."""
Claimed: TypeAlias = Callable[[str], AbstractAsyncContextManager[bool]]
"""Whether a piece of work is this process's own."""
Think: TypeAlias = Callable[[bytes, int], Awaitable[bytes]]
"""Has a thought of a table's robot worked out, away from the event loop."""


async def think_beside(thought: bytes, _table_id: int) -> bytes:
    """Where there are no workers for it, in a thread."""
    return await in_thread(think, thought)


class Robots:
    """Plays for them, and by people's plans, one task a table."""

    def __init__(
        self, games: GameCache, claimed: Claimed, keep: Keep, carry_out: CarryOut, on_items: Callable[[int], None]
    ) -> None:
        self._games = games
        self._claimed = claimed
        self._keep = keep
        self._carry_out = carry_out
        self._on_items = on_items
        self.think: Think = think_beside
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retries: dict[int, asyncio.TimerHandle] = {}

    def wake(self, table_id: int) -> None:
        """Let them play if it is theirs."""
        if (retry := self._retries.pop(table_id, None)) is not None:
            retry.cancel()
        cached = self._games.in_memory(table_id)
        if (cached is None or robots_to_act(cached) or plans_to_act(cached)) and table_id not in self._tasks:
            task = asyncio.create_task(self._play(table_id), name=f"robots of {table_id}")
            self._tasks[table_id] = task
            task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: int) -> None:
        self._tasks.pop(table_id, None)
        self._on_items(table_id)

    def are_playing(self, table_id: int) -> bool:
        """Whether they are at it, and what people see changes in a moment; `on_items` is told when they are done."""
        return table_id in self._tasks

    async def _play(self, table_id: int) -> None:
        try:
            async with self._claimed(f"robots {table_id}") as is_ours:
                while is_ours and (waiting := await self._play_at_once(table_id)) is not None:
                    action = await self._thought(waiting)
                    await self._play_thought(waiting, action)
            if not is_ours:  # another process plays for them; it may have seen the last of it, or die
                self._wake_later(table_id, ELSEWHERE)
        except NotNow:
            self._wake_later(table_id)
        except LostLease:  # whoever has it by now plays for them
            return
        except NoTable:
            log.info("table %s is stopped: its robots rest", table_id)
        except Refusal:
            log.warning("table %s: its robots can't play", table_id)
        except Exception:
            log.exception("table %s: robots stopped; they try again in a minute", table_id)
            self._wake_later(table_id)

    async def _play_at_once(self, table_id: int) -> CachedGame | None:
        """All that needs no long thought; the game where a robot has to think, or None when robots are done."""
        async with self._games.lock(table_id):
            cached = await self._games.load(table_id)
            while True:
                if robots := robots_to_act(cached):
                    if strength_of(cached, robots[0]) == THINKS:
                        return cached
                    with figures.timed("robot"):
                        steps = await in_thread(robot_steps, cached, robots)
                    cached = await self._keep(cached, steps)
                elif planned := plans_to_act(cached):
                    cached = await self._carry_out(cached, planned[0])
                else:
                    return None

    async def _thought(self, cached: CachedGame) -> Action:
        """What the robot that is asked comes to, while people may look, vote and leave; if its thoughts are lost, it
        does what it would have done without."""
        seat, table_id = robots_to_act(cached)[0], cached.table.id
        if (action := only_action(cached, seat)) is not None:
            return action
        try:
            thought = thought_of(cached, seat)
            with figures.timed("robot"):
                found = await self.think(msgspec.json.encode(thought), table_id)
            action = cached.game.codecs.action.decode(found)
        except Exception as error:
            log.warning("table %s: a robot's thoughts are lost (%s)", table_id, told_plainly(error))
            action = await in_thread(robot_action, cached, seat)
        return action

    async def _play_thought(self, before: CachedGame, action: Action) -> None:
        """Unless the game has gone on meanwhile, or somebody else sits there."""
        async with self._games.lock(before.table.id):
            cached, seat = await self._games.load(before.table.id), action.player
            if (cached.seq, cached.seats[seat]) != (before.seq, before.seats[seat]):
                return
            if action not in cached.game.legal_actions(cached.state, seat):
                log.error("table %s: a robot wished for something illegal after action %s", before.table.id, cached.seq)
                action = await in_thread(robot_action, cached, seat)
            await self._keep(cached, [(action, cached.game.apply(cached.state, action))])

    def _wake_later(self, table_id: int, wait: float | None = None) -> None:
        wait = ROBOT_PAUSE if wait is None else wait
        self._retries[table_id] = asyncio.get_running_loop().call_later(wait, self.wake, table_id)

    async def finish(self) -> None:
        """Wait for what is under way."""
        while self._tasks:
            await asyncio.wait(set(self._tasks.values()))

    def rest(self) -> None:
        """Begin nothing more by themselves."""
        for retry in self._retries.values():
            retry.cancel()

    def drop(self) -> list[asyncio.Task[None]]:
        """Give up what is under way: robots decide the same after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        return tasks


def robots_to_act(cached: CachedGame) -> list[PlayerId]:
    """Robots' own seats, and those of people for whom a robot plays this turn."""
    asked = cached.game.to_act(cached.state)
    return sorted(seat for seat in asked if cached.seats[seat].robot or seat in cached.stand_ins)


def plans_to_act(cached: CachedGame) -> list[PlayerId]:
    return sorted(seat for seat in cached.game.to_act(cached.state) if has_plan(cached, seat))


def robot_steps(cached: CachedGame, robots: list[PlayerId]) -> list[tuple[Action, Step[object]]]:
    """What the robots do until a person is asked, or one of them has to think, or for a while."""
    steps: list[tuple[Action, Step[object]]] = []
    turn = turn_of(cached) if cached.stand_ins else 0
    while robots and len(steps) < ROBOT_ACTIONS_AT_ONCE and not (steps and strength_of(cached, robots[0]) == THINKS):
        action = robot_action(cached, robots[0])
        step = cached.game.apply(cached.state, action)
        steps.append((action, step))
        cached = replace(cached, state=step.state, seq=cached.seq + 1)
        if cached.stand_ins and turn_of(cached) != turn:  # whoever stands in for somebody does so for one turn
            cached = replace(cached, waits=())
        robots = robots_to_act(cached)
    return steps


def turn_of(cached: CachedGame) -> int:
    turn: int = cached.game.view_for(cached.state, None).turn
    return turn


def strength_of(cached: CachedGame, seat: PlayerId) -> str:
    """Whoever stands in for a person, or is of a strength that we no longer know, is as most robots are."""
    strength = cached.seats[seat].robot
    return strength if strength in STRENGTHS else ROBOT


def robot_action(cached: CachedGame, seat: PlayerId) -> Action:
    """What a robot does that decides at once."""
    game, legal = cached.game, cached.game.legal_actions(cached.state, seat)
    strength = strength_of(cached, seat)
    action: Action
    try:
        view, random = game.view_for(cached.state, seat), Random(luck_of(cached)).random
        action = decide(ROBOT if strength == THINKS else strength, game, view, legal, random)
        if action in legal:
            return action
        log.error("table %s: a robot wished for something illegal after action %s", cached.table.id, cached.seq)
    except Exception:
        log.exception("table %s: a robot failed after action %s", cached.table.id, cached.seq)
    action = next(iter(legal))
    return action
