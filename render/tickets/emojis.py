"""Cards, players, passengers and harbours of the ticket games as small pictures."""

from functools import partial

import msgspec

from render.kit.canvas import Canvas
from render.kit.emoji import CORNER, MIDDLE, SIZE, emoji, rims, tile
from render.kit.symbols import ICONS, SYMBOLS, locomotive, mark, passenger, ship, wagon
from render.kit.theme import NIGHT, PAPER, PLAYERS, ROUTES, WHITE, Colour
from render.tickets.cards import BALLAST, DEEP, HARBOUR, RAIL, WATER, harbour_sign
from render.tickets.emoji_names import (
    DECK,
    SHIP,
    TICKET,
    WAGON,
    card_emoji,
    harbour_emoji,
    passenger_emoji,
    player_emoji,
)
from render.tickets.emoji_names import HARBOUR as HARBOUR_NAME
from render.tickets.pieces import harbour
from rules.tickets.features import AnyFeature
from rules.tickets.features.passengers import Passengers
from rules.tickets.maps import Card, load_map

WILD = tuple(colour for colour in ROUTES if colour != "gray")
FOOT = 74.0
"""Where the foot of a card begins that has one."""
ICON = 46.0


def draw_emojis(title: str) -> dict[str, bytes]:
    """By name; what two titles share looks the same in both."""
    file = load_map(title)
    found = {card_emoji(card): emoji(partial(draw_card, card=card)) for card in file.cards}
    found |= {player_emoji(colour): emoji(partial(draw_player, colour=colour)) for colour in PLAYERS}
    found |= {name: emoji(partial(draw_icon, icon=icon, fill=fill)) for name, (icon, fill) in SIGNS.items()}
    for feature in (msgspec.json.decode(raw, type=AnyFeature) for raw in file.features):
        if isinstance(feature, Passengers):
            found |= {passenger_emoji(each): emoji(partial(draw_passenger, colour=each)) for each in feature.colours}
    if any(card.harbour for card in file.cards):
        found |= {harbour_emoji(colour): emoji(partial(draw_harbour, colour=colour)) for colour in PLAYERS}
    return found


SIGNS: dict[str, tuple[str, Colour]] = {
    DECK: ("cards", NIGHT),
    TICKET: ("ticket", RAIL),
    WAGON: ("wagon", RAIL),
    SHIP: ("ship", DEEP),
    HARBOUR_NAME: ("anchor", HARBOUR),
}


def draw_card(canvas: Canvas, card: Card) -> None:
    if card.colour is None:
        draw_wild(canvas)
        return
    route = ROUTES[card.colour]
    tile(canvas, route.fill)
    has_foot = card.ships > 0 or card.deck == "wagons"
    across = MIDDLE - 20 if card.harbour else MIDDLE
    down, size = (44.0, 22.0) if has_foot else (MIDDLE, 34.0)
    SYMBOLS[route.symbol or "dot"](canvas.at(across, down, 0, size), route.ink)
    if card.ships:
        canvas.rounded(12, FOOT, SIZE - 12, SIZE - 12, CORNER - 8, WATER, "0011")
        for i in range(card.ships):
            ship(canvas.at(MIDDLE + (i - (card.ships - 1) / 2) * 46, 95, 0, 28 if card.ships == 1 else 21), DEEP, WATER)
    elif has_foot:
        canvas.rounded(12, FOOT, SIZE - 12, SIZE - 12, CORNER - 8, BALLAST, "0011")
        wagon(canvas.at(MIDDLE, 94, 0, 26), RAIL, BALLAST)
    if card.harbour:
        harbour_sign(canvas, 98, 30, 26)


def draw_wild(canvas: Canvas) -> None:
    tile(canvas, WHITE)
    left, right, top, bottom = 12.0, SIZE - 12.0, 12.0, SIZE - 12.0
    width = (right - left) / len(WILD)
    for i, colour in enumerate(WILD):
        corners = "1001" if i == 0 else "0110" if i == len(WILD) - 1 else "0000"
        canvas.rounded(left + i * width, top, left + (i + 1) * width, bottom, CORNER - 8, ROUTES[colour].fill, corners)
    canvas.rounded(14, 30, SIZE - 14, SIZE - 30, 10, NIGHT)
    locomotive(canvas.at(MIDDLE, MIDDLE - 1, 0, 42), WHITE, NIGHT)


def draw_player(canvas: Canvas, colour: str) -> None:
    """The wagon that stands for a player, broad enough for its mark to be seen."""
    rims(canvas, 2, 22, SIZE - 2, SIZE - 22, 20)
    canvas.rounded(12, 32, SIZE - 12, SIZE - 32, 12, PLAYERS[colour].fill)
    mark(canvas.at(MIDDLE, MIDDLE), colour, SIZE - 24, SIZE - 64)


def draw_icon(canvas: Canvas, icon: str, fill: Colour) -> None:
    tile(canvas, fill)
    ICONS[icon](canvas.at(MIDDLE, MIDDLE, 0, ICON * 0.9), PAPER, fill)


def draw_passenger(canvas: Canvas, colour: str) -> None:
    """With a rim of light beyond its own, since that of all but one is dark."""
    frame = canvas.at(MIDDLE, MIDDLE + 2, 0, 54)
    rim = 0.22
    frame.disc(0, -0.52, 0.44 + rim, WHITE)
    frame.polygon([(-0.3 - rim, -0.2), (0.3 + rim, -0.2), (0.66 + rim, 1.1), (-0.66 - rim, 1.1)], WHITE)
    passenger(frame, colour)


def draw_harbour(canvas: Canvas, colour: str) -> None:
    harbour(canvas, MIDDLE, MIDDLE, colour, 56)
