"""The title above the board, in two lines: whose turn it is or who has won, and what was done last."""

from collections.abc import Callable
from typing import NamedTuple

from data.texts import signed, text
from render.kit.canvas import Box, Canvas
from render.kit.symbols import ICONS, semaphore
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, NIGHT, WHITE, Colour
from render.metro.base import LETTER
from render.metro.field import pin
from render.metro.look import train_of
from render.metro.patches import MetroSheet
from render.metro.scene import LastMove, Scene
from render.metro.tracks import symbol
from rules.metro.events import LineScored

TILES = 60
FIRST, SECOND = 35, 88
"""The middle of each line."""
TURN, MOVE = 48.0, 42.0
GAP = 14


class Token(NamedTuple):
    """A part of the second line: how wide it is, and how it is put on the sheet from `x` on."""

    width: int
    put: Callable[[int], object]


def title(sheet: MetroSheet, scene: Scene, note: str | None = None, line: list[Token] | None = None) -> None:
    """`note` stands at the right, in place of how far the game has come; `line` below, in place of the last move."""
    x = head(sheet, scene, 12, FIRST)
    label = progress(scene) if note is None else note
    theme, right = scene.theme, sheet.width - 20
    room = sheet.width // 3
    size = fitted(label, "semibold", (40.0, 38.0, LETTER), room)
    wide = sheet.text(right, FIRST, label, size, theme.dim, theme.panel, "semibold", "r", room)
    pill(sheet, scene, (x + 8, FIRST - 29, int(right - wide - 24), FIRST + 29))
    second_line(sheet, tokens(sheet, scene) if line is None else line)


def head(sheet: MetroSheet, scene: Scene, x: int, y: int) -> int:
    """The house sign and the game; returns where it ends."""
    theme = scene.theme
    box = (x, y - 32, x + 56, y + 32)
    sheet.stamp("semaphore", box, lambda canvas: semaphore(canvas.at(x + 26, y, 0, 30), theme.text, AMBER), theme.panel)
    wide = sheet.text(x + 62, y, text("word.game.metro", scene.language), 46, theme.text, theme.panel)
    return x + 62 + int(wide) + 10


def progress(scene: Scene) -> str:
    view, language = scene.view, scene.language
    if view.is_over:
        return text("render.metro.tiles_all", language, n=TILES)
    return text("render.metro.tile_of", language, n=len(view.laid) + 1, most=TILES)


def turn_label(scene: Scene) -> tuple[str, str | None, str]:
    """Who it is about, the colour and an icon."""
    view, language = scene.view, scene.language
    if view.is_over:
        winners = view.ranking[0]
        key = "render.metro.wins" if len(winners) == 1 else "render.metro.win"
        names = text(key, language, names=", ".join(scene.name(player) for player in winners))
        return names, scene.colour(winners[0]) if len(winners) == 1 else None, "crown"
    (player,) = view.to_act
    return scene.name(player), scene.colour(player), "arrow"


def pill(sheet: MetroSheet, scene: Scene, box: Box) -> None:
    """Whose turn it is, in the player's colour; or who has won."""
    label, colour, icon = turn_label(scene)
    left, top, right, bottom = box
    fill, ink = scene.theme.lit, scene.theme.lit_ink
    if colour is not None:
        owner = train_of(colour, scene.look.name)
        fill, ink = owner.fill, owner.ink
    middle = (top + bottom) / 2
    room = right - left - 62 - (64 if colour else 24)
    size = fitted(label, "bold", (TURN, 44.0, 40.0, LETTER), room)
    right = int(left + 62 + min(room, shaped(label, "bold", size).width) + (64 if colour else 24))

    def draw(canvas: Canvas) -> None:
        canvas.rounded(left, top, right, bottom, 14, WHITE)
        canvas.rounded(left + 3, top + 3, right - 3, bottom - 3, 11, fill)
        ICONS[icon](canvas.at(left + 34, middle, 0, 15), ink, fill)
        if colour is not None:
            symbol(canvas.at(right - 34, middle, 0, 17), colour, scene.look.name)

    sheet.stamp(("pill", fill, icon, colour), (left, top, right, bottom), draw, scene.theme.panel)
    sheet.text(left + 60, middle, label, size, ink, fill, "bold", "l", room)


def second_line(sheet: MetroSheet, found: list[Token]) -> None:
    """As many tokens as there is room for."""
    x = 20
    for token in found:
        if x + token.width > sheet.width - 16:
            break
        token.put(x)
        x += token.width + GAP


def tokens(sheet: MetroSheet, scene: Scene) -> list[Token]:
    if not scene.moves:
        return [words(sheet, scene, text("render.metro.no_move", scene.language), scene.theme.dim)]
    if len(scene.moves) > 1:
        count = words(sheet, scene, text("render.moves", scene.language, n=len(scene.moves)), scene.theme.text)
        return [count, *(part for n, move in enumerate(scene.moves, 1) for part in numbered(sheet, scene, n, move))]
    return one_move(sheet, scene, scene.moves[0])


def one_move(sheet: MetroSheet, scene: Scene, move: LastMove) -> list[Token]:
    """Who, where or what, and the lines that were finished; of many the first ones, and the sum of the others."""
    theme = scene.theme
    found = [disc(sheet, scene, colour)] if (colour := scene.colour(move.player)) else []
    found.append(words(sheet, scene, scene.name(move.player), theme.dim, 460, "semibold"))
    found.append(words(sheet, scene, move_label(scene, move), theme.text))
    lines = [scored(sheet, scene, line) for line in move.scored]
    room = sheet.width - 36 - sum(token.width + GAP for token in found) - 190
    shown = 0
    while shown < len(lines) and sum(token.width + GAP for line in lines[: shown + 1] for token in line) <= room:
        shown += 1
    found += [token for line in lines[:shown] for token in line]
    if shown < len(lines):
        rest = sum(line.points for line in move.scored[shown:])
        found.append(words(sheet, scene, f"+ {len(lines) - shown}:", theme.text))
        found.append(points_chip(sheet, scene, signed(rest)))
    return found


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


def short_label(move: LastMove) -> str:
    """Where or what, among several."""
    return move.square or move.space or (f"{move.percent}%" if move.percent else "?")


def numbered(sheet: MetroSheet, scene: Scene, number: int, move: LastMove) -> list[Token]:
    """The number that stands on the tile, in the player's colour, and the square."""

    def put(x: int) -> None:
        box = (x, SECOND - 25, x + 50, SECOND + 25)
        colour = scene.colour(move.player)
        sheet.stamp(
            ("pin", number, colour),
            box,
            lambda canvas: pin(canvas, x + 25, SECOND, 25, str(number), colour, scene.look),
            scene.theme.panel,
        )

    label = short_label(move)
    wide = int(shaped(label, "bold", MOVE).width) + 1

    def both(x: int) -> None:
        put(x)
        sheet.text(x + 56, SECOND, label, MOVE, scene.theme.text, scene.theme.panel)

    return [Token(56 + wide, both)]


def words(sheet: MetroSheet, scene: Scene, label: str, ink: Colour, most: int = 1200, weight: str = "bold") -> Token:
    size = fitted(label, weight, (MOVE, 39.0, LETTER), most)
    width = min(most, int(shaped(label, weight, size).width) + 1)
    return Token(width, lambda x: sheet.text(x, SECOND, label, size, ink, scene.theme.panel, weight, "l", width + 1))


def scored(sheet: MetroSheet, scene: Scene, line: LineScored) -> list[Token]:
    """A line that the move finished, and what it brought."""
    assert line.owner is not None
    where = words(sheet, scene, f"{line.start}→{line.end}", scene.theme.text, weight="semibold")
    return [disc(sheet, scene, line.owner), where, points_chip(sheet, scene, signed(line.points))]


def points_chip(sheet: MetroSheet, scene: Scene, label: str) -> Token:
    width = int(shaped(label, "black", MOVE - 2).width) + 24

    def put(x: int) -> None:
        box = (x, SECOND - 22, x + width, SECOND + 22)
        sheet.stamp(("points", label), box, lambda canvas: canvas.chip(box, 8, AMBER), scene.theme.panel)
        sheet.text(x + width / 2, SECOND, label, MOVE - 2, NIGHT, AMBER, "black", "m")

    return Token(width, put)


def disc(sheet: MetroSheet, scene: Scene, colour: str) -> Token:
    """A colour's mark by itself."""
    owner = train_of(colour, scene.look.name)

    def put(x: int) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.disc(x + 20, SECOND, 20, WHITE)
            canvas.disc(x + 20, SECOND, 18, owner.fill)
            symbol(canvas.at(x + 20, SECOND, 0, 11), colour, scene.look.name)

        sheet.stamp(("disc", colour), (x, SECOND - 20, x + 41, SECOND + 21), draw, scene.theme.panel)

    return Token(40, put)
