"""One's own tickets as a list: what each joins, what is missing, what it is worth."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from string import ascii_uppercase

import msgspec

from data.texts import signed, text
from render.kit.canvas import Box, Canvas
from render.kit.sheet import Sheet
from render.kit.symbols import ICONS
from render.kit.text import fitted, width_of
from render.kit.theme import AMBER, NIGHT, Colour, ink_on
from render.tickets.scene import Scene
from rules.tickets.maps import Ticket
from rules.tickets.view import TicketStanding
from rules.tickets.ways import Way, way_along

GAP, BAR = 7, 52
TAG = 60
"""The coloured end of a row, with letter and sign."""
SIZES, IN_TWO = (29.0, 27.0, 25.0, 24.0), (26.0, 24.0)
"""None below 24: in a channel the picture is less than half as large."""
LINE, NOTE = 31, 30
MOST = 560
"""What all rows together may take in full; else they say less."""
OVER = ("done", "blocked")
SIGNS = {"done": "check", "open": "waiting", "blocked": "cross", "offered": "ticket"}


class TicketLine(msgspec.Struct, frozen=True):
    """A ticket in the list."""

    letter: str
    ticket: Ticket
    name: str
    """What it joins."""
    state: str
    """done, open, blocked, offered"""
    points: int
    way: Way | None = None
    """What is missing, where something is and can still be had."""

    @property
    def is_tour(self) -> bool:
        """With figures of its own for whoever joins it, and in what order."""
        return self.way is not None and self.state not in OVER and self.ticket.in_order is not None


def ticket_lines(scene: Scene) -> list[TicketLine]:
    view, tickets = scene.view, scene.drawn_map.tickets
    offered = [
        TicketLine(
            ascii_uppercase[i],
            tickets[ticket],
            ticket_name(scene, tickets[ticket]),
            "offered",
            tickets[ticket].in_order or tickets[ticket].points,
            way_along(view, view.reader or 0, tickets[ticket]),
        )
        for i, ticket in enumerate(view.offer)
    ]
    kept = sorted(view.tickets or (), key=lambda standing: (state_of(standing) == "blocked", -standing.is_done))
    letters = ascii_uppercase[: len(kept)] if not offered else [""] * len(kept)
    return offered + [
        kept_line(scene, letters[i] if i < len(letters) else "", standing) for i, standing in enumerate(kept)
    ]


def kept_line(scene: Scene, letter: str, standing: TicketStanding) -> TicketLine:
    ticket, state = scene.drawn_map.tickets[standing.ticket], state_of(standing)
    way = way_along(scene.view, scene.view.reader or 0, ticket) if state == "open" else None
    return TicketLine(letter, ticket, ticket_name(scene, ticket), state, standing.points, way)


def state_of(standing: TicketStanding) -> str:
    return "done" if standing.is_done else "open" if standing.can_be_done else "blocked"


def state_colour(scene: Scene, state: str) -> Colour:
    theme = scene.theme
    return {"done": theme.done, "open": theme.open, "blocked": theme.blocked, "offered": theme.offered}[state]


def ticket_name(scene: Scene, ticket: Ticket) -> str:
    return " – ".join(scene.drawn_map.name(city) for city in ticket.cities)


def ticket_value(line: TicketLine) -> str:
    if line.state in OVER:
        return signed(line.points)
    loss = line.ticket.penalty or line.ticket.points
    gain = line.ticket.in_order or line.ticket.points
    return f"±{gain}" if gain == loss else f"+{gain}"


def notes_of(scene: Scene, line: TicketLine) -> tuple[str, ...]:
    """What the state means: what is missing, whether one has enough pieces for it; and the other figures of a tour."""
    if line.state in OVER:
        return (text(f"render.hand.{line.state}", scene.language),)
    if line.way is None:
        return (text("render.hand.blocked", scene.language),)
    missing = missing_text(scene, line.way)
    if not line.is_tour:
        return (missing,)
    loss = signed(-(line.ticket.penalty or line.ticket.points))
    return missing, text("render.hand.tour", scene.language, joined=signed(line.ticket.points), loss=loss)


def missing_text(scene: Scene, way: Way) -> str:
    if not way.spaces:
        return text("render.hand.done", scene.language)
    left = sum(scene.view.own_pieces or (way.spaces, 0))
    if way.spaces > left:
        return text("render.hand.too_far", scene.language, n=way.spaces, left=left)
    return text("render.hand.to_go", scene.language, n=way.spaces)


def room_of(line: TicketLine, width: int) -> float:
    """For words between the coloured end and the points."""
    return room_beside(ticket_value(line), width)


def room_beside(value: str, width: int) -> float:
    return width - TAG - 14 - width_of(value, "black", 36) - 28


def rows_height(scene: Scene, lines: Sequence[TicketLine], width: int) -> int:
    bar = BAR + GAP if scene.view.offer else 0
    return bar + sum(height + GAP for height in heights(lines, width))


def heights(lines: Sequence[TicketLine], width: int) -> list[int]:
    """Of each row: with a line for its state, unless there are too many; what is offered always says what it needs."""
    found = []
    for line in lines:
        name = LINE * lines_needed(line.name, ticket_value(line), width)
        found.append((line.state == "offered", 24 + name + NOTE * (1 + line.is_tour), 20 + name))
    is_full = sum(full + GAP for _, full, _ in found) <= MOST
    return [full if is_full or is_offered else low for is_offered, full, low in found]


@lru_cache(4096)
def lines_needed(name: str, value: str, width: int) -> int:
    return len(name_lines(name, room_beside(value, width))[0])


@lru_cache(1024)
def name_lines(name: str, room: float) -> tuple[tuple[str, ...], float]:
    """The name on one line, or on as few as it needs where it would have to be too small; and its size."""
    if width_of(name, "bold", SIZES[-1]) <= room - 1:
        return (name,), fitted(name, "bold", SIZES, room)
    cities = name.split(" – ")
    for count in range(2, len(cities) + 1):
        lines = min(splits(cities, count), key=widest, default=(name,))
        if widest(lines) <= room - 1:
            break
    return lines, min(fitted(line, "bold", IN_TWO, room) for line in lines)


def splits(cities: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """All ways to write them on so many lines."""
    for cuts in combinations(range(1, len(cities)), count - 1):
        parts = [cities[a:b] for a, b in pairwise((0, *cuts, len(cities)))]
        yield tuple(" – ".join(part) + (" –" if part is not parts[-1] else "") for part in parts)


def widest(lines: Sequence[str]) -> float:
    return max(width_of(line, "bold", IN_TWO[-1]) for line in lines)


def paint_tickets(sheet: Sheet, scene: Scene, lines: Sequence[TicketLine], box: Box) -> None:
    left, top, right, bottom = box
    if not lines:
        theme = scene.theme
        sheet.text(left + 8, top + 40, text("render.hand.no_tickets", scene.language), 28, theme.page_dim, theme.page)
        return
    spare = (bottom - top - rows_height(scene, lines, right - left)) // len(lines)
    if scene.view.offer:
        keep_bar(sheet, scene, (left, top, right, top + BAR))
        top += BAR + GAP
    for line, height in zip(lines, heights(lines, right - left), strict=True):
        tall = height + max(0, min(spare, 14))
        ticket_row(sheet, scene, line, (left, top, right, top + tall))
        top += tall + GAP


def keep_bar(sheet: Sheet, scene: Scene, box: Box) -> None:
    """What is asked now, over the tickets that it is about."""
    left, top, right, bottom = box
    sheet.stamp("keep", box, lambda canvas: canvas.chip(box, 9, AMBER), scene.theme.page)
    words = text("render.hand.keep", scene.language, n=scene.view.keep_at_least)
    room = right - left - 28
    size = fitted(words, "bold", (30.0, 28.0, 26.0, 24.0), room)
    sheet.text((left + right) / 2, (top + bottom) / 2, words, size, NIGHT, AMBER, "bold", "m", room)


def ticket_row(sheet: Sheet, scene: Scene, line: TicketLine, box: Box) -> None:
    left, top, right, bottom = box
    theme, colour = scene.theme, state_colour(scene, line.state)
    row_frame(sheet, scene, line, box)
    room = room_of(line, right - left)
    sheet.text(right - 14, (top + bottom) / 2, ticket_value(line), 36, colour, theme.sheet, "black", "r")
    names, size = name_lines(line.name, room)
    notes = notes_of(scene, line)
    tall = LINE * len(names) + NOTE * len(notes)
    if bottom - top < 24 + tall:
        notes, tall = (), LINE * len(names)
    y, x = (top + bottom - tall) / 2 + LINE / 2, left + TAG + 14
    ink = theme.page_dim if line.state == "blocked" else theme.page_ink
    for name in names:
        sheet.text(x, y, name, size, ink, theme.sheet, width=room)
        y += LINE
    for note in notes:
        size = fitted(note, "semibold", (26.0, 24.0), room)
        sheet.text(x, y, note, size, colour, theme.sheet, "semibold", width=room)
        y += NOTE


def row_frame(sheet: Sheet, scene: Scene, line: TicketLine, box: Box) -> None:
    left, top, right, bottom = box
    colour, middle = state_colour(scene, line.state), (box[1] + box[3]) / 2
    is_low = bottom - top < 66

    def frame(canvas: Canvas) -> None:
        canvas.rounded(left, top, right, bottom, 9, colour)
        canvas.rounded(left + 2, top + 2, right - 2, bottom - 2, 7.5, scene.theme.sheet)
        canvas.rounded(left, top, left + TAG, bottom, 9, colour, "1001")

    def letter(canvas: Canvas) -> None:
        ink = ink_on(colour)
        sign = (left + 43, middle) if is_low and line.letter else (left + 30, middle + (22 if line.letter else 0))
        ICONS[SIGNS[line.state]](canvas.at(*sign, 0, 9 if is_low else 12), ink, colour)
        if line.letter:
            at = (left + 18, middle) if is_low else (left + 30, middle - 15)
            canvas.text(*at, line.letter, 26 if is_low else 32, ink, anchor="m")

    sheet.stamp(("ticket row", line.state), box, frame, scene.theme.page, finer=2)
    inner = (left + 2, top + 2, left + TAG - 2, bottom - 2)
    sheet.stamp(("ticket letter", line.letter, line.state), inner, letter, colour)
