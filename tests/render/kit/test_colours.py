"""Colours as people with the common colour-vision deficiencies see them, and whatever is written on its ground."""

import pytest

from render.kit.symbols import PAWN_RIM, SYMBOLS
from render.kit.theme import (
    AMBER,
    NIGHT,
    PLAYERS,
    RED,
    ROUTES,
    THEMES,
    WHITE,
    Colour,
    Theme,
    contrast,
    ink_on,
    mixed,
)
from tests.render.sight import CARD_FILLS, DEFICIENCIES, PLAYER_FILLS, ROUTE_FILLS, nearest_between, nearest_two

APART = {
    "normal": (60.0, 40.0, 38.0, 36.0),
    "protan": (30.0, 25.0, 25.0, 18.0),
    "deutan": (30.0, 25.0, 25.0, 18.0),
    "tritan": (30.0, 25.0, 25.0, 18.0),
}
"""The least distance of two players, of two cards, of two routes, and of a player and a route."""

every_sight = pytest.mark.parametrize("sight", DEFICIENCIES)
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


@every_sight
def test_players_cards_and_routes_can_be_told_apart_by_colour(sight: str) -> None:
    players, cards, routes, _ = APART[sight]
    for fills, least in ((PLAYER_FILLS, players), (CARD_FILLS, cards), (ROUTE_FILLS, routes)):
        distance, one, other = nearest_two(fills, sight)
        assert distance >= least, (one, other)


@every_sight
def test_a_claimed_track_is_told_from_an_open_one_by_colour_too(sight: str) -> None:
    """A ribbon against dashes is hardly seen at 390 pixels, where lime and yellow, brown and red were one colour."""
    distance, player, route = nearest_between(PLAYER_FILLS, ROUTE_FILLS, sight)
    assert distance >= APART[sight][3], (player, route)


def test_every_card_colour_has_a_symbol_and_every_player_a_mark_of_their_own() -> None:
    symbols = [route.symbol for colour, route in ROUTES.items() if colour != "gray"]
    assert sorted(symbols, key=str) == sorted(SYMBOLS)
    assert len({player.mark for player in PLAYERS.values()}) == len(PLAYERS)


def test_symbols_and_marks_show_on_their_colours() -> None:
    for route in ROUTES.values():
        assert contrast(route.fill, route.ink) >= 4.5
    for player in PLAYERS.values():
        assert contrast(player.fill, player.ink) >= 4.5
        assert contrast(WHITE, player.shade) >= 3 or contrast(NIGHT, player.shade) >= 3


@every_theme
def test_a_black_pawn_shows_on_tiles_and_panel(theme: Theme) -> None:
    for ground in (theme.tile, theme.panel):
        assert contrast(PAWN_RIM, ground) >= 4.5
    assert contrast(PAWN_RIM, ROUTES["black"].fill) >= 4.5


def written(theme: Theme) -> list[tuple[str, Colour, Colour]]:
    """Every text and sign on its ground."""
    stripe = mixed(theme.sheet, theme.page, 0.7)
    pages = {"page": theme.page, "sheet": theme.sheet, "stripe": stripe, "faded": theme.faded}
    inks = {"page_ink": theme.page_ink, "page_dim": theme.page_dim}
    states = {name: getattr(theme, name) for name in ("done", "open", "blocked", "offered")}
    on_pages = [
        (f"{ink} on {page}", colour, ground)
        for ink, colour in (inks | states).items()
        for page, ground in pages.items()
        if not (ink in states and page == "faded")
    ]
    decks = [
        (f"text on {name}", theme.text, getattr(theme, name))
        for name in ("panel", "tile", "ticket", "deck", "wagon_deck", "ship_deck", "badge")
    ]
    return [
        *on_pages,
        *decks,
        *((f"sign on {name}", ink_on(fill), fill) for name, fill in states.items()),
        ("name", theme.ink, theme.halo),
        ("name on land", theme.ink, theme.home),
        ("dim on panel", theme.dim, theme.panel),
        ("dim on tile", theme.dim, theme.tile),
        ("lit", theme.lit_ink, theme.lit),
        ("lit dim", theme.lit_dim, theme.lit),
        ("points", NIGHT, AMBER),
        ("last round", WHITE, RED),
        ("winner", AMBER, theme.panel),
    ]


@every_theme
def test_whatever_is_written_shows_on_its_ground(theme: Theme) -> None:
    faint = {what: round(contrast(ink, ground), 2) for what, ink, ground in written(theme)}
    assert not {what: ratio for what, ratio in faint.items() if ratio < 4.5}


def test_the_contrast_theme_is_stronger_than_asked() -> None:
    theme = THEMES["contrast"]
    for ink, ground in ((theme.ink, theme.halo), (theme.text, theme.tile), (theme.page_ink, theme.sheet)):
        assert contrast(ink, ground) >= 15
