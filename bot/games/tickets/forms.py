"""The forms of the ticket games: tickets to keep, a route to claim, a payment by colours."""

from bot.games.form import Form, FormField
from bot.games.menus import MENU, OTHER
from bot.games.panel import choice
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import card_name
from bot.games.tickets.choices import CHOOSE, claimable, harbour_of, harbour_payments, payments, top_ups, waiting
from bot.games.tickets.draft import TicketDraft
from bot.games.tickets.emojis import emoji_of_card, emoji_of_payment
from bot.games.tickets.entries import LETTERS
from bot.games.tickets.labels import price_label, route_label, ticket_label, ticket_pile
from bot.games.tickets.payments import stand_in_rule
from bot.text.names import capital
from data.texts import text
from rules.tickets.actions import Cards
from rules.tickets.legal import TicketActions
from rules.tickets.view import TicketView

MOST_FIELDS = 5
AT_ONCE = 10
"""So many routes can be seen without opening a menu."""


def ticket_form(
    view: TicketView, legal: TicketActions, draft: TicketDraft, verb: str, value: str, language: str
) -> Form | None:
    """What a button or a menu's last entry opens now; None where there is nothing to ask, or too much for a form."""
    match verb:
        case "keep_form" if "keep" in view.asked:
            return keep_form(view, draft, language)
        case "claim_form" if view.phase == "turn" and legal.tracks():
            return claim_form(view, legal, language)
        case "pay" | "port_pay" | "top_up" if value.startswith(OTHER):
            return payment_form(view, legal, draft, verb, value.partition(":")[2], language)
        case _:
            return None


def keep_form(view: TicketView, draft: TicketDraft, language: str) -> Form:
    choices = tuple(
        choice(
            f"{LETTERS[place]} · {ticket_label(view.game, ticket, language)}",
            ticket,
            ticket_pile(view.game, ticket, language),
            is_chosen=ticket in draft.kept,
        )
        for place, ticket in enumerate(view.offer)
    )
    least, most = view.keep_at_least, len(view.offer)
    label = text("form.keep.label", language, n=least)
    field = FormField(name="keep", label=label, choices=choices, least=least, most=most)
    return Form(title=text("form.keep.title", language), verb="keep_sent", fields=(field,))


def claim_form(view: TicketView, legal: TicketActions, language: str) -> Form:
    """The likeliest at a glance, the rest in a menu."""
    tracks = [track.id for track in claimable(view, legal)]
    first, rest = tracks[:AT_ONCE], tracks[AT_ONCE : AT_ONCE + MENU]

    def field(name: str, listed: list[str], least: int) -> FormField:
        choices = tuple(
            choice(
                route_label(view.game, track, language),
                track,
                price_label(view.game, track, payments(legal, track)[0], language),
                emoji=emoji_of_payment(view.game, payments(legal, track)[0]),
            )
            for track in listed
        )
        about = text(f"form.{name}.about", language)
        return FormField(
            name=name, label=text(f"form.{name}.label", language), about=about, choices=choices, least=least
        )

    fields = [field("claim", first, 0 if rest else 1), *([field("claim_other", rest, 0)] if rest else ())]
    if any(waiting(view, track) != ((), ()) for track in first + rest):
        fields.append(passenger_field(language))
    return Form(title=text("form.claim.title", language), verb="claim_sent", fields=tuple(fields))


def passenger_field(language: str) -> FormField:
    """Who waits first is taken, unless somebody would rather choose."""
    ways = ("first", CHOOSE)
    choices = tuple(
        choice(text(f"form.passengers.{'choose' if way == CHOOSE else way}", language), way, is_chosen=way == "first")
        for way in ways
    )
    return FormField(name="passengers", label=text("form.passengers.label", language), choices=choices)


def payment_form(
    view: TicketView, legal: TicketActions, draft: TicketDraft, verb: str, target: str, language: str
) -> Form | None:
    """So many of each kind of card that could be among it; where that takes too many fields, it is typed."""
    kinds, chosen = payable(view, legal, draft, verb), dict(draft.cards or ())
    if not 1 < len(kinds) <= MOST_FIELDS:
        return None
    fields = tuple(
        FormField(
            name=card,
            label=capital(card_name(card, language)),
            about=text("form.pay.about", language, n=held),
            choices=tuple(
                choice(
                    str(count),
                    f"{card}{count}",
                    is_chosen=count == min(chosen.get(card, 0), held),
                    emoji=emoji_of_card(view.game, card),
                )
                for count in range(min(held, MENU - 1) + 1)
            ),
        )
        for card, held in kinds.items()
    )
    return Form(title=text("modal.pay.title", language), verb=verb, fields=fields, target=target, is_typed=True)


def payable(view: TicketView, legal: TicketActions, draft: TicketDraft, verb: str) -> dict[str, int]:
    """Kinds of cards that a payment for what is shown may have, and how many are held."""
    hand = view.hand or {}
    offered: list[Cards] = []
    if verb == "top_up":
        offered = list(top_ups(legal))
    elif verb == "port_pay":
        build = harbour_of(view, legal, draft)
        offered = harbour_payments(legal).get(build.city, []) if build else []
    elif draft.track in legal.tracks():
        assert draft.track is not None
        track = atlas(view.game).tracks[draft.track]
        if stand_in_rule(view.game, track.tariff or track.kind)[1]:
            return dict(hand)
        offered = payments(legal, draft.track)
    used = {card for cards in offered for card, _ in cards}
    return {card: held for card, held in hand.items() if card in used}
