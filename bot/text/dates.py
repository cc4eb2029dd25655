"""Days and hours as people type them, in any of the languages: 2026-12-24, 24.12., 3 days, Friday; 22-7; Sat, Sun."""

import re
from datetime import date, timedelta
from functools import cache

from bot.text.matching import fold
from data.languages import LANGUAGES
from data.texts import text

ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.?\s*(\d{4})?")
HOUR = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*(am|pm)?")
DAYS_OF_UNIT = {"day": 1, "week": 7, "month_unit": 30}
NOON = 12


def day_meant(typed: str, today: date) -> date | None:
    """The day itself. One without a year is the next there is; a weekday is the next after today."""
    plain = typed.strip()
    try:
        if found := ISO.fullmatch(plain):
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found := DOTTED.fullmatch(plain):
            return _dated(int(found[1]), int(found[2]), found[3], today)
        words = [word for word in fold(plain).split() if word not in _words("filler")]
        return _counted(words, today) or _named(words, today)
    except (ValueError, OverflowError):  # the 31st of June, or the end of all calendars
        return None


def _counted(words: list[str], today: date) -> date | None:
    """3 days, a week, tomorrow"""
    if len(words) == 1 and (near := _index("near", words[0])) is not None:
        return today + timedelta(days=near)
    count, *units = words if len(words) == 2 and words[0].isdecimal() else ["1", *words]
    if len(units) != 1 or len(count) > 4:
        return None
    days = next((days for unit, days in DAYS_OF_UNIT.items() if _index(unit, units[0]) is not None), None)
    return today + int(count) * timedelta(days=days) if days else None


def _named(words: list[str], today: date) -> date | None:
    """Friday, or 24 December, or December 24 2026"""
    if len(words) == 1:
        weekday = _index("weekday", words[0])
        return None if weekday is None else today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    if len(words) in (2, 3):
        day, month = (words[0], words[1]) if words[0].isdecimal() else (words[1], words[0])
        number = _index("month", month)
        if number is not None and day.isdecimal():
            return _dated(int(day), number + 1, words[2] if len(words) == 3 else None, today)
    return None


def _dated(day: int, month: int, year: str | None, today: date) -> date:
    if year is not None:
        return date(int(year), month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year >= today else date(today.year + 1, month, day)


def hours_meant(typed: str) -> tuple[int, int] | None:
    """22-7, from 22:00 to 7:00, 10 pm – 7 am: whole hours, two different ones; None where it is nothing like that."""
    found = [_hour(match) for match in HOUR.finditer(typed.casefold())]
    if len(found) != 2 or None in found or found[0] == found[1]:
        return None
    begin, end = found
    assert begin is not None
    assert end is not None
    return begin, end


def _hour(match: re.Match[str]) -> int | None:
    hour, half = int(match[1]), match[3]
    if int(match[2] or 0) or hour > 24 or (half and not 1 <= hour <= NOON):
        return None
    return hour % 24 if not half else hour % NOON + NOON * (half == "pm")


def weekdays_meant(typed: str) -> tuple[int, ...] | None:
    """Sat, Sun; weekend; sobota i niedziela. None where one of them is no weekday, or none is left to play on."""
    days: set[int] = set()
    for word in fold(typed).split():
        if _index("weekend", word) is not None:
            days |= {5, 6}
        elif (day := _index("weekday", word)) is not None:
            days.add(day)
        elif word not in _words("filler"):
            return None
    return tuple(sorted(days)) if 0 < len(days) < 7 else None


def is_nothing(typed: str) -> bool:
    """Off, none, brak: what was set is to be unset."""
    return fold(typed) in _words("nothing")


def weekday_names(days: tuple[int, ...], language: str) -> str:
    """Sat, Sun"""
    return ", ".join(text(f"weekday.{day}", language) for day in days)


def _index(kind: str, word: str) -> int | None:
    """Which of a list of beginnings a word has, in any language."""
    for language in LANGUAGES:
        for number, stems in enumerate(_known(kind, language)):
            if word.startswith(stems):
                return number
    return None


def _words(kind: str) -> set[str]:
    return {word for language in LANGUAGES for words in _known(kind, language) for word in words}


@cache
def _known(kind: str, language: str) -> tuple[tuple[str, ...], ...]:
    """What the catalogue lists, one after the other; `pi/pt` are two beginnings of one."""
    return tuple(tuple(map(fold, each.split("/"))) for each in text(f"typed.{kind}", language).split())
