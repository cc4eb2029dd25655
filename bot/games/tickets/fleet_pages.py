"""The pages that only World has: the choice of pieces, harbours and exchanges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.confirm import mark
from bot.games.page import Page, Picture, Row
from bot.games.panel import choice
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import cards_text, payment_id
from bot.games.tickets.choices import exchanges, harbour_of, harbours_to_pick, wagons_to_pick
from bot.games.tickets.emojis import emoji_of_payment
from bot.games.tickets.fleet import pieces_in_all, recommended_wagons
from bot.games.tickets.pictures import TicketPicture
from bot.text.names import capital
from data.texts import text
from render.tickets.emoji_names import HARBOUR, PILES
from rules.tickets.actions import ChoosePieces, ExchangePieces

if TYPE_CHECKING:
    from bot.games.tickets.panel import TicketPanel


def pieces_page(panel: TicketPanel) -> Page:
    best, total = recommended_wagons(panel.view.game), pieces_in_all(panel.view.game)
    offered = wagons_to_pick(panel.view.game, panel.legal)
    wanted = panel.draft.count if panel.draft.count in offered else offered[0]
    choices = [
        choice(
            pieces_label(wagons, total - wagons, panel.language),
            str(wagons),
            panel.say("pieces.recommended") if wagons == best else "",
            is_chosen=wagons == wanted,
        )
        for wagons in offered
    ]
    label = pieces_label(wanted, total - wanted, panel.language)
    choose = ChoosePieces(panel.me, wanted)
    confirm = panel.button("button.pieces", "choose", mark(choose), good=True, pieces=label)
    lines = [panel.say("pieces.prompt", n=total), panel.say("pieces.secret")]
    menu = panel.menu("pieces", panel.say("menu.pieces"), choices)
    return panel.page(lines, [menu, (confirm,)], Picture(kind="hand"))


def pieces_label(wagons: int, ships: int, language: str) -> str:
    """20 wagons + 40 ships"""
    return f"{text('word.count.wagons', language, n=wagons)} + {text('word.count.ships', language, n=ships)}"


def harbour_page(panel: TicketPanel) -> Page:
    book, offered = atlas(panel.view.game), harbours_to_pick(panel.view, panel.legal)
    build = harbour_of(panel.view, panel.legal, panel.draft)
    assert build is not None
    city, cards, prices = build.city, build.cards, offered[build.city]
    if cards not in prices:
        prices = [cards, *prices]
    cities = [choice(book.city(place), place, is_chosen=place == city, emoji=HARBOUR) for place in offered]
    pays = [
        choice(
            capital(cards_text(payment, panel.language)),
            payment_id(payment),
            is_chosen=payment == cards,
            emoji=emoji_of_payment(panel.view.game, payment),
        )
        for payment in prices
    ]
    rows: list[Row] = [
        panel.menu("port", panel.say("menu.harbour"), cities, panel.draft.city_offset),
        panel.payments("port_pay", "menu.pay", pays, city, panel.draft.offset)
        if len(pays) > 1
        else panel.menu("port_pay", panel.say("menu.pay"), pays),
        (
            panel.button("button.build", "build", mark(build), good=True, city=book.city(city), emoji=HARBOUR),
            panel.back(),
        ),
    ]
    return panel.page([panel.say("harbour.prompt")], rows, TicketPicture(kind="harbour", city=city, paid=cards))


def exchange_page(panel: TicketPanel) -> Page:
    draft = panel.draft
    rows: list[Row] = []
    for to in ("ships", "wagons"):
        choices = [
            choice(
                panel.say(f"exchange.to_{to}", n=count),
                str(count),
                is_chosen=(draft.to, draft.count) == (to, count),
                emoji=PILES[to],
            )
            for count in exchanges(panel.legal, to)
        ]
        if choices:
            rows.append(panel.menu(f"to_{to}", panel.say(f"menu.to_{to}"), choices, draft.offset))
    if draft.to and draft.count:
        swap = ExchangePieces(panel.me, draft.to, draft.count)
        confirm = panel.button("button.swap", "swap", mark(swap), good=True, n=draft.count)
    else:
        confirm = panel.button("button.swap.none", "swap", good=True, off=True)
    return panel.page([panel.say("exchange.prompt")], [*rows, (confirm, panel.back())], Picture(kind="hand"))
