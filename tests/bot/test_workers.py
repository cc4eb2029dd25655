"""Work in other processes: whatever happens there, nobody waits for ever and nothing else is lost."""

import asyncio
import ctypes
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator
from typing import NoReturn

import msgspec
import pytest

from bot.pictures import Pictures
from bot.workers import pool, process
from bot.workers.pool import Nursery, Workers, WorkersBusy, WorkFailed, WorkStuck
from bot.workers.process import Errand, WorkerReply

SOON = 60.0
ERRORS: dict[str, BaseException] = {
    type(error).__name__: error
    for error in (
        ValueError("the ticket from Los Angeles"),
        StopIteration(),
        GeneratorExit(),
        MemoryError(),
        SystemExit(2),
        KeyboardInterrupt(),
        asyncio.CancelledError(),
        BaseException("of any other kind"),
    )
}


def doubled(content: bytes) -> bytes:
    return content * 2


def failing(content: bytes) -> NoReturn:
    raise ERRORS[content.decode()]


def recursing(content: bytes) -> bytes:
    return recursing(content)


def sleeping(_: bytes) -> NoReturn:
    while True:
        time.sleep(1)


def dying(_: bytes) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def own_id(_: bytes) -> bytes:
    return str(os.getpid()).encode()


def nursery_id(_: bytes) -> bytes:
    return str(os.getppid()).encode()


def counting(_: bytes) -> bytes:
    for number in range(3):
        process.tell(str(number).encode())
    return b"counted"


LARGE = b"x" * 3_000_000
"""More than a line holds."""
KEPT: list[bytes] = []


def growing(_: bytes) -> bytes:
    KEPT.append(b"x" * (process.MOST_GROWN + 2**20))
    return own_id(_)


def environment_of(_: bytes) -> bytes:
    return msgspec.json.encode(dict(os.environ))


def warmed() -> None:
    KEPT.append(b"warm")


def kept(_: bytes) -> bytes:
    return b"".join(KEPT)


def loaded(name: bytes) -> bytes:
    return b"loaded" if name.decode() in sys.modules else b""


def chilled() -> None:
    raise ValueError("the ticket from Los Angeles")


@pytest.fixture
async def few() -> AsyncIterator[Workers]:
    """A pool of one."""
    workers = Workers(Nursery(), 1, longest_wait=SOON, longest_work=SOON)
    yield workers
    workers.close()
    workers.nursery.close()


async def test_bytes_go_in_and_bytes_come_out_however_many(few: Workers) -> None:
    for size in (0, 1, 3_000_000):
        assert await few.run(doubled, b"x" * size) == b"x" * size * 2
    before = await few.run(own_id, b"")
    assert await few.run(own_id, b"") == before, "one worker does all that comes after each other"
    assert int(before) != os.getpid()


async def test_an_error_of_any_kind_costs_only_its_work_and_is_told_without_its_words(few: Workers) -> None:
    before = await few.run(own_id, b"")
    for name in ERRORS:
        with pytest.raises(WorkFailed, match=f"^{name} < .*test_workers.py") as failed:
            await few.run(failing, name.encode())
        assert "Angeles" not in str(failed.value)
    with pytest.raises(WorkFailed, match="RecursionError"):
        await few.run(recursing, b"")
    assert await few.run(own_id, b"") == before


async def test_a_worker_that_dies_costs_only_its_work(few: Workers) -> None:
    with pytest.raises(WorkFailed):
        await few.run(dying, b"")
    assert await few.run(doubled, b"x") == b"xx"


async def test_a_worker_that_dies_while_nobody_needs_it_costs_nothing(few: Workers) -> None:
    before = int(await few.run(own_id, b""))
    os.kill(before, signal.SIGKILL)
    async with asyncio.timeout(SOON):
        while few._workers[0].is_alive:
            await asyncio.sleep(0.01)
    assert int(await few.run(own_id, b"")) != before


async def test_a_nursery_that_dies_is_replaced(few: Workers) -> None:
    before = int(await few.run(nursery_id, b""))
    os.kill(before, signal.SIGKILL)
    few._workers.pop().end()
    assert int(await few.run(nursery_id, b"")) != before


async def test_work_that_never_ends_is_given_up_and_its_process_is_gone(
    few: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "MORE_TIME", 0.05)
    before = int(await few.run(own_id, b""))
    few.longest_work = 0.05
    with pytest.raises(WorkStuck):
        await few.run(sleeping, b"")
    few.longest_work = SOON
    assert int(await few.run(own_id, b"")) != before
    async with asyncio.timeout(SOON):
        while is_there(before):
            await asyncio.sleep(0.01)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_who_finds_no_worker_in_time_is_told_so_and_one_that_is_no_longer_waited_for_works_on(
    few: Workers,
) -> None:
    await few.run(doubled, b"x")
    few.longest_wait, few.longest_work = 0.02, 1.0
    waiting = asyncio.create_task(few.run(sleeping, b""))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(WorkersBusy):
        await few.run(doubled, b"x")
    few.longest_wait = SOON
    assert await few.run(doubled, b"x") == b"xx"


async def test_a_worker_that_has_grown_too_large_is_replaced(few: Workers) -> None:
    before = await few.run(own_id, b"")
    assert await few.run(growing, b"") == before
    assert await few.run(own_id, b"") != before


def held(_: bytes) -> bytes:
    return str(process.resident()).encode()


def littering(_: bytes) -> bytes:
    """What is kept of it lies behind all that is not."""
    KEPT.append([bytes(2000) for _ in range(40_000)][-1])
    return held(b"")


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="only glibc gives pages back when asked")
async def test_a_worker_gives_back_what_its_errands_leave(few: Workers) -> None:
    before, after = int(await few.run(held, b"")), int(await few.run(littering, b""))
    assert after - before > 40_000_000
    for _ in range(process.TIDIES_AFTER):
        tidied = int(await few.run(held, b""))
    assert tidied - before < (after - before) / 4


async def test_workers_take_turns() -> None:
    """Else one would still be filling its caches long after the other."""
    workers = Workers(Nursery(), 2, longest_wait=SOON, longest_work=SOON)
    try:
        both = await asyncio.gather(*(workers.run(own_id, b"") for _ in range(2)))
        assert len(set(both)) == 2
        after = [await workers.run(own_id, b"") for _ in range(4)]
        assert after[:2] == after[2:]
        assert set(after) == set(both)
    finally:
        workers.close()
        workers.nursery.close()


@pytest.fixture
async def ahead() -> AsyncIterator[Workers]:
    """One process, with two errands on its line."""
    workers = Workers(Nursery(), 1, longest_wait=SOON, longest_work=SOON, ahead=2)
    yield workers
    workers.close()
    workers.nursery.close()


async def test_errands_on_the_line_get_their_own_answers(ahead: Workers) -> None:
    sizes = [3_000_000, 1, 0, 500_000, 2]
    found = await asyncio.gather(*(ahead.run(doubled, b"x" * size) for size in sizes))
    assert [len(one) for one in found] == [2 * size for size in sizes]
    assert len(set(await asyncio.gather(*(ahead.run(own_id, b"") for _ in range(3))))) == 1


@pytest.mark.parametrize("work", [dying, growing, sleeping])
async def test_what_waits_behind_the_end_of_a_worker_is_done_by_another(
    ahead: Workers, work: process.Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    do = pool.Worker.do

    async def hasty(worker: pool.Worker, errand: process.Errand, longest: float, on_news: pool.News | None) -> object:
        is_endless = errand.work == process.name_of(sleeping)
        return await do(worker, errand, 0.05 if is_endless else longest, on_news)

    monkeypatch.setattr(pool.Worker, "do", hasty)
    before = await ahead.run(own_id, b"")
    first, large, behind = await asyncio.gather(
        ahead.run(work, b""), ahead.run(doubled, LARGE), ahead.run(own_id, b""), return_exceptions=True
    )
    assert first == before or isinstance(first, WorkFailed)
    assert large == LARGE * 2, "what had not yet gone down the line is sent to the other"
    assert isinstance(behind, bytes)
    assert behind != before


async def test_whoever_waits_for_workers_that_are_closed_is_told_so(ahead: Workers) -> None:
    await ahead.run(own_id, b"")
    waiting = [asyncio.create_task(ahead.run(work, LARGE)) for work in (sleeping, doubled, doubled)]
    while ahead._workers[0].errands < len(waiting):
        await asyncio.sleep(0)
    ahead.close()
    async with asyncio.timeout(SOON):
        assert all(isinstance(end, BaseException) for end in await asyncio.gather(*waiting, return_exceptions=True))


async def test_news_are_heard_on_the_way(few: Workers) -> None:
    heard: list[bytes] = []
    assert await few.run(counting, b"", on_news=heard.append) == b"counted"
    assert heard == [b"0", b"1", b"2"]
    assert await few.run(counting, b"") == b"counted"


async def test_a_worker_knows_none_of_the_bots_secrets(few: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    monkeypatch.setenv("SEMAFOR_DB", "somewhere")
    found = msgspec.json.decode(await few.run(environment_of, b""))
    assert not [name for name in found if name.startswith(("DISCORD", "SEMAFOR"))]


async def test_workers_begin_with_what_the_nursery_has_loaded() -> None:
    nursery = Nursery(warmed)
    workers = Workers(nursery, 2, longest_wait=SOON, longest_work=SOON)
    try:
        assert await asyncio.gather(*(workers.run(kept, b"") for _ in range(2))) == [b"warm", b"warmwarm"]
    finally:
        workers.close()
        nursery.close()


async def test_no_worker_loads_for_itself_what_a_hand_needs() -> None:
    pictures = Pictures()
    try:
        assert await pictures._workers.run(loaded, b"networkx") == b"loaded"
    finally:
        pictures.close()


async def test_what_can_not_be_warmed_works_all_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    nursery = Nursery(chilled)
    workers = Workers(nursery, 1, longest_wait=SOON, longest_work=SOON)
    try:
        assert await workers.run(doubled, b"x") == b"xx"
    finally:
        workers.close()
        nursery.close()
    told = capfd.readouterr().err
    assert "ValueError" in told
    assert "Angeles" not in told


async def test_a_nursery_that_can_not_begin_costs_only_the_work(few: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(pool.sys, "executable", "/nowhere/python")
        with pytest.raises(WorkFailed):
            await few.run(doubled, b"x")
    assert await few.run(doubled, b"x") == b"xx"


def test_a_worker_answers_one_errand_after_the_other_until_the_line_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(signal, "setitimer", lambda *_: None)  # which only a main thread may
    ours, theirs = socket.socketpair()
    worker = threading.Thread(target=process.serve, args=(theirs,))
    worker.start()
    try:
        assert heard(ours) == WorkerReply("news", process.READY)
        for content in (b"x", b"yy"):
            process.send(ours, msgspec.msgpack.encode(Errand(process.name_of(doubled), content, SOON)))
            assert heard(ours) == WorkerReply("done", content * 2)
    finally:
        ours.close()
        worker.join(SOON)
        theirs.close()
        monkeypatch.setattr(process, "_line", None)
    assert not worker.is_alive()


def test_a_worker_whose_bot_has_ended_before_it_was_ready_ends_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs:
        process.serve(theirs)  # raises nothing, so that nothing is printed as it ends
    monkeypatch.setattr(process, "_line", None)
    assert capfd.readouterr() == ("", "")


def heard(line: socket.socket) -> WorkerReply:
    raw = process.received(line)
    assert raw is not None
    return msgspec.msgpack.decode(raw, type=WorkerReply)
