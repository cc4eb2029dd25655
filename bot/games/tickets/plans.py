"""Plans for a turn of a ticket game.

Wishes: `claim:duluth-omaha`, `claim:duluth-omaha:red`, `draw:red` (then red again, else blind), `blind:cards` (two of
them), `tickets:0`, `harbour:lima`, `exchange:ships:2`. Conditions: `city:omaha`, `pieces:10`, `card:loco`, `top_up:1`.
"""

from collections.abc import Iterable, Iterator, Sequence

from bot.games.plans import Plan
from bot.games.tickets.atlas import Atlas, atlas
from bot.games.tickets.cards import card_name
from bot.games.tickets.choices import (
    actions_of,
    first_waiting,
    harbour_payments,
    likeliest,
    top_ups,
)
from bot.games.tickets.entries import (
    all_cities,
    card_words,
    city_words,
    is_free,
    named_cities,
    track_entry,
    why_not,
)
from bot.games.tickets.labels import route_label
from bot.text.matching import Entry, in_all_languages
from bot.text.names import Names, capital
from data.texts import text
from rules.game import Action, Event
from rules.tickets.actions import (
    BuildHarbour,
    Cards,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    TopUpTunnel,
)
from rules.tickets.events import HarbourBuilt, RouteClaimed, RowRefilled, RowSwept
from rules.tickets.legal import TicketActions
from rules.tickets.maps import Track
from rules.tickets.view import TicketView

ROUTES_FIRST = 8
"""So many routes stand before the draws: a menu has room for both."""
PIECES = (5, 10, 15, 20)
TOP_UPS = (0, 1, 2, 3)
TOP_UP = "top_up"


class TicketPlanner:
    def wishes(self, view: TicketView, language: str, _names: Names) -> list[Entry]:
        tracks = _free_tracks(view)
        routes = list(_claims(view, tracks, language))
        first = {f"claim:{track.id}" for track in tracks[:ROUTES_FIRST]}
        likely = [entry for entry in routes if entry.value in first]
        rest = [entry for entry in routes if entry.value not in first]
        return [*likely, *_draws(view, language), *_others(view, language), *rest]

    def conditions(self, view: TicketView, language: str, _names: Names) -> list[Entry]:
        book = atlas(view.game)
        own = {city for wish in _free_tracks(view)[:12] for city in (wish.a, wish.b)}
        cities = sorted(all_cities(view.game), key=lambda entry: entry.value not in own)
        found = [_condition(view, f"city:{entry.value}", language, entry.words) for entry in cities]
        rest = [f"pieces:{n}" for n in PIECES] + [f"card:{card.id}" for card in book.file.cards if not card.colour]
        if any(track.kind == "tunnel" for track in book.tracks.values()):
            rest += [f"{TOP_UP}:{n}" for n in TOP_UPS]
        return [*(_condition(view, value, language) for value in rest), *found]

    def wish_words(self, view: TicketView, wish: str, language: str) -> str:
        kind, first, second = [*wish.split(":"), "", ""][:3]
        match kind:
            case "claim":
                label = route_label(view.game, first, language) if first in atlas(view.game).tracks else first
                cards = card_name(second, language) if second in atlas(view.game).cards else ""
                return text("plan.claim.with", language, route=label, card=cards) if cards else label
            case "draw":
                return text("plan.draw", language, card=capital(card_name(first, language)))
            case "blind":
                return text("plan.blind", language, deck=text(f"draw.deck.{first}", language))
            case "tickets":
                label = text("move.tickets", language)
                return f"{label} · {text('plan.long', language, n=int(first))}" if first not in ("", "0") else label
            case "harbour":
                return text("move.harbour", language, city=atlas(view.game).city(first))
            case _:
                return text(f"exchange.to_{first}", language, n=int(second or 0))

    def condition_words(self, view: TicketView, condition: str, language: str) -> str:
        kind, value = [*condition.split(":"), ""][:2]
        match kind:
            case "city":
                return text("plan.stop.city", language, city=atlas(view.game).city(value))
            case "card":
                return text("plan.stop.card", language, card=card_name(value, language))
            case "pieces":
                key = "plan.stop.pieces" if "ships" in atlas(view.game).file.pieces else "plan.stop.wagons"
                return text(key, language, n=int(value))
            case _:
                key = "plan.top_up" if value != "0" else "plan.top_up.none"
                return text(key, language, n=int(value or 0))

    def why_not(self, view: TicketView, wish: str, language: str, names: Names) -> str:
        kind, first = [*wish.split(":"), ""][:2]
        if kind == "claim" and first in atlas(view.game).tracks:
            return why_not(view, atlas(view.game).tracks[first], names, language)
        return text("plan.not_open", language) if kind == "draw" and first not in view.row else ""

    def planned(self, view: TicketView, legal: TicketActions, plan: Plan, wish: str) -> Action | None:
        kind, first, second = [*wish.split(":"), "", ""][:3]
        me = view.reader or 0
        if plan.begun is not None:
            return _going_on(view, legal, plan, kind, first)
        match kind:
            case "claim":
                return _claim(view, legal, first, second)
            case "draw":
                return _draw(legal, view.game, first)
            case "blind":
                return _blind(legal, first)
            case "tickets":
                return DrawTickets(me, int(first or 0))
            case "harbour":
                cards = next(iter(harbour_payments(legal).get(first, [])), None)
                return BuildHarbour(me, first, cards) if cards else None
            case "exchange":
                return ExchangePieces(me, "wagons" if first == "wagons" else "ships", int(second or 0))
            case _:
                return None

    def is_called_off(self, view: TicketView, condition: str, events: Sequence[Event]) -> bool:
        kind, value = [*condition.split(":"), ""][:2]
        others = [event for event in events if getattr(event, "player", None) != view.reader]
        match kind:
            case "city":
                return any(_is_at(view, event, value) for event in others)
            case "pieces":
                return any(isinstance(event, RouteClaimed) and event.pieces_left <= int(value) for event in others)
            case "card":
                return value in view.row and any(_turns_up(event, value) for event in events)
            case _:
                return False


def _claims(view: TicketView, tracks: Iterable[Track], language: str) -> Iterator[Entry]:
    """Every route, and the grey ones also by each colour in hand."""
    held = [card for card in atlas(view.game).file.cards if card.colour and (view.hand or {}).get(card.id)]
    for track in tracks:
        yield _route(view, track, "", language)
        if track.colour is None:
            fitting = [card for card in held if bool(card.ships) == (track.kind == "sea")]
            yield from (_route(view, track, card.id, language) for card in fitting)


def _free_tracks(view: TicketView) -> list[Track]:
    """Those that only cards may stand in the way of, the likeliest first."""
    return likeliest(view, [track.id for track in atlas(view.game).tracks.values() if is_free(view, track)])


def _route(view: TicketView, track: Track, card: str, language: str) -> Entry:
    value = f"claim:{track.id}:{card}" if card else f"claim:{track.id}"
    entry = track_entry(view.game, track, TicketPlanner().wish_words(view, value, language))
    words = (*entry.words, entry.label, *card_words(card)) if card else entry.words
    return Entry(value=value, label=entry.label, words=words, firsts=entry.firsts)


def _draws(view: TicketView, language: str) -> Iterator[Entry]:
    for deck in atlas(view.game).decks:
        words = in_all_languages(f"draw.deck.{deck}", f"word.deck.{deck}", "draw.blind")
        yield _wish(view, f"blind:{deck}", language, words)
    for card in atlas(view.game).file.cards:
        yield _wish(view, f"draw:{card.id}", language, card_words(card.id))


def _others(view: TicketView, language: str) -> Iterator[Entry]:
    book = atlas(view.game)
    mixes = range(book.file.turn_tickets.draw + 1) if len(view.piles) > 1 else range(1)
    for long in mixes if any(view.piles.values()) else ():
        yield _wish(view, f"tickets:{long}", language, in_all_languages("move.tickets"))
    if "ships" not in book.file.pieces:
        return
    built = {harbour.city for harbour in view.harbours}
    for city in sorted(_harbour_cities(view, book) - built):
        yield _wish(view, f"harbour:{city}", language, city_words(view.game, city))
    for to in ("ships", "wagons"):
        yield from (_wish(view, f"exchange:{to}:{n}", language) for n in range(1, 6))


def _wish(view: TicketView, value: str, language: str, words: Iterable[str] = ()) -> Entry:
    label = TicketPlanner().wish_words(view, value, language)
    return Entry(value=value, label=label, words=(label, *words))


def _harbour_cities(view: TicketView, book: Atlas) -> set[str]:
    """Cities of the own network; whether it is a port there the rules will say."""
    own = [book.tracks[track] for track, owner in view.owners.items() if owner == view.reader]
    return {city for track in own for city in (track.a, track.b)} & set(named_cities(book))


def _condition(view: TicketView, value: str, language: str, words: Iterable[str] = ()) -> Entry:
    label = TicketPlanner().condition_words(view, value, language)
    return Entry(value=value, label=label, words=(label, *words))


def _claim(view: TicketView, legal: TicketActions, track: str, card: str) -> ClaimRoute | None:
    """This track, or one that looks and costs the same."""
    book = atlas(view.game)
    if track not in book.tracks:
        return None
    key = book.twin_key(book.tracks[track])
    payable = legal.tracks()
    twins = [one for one in payable if one != track and book.twin_key(book.tracks[one]) == key]
    for one in ([track] if track in payable else []) + twins:
        for cards in legal.payments(one):
            if not card or _is_paid_with(book, cards, card):
                return ClaimRoute(view.reader or 0, one, cards, first_waiting(view, one))
    return None


def _is_paid_with(book: Atlas, cards: Cards, colour: str) -> bool:
    """Of this colour, whatever else goes with every colour."""
    kinds = {card for card, _ in cards}
    return colour in kinds and all(book.cards[card].colour is None for card in kinds - {colour})


def _draw(legal: TicketActions, title: str, card: str) -> Action | None:
    """A card from the row; with two decks, its own fills the place."""
    found = [action for action in actions_of(legal, "draw") if isinstance(action, DrawCard) and action.card == card]
    own = atlas(title).card(card)
    return next((action for action in found if own and action.refill in (None, own.deck)), next(iter(found), None))


def _blind(legal: TicketActions, deck: str) -> Action | None:
    found = [action for action in actions_of(legal, "blind") if isinstance(action, DrawBlind)]
    return next((action for action in found if action.deck in (None, deck)), None)


def _going_on(view: TicketView, legal: TicketActions, plan: Plan, kind: str, value: str) -> Action | None:
    """The second card, or the answer in a tunnel; what has to be looked at first is left to the player."""
    if kind == "draw" and view.phase == "second_card":
        own = atlas(view.game).card(value)
        return _draw(legal, view.game, value) or _blind(legal, own.deck if own else "")
    if kind == "blind" and view.phase == "second_card":
        return _blind(legal, value)
    if kind == "claim" and view.tunnel is not None:
        most = next((int(one.partition(":")[2]) for one in plan.conditions if one.startswith(TOP_UP)), None)
        return None if most is None else _answer(view, legal, most)
    return None


def _answer(view: TicketView, legal: TicketActions, most: int) -> Action:
    asked = view.tunnel.asked if view.tunnel else 0
    paid = top_ups(legal) if asked <= most else []
    return TopUpTunnel(view.reader or 0, paid[0]) if paid else GiveUpTunnel(view.reader or 0)


def _is_at(view: TicketView, event: Event, city: str) -> bool:
    book = atlas(view.game)
    if isinstance(event, HarbourBuilt):
        return event.city == city
    if not isinstance(event, RouteClaimed):
        return False
    track = book.tracks[event.track]
    return city in (book.place(track.a), book.place(track.b), track.a, track.b)


def _turns_up(event: Event, card: str) -> bool:
    if isinstance(event, RowRefilled):
        return event.card == card
    return isinstance(event, RowSwept) and card in event.new
