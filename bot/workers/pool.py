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
MOST_BEGINNINGS = 3
"""So many workers are tried before an errand is given up that none of them begins."""
News = Callable[[bytes], None]


class WorkFailed(Exception):
    """Something went wrong in a worker; the text says what kind of thing and where, for a log."""


class WorkStuck(WorkFailed):
    """It takes longer than anything may; the worker is gone."""


class WorkersBusy(Exception):
    """No worker was free in time."""


class NotBegun(Exception):
    """A worker ended before it came to an errand; another may do it."""


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
    """One process, as long as it lives. An errand may wait on the line while the one before it is done: a worker then
    goes on at once, however long the event loop takes to hear of it."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._sending, self._hearing = asyncio.Lock(), asyncio.Lock()
        """Errands are answered in the order in which they are sent."""
        self._is_ready = False
        self.is_over = False
        self.errands = 0
        """Under way or on the line."""

    @property
    def is_alive(self) -> bool:
        """Whether the line is open; one without errands has nothing to say, but that it is ready."""
        try:
            return bool(self._line.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return True
        except OSError:
            return False

    async def do(self, errand: Errand, longest: float, on_news: News | None) -> WorkerReply:
        """Raises TimeoutError where it takes longer than so many seconds, OSError where the process dies of it, and
        NotBegun where it ended before."""
        raw = msgspec.msgpack.encode(errand)
        try:
            async with self._sending:
                await asyncio.get_running_loop().sock_sendall(self._line, SIZE.pack(len(raw)) + raw)
        except OSError:
            raise NotBegun from None
        async with self._hearing:
            await self._get_ready()
            async with asyncio.timeout(longest):
                while (answer := await self._said()).kind == "news":
                    if on_news is not None:
                        on_news(answer.content)
        return answer

    async def _get_ready(self) -> None:
        if self.is_over:
            raise NotBegun
        if self._is_ready:
            return
        try:
            async with asyncio.timeout(LONGEST_START):
                assert (await self._said()).content == READY
        except ConnectionResetError:  # the nursery has died over it
            raise NotBegun from None
        self._is_ready = True

    async def _said(self) -> WorkerReply:
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
        """Whoever still has an errand there hears of it; the last of them closes the line."""
        self.is_over = True
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        if not self.errands:
            self._line.close()


class Workers:
    """At most `at_once` processes, for each of which `ahead` errands may wait on its line. `longest_wait` is how long
    somebody waits for a place, `longest_work` how long an errand may take, both in seconds."""

    def __init__(
        self, nursery: Nursery, at_once: int, *, longest_wait: float, longest_work: float, ahead: int = 0
    ) -> None:
        self.nursery = nursery
        self.longest_wait = longest_wait
        self.longest_work = longest_work
        self._at_once = at_once
        self._room = Room(at_once * (1 + ahead))
        self._workers: list[Worker] = []
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
        try:
            answer = await self._answer(errand, on_news)
        except TimeoutError:
            raise WorkStuck from None
        except (OSError, NotBegun) as error:
            raise WorkFailed(f"the worker is gone, {type(error).__name__}") from None
        finally:
            self._room.release()
        if answer.kind == "failed":
            raise WorkFailed(answer.content.decode())
        return answer.content

    async def _answer(self, errand: Errand, on_news: News | None) -> WorkerReply:
        for _ in range(MOST_BEGINNINGS - 1):
            with suppress(NotBegun):
                return await self._answer_of(self._worker(), errand, on_news)
        return await self._answer_of(self._worker(), errand, on_news)

    async def _answer_of(self, worker: Worker, errand: Errand, on_news: News | None) -> WorkerReply:
        answer: WorkerReply | None = None
        worker.errands += 1
        try:
            answer = await worker.do(errand, self.longest_work, on_news)
        finally:
            worker.errands -= 1
            if answer is None or answer.is_last or worker.is_over:  # it has died, hangs, or is about to end
                self._let_go(worker)
        return answer

    def _worker(self) -> Worker:
        """The one with the fewest errands, or a new one if all have some and there may be more. All take turns, so that
        they soon keep all that they will want again."""
        for worker in [worker for worker in self._workers if not worker.errands and not worker.is_alive]:
            self._let_go(worker)
        least = min(self._workers, key=lambda worker: worker.errands, default=None)
        if least is None or (least.errands and len(self._workers) < self._at_once):
            least = Worker(self.nursery.worker())
        else:
            self._workers.remove(least)
        self._workers.append(least)
        return least

    def _let_go(self, worker: Worker) -> None:
        if worker in self._workers:
            self._workers.remove(worker)
        worker.end()

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return self._room.waiting

    def close(self) -> None:
        for task in self._at_work:
            with suppress(RuntimeError):  # its loop is closed
                task.cancel()
        for worker in self._workers:
            worker.end()
        self._workers.clear()
