"""Days, hours and time zones as people type them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis.strategies import dates, text

from bot.text.dates import day_meant, hours_meant, is_nothing, weekday_names, weekdays_meant
from bot.text.zones import every_zone, values_like, zone_meant, zones_like
from data.languages import LANGUAGES

TUESDAY = date(2026, 11, 17)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        ("24.12", date(2026, 12, 24)),
        ("24. 12. 2026", date(2026, 12, 24)),
        ("3.1.", date(2027, 1, 3)),
        ("17.11.", TUESDAY),
        ("3 days", date(2026, 11, 20)),
        ("in 3 days", date(2026, 11, 20)),
        ("3 dni", date(2026, 11, 20)),
        ("na 3 dni", date(2026, 11, 20)),
        ("1 dzień", date(2026, 11, 18)),
        ("a week", date(2026, 11, 24)),
        ("2 weeks", date(2026, 12, 1)),
        ("tydzień", date(2026, 11, 24)),
        ("2 tygodnie", date(2026, 12, 1)),
        ("1 month", date(2026, 12, 17)),
        ("1 miesiąc", date(2026, 12, 17)),
        ("today", TUESDAY),
        ("9999 months", date(2848, 3, 2)),
        ("Tomorrow", date(2026, 11, 18)),
        ("dziś", TUESDAY),
        ("jutro", date(2026, 11, 18)),
        ("Friday", date(2026, 11, 20)),
        ("next fri", date(2026, 11, 20)),
        ("do piątku", date(2026, 11, 20)),
        ("pt.", date(2026, 11, 20)),
        ("wtorek", date(2026, 11, 24)),
        ("niedziela", date(2026, 11, 22)),
        ("24 December", date(2026, 12, 24)),
        ("Dec 24, 2027", date(2027, 12, 24)),
        ("24 grudnia", date(2026, 12, 24)),
        ("1 października 2027", date(2027, 10, 1)),
        ("in 2 Wochen", date(2026, 12, 1)),
        ("3 Tage", date(2026, 11, 20)),
        ("morgen", date(2026, 11, 18)),
        ("bis Freitag", date(2026, 11, 20)),
        ("24. Dezember", date(2026, 12, 24)),
        ("1. März 2027", date(2027, 3, 1)),
    ],
)
def test_a_day_is_understood_as_people_write_it(typed: str, expected: date) -> None:
    assert day_meant(typed, TUESDAY) == expected


@pytest.mark.parametrize(
    "typed", ["", "soon", "31.6.", "2026-13-01", "99999 days", "12/24", "24", "3 trains", "31 February"]
)
def test_what_is_no_day_is_none(typed: str) -> None:
    assert day_meant(typed, TUESDAY) is None


@given(typed=text(max_size=40), today=dates())
def test_nothing_that_is_typed_breaks_it(typed: str, today: date) -> None:
    day_meant(typed, today)
    hours_meant(typed)
    weekdays_meant(typed)


@given(day=dates(date(2026, 1, 1), date(2030, 1, 1)))
def test_every_day_can_be_written(day: date) -> None:
    assert day_meant(day.isoformat(), TUESDAY) == day
    assert day_meant(f"{day:%d.%m.%Y}", TUESDAY) == day


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("22-7", (22, 7)),
        ("22:00–07:00", (22, 7)),
        ("from 22 to 7", (22, 7)),
        ("od 22 do 7", (22, 7)),
        ("10 pm - 7am", (22, 7)),
        ("12am-6am", (0, 6)),
        ("0-24", None),
        ("22:30-7", None),
        ("25-7", None),
        ("22", None),
        ("7-7", None),
        ("13pm-7am", None),
        ("at night", None),
    ],
)
def test_quiet_hours_are_two_whole_hours(typed: str, expected: tuple[int, int] | None) -> None:
    assert hours_meant(typed) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Sat, Sun", (5, 6)),
        ("weekend", (5, 6)),
        ("weekendy", (5, 6)),
        ("sobota i niedziela", (5, 6)),
        ("wt. śr.", (1, 2)),
        ("Samstag und Sonntag", (5, 6)),
        ("Wochenende", (5, 6)),
        ("Dienstag, Mittwoch", (1, 2)),
        ("Friday", (4,)),
        ("mon tue wed thu fri sat sun", None),
        ("someday", None),
        ("", None),
    ],
)
def test_days_off_are_weekdays_but_not_all(typed: str, expected: tuple[int, ...] | None) -> None:
    assert weekdays_meant(typed) == expected


def test_weekdays_are_written_so_that_they_can_be_typed() -> None:
    for language in LANGUAGES:
        assert [weekdays_meant(weekday_names((day,), language)) for day in range(7)] == [(day,) for day in range(7)]


def test_nothing_can_be_said_in_every_language() -> None:
    assert all(is_nothing(word) for word in ("off", "None", "brak", "nie", "aus"))
    assert not is_nothing("niedziela")
    assert not is_nothing("")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Europe/Warsaw", "Europe/Warsaw"),
        ("warszawa", "Europe/Warsaw"),
        ("Polska", "Europe/Warsaw"),
        ("nowy jork", "America/New_York"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
        ("Argentina", None),
        ("Atlantis", None),
        ("", None),
    ],
)
def test_a_zone_is_found_by_city_or_country(typed: str, expected: str | None) -> None:
    assert zone_meant(typed) == expected


def test_zones_are_listed_with_the_time_there() -> None:
    assert zones_like("warsz", 1_700_000_000.0) == [("Europe/Warsaw · 23:13", "Europe/Warsaw")]
    assert values_like("kolkata") == ["Asia/Kolkata"]
    assert len(zones_like("", 0.0)) == 25
    assert len(every_zone()) > 400
