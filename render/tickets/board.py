"""The board of a ticket game: a tuple of layers from back to front, pasted on a base that never changes."""

import math
from collections.abc import Callable, Sequence

from render.kit.seat import Seat
from render.kit.sheet import Sheet
from render.tickets import panel, tiles
from render.tickets.base import FEW, STRIP, TITLE, board_base, layout_of
from render.tickets.map_layers import MAP_LAYERS
from render.tickets.moves import LINE, last_move
from render.tickets.scene import Scene, scene_of
from rules.game import Event
from rules.tickets.view import TicketView

Layer = Callable[[Sheet, Scene], None]
MARGIN, SLIM, GAP, SMALL = 16, 12, 12, 25


def draw_board(
    view: TicketView,
    seats: Sequence[Seat],
    *,
    events: Sequence[Event] = (),
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """The board as a PNG. `events` are those of the last turn, as their reader may see them: they are highlighted.
    With the events of several turns all their claims are."""
    return painted(scene_of(view, seats, events, theme, language, table))


def draw_since(
    view: TicketView,
    seats: Sequence[Seat],
    *,
    events: Sequence[Event] = (),
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """The board with all that the events of several turns have put on it, numbered in order; the rest is paler."""
    return painted(scene_of(view, seats, events, theme, language, table, is_since=True))


def painted(scene: Scene) -> bytes:
    sheet = Sheet(board_base(scene.view.game, scene.theme.name, scene.view.seats))
    for layer in LAYERS:
        layer(sheet, scene)
    # Beside a tall map there is a wide panel, which packs well.
    return sheet.png(closely=not layout_of(scene.drawn_map).is_tall)


def around(sheet: Sheet, scene: Scene) -> None:
    if layout_of(scene.drawn_map).is_tall:
        side_panel(sheet, scene)
    else:
        title(sheet, scene)
        strip(sheet, scene)


def title(sheet: Sheet, scene: Scene) -> None:
    """Two lines: whose turn it is, and what was done last."""
    first, theme = 35, scene.theme
    x = panel.head(sheet, scene, 12, first)
    wide = sheet.text(sheet.width - 18, first, panel.subtitle(scene), SMALL, theme.dim, theme.panel, "semibold", "r")
    room = sheet.width - 18 - int(wide) - 30 - panel.last_round_width(scene)
    right = panel.pill(sheet, scene, (x + 6, 6, room, 64), most=room)
    panel.last_round(sheet, scene, right + 20, first)
    last_move(sheet, scene, (18, 66, sheet.width - 18, TITLE))


def strip(sheet: Sheet, scene: Scene) -> None:
    width, height = sheet.width, sheet.height
    top = height - STRIP + MARGIN
    has_two = len(scene.view.decks) > 1
    card, pitch, deck = ((72, 136), 81, 122) if has_two else ((86, 136), 98, 122)
    decks_left = width - MARGIN - deck
    cards_left = decks_left - 8 - pitch * len(scene.view.row)
    panel.row(sheet, scene, cards_left, top + 8, card, pitch)
    found = panel.decks(scene)
    tall = (STRIP - 2 * MARGIN - 9 * (len(found) - 1)) // len(found)
    for i, (icon, value, fill, note) in enumerate(found):
        y = top + i * (tall + 9)
        panel.counter(sheet, scene, (decks_left, y, width - MARGIN, y + tall), icon, value, fill, note)
    room = cards_left - 18 - MARGIN
    seats = scene.view.seats
    each = min(360, (room - GAP * (seats - 1)) // seats)
    for player in range(seats):
        x = MARGIN + player * (each + GAP)
        tiles.strip_tile(sheet, scene, player, (x, top, x + each, height - MARGIN))


def side_panel(sheet: Sheet, scene: Scene) -> None:
    """With few players it is narrow, and as there is room below, the last move may take a line more."""
    height, theme, seats = sheet.height, scene.theme, scene.view.seats
    margin, lines = (SLIM, 3) if seats <= FEW else (MARGIN, 2)
    left, right = layout_of(scene.drawn_map).map_box[2] + margin, sheet.width - margin
    panel.head(sheet, scene, left - 6, 42)
    panel.pill(sheet, scene, (left, 80, right, 146))
    last_move(sheet, scene, (left, 150, right, 150 + lines * LINE))
    y = 150 + lines * LINE + 10
    if panel.last_round_width(scene):
        panel.last_round(sheet, scene, left, y + 27)
        y += 64
    sheet.text(right, height - 20, panel.subtitle(scene), SMALL, theme.dim, theme.panel, "semibold", "r", right - left)
    bottom = side_foot(sheet, scene, left, right, height - 36)
    each = min(290, (bottom - y - 14) // seats - GAP)
    spare = (bottom - y - 14 - seats * (each + GAP)) // 2
    for player in range(seats):
        top = y + 6 + spare + player * (each + GAP)
        tiles.side_tile(sheet, scene, player, (left, top, right, top + each))


def side_foot(sheet: Sheet, scene: Scene, left: int, right: int, bottom: int) -> int:
    """Row, decks and waiting passengers from the bottom up; returns where they begin."""
    is_narrow = scene.view.seats <= FEW
    if scene.drawn_map.has_passengers:
        tall = 92 if is_narrow else 50
        box = (left, bottom - tall, right, bottom)
        panel.waiting_passengers(sheet, scene, box, tiles.PASSENGERS, rows=2 if is_narrow else 1)
        bottom -= tall + 8
    found = panel.decks(scene)
    across = 1 if is_narrow and any(note for *_, note in found) else 2
    each = (right - left - 10 * (across - 1)) // across
    rows = math.ceil(len(found) / across)
    for i, (icon, value, fill, note) in enumerate(found):
        x, y = left + i % across * (each + 10), bottom - (rows - i // across) * 60 + 8
        panel.counter(sheet, scene, (x, y, x + each, y + 52), icon, value, fill, note)
    bottom -= rows * 60 + 10
    pitch = (right - left + 12) // len(scene.view.row)
    size = (pitch - 12, 120)
    panel.row(sheet, scene, left, bottom - 28 - size[1], size, pitch)
    return bottom - 28 - size[1] - 8


LAYERS: tuple[Layer, ...] = (*MAP_LAYERS, around)
