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


def luminance(colour: Colour) -> float:
    """From 0 for black to 1 for white, as the accessibility guidelines for the web reckon it."""
    parts = (part / 255 for part in colour)
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """From 1 to 21; text needs 4.5, signs need 3."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@cache
def ink_on(fill: Colour) -> Colour:
    """Black or white, whichever shows better."""
    return max(NIGHT, WHITE, key=lambda ink: contrast(ink, fill))


class RouteColour(msgspec.Struct, frozen=True):
    fill: Colour
    symbol: str | None
    ink: Colour


ROUTES = {
    "red": RouteColour(rgb("#cb122c"), "diamond", WHITE),
    "orange": RouteColour(rgb("#e9851a"), "triangle", INK),
    "yellow": RouteColour(rgb("#fdd908"), "dot", INK),
    "green": RouteColour(rgb("#35bf7a"), "plus", INK),
    "blue": RouteColour(rgb("#1059cc"), "square", WHITE),
    "purple": RouteColour(rgb("#c673d2"), "cross", INK),
    "black": RouteColour(rgb("#272931"), "star", WHITE),
    "white": RouteColour(rgb("#fbfffa"), "ring", INK),
    "gray": RouteColour(rgb("#8d9598"), None, INK),
}
"""Route and card colours; each has a symbol, since colour never carries a meaning alone. Together with those of the
players they were searched for: however somebody sees colours, no two of them come too near (`make bench` says how
near), least of all a claimed track and an open one."""


class PlayerColour(msgspec.Struct, frozen=True):
    fill: Colour
    mark: str
    ink: Colour

    @property
    def shade(self) -> Colour:
        return mixed(self.fill, (0, 0, 0), 0.38)


PLAYERS = {
    "raspberry": PlayerColour(rgb("#ab0870"), "stripe", WHITE),
    "teal": PlayerColour(rgb("#1fdde1"), "chevrons", rgb("#10292b")),
    "violet": PlayerColour(rgb("#3204b3"), "dots", WHITE),
    "lime": PlayerColour(rgb("#a2e554"), "bars", rgb("#1d2a0c")),
    "brown": PlayerColour(rgb("#614002"), "loop", WHITE),
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
    """The rim of the darkest spaces, which a dark land would swallow."""
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
    done: Colour = rgb("#176239")
    open: Colour = rgb("#225c99")
    blocked: Colour = rgb("#ad221b")
    offered: Colour = rgb("#735614")
    """These four are written with, and stand behind letters and signs in `ink_on` them."""
    ticket: Colour = rgb("#80611a")
    deck: Colour = rgb("#3d5a70")
    wagon_deck: Colour = rgb("#6d5438")
    ship_deck: Colour = rgb("#1f5f86")
    plate: Colour = rgb("#fffaf0")
    badge: Colour = rgb("#2c4256")
    plate_margin: float = 0.0
    """How far the plates of names on the map reach beyond their letters; 0: they have none."""
    least_lake: float = 0.0
    """Lakes with fewer square units are left out."""


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
    neck_rim=NIGHT,
    symbol=0.5,
    panel=rgb("#22313d"),
    tile=rgb("#32444f"),
    edge=None,
    text=rgb("#f6f1e4"),
    dim=rgb("#b6c4cc"),
    lit=rgb("#fbf6ea"),
    lit_ink=INK,
    lit_dim=rgb("#625749"),
    page=rgb("#efe7d7"),
    sheet=rgb("#faf5e8"),
    page_ink=INK,
    page_dim=rgb("#625749"),
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
    neck_rim=rgb("#0c0d0f"),
    panel=rgb("#0f151a"),
    tile=rgb("#1f2830"),
    page=rgb("#161d23"),
    sheet=rgb("#212b33"),
    page_ink=rgb("#f4efe3"),
    page_dim=rgb("#9fadb5"),
    faded=rgb("#27313a"),
    done=rgb("#4fc086"),
    open=rgb("#74aef0"),
    blocked=rgb("#ff8178"),
    offered=rgb("#dcb94c"),
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
    plate_margin=4.0,
    least_lake=900.0,
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
