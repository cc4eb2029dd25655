"""The numbers by which the conductor weighs things, for each number of seats; `semafor tune` tries others."""

from functools import cache

import msgspec

from data import read
from rules.game import Weights

FILE = "robots/metro.json"


@cache
def all_weights() -> dict[str, dict[str, float]]:
    return msgspec.json.decode(read(FILE), type=dict[str, dict[str, float]])


def weights_for(seats: int) -> Weights:
    return all_weights()[str(seats)]
