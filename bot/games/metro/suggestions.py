"""What the options of Metro's commands offer, and what can be enlarged on its board."""

from collections.abc import Mapping

from bot.games.face import ZoomOffers
from bot.games.metro.choices import offer_of
from bot.games.metro.entries import gives, metro_moves, shown, spaces, squares, takes, turns
from bot.games.metro.status import tile_text
from bot.games.regions import board_parts
from bot.text.matching import Entry
from bot.text.names import Names
from rules.metro.board import SQUARES
from rules.metro.legal import MetroLegalActions
from rules.metro.view import MetroView


def metro_offers(
    view: MetroView,
    legal: MetroLegalActions,
    option: str,
    language: str,
    names: Names,
    chosen: Mapping[str, str],
) -> list[Entry]:
    """What an option of Metro offers now."""
    offer = offer_of(view, legal)
    match option:
        case "square":
            return squares(view, offer, language, names, chosen)
        case "turn":
            return turns(offer)
        case "tile":
            return [Entry(value=tile, label=tile_text(tile), words=(tile, tile_text(tile))) for tile in offer.tiles]
        case "give":
            return gives(view, offer, language)
        case "take":
            return takes(view, offer, language, chosen)
        case "space":
            return [Entry(value=name, label=name, words=(name,)) for name in spaces(offer)]
        case "share":
            return shown(view, offer, language)
        case "move":
            return list(metro_moves(view, legal, language, names))
        case _:
            return []


def metro_zooms(language: str, is_seated: bool) -> ZoomOffers:
    """Every square by its name."""
    places = [Entry(value=name, label=name, words=(name,)) for name in SQUARES]
    return ZoomOffers(parts=board_parts(lambda name: f"render.metro.zoom.{name}", language, is_seated), places=places)
