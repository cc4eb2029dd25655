"""Tracks: open spaces as separate dashes, a claimed track as one ribbon from city to city."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from render.kit.canvas import Canvas, Placement, Point
from render.kit.symbols import colour_symbol, locomotive, mark
from render.kit.theme import AMBER, NIGHT, PLAYERS, ROUTES, WHITE, Colour, Theme, mixed
from render.tickets.drawn_map import DrawnMap
from render.tickets.outline import Space
from rules.tickets.maps import Track

Fade: TypeAlias = Colour | None
"""What a claimed track is mixed with where it is to be paler."""
FADED = 0.5
NECK = 9.0
"""How wide the line from a claimed track to its city is."""
DARKEST = ("black", "blue", "red")
"""Colours that a dark land would swallow without a light rim."""


def faded(colour: Colour, fade: Fade) -> Colour:
    return colour if fade is None else mixed(colour, fade, FADED)


def open_track(canvas: Canvas, drawn_map: DrawnMap, track: Track, theme: Theme) -> None:
    glyphs = locomotive_spaces(track)
    for i, space in enumerate(drawn_map.outline.tracks[track.id].spaces):
        open_space(canvas, space, drawn_map.outline.space, track, theme, i in glyphs)


def locomotive_spaces(track: Track) -> range:
    """A ferry's locomotive symbols stand on its middle spaces."""
    start = (track.length - track.locomotives) // 2
    return range(start, start + track.locomotives)


def is_round(track: Track) -> bool:
    return track.kind in ("ferry", "sea")


def open_space(
    canvas: Canvas, space: Space, size: tuple[float, float], track: Track, theme: Theme, has_glyph: bool
) -> None:
    length, width = size
    colour = track.colour or "gray"
    fill = ROUTES[colour].fill
    radius = width / 2 if is_round(track) else 2.2
    frame = canvas.at(space.x, space.y, space.angle)
    rim = theme.black_rim if colour in DARKEST else theme.rim
    if track.kind == "tunnel":
        teeth(frame, length, width, rim)
    inner = theme.rim_width + (0.9 if track.kind == "tunnel" else 0)
    frame.slab(length, width, radius, rim)
    frame.slab(length - 2 * inner, width - 2 * inner, radius - inner * 0.7, fill)
    sign(canvas, space, width, track, theme, has_glyph)


def teeth(frame: Placement, length: float, width: float, fill: Colour) -> None:
    """The border that says tunnel."""
    count = round(length / 8.5)
    pitch = length / count
    for i in range(count):
        u = -length / 2 + (i + 0.5) * pitch
        for side in (-1, 1):
            v = side * width / 2
            frame.rect(u - pitch * 0.27, min(v, v + side * 2.1), u + pitch * 0.27, max(v, v + side * 2.1), fill)


def sign(canvas: Canvas, space: Space, width: float, track: Track, theme: Theme, has_glyph: bool) -> None:
    """The symbol of the colour, upright so that a square is never taken for a diamond; or a locomotive, or a pair."""
    route = ROUTES[track.colour or "gray"]
    if has_glyph:
        turn = upright(space.angle)
        locomotive(canvas.at(space.x, space.y, turn, width * 0.46), route.ink, route.fill)
    elif track.pairs:
        pair(canvas.at(space.x, space.y, upright(space.angle), width), route.ink, route.fill)
    elif route.symbol:
        colour_symbol(canvas.at(space.x, space.y, 0, width * theme.symbol / 2), track.colour or "gray")


def upright(angle: float) -> float:
    """The same direction, never upside down."""
    return (angle + 90) % 180 - 90


def pair(frame: Placement, ink: Colour, fill: Colour) -> None:
    """Two cards: this space asks for a pair."""
    for u in (-0.42, 0.1):
        frame.rect(u - 0.06, -0.34, u + 0.38, 0.34, ink)
        frame.rect(u + 0.03, -0.25, u + 0.29, 0.25, mixed(fill, WHITE, 0.75))


def closed_track(canvas: Canvas, drawn_map: DrawnMap, track: Track, theme: Theme) -> None:
    """Nobody can claim it any more: a pale trace of it is left."""
    length, width = drawn_map.outline.space
    ground = theme.sea if is_round(track) else theme.home
    fill = mixed(ROUTES[track.colour or "gray"].fill, ground, 0.78)
    rim = mixed(theme.rim if theme.name != "dark" else theme.coast, ground, 0.62)
    radius = width / 2 if is_round(track) else 2.2
    for space in drawn_map.outline.tracks[track.id].spaces:
        canvas.at(space.x + 0.8, space.y + 1.1, space.angle).slab(length + 1.2, width + 1.6, radius, ground)
        frame = canvas.at(space.x, space.y, space.angle)
        if track.kind == "tunnel":
            teeth(frame, length + 0.6, width + 0.6, rim)
        frame.slab(length, width, radius, rim)
        frame.slab(length - 2.6, width - 2.6, radius - 0.9, fill)


def spine(spaces: tuple[Space, ...], length: float, more: float = 0) -> list[Point]:
    """The middle line of a stretch: along every space, straight from one to the next; `more` at both ends."""
    path = []
    for space in spaces:
        frame = Placement(NOWHERE, space.x, space.y, space.angle, 1)
        path += [frame.point(-length / 2, 0), frame.point(length / 2, 0)]
    first, last = spaces[0], spaces[-1]
    path[0] = Placement(NOWHERE, first.x, first.y, first.angle, 1).point(-length / 2 - more, 0)
    path[-1] = Placement(NOWHERE, last.x, last.y, last.angle, 1).point(length / 2 + more, 0)
    return path


def halo(canvas: Canvas, drawn_map: DrawnMap, track: str) -> None:
    """The last move: an amber band under the spaces, from city to city."""
    length, width = drawn_map.outline.space
    for more, colour in ((3.0, NIGHT), (0.0, AMBER)):
        for spaces, start, end in drawn_map.stretches(track):
            path = spine(spaces, length)
            whole = [start, *path, end]
            canvas.line(whole, width + 16 + more, colour)


def ribbon(canvas: Canvas, drawn_map: DrawnMap, track: Track, colour: str, ground: Colour, fade: Fade = None) -> None:
    """A claimed track: one band in the player's colour, with a wagon or a ship on every space; `ground` shows at the
    ends of ships."""
    length, width = drawn_map.outline.space
    player = PLAYERS[colour]
    part = 0.45 if track.kind == "sea" else 1.0
    for spaces, _, _ in drawn_map.stretches(track.id):
        path = spine(spaces, length, -1)
        for space in spaces if track.kind == "sea" else ():
            # A hull is slimmer at its ends than the space under it.
            canvas.at(space.x + 0.5, space.y + 0.8, space.angle).slab(length + 2, width + 3, width / 2, ground)
        canvas.line(path, (width + 4.6) * part, faded(NIGHT, fade))
        canvas.line(path, (width + 2.0) * part, WHITE if fade is None else fade)
        canvas.line(path, (width - 1.6) * part, faded(player.shade, fade))
        for space in spaces:
            piece(canvas.at(space.x, space.y, space.angle), length, width, colour, track.kind == "sea", fade)


def neck(canvas: Canvas, drawn_map: DrawnMap, track: Track, colour: str, theme: Theme, fade: Fade = None) -> None:
    """The thin lines that join a ribbon to its cities."""
    for width, fill in ((NECK, faded(theme.neck_rim, fade)), (5.6, faded(PLAYERS[colour].fill, fade))):
        for line in necks(drawn_map, track.id):
            canvas.line(line, width, fill)


def necks(drawn_map: DrawnMap, track: str) -> Iterator[tuple[Point, Point]]:
    """From a city to the first space and from the last one to a city, stretch by stretch."""
    length, _ = drawn_map.outline.space
    for spaces, start, end in drawn_map.stretches(track):
        path = spine(spaces, length)
        yield start, path[0]
        yield path[-1], end


def ghost(canvas: Canvas, drawn_map: DrawnMap, track: Track, colour: str) -> None:
    """A claim that is only planned: pale pieces with a dashed spine, so that it is never taken for a real one."""
    length, width = drawn_map.outline.space
    player = PLAYERS[colour]
    for spaces, start, end in drawn_map.stretches(track.id):
        path = [start, *spine(spaces, length), end]
        for thick, fill in ((11.0, NIGHT), (7.6, WHITE)):
            canvas.line(path, thick, fill)
        for a, b in pairwise(path):
            canvas.dashes(a, b, 5.0, player.fill, 9, 7)
        for space in spaces:
            frame = canvas.at(space.x, space.y, space.angle)
            for more, fill in ((6.0, NIGHT), (3.4, WHITE), (0.6, player.fill), (-6.4, mixed(player.fill, WHITE, 0.82))):
                if track.kind == "sea":
                    hull(frame, length + more, width + more, fill)
                else:
                    frame.slab(length + more, width + more, 4 + more / 2, fill)
            mark(frame, colour, length * 0.8, width * 0.9, player.fill if player.ink == WHITE else player.ink)


def piece(frame: Placement, length: float, width: float, colour: str, is_ship: bool, fade: Fade = None) -> None:
    dark, light, fill = faded(NIGHT, fade), WHITE if fade is None else fade, faded(PLAYERS[colour].fill, fade)
    ink = None if fade is None else faded(PLAYERS[colour].ink, fade)
    if is_ship:
        hull(frame, length + 3, width + 4.4, dark)
        hull(frame, length + 0.2, width + 1.8, light)
        hull(frame, length - 4.4, width - 1.6, fill)
        mark(frame, colour, length * 0.72, width - 1.6, ink)
    else:
        frame.slab(length + 2.4, width + 4.4, 4.6, dark)
        frame.slab(length, width + 1.8, 3.8, light)
        frame.slab(length - 3.2, width - 1.6, 2.6, fill)
        mark(frame, colour, length - 3.2, width - 1.6, ink)


def hull(frame: Placement, length: float, width: float, fill: Colour) -> None:
    bow, half = width * 0.52, width / 2
    a = length / 2
    frame.polygon([(-a, 0), (-a + bow, -half), (a - bow, -half), (a, 0), (a - bow, half), (-a + bow, half)], fill)


NOWHERE = Canvas((0, 0, 1, 1), None)
