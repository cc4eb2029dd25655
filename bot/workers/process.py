"""What runs outside the bot: a nursery that has loaded everything once, and the workers that are forked from it.

`main` is the nursery's; it has no threads, so that forking is safe. A worker begins in a few milliseconds and shares
what the nursery has loaded. Everybody ends when the bot's side of their socket is closed.
"""

import ctypes
import gc
import os
import resource
import signal
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from bot.threads import told_plainly

Work: TypeAlias = Callable[[bytes], bytes]
"""A plain function of a module, known to a worker by its name alone."""
STATM = Path("/proc/self/statm")
SIZE = struct.Struct(">Q")
READY = b"ready"
"""A worker's first words."""
MOST_GROWN = 320 * 2**20
"""Bytes by which a worker may grow before it is replaced; where all titles are played by taps, caches of boards, hands
and previews take two thirds of it, and it grows no more."""
TIDIES_AFTER = 100
"""Errands after which a worker gives back what the allocator has kept of their pages."""


class Errand(msgspec.Struct, frozen=True, array_like=True):
    work: str
    content: bytes
    seconds: float
    """Whoever takes longer is killed by the kernel, wherever it hangs."""


class WorkerReply(msgspec.Struct, frozen=True, array_like=True):
    kind: Literal["done", "failed", "news"]
    content: bytes
    """What came of it; of a failure its kind and place, never its words, which may be somebody's secret."""
    is_last: bool = False
    """Whether the worker ends with it."""


_line: socket.socket | None = None
"""To the bot, in a worker."""


def tell(news: bytes) -> None:
    """For work that takes long: let whoever waits for it know how far it is. Nothing where nobody listens."""
    if _line is not None:
        send(_line, msgspec.msgpack.encode(WorkerReply("news", news)))


def name_of(work: Callable[..., object]) -> str:
    return f"{work.__module__}:{work.__qualname__}"


def named(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def main() -> None:
    """Arguments are the number of the socket on which workers are asked for, and what loads all they need."""
    control, warm = socket.socket(fileno=int(sys.argv[1])), sys.argv[2]
    for name in (signal.SIGINT, signal.SIGTERM):  # meant for the bot, whose last pictures are still to be drawn
        signal.signal(name, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        get_ready(warm)
        _, handed, _, _ = socket.recv_fds(control, 1, 1)
        if not handed:
            return
        if os.fork() == 0:
            control.close()
            serve(socket.socket(fileno=handed[0]))
            os._exit(0)
        os.close(handed[0])


def get_ready(warm: str) -> None:
    """Load what every worker needs; again before each one, since the last may have left more on disk."""
    try:
        named(warm)()
    except Exception as error:
        print(f"workers begin cold: {told_plainly(error)}", file=sys.stderr, flush=True)
    gc.collect()
    gc.freeze()  # else the collector's marks would make copies of what is shared


def serve(line: socket.socket) -> None:
    """Do one errand after the other until the bot hangs up, or until this process has grown too large."""
    global _line
    _line = line
    try:
        tell(READY)
    except OSError:  # the bot has ended meanwhile
        return
    at_first, done = resident(), 0
    while (raw := received(line)) is not None:
        answer = answered(msgspec.msgpack.decode(raw, type=Errand))
        done += 1
        if done % TIDIES_AFTER == 0:
            give_back()
        is_last = resident() - at_first > MOST_GROWN
        try:
            send(line, msgspec.msgpack.encode(msgspec.structs.replace(answer, is_last=is_last)))
        except OSError:
            return
        if is_last:
            return


def answered(errand: Errand) -> WorkerReply:
    signal.setitimer(signal.ITIMER_REAL, errand.seconds)
    try:
        return WorkerReply("done", named(errand.work)(errand.content))
    except BaseException as error:
        return WorkerReply("failed", told_plainly(error).encode())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def give_back() -> None:
    """Pages that hold nothing any more go back to the system; else they pile up between what is kept."""
    with suppress(AttributeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def resident() -> int:
    """Bytes of memory that this process holds now."""
    try:
        return int(STATM.read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def send(line: socket.socket, raw: bytes) -> None:
    line.sendall(SIZE.pack(len(raw)))
    line.sendall(raw)


def received(line: socket.socket) -> bytes | None:
    head = exactly(line, SIZE.size)
    return None if head is None else exactly(line, *SIZE.unpack(head))


def exactly(line: socket.socket, size: int) -> bytes | None:
    found = bytearray()
    while len(found) < size:
        try:
            part = line.recv(min(size - len(found), 1 << 20))
        except OSError:
            return None
        if not part:
            return None
        found += part
    return bytes(found)
