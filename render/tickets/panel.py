"""Around the map: title, whose turn, the face-up row, the decks."""

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.sheet import Sheet
from render.kit.symbols import ICONS, passenger, semaphore
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, NIGHT, RED, WHITE, Colour
from render.tickets.cards import card, empty_place
from render.tickets.scene import Scene

NAMES = (48.0, 44.0, 40.0, 36.0)
HEADS = (44.0, 40.0, 36.0)
NOTE, PILE = 36, 34
"""Sizes of what has to be read in a channel."""
LEAST_NAME = 150
"""Where a note would leave less room for a name that needs it, there is none."""


def head(sheet: Sheet, scene: Scene, x: int, y: int) -> int:
    """The house sign and the game; returns where it ends."""
    theme = scene.theme
    sheet.stamp(
        "semaphore",
        (x, y - 34, x + 54, y + 36),
        lambda canvas: semaphore(canvas.at(x + 22, y, 0, 31), theme.text, AMBER),
        theme.panel,
    )
    name = text(f"word.game.{scene.view.game}", scene.language)
    size = fitted(name, "bold", HEADS, sheet.width - x - 58 - 12)
    wide = sheet.text(x + 58, y, name, size, theme.text, theme.panel)
    return x + 58 + int(wide) + 16


def subtitle(scene: Scene) -> str:
    turn = text("render.turn", scene.language, n=scene.view.turn) if scene.view.turn else ""
    return " · ".join(part for part in (scene.table, turn) if part)


def pill(sheet: Sheet, scene: Scene, box: Box, most: int | None = None) -> int:
    """Whose turn it is, in the player's colour; who still chooses; or who has won. Returns its right edge."""
    label, note, colour, icon = turn_label(scene)
    theme, view = scene.theme, scene.view
    fill, ink = (colour, NIGHT) if colour is None else (scene.colour(colour).fill, scene.colour(colour).ink)
    ground: Colour = theme.lit if fill is None else fill
    ink = theme.lit_ink if fill is None else ink
    left, top, right, bottom = box
    note_width = shaped(note, "semibold", NOTE).width + 24 if note else 0
    room = right - left - 88 - note_width
    if room < min(LEAST_NAME, shaped(label, "bold", NAMES[-1]).width):
        note, room = "", right - left - 88
        note_width = 0
    if view.current is None and not view.is_over and shaped(label, "bold", NAMES[-1]).width > room:
        label = text("render.choosing_short", scene.language, n=len(view.to_act))
    size = fitted(label, "bold", NAMES, room)
    width = shaped(label, "bold", size, room).width
    if most is not None:
        right = int(left + 84 + width + note_width)
    middle = (top + bottom) / 2

    def draw(canvas: Canvas) -> None:
        canvas.rounded(left, top, right, bottom, (bottom - top) / 2, WHITE)
        canvas.rounded(left + 3, top + 3, right - 3, bottom - 3, (bottom - top) / 2 - 3, ground)
        ICONS[icon](canvas.at(left + 36, middle, 0, 16), ink, ground)

    sheet.stamp(("pill", ground, icon), (left, top, right, bottom), draw, theme.panel)
    sheet.text(left + 60, middle, label, size, ink, ground, "bold", "l", room)
    if note:
        sheet.text(left + 60 + width + 18, middle, note, NOTE, ink, ground, "semibold")
    return right


def turn_label(scene: Scene) -> tuple[str, str, int | None, str]:
    """Text, a small note, the player whose colour it has, and an icon."""
    view, language = scene.view, scene.language
    if view.is_over:
        winners = view.ranking[0]
        names = ", ".join(scene.name(player) for player in winners)
        return names, "", winners[0] if len(winners) == 1 else None, "crown"
    if view.current is None:
        return text("render.choosing", language, n=len(view.to_act)), "", None, "waiting"
    note = {
        "second_card": "render.second_card",
        "choosing_tickets": "render.choosing_tickets",
        "tunnel": "render.in_tunnel",
    }.get(view.phase)
    return scene.name(view.current), text(note, language) if note else "", view.current, "arrow"


def last_round_width(scene: Scene) -> int:
    """How wide the chip of the last round is; 0 before it."""
    if scene.view.turns_left is None or scene.view.is_over:
        return 0
    return int(shaped(text("render.last_round", scene.language), "bold", NOTE).width) + 72


def last_round(sheet: Sheet, scene: Scene, x: int, middle: int) -> int:
    """A red chip once the end has begun."""
    width = last_round_width(scene)
    if not width:
        return x
    label = text("render.last_round", scene.language)
    box = (x, middle - 27, x + width, middle + 27)

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 9, RED)
        ICONS["flag"](canvas.at(x + 30, middle, 0, 17), WHITE, RED)

    sheet.stamp("last round", box, draw, scene.theme.panel)
    sheet.text(x + 56, middle, label, NOTE, WHITE, RED)
    return x + width


def row(sheet: Sheet, scene: Scene, x: int, y: int, size: tuple[int, int], pitch: int) -> None:
    """The face-up cards, each with the number that players type."""
    drawn_map, theme = scene.drawn_map, scene.theme
    w, h = size
    for place, kind in enumerate(scene.view.row):
        left = x + place * pitch

        def draw(canvas: Canvas, kind: str | None = kind, left: int = left) -> None:
            if kind is None:
                empty_place(canvas, left, y, w, h, theme.dim, theme.panel)
            else:
                card(canvas, left, y, w, h, drawn_map.cards[kind], drawn_map.colours)

        def number(canvas: Canvas, left: int = left, place: int = place) -> None:
            canvas.disc(left + w / 2, y + h + 4, 23, NIGHT)
            canvas.disc(left + w / 2, y + h + 4, 21, WHITE)
            canvas.text(left + w / 2, y + h + 4, str(place + 1), 36, NIGHT, anchor="m")

        sheet.stamp(("card", kind), (left - 1, y - 6, left + w + 12, y + h + 1), draw, theme.panel)
        middle = left + w // 2
        sheet.stamp(("number", place, w % 2), (middle - 24, y + h - 20, middle + 25, y + h + 29), number, theme.panel)


def counter(sheet: Sheet, scene: Scene, box: Box, icon: str, value: str, ground: Colour, note: str = "") -> None:
    """A deck or pile: icon and number on a chip."""
    theme = scene.theme
    left, top, right, bottom = box
    middle = (top + bottom) / 2

    def draw(canvas: Canvas) -> None:
        canvas.rounded(left, top, right, bottom, 10, WHITE)
        canvas.rounded(left + 2.5, top + 2.5, right - 2.5, bottom - 2.5, 8, ground)
        ICONS[icon](canvas.at(left + 27, middle, 0, 17), theme.text, ground)

    sheet.stamp(("counter", icon, ground), box, draw, theme.panel)
    wide = sheet.text(left + 50, middle, value, 38, theme.text, ground)
    room = right - left - wide - 62
    if note:
        sheet.text(left + 50 + wide + 8, middle, note, PILE, theme.text, ground, "semibold", "l", room)


def decks(scene: Scene) -> list[tuple[str, str, Colour, str]]:
    """Icon, number, colour and a note for every deck and pile."""
    view, theme = scene.view, scene.theme
    looks = {"wagons": ("wagon", theme.wagon_deck), "ships": ("ship", theme.ship_deck)}
    found: list[tuple[str, str, Colour, str]] = []
    for deck, count in view.decks.items():
        icon, fill = looks.get(deck, ("cards", theme.deck))
        found.append((icon, str(count), fill, ""))
    for pile, count in view.piles.items():
        note = text(f"word.pile.{pile}", scene.language) if len(view.piles) > 1 else ""
        found.append(("ticket", str(count), theme.ticket, note))
    return found


def waiting_passengers(sheet: Sheet, scene: Scene, box: Box, colours: tuple[str, ...], rows: int) -> None:
    """How many passengers of each colour still wait on the map."""
    theme = scene.theme
    left, top, right, bottom = box
    across, tall = len(colours) // rows, (bottom - top) // rows
    step = (right - left - 16) / across
    counts: dict[str, int] = {}
    for place in scene.view.passengers.values():
        for colour in place:
            counts[colour] = counts.get(colour, 0) + 1
    sheet.stamp("waiting", box, lambda canvas: canvas.chip(box, 9, theme.tile), theme.panel)
    for i, colour in enumerate(colours):
        x, y = left + 12 + i % across * step, top + i // across * tall
        middle = y + tall / 2

        def pawn(canvas: Canvas, at: float = x + 16, middle: float = middle, kind: str = colour) -> None:
            passenger(canvas.at(at, middle, 0, 17), kind)

        sheet.stamp(("pawn", colour, round(x % 1, 2)), (int(x), y + 2, int(x) + 34, y + tall - 2), pawn, theme.tile)
        sheet.text(x + 34, middle, str(counts.get(colour, 0)), 36, theme.text, theme.tile)
