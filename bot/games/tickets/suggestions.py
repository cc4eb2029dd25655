"""What the options of a ticket game's commands offer, and what can be enlarged on its map."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.games.face import Offers, ZoomOffers
from bot.games.regions import board_parts
from bot.games.tickets import entries
from bot.games.tickets.atlas import atlas
from bot.games.tickets.moves import moves
from bot.text.matching import Entry, find
from bot.text.names import Names
from rules.tickets.legal import TicketActions
from rules.tickets.view import TicketView

NAMING_CITIES = ("route", "city")
"""Options whose entries are best told apart by a city."""
MORE_CITIES = "list.more.city"


@dataclass(frozen=True)
class Asked:
    """An option being typed."""

    view: TicketView
    legal: TicketActions
    names: Names
    language: str
    chosen: Mapping[str, str]


def ticket_offers(asked: Asked, option: str) -> Offers:
    source = SOURCES.get(option)
    is_route = option == "route"
    barred = entries.other_routes(asked.view, asked.legal, asked.names, asked.language) if is_route else ()
    more = MORE_CITIES if option in NAMING_CITIES else "list.more"
    return Offers(found=tuple(source(asked)) if source else (), barred=barred, more=more)


def ticket_zooms(title: str, language: str, is_seated: bool) -> ZoomOffers:
    """Every city that has a name of its own on the map."""
    book = atlas(title)
    cities = [city.id for city in book.file.cities if city.id not in book.countries and not city.is_waypoint]
    places = [entries.city_entry(title, city, book.city(city)) for city in sorted(cities, key=book.city)]
    return ZoomOffers(
        parts=board_parts(lambda name: f"render.zoom.{name}", language, is_seated), places=places, more=MORE_CITIES
    )


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
    "route": lambda asked: entries.promising_routes(asked.view, asked.legal, asked.language),
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
"""By option."""
