"""Metro's colours by theme. The trains have the colours and symbols of the cards in the ticket games."""

from functools import cache

import msgspec

from render.kit.theme import ROUTES, WHITE, Colour, contrast, mixed, rgb

MAGENTA = rgb("#e5007d")
FAINT = 2.2
"""A line that stands out less than this from a tile has a rim of its own."""


class Look(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    frame: Colour
    """Around the stations."""
    coordinate: Colour
    edge: Colour
    plate: Colour
    plate_edge: Colour
    ground: Colour
    """Of a tile."""
    border: Colour
    """Between tiles."""
    fresh: Colour
    """The ground of the tile that was laid last."""
    open: Colour
    """An empty square where a tile may go,"""
    far: Colour
    """and one that cannot be reached yet."""
    open_name: Colour
    far_name: Colour
    rail: Colour
    sleeper: Colour
    rim: Colour
    """Around ribbons and trains,"""
    faint_rim: Colour
    """and around those that a dark ground would swallow."""
    spent: Colour
    """The inside of a train whose line has been scored,"""
    spent_ink: Colour
    badge: Colour
    badge_ink: Colour
    hall: Colour
    hall_edge: Colour
    hall_ink: Colour
    yard: Colour
    """The ground around the hall of the central station."""
    central: Colour
    """The ground of central tiles, with module 3."""
    last: Colour = MAGENTA
    last_edge: Colour = WHITE
    disc: Colour = ROUTES["red"].fill
    black_line: Colour = rgb("#8d97a0")
    """Parts and outlines what is black, in the panel."""
    core: Colour | None = None
    """The middle of finished lines; none where it is a pale shade of the line."""
    fills: dict[str, Colour] = {}
    """Where a colour differs from that of the cards."""


LIGHT = Look(
    name="light",
    frame=rgb("#a9c4cd"),
    coordinate=rgb("#33474f"),
    edge=rgb("#6d929d"),
    plate=rgb("#e6ddc8"),
    plate_edge=rgb("#c2b08b"),
    ground=rgb("#f6efdd"),
    border=rgb("#dfd3b6"),
    fresh=WHITE,
    open=rgb("#d3e3e6"),
    far=rgb("#b7ced5"),
    open_name=rgb("#3d626e"),
    far_name=rgb("#547079"),
    rail=rgb("#8f8368"),
    sleeper=rgb("#cbbe9f"),
    rim=rgb("#1e1b18"),
    faint_rim=rgb("#0c0d0f"),
    spent=rgb("#dcd4c4"),
    spent_ink=rgb("#2b2622"),
    badge=rgb("#1f2d3a"),
    badge_ink=WHITE,
    hall=rgb("#dbe7ea"),
    hall_edge=rgb("#1e1b18"),
    hall_ink=rgb("#4c6772"),
    yard=rgb("#e6ddc8"),
    central=rgb("#f3dccb"),
)

DARK = msgspec.structs.replace(
    LIGHT,
    name="dark",
    frame=rgb("#1d2a33"),
    coordinate=rgb("#b3c3cb"),
    edge=rgb("#64808c"),
    plate=rgb("#2c3740"),
    plate_edge=rgb("#4b5a65"),
    ground=rgb("#3b444d"),
    border=rgb("#2f373f"),
    fresh=rgb("#4d5660"),
    open=rgb("#26323b"),
    far=rgb("#1a232a"),
    open_name=rgb("#9db2bd"),
    far_name=rgb("#6d828c"),
    rail=rgb("#93a0a9"),
    sleeper=rgb("#6a7781"),
    rim=rgb("#0b0d0f"),
    faint_rim=rgb("#e9e4d6"),
    spent=rgb("#4a545d"),
    spent_ink=rgb("#f4efe3"),
    badge=rgb("#0b1015"),
    badge_ink=rgb("#f4efe3"),
    hall=rgb("#222d35"),
    hall_edge=rgb("#e9e4d6"),
    hall_ink=rgb("#a9bbc4"),
    yard=rgb("#2c3740"),
    central=rgb("#51403c"),
    last=rgb("#ff5aa9"),
    core=rgb("#20272d"),
    last_edge=rgb("#0b0d0f"),
    fills={"red": rgb("#d4202f"), "black": rgb("#0c0e11")},
)

CONTRAST = msgspec.structs.replace(
    LIGHT,
    name="contrast",
    frame=rgb("#cfdfe6"),
    coordinate=(0, 0, 0),
    edge=(0, 0, 0),
    plate=WHITE,
    plate_edge=(0, 0, 0),
    ground=WHITE,
    border=rgb("#c4c4c4"),
    fresh=rgb("#fff3b0"),
    open=rgb("#c9e2f0"),
    far=rgb("#9fb4bf"),
    open_name=(0, 0, 0),
    far_name=rgb("#46565e"),
    rail=rgb("#6a6a6a"),
    sleeper=rgb("#b4b4b4"),
    rim=(0, 0, 0),
    faint_rim=(0, 0, 0),
    spent=WHITE,
    spent_ink=(0, 0, 0),
    badge=(0, 0, 0),
    hall=WHITE,
    hall_edge=(0, 0, 0),
    hall_ink=(0, 0, 0),
    yard=rgb("#e4e4e4"),
    central=rgb("#ffe2cf"),
    last=rgb("#c4006a"),
)

LOOKS = {look.name: look for look in (LIGHT, DARK, CONTRAST)}


@cache
def look_named(name: str) -> Look:
    return LOOKS[name]


class Train(msgspec.Struct, frozen=True):
    """How a colour looks in one theme."""

    fill: Colour
    symbol: str
    ink: Colour
    rim: Colour
    core: Colour
    """The pale middle of a finished line."""


@cache
def train_of(colour: str, name: str) -> Train:
    route, look = ROUTES[colour], look_named(name)
    fill = look.fills.get(colour, route.fill)
    rim = look.faint_rim if contrast(fill, look.ground) < FAINT else look.rim
    core = look.core or (mixed(fill, (0, 0, 0), 0.34) if colour == "white" else mixed(fill, WHITE, 0.86))
    assert route.symbol is not None
    return Train(fill, route.symbol, route.ink, rim, core)
