"""Around the map: title, whose turn, the last move, the face-up row, the decks."""

from data.texts import signed, text
from render.kit.canvas import Box, Canvas
from render.kit.sheet import Sheet
from render.kit.symbols import ICONS, passenger, sample, semaphore
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, NIGHT, RED, WHITE, Colour
from render.tickets.cards import card, card_back, empty_place
from render.tickets.scene import LastMove, Scene


def head(sheet: Sheet, scene: Scene, x: int, y: int) -> int:
    """The house sign, the game and the turn; returns where it ends."""
    theme = scene.theme
    sheet.stamp(
        "semaphore",
        (x, y - 34, x + 54, y + 36),
        lambda canvas: semaphore(canvas.at(x + 22, y, 0, 31), theme.text, AMBER),
        theme.panel,
    )
    name = text(f"word.game.{scene.view.game}", scene.language)
    wide = sheet.text(x + 58, y, name, 44, theme.text, theme.panel)
    return x + 58 + int(wide) + 16


def subtitle(scene: Scene) -> str:
    turn = text("render.turn", scene.language, n=scene.view.turn) if scene.view.turn else ""
    return " · ".join(part for part in (scene.table, turn) if part)


def pill(sheet: Sheet, scene: Scene, box: Box, most: int | None = None) -> int:
    """Whose turn it is, in the player's colour; who still chooses; or who has won. Returns its right edge."""
    label, note, colour, icon = turn_label(scene)
    theme = scene.theme
    fill, ink = (colour, NIGHT) if colour is None else (scene.colour(colour).fill, scene.colour(colour).ink)
    ground: Colour = theme.lit if fill is None else fill
    ink = theme.lit_ink if fill is None else ink
    left, top, right, bottom = box
    note_width = shaped(note, "semibold", 25).width + 24 if note else 0
    room = right - left - 88 - note_width
    size = fitted(label, "bold", (36.0, 33.0, 30.0), room)
    width = shaped(label, "bold", size, room).width
    if most is not None:
        right = int(left + 84 + width + note_width)
    middle = (top + bottom) / 2

    def draw(canvas: Canvas) -> None:
        canvas.rounded(left, top, right, bottom, (bottom - top) / 2, WHITE)
        canvas.rounded(left + 3, top + 3, right - 3, bottom - 3, (bottom - top) / 2 - 3, ground)
        ICONS[icon](canvas.at(left + 36, middle, 0, 14), ink, ground)

    sheet.stamp(("pill", ground, icon), (left, top, right, bottom), draw, theme.panel)
    sheet.text(left + 58, middle, label, size, ink, ground, "bold", "l", room)
    if note:
        sheet.text(left + 58 + width + 18, middle, note, 25, ink, ground, "semibold")
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


def last_round(sheet: Sheet, scene: Scene, x: int, middle: int) -> int:
    """A red chip once the end has begun."""
    if scene.view.turns_left is None or scene.view.is_over:
        return x
    label = text("render.last_round", scene.language)
    width = int(shaped(label, "bold", 29).width) + 66
    box = (x, middle - 27, x + width, middle + 27)

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 9, RED)
        ICONS["flag"](canvas.at(x + 28, middle, 0, 14), WHITE, RED)

    sheet.stamp("last round", box, draw, scene.theme.panel)
    sheet.text(x + 52, middle, label, 29, WHITE, RED)
    return x + width


def last_move(sheet: Sheet, scene: Scene, box: Box) -> None:
    """What was done last, set to the right: the player's wagon on amber, where or what, and the points."""
    move = scene.last
    if move is None:
        return
    left, top, right, bottom = box
    middle = (top + bottom) / 2
    theme = scene.theme
    if move.points:
        right = points_chip(sheet, scene, move.points, right, int(middle)) - 14
    label, icons = move_label(scene, move)
    for kind in reversed(icons):
        right -= 40
        small_card(sheet, scene, kind, right, int(middle))
        right -= 4
    sample_width = 82
    room = right - left - sample_width - 18
    size = fitted(label, "semibold", (30.0, 28.0, 26.0, 24.0), room)
    width = shaped(label, "semibold", size, room).width
    sheet.text(right - width - (6 if icons else 0), middle, label, size, theme.text, theme.panel, "semibold", "l", room)
    x = int(right - width - 16 - sample_width)
    seat = scene.seats[move.player]

    def draw(canvas: Canvas) -> None:
        canvas.rounded(x, middle - 20, x + sample_width, middle + 20, 8, AMBER)
        sample(canvas.at(x + sample_width / 2, middle), seat.colour, 60, 26)

    sheet.stamp(("last", seat.colour), (x, int(middle) - 21, x + sample_width + 1, int(middle) + 21), draw, theme.panel)


def points_chip(sheet: Sheet, scene: Scene, points: int, right: int, middle: int) -> int:
    label = signed(points)
    width = int(shaped(label, "black", 30).width) + 26
    box = (right - width, middle - 20, right, middle + 20)
    sheet.stamp(("points", width), box, lambda canvas: canvas.chip(box, 8, AMBER), scene.theme.panel)
    sheet.text(right - width / 2, middle, label, 30, NIGHT, AMBER, "black", "m")
    return right - width


def move_label(scene: Scene, move: LastMove) -> tuple[str, tuple[str | None, ...]]:
    """The words for a move, and small cards that follow them."""
    drawn_map, language = scene.drawn_map, scene.language
    match move.kind:
        case "claim":
            return drawn_map.track_name(move.track or ""), ()
        case "tunnel":
            return text(
                "render.move.tunnel", language, n=move.count, track=drawn_map.track_name(move.track or "")
            ), move.cards
        case "gave_up":
            return text("render.move.gave_up", language, track=drawn_map.track_name(move.track or "")), ()
        case "harbour":
            return text("render.move.harbour", language, city=drawn_map.name(move.city or "")), ()
        case "tickets":
            return text("word.count.tickets", language, n=move.count), ()
        case "exchange":
            return text("render.move.exchange", language, n=move.count), ()
        case "pass":
            return text("render.move.pass", language), ()
    return text("word.count.cards", language, n=len(move.cards)), move.cards


def small_card(sheet: Sheet, scene: Scene, kind: str | None, x: int, middle: int) -> None:
    drawn_map, theme = scene.drawn_map, scene.theme

    def draw(canvas: Canvas) -> None:
        if kind is None:
            card_back(canvas, x, middle - 27, 40, 54, theme.deck)
        else:
            card(canvas, x, middle - 27, 40, 54, drawn_map.cards[kind], drawn_map.colours)

    sheet.stamp(("small card", kind), (x - 1, middle - 28, x + 44, middle + 29), draw, theme.panel)


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
            canvas.disc(left + w / 2, y + h + 9, 17, NIGHT)
            canvas.disc(left + w / 2, y + h + 9, 15, WHITE)
            canvas.text(left + w / 2, y + h + 9, str(place + 1), 22, NIGHT, anchor="m")

        sheet.stamp(("card", kind), (left - 1, y - 6, left + w + 12, y + h + 1), draw, theme.panel)
        middle = left + w // 2
        sheet.stamp(("number", place, w % 2), (middle - 19, y + h - 10, middle + 20, y + h + 28), number, theme.panel)


def counter(sheet: Sheet, scene: Scene, box: Box, icon: str, value: str, fill: Colour | None, note: str = "") -> None:
    """A deck or pile: icon and number on a chip; without a fill only an outline."""
    theme = scene.theme
    left, top, right, bottom = box
    ground = fill or theme.panel
    edge = WHITE if fill else theme.tile
    middle = (top + bottom) / 2

    def draw(canvas: Canvas) -> None:
        canvas.rounded(left, top, right, bottom, 10, edge if theme.edge is None else WHITE)
        canvas.rounded(left + 2.5, top + 2.5, right - 2.5, bottom - 2.5, 8, ground)
        ICONS[icon](canvas.at(left + 30, middle, 0, 14), theme.text if fill else theme.dim, ground)

    sheet.stamp(("counter", icon, ground), box, draw, theme.panel)
    wide = sheet.text(left + 54, middle, value, 34, theme.text if fill else theme.dim, ground)
    if note:
        sheet.text(left + 54 + wide + 6, middle + 3, note, 24, theme.text, ground, "semibold")


def decks(scene: Scene) -> list[tuple[str, str, Colour | None, str]]:
    """Icon, number, colour and a note for every deck and pile; World's note counts the discards."""
    view, theme, drawn_map = scene.view, scene.theme, scene.drawn_map
    found: list[tuple[str, str, Colour | None, str]] = []
    if len(view.decks) > 1:
        looks = {"wagons": ("wagon", theme.wagon_deck), "ships": ("ship", theme.ship_deck)}
        for deck, count in view.decks.items():
            icon, fill = looks[deck]
            gone = sum(n for kind, n in view.discards.items() if drawn_map.cards[kind].deck == deck)
            found.append((icon, str(count), fill, f"+{gone}"))
    else:
        found.append(("cards", str(sum(view.decks.values())), theme.deck, ""))
        found.append(("discards", str(sum(view.discards.values())), None, ""))
    for pile, count in view.piles.items():
        note = text(f"word.pile.{pile}", scene.language) if len(view.piles) > 1 else ""
        found.append(("ticket", str(count), theme.ticket, note))
    return found


def waiting_passengers(sheet: Sheet, scene: Scene, box: Box, colours: tuple[str, ...]) -> None:
    """How many passengers of each colour still wait on the map."""
    theme = scene.theme
    left, top, right, bottom = box
    middle = (top + bottom) / 2
    step = (right - left - 16) / len(colours)
    counts: dict[str, int] = {}
    for place in scene.view.passengers.values():
        for colour in place:
            counts[colour] = counts.get(colour, 0) + 1
    sheet.stamp("waiting", box, lambda canvas: canvas.chip(box, 9, theme.tile), theme.panel)
    for i, colour in enumerate(colours):
        x = left + 12 + i * step

        def pawn(canvas: Canvas, at: float = x + 16, kind: str = colour) -> None:
            passenger(canvas.at(at, middle, 0, 17), kind)

        sheet.stamp(("pawn", colour, round(x % 1, 2)), (int(x), top + 2, int(x) + 34, bottom - 2), pawn, theme.tile)
        sheet.text(x + 36, middle, str(counts.get(colour, 0)), 31, theme.text, theme.tile)
