"""What only its reader may see: the own tiles, shares and number cards."""

from collections.abc import Sequence

from data.texts import text
from render.kit.canvas import Canvas
from render.kit.seat import Seat
from render.kit.text import fitted
from render.kit.theme import AMBER, NIGHT, WHITE, Colour
from render.metro.base import based_on
from render.metro.companies import share_card
from render.metro.patches import MetroSheet
from render.metro.players import PlayerTile
from render.metro.scene import Scene, scene_of
from render.metro.squares import Tile, TileTrack, tile_picture
from render.metro.stations import train
from render.metro.tracks import BARE, Style
from rules.metro.tiles import SIDES
from rules.metro.view import MetroView, NumberCard

WIDTH = 1200
MARGIN = 28
HEAD = 104
BARE_TRACKS = (TileTrack(BARE, False), TileTrack(BARE, False), TileTrack(BARE, False), TileTrack(BARE, False))


def draw_hand(
    view: MetroView, seats: Sequence[Seat], *, theme: str = "light", language: str = "en", table: str = ""
) -> bytes:
    """For the reader of this view alone."""
    assert view.reader is not None
    scene = scene_of(view, seats, (), theme, language, table)
    parts = [part for part in (Tiles(scene), ShareRow(scene), NumberRow(scene)) if part.height]
    height = HEAD + sum(part.height for part in parts) + MARGIN
    sheet = MetroSheet(based_on(theme, (WIDTH, height), scene.theme.page))
    head(sheet, scene)
    y = HEAD
    for part in parts:
        part.draw(sheet, y)
        y += part.height
    return sheet.png()


def head(sheet: MetroSheet, scene: Scene) -> None:
    theme, reader = scene.theme, scene.view.reader
    assert reader is not None
    colour = scene.colour(reader)
    x = MARGIN
    if colour is not None:
        box = (x - 4, 22, x + 90, 82)
        sheet.stamp(
            ("train", colour),
            box,
            lambda canvas: train(canvas.at(x + 42, 52), Style(colour), None, scene.look, 1.3),
            theme.page,
        )
        x += 106
    note = " · ".join(part for part in (scene.table, text("render.metro.only_you", scene.language)) if part)
    wide = sheet.text(WIDTH - MARGIN, 52, note, 28, theme.page_dim, theme.page, "semibold", "r")
    room = WIDTH - MARGIN - wide - 30 - x
    name = scene.name(reader)
    size = fitted(name, "bold", (46.0, 42.0, 38.0, 34.0), room)
    sheet.text(x, 52, name, size, theme.page_ink, theme.page, "bold", "l", room)


class Tiles:
    """The tiles in hand with their numbers; one that was drawn instead stands first, since it has to be placed."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        view = scene.view
        self.tiles = [(view.drawn, True)] if view.drawn else []
        self.tiles += [(code, False) for code in view.hand]
        self.side = {0: 0, 1: 402, 2: 402}.get(len(self.tiles), 330 if len(self.tiles) == 3 else 246)
        self.is_full = len(self.tiles) > 2
        """No room is left beside the tiles."""
        self.height = self.side + (116 if self.is_full else 66) if self.tiles else 420

    def draw(self, sheet: MetroSheet, y: int) -> None:
        theme, language = self.scene.theme, self.scene.language
        if not self.tiles:
            label = text("render.metro.no_tiles", language)
            sheet.text(MARGIN, y + 22, label, 32, theme.page_dim, theme.page, "semibold")
        x = MARGIN + (8 if self.tiles else 0)
        number = 0
        for code, is_drawn in self.tiles:
            number += not is_drawn
            self.tile(sheet, code, x, y + 46, "!" if is_drawn else str(number), is_drawn)
            x += self.side + 34
        self.beside(sheet, x, y + 46)

    def tile(self, sheet: MetroSheet, code: str, x: int, y: int, label: str, is_drawn: bool) -> None:
        scene, side = self.scene, self.side
        look, theme = scene.look, scene.theme
        must_wait = scene.view.drawn is not None and not is_drawn
        edge = look.last if is_drawn else theme.page_dim if must_wait else theme.page_ink
        sheet.fill((x - 6, y - 6, x + side + 6, y + side + 6), edge)
        tile = Tile(code, BARE_TRACKS, not must_wait)
        sheet.patch((x, y), tile_picture, tile, side, look.name)
        middle = x + side / 2

        def arrow(canvas: Canvas) -> None:
            canvas.polygon([(middle - 22, y - 12), (middle, y - 40), (middle + 22, y - 12)], edge)

        if scene.view.options.direction == "arrow":
            sheet.stamp(("up", edge), (int(middle) - 24, y - 42, int(middle) + 25, y - 10), arrow, theme.page)
        if len(self.tiles) > 1:
            box = (x - 18, y - 18, x + 38, y + 38)

            def disc(canvas: Canvas) -> None:
                canvas.disc(x + 10, y + 10, 27, WHITE)
                canvas.disc(x + 10, y + 10, 24, look.last if is_drawn else NIGHT)
                canvas.text(x + 10, y + 10, label, 36, WHITE, "bold", "m")

            sheet.stamp(("number", label, side, must_wait), box, disc)

    def beside(self, sheet: MetroSheet, x: int, y: int) -> None:
        """Right of the tiles, or below them: what can be done, and with one tile the own lines too."""
        room = WIDTH - MARGIN - x
        lines = self.notes()
        if room < 200:
            x, y, room = MARGIN, y + self.side + 36, (WIDTH - 2 * MARGIN) // len(lines)
        for i, (line, ink) in enumerate(lines):
            size = fitted(line, "semibold", (31.0, 28.0, 25.0, 22.0), room - 10)
            at = (x + i * room, y) if self.is_full else (x, y + 20 + i * 46)
            sheet.text(*at, line, size, ink, self.scene.theme.page, "semibold", "l", room - 10)
        reader = self.scene.view.reader
        if len(self.tiles) <= 1 and not self.scene.has_companies and reader is not None:
            top = y + 20 + len(lines) * 46
            box = (x, top, WIDTH - MARGIN, y + max(self.side, 300))
            PlayerTile(sheet, self.scene, reader, box, self.scene.theme.page).draw()

    def notes(self) -> list[tuple[str, Colour]]:
        scene = self.scene
        theme, view, language = scene.theme, scene.view, scene.language
        lines = []
        if view.drawn:
            lines.append((text("render.metro.drawn_must", language), theme.page_ink))
        elif view.pile and view.hand:
            lines.append((text("render.metro.or_draw", language), theme.page_ink))
        lines.append((text("render.metro.pile_of", language, n=view.pile), theme.page_dim))
        if view.options.direction == "free":
            lines.append((text("render.metro.any_turn", language), theme.page_dim))
        if waiting := trains_waiting(view):
            lines.append((text("render.metro.train_waits", language, n=waiting), theme.page_dim))
        return lines


def trains_waiting(view: MetroView) -> int:
    """How many trains the reader may still put into the central station: the own one, or one for each company held."""
    if view.reader is None:
        return 0
    own = {share.company for share in view.shares} or {view.colours[view.reader]}
    return len(own & set(view.trains_left))


class ShareRow:
    """The own shares, with the company's points and value so far."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.height = 266 if scene.view.shares else 0

    def draw(self, sheet: MetroSheet, y: int) -> None:
        scene = self.scene
        theme = scene.theme
        section(sheet, scene, text("render.metro.shares", scene.language), y + 24)
        companies = {company.colour: company for company in scene.view.companies}
        for i, share in enumerate(scene.view.shares):
            x = MARGIN + i * 288
            company = companies[share.company]

            def draw(canvas: Canvas, x: int = x, i: int = i) -> None:
                share_card(canvas, x, y + 62, 136, 190, scene.view.shares[i], scene)

            sheet.stamp(("share", share), (x - 2, y + 60, x + 140, y + 254), draw, theme.page)
            facts = [
                text(f"word.colour.{share.company}", scene.language),
                text("word.count.points", scene.language, n=company.points),
                text("render.metro.worth", scene.language, n=company.value * share.percent // 10),
                *([text("render.metro.shown", scene.language)] if share.is_shown else []),
            ]
            for j, fact in enumerate(facts):
                ink, weight = (theme.page_ink, "bold") if j == 0 else (theme.page_dim, "semibold")
                size = fitted(fact, weight, (29.0, 27.0, 25.0, 23.0), 128)
                sheet.text(x + 150, y + 86 + j * 44, fact, size, ink, theme.page, weight, "l", 132)


class NumberRow:
    """The own number cards: where each station lies, and what has arrived there."""

    PER_ROW = 8

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        rows = -(-len(scene.view.numbers) // self.PER_ROW)
        self.height = 60 + rows * 196 if rows else 0

    def draw(self, sheet: MetroSheet, y: int) -> None:
        section(sheet, self.scene, text("render.metro.numbers", self.scene.language), y + 24)
        for i, card in enumerate(self.scene.view.numbers):
            self.card(sheet, card, MARGIN + i % self.PER_ROW * 144, y + 60 + i // self.PER_ROW * 196)

    def card(self, sheet: MetroSheet, card: NumberCard, x: int, y: int) -> None:
        scene = self.scene
        look = scene.look
        place = scene.place(str(card.number))
        arrived = next((line for line in scene.view.lines if line.end == place.name), None)

        def draw(canvas: Canvas) -> None:
            canvas.rounded(x, y, x + 130, y + 182, 12, NIGHT)
            canvas.rounded(x + 2.5, y + 2.5, x + 127.5, y + 179.5, 10, WHITE)
            canvas.rounded(x + 9, y + 9, x + 121, y + 67, 8, look.badge)
            canvas.text(x + 65, y + 38, str(card.number), 48, look.badge_ink, "black", "m")
            small_board(
                canvas, x + 33, y + 78, 64, "ABCDEFGH".index(place.square[0]), int(place.square[1]) - 1, place.side
            )
            if arrived is not None:
                canvas.rounded(x + 30, y + 151, x + 100, y + 177, 8, NIGHT)
                canvas.rounded(x + 32, y + 153, x + 98, y + 175, 6, AMBER)
                canvas.text(x + 65, y + 164, f"+{card.points}", 24, NIGHT, "black", "m")
            else:
                canvas.text(x + 65, y + 163, "…", 30, NIGHT, "bold", "m")

        sheet.stamp(("number card", card, place), (x - 1, y - 1, x + 132, y + 184), draw, scene.theme.page)


def small_board(canvas: Canvas, x: float, y: float, size: float, column: int, row: int, side: str) -> None:
    """Where a station lies, on a board the size of a stamp."""
    canvas.rect(x, y, x + size, y + size, (211, 227, 230))
    third = size * 3 / 8
    canvas.rect(x + third, y + third, x + size - third, y + size - third, (127, 154, 160))
    at = SIDES.index(side)
    cx, cy = x + (column + 0.5) * size / 8, y + (row + 0.5) * size / 8
    cx += {1: size / 16, 3: -size / 16}.get(at, 0)
    cy += {0: -size / 16, 2: size / 16}.get(at, 0)
    canvas.disc(cx, cy, 8, NIGHT)
    canvas.disc(cx, cy, 6, (229, 0, 125))


def section(sheet: MetroSheet, scene: Scene, label: str, y: int) -> None:
    theme = scene.theme
    sheet.fill((MARGIN, y - 22, WIDTH - MARGIN, y - 20), theme.page_dim)
    sheet.text(MARGIN, y + 6, label, 30, theme.page_ink, theme.page, "bold")
