"""When somebody may be rung, and how their clock runs: quiet hours, days off, and the days they are away."""

import math
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec.structs import replace

from bot.store.rows import UserSettings

A_WEEK_OF_DAYS = 7
A_QUARTER = 15 * 60
"""Every clock of the world differs from every other by a number of these."""
Span = tuple[float, float]
"""From a moment on, until another one."""


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """When somebody is not to be rung. Whoever has said nothing may be rung at any time."""

    zone: str = "UTC"
    quiet_from: int | None = None
    """With `quiet_until`, whole hours by their own clock; 22 and 7 are one night."""
    quiet_until: int | None = None
    days_off: frozenset[int] = frozenset()
    """Weekdays by their own calendar, Monday is 0."""
    away: tuple[Span, ...] = ()
    """Past ones too: a clock that stood still then does not catch up."""

    def __post_init__(self) -> None:
        if not is_zone(self.zone):
            raise ValueError(f"no time zone: {self.zone}")
        if (self.quiet_from is None) != (self.quiet_until is None):
            raise ValueError("quiet hours have a beginning and an end")
        if self.quiet_from is not None and self.quiet_from == self.quiet_until:
            raise ValueError("no hour is left in which to ring")
        if any(hour not in range(24) for hour in (self.quiet_from, self.quiet_until) if hour is not None):
            raise ValueError("an hour is 0 to 23")
        if not self.days_off < frozenset(range(A_WEEK_OF_DAYS)):
            raise ValueError("one day of the week must be left")
        if not all(math.isfinite(moment) for span in self.away for moment in span):
            raise ValueError("whoever is away comes back")


def habits_of(settings: UserSettings) -> Habits:
    """As somebody has set them. A time zone that this machine doesn't know any more leaves only the days away."""
    try:
        return Habits(
            zone=settings.zone or "UTC",
            quiet_from=settings.quiet_from,
            quiet_until=settings.quiet_until,
            days_off=frozenset(settings.days_off),
            away=settings.away,
        )
    except ValueError:
        return Habits(away=settings.away)


def is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # a folder, a path out of the folder, a name with a NUL
        return False
    return True


def day_begins(zone: str, day: date) -> float:
    """The first moment of a day by the clocks of a zone: where midnight is left out, that of the jump."""
    return _first_after(Habits(zone=zone), -math.inf, day, 0)


def away_until(habits: Habits, moment: float) -> float | None:
    """When somebody who is away at a moment comes back."""
    back = _back(habits.away, moment)
    return back if back > moment else None


def limited(habits: Habits, most: float | None) -> Habits:
    """The same, but nobody is away for longer than so many seconds at a time; None: as long as they like. Spans that
    follow each other without a gap are one time away."""
    if most is None:
        return habits
    first = end = -math.inf
    kept: list[Span] = []
    for begin, until in sorted(habits.away):
        first, end = (first if begin <= end else begin), max(end, until)
        if begin < min(until, first + most):
            kept.append((begin, min(until, first + most)))
    return replace(habits, away=tuple(kept))


def ring_moment(habits: Habits, moment: float) -> float:
    """The earliest moment, this one or later, at which they may be rung: not in quiet hours, on a day off, or away."""
    while True:
        later = max(_clock_runs_from(habits, moment), _quiet_ends(habits, moment))
        if later <= moment:
            return moment
        moment = later


def deadline_after(habits: Habits, start: float, seconds: float) -> float:
    """The moment at which `seconds` of their own clock have passed.

    It stands still on days off and while they are away. It runs in quiet hours, but does not end in them: they would
    find out only afterwards.
    """
    moment, left = _clock_runs_from(habits, start), max(seconds, 0.0)
    while (stop := _clock_may_stop(habits, moment)) < moment + left:
        left -= stop - moment
        moment = _clock_runs_from(habits, stop)
    return ring_moment(habits, moment + left)


def _clock_may_stop(habits: Habits, moment: float) -> float:
    """The next moment at which a day off or a time away could begin."""
    return min([_next_day(habits, moment), *(begin for begin, _ in habits.away if begin > moment)])


def _clock_runs_from(habits: Habits, moment: float) -> float:
    """The first moment, this one or later, that is no day off and in no time away."""
    while True:
        later = _back(habits.away, moment)
        if _local(habits, later).weekday() in habits.days_off:
            later = _next_day(habits, later)
        if later <= moment:
            return moment
        moment = later


def _back(away: Sequence[Span], moment: float) -> float:
    """Spans that follow each other without a gap are one time away."""
    while ends := [until for begin, until in away if begin <= moment < until]:
        moment = max(ends)
    return moment


def _quiet_ends(habits: Habits, moment: float) -> float:
    """The moment itself, if it is not in quiet hours."""
    begin, end = habits.quiet_from, habits.quiet_until
    if begin is None or end is None:
        return moment
    now = _local(habits, moment)
    if not (begin <= now.hour < end if begin < end else now.hour >= begin or now.hour < end):
        return moment
    return _first_after(habits, moment, now.date() + timedelta(days=now.hour >= end), end)


def _next_day(habits: Habits, moment: float) -> float:
    return _first_after(habits, moment, _local(habits, moment).date() + timedelta(days=1), 0)


def _first_after(habits: Habits, moment: float, day: date, hour: int) -> float:
    """When the clock first shows this hour of that day, or a later one, beyond a moment.

    An hour that comes twice when summer time ends has two moments. One that is left out in spring has none, and the
    moment is that of the jump; `fold` reckons it as if the clock had not jumped yet, or had long done so.
    """
    shown = datetime.combine(day, time(hour), ZoneInfo(habits.zone))
    first, second = shown.timestamp(), shown.replace(fold=1).timestamp()
    if first > second:
        quarters = range(int(second), int(first), A_QUARTER)
        wall = shown.replace(tzinfo=None)
        return next((each for each in quarters if _local(habits, each).replace(tzinfo=None) >= wall), first)
    return first if first > moment else second


def _local(habits: Habits, moment: float) -> datetime:
    return datetime.fromtimestamp(moment, ZoneInfo(habits.zone))
