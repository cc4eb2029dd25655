"""Makes the suite of `tests.bench.longest`: random networks, and hard ones found by climbing.

    python -m tests.bench.hard_networks MINUTES usa=45:usa.json nordic=40:nordic.json germany=45:germany.json

The climber starts from a random network, gives up one to four of its tracks, grows it again to the last wagon, and
keeps the result when the search takes longer on it (for ours the quickest of several runs, to keep the machine's moods
out), or now and then when it takes about as long. After a hundred vain attempts it starts afresh. The hardest networks
that the starts led to are kept, those hard for our search and those hard for the plain one, which are not the same.
Random networks come from seeds and never change; what climbing finds depends on the clock, so the suite is stored, and
another run adds to it only what is harder.
"""

import gc
import sys
import time
from collections.abc import Callable, Collection, Sequence
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
    hard_for_ours: list[Network] = []
    hard_for_plain: list[Network] = []


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


class Climber:
    """Looks for networks on which `search` takes long; the time of one is the quickest of `runs`."""

    def __init__(self, board: Board, search: Callable[[Sequence[Track]], object], runs: int) -> None:
        self.board = board
        self.search = search
        self.runs = runs

    def cost(self, network: Network, not_above: float = 0) -> float:
        """Milliseconds; stops early when they are known to be at most `not_above`."""
        best = float("inf")
        tracks = [self.board.tracks[i] for i in network]
        for _ in range(self.runs):
            start = time.process_time()
            self.search(tracks)
            best = min(best, (time.process_time() - start) * 1000)
            if best <= not_above:
                break
        return best

    def climb(self, rng: Random, until: float) -> tuple[float, Network]:
        network = grown(self.board, rng, taste=rng.uniform(0, 2))
        height, vain = self.cost(network), 0
        top = height, network
        while vain < 100 and time.monotonic() < until:
            given_up = rng.sample(network, min(len(network), rng.randint(1, 4)))
            changed = grown(self.board, rng, [i for i in network if i not in given_up], rng.uniform(0, 2))
            reached = self.cost(changed, height * 0.9)
            vain = 0 if reached > top[0] * 1.02 else vain + 1
            if reached > height or (reached > height * 0.9 and rng.random() < 0.3):
                network, height = changed, reached
            top = max(top, (reached, changed))
        return top

    def hardest(self, known: list[Network], minutes: float) -> list[Network]:
        """The hardest of the networks known and those found in so many minutes."""
        found = {tuple(network): self.cost(network) for network in known}
        rng = Random(f"{self.search.__name__} {known}")
        until = time.monotonic() + minutes * 60
        while time.monotonic() < until:
            height, network = self.climb(rng, until)
            found[tuple(network)] = height
            gc.collect()
        kept = sorted(found, key=found.__getitem__, reverse=True)[:HARDEST]
        print(f"{self.search.__name__}: {', '.join(f'{found[network]:.1f}' for network in kept)} ms", flush=True)
        return [list(network) for network in kept]


def main(minutes: float, boards: dict[str, Board]) -> None:
    gc.disable()
    stored = msgspec.json.decode(SUITE.read_bytes(), type=dict[str, Board]) if SUITE.exists() else {}
    share = minutes / len(boards) / 2
    for name, board in boards.items():
        known = stored.get(name, board)
        assert known.tracks == board.tracks, f"the map of {name} has changed: remove {SUITE.name} and begin again"
        board.random = [grown(board, Random(f"{name} {seed}")) for seed in range(RANDOM)]
        board.hard_for_ours = Climber(board, longest_trail, 6).hardest(known.hard_for_ours, share)
        board.hard_for_plain = Climber(board, plain_search, 1).hardest(known.hard_for_plain, share)
    SUITE.write_bytes(msgspec.json.encode(boards).replace(b'],"', b'],\n"'))


if __name__ == "__main__":
    given = [argument.replace(":", "=").split("=") for argument in sys.argv[2:]]
    main(float(sys.argv[1]), {name: read_board(int(wagons), Path(path)) for name, wagons, path in given})
