"""Colours as people with the common colour-vision deficiencies see them; marks and symbols carry what colours can't."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from render.kit.symbols import SYMBOLS
from render.kit.theme import PLAYERS, ROUTES, THEMES, Colour, Theme

# Viénot, Brettel and Mollon 1999 for protan and deutan; the tritan matrix is the usual one for linear RGB.
DEFICIENCIES: dict[str, NDArray[np.float64]] = {
    "normal": np.eye(3),
    "protan": np.array([[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]]),
    "deutan": np.array([[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]]),
    "tritan": np.array([[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.805, 0.11911]]),
}
LEAST = {"normal": 40.0, "protan": 25.0, "deutan": 20.0, "tritan": 20.0}

every_sight = pytest.mark.parametrize("sight", DEFICIENCIES)
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


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


def contrast(one: Colour, other: Colour) -> float:
    """As the accessibility guidelines for the web measure it, from 1 to 21."""
    light, dark = sorted(
        (float(np.dot(linear(c), [0.2126, 0.7152, 0.0722])) + 0.05 for c in (one, other)), reverse=True
    )
    return light / dark


@every_sight
def test_players_can_be_told_apart_by_colour(sight: str) -> None:
    found = {(a, b): difference(PLAYERS[a].fill, PLAYERS[b].fill, sight) for a, b in combinations(PLAYERS, 2)}
    assert min(found.values()) >= LEAST[sight], min(found, key=lambda pair: found[pair])


@every_sight
def test_routes_can_be_told_apart_by_colour(sight: str) -> None:
    found = {(a, b): difference(ROUTES[a].fill, ROUTES[b].fill, sight) for a, b in combinations(ROUTES, 2)}
    assert min(found.values()) >= min(LEAST[sight], 20.0), min(found, key=lambda pair: found[pair])


def test_every_card_colour_has_a_symbol_and_every_player_a_mark_of_their_own() -> None:
    symbols = [route.symbol for colour, route in ROUTES.items() if colour != "gray"]
    assert sorted(symbols, key=str) == sorted(SYMBOLS)
    assert len({player.mark for player in PLAYERS.values()}) == len(PLAYERS)


def test_symbols_and_marks_show_on_their_colours() -> None:
    for route in ROUTES.values():
        assert contrast(route.fill, route.ink) >= 2.5
    for player in PLAYERS.values():
        assert contrast(player.fill, player.ink) >= 4.5


@every_theme
def test_text_shows_on_its_ground(theme: Theme) -> None:
    pairs = [
        (theme.ink, theme.halo),
        (theme.text, theme.panel),
        (theme.text, theme.tile),
        (theme.dim, theme.tile),
        (theme.lit_ink, theme.lit),
        (theme.lit_dim, theme.lit),
        (theme.page_ink, theme.page),
        (theme.page_ink, theme.sheet),
        (theme.page_dim, theme.sheet),
    ]
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


def test_the_contrast_theme_is_stronger_than_asked() -> None:
    theme = THEMES["contrast"]
    for ink, ground in ((theme.ink, theme.halo), (theme.text, theme.tile), (theme.page_ink, theme.sheet)):
        assert contrast(ink, ground) >= 15
