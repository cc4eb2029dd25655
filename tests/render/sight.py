"""How far apart colours are for people with the common colour-vision deficiencies, in Lab."""

from collections.abc import Mapping
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from render.kit.theme import PLAYERS, ROUTES, Colour

# Viénot, Brettel and Mollon 1999 for protan and deutan; the tritan matrix is the usual one for linear RGB.
DEFICIENCIES: dict[str, NDArray[np.float64]] = {
    "normal": np.eye(3),
    "protan": np.array([[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]]),
    "deutan": np.array([[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]]),
    "tritan": np.array([[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.805, 0.11911]]),
}

PLAYER_FILLS = {name: player.fill for name, player in PLAYERS.items()}
ROUTE_FILLS = {name: route.fill for name, route in ROUTES.items()}
CARD_FILLS = {name: fill for name, fill in ROUTE_FILLS.items() if name != "gray"}


def linear(colour: Colour) -> NDArray[np.float64]:
    part = np.array(colour) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(colour: Colour, sight: str = "normal") -> NDArray[np.float64]:
    seen = np.clip(DEFICIENCIES[sight] @ linear(colour), 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ seen / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(one: Colour, other: Colour, sight: str = "normal") -> float:
    return float(np.linalg.norm(lab(one, sight) - lab(other, sight)))


def nearest_two(fills: Mapping[str, Colour], sight: str) -> tuple[float, str, str]:
    """The least distance, and between which."""
    return min((difference(fills[a], fills[b], sight), a, b) for a, b in combinations(fills, 2))


def nearest_between(some: Mapping[str, Colour], others: Mapping[str, Colour], sight: str) -> tuple[float, str, str]:
    return min((difference(some[a], others[b], sight), a, b) for a, b in product(some, others))
