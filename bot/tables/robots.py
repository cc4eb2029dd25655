"""Robots at the table: they act as soon as they are asked, each time the same, whenever it is worked out again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from bot.errors import NoTable, NotNow, Refusal
from bot.tables.cache import GameCache
from bot.tables.records import CachedGame, has_plan
from bot.threads import in_thread
from rules.game import Action, PlayerId, Step

ROBOT_ACTIONS_AT_ONCE = 24
ROBOT_PAUSE = 60.0
log = logging.getLogger(__name__)
Steps: TypeAlias = Sequence[tuple[Action, Step[object]]]
Keep: TypeAlias = Callable[[CachedGame, Steps], Awaitable[CachedGame]]
"""Writes steps of a game whose lock is held; the game after them."""
CarryOut: TypeAlias = Callable[[CachedGame, PlayerId], Awaitable[CachedGame]]
"""Lets the plan of somebody who is asked do its next action, or drops it."""


class Robots:
    """Plays for them, and by people's plans, one task a table."""

    def __init__(self, games: GameCache, keep: Keep, carry_out: CarryOut, on_items: Callable[[int], None]) -> None:
        self._games = games
        self._keep = keep
        self._carry_out = carry_out
        self._on_items = on_items
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
            task.add_done_callback(lambda _: self._tasks.pop(table_id, None))

    async def _play(self, table_id: int) -> None:
        try:
            async with self._games.lock(table_id):
                cached = await self._games.load(table_id)
                while True:
                    if robots := robots_to_act(cached):
                        steps = await in_thread(robot_steps, cached, robots)
                        cached = await self._keep(cached, steps)
                    elif planned := plans_to_act(cached):
                        cached = await self._carry_out(cached, planned[0])
                    else:
                        break
        except NotNow:
            self._wake_later(table_id)
        except NoTable:
            log.info("table %s is stopped: its robots rest", table_id)
        except Refusal:
            log.warning("table %s: its robots can't play", table_id)
        except Exception:
            log.exception("table %s: robots stopped; they try again in a minute", table_id)
            self._wake_later(table_id)
        self._on_items(table_id)

    def _wake_later(self, table_id: int) -> None:
        self._retries[table_id] = asyncio.get_running_loop().call_later(ROBOT_PAUSE, self.wake, table_id)

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
    """What the robots do until a person is asked, or for a while."""
    steps: list[tuple[Action, Step[object]]] = []
    turn = turn_of(cached) if cached.stand_ins else 0
    while robots and len(steps) < ROBOT_ACTIONS_AT_ONCE:
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


def robot_action(cached: CachedGame, seat: PlayerId) -> Action:
    game, legal = cached.game, cached.game.legal_actions(cached.state, seat)
    random = Random(f"{cached.table.seed}/robot/{cached.seq}").random
    action: Action
    try:
        action = game.advise(game.view_for(cached.state, seat), legal, random)
        if action in legal:
            return action
        log.error("table %s: a robot wished for something illegal after action %s", cached.table.id, cached.seq)
    except Exception:
        log.exception("table %s: a robot failed after action %s", cached.table.id, cached.seq)
    action = next(iter(legal))
    return action
