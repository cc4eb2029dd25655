"""What could be done instead of a refused move of a ticket game: each in words and as a button."""

from collections.abc import Callable
from typing import Any

from bot.games.mistakes import CannotPay, NothingMatches, OptionElsewhere, SeveralMatch
from bot.games.refusal_context import Instead, RefusalContext
from bot.games.tickets.cards import card_name, cards_text, payment_id
from bot.games.tickets.labels import deck_label
from bot.games.tickets.payments import payment_for
from bot.games.tickets.refusals import book_of
from bot.text.names import capital
from rules.errors import CannotPass, RulesError
from rules.tickets import errors
from rules.tickets.actions import BuildHarbour, DrawBlind, DrawCard, ExchangePieces, TopUpTunnel
from rules.tickets.legal import TicketActions
from rules.tickets.maps import Track
from rules.tickets.view import TicketView

BUTTONS = 5
Ways = tuple[Instead, ...]


def ticket_instead(context: RefusalContext, error: RulesError) -> Ways:
    """Nothing where the page below the refusal offers it anyway."""
    assert isinstance(context.view, TicketView)
    if context.view.phase == "tunnel":
        return in_tunnel(context)
    find = INSTEAD.get(type(error))
    return find(context, error) if find else ()


def legal_of(context: RefusalContext) -> TicketActions:
    """Only those who are asked are offered something instead."""
    assert isinstance(context.legal, TicketActions)
    return context.legal


def another_track(context: RefusalContext, error: RulesError) -> Ways:
    """A track that can be paid, one at the same cities before others; else cards."""
    found = nearest_track(context, getattr(error, "track", None))
    if found is None:
        return drawn_blind(context, context.say("refusal.instead.draw"))
    payment = next(iter(legal_of(context).payments(found.id)))
    words = context.say(
        "refusal.instead.route", route=book_of(context).route(found.id), payment=cards_text(payment, context.language)
    )
    return (context.instead("button.claim_that", "claim_that", found.id, words=words),)


def another_payment(context: RefusalContext, error: RulesError) -> Ways:
    """Another payment for the same track, else another track."""
    track = getattr(error, "track", None) or getattr(context.wanted, "track", None)
    if track is None or track not in legal_of(context).tracks():
        return (
            another_harbour(context, error)
            if isinstance(context.wanted, BuildHarbour)
            else another_track(context, error)
        )
    payment = next(iter(legal_of(context).payments(track)))
    words = context.say("refusal.instead.pay", payment=cards_text(payment, context.language))
    paid = payment_for(book_of(context).file.id, track, payment, context.language)
    return (context.instead("button.claim", "claim_that", track, words=words, payment=paid),)


def nearest_track(context: RefusalContext, track: str | None) -> Track | None:
    book = book_of(context)
    wanted = book.tracks.get(track or "")
    ends = {wanted.a, wanted.b} if wanted else set[str]()
    length = wanted.length if wanted else 0

    def distance(other: Track) -> tuple[int, int, str]:
        shared = len(ends & {other.a, other.b})
        return -shared, abs(other.length - length), other.id

    return min((book.tracks[other] for other in legal_of(context).tracks()), key=distance, default=None)


def drawn_blind(context: RefusalContext, words: str = "") -> Ways:
    """A card from the deck, or from either; where none is left, one of those that lie face up."""
    assert isinstance(context.view, TicketView)
    kinds = legal_of(context).kinds()
    if "blind" in kinds:
        decks = [action.deck for action in legal_of(context).of_kind("blind") if isinstance(action, DrawBlind)]
        return tuple(blind(context, deck, words) for deck in decks)
    return from_row(context, words) if "draw" in kinds else ()


def blind(context: RefusalContext, deck: str | None, words: str) -> Instead:
    assert isinstance(context.view, TicketView)
    if deck is None:
        return context.instead("button.draw_blind", "blind", words=words)
    return Instead(
        label=deck_label(deck, context.view.decks[deck], context.language), verb="blind", choice=deck, words=words
    )


def from_row(context: RefusalContext, words: str) -> Ways:
    assert isinstance(context.view, TicketView)
    takeable = {action.card for action in legal_of(context).of_kind("draw") if isinstance(action, DrawCard)}
    places = [(place, card) for place, card in enumerate(context.view.row) if card in takeable]
    return tuple(
        Instead(
            label=capital(card_name(card or "", context.language)), verb="draw", choice=f"{place}-{card}", words=words
        )
        for place, card in places[:BUTTONS]
    )


def without_the_option(context: RefusalContext, error: OptionElsewhere) -> Ways:
    """The card that was meant; claims and tickets have a page of their own below."""
    match error.action:
        case DrawBlind():
            return (blind(context, error.action.deck, ""),)
        case DrawCard(card=card):
            return tuple(way for way in from_row(context, "") if way.choice.endswith(f"-{card}"))[:1]
        case _:
            return ()


def another_card(context: RefusalContext, _error: RulesError) -> Ways:
    return drawn_blind(context)


def in_tunnel(context: RefusalContext) -> Ways:
    """The first way to pay what the tunnel asks for; giving up is on the page."""
    paid = next((way for way in legal_of(context) if isinstance(way, TopUpTunnel)), None)
    if paid is None:
        return ()
    label = capital(cards_text(paid.cards, context.language))
    words = context.say("refusal.instead.pay", payment=cards_text(paid.cards, context.language))
    return (Instead(label=label, verb="top_up", choice=payment_id(paid.cards), words=words),)


def another_harbour(context: RefusalContext, error: RulesError) -> Ways:
    """The same city with cards that pay for it, else the first city where one can be built."""
    legal, found = legal_of(context), dict[str, BuildHarbour]()
    for action in legal.of_kind("harbour") if "harbour" in legal.kinds() else ():
        if isinstance(action, BuildHarbour):
            found.setdefault(action.city, action)
    if not found:
        return another_track(context, error)
    city = getattr(context.wanted, "city", None)
    build = found.get(city or "") or next(iter(found.values()))
    name = book_of(context).city(build.city)
    words = context.say("refusal.instead.harbour", city=name, payment=cards_text(build.cards, context.language))
    return (context.instead("button.build", "port", build.city, words=words, city=name),)


def fewer_pieces(context: RefusalContext, error: errors.WrongExchange) -> Ways:
    to = context.wanted.to if isinstance(context.wanted, ExchangePieces) else None
    if to is None or not error.most:
        return ()
    return (context.instead(f"exchange.to_{to}", f"to_{to}", str(error.most), n=error.most),)


def several_tracks(context: RefusalContext, error: SeveralMatch | NothingMatches) -> Ways:
    """What was typed fits several routes: each that can be paid is a button."""
    if error.option == "route":
        payable = [track for track in error.values if track in legal_of(context).tracks()]
        return tuple(
            Instead(label=book_of(context).route(track), verb="claim_that", choice=track) for track in payable[:BUTTONS]
        )
    return drawn_blind(context) if error.option == "card" else ()


INSTEAD: dict[type[RulesError], Callable[[RefusalContext, Any], Ways]] = {
    CannotPay: another_track,
    CannotPass: another_track,
    errors.TrackTaken: another_track,
    errors.SisterTaken: another_track,
    errors.SisterIsYours: another_track,
    errors.TooFewPieces: another_track,
    errors.UnknownTrack: another_track,
    errors.DrawClosed: another_track,
    errors.NoTicketsLeft: another_track,
    errors.WrongNumber: another_payment,
    errors.WrongColour: another_payment,
    errors.LocomotivesNotHere: another_payment,
    errors.TooFewLocomotives: another_payment,
    errors.CardsNotInHand: another_payment,
    errors.NoSuchPassenger: another_payment,
    errors.NotInRow: another_card,
    errors.WildAsSecond: another_card,
    errors.NoCardsLeft: another_card,
    errors.UnknownDeck: another_card,
    errors.UnknownCard: another_card,
    errors.NotAHarbourCity: another_harbour,
    errors.HarbourTaken: another_harbour,
    errors.NoTrackThere: another_harbour,
    errors.NoHarboursLeft: another_track,
    errors.WrongHarbourCards: another_harbour,
    errors.WrongExchange: fewer_pieces,
    OptionElsewhere: without_the_option,
    SeveralMatch: several_tracks,
    NothingMatches: several_tracks,
}
