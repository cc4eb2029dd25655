"""How strong the robots are, as the table in README: `make robots` plays all of it again, on deals of its own.

Below the table stands what robots of one strength score among themselves.

python -m tests.yardstick.results [--games K] [--searched K] [--titles usa,metro] [--processes P] [--dry]
"""

import argparse
import re
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from tqdm import tqdm

from bot.cli.contest import Conduct, play_match
from bot.cli.elo import Interval
from bot.cli.tournament import Standing, hold
from data.texts import text
from rules.catalog import TITLES, find_game
from tests.yardstick.__main__ import contestant

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- robots -->\n", "<!-- /robots -->\n"
HEAD = (
    "| game | players | conductor over v1 | stationmaster over conductor | apprentice over random "
    "| apprentice against conductor | decision, median |\n|---|---|---|---|---|---|---|\n"
)
PAIRS = (("v1", "conductor"), ("conductor", "stationmaster"), ("random", "apprentice"), ("conductor", "apprentice"))
"""Of each row: who is the first, and who is measured by it."""


MIRRORED = ("usa", 2)
"""The table at which robots of one strength play among themselves,"""
AMONG_THEMSELVES = ("conductor", "stationmaster")
"""for each of these."""


class Cell(NamedTuple):
    """A figure of the table, or of what stands below it."""

    title: str
    seats: int
    robots: tuple[str, ...]
    """Who is the first, and who is measured by it; one alone: among themselves."""
    games: int


class Mean(NamedTuple):
    points: float
    error: float
    """95 % of all such means are no further away."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.yardstick.results", description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--searched", type=int, default=100, help="games with a stationmaster, which take long")
    parser.add_argument("--titles", default=",".join(TITLES))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--dry", action="store_true", help="print the table, and leave README as it is")
    args = parser.parse_args()
    words = table(args.titles.split(","), args.games, args.searched, args.processes)
    print(words)
    if not args.dry:
        README.write_text(with_table(README.read_text(), words))


def table(titles: list[str], games: int, searched: int, processes: int = 1) -> str:
    tables = [(title, seats) for title in titles for seats in sorted({2, seats_of(title)[-1]})]
    mirrors = [(level,) for level in AMONG_THEMSELVES] if MIRRORED in tables else []
    wanted = [(*each, robots) for each in tables for robots in PAIRS] + [(*MIRRORED, robots) for robots in mirrors]
    cells = [Cell(*each, searched if "stationmaster" in each[2] else games) for each in wanted]
    found = iter(all_measured(cells, processes))
    rows = [row(title, seats, [next(found) for _ in PAIRS]) for title, seats in tables]
    return HEAD + "".join(rows) + "".join(mirror(level, mean) for (level,), mean in zip(mirrors, found, strict=True))


def all_measured(cells: list[Cell], processes: int) -> list[Any]:
    if processes == 1:
        return [measured(cell) for cell in tqdm(cells, disable=None, leave=False)]
    with get_context("spawn").Pool(processes) as pool:
        return list(tqdm(pool.imap(measured, cells), total=len(cells), disable=None, leave=False))


def seats_of(title: str) -> range:
    game = find_game(title)
    assert game is not None
    return game.seats


def measured(cell: Cell) -> Standing | Mean | None:
    """None where no games are to be played."""
    game = find_game(cell.title)
    assert game is not None
    if not cell.games:
        return None
    robots, seed = [contestant(name) for name in cell.robots], f"judge/results/{cell.title}"
    if len(robots) > 1:
        return hold(game, game.options({}), robots, cell.seats, cell.games, seed).standings[1]
    seating = (0,) * cell.seats
    played = [
        play_match(game, game.options({}), robots, seating, f"{seed}/mirror/{number}", [Conduct()])
        for number in range(1, cell.games + 1)
    ]
    means = [fmean(match.points) for match in played]
    return Mean(fmean(means), 1.96 * stdev(means) / len(means) ** 0.5)


def mirror(level: str, mean: Mean | None) -> str:
    """A line below the table."""
    title, seats = MIRRORED
    if mean is None:
        return ""
    name = text(f"word.game.{title}", "en")
    points = f"{mean.points:.1f} ± {mean.error:.1f}"
    return f"\n{level.capitalize()}s among themselves at {name} with {seats}: {points} points.\n"


def row(title: str, seats: int, found: list[Standing | None]) -> str:
    conductor, stationmaster, beginner, apprentice = found
    times = " / ".join(f"{each.median_ms:.1f}" if each else "–" for each in (apprentice, conductor, stationmaster))
    name = text(f"word.game.{title}", "en")
    cells = [name, str(seats), elo(conductor), elo(stationmaster), share(beginner), share(apprentice), f"{times} ms"]
    return f"| {' | '.join(cells)} |\n"


def elo(standing: Standing | None) -> str:
    """+120 (+85 to +160)"""
    if standing is None:
        return "–"
    return f"{signed(standing.elo.value)} ({signed(standing.elo.low)} to {signed(standing.elo.high)})"


def signed(number: float) -> str:
    return f"{number:+.0f}".replace("-", "−")


def share(standing: Standing | None) -> str:
    """31% (24 to 38)"""
    if standing is None:
        return "–"
    part: Interval = standing.share
    return f"{100 * part.value:.0f}% ({100 * part.low:.0f} to {100 * part.high:.0f})"


def with_table(readme: str, words: str) -> str:
    return re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}{words}{END}", readme, flags=re.DOTALL)


if __name__ == "__main__":
    main()
