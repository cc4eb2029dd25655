"""The board as text, for those who can't or don't want to look at a picture."""

from bot.games.metro.status import line_text, tile_text
from bot.games.tickets.atlas import atlas
from bot.text.names import Names, name_of
from data.texts import text
from rules.game import View
from rules.metro.view import MetroView
from rules.tickets.view import TicketView


def board_lines(view: View, names: Names, language: str) -> list[str]:
    """Everything that lies on the board, a line for each player, place or line."""
    match view:
        case TicketView():
            return ticket_board(view, names, language)
        case MetroView():
            return metro_board(view, names, language)
        case _:
            return []


def ticket_board(view: TicketView, names: Names, language: str) -> list[str]:
    book = atlas(view.game)
    lines = []
    for player in range(view.seats):
        routes = sorted(book.route(track) for track, owner in view.owners.items() if owner == player)
        harbours = [book.city(harbour.city) for harbour in view.harbours if harbour.player == player]
        parts = [" · ".join(routes) or text("board.no_routes", language)]
        parts += [text("digest.harbour", language, city=city) for city in harbours]
        lines.append(f"**{name_of(names, player)}** ({len(routes)}): {' · '.join(parts)}")
    for place, colours in view.passengers.items():
        if colours:
            listed = ", ".join(text(f"word.colour.{colour}", language) for colour in colours)
            lines.append(text("board.waiting", language, city=book.city(place), n=len(colours), colours=listed))
    return lines


def metro_board(view: MetroView, names: Names, language: str) -> list[str]:
    lines = [line_text(view, line, names, language) for line in view.lines if line.owner is not None]
    tiles = [f"{tile.square} {tile_text(tile.tile, tile.turn)}" for tile in view.laid]
    return [*lines, " · ".join(tiles)] if tiles else lines
