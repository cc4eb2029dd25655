"""A title as its file in `data/maps/` tells it: numbers, cities, tracks, tickets, and the features it names."""

from typing import Literal

import msgspec

import data
from rules.errors import BadData


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of transport card. Without a colour it is wild: a locomotive or a joker."""

    id: str
    deck: str
    count: int
    colour: str | None = None
    ships: int = 0
    """Ships on a ship card; 0 for a wagon card."""
    harbour: bool = False
    """Whether it carries the harbour symbol."""


class City(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    lat: float
    lon: float
    country: str | None = None
    passengers: int = 0
    harbour: bool = False
    is_waypoint: bool = False
    """A junction of tracks that is no city."""


class Country(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket end with several dead ends; its passengers wait for whoever reaches any of them."""

    id: str
    name: str
    passengers: int
    terminals: tuple[str, ...]


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    a: str
    b: str
    length: int
    colour: str | None = None
    """None is grey: any one colour pays for it."""
    kind: Literal["rail", "ferry", "tunnel", "sea"] = "rail"
    locomotives: int = 0
    """Locomotive symbols on a ferry."""
    pairs: int = 0
    """Spaces that ask for a pair of cards."""
    wraps: bool = False
    """Runs over the edge of the map and comes back on the other side."""
    tariff: str | None = None
    """How it is paid where its kind doesn't tell."""


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two ends to join, or a tour of several cities."""

    id: str
    cities: tuple[str, ...]
    points: int
    in_order: int | None = None
    """A tour's value when its cities are joined in the listed order."""
    penalty: int | None = None
    """What an unfinished one costs where that isn't `points`."""
    pile: str = "tickets"


class TicketDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    draw: int
    keep: int
    rejects: Literal["bottom", "out", "shuffled"]
    """To the bottom of their pile, out of the game, or back into their pile, which is shuffled anew."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: dict[str, int]
    """How many face-up cards are dealt from each deck."""
    wild_limit: bool = False
    """A face-up wild card may only be the first card drawn, and is then the only one."""
    sweep_at: int | None = None
    """With so many wild cards face up the row is dealt anew."""


class LastRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pieces: int
    """It begins when a player has no more than this at the end of a turn."""
    turns: int
    """Further turns for everyone."""


class Totals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the map's maker has counted. The game doesn't need it; `semafor map check` compares."""

    cards: int
    tickets: int
    tracks: dict[str, int]
    """By colour, `gray` for those of any."""


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    seats: tuple[int, int]
    cards: tuple[Card, ...]
    opening_cards: dict[str, int]
    row: Row
    pieces: dict[Literal["wagons", "ships"], int]
    one_track_up_to: int
    """With so many players or fewer, one track of a double or triple closes the others."""
    opening_tickets: TicketDraw
    turn_tickets: TicketDraw
    last_round: LastRound
    tie_breaks: tuple[str, ...]
    tariffs: dict[str, msgspec.Raw]
    features: tuple[msgspec.Raw, ...]
    points: dict[int, int]
    """By the length of the track."""
    cities: tuple[City, ...]
    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    countries: tuple[Country, ...] = ()
    totals: Totals | None = None
    ticket_values: Literal["shortest", "free"] = "free"
    """Whether every ticket of two ends is worth the spaces of its shortest way; `semafor map check` compares."""


def load_map(title: str) -> MapFile:
    name = f"maps/{title}.json"
    try:
        return msgspec.json.decode(data.read(name), type=MapFile)
    except msgspec.DecodeError as error:
        raise BadData(name, str(error)) from None
