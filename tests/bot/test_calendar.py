"""When somebody may be rung and how their clock runs, over changes of summer time in any zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis.strategies import SearchStrategy, builds, frozensets, integers, none, one_of, sampled_from, tuples

from bot.store.rows import UserSettings
from bot.tables.calendar import Habits, away_until, deadline_after, habits_of, is_zone, limited, ring_moment

HOUR = 3600
DAY = 24 * HOUR
QUARTER = 900
BERLIN = "Europe/Berlin"
ZONES = (
    "UTC",
    BERLIN,
    "America/New_York",
    "America/Sao_Paulo",  # no summer time
    "Africa/Cairo",  # midnight is left out in spring
    "America/Havana",  # midnight comes twice
    "America/Nuuk",  # the change is on another day than in Europe's clocks
    "Asia/Kathmandu",  # 5:45 ahead
    "Australia/Lord_Howe",  # half an hour of summer time
    "Antarctica/Troll",  # two hours of it
    "Pacific/Auckland",
)
YEAR = (datetime(2026, 1, 1).timestamp(), datetime(2027, 1, 1).timestamp())


def moments() -> SearchStrategy[float]:
    return integers(int(YEAR[0]) // QUARTER, int(YEAR[1]) // QUARTER).map(lambda quarter: float(quarter * QUARTER))


def spans() -> SearchStrategy[tuple[float, float]]:
    return tuples(moments(), integers(0, 30 * DAY // QUARTER)).map(lambda span: (span[0], span[0] + span[1] * QUARTER))


def habits() -> SearchStrategy[Habits]:
    quiet = tuples(integers(0, 23), integers(0, 23)).filter(lambda hours: hours[0] != hours[1])
    return builds(
        lambda zone, hours, off, away: Habits(
            zone=zone, quiet_from=hours and hours[0], quiet_until=hours and hours[1], days_off=off, away=away
        ),
        sampled_from(ZONES),
        one_of(none(), quiet),
        frozensets(integers(0, 6), max_size=6),
        one_of(tuples(), tuples(spans()), tuples(spans(), spans())),
    )


def at(words: str, zone: str = BERLIN, fold: int = 0) -> float:
    return datetime.fromisoformat(words).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


def shown(moment: float, zone: str = BERLIN) -> str:
    return datetime.fromtimestamp(moment, ZoneInfo(zone)).isoformat(" ", "minutes")


def runs(person: Habits, moment: float) -> bool:
    day = datetime.fromtimestamp(moment, ZoneInfo(person.zone)).weekday()
    return day not in person.days_off and not any(begin <= moment < until for begin, until in person.away)


def may_ring(person: Habits, moment: float) -> bool:
    hour = datetime.fromtimestamp(moment, ZoneInfo(person.zone)).hour
    quiet: set[int] = set()
    if person.quiet_from is not None and person.quiet_until is not None:
        length = (person.quiet_until - person.quiet_from) % 24
        quiet = {(person.quiet_from + n) % 24 for n in range(length)}
    return hour not in quiet and runs(person, moment)


def first_ring(person: Habits, moment: float) -> float:
    """Found by looking at every quarter of an hour: nothing begins or ends in between."""
    while not may_ring(person, moment):
        moment += QUARTER
    return moment


@given(person=habits(), moment=moments())
@example(Habits(zone="Antarctica/Troll", quiet_from=23, quiet_until=2), datetime(2026, 3, 29, 0, 30).timestamp())
@example(Habits(zone="Africa/Cairo", quiet_from=20, quiet_until=0), datetime(2026, 4, 23, 20).timestamp())
@settings(max_examples=150, deadline=None)
def test_the_moment_to_ring_is_the_first_that_is_allowed(person: Habits, moment: float) -> None:
    assert ring_moment(person, moment) == first_ring(person, moment)


@given(person=habits(), moment=moments())
@settings(max_examples=100, deadline=None)
def test_a_moment_between_two_quarters_waits_for_the_same_end(person: Habits, moment: float) -> None:
    begin = moment + 1.25
    assert ring_moment(person, begin) == (begin if may_ring(person, begin) else first_ring(person, moment + QUARTER))


@given(person=habits(), start=moments(), quarters=integers(0, 10 * DAY // QUARTER))
@settings(max_examples=60, deadline=None)
def test_a_deadline_is_reached_when_the_own_clock_has_run_that_long(
    person: Habits, start: float, quarters: int
) -> None:
    moment, left = start, quarters
    while left:
        left -= runs(person, moment)
        moment += QUARTER
    assert deadline_after(person, start, quarters * QUARTER) == first_ring(person, moment)


@given(person=habits(), start=moments(), seconds=integers(0, 20 * DAY), later=integers(0, 3 * DAY))
@settings(max_examples=60, deadline=None)
def test_more_time_is_never_over_sooner(person: Habits, start: float, seconds: int, later: int) -> None:
    deadline = deadline_after(person, start, seconds)
    assert deadline >= start + seconds
    assert deadline_after(person, start, seconds + later) >= deadline
    assert deadline_after(person, start + later, seconds) >= deadline
    assert ring_moment(person, deadline) == deadline


def test_whoever_has_said_nothing_may_be_rung_at_any_time() -> None:
    assert ring_moment(Habits(), 1234.5) == 1234.5
    assert deadline_after(Habits(), 1234.5, DAY) == 1234.5 + DAY


def test_a_night_goes_over_midnight() -> None:
    person = Habits(zone=BERLIN, quiet_from=22, quiet_until=7)
    assert shown(ring_moment(person, at("2026-11-17 21:59"))) == "2026-11-17 21:59+01:00"
    assert shown(ring_moment(person, at("2026-11-17 22:00"))) == "2026-11-18 07:00+01:00"
    assert shown(ring_moment(person, at("2026-11-18 03:00"))) == "2026-11-18 07:00+01:00"
    assert shown(ring_moment(person, at("2026-11-18 07:00"))) == "2026-11-18 07:00+01:00"


def test_quiet_hours_end_by_the_clock_on_the_wall_when_it_is_changed() -> None:
    person = Habits(zone=BERLIN, quiet_from=22, quiet_until=7)
    spring, autumn = at("2026-03-28 23:00"), at("2026-10-24 23:00")
    assert ring_moment(person, spring) - spring == 7 * HOUR
    assert ring_moment(person, autumn) - autumn == 9 * HOUR


def test_an_hour_that_does_not_come_is_over_with_the_jump() -> None:
    person = Habits(zone=BERLIN, quiet_from=0, quiet_until=2)
    assert shown(ring_moment(person, at("2026-03-29 01:30"))) == "2026-03-29 03:00+02:00"


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    person = Habits(zone=BERLIN, quiet_from=2, quiet_until=3)
    assert shown(ring_moment(person, at("2026-10-25 02:30"))) == "2026-10-25 03:00+01:00"
    assert shown(ring_moment(person, at("2026-10-25 02:30", fold=1))) == "2026-10-25 03:00+01:00"


def test_the_clock_stands_still_on_days_off_and_runs_at_night() -> None:
    person = Habits(zone=BERLIN, quiet_from=22, quiet_until=7, days_off=frozenset({5, 6}))
    friday = at("2026-11-20 18:00")
    assert shown(deadline_after(person, friday, 20 * HOUR)) == "2026-11-23 14:00+01:00"
    assert shown(deadline_after(person, friday, 12 * HOUR)) == "2026-11-23 07:00+01:00"


def test_a_day_off_is_as_long_as_the_calendar_says() -> None:
    """In October it has 25 hours."""
    person = Habits(zone=BERLIN, days_off=frozenset({6}))
    assert deadline_after(person, at("2026-10-24 23:00"), 2 * HOUR) == at("2026-10-24 23:00") + 27 * HOUR


def test_time_away_is_not_counted_even_once_it_is_over() -> None:
    left, back = at("2026-11-18 12:00"), at("2026-11-25 12:00")
    person = Habits(zone=BERLIN, away=((left, back), (back, back + DAY)))
    assert deadline_after(person, left - 5 * HOUR, 20 * HOUR) == back + DAY + 15 * HOUR
    assert deadline_after(person, left - 20 * HOUR, 20 * HOUR) == back + DAY
    assert away_until(person, left - 1) is None
    assert away_until(person, left) == back + DAY
    assert away_until(person, back + DAY) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"days_off": frozenset(range(7))},
        {"days_off": frozenset({7})},
        {"zone": "Europe/Atlantis"},
        {"quiet_from": 22},
        {"quiet_from": 7, "quiet_until": 7},
        {"quiet_from": 24, "quiet_until": 7},
        {"away": ((0.0, float("inf")),)},
    ],
)
def test_habits_that_leave_no_moment_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Habits(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["", "Europe", "../etc/passwd", "/etc/passwd", "a\0b", "warsaw time", "x" * 5000])
def test_what_is_no_time_zone_is_known_for_it(name: str) -> None:
    assert not is_zone(name)


def test_settings_become_habits() -> None:
    kept = UserSettings(zone=BERLIN, quiet_from=22, quiet_until=7, days_off=(5, 6), away=((1.0, 2.0),))
    expected = Habits(zone=BERLIN, quiet_from=22, quiet_until=7, days_off=frozenset({5, 6}), away=((1.0, 2.0),))
    assert habits_of(kept) == expected
    assert habits_of(UserSettings()) == Habits()


def test_a_zone_that_is_no_longer_known_stops_nothing() -> None:
    kept = UserSettings(zone="Europe/Atlantis", quiet_from=22, quiet_until=7, away=((1.0, 2.0),))
    assert habits_of(kept) == Habits(away=((1.0, 2.0),))


def test_settings_of_older_releases_have_no_habits() -> None:
    assert habits_of(msgspec.json.decode(b'{"theme": "dark"}', type=UserSettings)) == Habits()


def test_time_zones_come_with_the_package_where_the_machine_has_none() -> None:
    """A slim image has no zones of its own; Python then looks into the package."""
    import importlib.resources

    assert (importlib.resources.files("tzdata.zoneinfo") / "Europe" / "Warsaw").is_file()


# A table's limit for days away


def test_a_time_away_is_cut_off_after_as_long_as_a_table_allows() -> None:
    away = Habits(away=((10 * DAY, 30 * DAY), (40 * DAY, 43 * DAY)))
    assert limited(away, None) == away
    assert limited(away, 7 * DAY).away == ((10 * DAY, 17 * DAY), (40 * DAY, 43 * DAY))
    assert deadline_after(limited(away, 7 * DAY), 11 * DAY, DAY) == 18 * DAY
    assert deadline_after(away, 11 * DAY, DAY) == 31 * DAY


def test_times_away_that_follow_each_other_without_a_gap_are_one() -> None:
    away = Habits(away=((15 * DAY, 40 * DAY), (10 * DAY, 15 * DAY)))
    assert limited(away, 7 * DAY).away == ((10 * DAY, 15 * DAY), (15 * DAY, 17 * DAY))
    assert limited(away, 3 * DAY).away == ((10 * DAY, 13 * DAY),)


def test_a_limit_leaves_quiet_hours_and_days_off_as_they_are() -> None:
    own = Habits(zone=BERLIN, quiet_from=22, quiet_until=7, away=((at("2026-03-02"), at("2026-04-30")),))
    cut = limited(own, 7 * DAY)
    assert shown(ring_moment(cut, at("2026-03-08 23:00"))) == "2026-03-09T07:00+01:00".replace("T", " ")
    assert ring_moment(cut, at("2026-03-12 12:00")) == at("2026-03-12 12:00")


@given(habits(), moments(), integers(0, 20 * DAY), integers(0, 30))
def test_with_a_limit_nothing_comes_later_than_without(own: Habits, start: float, seconds: int, days: int) -> None:
    cut = limited(own, days * DAY)
    assert start + seconds <= deadline_after(cut, start, seconds) <= deadline_after(own, start, seconds)
    assert limited(cut, days * DAY) == cut
    for begin, until in cut.away:
        assert until - begin <= days * DAY
