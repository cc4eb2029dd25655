"""Which games there are. The one place that turns a game's id into its rules.

`data/titles.json` lists them. A title with an engine of its own is named here; every other is a ticket game on the map
of its name, so that a new map needs no line of code.
"""

from collections.abc import Callable
from functools import cache, partial

import data
from rules.game import AnyGame
from rules.metro.engine import metro_game
from rules.tickets.board import load_board
from rules.tickets.engine import TicketGame


def ticket_game(title: str) -> AnyGame:
    return TicketGame(load_board(title))


OWN_ENGINES: dict[str, Callable[[], AnyGame]] = {"metro": metro_game}
TITLES = data.titles()
TICKET_TITLES = tuple(title for title in TITLES if title not in OWN_ENGINES)
MAKERS = {title: OWN_ENGINES.get(title) or partial(ticket_game, title) for title in TITLES}


@cache
def find_game(title: str) -> AnyGame | None:
    """The rules of `title`, or None where there is no such game."""
    make = MAKERS.get(title)
    return make() if make else None
