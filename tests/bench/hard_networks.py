"""Makes the suite of `tests.bench.longest`: random networks, and hard ones found by climbing.

    python -m tests.bench.hard_networks MINUTES usa=45:usa.json nordic=40:nordic.json germany=45:germany.json

The climber starts from a random network, gives up one to four of its tracks, grows it again to the last wagon, and
keeps the result when our own search takes longer on it (the quickest of several runs, to keep the machine's moods out),
or now and then when it takes about as long. After a hundred vain attempts it starts afresh. The hardest networks that
the starts led to are kept. Networks that are random come from seeds and are always the same; those that were found by
climbing depend on the clock, so the suite is stored and stays as it is until someone finds worse.
"""

import gc
import sys
import time
from collections.abc import Collection
from pathlib import Path
from random import Random

import msgspec

from rules.tickets.network import longest_trail

SUITE = Path(__file__).with_name("longest-suite.json")
RANDOM = 150
HARDEST = 12

Track = tuple[int, int, int]
Network = list[int]


class Board(msgspec.Struct):
    """A map's tracks, doubles once, for a player may own only one of the two; networks are positions among them."""

    wagons: int
    tracks: list[Track]
    random: list[Network] = []
    hard: list[Network] = []


def read_board(wagons: int, path: Path) -> Board:
    number: dict[str, int] = {}
    lengths: dict[tuple[int, int], int] = {}
    for track in msgspec.json.decode(path.read_bytes())["tracks"]:
        a, b = sorted(number.setdefault(track[end], len(number)) for end in "ab")
        lengths[a, b] = min(track["length"], lengths.get((a, b), track["length"]))
    return Board(wagons, [(a, b, length) for (a, b), length in lengths.items()])


def grown(board: Board, rng: Random, own: Collection[int] = (), taste: float = 0) -> Network:
    """`own` with tracks added at random while wagons last, always connected; `taste` above 0 prefers short tracks."""
    network = set(own)
    while True:
        left = board.wagons - sum(board.tracks[i][2] for i in network)
        at = {city for i in network for city in board.tracks[i][:2]}
        can = [
            i
            for i, (a, b, length) in enumerate(board.tracks)
            if i not in network and length <= left and (not network or a in at or b in at)
        ]
        if not can:
            return sorted(network)
        network.add(rng.choices(can, [board.tracks[i][2] ** -taste for i in can])[0])


def cost(board: Board, network: Network, not_above: float = 0) -> float:
    """Milliseconds for our search, the quickest of six runs; stops early when it is known to be at most `not_above`."""
    best = float("inf")
    for _ in range(6):
        start = time.perf_counter()
        longest_trail([board.tracks[i] for i in network])
        best = min(best, (time.perf_counter() - start) * 1000)
        if best <= not_above:
            break
    return best


def climbed(board: Board, rng: Random) -> tuple[float, Network]:
    network = grown(board, rng, taste=rng.uniform(0, 2))
    height, vain = cost(board, network), 0
    top = height, network
    while vain < 100:
        given_up = rng.sample(network, min(len(network), rng.randint(1, 4)))
        changed = grown(board, rng, [i for i in network if i not in given_up], rng.uniform(0, 2))
        reached = cost(board, changed, height * 0.9)
        vain = 0 if reached > top[0] * 1.02 else vain + 1
        if reached > height or (reached > height * 0.9 and rng.random() < 0.3):
            network, height = changed, reached
        top = max(top, (reached, changed))
    return top


def main(minutes: float, boards: dict[str, Board]) -> None:
    gc.disable()
    for name, board in boards.items():
        board.random = [grown(board, Random(f"{name} {seed}")) for seed in range(RANDOM)]
        until = time.monotonic() + minutes * 60 / len(boards)
        found: dict[tuple[int, ...], float] = {}
        while time.monotonic() < until:
            height, network = climbed(board, Random(f"{name} climb {len(found)}"))
            found[tuple(network)] = height
            gc.collect()
        hardest = sorted(found, key=found.__getitem__, reverse=True)[:HARDEST]
        board.hard = [list(network) for network in hardest]
        print(f"{name}: {len(found)} climbs, hardest {', '.join(f'{found[n]:.1f}' for n in hardest)} ms", flush=True)
    SUITE.write_bytes(msgspec.json.encode(boards).replace(b'"random"', b'\n"random"').replace(b'"hard"', b'\n"hard"'))


if __name__ == "__main__":
    given = [argument.replace(":", "=").split("=") for argument in sys.argv[2:]]
    main(float(sys.argv[1]), {name: read_board(int(wagons), Path(path)) for name, wagons, path in given})
