"""Where a ticket game stands: the own hand, tickets and pieces, the row, and how everybody is doing."""

from bot.games.status import waiting_line
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import card_names, hand_text
from bot.games.tickets.labels import standing_label
from bot.text.names import Names, name_of
from data.texts import text
from rules.tickets.view import PlayerView, TicketView


def own_lines(view: TicketView, language: str, *, has_ways: bool = True) -> list[str]:
    """Hand, tickets and pieces; `has_ways`: with how far it still is to each ticket."""
    if view.hand is None:
        return []
    lines = [text("own.hand", language, cards=hand_text(view.hand, language, view.game))]
    if view.tickets:
        tickets = " · ".join(standing_label(view, standing, language, has_ways) for standing in view.tickets)
        lines.append(text("own.tickets", language, tickets=tickets))
    if view.own_pieces and view.phase != "opening":
        lines.append(text("own.pieces", language, pieces=pieces_text(view, *view.own_pieces, language)))
    return lines


def pieces_text(view: TicketView, wagons: int | None, ships: int | None, language: str) -> str:
    """31 wagons; in World also the ships"""
    if wagons is None or ships is None:
        return text("status.secret", language)
    parts = [text("word.count.wagons", language, n=wagons)]
    if "ships" in atlas(view.game).file.pieces:
        parts.append(text("word.count.ships", language, n=ships))
    return ", ".join(parts)


def status_lines(view: TicketView, names: Names, language: str) -> list[str]:
    lines = [waiting_line(view, names, language)]
    if view.turns_left is not None and not view.is_over:
        lines.append(text("status.last_round", language, n=view.turns_left))
    lines.append(row_line(view, language))
    lines += [player_line(view, player, names, language) for player in view.players]
    return lines


def row_line(view: TicketView, language: str) -> str:
    """The face-up cards and what is left in the decks."""
    row = card_names([card for card in view.row if card is not None], language, view.game)
    decks = " · ".join(f"{text(f'word.deck.{deck}', language)}: {left}" for deck, left in view.decks.items())
    tickets = sum(view.piles.values())
    return text("status.row", language, row=row or text("card.none", language), decks=decks, n=tickets)


def player_line(view: TicketView, player: PlayerView, names: Names, language: str) -> str:
    parts = [
        text("word.count.points", language, n=player.points),
        pieces_text(view, player.wagons, player.ships, language),
        text("word.count.cards", language, n=player.cards),
        text("word.count.tickets", language, n=player.tickets),
    ]
    if player.passengers:
        parts.append(text("word.count.passengers", language, n=sum(player.passengers.values())))
    if player.harbours_left:
        parts.append(text("status.harbours", language, n=player.harbours_left))
    return f"**{name_of(names, player.player)}** " + " · ".join(parts)
