"""A table's pace: when whoever is waited for is reminded, and when their time is up. Moments go in and come out."""

import re
from functools import cache

from msgspec.structs import replace

from bot.store.rows import TableRow, WaitRow
from bot.tables.calendar import Habits, deadline_after
from bot.text.matching import fold, in_all_languages

AN_HOUR = 3600.0
A_DAY = 86400.0
PACES = ("relaxed", "daily", "brisk", "own", "none")
COMMON_PACES = ("relaxed", "daily", "brisk", "none")
"""Those that say everything by their name."""
REMINDERS = ("2h", "6h", "12h", "20h", "1d", "2d", "4d")
DEADLINES = ("6h", "12h", "1d", "2d", "4d", "7d", "14d")
OWN_SPANS = ("reminder", "deadline")
"""Options for which any time may be typed."""
HOURS_OF_UNIT = {"typed.hour_units": 1, "typed.day_units": 24}
PART = re.compile(r"([0-9]+)\s*([^\W\d_]+)\.?\s*")
LONGEST_SPAN = 30 * 24
CONSEQUENCES = ("ask", "turn", "seat")
AWAY_LIMITS = ("none", "7d", "14d", "30d")
SCHEDULES: dict[str, tuple[str, ...]] = {
    "relaxed": ("2d", "4d", "7d"),
    "daily": ("20h", "44h", "4d"),
    "brisk": ("2h", "6h", "1d"),
    "none": (),
}
"""After how long somebody is reminded; the last is the deadline."""


def span_of(typed: str) -> str | None:
    """36 h, 3 days or 1d 12h as 36h or 3d; None where it is no such time, or none of a game's."""
    if not re.fullmatch(f"({PART.pattern})+", typed.strip()):
        return None
    words = [(int(number[:5]), fold(unit)) for number, unit in PART.findall(typed)]
    hours = sum(number * units().get(unit, LONGEST_SPAN + 1) for number, unit in words)
    if not 1 <= hours <= LONGEST_SPAN:
        return None
    return f"{hours // 24}d" if hours % 24 == 0 else f"{hours}h"


@cache
def units() -> dict[str, int]:
    """What hours and days are called in any language, in hours."""
    return {
        fold(word): hours
        for key, hours in HOURS_OF_UNIT.items()
        for words in in_all_languages(key)
        for word in words.split()
    }


def schedule(table: TableRow) -> tuple[str, ...]:
    return SCHEDULES.get(table.pace, (table.reminder, table.deadline))


def seconds(span: str) -> float:
    """20h, or 4d"""
    return int(span[:-1]) * (A_DAY if span.endswith("d") else AN_HOUR)


def away_limit(table: TableRow) -> float | None:
    """For how many seconds a time away stops a clock; None: for all of it."""
    return None if table.away == "none" else seconds(table.away)


def runs(table: TableRow) -> bool:
    """Whether time passes at a table at all."""
    return bool(schedule(table)) and not stands_still(table)


def stands_still(table: TableRow) -> bool:
    """Paused or asleep: nobody is rung for a turn until the table goes on."""
    return table.paused is not None or table.is_asleep


def next_moment(table: TableRow, habits: Habits, wait: WaitRow) -> float | None:
    """When something falls due for somebody who is waited for; None: nothing ever does, as things stand."""
    spans = schedule(table)
    if not runs(table) or wait.has_stand_in:
        return None
    if wait.asked is not None:
        return wait.asked + seconds(spans[-1])
    if wait.rung >= len(spans):
        return None
    return deadline_after(habits, wait.start, seconds(spans[wait.rung]))


def deadline(table: TableRow, habits: Habits, wait: WaitRow) -> float | None:
    """When their time is up, or was; None where no clock runs."""
    if not runs(table) or wait.has_stand_in:
        return None
    return deadline_after(habits, wait.start, seconds(schedule(table)[-1]))


def passed(table: TableRow, habits: Habits, wait: WaitRow, now: float) -> int:
    """How many moments of the pace have come: whoever was not reminded in time is reminded once, not of each."""
    return sum(deadline_after(habits, wait.start, seconds(span)) <= now for span in schedule(table))


def resumed(wait: WaitRow, paused: float, now: float) -> WaitRow:
    """After a pause the clock goes on where it stood."""
    asked = None if wait.asked is None else wait.asked + now - max(wait.asked, paused)
    return replace(wait, start=wait.start + now - max(wait.start, paused), asked=asked)


def begun_anew(wait: WaitRow, now: float) -> WaitRow:
    """They have all the time of the pace once more; for how long they are waited for is not forgotten."""
    return WaitRow(seat=wait.seat, since=wait.since, start=now)
