"""The small map of a hand: one's own network, and each ticket with its ends and the spaces that its way still lacks."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from render.kit import disk
from render.kit.canvas import Box, Canvas, Pixels, Point
from render.kit.palette import png
from render.kit.sheet import Sheet, box_in
from render.kit.text import width_of
from render.kit.theme import NIGHT, PLAYERS, WHITE, Colour, ink_on, mixed
from render.tickets import mini
from render.tickets.base import base_of
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from render.tickets.mini import paths
from render.tickets.names import nearest
from render.tickets.scene import Scene
from render.tickets.ticket_rows import TicketLine, state_colour

Area = tuple[float, float, float, float]
DISC, LETTER, NAME = 16.5, 24.0, 24.0
"""Of an end, in pixels."""
BESIDE = 25.0
"""How far apart the letters of one city stand."""
AWAY = 24.0
"""How far away a name may stand at a line's end."""
ROUNDS = 8
"""So often the names of the ends are placed anew, until none is left out."""


@lru_cache(24)
def small_ground(title: str, theme: str, width: int) -> Pixels:
    """Land and faint tracks; from memory, from disk, or drawn now."""
    whole = base_of(title, theme)
    across, down = drawn_map_of(title).outline.size
    size = (width, round(width * down / across))
    name = ground_file(whole.key, width)
    kept = disk.read_picture(name, size)
    if kept is not None:
        return np.asarray(kept)
    pixels = whole.palette.mapped(np.asarray(mini.ground(title, theme, *size, 2).reduce(2)))
    disk.write(name, png(pixels, whole.palette))
    return pixels


def ground_file(key: str, width: int) -> str:
    return f"{key}-small-{width}.png"


def paint_map(sheet: Sheet, scene: Scene, lines: Sequence[TicketLine]) -> None:
    networks(sheet, scene)
    shown = [line for line in lines if line.letter]
    for track, colour in missing_tracks(scene, shown).items():
        missing_track(sheet, scene, track, colour)
    names(sheet, scene, shown)
    ends(sheet, scene, shown)


def missing_tracks(scene: Scene, lines: Sequence[TicketLine]) -> dict[str, Colour]:
    """Each once, in the colour of the first ticket that needs it."""
    found: dict[str, Colour] = {}
    for line in lines:
        for track in line.way.tracks if line.way else ():
            found.setdefault(track, state_colour(scene, line.state))
    return found


def around(scale: float, origin: Point, points: Sequence[Point], more: float) -> Box:
    """A box in pixels around points of the map; `more` is in pixels too."""
    xs, ys, more = [x for x, _ in points], [y for _, y in points], more / scale
    return box_in(scale, origin, min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more)


def networks(sheet: Sheet, scene: Scene) -> None:
    """Others' tracks grey, one's own in colour."""
    player = scene.view.reader or 0
    colour = PLAYERS[scene.seats[player].colour].fill
    grey = mixed(scene.theme.ink, scene.theme.home, 0.55)
    own = [track for track, owner in scene.view.owners.items() if owner == player]
    for track, owner in scene.view.owners.items():
        if owner != player:
            line(sheet, scene, track, ((3.4, grey),))
    # All rims first, so that none of them lies on its neighbour's colour.
    for layers in (((9.0, NIGHT),), ((7.0, WHITE), (5.0, colour))):
        for track in own:
            line(sheet, scene, track, layers)


def line(sheet: Sheet, scene: Scene, track: str, layers: tuple[tuple[float, Colour], ...]) -> None:
    scale = sheet.base.scale
    for number, (path, box) in enumerate(placed_paths(scene.view.game, scale, sheet.base.origin, track)):

        def draw(canvas: Canvas, path: list[Point] = path) -> None:
            for width, fill in layers:
                sheet.on_map(canvas).line(path, width / scale, fill)

        sheet.stamp(("small track", track, number, layers), box, draw)


@lru_cache(4096)
def placed_paths(title: str, scale: float, origin: Point, track: str) -> list[tuple[list[Point], Box]]:
    """The stretches of a track, each with its box in pixels."""
    return [(path, around(scale, origin, path, 8)) for path in paths(drawn_map_of(title), track)]


def missing_track(sheet: Sheet, scene: Scene, track: str, colour: Colour) -> None:
    """A dash for every space that is still to be claimed."""
    scale = sheet.base.scale
    for number, (dashes, box) in enumerate(placed_dashes(scene.view.game, scale, sheet.base.origin, track)):

        def draw(canvas: Canvas, dashes: list[tuple[Point, Point]] = dashes) -> None:
            on_map = sheet.on_map(canvas)
            for more, width, fill in ((2.0, 10.0, scene.theme.halo), (0.0, 6.0, colour)):
                for a, b in dashes:
                    on_map.line([longer(b, a, more / scale), longer(a, b, more / scale)], width / scale, fill)

        sheet.stamp(("missing", track, number, colour), box, draw)


@lru_cache(4096)
def placed_dashes(title: str, scale: float, origin: Point, track: str) -> list[tuple[list[tuple[Point, Point]], Box]]:
    """The ends of each dash, stretch by stretch, each with its box in pixels."""
    drawn_map = drawn_map_of(title)
    half = drawn_map.outline.space[0] * 0.34
    found = []
    for spaces, _, _ in drawn_map.stretches(track):
        dashes = []
        for space in spaces:
            dx, dy = math.cos(math.radians(space.angle)) * half, math.sin(math.radians(space.angle)) * half
            dashes.append(((space.x - dx, space.y - dy), (space.x + dx, space.y + dy)))
        found.append((dashes, around(scale, origin, [point for dash in dashes for point in dash], 9)))
    return found


def longer(a: Point, b: Point, more: float) -> Point:
    """`b`, so much further away from `a`."""
    reach = math.dist(a, b) or 1.0
    return b[0] + (b[0] - a[0]) * more / reach, b[1] + (b[1] - a[1]) * more / reach


def names(sheet: Sheet, scene: Scene, lines: Sequence[TicketLine]) -> None:
    """Of the ends, each where it hides least; one that would lie on another is left out, as the list has it too."""
    counts = Counter(place for line in lines for place in line.ticket.cities)
    missing = tuple(missing_tracks(scene, lines))
    for place, area in name_areas(scene.view.game, sheet.base.scale, tuple(counts.items()), missing):
        leader(sheet, scene, place, area)
        name(sheet, scene, scene.drawn_map.name(place), area)


@lru_cache(1024)
def name_areas(
    title: str, scale: float, counts: tuple[tuple[str, int], ...], missing: tuple[str, ...]
) -> tuple[tuple[str, Area], ...]:
    """Where the names of the places stand that so many tickets end at; kept, since most turns change none of it."""
    drawn_map = drawn_map_of(title)
    spots = [(space.x, space.y) for track in missing for space in drawn_map.outline.tracks[track].spaces]
    order, best = list(counts), tuple[tuple[str, Area], ...]()
    for _ in range(ROUNDS):
        found = dict(areas_in_order(drawn_map, order, scale, spots))
        best = max(best, tuple(found.items()), key=len)
        left_out = [each for each in order if each[0] not in found]
        if not left_out:
            break
        # Whoever found no room chooses first the next time.
        order = left_out + [each for each in order if each[0] in found]
    return best


def areas_in_order(
    drawn_map: DrawnMap, order: Sequence[tuple[str, int]], scale: float, spots: Sequence[Point]
) -> Iterator[tuple[str, Area]]:
    """Each name where those before it have left room."""
    taken = [discs(drawn_map, place, count, scale) for place, count in order]
    for place, count in order:
        area = name_area(drawn_map, place, count, scale, taken, spots)
        if area is not None:
            taken.append(area)
            yield place, area


def leader(sheet: Sheet, scene: Scene, place: str, area: Area) -> None:
    """To a name that stands away from its end."""
    start, scale = scene.drawn_map.spot(place), sheet.base.scale
    end = nearest(area, *start)
    if math.dist(start, end) * scale < DISC + AWAY / 2:
        return

    def draw(canvas: Canvas) -> None:
        sheet.on_map(canvas).line([start, end], 2 / scale, scene.theme.ink)

    sheet.stamp(("small leader", place, end), around(scale, sheet.base.origin, [start, end], 3), draw)


def name(sheet: Sheet, scene: Scene, words: str, area: Area) -> None:
    middle = ((area[0] + area[2]) / 2, (area[1] + area[3]) / 2)
    theme, scale = scene.theme, sheet.base.scale

    def draw(canvas: Canvas) -> None:
        canvas.label(0, 0, words, NAME, "mm", theme.ink, theme.halo, 2.6 * scale)

    half = (math.ceil((area[2] - area[0]) * scale / 2) + 7, math.ceil(NAME / 2) + 8)
    sheet.sign(("small name", words, theme.name, scale), middle, half, draw)


def end_spot(drawn_map: DrawnMap, place: str, count: int, scale: float) -> Point:
    """Where the first of so many letters stands: at its city, or so near that all of them are on the map."""
    (x, y), (width, height), half = drawn_map.spot(place), drawn_map.outline.size, (DISC + 1) / scale
    right = width - half - BESIDE * (count - 1) / scale
    return min(max(x, half), right), min(max(y, half), height - half)


def discs(drawn_map: DrawnMap, place: str, count: int, scale: float) -> Area:
    """What so many letters side by side cover."""
    x, y = end_spot(drawn_map, place, count, scale)
    return x - DISC / scale, y - DISC / scale, x + (DISC + BESIDE * (count - 1)) / scale, y + DISC / scale


def name_area(
    drawn_map: DrawnMap, place: str, count: int, scale: float, taken: Sequence[Area], spots: Sequence[Point]
) -> Area | None:
    """Below, above or beside its end, or where all that is taken a little farther away; None where there is no room."""
    whole, (x, y) = drawn_map.outline.size, end_spot(drawn_map, place, count, scale)
    more = BESIDE * (count - 1)
    width, height = width_of(drawn_map.name(place), "bold", NAME) + 6, NAME + 2
    far, under = width / 2 + DISC + 2, DISC + height / 2 + 1
    beside = [(side, dy * under) for dy in (0.0, 0.6, -0.6) for side in (far + more, -far)]
    for tried in (((more / 2, under), (more / 2, -under), *beside), farther(far, under, more)):
        best: tuple[float, Area] | None = None
        for dx, dy in tried:
            left = min(max(x + (dx - width / 2) / scale, 2), whole[0] - width / scale - 2)
            top = min(max(y + (dy - height / 2) / scale, 2), whole[1] - height / scale - 2)
            right, bottom = left + width / scale, top + height / scale
            if any(a < right and left < c and b < bottom and top < d for a, b, c, d in taken):
                continue
            cost = sum([left < a < right and top < b < bottom for a, b in spots])
            if best is None or cost < best[0]:
                best = (cost, (left, top, right, bottom))
            if not cost:
                break
        if best:
            return best[1]
    return None


def farther(far: float, under: float, more: float) -> list[Point]:
    """Further places for a name around its end, the nearest first; a line leads to the last ones."""
    aligned = [(more / 2 + part * far, side * under) for part in (0.35, -0.35, 0.7, -0.7) for side in (1, -1)]
    corners = [(side, dy * under) for dy in (1.0, -1.0) for side in (far + more, -far)]
    away = [
        (more / 2 + part * far, side * under) for side in (1.9, -1.9, 2.8, -2.8) for part in (0.0, 0.5, -0.5, 1.0, -1.0)
    ]
    return [*aligned, *corners, *away, (far + more + AWAY, 0.0), (-far - AWAY, 0.0)]


def ends(sheet: Sheet, scene: Scene, lines: Sequence[TicketLine]) -> None:
    """Each ticket's letter on its cities; several stand side by side."""
    counts = Counter(place for line in lines for place in line.ticket.cities)
    shared: Counter[str] = Counter()
    for ticket in lines:
        for place in ticket.ticket.cities:
            x, y = end_spot(scene.drawn_map, place, counts[place], sheet.base.scale)
            x += shared[place] * BESIDE / sheet.base.scale
            end(sheet, (x, y), ticket.letter, state_colour(scene, ticket.state))
            shared[place] += 1


def end(sheet: Sheet, at: Point, letter: str, colour: Colour) -> None:
    def draw(canvas: Canvas) -> None:
        for more, fill in ((0.0, NIGHT), (1.2, WHITE), (2.8, colour)):
            canvas.disc(0, 0, DISC - more, fill)
        canvas.text(0, 0, letter, LETTER, ink_on(colour), anchor="m")

    sheet.sign(("end", letter, colour), at, (math.ceil(DISC) + 2, math.ceil(DISC) + 2), draw)
