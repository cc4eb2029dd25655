"""The refusals of the ticket games: what fills their sentences."""

from collections.abc import Callable
from typing import Any

from bot.games.mistakes import CannotPay
from bot.games.refusal_context import Told
from bot.games.tickets.atlas import Atlas, atlas, kind_of_track
from bot.games.tickets.cards import card_name, cards_text
from bot.text.labels import ticket_label
from bot.text.names import name_of, safe_name
from rules.errors import RulesError
from rules.tickets import errors
from rules.tickets.view import TicketView

Fields = dict[str, Any]
LETTERS = "ABCDEFGH"


def book_of(told: Told) -> Atlas:
    return atlas(told.view.game if told.view is not None and told.view.game != "metro" else "usa")


def route(told: Told, error: Any) -> Fields:
    return {"route": book_of(told).route(error.track)}


def taken(told: Told, error: errors.TrackTaken) -> Fields:
    fields = route(told, error)
    if told.view is not None and error.owner == told.view.reader:
        return {"key": "refusal.track_taken.you", **fields}
    return {"owner": name_of(told.names, error.owner), **fields}


def sister_taken(told: Told, error: errors.SisterTaken) -> Fields:
    return {"n": error.seats, "owner": name_of(told.names, error.owner)}


def too_few_pieces(told: Told, error: errors.TooFewPieces) -> Fields:
    left = told.say(f"word.count.{error.kind}", n=error.left)
    return {**route(told, error), "needed": told.say(f"word.count.{error.kind}", n=error.needed), "left": left}


def wrong_number(told: Told, error: errors.WrongNumber) -> Fields:
    return {**route(told, error), "n": error.needed, "worth": error.worth}


def wrong_colour(told: Told, error: errors.WrongColour) -> Fields:
    track = book_of(told).tracks.get(error.track)
    cards = cards_text(error.cards, told.language)
    if error.colour is None:
        return {"key": "refusal.wrong_colour.grey", **route(told, error), "cards": cards}
    kind = kind_of_track(track, told.language) if track else error.colour
    return {**route(told, error), "kind": kind, "cards": cards}


def no_locomotives(told: Told, error: errors.LocomotivesNotHere) -> Fields:
    return {"title": told.say(f"word.game.{told.view.game if told.view else 'nordic'}"), **needed(told, error.track)}


def needed(told: Told, track: str) -> Fields:
    """How many cards of its colour a track needs, and how many the reader has."""
    found = book_of(told).tracks.get(track)
    view = told.view if isinstance(told.view, TicketView) else None
    hand = (view.hand if view else None) or {}
    length = found.length if found else 0
    if found is None or found.colour is None:
        most = max((n for card, n in hand.items() if is_coloured_wagon(told, card)), default=0)
        return {"needed": told.say("refusal.of_one_colour", n=length), "have": most}
    return {"needed": told.say(f"card.nom.{found.colour}", n=length), "have": hand.get(found.colour, 0)}


def cannot_pay(told: Told, error: CannotPay) -> Fields:
    found = book_of(told).tracks.get(error.track)
    if found is None or found.kind != "rail" or found.tariff is not None:
        return {**route(told, error), "kind": kind_of_track(found, told.language) if found else ""}
    return {"key": "refusal.cannot_pay.plain", **route(told, error), **needed(told, error.track)}


def is_coloured_wagon(told: Told, card: str) -> bool:
    found = book_of(told).card(card)
    return found is not None and found.colour is not None and not found.ships


def too_few_locomotives(told: Told, error: errors.TooFewLocomotives) -> Fields:
    return {**route(told, error), "n": error.needed, "given": error.given}


def not_in_hand(told: Told, error: errors.CardsNotInHand) -> Fields:
    return {"cards": cards_text(error.missing, told.language, "gen")}


def card(told: Told, error: Any) -> Fields:
    known = book_of(told).card(error.card) is not None
    return {"card": card_name(error.card, told.language) if known else safe_name(error.card)}


def row_card(told: Told, error: errors.NotInRow) -> Fields:
    view = told.view
    row = [c for c in view.row if c is not None] if isinstance(view, TicketView) else []
    shown = ", ".join(card_name(c, told.language) for c in dict.fromkeys(row))
    return {**card(told, error), "row": shown or told.say("card.none")}


def deck(told: Told, error: errors.NoCardsLeft) -> Fields:
    return {"deck": told.say(f"word.deck.{error.deck}")}


def unknown_deck(told: Told, error: errors.UnknownDeck) -> Fields:
    return {"decks": ", ".join(told.say(f"word.deck.{name}") for name in error.decks)}


def ticket(told: Told, error: Any) -> Fields:
    known = error.ticket in book_of(told).tickets
    name = ticket_label(book_of(told).file.id, error.ticket, told.language) if known else safe_name(error.ticket)
    return {"ticket": name}


def too_few_tickets(told: Told, error: errors.TooFewTickets) -> Fields:
    view = told.view
    offered = len(view.offer) if isinstance(view, TicketView) else error.needed
    return {"n": error.needed, "offered": offered, "kept": error.kept}


def mix(_told: Told, error: errors.WrongMix) -> Fields:
    return {"least": error.least, "most": error.most}


def top_up(told: Told, error: errors.WrongTopUp) -> Fields:
    if error.colour is None:
        return {"key": "refusal.wrong_top_up.locomotives", "n": error.asked}
    return {"n": error.asked, "colour": told.say(f"word.card.{error.colour}")}


def passenger(told: Told, error: errors.NoSuchPassenger) -> Fields:
    city = book_of(told).city(error.place)
    view = told.view
    there = view.passengers.get(error.place, ()) if isinstance(view, TicketView) else ()
    if not there:
        return {"key": "refusal.no_such_passenger.empty", "city": city}
    return {"city": city, "colours": ", ".join(told.say(f"word.colour.{c}") for c in dict.fromkeys(there))}


def city(told: Told, error: Any) -> Fields:
    return {"city": book_of(told).city(error.city)}


def harbour_taken(told: Told, error: errors.HarbourTaken) -> Fields:
    return {**city(told, error), "owner": name_of(told.names, error.owner)}


def harbour_cards(told: Told, error: errors.WrongHarbourCards) -> Fields:
    return {"cards": cards_text(error.cards, told.language)}


def pieces(_told: Told, error: errors.WrongPieces) -> Fields:
    return {"least": error.least, "most": error.most}


def exchange(_told: Told, error: errors.WrongExchange) -> Fields:
    key = "refusal.wrong_exchange" if error.most else "refusal.wrong_exchange.none"
    return {"key": key, "n": error.most}


def other_game(told: Told, _error: errors.NotInThisGame) -> Fields:
    return {"title": told.say(f"word.game.{book_of(told).file.id}")}


def nothing(_told: Told, _error: RulesError) -> Fields:
    return {}


TICKET_FIELDS: dict[type[RulesError], Callable[[Told, Any], Fields]] = {
    CannotPay: cannot_pay,
    errors.NotInThisGame: other_game,
    errors.UnknownTrack: lambda _told, error: {"route": safe_name(error.track)},
    errors.UnknownCard: card,
    errors.UnknownDeck: unknown_deck,
    errors.UnknownTicket: ticket,
    errors.TrackTaken: taken,
    errors.SisterTaken: sister_taken,
    errors.SisterIsYours: route,
    errors.TooFewPieces: too_few_pieces,
    errors.WrongNumber: wrong_number,
    errors.WrongColour: wrong_colour,
    errors.LocomotivesNotHere: no_locomotives,
    errors.TooFewLocomotives: too_few_locomotives,
    errors.CardsNotInHand: not_in_hand,
    errors.NotInRow: row_card,
    errors.WildAsSecond: card,
    errors.NoCardsLeft: deck,
    errors.DrawClosed: nothing,
    errors.NoTicketsLeft: nothing,
    errors.WrongMix: mix,
    errors.TooFewTickets: too_few_tickets,
    errors.TicketNotOffered: ticket,
    errors.WrongTopUp: top_up,
    errors.NoSuchPassenger: passenger,
    errors.WrongPieces: pieces,
    errors.NotAHarbourCity: city,
    errors.HarbourTaken: harbour_taken,
    errors.NoTrackThere: city,
    errors.NoHarboursLeft: nothing,
    errors.WrongHarbourCards: harbour_cards,
    errors.WrongExchange: exchange,
}
