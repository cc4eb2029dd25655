"""What only its owner sees: cards by colour, tickets with their state, and a small map of the network."""

from collections.abc import Sequence
from string import ascii_uppercase

import msgspec

from data.texts import signed, text
from render.kit.canvas import Canvas
from render.kit.palette import png
from render.kit.seat import Seat
from render.kit.symbols import ICONS, SYMBOLS, locomotive, sample, semaphore
from render.kit.text import fitted
from render.kit.theme import AMBER, NIGHT, ROUTES, WHITE, Colour, ink_on, mixed
from render.tickets.base import base_of
from render.tickets.cards import card, empty_place
from render.tickets.mini import Aim, small_map
from render.tickets.scene import Scene, scene_of
from rules.tickets.maps import Card, Ticket
from rules.tickets.view import TicketStanding, TicketView
from rules.tickets.ways import way_for

WIDTH, HEAD, MARGIN = 1200, 64, 18
ROW, LEAST_ROW = 92, 46


class TicketLine(msgspec.Struct, frozen=True):
    """A ticket in the list."""

    letter: str
    ticket: Ticket
    state: str
    """done, open, blocked, offered"""
    points: int


def draw_hand(
    view: TicketView, seats: Sequence[Seat], *, theme: str = "light", language: str = "en", table: str = ""
) -> bytes:
    """The reader's own hand; while tickets are offered, they lead the list, lettered as they are chosen."""
    assert view.reader is not None
    assert view.hand is not None
    scene = scene_of(view, seats, (), theme, language, table)
    lines = ticket_lines(scene)
    map_width, map_height = map_size(scene)
    tall = max(map_height, len(lines) * (LEAST_ROW + 6))
    top = HEAD + cards_height(scene)
    canvas = Canvas((0, 0, WIDTH, top + tall + MARGIN + 8), scene.theme.page, finer=2)
    header(canvas, scene)
    if scene.drawn_map.has_ships:
        kinds(canvas, scene)
    else:
        colours(canvas, scene)
    tickets(canvas, scene, lines, top, WIDTH - map_width - 3 * MARGIN, tall)
    aims = [aim_of(scene, line) for line in lines if line.letter]
    small_map(canvas, scene, WIDTH - MARGIN - map_width, top + 4, map_width, view.reader, aims)
    palette = base_of(view.game, theme).palette
    return png(palette.mapped(canvas.averaged()), palette)


def map_size(scene: Scene) -> tuple[int, int]:
    width, height = scene.drawn_map.outline.size
    across = 660 if width > height else 470
    return across, round(across * height / width)


def header(canvas: Canvas, scene: Scene) -> None:
    view, theme = scene.view, scene.theme
    assert view.reader is not None
    canvas.rect(0, 0, WIDTH, HEAD, theme.panel)
    semaphore(canvas.at(34, 31, 0, 26), theme.text, AMBER)
    x = 64 + canvas.text(64, 32, text(f"word.game.{view.game}", scene.language), 34, theme.text) + 14
    if scene.table:
        x += canvas.text(x, 34, scene.table, 22, theme.dim, "semibold") + 20
    seat, colour = scene.seats[view.reader], scene.colour(view.reader)
    room = 360.0
    size = fitted(seat.name, "bold", (30.0, 27.0, 24.0), room)
    width = canvas.text(0, -100, seat.name, size, theme.text, width=room)
    canvas.rounded(x, 9, x + width + 104, 55, 23, WHITE)
    canvas.rounded(x + 2.5, 11.5, x + width + 101.5, 52.5, 20.5, colour.fill)
    sample(canvas.at(x + 44, 32), seat.colour, 52, 24)
    canvas.text(x + 80, 32, seat.name, size, colour.ink, width=room)
    left = x + width + 124
    right = pieces_left(canvas, scene)
    if view.offer:
        keep = text("render.hand.keep", scene.language, n=view.keep_at_least)
        canvas.text(left, 32, keep, 25, AMBER, "semibold", width=right - left)


def pieces_left(canvas: Canvas, scene: Scene) -> float:
    """Icons and figures at the right; returns where they begin."""
    theme = scene.theme
    right = WIDTH - 24.0
    for icon, number in reversed(totals(scene)):
        right -= canvas.text(right, 32, str(number), 32, theme.text, anchor="r") + 28
        ICONS[icon](canvas.at(right, 32, 0, 17), theme.dim, theme.panel)
        right -= 46
    return right


def totals(scene: Scene) -> list[tuple[str, int]]:
    view = scene.view
    assert view.hand is not None
    wagons, ships = view.own_pieces or (0, 0)
    found = [("cards", sum(view.hand.values())), ("wagon", wagons)]
    if scene.drawn_map.has_ships:
        found += [("ship", ships), ("anchor", scene.player(view.reader or 0).harbours_left)]
    return [*found, ("ticket", len(view.tickets or ()))]


def cards_height(scene: Scene) -> int:
    if not scene.drawn_map.has_ships:
        return 236
    rows = -(-max(1, len(held(scene))) // 12)
    return 26 + rows * 186


def colours(canvas: Canvas, scene: Scene) -> None:
    """A fixed place for every kind; those one hasn't are faded."""
    kinds = scene.drawn_map.file.cards
    pitch = (WIDTH - 2 * MARGIN + 22) / len(kinds)
    for i, kind in enumerate(kinds):
        x = MARGIN + 4 + i * pitch
        count = (scene.view.hand or {}).get(kind.id, 0)
        if count:
            stack(canvas, scene, x, HEAD + 32, 102, 152, kind, count)
        else:
            absent(canvas, scene, x, HEAD + 32, 102, 152, kind)


def held(scene: Scene) -> list[Card]:
    """The kinds in the hand, colour by colour."""
    hand = scene.view.hand or {}
    order = {colour: i for i, colour in enumerate(scene.drawn_map.colours)}
    found = [kind for kind in scene.drawn_map.file.cards if hand.get(kind.id)]
    return sorted(found, key=lambda kind: order.get(kind.colour or "", 99))


def kinds(canvas: Canvas, scene: Scene) -> None:
    """Many kinds of card: those that one has, by colour."""
    found = held(scene)
    for i, kind in enumerate(found):
        x, y = MARGIN + 4 + i % 12 * 97, HEAD + 24 + i // 12 * 186
        stack(canvas, scene, x, y, 82, 122, kind, (scene.view.hand or {})[kind.id], 24)


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
    canvas.text(x + w / 2, y + h + 20, "0", 28, theme.page_dim, anchor="m")


def ticket_lines(scene: Scene) -> list[TicketLine]:
    view, tickets = scene.view, scene.drawn_map.tickets
    offered = [
        TicketLine(ascii_uppercase[i], tickets[ticket], "offered", tickets[ticket].in_order or tickets[ticket].points)
        for i, ticket in enumerate(view.offer)
    ]
    kept = sorted(view.tickets or (), key=lambda standing: (state_of(standing) == "blocked", -standing.is_done))
    letters = ascii_uppercase[: len(kept)] if not offered else [""] * len(kept)
    return offered + [
        TicketLine(
            letters[i] if i < len(letters) else "", tickets[standing.ticket], state_of(standing), standing.points
        )
        for i, standing in enumerate(kept)
    ]


def state_of(standing: TicketStanding) -> str:
    return "done" if standing.is_done else "open" if standing.can_be_done else "blocked"


def state_colour(scene: Scene, state: str) -> Colour:
    theme = scene.theme
    return {"done": theme.done, "open": theme.open, "blocked": theme.blocked, "offered": theme.offered}[state]


def aim_of(scene: Scene, line: TicketLine) -> Aim:
    return Aim(line.letter, line.ticket.cities, state_colour(scene, line.state), line.state != "done")


def tickets(canvas: Canvas, scene: Scene, lines: list[TicketLine], top: int, width: int, tall: int) -> None:
    if not lines:
        canvas.text(MARGIN + 8, top + 40, text("render.hand.no_tickets", scene.language), 28, scene.theme.page_dim)
        return
    pitch = min(ROW + 8.0, (tall + 6) / len(lines))
    for i, line in enumerate(lines):
        ticket_row(canvas, scene, line, MARGIN, top + i * pitch, width, pitch - 7)


def ticket_row(canvas: Canvas, scene: Scene, line: TicketLine, x: float, y: float, width: float, h: float) -> None:
    theme, colour = scene.theme, state_colour(scene, line.state)
    canvas.rounded(x, y, x + width, y + h, 9, colour)
    canvas.rounded(x + 2, y + 2, x + width - 2, y + h - 2, 7.5, theme.sheet)
    canvas.rounded(x, y, x + 60, y + h, 9, colour, "1001")
    icon = {"done": "check", "open": "waiting", "blocked": "cross", "offered": "ticket"}[line.state]
    is_low = h < 66
    if line.letter:
        at = (x + 18, y + h / 2) if is_low else (x + 30, y + h * 0.31)
        canvas.text(*at, line.letter, 24 if is_low else 30, ink_on(colour), anchor="m")
    sign = (x + 42, y + h / 2) if is_low else (x + 30, y + h * (0.72 if line.letter else 0.5))
    ICONS[icon](canvas.at(*sign, 0, 9 if is_low else 12), ink_on(colour), colour)
    value = ticket_value(line)
    wide = canvas.text(x + width - 14, y + h / 2, value, 30 if is_low else 36, colour, "black", "r")
    name = ticket_name(scene, line.ticket)
    room = width - 60 - 16 - wide - 30
    size = fitted(name, "bold", (29.0, 26.0, 23.0, 21.0, 19.0, 17.0), room)
    ink = theme.page_dim if line.state == "blocked" else theme.page_ink
    canvas.text(x + 76, y + h * (0.5 if is_low else 0.33), name, size, ink, width=room)
    if not is_low:
        state = state_text(scene, line)
        note = fitted(state, "semibold", (22.0, 20.0, 18.0), room - 8)
        canvas.text(x + 76, y + h * 0.7, state, note, colour, "semibold", width=room)


def ticket_name(scene: Scene, ticket: Ticket) -> str:
    return " – ".join(scene.drawn_map.name(city) for city in ticket.cities)


def ticket_value(line: TicketLine) -> str:
    if line.state in ("done", "blocked"):
        return signed(line.points)
    loss = line.ticket.penalty or line.ticket.points
    gain = line.ticket.in_order or line.ticket.points
    return f"±{gain}" if gain == loss else f"+{gain}"


def state_text(scene: Scene, line: TicketLine) -> str:
    """What the state means, with the figures of a tour."""
    ticket = line.ticket
    if ticket.in_order is not None and line.state in ("open", "offered"):
        return text(
            "render.hand.tour",
            scene.language,
            in_order=signed(ticket.in_order),
            joined=signed(ticket.points),
            loss=signed(-(ticket.penalty or ticket.points)),
        )
    way = way_for(scene.view, scene.view.reader or 0, ticket)
    if line.state in ("open", "offered") and way and way.spaces:
        return text("render.hand.to_go", scene.language, n=way.spaces)
    state = line.state if line.state != "offered" else "blocked" if way is None else "done"
    return text(f"render.hand.{state}", scene.language)
