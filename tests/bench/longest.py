"""How long the longest trail takes to find, beside a plain search over all trails on the same networks.

The suite is fixed: on the USA map 150 random connected networks of all 45 wagons, and on each map the hardest networks
that climbing against our own search has found; `tests.bench.hard_networks` says how. A plain search that has not ended
after `CAP` seconds is stopped and counts as `CAP`, though it would have gone on: this flatters the plain search only.
Where both end they must agree.
"""

import signal
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from rules.tickets.network import longest_trail
from tests.bench.hard_networks import SUITE, Board, Track

CAP = 1.0
RUNS = 3

T = TypeVar("T")


class OutOfTime(Exception):
    pass


class Timing(msgspec.Struct):
    """Seconds on one network."""

    ours: float
    """The mean of some runs."""
    quickest: float
    plain: float
    is_capped: bool


def plain_search(tracks: Sequence[Track]) -> int:
    """Every trail from every city, track by track."""
    around: dict[int, list[tuple[int, int, int]]] = {}
    for i, (a, b, length) in enumerate(tracks):
        around.setdefault(a, []).append((b, length, 1 << i))
        around.setdefault(b, []).append((a, length, 1 << i))
    best = 0

    def walk(city: int, used: int, so_far: int) -> None:
        nonlocal best
        if so_far > best:
            best = so_far
        for neighbour, length, track in around[city]:
            if not used & track:
                walk(neighbour, used | track, so_far + length)

    for city in around:
        walk(city, 0, 0)
    return best


def timed(search: Callable[[Sequence[Track]], T], tracks: Sequence[Track]) -> tuple[float, T]:
    start = time.perf_counter()
    found = search(tracks)
    return time.perf_counter() - start, found


def stop(_signal: int, _frame: object) -> None:
    raise OutOfTime


def compared(tracks: Sequence[Track]) -> Timing:
    runs = [timed(longest_trail, tracks) for _ in range(RUNS)]
    ours = [seconds for seconds, _ in runs]
    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, CAP)
        plain, length = timed(plain_search, tracks)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except OutOfTime:
        return Timing(sum(ours) / RUNS, min(ours), CAP, True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert runs[0][1].length == length, f"{runs[0][1].length} found, but {length} is possible: {tracks}"
    return Timing(sum(ours) / RUNS, min(ours), plain, False)


def measured() -> tuple[list[Timing], list[Timing]]:
    """The random networks and the hard ones."""
    boards = msgspec.json.decode(SUITE.read_bytes(), type=dict[str, Board])

    def on(board: Board, networks: list[list[int]]) -> list[Timing]:
        return [compared([board.tracks[i] for i in network]) for network in networks]

    return on(boards["usa"], boards["usa"].random), [
        timing for board in boards.values() for timing in on(board, board.hard)
    ]


def ratio(timings: Sequence[Timing]) -> float:
    return sum(timing.ours for timing in timings) / sum(timing.plain for timing in timings)


def ratios() -> dict[str, float]:
    """Our time by the plain search's, summed over the suite, and the slowest network (quickest of three runs)."""
    random, hard = measured()
    return {
        "longest_route_ratio": ratio(random + hard),
        "longest_route_random_ratio": ratio(random),
        "longest_route_hard_ratio": ratio(hard),
        "longest_route_worst_ms": max(timing.quickest for timing in random + hard) * 1000,
        "longest_route_mean_ms": sum(timing.ours for timing in random + hard) / len(random + hard) * 1000,
        "longest_route_capped": sum(timing.is_capped for timing in random + hard),
    }


if __name__ == "__main__":
    for name, value in ratios().items():
        print(f"{name:28} {value:.4f}")
