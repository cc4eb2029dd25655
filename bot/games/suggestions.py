"""The lists that open while somebody types an option. Made from the reader's own view: they give nothing away."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.games.matching import UNPICKED, Entry, find
from bot.games.metro.entries import metro_offers
from bot.games.tickets import entries
from bot.games.tickets.moves import moves
from bot.games.zooms import zooms
from bot.text.commands import localised
from bot.text.labels import OPTION, clipped
from bot.text.names import Names, label_of
from data.texts import text
from rules.game import LegalActions, View
from rules.metro.legal import MetroLegalActions
from rules.metro.view import MetroView
from rules.tickets.legal import TicketActions
from rules.tickets.view import TicketView

MOST = 25
ILLEGAL = 3
"""So many that can't be picked now close a list, with their reason."""


NAMING_CITIES = ("route", "city")
"""Options whose entries are best told apart by a city."""


class Suggestion(msgspec.Struct, frozen=True):
    label: str
    value: str


@dataclass(frozen=True)
class Asked:
    """An option being typed in a ticket game."""

    view: TicketView
    legal: TicketActions
    names: Names
    language: str
    chosen: Mapping[str, str]
    """The command's other options, as far as they are filled in."""


def suggest(
    view: View,
    legal: LegalActions[Any],
    option: str,
    typed: str,
    language: str,
    names: Names,
    chosen: Mapping[str, str] | None = None,
) -> list[Suggestion]:
    """What to show for an option; a single entry says why where there is nothing to offer."""
    offered, others = offers(view, legal, option, language, names, chosen or {})
    found = find(offered, typed)
    refused = find(others, typed)[:ILLEGAL] if typed.strip() else []
    if not found and not refused:
        return nothing_to_offer(view, names, language) if not list(offered) else []
    return fitted(found, refused, "list.more.city" if option in NAMING_CITIES else "list.more", language)


def suggest_zooms(view: View, typed: str, language: str) -> list[Suggestion]:
    """For everybody, whoever's turn it is."""
    found = find(zooms(view.game, language, view.reader is not None), typed)
    return fitted(found, [], "list.more" if view.game == "metro" else "list.more.city", language)


def offers(
    view: View,
    legal: LegalActions[Any],
    option: str,
    language: str,
    names: Names,
    chosen: Mapping[str, str],
) -> tuple[list[Entry], list[Entry]]:
    """What an option offers, and what it would offer if it were legal."""
    match view, legal:
        case TicketView(), TicketActions():
            asked = Asked(view, legal, names, language, chosen)
            source = SOURCES.get(option)
            offered = list(source(asked)) if source else []
            others = entries.other_routes(view, legal, names, language) if option == "route" else []
            return offered, others
        case MetroView(), MetroLegalActions():
            return metro_offers(view, legal, option, language, names, chosen), []
        case _:
            return [], []


def fitted(found: list[Entry], refused: list[Entry], more_key: str, language: str) -> list[Suggestion]:
    """At most 25; what is left out is counted in the last entry."""
    room = MOST - len(refused)
    left_out = len(found) - room
    shown = [Suggestion(clipped(entry.label, OPTION), entry.value) for entry in found[:room]]
    if left_out > 0:
        more = text(more_key, language, n=left_out + 1)
        shown = [*shown[: room - 1], Suggestion(clipped(more, OPTION), UNPICKED)]
    return [*shown, *(Suggestion(clipped(entry.label, OPTION), entry.value) for entry in refused)]


def nothing_to_offer(view: View, names: Names, language: str) -> list[Suggestion]:
    """One entry that says why, where somebody else is asked."""
    if view.is_over:
        return [Suggestion(text("list.over", language), UNPICKED)]
    if view.reader in view.to_act or not view.to_act:
        return [Suggestion(text("list.nothing", language), UNPICKED)]
    name = label_of(names, view.to_act[0])
    words = localised(text("list.not_your_turn", language, player=name), language)
    return [Suggestion(clipped(words, OPTION), UNPICKED)]


def _routes(asked: Asked) -> Iterable[Entry]:
    return entries.payable_routes(asked.view, asked.legal, asked.language)


def _payments(asked: Asked) -> Iterable[Entry]:
    """For the route or the harbour chosen beside it, or for the tunnel that is open."""
    if asked.view.phase == "tunnel":
        return entries.tunnel_answers(asked.legal, asked.language)
    if "city" in asked.chosen:
        cities = find(entries.harbour_cities(asked.view, asked.legal, asked.language), asked.chosen["city"])
        return entries.harbour_prices(asked.legal, cities[0].value, asked.language) if cities else ()
    routes = find(_routes(asked), asked.chosen.get("route", ""))
    return entries.payments(asked.legal, asked.view.game, routes[0].value, asked.language) if routes else ()


def _passengers(end: int) -> Callable[[Asked], Iterable[Entry]]:
    def waiting(asked: Asked) -> Iterable[Entry]:
        routes = find(_routes(asked), asked.chosen.get("route", ""))
        return entries.passengers(asked.view, routes[0].value, end, asked.language) if routes else ()

    return waiting


def _cards(asked: Asked) -> Iterable[Entry]:
    kinds = asked.legal.kinds()
    row = entries.row_cards(asked.view, asked.language) if "draw" in kinds else ()
    decks = entries.decks(asked.view, asked.language) if "blind" in kinds else ()
    return (*row, *decks)


def _amounts(asked: Asked) -> Iterable[Entry]:
    return entries.amounts(asked.legal, asked.chosen.get("direction", "ships"))


SOURCES: dict[str, Callable[[Asked], Iterable[Entry]]] = {
    "card": _cards,
    "second": lambda asked: entries.any_card(asked.view, asked.language) if _cards(asked) else (),
    "refill": lambda asked: entries.refills(asked.view, asked.language),
    "route": _routes,
    "pay": _payments,
    "passenger1": _passengers(0),
    "passenger2": _passengers(1),
    "long": lambda asked: entries.ticket_mixes(asked.view, asked.legal, asked.language),
    "keep": lambda asked: entries.kept(asked.view, asked.language),
    "wagons": lambda asked: entries.fleets(asked.view, asked.legal, asked.language),
    "direction": lambda asked: entries.directions(asked.language),
    "count": _amounts,
    "city": lambda asked: entries.harbour_cities(asked.view, asked.legal, asked.language),
    "move": lambda asked: moves(asked.view, asked.legal, asked.language),
}
"""By option; what is asked for nowhere in ticket games is Metro's."""
