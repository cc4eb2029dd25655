"""Which games there are. The one place that turns a game's id into its rules, those of any version ever released.

`data/titles.json` lists them. A title with an engine of its own is named here; every other is a ticket game on the map
of its name, so that a new map needs no line of code.
"""

from collections.abc import Callable, Collection
from functools import cache, partial
from typing import NamedTuple

import data
from rules.game import AnyGame
from rules.metro import rulings as metro
from rules.metro.engine import MetroGame
from rules.tickets import rulings as tickets
from rules.tickets.engine import TicketGame


class Title(NamedTuple):
    make: Callable[[int], AnyGame]
    """The rules of a version."""
    versions: Collection[int]


OWN_ENGINES = {"metro": Title(MetroGame, metro.VERSIONS)}
TITLES = data.titles()
TICKET_TITLES = tuple(title for title in TITLES if title not in OWN_ENGINES)
CATALOG = {title: OWN_ENGINES.get(title) or Title(partial(TicketGame, title), tickets.VERSIONS) for title in TITLES}


def all_titles() -> tuple[str, ...]:
    """Every title that can be played now, in the order of the menus."""
    return tuple(CATALOG)


def find_game(title: str, version: int | None = None) -> AnyGame | None:
    """The rules of `title`, the newest unless a version is named; None where there is no such game or version."""
    found = CATALOG.get(title)
    if found is None or (version is not None and version not in found.versions):
        return None
    return game_at(title, max(found.versions) if version is None else version)


@cache
def game_at(title: str, version: int) -> AnyGame:
    return CATALOG[title].make(version)
