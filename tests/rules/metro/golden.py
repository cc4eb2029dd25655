"""Finished games of Metro in tests/golden. `python -m tests.rules.metro.golden` plays those that are not there yet.

A record that is there is never written again. `tests/test_golden.py` replays them all.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

from rules.chance import Chance
from rules.record import record_of, write_record
from tests.rules.metro.playing import GAME

GOLDEN = Path(__file__).parents[2] / "golden"


class Kept(NamedTuple):
    seats: int
    given: Mapping[str, str] = {}
    seed: str = "golden"
    orders: Mapping[str, tuple[str, ...]] = {}


KEPT = {
    "metro-2p": Kept(2),
    "metro-3p": Kept(3),
    "metro-6p": Kept(6),
    "metro-2p-free-direction": Kept(2, {"direction": "free"}),
    "metro-3p-hand-3": Kept(3, {"hand": "3"}),
    "metro-4p-clockwise": Kept(4, {"numbering": "clockwise"}),
    "metro-3p-modules-1": Kept(3, {"modules": "1"}),
    "metro-4p-modules-2": Kept(4, {"modules": "2"}),
    "metro-5p-modules-3": Kept(5, {"modules": "3"}),
    "metro-2p-modules-4": Kept(2, {"modules": "4", "cards": "2"}),
    "metro-3p-modules-1+2": Kept(3, {"modules": "1+2"}),
    "metro-6p-modules-1+3": Kept(6, {"modules": "1+3"}),
    "metro-3p-modules-2+4": Kept(3, {"modules": "2+4", "cards": "2"}),
    "metro-4p-modules-3+4": Kept(4, {"modules": "3+4", "hand": "2", "direction": "free"}),
    "metro-4p-modules-4-card-28": Kept(
        4, {"modules": "4"}, "21", {"numbers 25-32": ("28", "25", "26", "27", "29", "30", "31", "32")}
    ),
    "metro-3p-modules-4-cards-by-colour": Kept(3, {"modules": "4", "cards": "1+2+0+1"}),
    "metro-3p-modules-1-tied-last": Kept(3, {"modules": "1"}, "tied 0"),
}
ALL_AT_RANDOM = {"metro-4p-modules-4-card-28"}


def play(name: str) -> None:
    """A game in which every other player is the robot and the others play at random."""
    kept = KEPT[name]
    options = GAME.options(kept.given)
    chance = Chance(kept.seed, dict(kept.orders))
    random = Random(0).random
    state, actions = GAME.setup(options, kept.seats, chance), []
    while players := GAME.to_act(state):
        (player,) = players
        legal = GAME.legal_actions(state, player)
        by_robot = player % 2 == 0 and name not in ALL_AT_RANDOM
        action = GAME.advise(GAME.view_for(state, player), legal, random) if by_robot else legal.pick(random)
        actions.append(action)
        state = GAME.apply(state, action).state
    seats = tuple(f"seat {seat + 1}" for seat in range(kept.seats))
    record = record_of(GAME, options, seats, chance, tuple(actions))
    (GOLDEN / f"{name}.json").write_bytes(write_record(record) + b"\n")


if __name__ == "__main__":
    for wanted in KEPT:
        if not (GOLDEN / f"{wanted}.json").exists():
            play(wanted)
