"""Beside the board: title, whose turn, every player with score and lines, the companies, the last move, the pile."""

from data.texts import signed, text
from render.kit.canvas import Box, Canvas
from render.kit.symbols import ICONS, semaphore
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, NIGHT, WHITE, Colour
from render.metro.base import BOARD, SIZE
from render.metro.companies import draw_companies
from render.metro.look import train_of
from render.metro.patches import MetroSheet
from render.metro.players import player_tiles
from render.metro.scene import LastMove, Scene, tile_on
from render.metro.squares import Tile, small_tile, tracks_on
from render.metro.stations import train
from render.metro.tracks import Style, symbol
from rules.metro.events import LineScored
from rules.metro.options import modules_as_text
from rules.metro.tiles import turned_code

LEFT, RIGHT = BOARD + 12, SIZE[0] - 12
TILES = 60
FOOT = 132


def draw_panel(sheet: MetroSheet, scene: Scene) -> None:
    head(sheet, scene, LEFT, 42)
    pill(sheet, scene, (LEFT, 110, RIGHT, 184))
    low = BOARD - 12 - FOOT - 12
    if scene.has_companies:
        draw_companies(sheet, scene, (LEFT, 196, RIGHT, low))
    else:
        player_tiles(sheet, scene, (LEFT, 196, RIGHT, low))
    foot(sheet, scene, (LEFT, BOARD - 12 - FOOT, RIGHT, BOARD - 12))


def head(sheet: MetroSheet, scene: Scene, x: int, y: int) -> None:
    """The house sign, the title and how far the game has come."""
    theme = scene.theme
    box = (x, y - 34, x + 54, y + 44)
    sheet.stamp(
        "semaphore", box, lambda canvas: semaphore(canvas.at(x + 22, y + 8, 0, 34), theme.text, AMBER), theme.panel
    )
    wide = sheet.text(x + 58, y, text("word.game.metro", scene.language), 48, theme.text, theme.panel)
    if scene.table:
        room = RIGHT - x - 58 - wide - 18
        sheet.text(RIGHT, y + 4, scene.table, 28, theme.dim, theme.panel, "semibold", "r", room)
    sheet.text(x + 58, y + 44, subtitle(scene), 25, theme.dim, theme.panel, "semibold", "l", RIGHT - x - 58)


def subtitle(scene: Scene) -> str:
    view, language = scene.view, scene.language
    parts = [text("render.metro.round", language, n=scene.round)]
    if view.options.modules:
        key = "render.metro.module" if len(view.options.modules) == 1 else "render.metro.modules"
        parts.append(text(key, language, modules=modules_as_text(view.options.modules)))
    if view.options.direction == "free":
        parts.append(text("render.metro.free", language))
    return " · ".join(parts)


def pill(sheet: MetroSheet, scene: Scene, box: Box) -> None:
    """Whose turn it is, in the player's colour; or who has won."""
    label, note, colour, icon = turn_label(scene)
    left, top, right, bottom = box
    fill, ink = scene.theme.lit, scene.theme.lit_ink
    if colour is not None:
        owner = train_of(colour, scene.look.name)
        fill, ink = owner.fill, owner.ink

    def draw(canvas: Canvas) -> None:
        canvas.rounded(left, top, right, bottom, 14, WHITE)
        canvas.rounded(left + 3, top + 3, right - 3, bottom - 3, 11, fill)
        ICONS[icon](canvas.at(left + 34, (top + bottom) / 2, 0, 15), ink, fill)
        if colour is not None:
            symbol(canvas.at(right - 36, (top + bottom) / 2, 0, 19), colour, scene.look.name)

    sheet.stamp(("pill", fill, icon, colour), box, draw, scene.theme.panel)
    room = right - left - 62 - (70 if colour else 16)
    size = fitted(label, "bold", (37.0, 34.0, 31.0, 28.0, 26.0), room)
    sheet.text(left + 60, top + 27, label, size, ink, fill, "bold", "l", room)
    sheet.text(left + 60, top + 55, note, 24, ink, fill, "semibold", "l", room)


def turn_label(scene: Scene) -> tuple[str, str, str | None, str]:
    """Name, a note below, the colour and an icon."""
    view, language = scene.view, scene.language
    if view.is_over:
        winners = view.ranking[0]
        key = "render.metro.wins" if len(winners) == 1 else "render.metro.win"
        names = text(key, language, names=", ".join(scene.name(player) for player in winners))
        colour = scene.colour(winners[0]) if len(winners) == 1 else None
        return names, text("render.metro.tiles_all", language, n=TILES), colour, "crown"
    (player,) = view.to_act
    note = text("render.metro.tile_of", language, n=len(view.laid) + 1, most=TILES)
    if view.has_drawn:
        note += " · " + text("render.metro.must_place", language)
    return scene.name(player), note, scene.colour(player), "arrow"


def foot(sheet: MetroSheet, scene: Scene, box: Box) -> None:
    """The last move, and the pile."""
    theme = scene.theme
    left, top, right, bottom = box

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 12, theme.edge or theme.tile)
        canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 10, theme.tile)

    sheet.stamp("foot", box, draw, theme.panel)
    if not scene.view.is_over:
        pile(sheet, scene, right - 112, top, bottom)
        right -= 118
    if scene.last is not None:
        last_move(sheet, scene, scene.last, (left, top, right, bottom))
    else:
        label = text("render.metro.no_move", scene.language)
        sheet.text(left + 18, (top + bottom) / 2, label, 28, theme.dim, theme.tile, "semibold", "l", right - left - 24)


def pile(sheet: MetroSheet, scene: Scene, x: int, top: int, bottom: int) -> None:
    theme, look = scene.theme, scene.look
    middle = x + 54

    def draw(canvas: Canvas) -> None:
        canvas.rect(x - 4, top + 16, x - 2, bottom - 16, theme.dim)
        for i in (2, 1, 0):
            a, b = middle - 36 + i * 5, top + 18 - i * 5 + 4
            canvas.rounded(a - 2, b - 2, a + 66, b + 66, 8, theme.tile)
            canvas.rounded(a, b, a + 64, b + 64, 7, WHITE)
            canvas.rounded(a + 2.4, b + 2.4, a + 61.6, b + 61.6, 5, look.badge if i == 0 else theme.deck)

    sheet.stamp("pile", (x - 6, top + 4, x + 108, bottom - 4), draw, theme.tile)
    sheet.text(middle - 4, top + 54, str(scene.view.pile), 40, WHITE, look.badge, "black", "m")
    label = text("render.metro.pile", scene.language)
    sheet.text(middle - 2, bottom - 24, label, 22, theme.dim, theme.tile, "semibold", "m", 104)


def last_move(sheet: MetroSheet, scene: Scene, move: LastMove, box: Box) -> None:
    theme = scene.theme
    left, top, right, _ = box
    if move.square is not None:
        thumbnail(sheet, scene, move.square, left + 14, top + 14)
    else:
        badge(sheet, scene, move, left + 14, top + 14)
    x, room = left + 132, right - left - 136
    sheet.text(x, top + 30, move_label(scene, move), 32, theme.text, theme.tile, "bold", "l", room)
    lines = move.scored
    if not lines:
        sheet.text(x, top + 68, scene.name(move.player), 26, theme.dim, theme.tile, "semibold", "l", room)
    few = 2 if len(lines) <= 2 else 1
    for i, line in enumerate(lines[:few]):
        scored(sheet, scene, line, x, top + 68 + 36 * i)
    if len(lines) > few:
        rest = sum(line.points for line in lines[few:])
        label = f"+ {len(lines) - few}: {signed(rest)}"
        sheet.text(x, top + 104, label, 25, theme.text, theme.tile, "semibold", "l", room)


def move_label(scene: Scene, move: LastMove) -> str:
    match move.kind:
        case "train":
            return text("render.metro.move.train", scene.language, space=move.space)
        case "share":
            return text("render.metro.move.share", scene.language, percent=move.percent)
        case "draw":
            return text("render.metro.move.draw", scene.language)
    assert move.square is not None
    return move.square


def thumbnail(sheet: MetroSheet, scene: Scene, square: str, x: int, y: int) -> None:
    laid = tile_on(scene.view, square)
    assert laid is not None
    tile = Tile(turned_code(laid.tile, laid.turn), tracks_on(square, scene.passes), True)
    look = scene.look
    sheet.fill((x - 4, y - 4, x + 106, y + 106), look.last)
    sheet.patch((x, y), small_tile, tile, 102, look.name)


def badge(sheet: MetroSheet, scene: Scene, move: LastMove, x: int, y: int) -> None:
    """What was done instead of placing a tile."""
    look, theme = scene.look, scene.theme

    def draw(canvas: Canvas) -> None:
        canvas.rounded(x, y, x + 102, y + 102, 10, look.last)
        canvas.rounded(x + 4, y + 4, x + 98, y + 98, 7, look.plate)
        if move.colour is not None:
            train(canvas.at(x + 51, y + 51), Style(move.colour), None, look, 1.2)
        else:
            label = f"{move.percent}%" if move.kind == "share" else "?"
            canvas.text(x + 51, y + 51, label, 40, look.spent_ink, "black", "m")

    sheet.stamp(("badge", move.kind, move.colour, move.percent), (x, y, x + 102, y + 102), draw, theme.tile)


def scored(sheet: MetroSheet, scene: Scene, line: LineScored, x: int, y: int) -> None:
    """A line that the move finished, and what it brought."""
    theme = scene.theme
    assert line.owner is not None
    disc(sheet, scene, line.owner, x + 14, y, 14, theme.tile)
    wide = sheet.text(x + 36, y, f"{line.start}→{line.end}", 26, theme.text, theme.tile, "semibold")
    points_chip(sheet, signed(line.points), int(x + 46 + wide), y, theme.tile)


def points_chip(sheet: MetroSheet, label: str, x: int, y: int, ground: Colour) -> None:
    width = int(shaped(label, "black", 26).width) + 18
    box = (x, y - 17, x + width, y + 17)
    sheet.stamp(("points", label), box, lambda canvas: canvas.chip(box, 7, AMBER), ground)
    sheet.text(x + width / 2, y, label, 26, NIGHT, AMBER, "black", "m")


def disc(sheet: MetroSheet, scene: Scene, colour: str, x: float, y: float, radius: float, ground: Colour) -> None:
    """A colour's mark by itself."""
    owner = train_of(colour, scene.look.name)

    def draw(canvas: Canvas) -> None:
        canvas.disc(x, y, radius, WHITE)
        canvas.disc(x, y, radius - 1.6, owner.fill)
        symbol(canvas.at(x, y, 0, radius * 0.56), colour, scene.look.name)

    r = radius + 1
    box = (int(x - r), int(y - r), int(x + r) + 1, int(y + r) + 1)
    sheet.stamp(("disc", colour, radius), box, draw, ground)
