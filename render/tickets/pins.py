"""Pins: signs that point to what is new on a map, or to the longest route, and where they stand."""

import math
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from data.texts import signed, text
from render.kit.canvas import Canvas, Point
from render.kit.sheet import FREE, NAME, PANEL, Sheet
from render.tickets import pieces
from render.tickets.names import Area
from render.tickets.pieces import Pin
from render.tickets.scene import Scene
from rules.tickets.view import FinalView

GAPS, FARTHER = (36, 66, 96), 12.0
"""How far a pin may stand from what it points to, and what a step farther costs beside what it hides."""
TAIL, HIDES = 24, 300.0
"""At how many points the line from a pin to its tip is looked at, and what each of them costs that hides something."""
CELL, CLEAR_OF = 6, 5
"""Pixels: how finely free places are looked for, and around a sign so many on which nothing else lies."""
TRIED, AT_ONCE = 4000, 100
"""So many ways to a free place, the shortest ones, are looked at, some at once."""
STEPS = np.arange(TAIL)


def pins(sheet: Sheet, scene: Scene) -> None:
    """Signs that point to what is new: the points of the last move or an anchor; the numbers of several turns in the
    players' colours; at the end, whose route is the longest."""
    taken: list[Area] = []
    for sign in signs(scene):
        found = pin_place(sheet, scene, sign, taken)
        if found:
            put_pin(sheet, sign, *found)
            taken.append(pieces.pin_area(sign, found[1]))


def signs(scene: Scene) -> list[Pin]:
    if scene.view.is_over:
        holders = [final for final in scene.view.final if final.longest and set(final.longest) <= set(scene.longest)]
        return [longest_sign(scene, final) for final in holders]
    if scene.has_several:
        return [turn_sign(scene, place, number) for place, number in scene.news.items()]
    last = scene.last
    if last is None or last.place is None:
        return []
    return [Pin((last.place,), signed(last.points)) if last.points else Pin((last.place,), icon="anchor")]


def longest_sign(scene: Scene, final: FinalView) -> Pin:
    return Pin(final.longest, text("render.score.longest", scene.language, n=final.longest_length))


def turn_sign(scene: Scene, place: str, number: int) -> Pin:
    colour = scene.colour(scene.moves[number - 1].player)
    return Pin((place,), str(number), fill=colour.fill, ink=colour.ink)


def put_pin(sheet: Sheet, sign: Pin, tip: Point, at: Point) -> None:
    left, top, right, bottom = pieces.pin_area(sign, at)
    box = sheet.box_of(min(tip[0], left) - 6, min(tip[1], top) - 6, max(tip[0], right) + 6, max(tip[1], bottom) + 6)

    def draw(canvas: Canvas) -> None:
        pieces.pin(sheet.on_map(canvas), sign, tip, at)

    sheet.stamp(("pin", sign, tip, at), box, draw, below=PANEL)


def pin_place(sheet: Sheet, scene: Scene, sign: Pin, taken: Sequence[Area]) -> tuple[Point, Point] | None:
    """The tip on the track or city and the middle of the sign. All of the map is looked at only for the large signs of
    the end, and where no place close by leaves all names alone."""
    close = close_place(sheet, scene, sign, taken)
    if scene.view.is_over or (close and tail_cost(sheet, scene, *close)):
        return free_place(sheet, scene, sign, taken) or close
    return close


def close_place(sheet: Sheet, scene: Scene, sign: Pin, taken: Sequence[Area]) -> tuple[Point, Point] | None:
    """Where the sign covers least of what matters, of some places around each tip."""
    w, h = pieces.pin_size(sign)
    places = [
        ((x, y), (x + cos * (gap + to_edge), y + sin * (gap + to_edge)), gap)
        for x, y in seen_tips(sheet, scene, sign)
        for cos, sin, to_edge, gap in around_tip(w, h)
    ]
    best: tuple[float, Point, Point] | None = None
    tails = tail_costs(sheet, scene, [(tip, at) for tip, at, _ in places])
    for (tip, at, gap), tail in zip(places, tails, strict=True):
        farther = FARTHER * (gap - GAPS[0])
        if best is not None and farther + tail >= best[0]:
            continue
        cost = pin_cost(sheet, scene, at, w, h)
        if cost is None:
            continue
        cost += farther
        cost += sum(20_000 for area in taken if overlap(area, pieces.pin_area(sign, at)))
        cost += tail
        if best is None or cost < best[0]:
            best = (cost, tip, at)
    return best and best[1:]


def around_tip(w: float, h: float) -> Iterator[tuple[float, float, float, int]]:
    """The ways to go from a tip to a sign of this size: a direction, how much of the sign lies on it, and a gap."""
    for angle, gap in product(range(0, 360, 30), GAPS):
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        yield cos, sin, min(w / 2 / max(abs(cos), 0.01), h / 2 / max(abs(sin), 0.01)), gap


def free_place(sheet: Sheet, scene: Scene, sign: Pin, taken: Sequence[Area]) -> tuple[Point, Point] | None:
    """Where the sign covers nothing at all, as near to a tip as can be; None where there is no such place."""
    scale, (dx, dy) = sheet.base.scale, sheet.base.origin
    w, h = pieces.pin_size(sign)
    wide, tall = (math.ceil((side * scale + 2 * CLEAR_OF) / CELL) + 1 for side in (w, h))
    covered = np.pad(blocked(sheet, scene, taken).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    under = covered[tall:, wide:] - covered[:-tall, wide:] - covered[tall:, :-wide] + covered[:-tall, :-wide]
    rows, columns = 2 * np.array(np.nonzero(under[::2, ::2] == 0))
    x, y = ((columns + wide / 2) * CELL - dx) / scale, ((rows + tall / 2) * CELL - dy) / scale
    ends = seen_tips(sheet, scene, sign)
    if not ends:
        return None
    across, down = (np.array(parts) for parts in zip(*ends, strict=True))
    gaps = np.hypot(np.maximum(abs(x[:, None] - across) - w / 2, 0), np.maximum(abs(y[:, None] - down) - h / 2, 0))
    gaps[gaps < GAPS[0]] = math.inf
    best: tuple[float, Point, Point] | None = None
    nearest = np.argsort(gaps, axis=None)[:TRIED]
    for start in range(0, len(nearest), AT_ONCE):
        ways = [divmod(int(number), len(ends)) for number in nearest[start : start + AT_ONCE]]
        lines = [(ends[end], (float(x[place]), float(y[place]))) for place, end in ways]
        for (place, end), (tip, at), tail in zip(ways, lines, tail_costs(sheet, scene, lines), strict=True):
            gap = float(gaps[place, end])
            if gap >= (best[0] if best else math.inf):
                return best and best[1:]
            if best is None or gap + tail < best[0]:
                best = (gap + tail, tip, at)
    return best and best[1:]


def blocked(sheet: Sheet, scene: Scene, taken: Sequence[Area]) -> NDArray[np.int32]:
    """By cells: 1 where something stands on the map that a sign would hide."""
    zones = sheet.base.zones
    tall, wide = (side // CELL for side in zones.shape)
    rows = np.bitwise_or.reduce(zones[: tall * CELL, : wide * CELL].reshape(tall, CELL, wide * CELL), axis=1)
    cells = np.bitwise_or.reduce(rows.reshape(tall, wide, CELL), axis=2)
    found: NDArray[np.int32] = (cells != FREE).astype(np.int32)
    for area in (*taken, *plates(scene), *houses(scene)):
        left, top, right, bottom = (max(0, part) for part in sheet.box_of(*area))
        found[top // CELL : bottom // CELL + 1, left // CELL : right // CELL + 1] = 1
    return found


def plates(scene: Scene) -> Iterator[Area]:
    """Of passengers that wait."""
    for place, waiting in scene.view.passengers.items():
        if waiting:
            plate = scene.drawn_map.outline.plates[place]
            yield plate.x, plate.y, plate.x + plate.w, plate.y + plate.h


def houses(scene: Scene) -> Iterator[Area]:
    """Of harbours."""
    for built in scene.view.harbours:
        x, y = scene.drawn_map.spot(built.city)
        reach = pieces.HOUSE * 1.4
        yield x - reach, y - reach, x + reach, y + reach


def seen_tips(sheet: Sheet, scene: Scene, sign: Pin) -> list[Point]:
    """Those in the picture, of which a close-up may have none."""
    return [tip for place in sign.places for tip in tips(scene, place) if is_seen(sheet, tip)]


def is_seen(sheet: Sheet, tip: Point) -> bool:
    x, y = sheet.nearest_to(tip)
    return x in range(sheet.width) and y in range(sheet.base.top, sheet.height)


def tips(scene: Scene, place: str) -> list[Point]:
    """Where a pin may touch what it points to."""
    if place in scene.drawn_map.outline.tracks:
        return [(space.x, space.y) for space in scene.drawn_map.outline.tracks[place].spaces]
    return [scene.drawn_map.spot(place)]


def overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def pin_cost(sheet: Sheet, scene: Scene, at: Point, w: float, h: float) -> float | None:
    """What a sign there would hide: names most, then spaces; None where it would leave the map."""
    zones = sheet.base.zones
    left, top, right, bottom = sheet.box_of(at[0] - w / 2 - 5, at[1] - h / 2 - 5, at[0] + w / 2 + 5, at[1] + h / 2 + 5)
    if left < 0 or top < 0 or right > zones.shape[1] or bottom > zones.shape[0]:
        return None
    if PANEL in (zones[top, left], zones[bottom - 1, right - 1]):
        return None
    under = zones[top:bottom, left:right].astype(np.int32).ravel()
    area = (at[0] - w / 2, at[1] - h / 2, at[0] + w / 2, at[1] + h / 2)
    hit = sum(overlap(area, plate) for plate in plates(scene))
    return float(under @ under) / sheet.base.scale**2 + 4000 * hit


def tail_costs(sheet: Sheet, scene: Scene, lines: Sequence[tuple[Point, Point]]) -> list[float]:
    """What each of the lines from a tip to a sign would hide of names, cities and passengers."""
    if not lines:
        return []
    zones = sheet.base.zones
    starts, ends = (np.array(points)[:, :, None] for points in zip(*lines, strict=True))
    points = STEPS * ((ends - starts) / (TAIL - 1)) + starts
    points[:, :, -1:] = ends
    across, down = points[:, 0], points[:, 1]
    scale, (dx, dy) = sheet.base.scale, sheet.base.origin
    x = np.clip(across * scale + dx, 0, zones.shape[1] - 1).astype(int)
    y = np.clip(down * scale + dy, 0, zones.shape[0] - 1).astype(int)
    hidden = (zones[y, x] == NAME).sum(axis=1)
    for left, top, right, bottom in plates(scene):
        hidden += ((left < across) & (across < right) & (top < down) & (down < bottom)).sum(axis=1)
    return [HIDES * int(count) for count in hidden]


def tail_cost(sheet: Sheet, scene: Scene, tip: Point, at: Point) -> float:
    return tail_costs(sheet, scene, [(tip, at)])[0]
