"""A square's picture: a tile with its lines, or an empty square with its name and the lines that wait before it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from PIL import Image

from render.kit.canvas import Canvas
from render.kit.theme import Colour
from render.metro.look import Look, look_named, train_of
from render.metro.tracks import (
    BARE,
    CHEVRON_BEFORE,
    END,
    INWARD,
    SIDE,
    Style,
    cased,
    chevron,
    faded,
    length_of,
    mark_spot,
    path,
    place_on,
    symbol,
)
from rules.metro.tiles import leaving_sides

MARK = 7.3
BEAD = 12.0
SIGN = 36
"""Of the small transparent picture of a mark, in pixels at the usual size."""


class TileTrack(NamedTuple):
    style: Style
    is_marked: bool = False
    """Its owner's mark is shown there."""


BARE_RAILS = TileTrack(BARE)
Passes: TypeAlias = Mapping[tuple[str, int], TileTrack]
"""For each square and side of entry: the line that runs there."""
FourTracks: TypeAlias = tuple[TileTrack, TileTrack, TileTrack, TileTrack]
"""By the side where each track enters."""
Arrows: TypeAlias = tuple[Style | None, ...]
"""For each side: the line that is about to enter."""
NO_ARROWS: Arrows = (None, None, None, None)


class Tile(NamedTuple):
    """All that a tile's look depends on; `code` is what it shows as it lies."""

    code: str
    tracks: FourTracks
    is_fresh: bool = False
    is_central: bool = False


class Empty(NamedTuple):
    """All that a square without a tile looks like, but for its name."""

    is_open: bool
    arrows: Arrows = NO_ARROWS
    is_legal: bool = False
    """Outlined: the reader's tile may go here."""


def tracks_on(square: str, passes: Passes, bare: Style = BARE) -> FourTracks:
    """What runs over a square; where no line does, the track is `bare`."""
    find, rails = passes.get, BARE_RAILS if bare is BARE else TileTrack(bare)
    return (
        find((square, 0), rails),
        find((square, 1), rails),
        find((square, 2), rails),
        find((square, 3), rails),
    )


def ground_of(tile: Tile, look: Look) -> Colour:
    return look.fresh if tile.is_fresh else look.central if tile.is_central else look.ground


@lru_cache(8)
def tile_picture(tile: Tile, side: int, name: str) -> Image.Image:
    """Tracks from low to high: bare rails, finished lines, lines under way; U-turns last, as they cross nothing."""
    look = look_named(name)
    ground = ground_of(tile, look)
    picture = blank(side, ground, look.border)
    out = leaving_sides(tile.code)
    for entry in sorted(range(4), key=lambda at: (out[at] == at, height(tile.tracks[at].style))):
        track, leaving = tile.tracks[entry], 2 * out[entry] + 1
        layer = cased(2 * entry, leaving, track.style, side, name, ground)
        picture.paste(layer.picture, layer.box, layer.picture)
        if track.style.colour is not None and not track.style.is_faded:
            signs(picture, tile.code, entry, leaving, track, side, name)
    return picture


def height(style: Style) -> int:
    if style.colour is None:
        return 0
    return 1 + (not style.is_faded) + (not style.is_finished)


@lru_cache(64)
def _blank(side: int, ground: Colour, border: Colour) -> Image.Image:
    picture = Image.new("RGB", (side, side), border)
    picture.paste(ground, (1, 1, side, side))
    return picture


def blank(side: int, ground: Colour, border: Colour) -> Image.Image:
    return _blank(side, ground, border).copy()


def signs(picture: Image.Image, code: str, entry: int, leaving: int, track: TileTrack, side: int, name: str) -> None:
    """The mark of the line's owner, and where a line under way is going."""
    style = track.style
    assert style.colour is not None
    if track.is_marked:
        x, y = mark_spot(code, entry)
        put(picture, mark_sign(style.colour, style.is_finished, side, name), x * side, y * side)
    if not style.is_finished:
        whole = length_of(path(2 * entry, leaving))
        (x, y), angle = place_on(2 * entry, leaving, whole - CHEVRON_BEFORE)
        put(picture, chevron_sign(style.colour, round(angle), side, name), x * side, y * side)


def put(picture: Image.Image, sign: Image.Image, x: float, y: float) -> None:
    picture.paste(sign, (round(x - sign.width / 2), round(y - sign.height / 2)), sign)


@lru_cache(256)
def mark_sign(colour: str, is_finished: bool, side: int, name: str) -> Image.Image:
    """The symbol alone on a line under way, on a bead on a finished one."""
    canvas = small(side)
    train = train_of(colour, name)
    if is_finished:
        canvas.disc(0, 0, BEAD, train.rim)
        canvas.disc(0, 0, BEAD - 2.4, train.fill)
    symbol(canvas.at(0, 0, 0, MARK * (0.82 if is_finished else 1)), colour, name)
    return canvas.shrunk()


@lru_cache(1024)
def chevron_sign(colour: str, angle: int, side: int, name: str) -> Image.Image:
    canvas = small(side)
    chevron(canvas.at(0, 0, angle, 6.4), train_of(colour, name).ink)
    return canvas.shrunk()


def small(side: int) -> Canvas:
    half = SIGN * side // SIDE // 2
    return Canvas((-half, -half, half, half), None, scale=side / SIDE)


def empty_picture(empty: Empty, side: int, name: str) -> Image.Image:
    look = look_named(name)
    ground = ground_below(empty, look)
    canvas = Canvas((0, 0, side, side), ground, scale=side / SIDE, finer=2)
    canvas.rect(0, 0, SIDE, 1, look.border if empty.is_open else look.open)
    canvas.rect(0, 0, 1, SIDE, look.border if empty.is_open else look.open)
    if empty.is_legal:
        outline(canvas, look)
    for at, style in enumerate(empty.arrows):
        if style is not None:
            arrow_head(canvas, at, style, name, ground)
    return canvas.shrunk()


def ground_below(empty: Empty, look: Look) -> Colour:
    return look.open if empty.is_open else look.far


def name_look(empty: Empty, look: Look) -> tuple[float, Colour, Colour]:
    """The size of the name that is written in the middle, its colour and that of the ground."""
    return (40.0, look.open_name, look.open) if empty.is_open else (36.0, look.far_name, look.far)


def outline(canvas: Canvas, look: Look) -> None:
    """A frame around a square where the tile in question may go."""
    canvas.rounded(7, 7, SIDE - 6, SIDE - 6, 12, look.open_name)
    canvas.rounded(11, 11, SIDE - 10, SIDE - 10, 8, look.open)


def arrow_head(canvas: Canvas, at: int, style: Style, name: str, ground: Colour) -> None:
    assert style.colour is not None
    train = train_of(style.colour, name)
    x, y = END[2 * at][0] * SIDE, END[2 * at][1] * SIDE
    angle = {(0.0, 1.0): 90, (-1.0, 0.0): 180, (0.0, -1.0): 270, (1.0, 0.0): 0}[INWARD[at]]
    frame = canvas.at(x, y, angle)
    frame.polygon([(-4, -25), (0, -25), (29, 0), (0, 25), (-4, 25)], faded(train.rim, style, ground))
    frame.polygon([(-4, -19), (1.4, -19), (23, 0), (1.4, 19), (-4, 19)], faded(train.fill, style, ground))
