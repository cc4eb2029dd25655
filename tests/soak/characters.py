"""People of a simulated month: when each of them looks at Discord, and what they have told the bot about it."""

from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

ZONES = (
    "Europe/Warsaw",
    "Europe/London",
    "America/New_York",
    "America/Sao_Paulo",
    "Asia/Tokyo",
    "Pacific/Auckland",
)
"""Six of them: three change to or from summer time in March and April, on different days."""
HOUR, DAY = 3600.0, 86400.0
KINDS = {
    "quick": 30,
    "daily": 27,
    "weekend": 8,
    "vacation": 10,
    "vanishing": 6,
    "returning": 7,
    "closed": 7,
    "leaving": 5,
}
"""Of a hundred people, so many of each kind."""


@dataclass
class Character:
    """Somebody's habits. `gone`: in which days of the month they are not there; for ever, if it has no end."""

    kind: str
    zone: str
    random: Random
    quiet: tuple[int, int] | None
    days_off: tuple[int, ...] = ()
    gone: tuple[float, float] | None = None
    announces: bool = False
    """Whether they say so with `/away`, or just don't come."""
    hour: float = 19.0
    """When somebody who comes once a day does so, by their own clock."""
    dm_on_turn: bool = False
    next_up: bool = False
    plans: bool = False
    """Whether they prepare their next turn while others think."""
    language: str = "en-GB"
    whims: Random = field(default_factory=lambda: Random(0))
    """What they do beside playing has a chance of its own: the moves of a month are the same without it."""
    away: list[tuple[float, float]] = field(default_factory=list)
    """What they have announced, as the month goes on."""

    def next_look(self, moment: float) -> float:
        """When they next look at Discord, later than a moment; infinity where they never do."""
        look = self._usual_look(moment)
        while self.is_gone(look):
            assert self.gone is not None
            if self.gone[1] == float("inf"):
                return float("inf")
            look = self._usual_look(self.gone[1])
        return look

    def is_gone(self, moment: float) -> bool:
        return self.gone is not None and self.gone[0] <= moment < self.gone[1]

    def _usual_look(self, moment: float) -> float:
        if self.kind == "quick":
            return self._awake(moment + self.random.uniform(0.3, 4.0) * HOUR)
        now = datetime.fromtimestamp(moment, ZoneInfo(self.zone))
        for days in range(9):
            day = now.date() + timedelta(days=days)
            hour = self.hour + self.random.uniform(-1.0, 1.0)
            at = datetime.combine(day, time(int(hour), int(hour % 1 * 60)), ZoneInfo(self.zone)).timestamp()
            if at > moment and (self.kind != "weekend" or day.weekday() >= 5):
                return at
        raise AssertionError("there is a weekend in every week")

    def _awake(self, moment: float) -> float:
        """Nobody plays in their sleep."""
        while not 8 <= datetime.fromtimestamp(moment, ZoneInfo(self.zone)).hour < 22:
            moment += HOUR * self.random.uniform(0.5, 1.0)
        return moment

    def may_ring(self, moment: float) -> bool:
        """By what they have told the bot; reckoned by looking at a clock on their wall, as they would."""
        local = datetime.fromtimestamp(moment, ZoneInfo(self.zone))
        if self.quiet is not None:
            begin, end = self.quiet
            if (local.hour - begin) % 24 < (end - begin) % 24:
                return False
        return local.weekday() not in self.days_off and not self.is_away(moment)

    def clock_runs(self, moment: float) -> bool:
        day = datetime.fromtimestamp(moment, ZoneInfo(self.zone)).weekday()
        return day not in self.days_off and not self.is_away(moment)

    def is_away(self, moment: float) -> bool:
        return any(begin <= moment < until for begin, until in self.away)

    def deadline(self, start: float, seconds: float, step: float = 60.0) -> float:
        """When so many seconds of their own clock have passed, found by looking at it every minute."""
        moment, left = start, seconds
        while left > 0:
            left -= step if self.clock_runs(moment) else 0.0
            moment += step
        moment += min(left, 0.0)
        while not self.may_ring(moment):
            moment += step
        return moment


def people(count: int, start: float, days: float, random: Random) -> list[Character]:
    """A mixture of all kinds, the same for the same chance."""
    rest = random.choices([*KINDS], [*KINDS.values()], k=max(0, count - len(KINDS)))
    order = [*KINDS, *rest][:count]
    return [character(kind, ZONES[number % len(ZONES)], start, days, random) for number, kind in enumerate(order)]


def character(kind: str, zone: str, start: float, days: float, chance: Random) -> Character:
    random = Random(chance.random())
    found = Character(
        kind=kind,
        zone=zone,
        random=random,
        quiet=random.choice([(22, 7), (23, 8), (21, 6), None]),
        hour=random.uniform(9.0, 20.5),
        dm_on_turn=kind != "closed" and random.random() < 0.3,
        next_up=random.random() < 0.25,
        plans=random.random() < 0.33,
        language="pl" if zone == "Europe/Warsaw" else "en-GB",
        whims=Random(random.random()),
    )
    leaves = start + random.uniform(0.1, 0.6) * days * DAY
    match kind:
        case "weekend":
            found.days_off = (0, 1, 2, 3, 4)
        case "vacation":
            found.gone, found.announces = (leaves, leaves + random.uniform(0.15, 0.35) * days * DAY), True
        case "returning":
            found.gone = (leaves, leaves + random.uniform(0.2, 0.35) * days * DAY)
        case "vanishing" | "leaving":
            found.gone = (leaves, float("inf"))
    return found
