"""How long the longest trail takes to find, beside a plain search over all trails on the same networks.

The suite is fixed: on the USA map 150 random connected networks of all 45 wagons, and on each map the networks hardest
for our own search and those hardest for the plain one, as far as climbing has found them; `tests.bench.hard_networks`
says how. Both searches run by turns, equally often, and the quickest run of each counts. A plain search not ended after
`CAP` seconds is stopped and counts as `CAP`, though it would have gone on: this flatters the plain search only. Where
both end they must agree.
"""

import signal
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from rules.tickets.network import longest_trail
from tests.bench.hard_networks import SUITE, Board, Track, plain_search

CAP = 1.0
RUNS = 3

T = TypeVar("T")


class OutOfTime(Exception):
    pass


class Timing(msgspec.Struct):
    """Seconds of the processor on one network, the quickest of `RUNS`; other work on the machine does not count."""

    ours: float
    plain: float
    is_capped: bool


def timed(search: Callable[[Sequence[Track]], T], tracks: Sequence[Track]) -> tuple[float, T]:
    # the clock of the whole process only moves from tick to tick, some milliseconds, once `ITIMER_VIRTUAL` is in use
    start = time.thread_time()
    found = search(tracks)
    return time.thread_time() - start, found


def stop(_signal: int, _frame: object) -> None:
    raise OutOfTime


def timed_plain(tracks: Sequence[Track]) -> tuple[float, int | None]:
    """The seconds, and the length unless the search was stopped."""
    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, CAP)
        return timed(plain_search, tracks)
    except OutOfTime:
        return CAP, None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def compared(tracks: Sequence[Track]) -> Timing:
    runs = [(timed(longest_trail, tracks), timed_plain(tracks)) for _ in range(RUNS)]
    for (_, trail), (_, length) in runs:
        assert length in (None, trail.length), f"{trail.length} found, but {length} is possible: {tracks}"
    plain = min(min(seconds, CAP) for _, (seconds, _) in runs)
    return Timing(min(seconds for (seconds, _), _ in runs), plain, all(length is None for _, (_, length) in runs))


def measured() -> dict[str, list[Timing]]:
    boards = msgspec.json.decode(SUITE.read_bytes(), type=dict[str, Board])

    def on(board: Board, networks: list[list[int]]) -> list[Timing]:
        return [compared([board.tracks[i] for i in network]) for network in networks]

    return {
        "random": on(boards["usa"], boards["usa"].random),
        "hard_for_ours": [timing for board in boards.values() for timing in on(board, board.hard_for_ours)],
        "hard_for_plain": [timing for board in boards.values() for timing in on(board, board.hard_for_plain)],
    }


def ratio(timings: Sequence[Timing]) -> float:
    return sum(timing.ours for timing in timings) / sum(timing.plain for timing in timings)


def ratios() -> dict[str, float]:
    """Our time by the plain search's, summed over the suite; for its kinds too; the slowest network of ours; and how
    many plain searches were stopped."""
    kinds = measured()
    timings = [timing for kind in kinds.values() for timing in kind]
    return {
        "longest_route_ratio": ratio(timings),
        **{f"longest_route_{kind}_ratio": ratio(found) for kind, found in kinds.items()},
        "longest_route_worst_ms": max(timing.ours for timing in timings) * 1000,
        "longest_route_mean_ms": sum(timing.ours for timing in timings) / len(timings) * 1000,
        "longest_route_plain_mean_ms": sum(timing.plain for timing in timings) / len(timings) * 1000,
        "longest_route_plain_stopped": sum(timing.is_capped for timing in timings),
    }


TARGETS = {
    "longest_route_ratio": ("<=", 0.10, 0.05),
    "longest_route_random_ratio": ("<=", 0.5, 0.3),
    "longest_route_hard_for_ours_ratio": ("<=", 1.1, 0.4),
    "longest_route_worst_ms": ("<=", 25.0, 10.0),
}


if __name__ == "__main__":
    for name, value in ratios().items():
        print(f"{name:36} {value:.4f}")
