"""How strong the robots are, as the table in README: `make robots` plays all of it again, on deals of its own.

python -m tests.yardstick.results [--games K] [--searched K] [--titles usa,metro] [--dry]
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

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


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.yardstick.results", description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--searched", type=int, default=100, help="games with a stationmaster, which take long")
    parser.add_argument("--titles", default=",".join(TITLES))
    parser.add_argument("--dry", action="store_true", help="print the table, and leave README as it is")
    args = parser.parse_args()
    rows = list(table(args.titles.split(","), args.games, args.searched))
    words = HEAD + "".join(rows)
    print(words)
    if not args.dry:
        README.write_text(with_table(README.read_text(), words))


def table(titles: list[str], games: int, searched: int) -> Iterator[str]:
    tables = [(title, seats) for title in titles for seats in sorted({2, seats_of(title)[-1]})]
    for title, seats in tqdm(tables, disable=None, leave=False, unit="table"):
        found = [measured(title, seats, first, second, games, searched) for first, second in PAIRS]
        yield row(title, seats, found)


def seats_of(title: str) -> range:
    game = find_game(title)
    assert game is not None
    return game.seats


def measured(title: str, seats: int, first: str, second: str, games: int, searched: int) -> Standing | None:
    """None where no games are to be played."""
    game = find_game(title)
    assert game is not None
    count = searched if "stationmaster" in (first, second) else games
    if not count:
        return None
    robots = [contestant(first), contestant(second)]
    return hold(game, game.options({}), robots, seats, count, f"judge/results/{title}").standings[1]


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
