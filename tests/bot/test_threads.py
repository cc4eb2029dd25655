"""Work in threads: whatever happens there, nobody waits for ever and nothing else is lost."""

import asyncio
from collections.abc import Callable
from typing import NoReturn

import pytest

from bot.threads import ThreadFailed, in_thread, told_plainly

SOON = 60.0


def raising(error: BaseException) -> Callable[[], NoReturn]:
    def work() -> NoReturn:
        raise error

    return work


@pytest.mark.parametrize("error", [StopIteration(), SystemExit(2), KeyboardInterrupt()], ids=repr)
async def test_what_no_future_can_carry_arrives_all_the_same(error: BaseException) -> None:
    with pytest.raises(ThreadFailed):
        await asyncio.wait_for(in_thread(raising(error)), SOON)


async def test_a_plain_error_arrives_from_a_thread_as_it_is() -> None:
    with pytest.raises(ValueError, match="x"):
        await in_thread(raising(ValueError("x")))


def test_an_error_is_told_without_its_own_words() -> None:
    try:
        raising(KeyError("the ticket from Los Angeles"))()
    except KeyError as error:
        told = told_plainly(error)
    assert told.startswith("KeyError < ")
    assert "test_threads.py" in told
    assert "Angeles" not in told
