"""Which games there are. The one place that turns a game's id into its rules."""

from collections.abc import Callable
from functools import cache

from rules.game import AnyGame
from rules.tickets.board import load_board
from rules.tickets.engine import TicketGame

MAKERS: dict[str, Callable[[], AnyGame]] = {
    "usa": lambda: TicketGame(load_board("usa")),
    "nordic": lambda: TicketGame(load_board("nordic")),
    "germany": lambda: TicketGame(load_board("germany")),
}
TITLES = tuple(MAKERS)


@cache
def find_game(title: str) -> AnyGame | None:
    """The rules of `title`, or None where there is no such game."""
    make = MAKERS.get(title)
    return make() if make else None
