"""Work in threads: whatever happens there, nobody waits for ever and nothing else is lost."""

import asyncio
import threading
from collections.abc import Callable
from typing import NoReturn

import pytest

from bot.threads import ThreadFailed, ThreadsBusy, ThreadStuck, Workers, in_thread, told_plainly

SOON = 5.0


def workers(at_once: int = 1, longest_wait: float = SOON, longest_work: float = SOON, most_stuck: int = 2) -> Workers:
    return Workers(at_once, longest_wait=longest_wait, longest_work=longest_work, most_stuck=most_stuck)


def endless() -> int:
    return 1 + endless()


def raising(error: BaseException) -> Callable[[], NoReturn]:
    def work() -> NoReturn:
        raise error

    return work


EVERYTHING = (
    ValueError("x"),
    StopIteration(),
    StopAsyncIteration(),
    GeneratorExit(),
    MemoryError(),
    SystemExit(2),
    KeyboardInterrupt(),
    asyncio.CancelledError(),
    TimeoutError(),
    BaseException("of any other kind"),
)


@pytest.mark.parametrize("error", EVERYTHING, ids=lambda error: type(error).__name__)
async def test_an_error_of_any_kind_costs_only_the_work_it_came_from(error: BaseException) -> None:
    few = workers()
    for _ in range(3):
        with pytest.raises(ThreadFailed) as failed:
            await asyncio.wait_for(few.run(raising(error)), SOON)
        assert failed.value.__cause__ is error
    assert await few.run(lambda: 7) == 7
    assert few.threads == set()


async def test_endless_recursion_costs_only_its_work() -> None:
    few = workers()
    with pytest.raises(ThreadFailed):
        await few.run(endless)
    assert await few.run(lambda: 7) == 7


@pytest.mark.parametrize("error", [StopIteration(), SystemExit(2), KeyboardInterrupt()], ids=repr)
async def test_what_no_future_can_carry_arrives_all_the_same(error: BaseException) -> None:
    with pytest.raises(ThreadFailed):
        await asyncio.wait_for(in_thread(raising(error)), SOON)


async def test_a_plain_error_arrives_from_a_thread_as_it_is() -> None:
    with pytest.raises(ValueError, match="x"):
        await in_thread(raising(ValueError("x")))


async def test_a_thread_that_hangs_is_replaced_and_one_that_comes_back_is_counted_out() -> None:
    few, held = workers(longest_work=0.05), threading.Event()
    try:
        for stuck in (1, 2):
            with pytest.raises(ThreadStuck):
                await few.run(held.wait)
            assert few.stuck == stuck
            assert await few.run(lambda: 7) == 7
    finally:
        held.set()
    async with asyncio.timeout(SOON):
        while few.stuck:
            await asyncio.sleep(0.01)
    assert await few.run(lambda: 7) == 7


async def test_no_more_threads_are_given_up_than_allowed_and_the_last_place_comes_back_with_its_thread() -> None:
    few, held = workers(longest_wait=0.05, longest_work=0.05, most_stuck=1), threading.Event()
    before = set(threading.enumerate())
    try:
        for _ in range(2):
            with pytest.raises(ThreadStuck):
                await few.run(held.wait)
        for _ in range(5):
            with pytest.raises(ThreadsBusy):
                await few.run(lambda: 7)
        assert len(set(threading.enumerate()) - before) == 2
    finally:
        held.set()
    async with asyncio.timeout(SOON):
        while few.stuck:
            await asyncio.sleep(0.01)
    few.longest_wait = SOON
    assert await few.run(lambda: 7) == 7


async def test_a_thread_that_can_not_be_started_costs_only_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    few = workers()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", lambda _: raising(RuntimeError("can't start new thread"))())
        for _ in range(3):
            with pytest.raises(ThreadFailed):
                await few.run(lambda: 7)
    assert await few.run(lambda: 7) == 7


async def test_somebody_who_stops_waiting_leaves_the_place_taken_until_the_work_is_done() -> None:
    few, held, begun = workers(longest_wait=0.05), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        held.wait()

    try:
        waiting = asyncio.create_task(few.run(work))
        await asyncio.to_thread(begun.wait)
        waiting.cancel()
        with pytest.raises(ThreadsBusy):
            await few.run(lambda: 7)
    finally:
        held.set()
    few.longest_wait = SOON
    assert await few.run(lambda: 7) == 7


def test_an_error_is_told_without_its_own_words() -> None:
    try:
        raising(KeyError("the ticket from Los Angeles"))()
    except KeyError as error:
        told = told_plainly(error)
    assert told.startswith("KeyError < ")
    assert "test_threads.py" in told
    assert "Angeles" not in told
