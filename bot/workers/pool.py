"""The bot's side: a few workers at once, shared fairly, each replaced when it dies, hangs or has grown too large."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Hashable
from contextlib import suppress

import msgspec

from bot.room import Room
from bot.workers.process import READY, SIZE, Errand, Work, WorkerReply, name_of

BEGIN = "from bot.workers.process import main; main()"
SECRET = ("DISCORD_", "SEMAFOR_")
"""What is set for the bot alone; its token is none of a worker's business."""
LONGEST_START = 60.0
"""Seconds; the nursery takes about one to load everything, on a small and busy machine some."""
MORE_TIME = 1.0
"""Seconds after which the kernel ends a worker that has been given up."""
News = Callable[[bytes], None]


class WorkFailed(Exception):
    """Something went wrong in a worker; the text says what kind of thing and where, for a log."""


class WorkStuck(WorkFailed):
    """It takes longer than anything may; the worker is gone."""


class WorkersBusy(Exception):
    """No worker was free in time."""


def nothing() -> None:
    """For workers that need nothing beforehand."""


class Nursery:
    """The process from which workers are forked. Started when it is first needed, and again when it has died."""

    def __init__(self, warm: Callable[[], object] = nothing) -> None:
        self._warm = name_of(warm)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", BEGIN, str(theirs.fileno()), self._warm],
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def worker(self) -> socket.socket:
        """The bot's end of a line to a new worker. Raises OSError where there can be none."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._ask_for_one(theirs)
            except OSError:
                ours.close()
                raise
        ours.setblocking(False)
        return ours

    def _ask_for_one(self, line: socket.socket) -> None:
        self.start()
        assert self._control is not None
        try:
            socket.send_fds(self._control, [b"w"], [line.fileno()])
        except OSError:  # it has died this very moment
            self.close()
            self.start()
            socket.send_fds(self._control, [b"w"], [line.fileno()])

    def close(self) -> None:
        """Workers that are at work come to their end by themselves."""
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._control = None


def environment() -> dict[str, str]:
    """The bot's own, without its secrets; a worker has one thread, whatever its libraries would like."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(SECRET)}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"}


class Worker:
    """One process, as long as it lives."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    @property
    def is_alive(self) -> bool:
        """Whether the line is open; between two errands a worker has nothing to say."""
        try:
            return bool(self._line.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return True
        except OSError:
            return False

    async def do(self, errand: Errand, on_news: News | None) -> WorkerReply:
        """Raises OSError where the process dies of it."""
        raw = msgspec.msgpack.encode(errand)
        await asyncio.get_running_loop().sock_sendall(self._line, SIZE.pack(len(raw)) + raw)
        while (answer := await self.said()).kind == "news":
            if on_news is not None:
                on_news(answer.content)
        return answer

    async def said(self) -> WorkerReply:
        (size,) = SIZE.unpack(await self._exactly(SIZE.size))
        return msgspec.msgpack.decode(await self._exactly(size), type=WorkerReply)

    async def _exactly(self, size: int) -> bytearray:
        loop, found = asyncio.get_running_loop(), bytearray(size)
        rest = memoryview(found)
        while rest:
            count = await loop.sock_recv_into(self._line, rest)
            if not count:
                raise ConnectionResetError
            rest = rest[count:]
        return found

    def end(self) -> None:
        self._line.close()


class Workers:
    """At most `at_once` processes. `longest_wait` is how long somebody waits for one that is free, `longest_work` how
    long one may take, both in seconds."""

    def __init__(self, nursery: Nursery, at_once: int, *, longest_wait: float, longest_work: float) -> None:
        self.nursery = nursery
        self.longest_wait = longest_wait
        self.longest_work = longest_work
        self._room = Room(at_once)
        self._free: list[Worker] = []
        self._at_work: set[asyncio.Task[bytes]] = set()

    async def run(self, work: Work, content: bytes, who: Hashable = None, on_news: News | None = None) -> bytes:
        """What `work`, a plain function of some module, makes of `content`; places go round among all `who` that wait.
        `on_news` hears what it `tell`s on the way.

        Raises WorkersBusy, WorkStuck, or WorkFailed for anything at all that it raises or dies of.
        """
        try:
            async with asyncio.timeout(self.longest_wait):
                await self._room.acquire(who)
        except TimeoutError:
            raise WorkersBusy from None
        task = asyncio.create_task(self._done(Errand(name_of(work), content, self.longest_work + MORE_TIME), on_news))
        self._at_work.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)  # somebody who stops waiting doesn't stop the worker

    def _forget(self, task: asyncio.Task[bytes]) -> None:
        self._at_work.discard(task)
        if not task.cancelled():
            task.exception()  # perhaps nobody waits any more who would look at it

    async def _done(self, errand: Errand, on_news: News | None) -> bytes:
        worker: Worker | None = None
        answer: WorkerReply | None = None
        try:
            worker = await self._worker()
            async with asyncio.timeout(self.longest_work):
                answer = await worker.do(errand, on_news)
        except TimeoutError:
            raise WorkStuck from None
        except OSError as error:
            raise WorkFailed(f"the worker is gone, {type(error).__name__}") from None
        finally:
            self._keep(worker, answer)
            self._room.release()
        if answer.kind == "failed":
            raise WorkFailed(answer.content.decode())
        return answer.content

    async def _worker(self) -> Worker:
        while self._free:
            if (worker := self._free.pop()).is_alive:
                return worker
            worker.end()
        try:
            return await self._new_worker()
        except ConnectionResetError:  # the nursery has died over it; the next one is asked once
            return await self._new_worker()

    async def _new_worker(self) -> Worker:
        worker = Worker(self.nursery.worker())
        try:
            async with asyncio.timeout(LONGEST_START):
                assert (await worker.said()).content == READY
        except BaseException:
            worker.end()
            raise
        return worker

    def _keep(self, worker: Worker | None, answer: WorkerReply | None) -> None:
        """For the next errand, unless it has died, hangs, or is about to end."""
        if worker is None:
            return
        if answer is None or answer.is_last:
            worker.end()
        else:
            self._free.append(worker)

    @property
    def waiting(self) -> int:
        """How many wait for one that is free."""
        return self._room.waiting

    def close(self) -> None:
        for task in self._at_work:
            with suppress(RuntimeError):  # its loop is closed
                task.cancel()
        for worker in self._free:
            worker.end()
        self._free.clear()
