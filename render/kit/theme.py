"""Colours and sizes by name. Three themes; route and player colours are the same in all of them."""

from functools import cache
from typing import Literal, TypeAlias

import msgspec

Colour: TypeAlias = tuple[int, int, int]
ThemeName: TypeAlias = Literal["light", "dark", "contrast"]

AMBER: Colour = (255, 184, 0)
WHITE: Colour = (255, 255, 255)
NIGHT: Colour = (21, 18, 15)
PAPER: Colour = (253, 252, 247)
INK: Colour = (43, 38, 34)
RED: Colour = (200, 40, 31)


def rgb(code: str) -> Colour:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """`part` of `other` in `one`."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


class RouteColour(msgspec.Struct, frozen=True):
    fill: Colour
    symbol: str | None
    ink: Colour


ROUTES = {
    "red": RouteColour(rgb("#b8161f"), "diamond", WHITE),
    "orange": RouteColour(rgb("#e6841a"), "triangle", INK),
    "yellow": RouteColour(rgb("#fadb23"), "dot", INK),
    "green": RouteColour(rgb("#2bb066"), "plus", WHITE),
    "blue": RouteColour(rgb("#1450c0"), "square", WHITE),
    "purple": RouteColour(rgb("#cd7dd2"), "cross", INK),
    "black": RouteColour(rgb("#2a2c33"), "star", WHITE),
    "white": RouteColour(rgb("#fdfcf7"), "ring", INK),
    "gray": RouteColour(rgb("#8d9295"), None, INK),
}
"""Route and card colours; each has a symbol, since colour never carries a meaning alone."""


class PlayerColour(msgspec.Struct, frozen=True):
    fill: Colour
    mark: str
    ink: Colour

    @property
    def shade(self) -> Colour:
        return mixed(self.fill, (0, 0, 0), 0.38)


PLAYERS = {
    "raspberry": PlayerColour(rgb("#c4107a"), "stripe", WHITE),
    "teal": PlayerColour(rgb("#22cccb"), "chevrons", rgb("#10292b")),
    "violet": PlayerColour(rgb("#4b16c6"), "dots", WHITE),
    "lime": PlayerColour(rgb("#a6e83a"), "bars", rgb("#1d2a0c")),
    "brown": PlayerColour(rgb("#794f27"), "loop", WHITE),
}
"""Player colours lie in the gaps between the route colours; each has a mark that runs along the wagon."""


class Theme(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    sea: Colour
    shelf: Colour
    home: Colour
    foreign: Colour
    coast: Colour
    coast_width: float
    border: Colour
    state: Colour | None
    river: Colour | None
    ink: Colour
    halo: Colour
    land_name: Colour
    sea_name: Colour
    rim: Colour
    rim_width: float
    black_rim: Colour
    """The rim of black spaces, which a dark land would swallow."""
    shadow: Colour | None
    neck_rim: Colour
    symbol: float
    """Size of the symbol on a space, as a part of its short side."""
    panel: Colour
    tile: Colour
    edge: Colour | None
    """An outline around tiles, where the fill alone is too faint."""
    text: Colour
    dim: Colour
    lit: Colour
    lit_ink: Colour
    lit_dim: Colour
    page: Colour
    """The ground of hands and score sheets."""
    sheet: Colour
    page_ink: Colour
    page_dim: Colour
    faded: Colour
    done: Colour = rgb("#1f7a4a")
    open: Colour = rgb("#2d6fb3")
    blocked: Colour = rgb("#b3261e")
    ticket: Colour = rgb("#8a6a1c")
    deck: Colour = rgb("#3d5a70")
    wagon_deck: Colour = rgb("#6d5438")
    ship_deck: Colour = rgb("#1f5f86")
    plate: Colour = rgb("#fffaf0")
    badge: Colour = rgb("#2c4256")


LIGHT = Theme(
    name="light",
    sea=rgb("#c3d8dd"),
    shelf=rgb("#b4cdd4"),
    home=rgb("#f3ecda"),
    foreign=rgb("#e3dcc9"),
    coast=rgb("#7f9aa0"),
    coast_width=1.5,
    border=rgb("#b9a888"),
    state=rgb("#e2d7be"),
    river=rgb("#bcd3d6"),
    ink=INK,
    halo=rgb("#fbf7ec"),
    land_name=rgb("#a99b7f"),
    sea_name=rgb("#7e9ca6"),
    rim=rgb("#2b2622"),
    rim_width=1.6,
    black_rim=rgb("#15120f"),
    shadow=rgb("#b5ab96"),
    neck_rim=NIGHT,
    symbol=0.5,
    panel=rgb("#22313d"),
    tile=rgb("#32444f"),
    edge=None,
    text=rgb("#f6f1e4"),
    dim=rgb("#b6c4cc"),
    lit=rgb("#fbf6ea"),
    lit_ink=INK,
    lit_dim=rgb("#6d6257"),
    page=rgb("#efe7d7"),
    sheet=rgb("#faf5e8"),
    page_ink=INK,
    page_dim=rgb("#75695c"),
    faded=rgb("#e0d8c6"),
)

DARK = msgspec.structs.replace(
    LIGHT,
    name="dark",
    sea=rgb("#17242d"),
    shelf=rgb("#1c2c36"),
    home=rgb("#363d45"),
    foreign=rgb("#2a3037"),
    coast=rgb("#55707c"),
    border=rgb("#5d6269"),
    state=rgb("#424a53"),
    river=rgb("#2b3d48"),
    ink=rgb("#f4efe3"),
    halo=rgb("#20262c"),
    land_name=rgb("#7d7a70"),
    sea_name=rgb("#557784"),
    rim=rgb("#0c0d0f"),
    black_rim=rgb("#b9c0c6"),
    shadow=rgb("#1f242a"),
    neck_rim=rgb("#0c0d0f"),
    panel=rgb("#0f151a"),
    tile=rgb("#1f2830"),
    page=rgb("#161d23"),
    sheet=rgb("#212b33"),
    page_ink=rgb("#f4efe3"),
    page_dim=rgb("#9fadb5"),
    faded=rgb("#27313a"),
    done=rgb("#2f9a62"),
    open=rgb("#4a8ed6"),
    blocked=rgb("#d5463d"),
)

CONTRAST = msgspec.structs.replace(
    LIGHT,
    name="contrast",
    sea=rgb("#cfdfe6"),
    shelf=rgb("#cfdfe6"),
    home=WHITE,
    foreign=rgb("#ececec"),
    coast=rgb("#3b4a50"),
    coast_width=2.2,
    border=rgb("#6b6b6b"),
    state=None,
    river=None,
    ink=(0, 0, 0),
    halo=WHITE,
    land_name=rgb("#5a5a5a"),
    sea_name=rgb("#33505c"),
    rim=(0, 0, 0),
    rim_width=2.4,
    black_rim=(0, 0, 0),
    shadow=None,
    neck_rim=(0, 0, 0),
    symbol=0.62,
    panel=(0, 0, 0),
    tile=(0, 0, 0),
    edge=WHITE,
    text=WHITE,
    dim=WHITE,
    lit=WHITE,
    lit_ink=(0, 0, 0),
    lit_dim=(0, 0, 0),
    page=WHITE,
    sheet=WHITE,
    page_ink=(0, 0, 0),
    page_dim=rgb("#303030"),
    faded=rgb("#e4e4e4"),
    done=rgb("#0b5d32"),
    open=rgb("#0b4a94"),
    blocked=rgb("#97120b"),
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}


@cache
def theme_named(name: str) -> Theme:
    """Raises `KeyError` for a theme that there isn't."""
    return THEMES[name]
