"""Finished games that must replay to the same result for ever.

A record lies beside its result: `usa-2-greedy.json` and `usa-2-greedy.scores.json`. A fix that changes an old result
is a new rules version. New ones come from `semafor simulate --records` and, once somebody has looked at them,
`pytest tests/test_golden.py --update-golden`.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.record import read_record, replayed

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


def test_there_are_finished_games() -> None:
    assert RECORDS
