"""Actions and reasons of the ticket games in words, for hints and reviews."""

from typing import assert_never

from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import card_name, payment_text
from bot.text.names import Names, name_of
from data.texts import text
from rules.game import PlayerId
from rules.tickets import reasons as why
from rules.tickets.actions import (
    BuildHarbour,
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
from rules.tickets.reasons import TicketReason
from rules.tickets.view import TicketView

MOST_BUILT = 5
"""Tickets that a robot speaks of at the end, the dearest first."""


def ticket_move_words(view: TicketView, action: TicketAction, language: str) -> str:
    """claim Duluth → Omaha for 2 red"""
    book = atlas(view.game)
    match action:
        case ClaimRoute():
            paid = payment_text(action.cards, language)
            return text("hint.claim", language, route=book.route(action.track), cards=paid)
        case DrawCard():
            return text("hint.draw", language, card=card_name(action.card, language))
        case DrawBlind(deck=str(deck)) if len(view.decks) > 1:
            return text("hint.blind.deck", language, deck=text(f"draw.deck.{deck}", language))
        case DrawBlind():
            return text("hint.blind", language)
        case DrawTickets() if len(view.piles) > 1:
            return text("hint.tickets.long", language, n=action.long)
        case DrawTickets():
            return text("hint.tickets", language)
        case KeepTickets():
            return text("hint.keep", language, tickets=", ".join(map(book.ticket, action.tickets)))
        case TopUpTunnel():
            return text("hint.top_up", language, cards=payment_text(action.cards, language))
        case GiveUpTunnel():
            return text("hint.give_up", language)
        case ChoosePieces():
            return text("hint.pieces", language, n=action.wagons)
        case BuildHarbour():
            cards = payment_text(action.cards, language)
            return text("hint.harbour", language, city=book.city(action.city), cards=cards)
        case ExchangePieces():
            return text(f"hint.exchange.{action.to}", language, n=action.count)
        case Pass():
            return text("hint.pass", language)
        case _:
            assert_never(action)


def ticket_reason_words(view: TicketView, reason: TicketReason, names: Names, language: str) -> str:
    """it finishes Dallas–New York, 11 points"""
    book = atlas(view.game)
    match reason:
        case why.FinishesTicket():
            return text("why.finishes", language, ticket=book.ticket(reason.ticket), n=reason.points)
        case why.NearsTicket():
            return text("why.nears", language, ticket=book.ticket(reason.ticket), n=reason.spaces)
        case why.ScoresPoints():
            return text("why.points", language, n=reason.points)
        case why.FewWaysLeft():
            city, player = book.city(reason.city), name_of(names, reason.player)
            return text("why.few_ways", language, city=city, player=player, n=reason.left)
        case why.CardNeeded():
            route, ticket = book.route(reason.track), book.ticket(reason.ticket)
            return text("why.card_needed", language, route=route, ticket=ticket)
        case why.CardCollected():
            return text("why.card_collected", language, n=reason.held)
        case why.CardIsWild():
            return text("why.card_wild", language)
        case why.NothingUp():
            return text("why.nothing_up", language)
        case why.TracksAhead():
            return text("why.tracks_ahead", language, n=reason.tracks)
        case why.TicketsOpen():
            return text("why.tickets_open", language, n=reason.tickets)
        case why.NoTicketOpen():
            return text("why.no_ticket_open", language, n=reason.pieces)
        case why.TicketAhead():
            ticket = book.ticket(reason.ticket)
            spaces = text("why.spaces", language, n=reason.spaces)
            return text("why.ticket_ahead", language, ticket=ticket, n=reason.points, spaces=spaces)
        case why.SpacesAhead():
            return text("why.spaces_ahead", language, rail=reason.rail, sea=reason.sea)
        case why.TicketsAt():
            city = book.city(reason.city)
            return text("why.tickets_at", language, city=city, n=reason.tickets, done=reason.finished)
        case why.TunnelAsks():
            return text("why.tunnel_asks", language, n=reason.cards)
        case why.NothingElse():
            return text("why.nothing_else", language)
        case _:
            assert_never(reason)


def ticket_built_line(view: TicketView, seat: PlayerId, names: Names, language: str) -> str:
    """Robot 1 was building: Boston–Miami ✓, Dallas–Calgary ✗"""
    tickets = next((final.tickets for final in view.final if final.player == seat), ())
    if not tickets:
        return ""
    by_worth = sorted(tickets, key=lambda standing: (-abs(standing.points), standing.ticket))
    marks = [f"{atlas(view.game).ticket(each.ticket)} {'✓' if each.is_done else '✗'}" for each in by_worth]
    listed = ", ".join(marks[:MOST_BUILT]) + (" …" if len(marks) > MOST_BUILT else "")
    return text("end.built", language, player=name_of(names, seat), tickets=listed)
