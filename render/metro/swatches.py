"""Every look that comes up on the board once: what the palette has to be able to show."""

import numpy as np
from PIL import Image

from render.kit.canvas import Canvas, Pixels
from render.kit.theme import AMBER, ROUTES, theme_named
from render.metro.centre import Centre, CentreSpace, centre_picture
from render.metro.look import look_named, train_of
from render.metro.squares import Empty, Tile, TileTrack, empty_picture, name_look, tile_picture
from render.metro.stations import Stand, station_picture, train
from render.metro.tracks import BARE, SIDE, Style
from rules.metro.tiles import CODES

COLOURS = tuple(colour for colour in ROUTES if colour != "gray")


def swatches(theme: str) -> list[Pixels]:
    return [np.asarray(picture) for picture in (*tiles(theme), *stands(theme), panel(theme))]


def tiles(theme: str) -> list[Image.Image]:
    bare = TileTrack(BARE, False)
    found = []
    for i, code in enumerate(CODES):
        first, second, third, fourth = (COLOURS[(4 * i + k) % len(COLOURS)] for k in range(4))
        one, two, three = Style(first), Style(second, is_finished=True), Style(third)
        tracks = (TileTrack(one, True), bare, TileTrack(two, True), TileTrack(three, True))
        found.append(tile_picture(Tile(code, tracks, is_fresh=i % 4 == 0, is_central=i % 4 == 1), SIDE, theme))
        pale = TileTrack(Style(fourth, i % 2 == 0, True), False)
        if i % 3 == 0:
            found.append(
                tile_picture(Tile(code, (pale, pale, TileTrack(Style(is_faded=True), False), bare)), SIDE, theme)
            )
    for i, colour in enumerate(COLOURS):
        arrows = (Style(colour), Style(colour, is_faded=True), None, None)
        empty = Empty(i % 2 == 0, arrows, i % 4 == 0)
        found += [empty_picture(empty, SIDE, theme), name_picture(empty, f"{'ABCDEFGH'[i]}{i + 1}", theme)]
    return found


def name_picture(empty: Empty, name: str, theme: str) -> Image.Image:
    size, ink, ground = name_look(empty, look_named(theme))
    canvas = Canvas((0, 0, SIDE, SIDE), ground)
    canvas.text(SIDE / 2, SIDE / 2, name, size, ink, anchor="m")
    return canvas.shrunk()


def stands(theme: str) -> list[Image.Image]:
    found = []
    for i, colour in enumerate(COLOURS):
        under_way, finished = Style(colour), Style(colour, True)
        found.append(station_picture(Stand(i % 4, "27", under_way, None, finished), SIDE, theme))
        found.append(station_picture(Stand(i % 4, "18", finished, 14, under_way), SIDE, theme))
    under_way, finished = Style("green"), Style("yellow", True)
    spaces = [
        CentreSpace(f"C{i + 1}", under_way if i % 3 == 0 else None, None, finished if i % 2 else None, None, i == 4)
        for i in range(8)
    ]
    return [*found, centre_picture(Centre(tuple(spaces), True), SIDE, theme)]


def panel(name: str) -> Image.Image:
    theme, look = theme_named(name), look_named(name)
    canvas = Canvas((0, 0, 900, 640), theme.panel, finer=2)
    canvas.rect(0, 200, 450, 640, theme.tile)
    canvas.rect(450, 200, 900, 640, theme.lit)
    grounds = (
        (10, 40, theme.text, theme.dim),
        (10, 250, theme.text, theme.dim),
        (460, 250, theme.lit_ink, theme.lit_dim),
    )
    for x, y, ink, dim in grounds:
        canvas.text(x, y, "0123456789 Qq", 56, ink, "black")
        canvas.text(x, y + 50, "Zażółć gęślą 0123", 30, ink)
        canvas.text(x, y + 80, "turn 24 · #12", 25, dim, "semibold")
    for i, colour in enumerate(COLOURS):
        owner = train_of(colour, name)
        for x in (20, 470):
            canvas.rounded(x + 200, 360 + i * 34, x + 290, 390 + i * 34, 8, owner.fill)
            canvas.text(x + 245, 375 + i * 34, "28", 27, owner.ink, anchor="m")
            train(canvas.at(x + 60, 380 + i * 34), Style(colour), look, 0.6)
    canvas.rect(460, 20, 880, 60, AMBER)
    canvas.rounded(460, 70, 880, 120, 8, look.last)
    return canvas.shrunk()
