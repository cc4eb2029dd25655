"""Time zones by the names that people know: of cities and countries, in any of the languages."""

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel.core import get_global
from babel.dates import get_timezone_location

from bot.text.matching import Entry, find, only
from data.languages import LANGUAGES, locale

UTC = "UTC"
MOST = 25


def zone_meant(typed: str) -> str | None:
    """The one zone that is meant, by its name or by that of a city or country which has only one."""
    found = [entry.value for entry in only(every_zone(), typed)]
    return found[0] if len(found) == 1 else None


def zones_like(typed: str, moment: float) -> list[tuple[str, str]]:
    """For a list: names, each with the time that it is there, and their values."""
    return [(f"{zone} · {shown_at(zone, moment)}", zone) for zone in values_like(typed)]


def values_like(typed: str) -> list[str]:
    return [entry.value for entry in find(every_zone(), typed)][:MOST]


def shown_at(zone: str, moment: float) -> str:
    """10:34"""
    return f"{datetime.fromtimestamp(moment, ZoneInfo(zone)):%H:%M}"


@cache
def every_zone() -> tuple[Entry, ...]:
    """Those of a place, and UTC. Finding what they are called takes half a second, once."""
    places: dict[str, str] = get_global("zone_territories")  # type: ignore[assignment]
    names = sorted(
        name for name in available_timezones() & places.keys() if "/" in name and not name.startswith("Etc/")
    )
    return (Entry(value=UTC, label=UTC, words=(UTC, "GMT")), *(_entry(name, places[name]) for name in names))


def _entry(name: str, territory: str) -> Entry:
    cities = {get_timezone_location(name, locale=language, return_city=True) for language in LANGUAGES}
    countries = {locale(language).territories.get(territory, "") for language in LANGUAGES}
    words = tuple(sorted({name, name.rpartition("/")[2], *cities, *countries} - {""}))
    return Entry(value=name, label=name, words=words, firsts=tuple(sorted(cities)))
