"""The playing field: 64 squares, 32 stations and the centre, each a patch in its place."""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from render.kit.canvas import Box, Canvas
from render.kit.theme import AMBER, NIGHT, WHITE
from render.metro.centre import Centre, CentreSpace, centre_picture
from render.metro.look import Look as ThemeLook
from render.metro.look import train_of
from render.metro.patches import EMPTY_SQUARES, Look, MetroSheet
from render.metro.scene import LastMove, Scene
from render.metro.squares import NO_ARROWS, Empty, Tile, empty_picture, name_look, tile_picture, tracks_on
from render.metro.stations import DEPTH, Stand, size_of, station_picture
from render.metro.tracks import BARE, SIDE, Style
from rules.metro.board import CENTRE, SQUARE, SQUARES, squares_in
from rules.metro.tiles import SIDES, turned_code
from rules.metro.tracing import Laid
from rules.metro.view import Line, Place


class Field:
    """Where the field lies in a picture: squares of `side` pixels, the upper left corner of A1 at (`x`, `y`)."""

    def __init__(self, sheet: MetroSheet, scene: Scene, side: int, x: int, y: int) -> None:
        self.sheet, self.scene = sheet, scene
        self.side, self.x, self.y = side, x, y
        self.legal = 0
        """Squares to outline, as a bit mask."""
        self.gains: dict[str, str] = {}
        """What a tile would bring, by square."""
        self.fresh = scene.fresh
        """The squares of the tiles that are new."""
        self.marked = frozenset(move.space for move in scene.moves if move.space)
        """Stations and spaces to point to."""

    @property
    def bare(self) -> Style:
        """A track without a line; pale in a preview, as everything that stays the same."""
        return Style(is_faded=self.scene.focus is not None)

    @property
    def unit(self) -> float:
        return self.side / SIDE

    def corner(self, square: str) -> tuple[int, int]:
        row, column = divmod(SQUARE[square], 8)
        return self.x + column * self.side, self.y + row * self.side

    def box(self, square: str) -> Box:
        x, y = self.corner(square)
        return x, y, x + self.side, y + self.side

    def sees(self, x: int, y: int, w: int, h: int) -> bool:
        width, height = self.sheet.width, self.sheet.height
        return x < width and y < height and x + w > 0 and y + h > 0

    def paint(self) -> None:
        self.tiles()
        self.empty_squares()
        self.stations()
        if self.scene.view.spaces:
            self.centre()
        self.new_tiles()

    def tiles(self) -> None:
        view = self.scene.view
        for tile in view.laid:
            self.tile(tile, tile.square in self.fresh, False)
        for tile in view.central_tiles:
            self.tile(tile, False, True)

    def tile(self, laid: Laid, is_fresh: bool, is_central: bool) -> None:
        tracks = tracks_on(laid.square, self.scene.passes, BARE if is_fresh else self.bare)
        tile = Tile(turned_code(laid.tile, laid.turn), tracks, is_fresh, is_central)
        self.square(laid.square, tile_picture, tile)

    def empty_squares(self) -> None:
        tracks = self.scene.tracks
        for square in squares_in(tracks.free):
            name = SQUARES[square]
            arrows = self.scene.waiting.get(name, NO_ARROWS)
            is_open, is_legal = bool(tracks.reachable >> square & 1), bool(self.legal >> square & 1)
            self.empty(name, Empty(is_open, arrows, is_legal), is_legal and bool(self.gains))
            if name in self.gains:
                self.gain(name, self.gains[name])

    def empty(self, square: str, empty: Empty, is_high: bool) -> None:
        """`is_high`: its name leaves room below it for what the tile would bring."""

        def draw() -> None:
            self.square(square, empty_picture, empty)
            self.square_name(square, empty, is_high)

        if self.side <= SIDE:
            self.sheet.kept((self.scene.look.name, empty, is_high), self.box(square), draw, EMPTY_SQUARES)
        else:
            draw()

    def square_name(self, square: str, empty: Empty, is_high: bool) -> None:
        x, y = self.corner(square)
        at = x + self.side / 2, y + self.side * (0.34 if is_high else 0.5)
        size, ink, ground = name_look(empty, self.scene.look)
        self.sheet.text(*at, square, size * self.unit, ink, ground, anchor="m")

    def gain(self, square: str, label: str) -> None:
        u = self.unit
        left, top = self.corner(square)
        x, y, half = left + self.side // 2, top + round(SIDE * 0.62 * u), round((14 + 9.5 * len(label)) * u)
        box = (x - half, y - round(20 * u), x + half, y + round(20 * u))

        def draw(canvas: Canvas) -> None:
            canvas.chip(box, 9 * u, NIGHT)
            canvas.chip((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), 7 * u, AMBER)
            canvas.text(x, y, label, 36 * u, NIGHT, "black", "m")

        self.sheet.stamp(("gain", label), box, draw, self.scene.look.open)

    def square(self, square: str, draw: Callable[[Look, int, str], Image.Image], look: Look) -> None:
        x, y = self.corner(square)
        if self.sees(x, y, self.side, self.side):
            self.sheet.patch((x, y), draw, look, self.side, self.scene.look.name)

    def stations(self) -> None:
        view, name = self.scene.view, self.scene.look.name
        for place, line in zip(view.stations, view.lines, strict=False):
            side, right, down, wide, tall = beside(place.square, place.side, self.side)
            x, y = self.x + right, self.y + down
            if self.sees(x, y, wide, tall):
                self.sheet.patch((x, y), station_picture, self.stand(place, line, side), self.side, name)

    def stand(self, place: Place, line: Line, side: int) -> Stand:
        return Stand(
            side=side,
            number=place.name,
            train=self.scene.style(line),
            points=line.points if line.is_finished else None,
            arrival=self.scene.arrivals.get(place.name),
            is_marked=place.name in self.marked,
            is_new=line.start in self.scene.won,
        )

    def centre(self) -> None:
        view = self.scene.view
        spaces = tuple(self.space(place, line) for place, line in zip(view.spaces, view.lines[32:], strict=True))
        centre = Centre(spaces, bool(view.trains_left) or any(place.owner for place in view.spaces))
        at = self.corner(SQUARES[CENTRE[0]])
        if self.sees(*at, 2 * self.side, 2 * self.side):
            self.sheet.patch(at, centre_picture, centre, self.side, self.scene.look.name)

    def space(self, place: Place, line: Line) -> CentreSpace:
        style: Style | None = self.scene.style(line)
        return CentreSpace(
            name=place.name,
            train=style,
            points=line.points if line.is_finished else None,
            arrival=self.scene.arrivals.get(place.name),
            departing=style,
            is_marked=place.name in self.marked,
            is_new=line.start in self.scene.won,
        )

    def new_tiles(self) -> None:
        """A frame around each, open where tracks cross it; several are numbered in order."""
        moves = self.scene.moves
        for square in sorted(self.scene.fresh):
            self.frame(square)
        for number, move in enumerate(moves, start=1):
            if len(moves) > 1 and move.square is not None:
                self.number(move, str(number))

    def number(self, move: LastMove, number: str) -> None:
        """Which of several moves this tile was, in the corner and the colour of whoever laid it."""
        assert move.square is not None
        u = self.unit
        left, top = self.corner(move.square)
        x, y, radius = left + 25 * u, top + 25 * u, 27 * u
        box = (int(x - radius), int(y - radius), int(x + radius) + 1, int(y + radius) + 1)
        self.sheet.overlay(
            box, lambda canvas: pin(canvas, x, y, radius, number, self.scene.colour(move.player), self.scene.look)
        )

    def frame(self, square: str) -> None:
        look, u = self.scene.look, self.unit
        x, y = self.corner(square)
        for wide, colour in ((13 * u, look.last_edge), (8 * u, look.last)):
            self._strokes(x, y, wide, (13 * u - wide) / 2, colour)

    def _strokes(self, x: int, y: int, wide: float, less: float, colour: tuple[int, int, int]) -> None:
        """Corners and the middle of each side, `wide` across the border."""
        s, u, half = self.side, self.unit, wide / 2
        gap = 18 * u
        parts = [(-half, s / 3 - gap), (s / 3 + gap + less, s * 2 / 3 - gap - less), (s * 2 / 3 + gap, s + half)]
        parts = [(a + less * (i == 2), b - less * (i == 0)) for i, (a, b) in enumerate(parts)]
        for a, b in parts:
            for near in (0, s):
                self.fill(x + a, y + near - half, x + b, y + near + half, colour)
                self.fill(x + near - half, y + a, x + near + half, y + b, colour)

    def fill(self, x0: float, y0: float, x1: float, y1: float, colour: tuple[int, int, int]) -> None:
        self.sheet.fill_within(x0, y0, x1, y1, colour)


@lru_cache(1024)
def beside(square: str, side_name: str, size: int) -> tuple[int, int, int, int, int]:
    """Of a station beside a square: the number of the side, where it lies from the corner of A1, and its size."""
    side, depth = SIDES.index(side_name), DEPTH * size // SIDE
    row, column = divmod(SQUARE[square], 8)
    right = column * size + {1: size, 3: -depth}.get(side, 0)
    down = row * size + {0: -depth, 2: size}.get(side, 0)
    return side, right, down, *size_of(side, size)


def pin(canvas: Canvas, x: float, y: float, radius: float, number: str, colour: str | None, look: ThemeLook) -> None:
    """A number in the colour of a player; where companies own the lines, players have none."""
    fill, ink = NIGHT, WHITE
    if colour is not None:
        train = train_of(colour, look.name)
        fill, ink = train.fill, train.ink
    for less, shade in ((0.0, NIGHT), (1.5, WHITE), (3.5, fill)):
        canvas.disc(x, y, radius * (1 - less / 27), shade)
    canvas.text(x, y, number, radius * 36 / 25, ink, "black", "m")
