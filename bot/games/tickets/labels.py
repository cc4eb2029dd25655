"""Short names of routes, tickets and decks, as they stand on buttons, in menus and in lists."""

from bot.games.tickets.atlas import atlas, kind_of_track, ticket_value
from bot.games.tickets.payments import payment_for
from data.texts import signed, text
from rules.tickets.actions import Cards
from rules.tickets.prospects import Prospects
from rules.tickets.view import TicketStanding, TicketView
from rules.tickets.ways import way_for


def route_label(title: str, track: str, language: str) -> str:
    """Duluth → Omaha · 2 · grey"""
    book = atlas(title)
    found = book.tracks[track]
    return f"{book.route(track)} · {found.length} · {kind_of_track(found, language)}"


def price_label(title: str, track: str, cards: Cards, language: str) -> str:
    """pay 2 red · +2; of a tunnel also what may come on top"""
    book = atlas(title)
    key = "route.pay.tunnel" if book.tracks[track].kind == "tunnel" else "route.pay"
    paid = text(key, language, payment=payment_for(title, track, cards, language))
    return f"{paid} · {signed(book.points(track))}"


def claim_label(title: str, track: str, cards: Cards, language: str) -> str:
    """Duluth → Omaha · 2 · grey · pay 2 red"""
    key = "route.pay.tunnel" if atlas(title).tracks[track].kind == "tunnel" else "route.pay"
    paid = text(key, language, payment=payment_for(title, track, cards, language))
    return f"{route_label(title, track, language)} · {paid}"


def promise_label(prospects: Prospects, track: str, language: str) -> str:
    """finishes Dallas–New York, +11; or towards Dallas–New York; nothing where it helps no ticket"""
    book, done = atlas(prospects.view.game), prospects.finishes(track)
    if len(done) > 1:
        points = signed(sum(standing.points for standing in done))
        return text("route.finishes.several", language, n=len(done), points=points)
    if done:
        name, points = book.ticket(done[0].ticket), signed(done[0].points)
        return text("route.finishes", language, ticket=name, points=points)
    near = prospects.nears(track)
    return text("route.towards", language, ticket=book.ticket(near[0])) if near else ""


def ticket_label(title: str, ticket: str, language: str) -> str:
    """Boston–Miami 12"""
    book = atlas(title)
    return f"{book.ticket(ticket)} {ticket_value(book.tickets[ticket], language)}"


def ticket_pile(title: str, ticket: str, language: str) -> str:
    """short or long where there are two piles, tour where it is one"""
    book = atlas(title)
    found = book.tickets[ticket]
    if found.in_order is not None:
        return text("ticket.tour", language)
    return text(f"ticket.{found.pile}", language) if found.pile != "tickets" else ""


def standing_label(view: TicketView, standing: TicketStanding, language: str, has_way: bool) -> str:
    """Boston–Miami 12 ✓, or, if it `has_way`, how far it still is"""
    label = ticket_label(view.game, standing.ticket, language)
    if standing.is_done:
        return f"{label} ✓"
    if not has_way or view.reader is None:
        return label
    if not standing.can_be_done:
        return text("ticket.blocked", language, ticket=label)
    way = way_for(view, view.reader, atlas(view.game).tickets[standing.ticket])
    return label if way is None else text("ticket.to_go", language, ticket=label, n=way.spaces)


def deck_label(deck: str, left: int, language: str) -> str:
    """Deck (97)"""
    return f"{text(f'draw.deck.{deck}', language)} ({left})"
