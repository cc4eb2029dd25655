"""Which games there are. The one place that turns a game's id into its rules."""

from collections.abc import Callable
from functools import cache, partial

from rules.game import AnyGame
from rules.metro.engine import metro_game
from rules.tickets.board import load_board
from rules.tickets.engine import TicketGame


def ticket_game(title: str) -> AnyGame:
    return TicketGame(load_board(title))


MAKERS: dict[str, Callable[[], AnyGame]] = {
    "usa": partial(ticket_game, "usa"),
    "nordic": partial(ticket_game, "nordic"),
    "germany": partial(ticket_game, "germany"),
    "world": partial(ticket_game, "world"),
    "metro": metro_game,
}
TITLES = tuple(MAKERS)


@cache
def find_game(title: str) -> AnyGame | None:
    """The rules of `title`, or None where there is no such game."""
    make = MAKERS.get(title)
    return make() if make else None
