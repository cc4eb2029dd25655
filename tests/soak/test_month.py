"""A few tables for a week, so that every change meets people with habits; `make soak` has a hundred for a month."""

from pathlib import Path
from random import Random

from tests.soak.characters import DAY, KINDS, ZONES, character, people
from tests.soak.month import MARCH, simulate


async def test_a_week_of_people_with_habits(tmp_path: Path) -> None:
    report, wrong = await simulate(tmp_path, tables=6, guests=16, days=7, seed=3)
    assert wrong == []
    assert int(str(report["moves"])) > 60
    assert int(str(report["restarts"])) > 0


def test_the_first_few_people_are_of_every_kind_and_zone() -> None:
    found = people(16, MARCH, 7, Random(1))
    assert {each.kind for each in found} == {*KINDS}
    assert {each.zone for each in found} == {*ZONES}


def test_nobody_looks_while_they_are_gone() -> None:
    for kind in KINDS:
        somebody = character(kind, ZONES[0], MARCH, 31, Random(2))
        moment, looks = MARCH, 0
        while moment < MARCH + 31 * DAY:
            moment = somebody.next_look(moment)
            looks += 1
            assert not somebody.is_gone(moment)
        assert looks > 2
