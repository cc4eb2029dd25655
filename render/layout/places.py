"""Where cities come to lie: near where their maker put them, with room for the spaces of the tracks between them."""

import numpy as np
from numpy.typing import NDArray

from rules.tickets.maps import MapFile

Points = NDArray[np.float64]
WIDE, TALL = (1800, 1000), (1300, 1600)
ROUNDS = 600
BETWEEN = 1.08
"""Length of a stretch of track for each space, in spaces."""


def picture_size(file: MapFile) -> tuple[int, int]:
    """Tall where the cities clearly are, else wide."""
    at = np.array([(city.lon, city.lat) for city in file.cities])
    spread = np.ptp(at, axis=0)
    return TALL if spread[1] > 1.2 * spread[0] else WIDE


def space_size(file: MapFile, size: tuple[int, int]) -> tuple[float, float]:
    """Spaces as large as the map has room for: few cities on the same sheet get larger ones."""
    at = spread_out(file, size, 80.0)
    number = {city.id: i for i, city in enumerate(file.cities)}
    ways = [np.hypot(*(at[number[track.a]] - at[number[track.b]])) / (track.length + 1) for track in file.tracks]
    length = float(np.clip(np.quantile(ways, 0.4) if ways else 60.0, 48.0, 88.0))
    return round(length), round(length / 3)


def spread_out(file: MapFile, size: tuple[int, int], margin: float) -> Points:
    """Longitude and latitude stretched over the picture, each as far as there is room."""
    at = np.array([(city.lon, -city.lat) for city in file.cities])
    at = at - at.min(axis=0)
    room = np.array(size) - 2 * margin
    spread: Points = at * (room / np.maximum(at.max(axis=0), 1e-9)) + margin
    return spread


def placed_cities(file: MapFile, size: tuple[int, int], space: tuple[float, float], radius: float) -> Points:
    """Springs: too short a track pushes its ends apart, too long a one pulls; every city is drawn home a little, and
    keeps off other cities, tracks that pass by, and the edge."""
    margin = radius + space[0] * 0.9
    home = spread_out(file, size, margin)
    at = home.copy()
    number = {city.id: i for i, city in enumerate(file.cities)}
    links = sorted({(number[t.a], number[t.b], t.length) for t in file.tracks if not t.wraps})
    for turn in range(ROUNDS):
        push = (home - at) * 0.01
        pull_together(at, push, links, space, radius)
        keep_apart(at, push, 2.6 * space[0])
        keep_off_tracks(at, push, links, radius + 1.6 * space[1])
        at = at + push * (1 - turn / ROUNDS * 0.7)
        at = np.clip(at, margin, np.array(size) - margin)
    return at.round(1)


def room_for(length: int, space: tuple[float, float], radius: float) -> float:
    """The least distance of two cities that many spaces apart."""
    return length * space[0] * BETWEEN + 2 * radius + 8


def pull_together(
    at: Points, push: Points, links: list[tuple[int, int, int]], space: tuple[float, float], radius: float
) -> None:
    for a, b, length in links:
        line = at[b] - at[a]
        far = float(np.hypot(*line)) or 1.0
        least = room_for(length, space, radius)
        wrong = min(0.0, far - least) * 0.35 + max(0.0, far - 1.25 * least) * 0.06
        push[a] += line / far * wrong / 2
        push[b] -= line / far * wrong / 2


def keep_apart(at: Points, push: Points, least: float) -> None:
    for a in range(len(at)):
        line = at - at[a]
        far = np.hypot(line[:, 0], line[:, 1])
        far[a] = least
        near = np.maximum(0, least - far) / np.maximum(far, 1.0) * 0.1
        push[a] -= (line * near[:, None]).sum(axis=0)


def keep_off_tracks(at: Points, push: Points, links: list[tuple[int, int, int]], least: float) -> None:
    for a, b, _ in links:
        line = at[b] - at[a]
        far = float(line @ line) or 1.0
        for city in range(len(at)):
            part = float((at[city] - at[a]) @ line) / far
            if city in (a, b) or not 0.05 < part < 0.95:
                continue
            away = at[city] - (at[a] + part * line)
            distance = float(np.hypot(*away)) or 1.0
            push[city] += away / distance * max(0.0, least - distance) * 0.15
