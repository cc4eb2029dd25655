"""What can be enlarged on a board: parts by name, regions, cities or squares."""

from bot.games.tickets.atlas import atlas
from bot.games.tickets.entries import city_entry
from bot.text.matching import Entry, find, in_all_languages
from bot.text.names import capital
from data.texts import text
from rules.metro.board import SQUARES

REGION = "region-"
"""Begins the values of regions: alone, "n" would hide every city with that letter."""
REGIONS = ("nw", "n", "ne", "w", "centre", "e", "sw", "s", "se")
MINE = "mine"
"""The reader's own network or lines, for whoever has a seat."""


def parts(title: str, language: str, is_seated: bool) -> list[Entry]:
    """The whole board, the own network, the last move and the regions."""
    names = ("whole", *([MINE] if is_seated else []), "last", *REGIONS)
    prefix = "render.metro.zoom" if title == "metro" else "render.zoom"
    return [
        Entry(
            value=f"{REGION}{name}" if name in REGIONS else name,
            label=capital(text(f"{prefix}.{name}", language)),
            words=(name, *in_all_languages(f"{prefix}.{name}")),
        )
        for name in names
    ]


def zooms(title: str, language: str, is_seated: bool) -> list[Entry]:
    return [*parts(title, language, is_seated), *places(title)]


def places(title: str) -> list[Entry]:
    """Every square, or every city that has a name of its own on the map."""
    if title == "metro":
        return [Entry(value=name, label=name, words=(name,)) for name in SQUARES]
    book = atlas(title)
    cities = [city.id for city in book.file.cities if city.id not in book.countries and not city.is_waypoint]
    return [city_entry(title, city, book.city(city)) for city in sorted(cities, key=book.city)]


def zoom_meant(title: str, typed: str, language: str, is_seated: bool) -> str | None:
    """The picture's own name for what was picked or typed; None where nothing is called like that."""
    if typed.strip() in REGIONS:
        return typed.strip()
    found = find(zooms(title, language, is_seated), typed)
    return found[0].value.removeprefix(REGION) if found else None
