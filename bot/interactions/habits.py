"""When somebody may be rung, as they set it: time zone, quiet hours, days off, the line "you are next", times away."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.errors import Refusal
from bot.games.form import Form, FormField
from bot.games.menus import OTHER
from bot.games.page import Button, Choice, Menu
from bot.interactions.components import SEVERAL
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.naming import when
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.store.rows import UserSettings
from bot.tables.calendar import day_begins
from bot.tables.pace import A_DAY
from bot.tables.people import LONGEST_AWAY
from bot.text.dates import day_meant, hours_meant, is_nothing, weekday_names, weekdays_meant
from bot.text.names import safe_name
from bot.text.zones import UTC, every_zone, shown_at, zone_meant
from bot.threads import in_thread
from data.texts import text

HABITS = ("zone", "quiet", "days_off")
"""Settings that are typed, beside those that have a list of values."""
NIGHTS = ((21, 7), (22, 7), (22, 8), (23, 7), (23, 8), (0, 8))
OFF = "off"
EXAMPLES = {"quiet": (OFF, *(f"{begin}-{end}" for begin, end in NIGHTS)), "days_off": (OFF, "sat sun", "sun")}
"""What is offered while one of them is typed."""
WEEK = tuple(range(7))


async def know_zones(option: str) -> None:
    """What zones are called is found beside the event loop, before one of them is looked for."""
    if option == "zone":
        await in_thread(every_zone)


def with_habit(settings: UserSettings, option: str, typed: str) -> UserSettings:
    """The settings with one of `HABITS` as somebody has typed it; raises `Refusal` where it is nothing like that."""
    is_off = is_nothing(typed)
    match option:
        case "zone":
            return with_zone(settings, None if is_off else typed)
        case "quiet":
            return with_quiet_hours(settings, None if is_off else typed)
        case _:
            return with_days_off(settings, None if is_off else typed)


def with_zone(settings: UserSettings, typed: str | None) -> UserSettings:
    """Without a time zone there is no night and no weekend."""
    if typed is None:
        return replace(settings, zone=None, quiet_from=None, quiet_until=None, days_off=())
    zone = zone_meant(typed)
    if zone is None:
        raise Refusal("refuse.zone", typed=safe_name(typed))
    return replace(settings, zone=zone)


def with_quiet_hours(settings: UserSettings, typed: str | None) -> UserSettings:
    if typed is None:
        return replace(settings, quiet_from=None, quiet_until=None)
    hours = hours_meant(typed)
    if hours is None:
        raise Refusal("refuse.quiet_hours", typed=safe_name(typed))
    if settings.zone is None:
        raise Refusal("refuse.zone_first")
    return replace(settings, quiet_from=hours[0], quiet_until=hours[1])


def with_days_off(settings: UserSettings, typed: str | None) -> UserSettings:
    if typed is None:
        return replace(settings, days_off=())
    days = weekdays_meant(typed)
    if days is None:
        raise Refusal("refuse.days_off", typed=safe_name(typed))
    if settings.zone is None:
        raise Refusal("refuse.zone_first")
    return replace(settings, days_off=days)


# The page


def habits_page(settings: UserSettings, language: str, now: float) -> Post:
    """What is set now, and the ways to change it."""
    lines = [text("settings.habits", language), *(f"- {line}" for line in habit_lines(settings, language, now))]
    rows = (
        switch("dm_on_turn", settings.dm_on_turn, language),
        switch("next_up", settings.next_up, language),
        quiet_menu(settings, language),
        days_menu(settings, language),
        (
            Button(label=text("press.zone", language), verb="zone", choice=f"{OTHER}{language}"),
            Button(label=text("press.away", language), verb="away", choice=f"{OTHER}{language}"),
            Button(label=text("button.back", language), verb="set_mine"),
        ),
    )
    return Post(text=joined(lines), rows=rows)


def habit_lines(settings: UserSettings, language: str, now: float) -> list[str]:
    values = {
        "dm_on_turn": text(f"setting.dm_on_turn.{'on' if settings.dm_on_turn else 'off'}", language),
        "next_up": text(f"setting.next_up.{'on' if settings.next_up else 'off'}", language),
        "zone": zone_text(settings, language, now),
        "quiet": quiet_text(settings.quiet_from, settings.quiet_until, language),
        "days_off": weekday_names(settings.days_off, language) or text("setting.days_off.off", language),
    }
    lines = [f"{text(f'setting.{option}', language)}: {value}" for option, value in values.items()]
    return [*lines, *away_lines(settings, language, now)]


def zone_text(settings: UserSettings, language: str, now: float) -> str:
    """Europe/Warsaw (10:34)"""
    if settings.zone is None:
        return text("setting.zone.off", language)
    return f"{settings.zone} ({shown_at(settings.zone, now)})"


def quiet_text(begin: int | None, end: int | None, language: str) -> str:
    """22:00–7:00"""
    return text("setting.quiet.off", language) if begin is None or end is None else f"{begin}:00–{end}:00"


def away_lines(settings: UserSettings, language: str, now: float) -> list[str]:
    """Now or later; what is over is over."""
    coming = [(begin, until) for begin, until in settings.away if until > now]
    return [
        text("away.mine", language, until=when(until))
        if begin <= now
        else text("away.mine_later", language, since=when(begin), until=when(until))
        for begin, until in coming
    ]


def switch(option: str, is_on: bool, language: str) -> Menu:
    """A setting that is on or off."""
    choices = tuple(
        Choice(
            label=f"{text(f'setting.{option}', language)}: {text(f'setting.{option}.{value}', language)}",
            value=f"{option}={value}",
            is_chosen=is_on == (value == "on"),
        )
        for value in (OFF, "on")
    )
    return Menu(verb=f"set_mine{SEVERAL}{option}", placeholder=text(f"setting.{option}", language), choices=choices)


def quiet_menu(settings: UserSettings, language: str) -> Menu:
    """The usual nights, and any other to be typed."""
    now = (settings.quiet_from, settings.quiet_until)
    nights = [*NIGHTS, *([] if now in NIGHTS or now[0] is None else [now])]
    choices = [
        Choice(label=quiet_label(None, None, language), value=OFF, is_chosen=now[0] is None),
        *(
            Choice(label=quiet_label(begin, end, language), value=f"{begin}-{end}", is_chosen=(begin, end) == now)
            for begin, end in nights
        ),
        Choice(label=text("press.other_hours", language), value=f"{OTHER}{language}"),
    ]
    return Menu(verb="quiet", placeholder=text("setting.quiet", language), choices=tuple(choices))


def quiet_label(begin: int | None, end: int | None, language: str) -> str:
    return f"{text('setting.quiet', language)}: {quiet_text(begin, end, language)}"


def days_menu(settings: UserSettings, language: str) -> Menu:
    """Any days but all."""
    choices = tuple(
        Choice(label=text(f"weekday.{day}", language), value=str(day), is_chosen=day in settings.days_off)
        for day in WEEK
    )
    placeholder = text("setting.days_off", language)
    return Menu(verb="days_off", placeholder=placeholder, choices=choices, least=0, most=len(WEEK) - 1)


class HabitHandlers:
    def __init__(self, services: Services) -> None:
        self.people = services.tables.people
        self.now = services.now

    async def page(self, request: Request) -> Post:
        return habits_page(request.reader.settings, request.language, self.now())

    async def set(self, request: Request, option: str, typed: str) -> Post:
        """One of `HABITS`, as it was typed or chosen."""
        await know_zones(option)
        settings = await self.people.change(request.user, lambda before: with_habit(before, option, typed))
        return habits_page(settings, request.language, self.now())

    async def days_off(self, request: Request, days: Sequence[str]) -> Post:
        """What was ticked in the menu of days; nothing, if none is to be off."""
        if not {*days} <= {*map(str, WEEK)}:
            raise Refusal("refuse.stale")
        ticked = [text(f"weekday.{day}", "en") for day in days]
        return await self.set(request, "days_off", " ".join(ticked) or OFF)

    async def away(self, request: Request, until: str | None = None, since: str | None = None) -> Post:
        """Whether the reader is away; with a day they are, from now on or from another one."""
        if not until:
            return away_page(request.reader.settings, request.language, self.now())
        return Post(text=await self._go_away(request, until, since))

    async def _go_away(self, request: Request, until: str, since: str | None) -> str:
        """Until the end of a day, from now or from the beginning of another one; what is said of it privately."""
        settings, language, now = request.reader.settings, request.language, self.now()
        if is_nothing(until):
            return text("away.off" if await self.people.end_away(request.user) else "away.none", language)
        begin, end = span_meant(settings.zone or UTC, now, until, since)
        if end - begin > LONGEST_AWAY:
            raise Refusal("refuse.away_long", n=int(LONGEST_AWAY / A_DAY))
        after = await self.people.set_away(request.user, begin, end)
        lines = [*away_lines(after, language, now), text("away.told", language)]
        if settings.zone is None:
            lines.append(text("away.no_zone", language))
        return joined(lines)


# Away


def away_form(language: str) -> Form:
    """Two days; the first may be left out."""
    names = ("away", "away_from")
    fields = [
        FormField(
            name=name,
            label=text(f"modal.{name}.label", language),
            about=text(f"modal.{name}.about", language),
            least=int(name == "away"),
        )
        for name in names
    ]
    return Form(title=text("modal.away.title", language), verb="away", fields=tuple(fields), is_of_game=False)


def span_meant(zone: str, now: float, until: str, since: str | None) -> tuple[float, float]:
    today = datetime.fromtimestamp(now, ZoneInfo(zone)).date()
    first = today if since is None else day_or_refusal(since, today)
    last = day_or_refusal(until, first)
    if first < today or last < first:
        raise Refusal("refuse.away_past")
    return (now if first == today else day_begins(zone, first)), day_begins(zone, last + timedelta(days=1))


def day_or_refusal(typed: str, today: date) -> date:
    day = day_meant(typed, today)
    if day is None or day.year >= date.max.year:
        raise Refusal("refuse.away_day", typed=safe_name(typed))
    return day


def away_page(settings: UserSettings, language: str, now: float) -> Post:
    """Whether they are away, and the ways to change that."""
    lines = away_lines(settings, language, now)
    buttons = [Button(label=text("press.away", language), verb="away", choice=f"{OTHER}{language}")]
    if lines:
        buttons.append(Button(label=text("press.here_again", language), verb="away", choice=OFF, style="good"))
    return Post(text=joined(lines or [text("away.how", language)]), rows=(tuple(buttons),))
