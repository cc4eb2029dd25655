"""What only its reader may see: the own tiles, shares and number cards, beside the board with the squares where a tile
may go and what the best of them would bring."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from data.texts import signed, text
from render.kit.canvas import Box, Canvas
from render.kit.seat import Seat
from render.kit.sheet import Base
from render.kit.text import fitted, shaped, wrapped
from render.kit.theme import AMBER, NIGHT, WHITE, Colour, ink_on, theme_named
from render.metro.base import BAND, RING, based_on
from render.metro.companies import share_card
from render.metro.field import Field
from render.metro.look import look_named, train_of
from render.metro.patches import MetroSheet
from render.metro.plans import Gain, best_places, held_squares
from render.metro.scene import Scene, scene_of
from render.metro.squares import Tile, TileTrack, tile_picture
from render.metro.stations import train
from render.metro.tracks import BARE, SIDE, Style, symbol
from rules.metro.view import MetroView, NumberCard

SQUARE_SIDE = 92
"""The whole picture is two thirds of a board's, and so is everything in it."""
UNIT = SQUARE_SIDE / SIDE
TITLE = 76
EDGE = round(RING * UNIT)
FIELD = 8 * SQUARE_SIDE + 2 * EDGE
WIDTH, HEIGHT = 1200, TITLE + FIELD
LEFT, RIGHT = FIELD + 14, WIDTH - 14
ROOM = RIGHT - LEFT
LETTER = 24
"""The smallest, as on boards: 36 of 1800."""
PITCH = 34
BLANK = 5.7
"""A space of the size in which squares are listed."""
BARE_TRACKS = (TileTrack(BARE, False), TileTrack(BARE, False), TileTrack(BARE, False), TileTrack(BARE, False))


def draw_hand(
    view: MetroView, seats: Sequence[Seat], *, theme: str = "light", language: str = "en", table: str = ""
) -> bytes:
    """For the reader of this view alone."""
    assert view.reader is not None
    scene = scene_of(view, seats, (), theme, language, table)
    sheet = MetroSheet(ground_of(theme))
    gains = [] if view.is_over else best_places(view)
    head(sheet, scene)
    field(sheet, scene, gains)
    y = Tiles(sheet, scene).draw(TITLE + 14)
    y = notes(sheet, scene, y)
    y = best(sheet, scene, gains, y)
    y = shares(sheet, scene, y)
    numbers(sheet, scene, y)
    return sheet.png()


def head(sheet: MetroSheet, scene: Scene) -> None:
    theme, reader = scene.theme, scene.view.reader
    assert reader is not None
    sheet.fill((0, 0, WIDTH, TITLE), theme.panel)
    colour, x, middle = scene.colour(reader), 16, TITLE // 2
    if colour is not None:
        sheet.stamp(
            ("train", colour),
            (x, 6, x + 96, TITLE - 6),
            lambda canvas: train(canvas.at(x + 44, middle), Style(colour), scene.look, 1.3),
            theme.panel,
        )
        x += 104
    note = text("render.metro.only_you", scene.language)
    wide = sheet.text(WIDTH - 16, middle, note, 26, theme.dim, theme.panel, "semibold", "r")
    points = text("word.count.points", scene.language, n=scene.points[reader])
    if not scene.has_companies or scene.view.is_over:
        wide += sheet.text(WIDTH - 40 - wide, middle, points, 30, theme.text, theme.panel, "bold", "r") + 24
    room = WIDTH - 40 - wide - x
    name = scene.name(reader)
    size = fitted(name, "bold", (40.0, 36.0, 32.0, 28.0), room)
    sheet.text(x, middle, name, size, theme.text, theme.panel, "bold", "l", room)


def field(sheet: MetroSheet, scene: Scene, gains: Sequence[Gain]) -> None:
    view = scene.view
    board = Field(sheet, scene, SQUARE_SIDE, EDGE, TITLE + EDGE)
    board.legal = 0 if view.is_over else held_squares(view)
    board.gains = {gain.square: signed(gain.own) for gain in gains if gain.own > 0}
    board.marked = frozenset(str(card.number) for card in view.numbers)
    board.paint()


@lru_cache(4)
def ground_of(theme: str) -> Base:
    """The page, with what is around the squares: the letters of the columns and the numbers of the rows."""
    look = look_named(theme)
    page = based_on(theme, (WIDTH, HEIGHT), theme_named(theme).page)
    sheet = MetroSheet(page)
    sheet.fill((0, TITLE, FIELD, HEIGHT), look.frame)
    low, high = EDGE - 3, FIELD - EDGE + 3
    sheet.fill((low, TITLE + low, high, TITLE + high), look.edge)
    band = BAND * UNIT / 2
    for i in range(8):
        at = EDGE + SQUARE_SIDE * (i + 0.5)
        for near in (band, FIELD - band):
            sheet.text(at, TITLE + near, "ABCDEFGH"[i], LETTER, look.coordinate, look.frame, anchor="m")
            sheet.text(near, TITLE + at, str(i + 1), LETTER, look.coordinate, look.frame, anchor="m")
    return page._replace(key=f"{page.key}/hand", pixels=sheet.pixels.copy())


class Tiles:
    """The tiles in hand with their numbers; one that was drawn instead stands first, since it has to be placed."""

    def __init__(self, sheet: MetroSheet, scene: Scene) -> None:
        self.sheet, self.scene = sheet, scene
        view = scene.view
        self.tiles = [(view.drawn, 0)] if view.drawn else []
        self.tiles += [(code, number) for number, code in enumerate(view.hand, start=1)]
        self.side = 204 if len(self.tiles) == 1 else 120

    def draw(self, y: int) -> int:
        """Returns where they end."""
        if not self.tiles:
            theme = self.scene.theme
            lines = wrapped(text("render.metro.no_tiles", self.scene.language), "semibold", LETTER + 2, ROOM)
            return put_lines(self.sheet, lines, y, theme.page_dim, theme.page)
        across = 1 if len(self.tiles) == 1 else 2
        for i, (code, number) in enumerate(self.tiles):
            row, column = divmod(i, across)
            x = LEFT + (ROOM - self.side) // 2 if across == 1 else LEFT + 4 + column * (ROOM - self.side - 8)
            self.kept_tile(code, x, y + 24 + row * (self.side + 36), number)
        rows = -(-len(self.tiles) // across)
        return y + rows * (self.side + 36)

    def kept_tile(self, code: str, x: int, y: int, number: int) -> None:
        """With its frame, its arrow and its number."""
        view = self.scene.view
        key = ("held", code, number, len(self.tiles) > 1, view.drawn is not None, view.options.direction)
        box = (x - 8, y - 26, x + self.side + 4, y + self.side + 4)
        self.sheet.kept(key, box, lambda: self.tile(code, x, y, number))

    def tile(self, code: str, x: int, y: int, number: int) -> None:
        scene, side, sheet = self.scene, self.side, self.sheet
        look, theme = scene.look, scene.theme
        is_drawn = number == 0
        must_wait = scene.view.drawn is not None and not is_drawn
        edge = look.last if is_drawn else theme.page_dim if must_wait else theme.page_ink
        sheet.fill((x - 4, y - 4, x + side + 4, y + side + 4), edge)
        sheet.patch((x, y), tile_picture, Tile(code, BARE_TRACKS, not must_wait), side, look.name)
        middle = x + side // 2

        def arrow(canvas: Canvas) -> None:
            canvas.polygon([(middle - 15, y - 7), (middle, y - 24), (middle + 15, y - 7)], edge)

        if scene.view.options.direction == "arrow":
            sheet.stamp(("up", edge), (middle - 16, y - 25, middle + 17, y - 6), arrow, theme.page)
        if len(self.tiles) > 1:
            label, fill = ("!", look.last) if is_drawn else (str(number), NIGHT)
            sheet.lay(disc_with(label, fill), x - 8, y - 8)


@lru_cache(32)
def disc_with(label: str, fill: Colour) -> Image.Image:
    canvas = Canvas((-20, -20, 20, 20), None)
    canvas.disc(0, 0, 18, WHITE)
    canvas.disc(0, 0, 16, fill)
    canvas.text(0, 0, label, 26, ink_on(fill), "bold", "m")
    return canvas.shrunk()


def notes(sheet: MetroSheet, scene: Scene, y: int) -> int:
    """What can be done; returns where it ends."""
    theme, view, language = scene.theme, scene.view, scene.language
    lines: list[tuple[str, Colour]] = []
    if view.drawn:
        lines.append((text("render.metro.drawn_must", language), theme.page_ink))
    elif view.pile and view.hand:
        lines.append((text("render.metro.or_draw", language), theme.page_ink))
    if view.options.direction == "free":
        lines.append((text("render.metro.any_turn", language), theme.page_dim))
    if waiting := trains_waiting(view):
        lines.append((text("render.metro.train_waits", language, n=waiting), theme.page_dim))
    for line, ink in lines:
        y = put_lines(sheet, wrapped(line, "semibold", LETTER + 2, ROOM), y, ink, theme.page)
    if not view.is_over:
        wide = figures(sheet, LEFT, y + PITCH // 2, view.pile, theme.page_ink, theme.page)
        put_lines(sheet, [text("render.metro.pile", language)], y, theme.page_dim, theme.page, int(wide) + 8)
        y += PITCH
    return y + 6


def figures(sheet: MetroSheet, x: int, y: int, number: int, ink: Colour, ground: Colour) -> float:
    """A number that is another one in each turn: figure by figure, since all are as wide. Returns its width."""
    wide = 0.0
    for figure in str(number):
        wide += sheet.text(x + wide, y, figure, 30, ink, ground, "black")
    return wide


def put_lines(sheet: MetroSheet, lines: Sequence[str], y: int, ink: Colour, ground: Colour, indent: int = 0) -> int:
    for line in lines:
        sheet.text(LEFT + indent, y + PITCH // 2, line, LETTER + 2, ink, ground, "semibold", "l", ROOM - indent)
        y += PITCH
    return y


def best(sheet: MetroSheet, scene: Scene, gains: Sequence[Gain], y: int) -> int:
    """The best squares, with what they would bring the reader and the others; returns where the list ends."""
    theme, view, language = scene.theme, scene.view, scene.language
    if not gains:
        return y
    top = section(sheet, scene, text("render.metro.best", language), y)
    you, others = text("render.metro.you", language), text("render.metro.others", language)
    own = RIGHT - max(74, int(shaped(others, "semibold", LETTER).width) + 16)
    for x, words in ((own, you), (RIGHT, others)):
        sheet.text(x, top + 14, words, LETTER, theme.page_dim, theme.page, "semibold", "r")
    top += PITCH - 2
    most = 5 if not (view.numbers or view.shares) else 4 if len(view.numbers) <= 8 else 3
    has_several = len(view.hand) > 1 and not view.drawn
    for gain in gains[:most]:
        middle, x = top + 19, LEFT
        if has_several:
            tile_number(sheet, scene, gain.number, x, middle)
            x += 38
        x += int(place(sheet, scene, gain, x, middle)) + 8
        for colour in gain.owners[: max(0, (own - 54 - x) // 26)]:
            line_disc(sheet, scene, colour, x, middle)
            x += 26
        amount(sheet, scene, gain.own, own, middle, theme.page_ink, "black")
        amount(sheet, scene, gain.others, RIGHT, middle, theme.page_dim, "semibold")
        top += 38
    return top + 6


def place(sheet: MetroSheet, scene: Scene, gain: Gain, x: int, y: int) -> float:
    """Square and turn, one after the other, since both come again and again; returns how wide they are."""
    ink, ground = scene.theme.page_ink, scene.theme.page
    wide = sheet.text(x, y, gain.square, 28, ink, ground)
    if scene.view.options.direction == "free":
        wide += BLANK
        wide += sheet.text(x + wide, y, f"{gain.turn}°", 28, ink, ground)
    return wide


def amount(sheet: MetroSheet, scene: Scene, points: int, x: int, y: int, ink: Colour, weight: str) -> None:
    sheet.text(x, y, signed(points) if points else "–", 28, ink, scene.theme.page, weight, "r")


def tile_number(sheet: MetroSheet, scene: Scene, number: int, x: int, y: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.disc(x + 16, y, 16, scene.theme.page_ink)
        canvas.text(x + 16, y, str(number), 26, scene.theme.page, "bold", "m")

    sheet.stamp(("number", number), (x, y - 17, x + 33, y + 17), draw, scene.theme.page)


def line_disc(sheet: MetroSheet, scene: Scene, colour: str, x: int, y: int) -> None:
    owner = train_of(colour, scene.look.name)

    def draw(canvas: Canvas) -> None:
        canvas.disc(x + 12, y, 12, owner.rim)
        canvas.disc(x + 12, y, 10.6, owner.fill)
        symbol(canvas.at(x + 12, y, 0, 6.6), colour, scene.look.name)

    sheet.stamp(("line", colour), (x, y - 13, x + 25, y + 13), draw, scene.theme.page)


def trains_waiting(view: MetroView) -> int:
    """How many trains the reader may still put into the central station: the own one, or one for each company held."""
    if view.reader is None:
        return 0
    own = {share.company for share in view.shares} or {view.colours[view.reader]}
    return len(own & set(view.trains_left))


def shares(sheet: MetroSheet, scene: Scene, y: int) -> int:
    """The own shares, with what each is worth so far; those that everybody has seen are underlined."""
    view, theme = scene.view, scene.theme
    if not view.shares:
        return y
    top = section(sheet, scene, text("render.metro.shares", scene.language), y) + PITCH - 2
    companies = {company.colour: company for company in view.companies}
    wide = (ROOM - 18) // 4
    for i, share in enumerate(view.shares):
        x = LEFT + i * (wide + 6)

        def draw(canvas: Canvas, x: int = x, i: int = i) -> None:
            share_card(canvas, x, top, wide, 84, view.shares[i], scene)
            if view.shares[i].is_shown:
                canvas.rounded(x + 4, top + 88, x + wide - 4, top + 93, 2, scene.look.last)

        sheet.stamp(("share", share), (x, top, x + wide, top + 94), draw, theme.page)
        worth = str(companies[share.company].value * share.percent // 10)
        sheet.text(x + wide / 2, top + 110, worth, 26, theme.page_ink, theme.page, "bold", "m")
    return top + 130


def numbers(sheet: MetroSheet, scene: Scene, y: int) -> None:
    """The own number cards, which are marked on the board too: each with what has arrived there."""
    cards = scene.view.numbers
    if not cards:
        return
    top = section(sheet, scene, text("render.metro.numbers", scene.language), y) + PITCH
    wide = (ROOM + 6) // 4
    for i, card in enumerate(cards):
        x, row = LEFT + i % 4 * wide, top + i // 4 * 42
        number_card(sheet, scene, card, (x, row, x + wide - 6, row + 38))


def number_card(sheet: MetroSheet, scene: Scene, card: NumberCard, box: Box) -> None:
    look = scene.look
    has_arrived = any(line.end == str(card.number) for line in scene.view.lines)
    left, top, right, bottom = box
    split = (left + right) // 2 + 1
    fill = AMBER if has_arrived else WHITE

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 7, NIGHT)
        canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 5, fill)
        canvas.rounded(left + 2, top + 2, split, bottom - 2, 5, look.badge, "1001")
        middle = (top + bottom) / 2
        canvas.text((left + split) / 2 + 1, middle, str(card.number), LETTER, look.badge_ink, "bold", "m")
        canvas.text((split + right) / 2, middle, str(card.points) if has_arrived else "…", LETTER, NIGHT, "black", "m")

    sheet.stamp(("number card", card, has_arrived), box, draw, scene.theme.page)


def section(sheet: MetroSheet, scene: Scene, label: str, y: int) -> int:
    """A line above and a heading; returns where it begins."""
    theme = scene.theme
    sheet.fill((LEFT, y, RIGHT, y + 2), theme.page_dim)
    room = ROOM - 150 if label == text("render.metro.best", scene.language) else ROOM
    sheet.text(LEFT, y + 22, label, LETTER + 2, theme.page_ink, theme.page, "bold", "l", room)
    return y + 8
