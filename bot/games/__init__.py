"""Private panels: what a player is shown and offered, as plain values. Nothing here knows Discord; `bot` sends them.

A page is a function of view, draft and settings (`page_for`), and so is what a tap comes to (`tapped`).
"""

from collections.abc import Sequence
from typing import Any

from bot.games.done import done_page
from bot.games.metro.panel import metro_page
from bot.games.metro.taps import tap_metro
from bot.games.page import Draft, Page, Settings, Tapped
from bot.games.panel import Panel
from bot.games.tickets.panel import ticket_page
from bot.games.tickets.taps import tap_tickets
from bot.text.names import Names
from rules.game import AnyGame, LegalActions, View
from rules.metro.legal import MetroLegalActions
from rules.metro.view import MetroView
from rules.tickets.legal import TicketActions
from rules.tickets.view import TicketView

__all__ = ["done_page", "page_for", "tapped"]


def page_for(
    game: AnyGame,
    view: View,
    legal: LegalActions[Any],
    draft: Draft,
    settings: Settings,
    language: str,
    names: Names,
) -> Page:
    """The page that this reader should see now; it never depends on anything but these."""
    match view, legal:
        case TicketView(), TicketActions():
            return ticket_page(Panel(view, legal, draft, settings, language, names))
        case MetroView(), MetroLegalActions():
            return metro_page(Panel(view, legal, draft, settings, language, names))
        case _:
            raise TypeError(f"no panel for {game.id}")


def tapped(
    game: AnyGame,
    view: View,
    legal: LegalActions[Any],
    draft: Draft,
    verb: str,
    values: Sequence[str],
    settings: Settings | None = None,
) -> Tapped:
    """What a tap comes to. A verb or value that isn't on offer now changes nothing."""
    chosen = settings or Settings()
    match view, legal:
        case TicketView(), TicketActions():
            return tap_tickets(view, legal, draft, verb, values, chosen)
        case MetroView(), MetroLegalActions():
            return tap_metro(view, legal, draft, verb, values)
        case _:
            raise TypeError(f"no panel for {game.id}")
