"""What a command with its options means: actions, or a draft for the panel. Raises a refusal where it means nothing.

Options hold ids picked from a list, or free text, which is read by the same matcher. Whether an action is legal is for
the rules to say; what is left out is filled in as a player would.
"""

from typing import Literal

from msgspec.structs import replace

from bot.games.mistakes import CannotPay, NothingMatches, OptionElsewhere, OptionMissing, WrongGame
from bot.games.page import Button, Tapped
from bot.games.tickets import entries
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import card_name, cards_text, payment_id
from bot.games.tickets.choices import (
    claim_of,
    first_waiting,
    harbour_payments,
    harbours_to_pick,
    payment_of,
    refill_for,
    waiting,
)
from bot.games.tickets.draft import TicketDraft
from bot.games.tickets.fleet import has_feature
from bot.games.tickets.labels import deck_label
from bot.games.tickets.moves import move_of, moves
from bot.games.tickets.typed_payments import typed_payment
from bot.games.typed import check_asked, is_named, one_of, seat_of
from bot.text.matching import fold, only
from bot.text.names import capital
from data.texts import text
from rules.game import Action, AnyLegal, PlayerId, View
from rules.tickets.actions import (
    BuildHarbour,
    Cards,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
    Pass,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.legal import TicketActions
from rules.tickets.maps import Track
from rules.tickets.view import TicketView


def acting(*actions: Action) -> Tapped:
    return Tapped(draft=TicketDraft(), actions=actions)


def read(view: TicketView, language: str, *actions: TicketAction, is_plain: bool) -> Tapped:
    """At once where it was said plainly; else ready in the panel, to be confirmed by whoever wants to be asked."""
    if is_plain:
        return acting(*actions)
    draft, button = ready(view, actions[0], language)
    return Tapped(draft=draft, actions=actions, is_guess=True, confirm=button)


def ready(view: TicketView, action: TicketAction, language: str) -> tuple[TicketDraft, Button | None]:
    """A draft whose page confirms an action, or a button that makes it."""
    match action:
        case ClaimRoute(_, track, cards, passengers):
            return TicketDraft(page="claim", track=track, cards=cards, passengers=passengers), None
        case BuildHarbour(_, city, cards):
            return TicketDraft(page="harbour", city=city, cards=cards), None
        case KeepTickets(_, tickets):
            return TicketDraft(kept=tickets), None
        case ExchangePieces(_, to, count):
            return TicketDraft(page="exchange", to=to, count=count), None
        case DrawTickets():
            return TicketDraft(page="tickets"), None
        case ChoosePieces(_, wagons):
            return TicketDraft(count=wagons), None
        case DrawCard(_, card, refill):
            place = view.row.index(card) if card in view.row else 0
            label = capital(card_name(card, language))
            return TicketDraft(refill=refill), to_tap(label, "draw", f"{place}-{card}")
        case DrawBlind(_, deck):
            name = deck or next(iter(view.decks))
            return TicketDraft(), to_tap(deck_label(name, view.decks.get(name, 0), language), "blind", deck or "")
        case TopUpTunnel(_, cards):
            return TicketDraft(), to_tap(capital(cards_text(cards, language)), "top_up", payment_id(cards))
        case GiveUpTunnel():
            return TicketDraft(), to_tap(text("button.give_up", language), "give_up")
        case Pass():
            return TicketDraft(), to_tap(text("button.pass", language), "pass")


def to_tap(label: str, verb: str, choice: str = "") -> Button:
    return Button(label=label, verb=verb, choice=choice, style="good")


def ticket_view(view: View, legal: AnyLegal, about: str) -> tuple[TicketView, TicketActions, PlayerId]:
    if not isinstance(view, TicketView) or not isinstance(legal, TicketActions):
        raise WrongGame(about, view.game)
    return view, legal, seat_of(view)


def world_view(view: View, legal: AnyLegal) -> tuple[TicketView, TicketActions, PlayerId]:
    """For commands about ships, which few titles have."""
    if not isinstance(view, TicketView) or "ships" not in atlas(view.game).file.pieces:
        raise WrongGame("fleet", view.game)
    return ticket_view(view, legal, "fleet")


def parse_draw(
    view: View,
    legal: AnyLegal,
    card: str | None = None,
    second: str | None = None,
    refill: str | None = None,
    *,
    language: str = "en",
) -> Tapped:
    """`/draw`: one card or both; the second is carried out only if it is still there."""
    view, legal, me = ticket_view(view, legal, "cards")
    if not card:
        raise OptionMissing("card")
    is_elsewhere = bool(refill) and len(view.decks) == 1
    deck = one_of(entries.refills(view, language), "refill", refill) if refill and not is_elsewhere else entries.SAME
    wish = None if deck == entries.SAME else deck
    known = list(entries.any_card(view, language))
    wanted = [one_of(known, "card", typed) for typed in (card, second) if typed]
    is_plain = all(
        is_named(known, typed, value) for typed, value in zip(filter(None, (card, second)), wanted, strict=True)
    )
    is_plain = is_plain and (wish is None or is_named(entries.refills(view, language), refill or "", wish))
    if wanted[0] in atlas(view.game).cards and entries.is_first_only(view.game, wanted[0]):
        wanted = wanted[:1]
    actions = [draw_of(view, me, value, wish) for value in wanted]
    if is_elsewhere and actions[0] in legal:
        raise OptionElsewhere("refill", view.game, actions[0], TicketDraft())
    return read(view, language, *actions, is_plain=is_plain)


def draw_of(view: TicketView, me: PlayerId, value: str, wish: str | None) -> DrawCard | DrawBlind:
    if value == entries.BLIND:
        return DrawBlind(me)
    if value in view.decks:
        return DrawBlind(me, value)
    return DrawCard(me, value, refill_for(view, value, wish))


def parse_claim(
    view: View,
    legal: AnyLegal,
    route: str | None = None,
    pay: str | None = None,
    passenger1: str | None = None,
    passenger2: str | None = None,
    *,
    language: str = "en",
) -> Tapped:
    """`/claim`: a route, or the answer in an open tunnel."""
    view, legal, me = ticket_view(view, legal, "routes")
    if view.phase == "tunnel" and me in view.to_act:
        return tunnel_read(view, legal, me, pay, language)
    if not route:
        raise OptionMissing("route")
    track = atlas(view.game).tracks[chosen_track(view, legal, route, language)]
    cards = chosen_payment(view, legal, track, pay, language)
    taken = (passenger1, passenger2)
    if any(taken) and not has_feature(view.game, "passengers"):
        check_passengers(view, legal, ClaimRoute(me, track.id, cards), taken)
        taken = (None, None)
    passengers = (
        chosen_passenger(view, track.id, 0, taken[0], language),
        chosen_passenger(view, track.id, 1, taken[1], language),
    )
    is_plain = (
        is_track_named(view, legal, route, track, language)
        and is_payment_named(view, legal, track, pay, language)
        and are_passengers_named(view, track.id, taken, passengers, language)
    )
    return read(view, language, ClaimRoute(me, track.id, cards, passengers), is_plain=is_plain)


def are_passengers_named(
    view: TicketView,
    track: str,
    typed: tuple[str | None, str | None],
    meant: tuple[str | None, str | None],
    language: str,
) -> bool:
    """Whether at each end somebody was named, or there is nobody to choose from."""
    for end, there in enumerate(waiting(view, track)):
        said, value = typed[end], meant[end] or entries.NOBODY
        if said and not is_named(entries.passengers(view, track, end, language), said, value):
            return False
        if not said and len(there) > 1:
            return False
    return True


def is_claim_named(
    view: TicketView, legal: TicketActions, typed: str, action: ClaimRoute | BuildHarbour, language: str
) -> bool:
    """Whether a route was named that can be claimed in one way only."""
    if not isinstance(action, ClaimRoute):
        return False
    track = atlas(view.game).tracks[action.track]
    is_paid, is_taken = is_payment_named(view, legal, track, None, language), action.passengers != (None, None)
    return is_paid and not is_taken and is_track_named(view, legal, typed, track, language)


def is_track_named(view: TicketView, legal: TicketActions, route: str, track: Track, language: str) -> bool:
    """By its id, by its line in the list, or by words that fit no other route of the map, payable or not."""
    book = atlas(view.game)
    if route.strip() in book.tracks:
        return True
    listed = entries.payable_routes(view, legal, language)
    if any(entry.value == track.id and fold(entry.label) == fold(route) for entry in listed):
        return True
    fitting = list(only(entries.all_routes(view, language), route, forgives=False))
    return [book.twin_key(book.tracks[entry.value]) for entry in fitting] == [book.twin_key(track)]


def is_payment_named(view: TicketView, legal: TicketActions, track: Track, pay: str | None, language: str) -> bool:
    """Whether the cards were said, or there is nothing to say about them."""
    if track.id not in legal.tracks():
        return True
    if not pay:
        return len(list(legal.payments(track.id))) == 1
    cards = typed_payment(view.game, pay, cards_for(view.game, track.kind == "sea"))
    offered = entries.payments(legal, view.game, track.id, language)
    return cards is not None or any(only(offered, pay, forgives=False))


def check_passengers(
    view: TicketView, legal: TicketActions, claim: ClaimRoute, taken: tuple[str | None, str | None]
) -> None:
    """Where nobody travels, leaving them at home is no mistake, and a claim that is wrong anyway is refused as such."""
    named = next((n for n, typed in enumerate(taken, start=1) if typed and typed != entries.NOBODY), None)
    if named is None or claim not in legal:
        return
    draft = TicketDraft(page="claim", track=claim.track, cards=claim.cards)
    raise OptionElsewhere(f"passenger{named}", view.game, claim, draft)


def tunnel_read(view: TicketView, legal: TicketActions, me: PlayerId, pay: str | None, language: str) -> Tapped:
    action = tunnel_answer(view.game, legal, me, pay, language)
    value = entries.GIVE_UP if isinstance(action, GiveUpTunnel) else payment_id(action.cards)
    is_written = pay is not None and typed_payment(view.game, pay) is not None
    is_plain = is_written or is_named(entries.tunnel_answers(legal, language), pay or "", value)
    return read(view, language, action, is_plain=is_plain)


def tunnel_answer(
    title: str, legal: TicketActions, me: PlayerId, pay: str | None, language: str
) -> TopUpTunnel | GiveUpTunnel:
    if not pay:
        raise OptionMissing("pay")
    cards = typed_payment(title, pay)
    if cards is not None:
        return TopUpTunnel(me, cards)
    value = one_of(entries.tunnel_answers(legal, language), "pay", pay)
    return GiveUpTunnel(me) if value == entries.GIVE_UP else TopUpTunnel(me, payment_of(value) or ())


def chosen_track(view: TicketView, legal: TicketActions, route: str, language: str) -> str:
    """A payable one if any fits; else any on the map, so that the rules can say what is wrong with it."""
    if route.strip() in atlas(view.game).tracks:
        return route.strip()
    return one_of(
        entries.payable_routes(view, legal, language), "route", route, also=entries.all_routes(view, language)
    )


def chosen_payment(view: TicketView, legal: TicketActions, track: Track, pay: str | None, language: str) -> Cards:
    """What was typed, else the thriftiest; where the hand has none, what the track asks for."""
    is_payable = track.id in legal.tracks()
    if pay:
        written = typed_payment(view.game, pay, cards_for(view.game, track.kind == "sea"))
        if written is not None:
            return written
        offered = entries.payments(legal, view.game, track.id, language) if is_payable else []
        if offered:
            return payment_of(one_of(offered, "pay", pay)) or ()
    if is_payable:
        return next(iter(legal.payments(track.id)))
    if view.phase == "turn" and view.reader in view.to_act and entries.is_free(view, track):
        raise CannotPay(track.id)
    return asked_price(view, track)


def cards_for(title: str, is_sea: bool) -> set[str]:
    """The kinds of cards that pay for a route by sea or by rail."""
    return {card.id for card in atlas(title).file.cards if card.colour is None or bool(card.ships) == is_sea}


def asked_price(view: TicketView, track: Track) -> Cards:
    """The plainest payment: as many cards as spaces, of the track's colour or the one held most."""
    hand = view.hand or {}
    kinds = [card for card in atlas(view.game).file.cards if card.colour and bool(card.ships) == (track.kind == "sea")]
    colours = [card.id for card in kinds if track.colour in (None, card.colour)]
    best = max(colours, key=lambda card: hand.get(card, 0))
    loco = next(card.id for card in atlas(view.game).file.cards if card.colour is None)
    return tuple((card, n) for card, n in ((best, track.length - track.locomotives), (loco, track.locomotives)) if n)


def chosen_passenger(view: TicketView, track: str, end: int, typed: str | None, language: str) -> str | None:
    """The one named, nobody, or, left out, the first who waits there."""
    if not typed:
        return first_waiting(view, track)[end]
    value = one_of(entries.passengers(view, track, end, language), f"passenger{end + 1}", typed)
    return None if value == entries.NOBODY else value


def parse_ticket_draw(view: View, legal: AnyLegal, long: int | None = None, **_: object) -> Tapped:
    """`/tickets draw`; with two piles the mix has to be said."""
    view, legal, me = ticket_view(view, legal, "tickets")
    if long is None and len(view.piles) > 1:
        raise OptionMissing("long")
    plainly = DrawTickets(me, 0)
    if long and len(view.piles) == 1 and plainly in legal:
        raise OptionElsewhere("long", view.game, plainly, TicketDraft(page="tickets"))
    return acting(DrawTickets(me, long or 0))


def parse_ticket_keep(view: View, legal: AnyLegal, keep: str, *, language: str = "en") -> Tapped:
    """`/tickets keep`: letters such as A C, or cities that only one choice names."""
    view, legal, me = ticket_view(view, legal, "tickets")
    if not view.offer:
        return acting(KeepTickets(me, ()))
    letters = [letter for letter in keep.upper() if letter.isalnum()]
    if letters and all(letter in entries.LETTERS[: len(view.offer)] for letter in letters):
        kept = {view.offer[entries.LETTERS.index(letter)] for letter in letters}
        return acting(KeepTickets(me, tuple(ticket for ticket in view.offer if ticket in kept)))
    value = one_of(entries.kept(view, language), "keep", keep)
    kept_ones = tuple(view.offer[entries.LETTERS.index(letter)] for letter in value)
    is_plain = is_named(entries.kept(view, language), keep, value)
    return read(view, language, KeepTickets(me, kept_ones), is_plain=is_plain)


def parse_pieces(view: View, legal: AnyLegal, wagons: int, **_: object) -> Tapped:
    _view, _legal, me = world_view(view, legal)
    return acting(ChoosePieces(me, wagons))


def parse_exchange(view: View, legal: AnyLegal, direction: str, count: int, *, language: str = "en") -> Tapped:
    view, _legal, me = world_view(view, legal)
    value = one_of(entries.directions(language), "direction", direction)
    to: Literal["wagons", "ships"] = "wagons" if value == "wagons" else "ships"
    is_plain = is_named(entries.directions(language), direction, value)
    return read(view, language, ExchangePieces(me, to, count), is_plain=is_plain)


def parse_harbour(view: View, legal: AnyLegal, city: str, pay: str | None = None, *, language: str = "en") -> Tapped:
    view, legal, me = world_view(view, legal)
    offered = entries.harbour_cities(view, legal, language)
    place = one_of(offered, "city", city, also=entries.all_cities(view.game))
    cards = harbour_price(view, legal, place, pay, language)
    is_paid = typed_payment(view.game, pay) is not None if pay else len(harbour_payments(legal).get(place, [])) < 2
    is_plain = is_paid and is_named(entries.all_cities(view.game), city, place)
    return read(view, language, BuildHarbour(me, place, cards), is_plain=is_plain)


def harbour_price(view: TicketView, legal: TicketActions, city: str, pay: str | None, language: str) -> Cards:
    """What was typed, else the thriftiest."""
    prices = harbour_payments(legal).get(city, [])
    cards = typed_payment(view.game, pay) if pay else None
    if pay and cards is None and prices:
        cards = payment_of(one_of(entries.harbour_prices(legal, city, language), "pay", pay))
    return cards or next(iter(prices), ())


def parse_payment(
    view: TicketView, legal: TicketActions, draft: TicketDraft, verb: str, target: str, typed: str, language: str
) -> Tapped:
    """A payment that no menu lists, typed for what the panel is turned to: the tunnel, a harbour or a route."""
    if target and not is_turned_to(draft, verb, target):
        return Tapped(draft=draft, note="panel.changed")
    me = seat_of(view)
    check_asked(view)
    if view.phase == "tunnel":
        return tunnel_read(view, legal, me, typed, language)
    if draft.page == "harbour" and (offered := harbours_to_pick(view, legal)):
        city = draft.city if draft.city in offered else next(iter(offered))
        cards = harbour_price(view, legal, city, typed, language)
        ready = replace(draft, city=city, cards=cards)
        return Tapped(draft=ready, actions=(BuildHarbour(me, city, cards),))
    if draft.page != "claim" or draft.track not in atlas(view.game).tracks:
        raise OptionMissing("route")
    ready = replace(draft, cards=chosen_payment(view, legal, atlas(view.game).tracks[draft.track], typed, language))
    claim = claim_of(view, ready)
    assert claim is not None
    return Tapped(draft=ready, actions=(claim,))


def is_turned_to(draft: TicketDraft, verb: str, target: str) -> bool:
    """Whether the panel still shows what a field was opened for; of the harbours, one is shown before any is chosen."""
    return draft.track == target if verb == "pay" else draft.city in (None, target)


def parse_pass(view: View, legal: AnyLegal, **_: object) -> Tapped:
    _view, _legal, me = ticket_view(view, legal, "pass")
    return acting(Pass(me))


def parse_ticket_move(view: TicketView, legal: TicketActions, move: str, *, language: str = "en") -> Tapped:
    """`/play move:` reaches every legal thing, by id or by free text."""
    check_asked(view)
    action = move_of(view, legal, move.strip())
    if action is not None:
        return acting(action)
    offered = list(moves(view, legal, language))
    value = one_of(offered, "move", move)
    action = move_of(view, legal, value)
    if action is None:
        raise NothingMatches("move", move)
    is_plain = any(fold(entry.label) == fold(move) for entry in offered)
    if isinstance(action, ClaimRoute | BuildHarbour):
        is_plain = is_plain or is_claim_named(view, legal, move, action, language)
    else:
        is_plain = is_plain or is_named(offered, move, value)
    return read(view, language, action, is_plain=is_plain)
