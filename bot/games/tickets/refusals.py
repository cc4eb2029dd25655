"""The refusals of the ticket games: what fills their sentences."""

from bot.games.mistakes import CannotPay
from bot.games.refusal_context import Fields, RefusalContext, RefusalFields
from bot.games.tickets.atlas import Atlas, atlas, kind_of_track
from bot.games.tickets.cards import card_name, cards_text
from bot.games.tickets.labels import ticket_label
from bot.text.names import name_of, safe_name
from rules.errors import RulesError
from rules.tickets import errors
from rules.tickets.view import TicketView


def book_of(context: RefusalContext) -> Atlas:
    return atlas(context.view.game)


def route(context: RefusalContext, track: str) -> Fields:
    return {"route": book_of(context).route(track)}


def taken(context: RefusalContext, error: errors.TrackTaken) -> Fields:
    fields = route(context, error.track)
    if error.owner == context.view.reader:
        return {"key": "refusal.track_taken.you", **fields}
    return {"owner": name_of(context.names, error.owner), **fields}


def sister_taken(context: RefusalContext, error: errors.SisterTaken) -> Fields:
    return {"n": error.seats, "owner": name_of(context.names, error.owner)}


def too_few_pieces(context: RefusalContext, error: errors.TooFewPieces) -> Fields:
    left = context.say(f"word.count.{error.kind}", n=error.left)
    return {
        **route(context, error.track),
        "needed": context.say(f"word.count.{error.kind}", n=error.needed),
        "left": left,
    }


def wrong_number(context: RefusalContext, error: errors.WrongNumber) -> Fields:
    return {**route(context, error.track), "n": error.needed, "worth": error.worth}


def wrong_colour(context: RefusalContext, error: errors.WrongColour) -> Fields:
    track = book_of(context).tracks.get(error.track)
    cards = cards_text(error.cards, context.language)
    if error.colour is None:
        return {"key": "refusal.wrong_colour.grey", **route(context, error.track), "cards": cards}
    kind = kind_of_track(track, context.language) if track else error.colour
    return {**route(context, error.track), "kind": kind, "cards": cards}


def no_locomotives(context: RefusalContext, error: errors.LocomotivesNotHere) -> Fields:
    return {
        "title": context.say(f"word.game.{context.view.game}"),
        **needed(context, error.track),
    }


def needed(context: RefusalContext, track: str) -> Fields:
    """How many cards of its colour a track needs, and how many the reader has."""
    found = book_of(context).tracks.get(track)
    view = context.view if isinstance(context.view, TicketView) else None
    hand = (view.hand if view else None) or {}
    length = found.length if found else 0
    if found is None or found.colour is None:
        most = max((n for card, n in hand.items() if is_coloured_wagon(context, card)), default=0)
        return {"needed": context.say("refusal.of_one_colour", n=length), "have": most}
    return {"needed": context.say(f"card.nom.{found.colour}", n=length), "have": hand.get(found.colour, 0)}


def cannot_pay(context: RefusalContext, error: CannotPay) -> Fields:
    found = book_of(context).tracks.get(error.track)
    if found is None or found.kind != "rail" or found.tariff is not None:
        return {**route(context, error.track), "kind": kind_of_track(found, context.language) if found else ""}
    return {"key": "refusal.cannot_pay.plain", **route(context, error.track), **needed(context, error.track)}


def is_coloured_wagon(context: RefusalContext, card: str) -> bool:
    found = book_of(context).card(card)
    return found is not None and found.colour is not None and not found.ships


def too_few_locomotives(context: RefusalContext, error: errors.TooFewLocomotives) -> Fields:
    return {**route(context, error.track), "n": error.needed, "given": error.given}


def not_in_hand(context: RefusalContext, error: errors.CardsNotInHand) -> Fields:
    return {"cards": cards_text(error.missing, context.language, "gen")}


def card(context: RefusalContext, error: errors.UnknownCard | errors.NotInRow | errors.WildAsSecond) -> Fields:
    known = book_of(context).card(error.card) is not None
    return {"card": card_name(error.card, context.language) if known else safe_name(error.card)}


def row_card(context: RefusalContext, error: errors.NotInRow) -> Fields:
    view = context.view
    row = [c for c in view.row if c is not None] if isinstance(view, TicketView) else []
    shown = ", ".join(card_name(c, context.language) for c in dict.fromkeys(row))
    return {**card(context, error), "row": shown or context.say("card.none")}


def deck(context: RefusalContext, error: errors.NoCardsLeft) -> Fields:
    return {"deck": context.say(f"word.deck.{error.deck}")}


def unknown_deck(context: RefusalContext, error: errors.UnknownDeck) -> Fields:
    return {"decks": ", ".join(context.say(f"word.deck.{name}") for name in error.decks)}


def ticket(context: RefusalContext, error: errors.UnknownTicket | errors.TicketNotOffered) -> Fields:
    known = error.ticket in book_of(context).tickets
    name = ticket_label(book_of(context).file.id, error.ticket, context.language) if known else safe_name(error.ticket)
    return {"ticket": name}


def too_few_tickets(context: RefusalContext, error: errors.TooFewTickets) -> Fields:
    view = context.view
    offered = len(view.offer) if isinstance(view, TicketView) else error.needed
    return {"n": error.needed, "offered": offered, "kept": error.kept}


def mix(_context: RefusalContext, error: errors.WrongMix) -> Fields:
    return {"least": error.least, "most": error.most}


def top_up(context: RefusalContext, error: errors.WrongTopUp) -> Fields:
    if error.colour is None:
        return {"key": "refusal.wrong_top_up.locomotives", "n": error.asked}
    return {"n": error.asked, "colour": context.say(f"word.card.{error.colour}")}


def passenger(context: RefusalContext, error: errors.NoSuchPassenger) -> Fields:
    city = book_of(context).city(error.place)
    view = context.view
    there = view.passengers.get(error.place, ()) if isinstance(view, TicketView) else ()
    if not there:
        return {"key": "refusal.no_such_passenger.empty", "city": city}
    return {"city": city, "colours": ", ".join(context.say(f"word.colour.{c}") for c in dict.fromkeys(there))}


def city(context: RefusalContext, error: errors.NotAHarbourCity | errors.HarbourTaken | errors.NoTrackThere) -> Fields:
    return {"city": book_of(context).city(error.city)}


def harbour_taken(context: RefusalContext, error: errors.HarbourTaken) -> Fields:
    return {**city(context, error), "owner": name_of(context.names, error.owner)}


def harbour_cards(context: RefusalContext, error: errors.WrongHarbourCards) -> Fields:
    return {"cards": cards_text(error.cards, context.language)}


def pieces(_context: RefusalContext, error: errors.WrongPieces) -> Fields:
    return {"least": error.least, "most": error.most}


def exchange(_context: RefusalContext, error: errors.WrongExchange) -> Fields:
    key = "refusal.wrong_exchange" if error.most else "refusal.wrong_exchange.none"
    return {"key": key, "n": error.most}


def other_game(context: RefusalContext, _error: errors.NotInThisGame) -> Fields:
    return {"title": context.say(f"word.game.{book_of(context).file.id}")}


def nothing(_context: RefusalContext, _error: RulesError) -> Fields:
    return {}


TICKET_FIELDS: dict[type[RulesError], RefusalFields] = {
    CannotPay: cannot_pay,
    errors.NotInThisGame: other_game,
    errors.UnknownTrack: lambda _context, error: {"route": safe_name(error.track)},
    errors.UnknownCard: card,
    errors.UnknownDeck: unknown_deck,
    errors.UnknownTicket: ticket,
    errors.TrackTaken: taken,
    errors.SisterTaken: sister_taken,
    errors.SisterIsYours: lambda context, error: route(context, error.track),
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
