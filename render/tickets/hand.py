"""What only its owner sees: cards by colour, tickets with their state, and a small map of the network."""

from collections.abc import Sequence

import msgspec
import numpy as np

from data.texts import text
from render.kit.canvas import Canvas
from render.kit.seat import Seat
from render.kit.sheet import Base, Sheet
from render.kit.symbols import ICONS, SYMBOLS, locomotive, sample, semaphore
from render.kit.text import fitted, width_of
from render.kit.theme import AMBER, NIGHT, ROUTES, WHITE, mixed
from render.tickets.base import base_of
from render.tickets.cards import card, empty_place
from render.tickets.drawn_map import DrawnMap
from render.tickets.hand_map import paint_map, small_ground
from render.tickets.scene import Scene, scene_of
from render.tickets.ticket_rows import TicketLine, paint_tickets, rows_height, ticket_lines
from rules.tickets.maps import Card
from rules.tickets.view import TicketView

WIDTH, HEAD, MARGIN = 1200, 64, 18
FRAME = 3
"""Around the map."""
BELOW, BESIDE = {"wide": (660, 690, 720, 750), "tall": (470,)}, {"wide": (), "tall": (540, 570, 600, 640)}
"""Widths that the small map may have below the cards, and beside them."""
LOW = 812
"""Higher than this a channel shows the picture smaller."""
LEAST_PILL = 300


class HandLayout(msgspec.Struct, frozen=True):
    """Below a wide map's cards, tickets and map lie side by side; a tall map stands beside both."""

    height: int
    left_width: int
    """Of the tickets, and of the cards beside a tall map."""
    tickets_top: int
    map_box: tuple[int, int, int, int]


def draw_hand(
    view: TicketView, seats: Sequence[Seat], *, theme: str = "light", language: str = "en", table: str = ""
) -> bytes:
    """The reader's own hand; while tickets are offered, they lead the list, lettered as they are chosen."""
    assert view.reader is not None
    assert view.hand is not None
    scene = scene_of(view, seats, (), theme, language, table)
    lines = ticket_lines(scene)
    layout = layout_of(scene, lines)
    sheet = Sheet(page(scene, layout))
    header(sheet, scene)
    cards(sheet, scene, layout)
    left, top = MARGIN, layout.tickets_top
    paint_tickets(sheet, scene, lines, (left, top, left + layout.left_width, layout.height - MARGIN))
    paint_map(sheet, scene, lines)
    return sheet.png()


def map_widths(drawn_map: DrawnMap) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Below the cards, and beside them."""
    width, height = drawn_map.outline.size
    shape = "wide" if width > height else "tall"
    return BELOW[shape], BESIDE[shape]


def layout_of(scene: Scene, lines: Sequence[TicketLine]) -> HandLayout:
    """With the largest map that makes the picture no higher; so it grows where there are few tickets."""
    below, beside = map_widths(scene.drawn_map)
    found = [layout_with(scene, lines, across, is_beside=False) for across in below]
    found += [layout_with(scene, lines, across, is_beside=True) for across in beside]
    return min(found, key=lambda layout: (max(layout.height, LOW), layout.left_width))


def layout_with(scene: Scene, lines: Sequence[TicketLine], across: int, *, is_beside: bool) -> HandLayout:
    width, height = scene.drawn_map.outline.size
    tall = round(across * height / width)
    left_width = WIDTH - across - 3 * MARGIN - FRAME
    cards_end = HEAD + cards_height(scene, left_width if is_beside else WIDTH - 2 * MARGIN)
    map_top = (HEAD if is_beside else cards_end) + MARGIN
    least = cards_end + MARGIN + rows_height(scene, lines, left_width)
    bottom = max(map_top + tall + FRAME, least) + MARGIN
    x = WIDTH - MARGIN - FRAME - across
    return HandLayout(bottom, left_width, cards_end + MARGIN, (x, map_top, x + across, map_top + tall))


def page(scene: Scene, layout: HandLayout) -> Base:
    """Page, head and small map, on which all else is stamped."""
    theme, whole = scene.theme, base_of(scene.view.game, scene.theme.name)
    palette = whole.palette
    pixels = np.full((layout.height, WIDTH), palette.index(theme.page), dtype=np.uint8)
    pixels[:HEAD] = palette.index(theme.panel)
    left, top, right, bottom = layout.map_box
    pixels[top - FRAME : bottom + FRAME, left - FRAME : right + FRAME] = palette.index(theme.panel)
    pixels[top:bottom, left:right] = small_ground(scene.view.game, theme.name, right - left)
    zones = np.broadcast_to(np.uint8(0), pixels.shape)
    scale = (right - left) / scene.drawn_map.outline.size[0]
    return Base(f"{whole.key}/hand/{right - left}", whole.paper, pixels, zones, palette, scale, (left, top))


def header(sheet: Sheet, scene: Scene) -> None:
    """Whoever's name is longer than there is room for is shortened; nothing stands on anything else."""
    theme, middle = scene.theme, HEAD // 2
    right = pieces_left(sheet, scene)
    sheet.stamp(
        "hand sign", (12, 0, 62, HEAD), lambda c: semaphore(c.at(34, 31, 0, 26), theme.text, AMBER), theme.panel
    )
    x = 64 + int(
        sheet.text(64, middle, text(f"word.game.{scene.view.game}", scene.language), 34, theme.text, theme.panel)
    )
    room = right - LEAST_PILL - x - 34
    if scene.table and room > 60:
        x += 14 + int(sheet.text(x + 14, middle + 2, scene.table, 24, theme.dim, theme.panel, "semibold", width=room))
    pill(sheet, scene, x + 20, right - 20)


def pill(sheet: Sheet, scene: Scene, x: int, right: int) -> None:
    assert scene.view.reader is not None
    seat, colour = scene.seats[scene.view.reader], scene.colour(scene.view.reader)
    room = float(right - x - 104)
    size = fitted(seat.name, "bold", (30.0, 27.0, 24.0), room)
    end = x + 104 + int(width_of(seat.name, "bold", size, room))

    def draw(canvas: Canvas) -> None:
        canvas.rounded(x, 9, end, 55, 23, WHITE)
        canvas.rounded(x + 2.5, 11.5, end - 2.5, 52.5, 20.5, colour.fill)
        sample(canvas.at(x + 44, 32), seat.colour, 52, 24)

    sheet.stamp(("hand pill", seat.colour), (x, 8, end, 56), draw, scene.theme.panel)
    sheet.text(x + 80, 32, seat.name, size, colour.ink, colour.fill, width=room)


def pieces_left(sheet: Sheet, scene: Scene) -> int:
    """Icons and figures at the right; returns where they begin."""
    theme = scene.theme
    right = WIDTH - 24
    for icon, number in reversed(totals(scene)):
        figure = "?" if number is None else str(number)
        right -= int(sheet.text(right, 32, figure, 32, theme.text, theme.panel, anchor="r")) + 28

        def draw(canvas: Canvas, icon: str = icon, x: int = right) -> None:
            ICONS[icon](canvas.at(x, 32, 0, 17), theme.dim, theme.panel)

        sheet.stamp(("hand icon", icon), (right - 23, 10, right + 23, 54), draw, theme.panel)
        right -= 42
    return right + 20


def totals(scene: Scene) -> list[tuple[str, int | None]]:
    """None: of pieces that are still to be chosen."""
    view = scene.view
    assert view.hand is not None
    wagons, ships = view.own_pieces or (None, None)
    found: list[tuple[str, int | None]] = [("cards", sum(view.hand.values())), ("wagon", wagons)]
    if scene.drawn_map.has_ships:
        found += [("ship", ships), ("anchor", scene.player(view.reader or 0).harbours_left)]
    return [*found, ("ticket", len(view.tickets or ()))]


class CardPlaces(msgspec.Struct, frozen=True):
    kinds: tuple[Card, ...]
    in_row: int
    pitch: float
    size: tuple[int, int]
    row: int
    """The height of one row with its figures."""
    lower: int
    """By how much the figures hang down, where the feet of the cards say something."""


def card_places(scene: Scene, width: int) -> CardPlaces:
    """A place for every kind of card; where there are many kinds, only for those that one has."""
    kinds = scene.drawn_map.file.cards
    if scene.drawn_map.has_ships:
        return CardPlaces(held(scene), 12, 97, (82, 122), 188, 24)
    if width > 900:
        return CardPlaces(kinds, len(kinds), (width + 22) / len(kinds), (102, 152), 210, 0)
    in_row = -(-len(kinds) // 2)
    return CardPlaces(kinds, in_row, (width + 18) / in_row, (92, 132), 182, 0)


def cards_height(scene: Scene, width: int) -> int:
    places = card_places(scene, width)
    return 18 + places.row * -(-max(1, len(places.kinds)) // places.in_row)


def held(scene: Scene) -> tuple[Card, ...]:
    """The kinds in the hand, colour by colour."""
    hand = scene.view.hand or {}
    order = {colour: i for i, colour in enumerate(scene.drawn_map.colours)}
    found = [kind for kind in scene.drawn_map.file.cards if hand.get(kind.id)]
    return tuple(sorted(found, key=lambda kind: order.get(kind.colour or "", 99)))


def cards(sheet: Sheet, scene: Scene, layout: HandLayout) -> None:
    is_beside = layout.map_box[1] < layout.tickets_top
    places = card_places(scene, layout.left_width if is_beside else WIDTH - 2 * MARGIN)
    w, h = places.size
    for i, kind in enumerate(places.kinds):
        x = MARGIN + 4 + round(i % places.in_row * places.pitch)
        y = HEAD + 30 + i // places.in_row * places.row
        count = (scene.view.hand or {}).get(kind.id, 0)

        def draw(canvas: Canvas, kind: Card = kind, count: int = count, x: int = x, y: int = y) -> None:
            if count:
                stack(canvas, scene, x, y, w, h, kind, count, places.lower)
            else:
                absent(canvas, scene, x, y, w, h, kind)

        box = (x - 2, y - 16, x + w + 16, y + h + places.lower + 34)
        sheet.stamp(("hand card", kind.id, count), box, draw, scene.theme.page, finer=2)


def stack(
    canvas: Canvas, scene: Scene, x: float, y: float, w: float, h: float, kind: Card, count: int, lower: float = 0
) -> None:
    """Cards on top of each other, at most four deep, with their number; `lower` by how much it hangs down."""
    for depth in range(min(count, 4) - 1, 0, -1):
        canvas.rounded(x + depth * 4, y - depth * 4, x + w + depth * 4, y + h - depth * 4, w * 0.12, NIGHT)
        canvas.rounded(
            x + depth * 4 + 2, y - depth * 4 + 2, x + w + depth * 4 - 2, y + h - depth * 4 - 2, w * 0.1, WHITE
        )
    card(canvas, x, y, w, h, kind, scene.drawn_map.colours)
    wide = 50 if count < 10 else 62
    middle = x + w / 2
    h += lower
    canvas.rounded(middle - wide / 2, y + h - 20, middle + wide / 2, y + h + 22, 21, NIGHT)
    canvas.rounded(middle - wide / 2 + 2.2, y + h - 17.8, middle + wide / 2 - 2.2, y + h + 19.8, 19, WHITE)
    canvas.text(middle, y + h + 1, str(count), 34, NIGHT, "black", "m")


def absent(canvas: Canvas, scene: Scene, x: float, y: float, w: float, h: float, kind: Card) -> None:
    theme = scene.theme
    edge = mixed(theme.page_ink, theme.faded, 0.82)
    empty_place(canvas, x, y, w, h, edge, theme.faded)
    frame = canvas.at(x + w / 2, y + h / 2, 0, w * 0.25)
    symbol = ROUTES[kind.colour].symbol if kind.colour else None
    if symbol == "ring":
        frame.disc(0, 0, 1, edge)
        frame.disc(0, 0, 0.62, theme.faded)
    elif symbol:
        SYMBOLS[symbol](frame, edge)
    else:
        locomotive(frame, edge, theme.faded)
    canvas.text(x + w / 2, y + h + 18, "0", 28, theme.page_dim, anchor="m")
