"""Metro's trains and tiles as small pictures."""

from functools import partial

from render.kit.canvas import Canvas
from render.kit.emoji import MIDDLE, SIZE, emoji, tile
from render.kit.theme import NIGHT, ROUTES, WHITE
from render.metro.emoji_names import tile_emoji, train_emoji
from render.metro.look import look_named, train_of
from render.metro.tracks import band, symbol, turns_back
from rules.metro.tiles import CODES, leaving_sides

LOOK = "light"
EDGE = 12.0
INNER = SIZE - 2 * EDGE
TRACK, AROUND = 0.105, 0.2
COLOURS = tuple(colour for colour in ROUTES if colour != "gray")


def draw_emojis(_title: str) -> dict[str, bytes]:
    trains = {train_emoji(colour): emoji(partial(draw_train, colour=colour)) for colour in COLOURS}
    return trains | {tile_emoji(code): emoji(partial(draw_tile, code=code)) for code in CODES}


def draw_train(canvas: Canvas, colour: str) -> None:
    """From above, its nose to the right."""
    owner, frame = train_of(colour, LOOK), canvas.at(MIDDLE, MIDDLE)
    for length, width, fill in ((124, 88, NIGHT), (116, 80, WHITE), (104, 68, owner.fill)):
        frame.slab(length, width, width * 0.26, fill)
    frame.rect(32, -24, 42, 24, owner.ink)
    symbol(canvas.at(MIDDLE - 12, MIDDLE, 0, 24), colour, LOOK, owner.ink, owner.fill)


def draw_tile(canvas: Canvas, code: str) -> None:
    """Its four tracks, each apart from what it crosses; too small for sleepers."""
    look = look_named(LOOK)
    tile(canvas, look.ground)
    out = leaving_sides(code)
    inner = canvas.moved(INNER, (EDGE, EDGE))
    for entry in sorted(range(4), key=lambda at: out[at] == at):
        leaving = 2 * out[entry] + 1
        if not turns_back(2 * entry, leaving):
            inner.polygon(band(2 * entry, leaving, AROUND, 0), look.ground)
        inner.polygon(band(2 * entry, leaving, TRACK, 0), NIGHT)
