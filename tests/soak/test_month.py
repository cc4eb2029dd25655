"""A few tables for a week, so that every change meets people with habits; `make soak` has a hundred for a month."""

from pathlib import Path
from random import Random

from tests.soak.characters import DAY, KINDS, ZONES, character, people
from tests.soak.month import MARCH, month_at, simulate
from tests.wire.station import verbs


async def test_a_week_of_people_with_habits(tmp_path: Path) -> None:
    report, wrong = await simulate(tmp_path, tables=6, guests=16, days=7, seed=3)
    assert wrong == []
    assert int(str(report["moves"])) > 60
    assert int(str(report["restarts"])) > 0


async def test_a_table_that_everybody_has_left_sleeps_and_says_so_until_somebody_wakes_it(tmp_path: Path) -> None:
    async with month_at(tmp_path, MARCH, 16, seed=5) as month:
        silent = [character("vanishing", zone, MARCH, 1, Random(4)) for zone in ZONES]
        await month.invite(silent)
        await month.open_tables(2)
        await month.run()
        report = await month.check()
        assert month.wrong == []
        assert report["tables asleep"] == 2
        for table in month.places:
            before, posts = len(month.rings), month.station.bench.public(month.places[table])
            (notice,) = [post for post in posts if "wake" in verbs(post)]
            person = next(each for each in month.people.values() if table in each.tables)
            await month.answer_posts(person, table)
            row = await month.station.bot.store.table(table)
            assert row is not None
            assert not row.is_asleep
            assert "wake" not in verbs(month.station.bench.world.message(notice.channel_id, notice.id))
            assert [ring for ring in month.rings[before:] if ring.kind != "turn"] == []
        assert (await month.check()).get("tables asleep") is None
        assert month.wrong == []


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
