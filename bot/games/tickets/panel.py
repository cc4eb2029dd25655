"""The pages of a ticket game's private panel."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.confirm import mark
from bot.games.form import ASKS
from bot.games.menus import OTHER
from bot.games.page import Button, Choice, Menu, Page, Picture, Row
from bot.games.panel import Panel, choice
from bot.games.status import waiting_line
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import card_name
from bot.games.tickets.choices import (
    ALL,
    Mix,
    actions_of,
    cities_to_pick,
    claimable_here,
    mixes,
    payments,
)
from bot.games.tickets.claim_page import claim_page, tunnel_page
from bot.games.tickets.draft import TicketDraft
from bot.games.tickets.emojis import emoji_of_card, emoji_of_payment
from bot.games.tickets.entries import LETTERS
from bot.games.tickets.fleet_pages import exchange_page, harbour_page, pieces_page
from bot.games.tickets.labels import deck_label, price_label, promise_label, route_label, ticket_label, ticket_pile
from bot.games.tickets.pictures import TicketPicture
from bot.games.tickets.status import own_lines
from bot.text.names import capital
from render.tickets.emoji_names import DECK, HARBOUR, PILES, SHIP, TICKET
from rules.tickets.actions import DrawBlind, KeepTickets
from rules.tickets.legal import TicketActions
from rules.tickets.prospects import Prospects
from rules.tickets.view import TicketView

TICKED, UNTICKED = "☑", "☐"
COACHED = ("claim", "tickets", "harbour", "exchange")
"""Pages of a turn that have advice of their own."""


@dataclass(frozen=True)
class TicketPanel(Panel[TicketView, TicketActions, TicketDraft]):
    def payments(self, verb: str, key: str, choices: Sequence[Choice], target: str, offset: int = 0) -> Menu:
        """A menu of payments for a route or a harbour; any that it doesn't list can be typed."""
        other = choice(self.say("menu.other"), f"{OTHER}{self.language}:{target}")
        return self.menu(verb, self.say(key), choices, offset, (other,))

    @property
    def coach_topic(self) -> str:
        match self.view.phase:
            case "second_card" | "tunnel":
                return self.view.phase
            case "choosing_tickets":
                return "tickets"
            case "turn" if self.draft.page in COACHED:
                return self.draft.page
            case _:
                return "turn"

    @property
    def lead_topic(self) -> str:
        asked, topic = self.view.asked, self.coach_topic
        if "keep" in asked:
            return "keep"
        if "pieces" in asked:
            return "pieces"
        if self.view.phase == "opening":
            return "mix"
        return "turn.claim" if topic == "turn" and "claim" in asked else topic


def ticket_page(panel: TicketPanel) -> Page:
    """The page for what is asked now; within a turn, the one that the draft has been turned to."""
    asked = panel.view.asked
    if not asked:
        return waiting_page(panel)
    if "keep" in asked:
        return keep_page(panel)
    if "pieces" in asked:
        return pieces_page(panel)
    if "give_up" in asked or "top_up" in asked:
        return tunnel_page(panel)
    if panel.view.phase == "second_card":
        return second_page(panel)
    if panel.view.phase == "opening":
        return tickets_page(panel)
    return turned_page(panel)


def turned_page(panel: TicketPanel) -> Page:
    draft, asked = panel.draft, panel.view.asked
    match draft.page:
        case "claim" if draft.track in panel.legal.tracks():
            return claim_page(panel)
        case "tickets" if "tickets" in asked:
            return tickets_page(panel)
        case "harbour" if "harbour" in asked:
            return harbour_page(panel)
        case "exchange" if "exchange" in asked:
            return exchange_page(panel)
        case _:
            return home_page(panel)


def home_page(panel: TicketPanel) -> Page:
    lines = [panel.header(), *own_lines(panel.view, panel.language)]
    picture = Picture(kind="hand")
    if panel.view.asked == ("pass",):
        lines.append(panel.say("home.pass"))
        return panel.page(lines, [(panel.button("button.pass", "pass", good=True),)], picture)
    rows = world_rows(panel) if len(atlas(panel.view.game).decks) > 1 else usual_rows(panel)
    return panel.page(lines, rows, picture)


def usual_rows(panel: TicketPanel) -> list[Row]:
    blind = blind_buttons(panel)
    two = (
        (panel.button("button.two_blind", "blind2", emoji=DECK),)
        if blind and sum(panel.view.decks.values()) > 1
        else ()
    )
    tickets = (panel.button("button.tickets", "tickets", off="tickets" not in panel.view.asked, emoji=TICKET),)
    return [row_buttons(panel), (*blind, *two, *tickets), *claim_menus(panel)]


def world_rows(panel: TicketPanel) -> list[Row]:
    cards, asked = row_buttons(panel), panel.view.asked
    last: Row = (
        panel.button("button.harbour", "harbour", off="harbour" not in asked, emoji=HARBOUR),
        panel.button("button.exchange", "exchange", off="exchange" not in asked, emoji=SHIP),
        panel.button("button.tickets", "tickets", off="tickets" not in asked, emoji=TICKET),
    )
    refill = (refill_button(panel),) if cards else ()
    return [cards[:5], (*cards[5:], *blind_buttons(panel), *refill), *claim_menus(panel), last]


def row_buttons(panel: TicketPanel) -> tuple[Button, ...]:
    """One for every card of the row; a card that can't be taken now is greyed."""
    view = panel.view
    if "draw" not in view.asked:
        return ()
    wild = [card.id for card in atlas(view.game).file.cards if card.colour is None]
    barred = wild if view.phase == "second_card" and atlas(view.game).file.row.wild_limit else []
    return tuple(
        Button(
            label=capital(card_name(card, panel.language)),
            verb="draw",
            choice=f"{place}-{card}",
            is_disabled=card in barred,
            emoji=emoji_of_card(view.game, card),
        )
        for place, card in enumerate(view.row)
        if card is not None
    )


def blind_buttons(panel: TicketPanel) -> tuple[Button, ...]:
    decks = [action.deck for action in actions_of(panel.legal, "blind") if isinstance(action, DrawBlind)]
    return tuple(blind_button(panel, deck or next(iter(panel.view.decks)), deck or "") for deck in decks)


def blind_button(panel: TicketPanel, deck: str, choice: str) -> Button:
    label = deck_label(deck, panel.view.decks[deck], panel.language)
    return Button(label=label, verb="blind", choice=choice, emoji=PILES.get(deck, ""))


def refill_button(panel: TicketPanel) -> Button:
    return panel.button("button.refill", "refill", deck=panel.say(f"refill.{panel.draft.refill or 'same'}"))


def claim_menus(panel: TicketPanel) -> list[Row]:
    """The routes that can be paid, and the cities to narrow them by."""
    view, draft = panel.view, panel.draft
    prospects = Prospects(view)
    tracks = claimable_here(view, panel.legal, draft, prospects)
    if not tracks:
        return []
    choices = [
        choice(
            route_label(view.game, track.id, panel.language),
            track.id,
            about_route(panel, prospects, track.id),
            emoji=emoji_of_payment(view.game, payments(panel.legal, track.id)[0]),
        )
        for track in tracks
    ]
    rows: list[Row] = [panel.menu("route", panel.say("menu.claim", n=len(tracks)), choices, draft.offset)]
    cities = cities_to_pick(view, panel.legal, draft, prospects)
    if len(cities) > 2:
        rows.append(city_menu(panel, cities))
    return rows


def about_route(panel: TicketPanel, prospects: Prospects, track: str) -> str:
    """finishes Dallas–New York, +11 · pay 2 red · +2"""
    price = price_label(panel.view.game, track, payments(panel.legal, track)[0], panel.language)
    return " · ".join(part for part in (promise_label(prospects, track, panel.language), price) if part)


def city_menu(panel: TicketPanel, cities: list[str]) -> Row:
    book, draft = atlas(panel.view.game), panel.draft
    choices = [
        choice(
            panel.say("menu.all_cities") if city == ALL else book.city(city), city, is_chosen=city == draft.from_city
        )
        for city in cities
    ]
    return panel.menu("city", panel.say("menu.from_city"), choices, draft.city_offset)


def second_page(panel: TicketPanel) -> Page:
    lines = [panel.header(), panel.say("second.prompt"), *own_lines(panel.view, panel.language, has_ways=False)]
    cards = row_buttons(panel)
    blind = blind_buttons(panel)
    if len(atlas(panel.view.game).decks) > 1:
        blind = (*blind, refill_button(panel))
    if any(button.is_disabled for button in cards):
        lines.insert(2, capital(panel.say("second.no_locomotive", card=card_name(wild_card(panel), panel.language))))
    return panel.page(lines, [cards[:5], (*cards[5:], *blind)], Picture(kind="hand"))


def wild_card(panel: TicketPanel) -> str:
    return next(card.id for card in atlas(panel.view.game).file.cards if card.colour is None)


def tickets_page(panel: TicketPanel) -> Page:
    """Before drawing; with two piles, the mix is announced here."""
    view, file = panel.view, atlas(panel.view.game).file
    is_opening = view.phase == "opening"
    rule = file.opening_tickets if is_opening else file.turn_tickets
    draw = min(rule.draw, sum(view.piles.values()))
    back = () if is_opening else (panel.back(),)
    lines = [panel.header(), panel.say("tickets.prompt", n=draw, keep=min(rule.keep, draw))]
    if len(view.piles) == 1:
        return panel.page(
            lines, [(panel.button("button.draw_tickets", "mix", "0", good=True, n=draw, emoji=TICKET), *back)]
        )
    lines.append(panel.say("tickets.mix"))
    buttons = tuple(mix_button(panel, mix) for mix in mixes(view, panel.legal))
    return panel.page(lines, [buttons, back])


def mix_button(panel: TicketPanel, mix: Mix) -> Button:
    if mix.short and mix.long:
        return panel.button("button.mix.both", "mix", str(mix.announced), short=mix.short, long=mix.long)
    key = "button.mix.long" if mix.long else "button.mix.short"
    return panel.button(key, "mix", str(mix.announced), n=mix.short + mix.long)


def keep_page(panel: TicketPanel) -> Page:
    """A button for each ticket ticks it, and one for the form in which all are ticked at once."""
    view = panel.view
    kept = [ticket for ticket in view.offer if ticket in panel.draft.kept]
    ticks = tuple(
        Button(label=f"{TICKED if ticket in kept else UNTICKED} {LETTERS[place]}", verb="tick", choice=ticket)
        for place, ticket in enumerate(view.offer)
    )
    letters = ", ".join(LETTERS[view.offer.index(ticket)] for ticket in kept)
    is_enough = len(kept) >= view.keep_at_least
    key = "button.keep" if is_enough else "button.keep.none"
    keeping = mark(KeepTickets(panel.me, panel.draft.kept))
    confirm = panel.button(key, "kept", keeping, good=True, off=not is_enough, letters=letters)
    lines = [panel.header(), panel.say("keep.prompt", n=view.keep_at_least), *offered(panel)]
    form = panel.button("button.keep_form", f"keep{ASKS}")
    return panel.page(lines, [ticks, (confirm, form)], TicketPicture(kind="offer"))


def ticket_words(title: str, ticket: str, language: str) -> str:
    """Boston–Miami 12, with its pile where there are two"""
    pile = ticket_pile(title, ticket, language)
    is_tour = atlas(title).tickets[ticket].in_order is not None
    label = ticket_label(title, ticket, language)
    return f"{label} · {pile}" if pile and not is_tour else label


def offered(panel: TicketPanel) -> list[str]:
    title, language = panel.view.game, panel.language
    labels = [ticket_words(title, ticket, language) for ticket in panel.view.offer]
    lines = [f"**{letter}** {label}" for letter, label in zip(LETTERS, labels, strict=False)]
    has_tour = any(atlas(panel.view.game).tickets[ticket].in_order is not None for ticket in panel.view.offer)
    return [*lines, capital(panel.say("ticket.tour"))] if has_tour else lines


def waiting_page(panel: TicketPanel) -> Page:
    """Not the reader's turn: the own hand, whom the table waits for, and what can be done meanwhile."""
    view, settings = panel.view, panel.settings
    table = settings.table or panel.say(f"word.game.{view.game}")
    lines = [
        f"{table} · {settings.link}" if settings.link else table,
        waiting_line(view, panel.names, panel.language),
        *own_lines(view, panel.language),
    ]
    buttons = (panel.button("button.hand", "hand"), panel.button("button.board", "board"))
    return panel.page(lines, [buttons], Picture(kind="hand"))
