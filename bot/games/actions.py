"""A move in few words, for hints, plans and votes: Duluth → Omaha · 2 · grey · pay 2 red"""

from bot.games.metro.status import tile_text
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import card_name, cards_text, payment_text
from bot.games.tickets.fleet import pieces_in_all
from bot.text.labels import claim_label, ticket_label
from bot.text.names import capital
from data.texts import text
from rules.game import Action, View
from rules.metro.actions import DrawTile, ExchangeShare, PlaceTile, PlaceTrain
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
    TopUpTunnel,
)


def action_label(view: View, action: Action, language: str) -> str:
    match action:
        case PlaceTile() | DrawTile() | ExchangeShare() | PlaceTrain():
            return _metro_label(action, language)
        case DrawCard():
            return text("draw.from_row", language, card=capital(card_name(action.card, language)))
        case DrawBlind():
            return text(f"draw.deck.{action.deck or 'cards'}", language)
        case ClaimRoute():
            return claim_label(view.game, action.track, action.cards, language)
        case DrawTickets():
            return text("move.tickets", language)
        case KeepTickets():
            kept = " · ".join(ticket_label(view.game, ticket, language) for ticket in action.tickets)
            return f"{text('button.keep.none', language)}: {kept}"
        case TopUpTunnel():
            return f"{text('menu.top_up', language)}: {payment_text(action.cards, language)}"
        case GiveUpTunnel():
            return text("answer.give_up", language)
        case ChoosePieces() | BuildHarbour() | ExchangePieces():
            return _fleet_label(view, action, language)
        case Pass():
            return text("button.pass", language)
        case _:
            raise TypeError(type(action).__name__)


def _fleet_label(view: View, action: ChoosePieces | BuildHarbour | ExchangePieces, language: str) -> str:
    match action:
        case ChoosePieces():
            ships = text("word.count.ships", language, n=pieces_in_all(view.game) - action.wagons)
            return f"{text('word.count.wagons', language, n=action.wagons)} + {ships}"
        case BuildHarbour():
            built = text("move.harbour", language, city=atlas(view.game).city(action.city))
            return f"{built} · {cards_text(action.cards, language)}"
        case ExchangePieces():
            return text(f"exchange.to_{action.to}", language, n=action.count)


def _metro_label(action: PlaceTile | DrawTile | ExchangeShare | PlaceTrain, language: str) -> str:
    match action:
        case PlaceTile():
            placed = text("button.place", language, square=action.square)
            return f"{placed} · {tile_text(action.tile, action.turn)}" if action.tile else placed
        case DrawTile():
            return text("button.draw_tile", language)
        case ExchangeShare():
            return text(f"move.share.{action.take}", language, share=f"{action.give}%")
        case PlaceTrain():
            return text("button.put_train", language, space=action.space)
