"""Memory of a live five-player game: everything its state alone keeps alive, in KiB."""

import sys
from random import Random
from typing import Any

import msgspec

from rules.catalog import TITLES, find_game
from rules.chance import Chance


def size_of(value: Any, snapshot: set[int]) -> int:
    """Bytes of a value and all that it refers to, each thing once."""
    if id(value) in snapshot or value is None or isinstance(value, bool):
        return 0
    snapshot.add(id(value))
    size = sys.getsizeof(value)
    if isinstance(value, msgspec.Struct):
        parts: Any = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | frozenset | set):
        parts = value
    else:
        parts = ()
    return size + sum(size_of(part, snapshot) for part in parts)


def largest_state(title: str) -> float:
    """The largest state on the way through a game of the most players."""
    game: Any = find_game(title)
    random = Random(1).random
    state, most = game.setup(game.options({}), game.seats[-1], Chance("1")), 0
    while waiting := game.to_act(state):
        state = game.apply(state, game.legal_actions(state, min(waiting)).pick(random)).state
        most = max(most, size_of(state, set()))
    return most / 1024


def ratios() -> dict[str, float]:
    return {f"memory_{title}_kib": largest_state(title) for title in TITLES}


TARGETS = {"memory_": ("<=", 32.0, 16.0)}
