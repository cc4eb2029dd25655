"""Finished games that carry the proof of their deal, in tests/golden/proved.

`python -m tests.rules.proved` plays those that are not there yet; one that is there is never written again. They are
played by the first release's robots, which never change.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random

from rules.catalog import find_game
from rules.chance import Chance
from rules.game import Action
from rules.proof import digest, lots_of, seed_of
from rules.record import Record, record_of, write_record
from rules.verify import with_proof
from tests.yardstick import first_robot

FOLDER = Path(__file__).parents[1] / "golden" / "proved"
GAMES: dict[str, tuple[str, int, Mapping[str, str]]] = {
    "usa-3": ("usa", 3, {}),
    "nordic-2": ("nordic", 2, {}),
    "germany-4": ("germany", 4, {}),
    "world-5": ("world", 5, {}),
    "lantern-2": ("lantern", 2, {}),
    "metro-4": ("metro", 4, {}),
    "metro-3-modules": ("metro", 3, {"modules": "1+2"}),
}


def played(name: str) -> Record:
    title, seats, given = GAMES[name]
    game = find_game(title)
    assert game is not None
    secret, salts = digest(f"secret of {name}"), tuple(str(10**18 + number) for number in range(seats))
    seed = seed_of(secret, salts)
    options = game.options(given)
    state, actions, random = game.setup(options, seats, Chance(seed)), list[Action](), Random(name).random
    while waiting := game.to_act(state):
        player = min(waiting)
        action = first_robot(game, game.view_for(state, player), game.legal_actions(state, player), random)
        actions.append(action)
        state = game.apply(state, action).state
    players = tuple(f"Player {number + 1}" for number in range(seats))
    record = record_of(game, options, players, Chance(seed), tuple(actions))
    return with_proof(record, secret, salts, lots_of(seed, seats) if seats % 2 else ())


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        file = FOLDER / f"{name}.json"
        if not file.exists():
            file.write_bytes(write_record(played(name)))


if __name__ == "__main__":
    main()
