"""A part of the board, really drawn larger: around a square, a corner, the own lines, the last tile."""

from collections.abc import Iterable, Sequence

from data.texts import text
from render.kit.canvas import Canvas
from render.kit.regions import REGIONS
from render.kit.seat import Seat
from render.kit.symbols import semaphore
from render.kit.text import fitted
from render.kit.theme import AMBER
from render.metro.base import based_on
from render.metro.field import Field
from render.metro.look import train_of
from render.metro.patches import MetroSheet
from render.metro.scene import Scene, next_entry, scene_of
from render.metro.stations import DEPTH
from render.metro.tracks import SIDE, symbol
from rules.game import Event
from rules.metro.board import CENTRE, SQUARE, SQUARES
from rules.metro.view import MetroView

WIDTH, HEIGHT, TITLE, BAND = 1450, 1100, 72, 40
LARGEST, REGION = 300, 228
"""Sides of a square in pixels: around one square, and in a region of the board."""

Window = tuple[float, float, float, float]
"""Columns and rows from the upper left corner of A1, in squares."""
RIM = DEPTH / SIDE
"""The stations around the squares, in squares."""
WHOLE: Window = (-RIM, -RIM, 8 + RIM, 8 + RIM)


def zooms(title: str) -> tuple[str, ...]:
    """Every name that `zoom` takes."""
    assert title == "metro"
    return ("whole", "mine", "last", *REGIONS, *SQUARES)


def draw_zoom(
    view: MetroView,
    seats: Sequence[Seat],
    zoom: str,
    *,
    events: Sequence[Event] = (),
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """A part of the board, enlarged. Raises `KeyError` for a zoom that `zooms` doesn't list. "mine" and "last" fall
    back to the whole board."""
    scene = scene_of(view, seats, events, theme, language, table)
    side, left, top = fitted_window(wanted_window(scene, zoom))
    sheet = MetroSheet(based_on(theme, (WIDTH, TITLE + HEIGHT), scene.look.frame))
    x, y = BAND - round(left * side), TITLE + BAND - round(top * side)
    Field(sheet, scene, side, x, y).paint()
    bands(sheet, scene, side, x, y)
    title(sheet, scene, zoom)
    return sheet.png()


def wanted_window(scene: Scene, zoom: str) -> Window:
    view = scene.view
    if zoom == "whole":
        return WHOLE
    if zoom == "mine":
        ends = [
            next_entry(line, place)[0]
            for line, place in zip(view.lines, scene.places, strict=True)
            if line.player is not None and line.player == view.reader and not line.is_finished
        ]
        return around(ends, 0.4)
    if zoom == "last":
        last = scene.last
        found = [last.square] if last and last.square else []
        found += [SQUARES[at] for at in CENTRE] if last and last.space else []
        return around(found, 1.2)
    if zoom in REGIONS:
        wide, high = (WIDTH - BAND) / REGION, (HEIGHT - BAND) / REGION
        x, y = REGIONS[zoom]
        left = -RIM + x * (8 + 2 * RIM - wide)
        top = -RIM + y * (8 + 2 * RIM - high)
        return left, top, left + wide, top + high
    if zoom not in SQUARE:
        raise KeyError(zoom)
    return around([zoom], 1.2)


def around(squares: Iterable[str], margin: float) -> Window:
    places = [divmod(SQUARE[square], 8) for square in squares]
    if not places:
        return WHOLE
    rows, columns = [row for row, _ in places], [column for _, column in places]
    if max(max(rows) - min(rows), max(columns) - min(columns)) > 5:
        return WHOLE
    return min(columns) - margin, min(rows) - margin, max(columns) + 1 + margin, max(rows) + 1 + margin


def fitted_window(wanted: Window) -> tuple[int, float, float]:
    """The side of a square, and the column and row of the upper left corner, so that the picture holds what is wanted
    and nothing beyond the stations."""
    left, top, right, bottom = wanted
    wide, high = WIDTH - BAND, HEIGHT - BAND
    side = int(min(wide / (right - left), high / (bottom - top), LARGEST)) // 6 * 6
    columns, rows = wide / side, high / side
    return side, inside((left + right) / 2 - columns / 2, columns), inside((top + bottom) / 2 - rows / 2, rows)


def inside(start: float, length: float) -> float:
    whole = 8 + 2 * RIM
    if length >= whole:
        return 4 - length / 2
    return min(max(start, -RIM), 8 + RIM - length)


def bands(sheet: MetroSheet, scene: Scene, side: int, x: int, y: int) -> None:
    """The letters of the columns and the numbers of the rows, along the edges of the picture."""
    look = scene.look
    sheet.fill((0, TITLE, WIDTH, TITLE + BAND), look.frame)
    sheet.fill((0, TITLE, BAND, TITLE + HEIGHT), look.frame)
    for i in range(8):
        across, down = x + (i + 0.5) * side, y + (i + 0.5) * side
        if BAND < across < WIDTH:
            sheet.text(across, TITLE + BAND / 2, "ABCDEFGH"[i], 32, look.coordinate, look.frame, anchor="m")
        if TITLE + BAND < down < TITLE + HEIGHT:
            sheet.text(BAND / 2, down, str(i + 1), 32, look.coordinate, look.frame, anchor="m")


def title(sheet: MetroSheet, scene: Scene, zoom: str) -> None:
    theme, view = scene.theme, scene.view
    middle = TITLE // 2
    sheet.fill((0, 0, WIDTH, TITLE), theme.panel)
    box = (12, 2, 70, TITLE - 2)
    sheet.stamp("sign", box, lambda canvas: semaphore(canvas.at(40, middle, 0, 31), theme.text, AMBER), theme.panel)
    where = zoom if zoom in SQUARE else text(f"render.metro.zoom.{zoom}", scene.language)
    parts = [text("word.game.metro", scene.language), scene.table, where]
    label = " · ".join(part for part in parts if part)
    wide = sheet.text(80, middle, label, 38, theme.text, theme.panel, "bold", "l", 700)
    players = view.ranking[0] if view.is_over else view.to_act
    name = ", ".join(scene.name(player) for player in players)
    colour = scene.colour(players[0]) if len(players) == 1 else None
    room = WIDTH - 80 - wide - 120
    size = fitted(name, "bold", (36.0, 32.0, 28.0), room)
    wide = sheet.text(WIDTH - 22, middle, name, size, theme.text, theme.panel, "bold", "r", room)
    if colour is not None:
        mark(sheet, scene, colour, WIDTH - 22 - wide - 38, middle)


def mark(sheet: MetroSheet, scene: Scene, colour: str, x: float, y: float) -> None:
    owner = train_of(colour, scene.look.name)

    def draw(canvas: Canvas) -> None:
        canvas.disc(x, y, 24, scene.theme.text)
        canvas.disc(x, y, 21.5, owner.fill)
        symbol(canvas.at(x, y, 0, 12), colour, scene.look.name)

    sheet.stamp(("mark", colour), (int(x) - 26, int(y) - 26, int(x) + 27, int(y) + 27), draw, scene.theme.panel)
