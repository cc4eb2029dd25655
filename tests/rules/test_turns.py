"""A game turn by turn: nothing is left out, nothing comes twice, and no secret is in it."""

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.record import Record, read_record, replay
from rules.turns import moments

GOLDEN = Path(__file__).parent.parent / "golden"
RECORDS = [read_record((GOLDEN / f"{name}.json").read_bytes()) for name in ("usa-3-tie", "world-3-mixed", "metro-3p")]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game)
def test_every_event_comes_once_and_every_turn_has_its_moment(record: Record) -> None:
    found = list(moments(record))
    told = [event for moment in found for event in moment.events]
    assert told == [event.seen_by(None) for _, _, step in replay(record) for event in step.events]
    assert [moment.seq for moment in found][-1] == len(record.actions)
    assert found[0].seq == 0
    assert all(before.seq < after.seq and before.view.turn <= after.view.turn for before, after in pairwise(found))
    assert found[-1].view.is_over
    assert all(moment.view.reader is None for moment in found)


@pytest.mark.parametrize("count", range(8))
def test_a_turn_that_is_not_over_is_the_last_moment(count: int) -> None:
    record = replace(RECORDS[0], actions=RECORDS[0].actions[:count])
    found = list(moments(record, reader=1))
    assert found[-1].seq == count
    assert {moment.view.reader for moment in found} == {1}
