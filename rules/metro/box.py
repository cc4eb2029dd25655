"""What is in the box and printed in the tables, read from the data file."""

from collections import Counter
from functools import cached_property

import msgspec

from data import read
from rules.errors import BadData
from rules.metro.board import PLACES, SPACES, STATION_AT, STATIONS
from rules.metro.rulings import NEWEST, VERSIONS, Rulings
from rules.metro.tiles import CODES

FILE = "maps/metro.json"
COMPANY_TABLE = "companies"
NOBODY = -1


class ShareRules(msgspec.Struct, frozen=True):
    percents: tuple[int, ...]
    exchange_closes_at: int
    values: tuple[int, ...]
    """What a company is worth by its place among them, the best first."""
    bonus_divisor: int


class Box(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    players: tuple[int, int]
    tiles: dict[str, int]
    central_tiles: dict[str, int]
    stations: dict[str, tuple[str, ...]]
    """For each numbering: where station 1, 2, … stands, as a square and one of its sides."""
    ownership: dict[str, dict[str, tuple[int, ...]]]
    companies: dict[str, tuple[int, ...]]
    shares: ShareRules
    number_groups: tuple[tuple[int, int], ...]
    module_sets: tuple[tuple[int, ...], ...]
    rulings: Rulings = VERSIONS[NEWEST]
    """Not printed: what the version of the rules decides."""

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """Of the trains, in the order of the tables. A player has the colour of the seat, a company is a colour."""
        return tuple(self.companies)

    @cached_property
    def all_tiles(self) -> tuple[str, ...]:
        return tuple(Counter(self.tiles).elements())

    @cached_property
    def all_central_tiles(self) -> tuple[str, ...]:
        return tuple(Counter(self.central_tiles).elements())

    def place_of(self, numbering: str, number: int) -> int:
        return STATION_AT[self.stations[numbering][number - 1]]

    def trains(self, table: str, numbering: str) -> tuple[int, ...]:
        """For each place the index of the colour that stands there, or NOBODY; a table is a number of players."""
        return self._trains[table, numbering]

    @cached_property
    def _trains(self) -> dict[tuple[str, str], tuple[int, ...]]:
        tables = {**self.ownership, COMPANY_TABLE: self.companies}
        return {
            (table, numbering): self._standing(tuple(owners.values()), numbering)
            for table, owners in tables.items()
            for numbering in self.stations
        }

    def _standing(self, owners: tuple[tuple[int, ...], ...], numbering: str) -> tuple[int, ...]:
        trains = [NOBODY] * PLACES
        for owner, numbers in enumerate(owners):
            for number in numbers:
                trains[self.place_of(numbering, number)] = owner
        return tuple(trains)

    def names(self, numbering: str) -> tuple[str, ...]:
        """What each place is called: a station's number, or C1 to C8."""
        return self._names[numbering]

    @cached_property
    def _names(self) -> dict[str, tuple[str, ...]]:
        return {
            numbering: (*(str(stations.index(where) + 1) for where in STATION_AT), *SPACES)
            for numbering, stations in self.stations.items()
        }


def load_box(version: int = NEWEST) -> Box:
    return msgspec.structs.replace(read_box(read(FILE)), rulings=VERSIONS[version])


def read_box(raw: bytes) -> Box:
    try:
        box = msgspec.json.decode(raw, type=Box)
    except msgspec.DecodeError as error:
        raise BadData(FILE, str(error)) from None
    for wrong in problems(box):
        raise BadData(FILE, wrong)
    return box


def problems(box: Box) -> list[str]:
    found = []
    if set(box.tiles) != set(CODES) or sum(box.tiles.values()) != 60:
        found.append("tiles: not 60 of the 24 codes")
    if not set(box.central_tiles) <= set(CODES) or sum(box.central_tiles.values()) < 4:
        found.append("central_tiles: fewer than four, or no such code")
    for numbering, stations in box.stations.items():
        if set(stations) != set(STATION_AT):
            found.append(f"stations: {numbering} does not name each station once")
    for table, owners in {**box.ownership, COMPANY_TABLE: box.companies}.items():
        used = [number for numbers in owners.values() for number in numbers]
        if len(set(used)) != len(used) or not set(used) <= set(range(1, STATIONS + 1)):
            found.append(f"ownership: {table} uses a station twice or one that is not there")
        if tuple(owners) != box.colours[: len(owners)]:
            found.append(f"ownership: {table} has other colours")
    return found
