"""Random games of Metro's variants and modules, beside the base game that `tests.bench.playouts` plays."""

from typing import Any

from rules.catalog import find_game
from tests.bench.playouts import ROUNDS, Clock, Random, chess_playout, playout

TABLES: dict[str, dict[str, str]] = {
    "base": {},
    "free_direction": {"direction": "free"},
    "hand_of_three": {"hand": "3"},
    "modules_1": {"modules": "1"},
    "modules_1_2": {"modules": "1+2"},
    "modules_3_4": {"modules": "3+4"},
}
SEATS = 4


def placements(given: dict[str, str], number: int) -> int:
    """Plays one game to its end; whatever else the players did, they have placed 60 tiles."""
    game: Any = find_game("metro")
    playout(game, game.options(given), SEATS, f"{given}/{number}")
    return 60


def clock_for(given: dict[str, str]) -> Clock:
    return Clock(lambda number: placements(given, number))


def ratios() -> dict[str, float]:
    """Placements a second, divided by the moves a second of python-chess."""
    chess_clock = Clock(lambda number: chess_playout(Random(number)))
    clocks = {f"metro_{name}": clock_for(given) for name, given in TABLES.items()}
    for number in range(ROUNDS):
        for clock in (chess_clock, *clocks.values()):
            clock.round(number)
    return {name: clock.speed / chess_clock.speed for name, clock in clocks.items()}


TARGETS = {"metro_base": (">=", 3.0, 8.0)}


if __name__ == "__main__":
    for table, ratio in ratios().items():
        print(f"{table}: {ratio:.1f} placements for each chess move")
