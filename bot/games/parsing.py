"""`/play move:` for every game: one door to the moves of ticket games and of Metro."""

from typing import Any

from bot.games.metro.typed import parse_metro_move
from bot.games.page import Tapped
from bot.games.tickets.typed import parse_ticket_move
from bot.text.names import Names
from rules.game import LegalActions, View
from rules.metro.view import MetroView


def parse_move(view: View, legal: LegalActions[Any], move: str, *, language: str = "en", names: Names = ()) -> Tapped:
    """A move by id or by free text."""
    if isinstance(view, MetroView):
        return parse_metro_move(view, legal, move, language=language, names=names)
    return parse_ticket_move(view, legal, move, language=language)
