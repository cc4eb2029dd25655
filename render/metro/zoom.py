"""A part of the board, really drawn larger: around a square, a corner, the own lines, the last tile."""

from collections.abc import Iterable, Sequence

from data.texts import text
from render.kit.regions import REGIONS
from render.kit.seat import Seat
from render.metro.base import TITLE, based_on
from render.metro.field import Field
from render.metro.moves import title
from render.metro.patches import MetroSheet, PassingSheet
from render.metro.scene import Scene, next_entry, scene_of
from render.metro.stations import DEPTH
from render.metro.tracks import SIDE
from rules.game import Event
from rules.metro.board import CENTRE, SQUARE, SQUARES
from rules.metro.view import MetroView

WIDTH, HEIGHT, BAND = 1450, 1100, 40
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
    back to the whole board; with "mine", all lines of others are pale."""
    own = frozenset(line.start for line in view.lines if line.player is not None and line.player == view.reader)
    focus = own if zoom == "mine" and own else None
    scene = scene_of(view, seats, events, theme, language, table, focus)
    side, left, top = fitted_window(wanted_window(scene, zoom))
    sheet = PassingSheet(based_on(theme, (WIDTH, TITLE + HEIGHT), scene.look.frame))
    x, y = BAND - round(left * side), TITLE + BAND - round(top * side)
    Field(sheet, scene, side, x, y).paint()
    bands(sheet, scene, side, x, y)
    sheet.fill((0, 0, WIDTH, TITLE), scene.theme.panel)
    title(sheet, scene, heading(scene, zoom))
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
    """Some squares and their surroundings; the whole board where there are none."""
    places = [divmod(SQUARE[square], 8) for square in squares]
    if not places:
        return WHOLE
    rows, columns = [row for row, _ in places], [column for _, column in places]
    window = min(columns) - margin, min(rows) - margin, max(columns) + 1 + margin, max(rows) + 1 + margin
    return with_stations(window)


def with_stations(window: Window) -> Window:
    """Stations are shown whole on every side where a window reaches them."""
    left, top, right, bottom = window
    return (
        -RIM if left < 0 else left,
        -RIM if top < 0 else top,
        8 + RIM if right > 8 else right,
        8 + RIM if bottom > 8 else bottom,
    )


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


def heading(scene: Scene, zoom: str) -> str:
    """What is enlarged; with it, who laid the last tile stands below, as on the board."""
    return zoom if zoom in SQUARE else text(f"render.metro.zoom.{zoom}", scene.language)
