"""The pages on which a route is paid for: the claim itself, and a tunnel's answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.confirm import mark
from bot.games.page import Button, Choice, Page, Row
from bot.games.panel import choice
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import card_groups, cards_text, payment_id
from bot.games.tickets.choices import NOBODY, claimable_here, payments, top_ups, waiting
from bot.games.tickets.emojis import emoji_of_payment
from bot.games.tickets.labels import promise_label, route_label
from bot.games.tickets.payments import payment_for
from bot.games.tickets.pictures import TicketPicture
from bot.text.labels import LABEL, clipped
from bot.text.names import capital
from data.texts import signed
from render.tickets.emoji_names import passenger_emoji
from rules.tickets.actions import Cards, ClaimRoute
from rules.tickets.prospects import Prospects

if TYPE_CHECKING:
    from bot.games.tickets.panel import TicketPanel

BUTTONS = 5


def claim_page(panel: TicketPanel) -> Page:
    draft, book = panel.draft, atlas(panel.view.game)
    assert draft.track is not None
    offered = payments(panel.legal, draft.track)
    cards = draft.cards or offered[0]
    if cards not in offered:
        offered = [cards, *offered]
    pays = [
        choice(
            capital(payment_for(panel.view.game, draft.track, price, panel.language, "nom")),
            payment_id(price),
            is_chosen=price == cards,
            emoji=emoji_of_payment(panel.view.game, price),
        )
        for price in offered
    ]
    lines = [claim_line(panel, draft.track), claim_promise(panel, draft.track)]
    is_tunnel = book.tracks[draft.track].kind == "tunnel"
    if is_tunnel:
        lines.append(panel.say("tunnel.warning"))
    claim = ClaimRoute(panel.me, draft.track, cards, draft.passengers)
    key = "button.lay" if is_tunnel else "button.claim"
    payment = payment_on_button(panel, key, draft.track, cards)
    shown = emoji_of_payment(panel.view.game, cards)
    confirm = panel.button(key, "claim", mark(claim), good=True, payment=payment, emoji=shown)
    is_only = len(offered) == 1 and panel.legal.has_one_payment(draft.track)
    pay = () if is_only else panel.payments("pay", "menu.pay", pays, draft.track, draft.offset)
    others = claimable_here(panel.view, panel.legal, draft)
    another = (panel.button("button.another", "another"),) if len(others) > 1 else ()
    rows: list[Row] = [pay, *passenger_menus(panel), (confirm, *another, panel.back())]
    return panel.page(lines, rows, TicketPicture(kind="claim", track=draft.track, paid=cards), is_plain=is_only)


def payment_on_button(panel: TicketPanel, key: str, track: str, cards: Cards) -> str:
    """What is paid; without listing all that stands in for something, where that is too long."""
    whole = payment_for(panel.view.game, track, cards, panel.language)
    if len(panel.say(key, payment=whole)) <= LABEL:
        return whole
    return payment_for(panel.view.game, track, cards, panel.language, is_short=True)


def claim_line(panel: TicketPanel, track: str) -> str:
    """Duluth → Omaha · 2 · grey · +2 · 31 wagons left after"""
    view, found = panel.view, atlas(panel.view.game).tracks[track]
    wagons, ships = view.own_pieces or (0, 0)
    kind, left = ("ships", ships) if found.kind == "sea" else ("wagons", wagons)
    after = panel.say(f"claim.left.{kind}", n=left - found.length)
    points = signed(atlas(view.game).points(track))
    return f"{route_label(view.game, track, panel.language)} · {points} · {after}"


def claim_promise(panel: TicketPanel, track: str) -> str:
    """Finishes Dallas–New York, +11"""
    return capital(promise_label(Prospects(panel.view), track, panel.language))


def passenger_menus(panel: TicketPanel) -> list[Row]:
    """A menu for each end where somebody waits."""
    track, book = panel.draft.track, atlas(panel.view.game)
    assert track is not None
    found = book.tracks[track]
    rows: list[Row] = []
    ends = zip((found.a, found.b), waiting(panel.view, track), panel.draft.passengers, strict=True)
    for end, (city, colours, taken) in enumerate(ends, start=1):
        if colours:
            choices = [passenger_choice(panel, city, colour, taken) for colour in colours]
            leave = choice(panel.say("passenger.leave", city=book.city(city)), NOBODY, is_chosen=taken is None)
            rows.append(panel.menu(f"pass{end}", book.city(city), [*choices, leave]))
    return rows


def passenger_choice(panel: TicketPanel, city: str, colour: str, taken: str | None) -> Choice:
    label = panel.say(
        "passenger.take", city=atlas(panel.view.game).city(city), colour=panel.say(f"word.colour.{colour}")
    )
    return choice(label, colour, is_chosen=colour == taken, emoji=passenger_emoji(colour))


def tunnel_page(panel: TicketPanel) -> Page:
    view, tunnel = panel.view, panel.view.tunnel
    assert tunnel is not None
    turned = ", ".join(card_groups(tunnel.turned, panel.language, title=view.game))
    lines = [
        route_label(view.game, tunnel.track, panel.language),
        panel.say("tunnel.turned", cards=turned, n=tunnel.asked),
    ]
    offered = top_ups(panel.legal)
    if not offered:
        lines.append(panel.say("tunnel.cannot"))
    rows: list[Row] = []
    if len(offered) > BUTTONS:
        choices = [
            choice(
                capital(cards_text(cards, panel.language)), payment_id(cards), emoji=emoji_of_payment(view.game, cards)
            )
            for cards in offered
        ]
        rows.append(panel.payments("top_up", "menu.top_up", choices, "", panel.draft.offset))
    elif offered:
        rows.append(tuple(top_up_button(panel, cards) for cards in offered))
    rows.append((Button(label=panel.say("button.give_up"), verb="give_up", style="bad"),))
    return panel.page(lines, rows, TicketPicture(kind="claim", track=tunnel.track, paid=tunnel.laid))


def top_up_button(panel: TicketPanel, cards: tuple[tuple[str, int], ...]) -> Button:
    label = capital(cards_text(cards, panel.language))
    shown = emoji_of_payment(panel.view.game, cards)
    return Button(label=clipped(label, LABEL), verb="top_up", choice=payment_id(cards), style="good", emoji=shown)
