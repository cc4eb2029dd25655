"""Finished games that must replay to the same result for ever.

A record lies beside its result: `usa-2-greedy.json` and `usa-2-greedy.scores.json`. A fix that changes an old result
is a new rules version. New ones come from `semafor simulate --records` and, once somebody has looked at them,
`pytest tests/test_golden.py --update-golden`.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.errors import BadRecord
from rules.record import Record, read_record, replay, replayed

FOLDER = Path(__file__).parent / "golden"
RECORDS = sorted(path for path in FOLDER.glob("*.json") if not path.name.endswith(".scores.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_finished_game_replays_to_the_same_scores(path: Path, request: pytest.FixtureRequest) -> None:
    game, state = replayed(read_record(path.read_bytes()))
    assert game.is_over(state)
    result: Any = msgspec.json.decode(
        msgspec.json.encode({"scores": game.scores(state), "ranking": game.ranking(state)})
    )
    expected = path.with_suffix(".scores.json")
    if request.config.getoption("--update-golden"):
        expected.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    known: Any = msgspec.json.decode(expected.read_bytes())
    assert result == known


DECIDED_IN_2 = (
    "usa-3-draw-closed",
    "world-2-draw-closed",
    "nordic-2-no-globetrotter",
    "germany-3-mix-beyond-a-pile",
    "nordic-3-tunnels-decided",
    "metro-3p-modules-1-tied-last",
    "metro-3p-modules-4-cards-by-colour",
)
"""At least one for each ruling that the second version changed."""


@pytest.mark.parametrize("name", DECIDED_IN_2)
def test_a_game_kept_for_a_ruling_would_go_otherwise_before_it(name: str) -> None:
    record = read_record((FOLDER / f"{name}.json").read_bytes())
    assert record.rules == 2
    assert looks(record) != looks(msgspec.structs.replace(record, rules=1))


def looks(record: Record) -> list[Any]:
    """What the channel and whoever is asked see after each action, as far as the record can be played."""
    found: list[Any] = []
    try:
        game, _ = replayed(record, 0)
        for _, _, step in replay(record):
            readers = (None, *sorted(game.to_act(step.state)))
            found.append([game.view_for(step.state, reader) for reader in readers])
    except BadRecord as error:
        found.append(error.reason)
    return found


def test_there_are_finished_games() -> None:
    assert RECORDS
