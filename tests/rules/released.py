"""Games written down by every version of the rules that was ever released, in tests/golden/released.

`python -m tests.rules.released` plays those of the newest versions that are not there yet; one that is there is never
written again. A folder is a version, a file is a record with where it stood: the state as a store would keep it, the
result, and what each player could do.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from rules.catalog import find_game
from rules.chance import Chance
from rules.game import Action, AnyGame, LegalActions, PlayerId
from rules.record import Record, record_of
from rules.robots import robot_action

FOLDER = Path(__file__).parents[1] / "golden" / "released"
LOOKED_AT = 2000
"""Legal actions that are compared; some moments have more."""


class Released(msgspec.Struct, frozen=True):
    record: Record
    state: msgspec.Raw
    scores: msgspec.Raw
    ranking: msgspec.Raw
    legal: dict[str, str]
    """By seat: how many actions were legal, and a digest of them."""


class Kept(NamedTuple):
    title: str
    players: tuple[str, ...]
    """How each of them plays: a robot's level, or a hoarder who draws cards as long as there are any."""
    given: Mapping[str, str] = {}
    until: int | None = None
    """Actions; None is the whole game."""
    pause: str = ""
    """From then on it goes on to the first of these questions."""
    seed: str = "released"


KEPT = {
    "usa-2-whole": Kept("usa", ("conductor", "random")),
    "usa-3-hoarders": Kept("usa", ("hoard", "hoard", "random")),
    "usa-5-opening": Kept("usa", ("conductor",) * 5, {}, 2),
    "usa-4-second-card": Kept("usa", ("random",) * 4, {}, 120, "second_card"),
    "nordic-2-whole": Kept("nordic", ("conductor", "conductor")),
    "nordic-3-whole": Kept("nordic", ("random", "conductor", "random")),
    "nordic-3-hoarders": Kept("nordic", ("hoard", "hoard", "hoard")),
    "nordic-2-tunnel": Kept("nordic", ("random", "random"), {}, 60, "tunnel", "0"),
    "nordic-3-running": Kept("nordic", ("hoard", "random", "hoard"), {}, 150),
    "germany-2-whole": Kept("germany", ("random", "conductor")),
    "germany-5-hoarders": Kept("germany", ("hoard", "hoard", "hoard", "random", "random")),
    "germany-4-opening": Kept("germany", ("conductor",) * 4, {}, 5),
    "germany-3-choosing-tickets": Kept("germany", ("random", "conductor", "random"), {}, 130, "choosing_tickets"),
    "world-2-whole": Kept("world", ("conductor", "random")),
    "world-3-hoarders": Kept("world", ("hoard", "random", "hoard")),
    "world-5-opening": Kept("world", ("random",) * 5, {}, 7),
    "world-4-running": Kept("world", ("conductor", "random", "random", "random"), {}, 160),
    "metro-2": Kept("metro", ("random", "conductor")),
    "metro-6-clockwise": Kept("metro", ("random",) * 6, {"numbering": "clockwise"}),
    "metro-5-running": Kept("metro", ("random", "conductor", "random", "random", "random"), {"hand": "3"}, 37),
    "metro-3-free-drawn": Kept("metro", ("random",) * 3, {"direction": "free", "hand": "2"}, 50, "drawn"),
    "metro-3-modules-1": Kept("metro", ("random", "conductor", "random"), {"modules": "1"}),
    "metro-4-modules-2": Kept("metro", ("random",) * 4, {"modules": "2", "hand": "2"}),
    "metro-5-modules-3": Kept("metro", ("random",) * 5, {"modules": "3", "direction": "free"}),
    "metro-2-modules-4": Kept("metro", ("random",) * 2, {"modules": "4", "cards": "3"}),
    "metro-6-modules-1+2": Kept("metro", ("random",) * 6, {"modules": "1+2"}),
    "metro-4-modules-1+2-running": Kept("metro", ("random",) * 4, {"modules": "1+2", "hand": "3"}, 60),
    "metro-4-modules-1+3": Kept("metro", ("random",) * 4, {"modules": "1+3"}),
    "metro-3-modules-2+4": Kept("metro", ("random",) * 3, {"modules": "2+4", "cards": "2"}),
    "metro-4-modules-3+4-running": Kept("metro", ("random",) * 4, {"modules": "3+4", "cards": "2"}, 45),
}


def play(kept: Kept, name: str) -> Released:
    game = find_game(kept.title)
    assert game is not None
    options, chance, random = game.options(kept.given), Chance(f"{kept.seed}/{name}"), Random(name).random
    state, actions = game.setup(options, len(kept.players), chance), list[Action]()
    while (waiting := game.to_act(state)) and not is_far_enough(kept, state, len(actions)):
        player = min(waiting, key=lambda seat: (len(actions) + seat) % len(kept.players))
        actions.append(chosen(kept.players[player], game, state, player, random))
        state = game.apply(state, actions[-1]).state
    names = tuple(f"{level} {seat + 1}" for seat, level in enumerate(kept.players))
    return standing(game, record_of(game, options, names, chance, tuple(actions)), state)


def is_far_enough(kept: Kept, state: Any, actions: int) -> bool:
    if kept.until is None or actions < kept.until:
        return False
    if kept.title == "metro":
        return kept.pause != "drawn" or state.drawn is not None
    return kept.pause in ("", state.phase.__struct_config__.tag)


def chosen(level: str, game: AnyGame, state: Any, player: PlayerId, random: Any) -> Action:
    if level != "hoard":
        return robot_action(level, game, state, player, random)
    legal: LegalActions[Action] = game.legal_actions(state, player)
    draws = [action for action in islice(legal, 40) if tag_of(action) in ("draw", "blind")]
    return draws[int(random() * len(draws))] if draws else legal.pick(random)


def tag_of(action: Action) -> str:
    return str(action.__struct_config__.tag)


def standing(game: AnyGame, record: Record, state: Any) -> Released:
    return Released(
        record,
        msgspec.Raw(game.codecs.state.encode(state)),
        msgspec.Raw(msgspec.json.encode(game.scores(state))),
        msgspec.Raw(msgspec.json.encode(game.ranking(state))),
        {str(seat): digest(game, game.legal_actions(state, seat)) for seat in range(len(record.players))},
    )


def digest(game: AnyGame, legal: Iterable[Action]) -> str:
    encoded = sorted(game.codecs.action.encode(action) for action in islice(legal, LOOKED_AT))
    return f"{len(encoded)} {sha256(b','.join(encoded)).hexdigest()[:16]}"


def write() -> None:
    for name, kept in KEPT.items():
        game = find_game(kept.title)
        assert game is not None
        path = FOLDER / str(game.rules_version) / f"{name}.json"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(play(kept, name)) + b"\n")


if __name__ == "__main__":
    write()
